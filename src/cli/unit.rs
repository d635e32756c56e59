//! What `validate` checks: files, and the machines that they define.

use super::configuration::{Configurations, Settings};
use super::definition::Definition;
use super::error::CliError;
use super::examples::Examples;
use super::findings::Estimated;
use super::stopwatch::Stopwatch;
use crate::analysis::{DataFlow, Graph, Samples, estimates};
use crate::asl::{Definitions, Remarks};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{self, Selection};
use crate::source::SourceFile;
use std::sync::Arc;

/// A file that is to be checked.
pub(super) struct Unit {
    pub(super) file: SourceFile,
    pub(super) settings: Settings,
    /// What was found when it was read, outside of its machines.
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) machines: Vec<Machine>,
    /// What its comments say, if it is a template.
    pub(super) remarks: Remarks,
}

impl Unit {
    pub(super) fn new(
        definitions: Definitions,
        configurations: &mut Configurations<'_>,
        examples: &Examples<'_>,
    ) -> Result<Self, CliError> {
        let Definitions {
            file,
            list,
            mut diagnostics,
            remarks,
            ..
        } = definitions;
        let settings = configurations.settings(&file.name)?;
        let selection = &settings.selection;
        if list.is_empty() && diagnostics.is_empty() && selection.is_on("no-definition") {
            let note = Diagnostic::new(
                "no-definition",
                Severity::Note,
                Span::default(),
                "this file holds no state machine definition",
            );
            diagnostics.push(note.help("a definition is an object with `StartAt` and `States`"));
        }
        selection.apply(&mut diagnostics);
        let mut machines = Vec::new();
        for definition in list {
            // A file that a template names may have rules of its own.
            let home = &definition.file.home().name;
            let there = configurations.settings(home)?;
            machines.push(Machine {
                of_template: definition
                    .deployment
                    .is_some()
                    .then(|| Arc::clone(selection)),
                settings: (!there.excluded || *home == file.name).then_some(there),
                samples: examples.of(&definition)?,
                definition,
            });
        }
        Ok(Self {
            file,
            settings,
            diagnostics,
            machines,
            remarks,
        })
    }
}

/// A machine that is to be checked.
pub(super) struct Machine {
    pub(super) definition: Definition,
    /// The rules for what its template says of it, where it has one.
    pub(super) of_template: Option<Arc<Selection>>,
    /// What counts where it stands; nothing where the configuration passes that file over.
    pub(super) settings: Option<Settings>,
    pub(super) samples: Samples,
}

/// What was found of a machine.
pub(super) struct Judged {
    /// In its template.
    pub(super) of_template: Vec<Diagnostic>,
    /// In the file that it stands in.
    pub(super) of_machine: Vec<Diagnostic>,
    pub(super) estimated: Option<Estimated>,
    pub(super) watch: Stopwatch,
}

impl Machine {
    /// Checks it; `timed` has the watch tell how long each rule took, `estimate` how big payloads can get.
    pub(super) fn judge(&self, timed: bool, estimate: bool) -> Judged {
        let mut watch = Stopwatch::start();
        let definition = &self.definition;
        let of_template = match &self.of_template {
            Some(selection) => lint::template_findings(definition, selection),
            None => Vec::new(),
        };
        let (mut of_machine, mut size) = (Vec::new(), None);
        if let Some(Settings { selection, .. }) = &self.settings {
            let found = lint::findings_timed(definition, &self.samples, selection, &mut |rule| {
                if timed {
                    watch.done(rule);
                }
            });
            let found = found.into_iter();
            of_machine = found.map(|one| definition.file.at_home(one)).collect();
            size = estimate
                .then(|| estimated(definition, &self.samples))
                .flatten();
        }
        Judged {
            of_template,
            of_machine,
            estimated: size,
            watch,
        }
    }
}

fn estimated(definition: &Definition, samples: &Samples) -> Option<Estimated> {
    let machine = definition.machine.clone()?;
    let faults = lint::faults(&definition.diagnostics);
    let flow = DataFlow::new(&machine, &Graph::new(&machine), samples, &faults);
    let estimates = estimates(&machine, &flow);
    let name = &definition.file.home().name;
    Some(Estimated {
        title: match &definition.deployment {
            Some(deployed) => format!("{name} ({})", deployed.name),
            None => name.to_string(),
        },
        machine,
        estimates,
    })
}
