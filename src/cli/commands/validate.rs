//! `sfnrun validate`

use crate::cli::args::Validate;
use crate::cli::baseline::{self, Known};
use crate::cli::batch::Batch;
use crate::cli::by_file::ByFile;
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
use crate::cli::unit::{Check, Outcome};
use crate::cli::unused_variables;
use crate::cli::workers::Workers;
use crate::config::FailOn;
use crate::diagnostics::Severity;
use crate::lint;
use crate::services::ModelList;
use crate::source::SourceFile;
use std::num::NonZeroUsize;
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
    let configurations = Configurations::new(&arguments.configuration.file, command_line, terminal);
    let examples = Examples::new(arguments, terminal)?;
    let check = Check {
        arguments,
        configurations: &configurations,
        examples: &examples,
    };
    let mut mending = Repair::of(arguments)
        .map(|repair| Mending::new(&examples, arguments.resource.as_deref(), repair, terminal));
    // Mock files tell of themselves when they are read, one after the other.
    let jobs = match arguments.mocks {
        Some(_) => Some(NonZeroUsize::MIN),
        None => arguments.jobs,
    };
    let Batch {
        loaded,
        empty,
        unreadable,
    } = match &mut mending {
        None => Batch::read(arguments, &configurations, jobs, |settings, file, watch| {
            check.file(settings, &file, watch)
        })?,
        Some(mending) => mended(mending, &check, jobs)?,
    };
    let filled = loaded.iter().flatten().flat_map(|outcome| &outcome.filled);
    unused_variables::tell(&arguments.variables, filled, terminal);
    // Each file's time is told by its own watch.
    let mut watch = Stopwatch::start();
    let mut checked = file_by_file(loaded, &mut watch)?;
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

/// Mends the files one after the other, and checks what came of them.
fn mended(
    mending: &mut Mending<'_>,
    check: &Check<'_>,
    jobs: Option<NonZeroUsize>,
) -> Result<Batch<Result<Outcome, CliError>>, CliError> {
    let configurations = check.configurations;
    let batch = Batch::read(
        check.arguments,
        configurations,
        jobs,
        |settings, file, watch| (settings.clone(), file, watch),
    )?;
    let mut unreadable = batch.unreadable;
    let mut mended = Vec::new();
    for (settings, file, mut watch) in batch.loaded {
        watch.skip();
        let file = mending.mend(file, configurations, &mut unreadable)?;
        watch.done("fixing");
        mended.push((settings, file, watch));
    }
    let workers = Workers::new(jobs, mended.len())?;
    Ok(Batch {
        loaded: workers.map(&mended, |(settings, file, watch)| {
            check.file(settings, file, watch.clone())
        }),
        empty: batch.empty,
        unreadable,
    })
}

/// Files what was found under the files that it is in.
fn file_by_file(
    outcomes: Vec<Result<Outcome, CliError>>,
    watch: &mut Stopwatch,
) -> Result<Vec<Checked>, CliError> {
    let mut checked = ByFile::new();
    for outcome in outcomes {
        let outcome = outcome?;
        watch.add(&outcome.watch);
        let here = place(&mut checked, &outcome.file, &outcome.settings);
        here.diagnostics.extend(outcome.diagnostics);
        here.estimated.extend(outcome.estimated);
        for one in outcome.elsewhere {
            let there = place(&mut checked, &one.file, &one.settings);
            there.diagnostics.extend(one.diagnostics);
            there.estimated.extend(one.estimated);
        }
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
