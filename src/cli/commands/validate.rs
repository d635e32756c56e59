//! `sfnrun validate`

use crate::analysis::{DataFlow, Estimate, Graph, Samples, estimates};
use crate::asl::StateMachine;
use crate::cli::args::{FindingsFormat, Validate};
use crate::cli::baseline;
use crate::cli::configuration::{CommandLine, Configurations, Settings};
use crate::cli::definition::Definition;
use crate::cli::discover::{self, Found};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::mock_source::MockSource;
use crate::cli::rehearsal;
use crate::cli::terminal::Terminal;
use crate::config::FailOn;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint;
use crate::report::diagnostic::{Findings, Summary, concise, human, json_with_estimates};
use crate::report::{estimate_table, estimates_json};
use crate::source::SourceFile;

/// One file that was checked.
struct Checked {
    file: SourceFile,
    diagnostics: Vec<Diagnostic>,
    /// With `--estimate`.
    estimated: Option<(StateMachine, Vec<Estimate>)>,
    /// The least severity that makes the exit code 1.
    fail_on: FailOn,
}

/// Checks files and folders.
pub(crate) fn run(arguments: &Validate, terminal: &Terminal) -> Result<Exit, CliError> {
    let command_line = CommandLine {
        choices: arguments.rules.choices()?,
        fail_on: arguments.fail_on,
        workflow_type: arguments.workflow_type.map(Into::into),
        variables: &arguments.variables,
    };
    let mut configurations = Configurations::new(&arguments.configuration, command_line, terminal);
    let mut checked = Vec::new();
    let mut empty = Vec::new();
    let mut unreadable = Vec::new();
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
            let definition = Definition::load(file, &settings.bindings, settings.workflow_type);
            if definition.found || !folder {
                checked.push(check(arguments, &settings, definition, terminal)?);
            }
        }
        if folder && checked.len() == before && excluded == before_excluded {
            empty.push(path.clone());
        }
    }
    let files = checked.iter_mut();
    let files = files.map(|one| (&*one.file.name, &mut one.diagnostics));
    let known = baseline::apply(&arguments.baseline, files)?;
    if !arguments.baseline.write_baseline {
        print(arguments, &checked, terminal)?;
    }
    if let Some(known) = known {
        terminal.story(&known);
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
    Ok(exit(&checked, !unreadable.is_empty(), !empty.is_empty()))
}

fn check(
    arguments: &Validate,
    settings: &Settings,
    definition: Definition,
    terminal: &Terminal,
) -> Result<Checked, CliError> {
    let samples = samples(arguments, settings, &definition, terminal)?;
    let mut diagnostics = lint::findings(&definition, &samples, &settings.selection);
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

fn print(arguments: &Validate, checked: &[Checked], terminal: &Terminal) -> Result<(), CliError> {
    let findings: Vec<Findings<'_>> = checked
        .iter()
        .map(|checked| Findings {
            path: &checked.file.name,
            text: &checked.file.text,
            diagnostics: &checked.diagnostics,
        })
        .collect();
    let text = match arguments.format {
        FindingsFormat::Json => {
            let estimated = checked.iter().map(|checked| checked.estimated.as_ref());
            let estimates = estimated
                .map(|pair| pair.map(|(machine, estimates)| estimates_json(machine, estimates)));
            json_with_estimates(&findings, &estimates.collect::<Vec<_>>())
        }
        FindingsFormat::Concise => findings.iter().map(concise).collect(),
        FindingsFormat::Human => {
            let style = terminal.stdout_style();
            findings
                .iter()
                .map(|findings| human(findings, style))
                .collect::<String>()
        }
    };
    terminal.result(&text)?;
    if arguments.format != FindingsFormat::Json {
        for checked in checked {
            if let Some((machine, estimates)) = &checked.estimated {
                let table = estimate_table(machine, estimates, terminal.stdout_style());
                terminal.result(&format!(
                    "payload sizes in {}\n\n{table}\n",
                    checked.file.name
                ))?;
            }
        }
    }
    if arguments.format == FindingsFormat::Json || checked.is_empty() {
        return Ok(());
    }
    let mut summary = Summary::default();
    findings.iter().for_each(|findings| summary.add(findings));
    terminal.story(&format!("{summary}\n"));
    let rules: Vec<&str> = checked
        .iter()
        .flat_map(|checked| &checked.diagnostics)
        .map(|found| found.rule)
        .collect();
    if let (FindingsFormat::Human, Some(rule)) = (arguments.format, rules.first()) {
        terminal.story(&format!("explain: sfnrun explain {rule}\n"));
    }
    Ok(())
}

fn exit(checked: &[Checked], unreadable: bool, empty: bool) -> Exit {
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
    } else if checked.iter().any(failed) {
        Exit::Failure
    } else if empty {
        Exit::Nothing
    } else {
        Exit::Success
    }
}
