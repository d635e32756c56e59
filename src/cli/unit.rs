//! What `validate` checks: files, and the machines that they define.

use super::args::Validate;
use super::configuration::{Configurations, Settings};
use super::definition::Definition;
use super::error::CliError;
use super::examples::Examples;
use super::findings::Estimated;
use super::stopwatch::Stopwatch;
use crate::analysis::{DataFlow, Graph, Samples, estimates};
use crate::asl::Definitions;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{self, Selection};
use crate::source::{Filled, SourceFile};
use std::sync::Arc;

/// What is the same for all files that are checked.
pub(super) struct Check<'a> {
    pub(super) arguments: &'a Validate,
    pub(super) configurations: &'a Configurations<'a>,
    pub(super) examples: &'a Examples<'a>,
}

/// What was found in a file that was read, and in those that it names.
pub(super) struct Outcome {
    pub(super) file: SourceFile,
    pub(super) settings: Settings,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) estimated: Vec<Estimated>,
    /// Of the machines whose definitions stand in files of their own.
    pub(super) elsewhere: Vec<Elsewhere>,
    /// What was filled in each machine.
    pub(super) filled: Vec<Filled>,
    pub(super) watch: Stopwatch,
}

/// What was found of a machine in the file that its template names.
pub(super) struct Elsewhere {
    pub(super) file: SourceFile,
    pub(super) settings: Settings,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) estimated: Option<Estimated>,
}

impl Check<'_> {
    /// Checks the machines that a file defines, to which `settings` apply. `watch` goes on with what each rule takes.
    pub(super) fn file(
        &self,
        settings: &Settings,
        definitions: &Definitions,
        mut watch: Stopwatch,
    ) -> Result<Outcome, CliError> {
        let Definitions { file, list, .. } = definitions;
        let mut diagnostics = definitions.diagnostics.clone();
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
        let (mut estimated, mut elsewhere) = (Vec::new(), Vec::new());
        for definition in list {
            // A file that a template names may have rules of its own.
            let home = definition.file.home().clone();
            let there = self.configurations.settings(&home.name)?;
            let of_template = definition.deployment.is_some();
            let samples = self.examples.of(definition)?;
            let machine = Machine {
                of_template: of_template.then(|| Arc::clone(selection)),
                settings: (!there.excluded || home.name == file.name).then_some(there),
                samples,
                definition,
            };
            watch.skip();
            let judged = machine.judge(
                self.arguments.timings.then_some(&mut watch),
                self.arguments.estimate,
            );
            diagnostics.extend(judged.of_template);
            let Some(settings) = machine.settings else {
                continue;
            };
            if home.name == file.name {
                diagnostics.extend(judged.of_machine);
                estimated.extend(judged.estimated);
            } else {
                elsewhere.push(Elsewhere {
                    file: home,
                    settings,
                    diagnostics: judged.of_machine,
                    estimated: judged.estimated,
                });
            }
        }
        lint::suppress(&definitions.remarks, selection, &mut diagnostics);
        Ok(Outcome {
            file: file.clone(),
            settings: settings.clone(),
            diagnostics,
            estimated,
            elsewhere,
            filled: list.iter().map(|one| one.filled.clone()).collect(),
            watch,
        })
    }
}

/// A machine that is to be checked.
struct Machine<'d> {
    definition: &'d Definition,
    /// The rules for what its template says of it, where it has one.
    of_template: Option<Arc<Selection>>,
    /// What counts where it stands; nothing where the configuration passes that file over.
    settings: Option<Settings>,
    samples: Samples,
}

/// What was found of a machine.
struct Judged {
    /// In its template.
    of_template: Vec<Diagnostic>,
    /// In the file that it stands in.
    of_machine: Vec<Diagnostic>,
    estimated: Option<Estimated>,
}

impl Machine<'_> {
    /// Checks it; `watch` tells how long each rule took, `estimate` asks how big payloads can get.
    fn judge(&self, mut watch: Option<&mut Stopwatch>, estimate: bool) -> Judged {
        let definition = self.definition;
        let of_template = match &self.of_template {
            Some(selection) => lint::template_findings(definition, selection),
            None => Vec::new(),
        };
        let (mut of_machine, mut size) = (Vec::new(), None);
        if let Some(Settings { selection, .. }) = &self.settings {
            let found = lint::findings_timed(definition, &self.samples, selection, &mut |rule| {
                if let Some(watch) = &mut watch {
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
