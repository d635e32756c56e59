//! A failed execution as a diagnostic: the line of the definition that failed, the value on which it failed, what AWS
//! says of it, and what to do.

use super::hints;
use crate::asl::{QueryLanguage, StateId, StateKind, StateMachine};
use crate::base::text::{count, list};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::engine::Secrets;
use crate::engine::{Failure, FailureKind, Outcome, Status, Unfilled, Unsupported};
use crate::report::Style;
use crate::report::preview::Shortener;
use crate::tasks::Hindrance;

/// Columns of a value that is shown.
const VALUE: usize = 84;
/// Characters of a cause that is shown.
const CAUSE: usize = 600;

/// Errors of the language, under whose name a failure is shown. Others come from services, and are in the message.
const NAMES: [&str; 17] = [
    "States.BranchFailed",
    "States.DataLimitExceeded",
    "States.ExceedToleratedFailureThreshold",
    "States.HeartbeatTimeout",
    "States.Http.Socket",
    "States.IntrinsicFailure",
    "States.ItemReaderFailed",
    "States.NoChoiceMatched",
    "States.ParameterPathFailure",
    "States.Permissions",
    "States.QueryEvaluationError",
    "States.ResultPathMatchFailure",
    "States.ResultWriterFailed",
    "States.Runtime",
    "States.TaskFailed",
    "States.Timeout",
    "States.ALL",
];

/// Why an execution did not succeed; nothing where it did, or where somebody stopped it.
pub fn failure_diagnostic(
    machine: &StateMachine,
    outcome: &Outcome,
    secrets: &Secrets,
) -> Option<Diagnostic> {
    match (outcome.status, &outcome.failure) {
        (Status::Failed, Some(failure)) => Some(of_failure(machine, failure, secrets)),
        (Status::TimedOut, _) => Some(of_time_out(machine)),
        _ => None,
    }
}

/// What a run needs that this version does not have.
pub fn unsupported_diagnostic(machine: &StateMachine, unsupported: &Unsupported) -> Diagnostic {
    let state = machine.state(unsupported.state);
    Diagnostic::error(
        "not-supported",
        state.name.span,
        format!(
            "`{}` is {}, which cannot be run here yet",
            state.name.value, unsupported.feature
        ),
    )
    .note("nothing was made up in its place: the run ends here")
    .at(state.location.clone())
}

/// A field that is needed, and whose value nobody knows.
pub fn unfilled_diagnostic(machine: &StateMachine, unfilled: &Unfilled) -> Diagnostic {
    let state = machine.state(unfilled.state);
    let field = &unfilled.field;
    Diagnostic::error(
        "unfilled-placeholder",
        field.span,
        format!(
            "`{}` needs its `{}`, which is a placeholder that is not filled",
            state.name.value, field.value
        ),
    )
    .note("nothing was made up in its place: the run ends here")
    .help("`--var NAME=VALUE` or `--vars FILE` fills it, and so does `vars` in sfnrun.toml")
    .at(state.location.clone())
}

/// A distributed Map that reads or writes objects where nothing stands for S3.
pub fn no_store_diagnostic(machine: &StateMachine, state: StateId) -> Diagnostic {
    let state = machine.state(state);
    Diagnostic::error(
        "not-supported",
        state.name.span,
        format!(
            "the Map `{}` reads or writes objects, and nothing stands for S3",
            state.name.value
        ),
    )
    .help("give `--s3 DIR`: a folder that holds a subfolder for each bucket, and in it the objects as files; with `--aws` it is S3 itself")
    .at(state.location.clone())
}

