//! `sfnrun validate`

use crate::cli::args::Validate;
use crate::cli::baseline::{self, Known};
use crate::cli::batch::{Batch, ByFile};
use crate::cli::configuration::{CommandLine, Configurations, Settings};
use crate::cli::error::CliError;
use crate::cli::examples::Examples;
use crate::cli::exit::Exit;
use crate::cli::findings::{self, Checked};
use crate::cli::input;
use crate::cli::mending::Mending;
use crate::cli::repair::Repair;
use crate::cli::stopwatch::Stopwatch;
use crate::cli::terminal::Terminal;
use crate::cli::unit::{Machine, Unit};
use crate::cli::workers::Workers;
use crate::config::FailOn;
use crate::diagnostics::Severity;
use crate::lint;
use crate::services::ModelList;
use crate::source::SourceFile;
use std::sync::Arc;

/// Checks files and folders.
pub(crate) fn run(arguments: &Validate, terminal: &Terminal) -> Result<Exit, CliError> {
    let command_line = CommandLine {
        choices: arguments.rules.choices()?,
        fail_on: arguments.fail_on,
        workflow_type: arguments.workflow_type.map(Into::into),
        variables: &arguments.variables,
        models: arguments.models.as_deref().map(models).transpose()?,
    };
    let mut configurations =
        Configurations::new(&arguments.configuration.file, command_line, terminal);
    let mut watch = Stopwatch::start();
    let Batch {
        loaded,
        empty,
        mut unreadable,
    } = Batch::read(arguments, &mut configurations)?;
    watch.done("reading");
    let examples = Examples::new(arguments, terminal)?;
    let mut mending = Repair::of(arguments)
        .map(|repair| Mending::new(&examples, arguments.resource.as_deref(), repair, terminal));
    let mut units = Vec::new();
    for mut definitions in loaded {
        if let Some(mending) = &mut mending {
            definitions = mending.mend(definitions, &mut configurations, &mut unreadable)?;
            watch.done("fixing");
        }
        units.push(Unit::new(definitions, &mut configurations, &examples)?);
    }
    let mut checked = judge(&mut units, arguments, &mut watch)?;
    for one in &mut checked {
        lint::sort(&mut one.diagnostics);
        one.diagnostics.dedup();
        one.fixed = mending
            .as_ref()
            .map_or(0, |mending| mending.fixed(&one.file));
    }
    let files = checked.iter_mut().map(|one| Known {
        path: &one.file.name,
        baseline: one.baseline.as_deref(),
        found: &mut one.diagnostics,
    });
    let known = baseline::apply(&arguments.baseline, files.collect())?;
    if arguments.diff {
        findings::print_diff_summary(arguments, &checked, terminal);
    } else if !arguments.baseline.write_baseline {
        findings::print(arguments, &checked, &unreadable, terminal)?;
    }
    if !known.is_empty() {
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

/// Checks all machines, and files what is found under the files that it is in.
fn judge(
    units: &mut [Unit],
    arguments: &Validate,
    watch: &mut Stopwatch,
) -> Result<Vec<Checked>, CliError> {
    let machines: Vec<&Machine> = units.iter().flat_map(|unit| &unit.machines).collect();
    let workers = Workers::new(arguments.jobs, machines.len())?;
    let judged = workers.map(&machines, |machine| {
        machine.judge(arguments.timings, arguments.estimate)
    });
    // Each machine's time is told by its own watch.
    watch.skip();
    let mut judged = judged.into_iter();
    let mut checked = ByFile::new();
    for unit in units {
        place(&mut checked, &unit.file, &unit.settings);
        let mut own = std::mem::take(&mut unit.diagnostics);
        for (machine, judged) in unit.machines.iter().zip(judged.by_ref()) {
            own.extend(judged.of_template);
            if let Some(settings) = &machine.settings {
                let home = machine.definition.file.home();
                let there = place(&mut checked, home, settings);
                there.estimated.extend(judged.estimated);
                match home.name == unit.file.name {
                    true => own.extend(judged.of_machine),
                    false => there.diagnostics.extend(judged.of_machine),
                }
            }
            watch.add(&judged.watch);
        }
        lint::suppress(&unit.remarks, &unit.settings.selection, &mut own);
        let here = place(&mut checked, &unit.file, &unit.settings);
        here.diagnostics.append(&mut own);
    }
    Ok(checked.into_list())
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
        baseline: settings.baseline.clone(),
    })
}

/// The list of models in a file.
fn models(path: &str) -> Result<Arc<ModelList>, CliError> {
    let list = ModelList::read(&input::json(path, "--models")?);
    list.map(Arc::new).map_err(|error| {
        CliError::new(format!("`{path}` is no list of models: {error}"))
            .help("`aws bedrock list-foundation-models > FILE` writes one")
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
