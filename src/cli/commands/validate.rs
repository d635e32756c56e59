//! `sfnrun validate`

use crate::analysis::{DataFlow, Graph, Samples, estimates};
use crate::cli::args::Validate;
use crate::cli::baseline;
use crate::cli::configuration::{CommandLine, Configurations, Settings};
use crate::cli::definition::Definition;
use crate::cli::discover::{self, Found};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::findings::{self, Checked};
use crate::cli::input;
use crate::cli::mock_source::MockSource;
use crate::cli::rehearsal;
use crate::cli::repair::Repair;
use crate::cli::stopwatch::Stopwatch;
use crate::cli::terminal::Terminal;
use crate::config::FailOn;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{self, mend};
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
    let mut checked = Vec::new();
    let mut empty = Vec::new();
    let mut unreadable: Vec<CliError> = Vec::new();
    let mut excluded = 0;
    for path in &arguments.paths {
        let (before, before_excluded) = (checked.len(), excluded);
        let found = discover::files(path)?;
        let folder = matches!(found, Found::Folder(_));
        for path in found.into_paths() {
            let settings = configurations.settings(&path)?;
            if settings.excluded && (folder || configurations.force_exclude()) {
                excluded += 1;
                continue;
            }
            let file = match input::source_file(&path) {
                Ok(file) => file,
                Err(error) => {
                    unreadable.push(error);
                    continue;
                }
            };
            let load = |file: SourceFile| {
                Definition::load(file, &settings.bindings, settings.workflow_type)
            };
            let mut definition = load(file);
            if !definition.found && folder {
                continue;
            }
            let mut fixed = 0;
            if let Some(repair) = Repair::of(arguments) {
                let before = definition.file.clone();
                let samples = samples(arguments, &settings, &definition, terminal)?;
                let mended = mend::mend(before.clone(), repair.which, &mut |file| {
                    lint::findings(&load(file.clone()), &samples, &settings.selection)
                });
                match repair.put(&path, &before, &mended, terminal) {
                    Ok(()) => {
                        fixed = mended.fixed.values().sum();
                        definition = load(mended.file);
                    }
                    // What was found is told as it was; the other files are mended all the same.
                    Err(error) => unreadable.push(error),
                }
                watch.done("fixing");
            }
            watch.done("reading");
            let mut file = check(arguments, &settings, definition, terminal, &mut watch)?;
            file.fixed = fixed;
            checked.push(file);
        }
        if folder && checked.len() == before && excluded == before_excluded {
            empty.push(path.clone());
        }
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
            "name a file, or a folder with .json or .yaml files that have `StartAt` and `States`",
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

fn check(
    arguments: &Validate,
    settings: &Settings,
    definition: Definition,
    terminal: &Terminal,
    watch: &mut Stopwatch,
) -> Result<Checked, CliError> {
    let samples = samples(arguments, settings, &definition, terminal)?;
    let selection = &settings.selection;
    let mut diagnostics = lint::findings_timed(&definition, &samples, selection, &mut |rule| {
        watch.done(rule);
    });
    if !definition.found && diagnostics.is_empty() && settings.selection.is_on("no-definition") {
        let note = Diagnostic::new(
            "no-definition",
            Severity::Note,
            crate::base::Span::default(),
            "this file holds no state machine definition",
        );
        diagnostics.push(note.help("a definition is an object with `StartAt` and `States`"));
    }
    let estimated = definition
        .machine
        .filter(|_| arguments.estimate)
        .map(|machine| {
            let faults = lint::faults(&definition.diagnostics);
            let flow = DataFlow::new(&machine, &Graph::new(&machine), &samples, &faults);
            let estimates = estimates(&machine, &flow);
            (machine, estimates)
        });
    Ok(Checked {
        file: definition.file,
        diagnostics,
        fixed: 0,
        estimated,
        fail_on: settings.fail_on,
    })
}

/// The examples of data that `--input` and `--mocks` give.
fn samples(
    arguments: &Validate,
    settings: &Settings,
    definition: &Definition,
    terminal: &Terminal,
) -> Result<Samples, CliError> {
    let mut samples = Samples::default();
    if let Some(input) = &arguments.input {
        samples = samples.with_input(input::json(input, "--input")?);
    }
    if let (Some(named), Some(machine)) = (&arguments.mocks, &definition.machine) {
        let mocks = MockSource::load(named, &definition.name(), machine, terminal)?;
        let mut results = mocks.results(machine);
        let input = samples.input().filter(|_| !definition.has_errors());
        if let Some(input) = input {
            results.extend(rehearsal::results(
                machine,
                settings.workflow_type,
                &mocks,
                input.clone(),
            ));
        }
        for (state, result) in results {
            samples = samples.with_result(state, result);
        }
    }
    Ok(samples)
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