/// A Task that cannot be done here, for a reason that AWS does not know.
pub fn hindered_diagnostic(machine: &StateMachine, hindrance: &Hindrance) -> Diagnostic {
    let state = machine.state(hindrance.state);
    let diagnostic = Diagnostic::error(
        "not-called",
        state.name.span,
        format!(
            "`{}` cannot be called: {}",
            state.name.value, hindrance.message
        ),
    )
    .at(state.location.clone());
    match &hindrance.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

/// Executions that start one another without an end; `what` says how many that were: `101 executions within one another`.
pub fn endless_diagnostic(machine: &StateMachine, state: StateId, what: &str) -> Diagnostic {
    let state = machine.state(state);
    Diagnostic::error(
        "endless-executions",
        state.name.span,
        format!(
            "`{}` starts an execution, which makes {what}",
            state.name.value
        ),
    )
    .labelled("more are not run here")
    .help("look for a machine that starts itself: on AWS it would go on, and cost, for ever")
    .at(state.location.clone())
}

fn of_time_out(machine: &StateMachine) -> Diagnostic {
    match &machine.timeout_seconds {
        Some(seconds) => Diagnostic::error(
            "States.Timeout",
            seconds.span,
            format!(
                "the execution ran longer than its `TimeoutSeconds`, {} s",
                seconds.value
            ),
        )
        .note("no `Catch` takes the time-out of an execution; its status is TIMED_OUT"),
        None => Diagnostic::error(
            "States.Timeout",
            Span::at(machine.span.start as usize),
            "the execution ran longer than an Express execution may, five minutes",
        )
        .help("run it as a Standard workflow, or hand long work to one with `startExecution`"),
    }
}

fn of_failure(machine: &StateMachine, failure: &Failure, secrets: &Secrets) -> Diagnostic {
    let state = machine.state(failure.state);
    let name = failure.name();
    let rule = NAMES
        .into_iter()
        .find(|known| *known == name)
        .unwrap_or("execution-failed");
    // A whole state is shown by its name.
    let span = match &failure.culprit {
        Some(culprit) if !culprit.span.is_empty() && culprit.span != state.span => culprit.span,
        _ => state.name.span,
    };
    let mut cause = failure.cause.as_deref().unwrap_or_default().to_owned();
    secrets.mask(&mut cause);
    let headline = headline(machine, failure, &cause);
    let is_told = if cause.is_empty() {
        rule == name
    } else {
        headline.ends_with(&cause)
    };
    let mut diagnostic = Diagnostic::error(rule, span, headline).at(state.location.clone());
    diagnostic = owners(machine, failure.state, diagnostic);
    diagnostic = hints::hints(machine, failure, diagnostic);
    let value = failure
        .culprit
        .as_ref()
        .and_then(|culprit| culprit.value.as_ref());
    if let Some(value) = value {
        let shortener = Shortener {
            columns: VALUE,
            style: Style::default(),
            secrets,
        };
        diagnostic = diagnostic.note(format!("value: {}", shortener.preview(value)));
    }
    diagnostic = recovery(machine, failure, diagnostic);
    if !is_told && !matches!(state.kind, StateKind::Fail(_)) {
        let shown = text::shorten(&cause, CAUSE);
        let separator = if cause.is_empty() { "" } else { ": " };
        let name = if name.is_empty() {
            "no error name"
        } else {
            name
        };
        diagnostic = diagnostic.note(format!("AWS gives {name}{separator}{shown}"));
    }
    diagnostic
}

/// One line on what happened.
fn headline(machine: &StateMachine, failure: &Failure, cause: &str) -> String {
    let state = machine.state(failure.state);
    let who = &state.name.value;
    match (failure.name(), &state.kind) {
        (name, StateKind::Fail(_)) => {
            let name = if name.is_empty() { "no `Error`" } else { name };
            let cause = if cause.is_empty() {
                String::new()
            } else {
                format!(": {}", text::shorten(cause, 160))
            };
            format!("the Fail state `{who}` ends the execution with {name}{cause}")
        }
        ("States.DataLimitExceeded", _) => {
            let value = failure
                .culprit
                .as_ref()
                .and_then(|culprit| culprit.value.as_ref());
            let size = value
                .map(|value| format!(" of {}", text::bytes(value.size())))
                .unwrap_or_default();
            format!(
                "data{size} at `{who}` is more than the {} that a state may take or give",
                hints::LIMIT
            )
        }
        ("States.Timeout", StateKind::Task(_)) => {
            format!("the task of `{who}` ran into its time limit")
        }
        (_, StateKind::Choice(_)) if hints::is_no_choice(failure) => {
            format!("no rule of `{who}` holds, and it has no `Default`")
        }
        ("", _) => format!("`{who}` failed without a name for the error"),
        (name, StateKind::Task(_)) if !name.starts_with("States.") => {
            let detail = hints::task_message(cause);
            let separator = if detail.is_empty() { "" } else { ": " };
            format!(
                "the task of `{who}` failed with {name}{separator}{}",
                text::shorten(&detail, 160)
            )
        }
        (_, _) => {
            let value = failure
                .culprit
                .as_ref()
                .and_then(|culprit| culprit.value.as_ref());
            if let Some(path) = value.and_then(|value| hints::missing_path(cause, value)) {
                return format!("`{who}` failed: `{path}` finds nothing");
            }
            let detail = hints::without_preamble(cause);
            let detail = if detail.is_empty() {
                failure.name()
            } else {
                detail
            };
            format!("`{who}` failed: {}", text::shorten(detail, 200))
        }
    }
}

/// Says which Maps and Parallels the state is in.
fn owners(machine: &StateMachine, state: StateId, mut diagnostic: Diagnostic) -> Diagnostic {
    let mut flow = machine.state(state).flow;
    while let Some(owner) = machine.flow(flow).owner() {
        let owner = machine.state(owner);
        let what = match owner.kind {
            StateKind::Map(_) => "in an iteration of this Map",
            _ => "in a branch of this Parallel",
        };
        diagnostic = diagnostic.label(owner.name.span, what);
        flow = owner.flow;
    }
    diagnostic
}

/// Why neither Retry nor Catch took it.
fn recovery(machine: &StateMachine, failure: &Failure, mut diagnostic: Diagnostic) -> Diagnostic {
    let state = machine.state(failure.state);
    let name = if failure.name().is_empty() {
        "an error without a name"
    } else {
        failure.name()
    };
    match failure.kind {
        FailureKind::Execution => {
            return diagnostic.note("the execution ends at once: no `Retry` or `Catch` is asked");
        }
        FailureKind::Fatal => {
            return diagnostic.note(format!(
                "no `Retry` and no `Catch` takes {name} here, not even with `States.ALL`"
            ));
        }
        FailureKind::Ordinary => {}
    }
    if !matches!(
        state.kind,
        StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
    ) {
        return diagnostic;
    }
    let retrier = state
        .retry
        .iter()
        .enumerate()
        .find(|(_, retrier)| retrier.matches(failure.name()));
    if let Some((at, retrier)) = retrier.filter(|(_, retrier)| retrier.max_attempts > 0) {
        let retries = count(
            usize::try_from(retrier.max_attempts).unwrap_or(usize::MAX),
            "retry",
        );
        diagnostic = diagnostic.note(format!("`Retry[{at}]` was used up: {retries}"));
    }
    let caught: Vec<&str> = state
        .catch
        .iter()
        .flat_map(|catcher| &catcher.error_equals)
        .map(|name| &*name.value)
        .collect();
    if caught.is_empty() {
        let keeps = match state.query_language {
            QueryLanguage::JsonPath => "a `ResultPath`",
            QueryLanguage::Jsonata => "an `Output`",
        };
        diagnostic.help(format!(
            "to go on after {name}, give `{}` a `Catch` with {keeps}",
            state.name.value
        ))
    } else {
        diagnostic.note(format!("its `Catch` takes {} only", list(&caught)))
    }
}

#[cfg(test)]
#[path = "failure_tests.rs"]
mod tests;
