//! `sfnrun validate`

use crate::analysis::{DataFlow, Estimate, Graph, Samples, estimates};
use crate::asl::StateMachine;
use crate::cli::args::{FailOn, FindingsFormat, Validate};
use crate::cli::definition::{Definition, bindings};
use crate::cli::discover::{self, Found};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::mock_source::MockSource;
use crate::cli::rehearsal;
use crate::cli::terminal::Terminal;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{self, Selection};
use crate::report::diagnostic::{Findings, Summary, concise, human, json_with_estimates};
use crate::report::{estimate_table, estimates_json};
use crate::source::SourceFile;

/// One file that was checked.
struct Checked {
    file: SourceFile,
    diagnostics: Vec<Diagnostic>,
    /// With `--estimate`.
    estimated: Option<(StateMachine, Vec<Estimate>)>,
}

/// Checks files and folders.
pub(crate) fn run(arguments: &Validate, terminal: &Terminal) -> Result<Exit, CliError> {
    let bindings = bindings(&arguments.variables)?;
    let selection = Selection::default().with(&arguments.rules.choices()?);
    let mut checked = Vec::new();
    let mut empty = Vec::new();
    let mut unreadable = Vec::new();
    for path in &arguments.paths {
        let before = checked.len();
        let found = discover::files(path)?;
        let folder = matches!(found, Found::Folder(_));
        for path in found.into_paths() {
            let file = match input::source_file(&path) {
                Ok(file) => file,
                Err(error) => {
                    unreadable.push(error);
                    continue;
                }
            };
            let definition = Definition::load(file, &bindings, arguments.workflow_type.into());
            if definition.found || !folder {
                checked.push(check(arguments, &selection, definition, terminal)?);
            }
        }
        if folder && checked.len() == before {
            empty.push(path.clone());
        }
    }
    print(arguments, &checked, terminal)?;
    for error in &unreadable {
        terminal.story(&error.to_string());
    }
    for path in &empty {
        let fault = CliError::new(format!("`{path}` holds no state machine definition")).help(
            "name a file, or a folder with .json or .yaml files that have `StartAt` and `States`",
        );
        terminal.story(&fault.to_string());
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
    selection: &Selection,
    definition: Definition,
    terminal: &Terminal,
) -> Result<Checked, CliError> {
    let samples = samples(arguments, &definition, terminal)?;
    let mut diagnostics = lint::findings(&definition, &samples, selection);
    if !definition.found && diagnostics.is_empty() && selection.is_on("no-definition") {
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
    })
}

/// The examples of data that `--input` and `--mocks` give.
fn samples(
    arguments: &Validate,
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
            let workflow_type = arguments.workflow_type.into();
            results.extend(rehearsal::results(
                machine,
                workflow_type,
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

fn exit(arguments: &Validate, checked: &[Checked], unreadable: bool, empty: bool) -> Exit {
    let bar = match arguments.fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Never => None,
    };
    let mut all = checked.iter().flat_map(|checked| &checked.diagnostics);
    if unreadable {
        Exit::Usage
    } else if bar.is_some_and(|bar| all.any(|found| found.severity >= bar)) {
        Exit::Failure
    } else if empty {
        Exit::Nothing
    } else {
        Exit::Success
    }
}
