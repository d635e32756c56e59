//! `sfnrun validate`

use crate::analysis::{DataFlow, Graph, Samples, estimates};
use crate::asl::Definitions;
use crate::cli::args::Validate;
use crate::cli::baseline;
use crate::cli::batch::{Batch, ByFile};
use crate::cli::configuration::{CommandLine, Configurations, Settings};
use crate::cli::definition::Definition;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::findings::{self, Checked, Estimated};
use crate::cli::mending::Mending;
use crate::cli::repair::Repair;
use crate::cli::samples;
use crate::cli::stopwatch::Stopwatch;
use crate::cli::terminal::Terminal;
use crate::config::FailOn;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint;
use crate::source::SourceFile;

/// Checks files and folders.
pub(crate) fn run(arguments: &Validate, terminal: &Terminal) -> Result<Exit, CliError> {
    let command_line = CommandLine {
        choices: arguments.rules.choices()?,
        fail_on: arguments.fail_on,
        workflow_type: arguments.workflow_type.map(Into::into),
        variables: &arguments.variables,
    };
    let mut configurations = Configurations::new(&arguments.configuration, command_line, terminal);
    let mut watch = Stopwatch::start();
    let Batch {
        loaded,
        empty,
        mut unreadable,
    } = Batch::read(arguments, &mut configurations)?;
    watch.done("reading");
    let mut checked = ByFile::new();
    let mut mending = Repair::of(arguments).map(|repair| Mending::new(arguments, repair, terminal));
    for mut definitions in loaded {
        if let Some(mending) = &mut mending {
            definitions = mending.mend(definitions, &mut configurations, &mut unreadable)?;
            watch.done("fixing");
        }
        let mut check = Check {
            arguments,
            configurations: &mut configurations,
            checked: &mut checked,
            terminal,
            watch: &mut watch,
        };
        check.file(definitions)?;
    }
    let mut checked = checked.into_list();
    for one in &mut checked {
        lint::sort(&mut one.diagnostics);
        one.diagnostics.dedup();
        one.fixed = mending
            .as_ref()
            .map_or(0, |mending| mending.fixed(&one.file));
    }
    let files = checked.iter_mut();
    let files = files.map(|one| (&*one.file.name, &mut one.diagnostics));
    let known = baseline::apply(&arguments.baseline, files)?;
    if arguments.diff {
        findings::print_diff_summary(arguments, &checked, terminal);
    } else if !arguments.baseline.write_baseline {
        findings::print(arguments, &checked, &unreadable, terminal)?;
    }
    if let Some(known) = known {
        terminal.story(&known);
    }
    watch.done("printing");
    if arguments.timings {
        terminal.story(&watch.report());
    }
    for error in &unreadable {
        terminal.story(&error.to_string());
    }
    for path in &empty {
        let fault = CliError::new(format!("`{path}` holds no state machine definition")).help(
            "name a file, or a folder with definitions (`StartAt` and `States`) or templates that define state machines",
        );
        terminal.story(&fault.to_string());
    }
    if arguments.baseline.write_baseline && unreadable.is_empty() {
        return Ok(Exit::Success);
    }
    Ok(exit(
        arguments,
        &checked,
        !unreadable.is_empty(),
        !empty.is_empty(),
    ))
}

/// The place of a file among those that were checked.
fn place<'c>(
    checked: &'c mut ByFile<Checked>,
    file: &SourceFile,
    settings: &Settings,
) -> &'c mut Checked {
    checked.of(file, || Checked {
        file: file.clone(),
        diagnostics: Vec::new(),
        fixed: 0,
        estimated: Vec::new(),
        fail_on: settings.fail_on,
    })
}

/// What checking a file needs.
struct Check<'a, 'c> {
    arguments: &'a Validate,
    configurations: &'a mut Configurations<'c>,
    checked: &'a mut ByFile<Checked>,
    terminal: &'a Terminal,
    watch: &'a mut Stopwatch,
}

impl Check<'_, '_> {
    /// Checks every machine of a file, and files what is found under the file that it is in.
    fn file(&mut self, definitions: Definitions) -> Result<(), CliError> {
        let Definitions {
            file,
            list,
            mut diagnostics,
            ..
        } = definitions;
        let settings = self.configurations.settings(&file.name)?;
        let selection = &settings.selection;
        if list.is_empty() && diagnostics.is_empty() && selection.is_on("no-definition") {
            let note = Diagnostic::new(
                "no-definition",
                Severity::Note,
                crate::base::Span::default(),
                "this file holds no state machine definition",
            );
            diagnostics.push(note.help("a definition is an object with `StartAt` and `States`"));
        }
        selection.apply(&mut diagnostics);
        let here = place(self.checked, &file, &settings);
        here.diagnostics.extend(diagnostics);
        for definition in list {
            if definition.deployment.is_some() {
                let of_template = lint::template_findings(&definition, selection);
                let here = place(self.checked, &file, &settings);
                here.diagnostics.extend(of_template);
            }
            // A file that a template names may have rules of its own.
            let home = definition.file.home();
            let settings = self.configurations.settings(&home.name)?;
            if settings.excluded && home.name != file.name {
                continue;
            }
            self.machine(&definition, home, &settings)?;
        }
        Ok(())
    }

    fn machine(
        &mut self,
        definition: &Definition,
        home: &SourceFile,
        settings: &Settings,
    ) -> Result<(), CliError> {
        let samples = samples::given(self.arguments, definition, self.terminal)?;
        let selection = &settings.selection;
        let watch = &mut *self.watch;
        let found = lint::findings_timed(definition, &samples, selection, &mut |rule| {
            watch.done(rule);
        });
        let here = place(self.checked, home, settings);
        let moved = found.into_iter().map(|one| definition.file.at_home(one));
        here.diagnostics.extend(moved);
        if self.arguments.estimate {
            here.estimated.extend(estimated(definition, &samples));
        }
        Ok(())
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

fn exit(arguments: &Validate, checked: &[Checked], unreadable: bool, empty: bool) -> Exit {
    let failed = |checked: &Checked| {
        let bar = match checked.fail_on {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
            FailOn::Never => return false,
        };
        checked
            .diagnostics
            .iter()
            .any(|found| found.severity >= bar)
    };
    if unreadable {
        Exit::Usage
    } else if arguments.diff {
        match checked.iter().any(|checked| checked.fixed > 0) {
            true => Exit::Failure,
            false => Exit::Success,
        }
    } else if checked.iter().any(failed) {
        Exit::Failure
    } else if empty {
        Exit::Nothing
    } else {
        Exit::Success
    }
}
