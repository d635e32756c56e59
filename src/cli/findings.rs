//! Findings as the user wants them: the format, where it goes, the summary.

use super::args::{FindingsFormat, Validate};
use super::error::CliError;
use super::output_file::write_file;
use super::repair::{self, Repair};
use super::terminal::Terminal;
use super::workers::Workers;
use crate::analysis::Estimate;
use crate::asl::StateMachine;
use crate::config::FailOn;
use crate::diagnostics::Diagnostic;
use crate::report::diagnostic::{
    Findings, Summary, concise, github, human, json_with_estimates, junit, sarif, statistics,
    statistics_json,
};
use crate::report::{Style, estimate_table, estimates_json};
use crate::source::SourceFile;
use serde_json::Value as Json;
use std::sync::Arc;

/// One file that was checked.
pub(super) struct Checked {
    /// The file.
    pub(super) file: SourceFile,
    /// What was found in it.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// How many findings were mended.
    pub(super) fixed: usize,
    /// The least severity that makes the exit code 1.
    pub(super) fail_on: FailOn,
    /// The file of findings that are known, if its configuration names one.
    pub(super) baseline: Option<Arc<str>>,
    /// With `--estimate`: of each machine.
    pub(super) estimated: Vec<Estimated>,
}

/// How big the payloads of a machine can get.
pub(super) struct Estimated {
    /// Its file, and its name in it where it is a template.
    pub(super) title: String,
    /// The machine.
    pub(super) machine: StateMachine,
    /// Of each state.
    pub(super) estimates: Vec<Estimate>,
}

/// Prints what was found, or writes it to the file that `--output` names, and sums it up. `faults`: files that could not
/// be read.
pub(super) fn print(
    arguments: &Validate,
    checked: &[Checked],
    faults: &[CliError],
    terminal: &Terminal,
) -> Result<(), CliError> {
    let findings: Vec<Findings<'_>> = checked
        .iter()
        .map(|checked| Findings {
            path: &checked.file.name,
            text: &checked.file.text,
            diagnostics: &checked.diagnostics,
        })
        .collect();
    let style = match arguments.output {
        Some(_) => Style {
            color: false,
            ..terminal.stdout_style()
        },
        None => terminal.stdout_style(),
    };
    let text = text(arguments, checked, &findings, faults, style)?;
    let repair = Repair::of(arguments);
    // The mended text of standard input has standard output for itself.
    let mended_input = repair.is_some() && arguments.paths.iter().any(|path| path == "-");
    match &arguments.output {
        Some(path) => write_file(path, &text)?,
        None if mended_input => terminal.story(&text),
        None => terminal.result(&text)?,
    }
    let told = arguments.output.is_none() && is_document(arguments.format);
    if !told && !checked.is_empty() {
        summarize(arguments, &findings, terminal);
        if let Some(line) = repair::summary(repair, checked) {
            terminal.story(&format!("{line}\n"));
        }
    }
    Ok(())
}

/// Says what `--diff` has shown.
pub(super) fn print_diff_summary(arguments: &Validate, checked: &[Checked], terminal: &Terminal) {
    if let Some(line) = repair::summary(Repair::of(arguments), checked) {
        terminal.story(&format!("{line}\n"));
    }
}

/// Whether a format is one document for programs.
fn is_document(format: FindingsFormat) -> bool {
    match format {
        FindingsFormat::Json | FindingsFormat::Sarif | FindingsFormat::Junit => true,
        FindingsFormat::Human | FindingsFormat::Concise | FindingsFormat::Github => false,
    }
}

fn text(
    arguments: &Validate,
    checked: &[Checked],
    findings: &[Findings<'_>],
    faults: &[CliError],
    style: Style,
) -> Result<String, CliError> {
    if arguments.statistics {
        return match arguments.format {
            FindingsFormat::Human | FindingsFormat::Concise => Ok(statistics(findings, style)),
            FindingsFormat::Json => Ok(statistics_json(findings)),
            _ => Err(
                CliError::new("`--statistics` counts, which this format cannot")
                    .help("leave `--format` out, or say `--format json`"),
            ),
        };
    }
    let mut text: String = match arguments.format {
        FindingsFormat::Json => {
            let estimates = checked.iter().map(|checked| {
                let all = checked.estimated.iter();
                let all = all.map(|one| estimates_json(&one.machine, &one.estimates));
                all.reduce(together)
            });
            json_with_estimates(findings, &estimates.collect::<Vec<_>>())
        }
        FindingsFormat::Sarif => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            sarif(findings, &faults)
        }
        FindingsFormat::Junit => junit(findings)
            .map_err(|error| CliError::new(format!("cannot write JUnit XML: {error}")))?,
        FindingsFormat::Concise => findings.iter().map(concise).collect(),
        FindingsFormat::Github => findings.iter().map(github).collect(),
        FindingsFormat::Human => Workers::new(arguments.jobs, findings.len())?
            .map(findings, |findings| human(findings, style))
            .concat(),
    };
    if !is_document(arguments.format) {
        for checked in checked {
            for one in &checked.estimated {
                let table = estimate_table(&one.machine, &one.estimates, style);
                let title = &one.title;
                text.push_str(&format!("payload sizes in {title}\n\n{table}\n"));
            }
        }
    }
    Ok(text)
}

/// The estimates of two machines of one file.
fn together(first: Json, second: Json) -> Json {
    match (first, second) {
        (Json::Array(mut first), Json::Array(second)) => {
            first.extend(second);
            Json::Array(first)
        }
        (first, _) => first,
    }
}

fn summarize(arguments: &Validate, findings: &[Findings<'_>], terminal: &Terminal) {
    let mut summary = Summary::default();
    findings.iter().for_each(|findings| summary.add(findings));
    terminal.story(&format!("{summary}\n"));
    let first = findings
        .iter()
        .find_map(|findings| findings.diagnostics.first());
    let shown = arguments.format == FindingsFormat::Human && !arguments.statistics;
    if let (true, Some(first)) = (shown, first) {
        terminal.story(&format!("explain: sfnrun explain {}\n", first.rule));
    }
}
