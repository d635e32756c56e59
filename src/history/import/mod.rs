//! Histories that were written down, by AWS or by us, back to the events that they tell of.

mod entry;
mod events;
mod synthesis;
#[cfg(test)]
mod tests;
mod threads;
mod token;

use crate::asl::StateMachine;
use crate::diagnostics::Diagnostic;
use crate::engine::{Event, EventKind, Failure, FailureKind, Outcome, Status};
use crate::source::{SourceFile, Tree};
use std::sync::Arc;
use threads::Threads;

/// A history that was read.
#[derive(Clone, Debug)]
pub struct ImportedHistory {
    /// The machine that the events speak of: the definition that was given, or one made of the names and types in the
    /// history.
    pub machine: Arc<StateMachine>,
    /// What happened. Events with an id stand in the history; those for people, with id 0, are inferred from it.
    pub events: Vec<Event>,
    /// How it ended; nothing where the history stops before the end.
    pub outcome: Option<Outcome>,
}

/// Reads a file as what `GetExecutionHistory` gives: `{"events": […]}` as the `aws` command prints it and `--history` writes
/// it, or the list alone, in either order.
///
/// Gives the history and notes, or nothing and errors among the findings. With `definition` a state that it does not have is
/// an error. Types of events that are not known are left out with a note.
pub fn import(
    file: &SourceFile,
    definition: Option<Arc<StateMachine>>,
) -> (Option<ImportedHistory>, Vec<Diagnostic>) {
    let tree = file.read();
    if file.text.trim().is_empty() {
        return (None, vec![entry::empty()]);
    }
    let mut findings = tree.diagnostics.clone();
    if events::has_errors(&findings) {
        // What AWS would say of it as a definition is beside the point.
        for finding in &mut findings {
            finding.aws = None;
        }
        return (None, findings);
    }
    let history = import_tree(&tree, definition, &mut findings);
    let history = history.filter(|_| !events::has_errors(&findings));
    (history, findings)
}

fn import_tree(
    tree: &Tree,
    definition: Option<Arc<StateMachine>>,
    findings: &mut Vec<Diagnostic>,
) -> Option<ImportedHistory> {
    let entries = entry::entries(tree, findings);
    if events::has_errors(findings) {
        return None;
    }
    let threads = Threads::of(&entries);
    let machine = match definition {
        Some(machine) => machine,
        None => Arc::new(synthesis::machine(&entries, &threads).unwrap_or_else(no_machine)),
    };
    let events = events::Builder::new(&entries, &threads, &machine, findings).build();
    let outcome = outcome(&events);
    Some(ImportedHistory {
        machine,
        events,
        outcome,
    })
}

/// The machine of a history in which no state was entered.
fn no_machine() -> StateMachine {
    StateMachine {
        comment: None,
        version: None,
        query_language: crate::asl::QueryLanguage::default(),
        timeout_seconds: None,
        flows: vec![crate::asl::Flow {
            id: crate::asl::FlowId::ROOT,
            kind: crate::asl::FlowKind::Machine,
            start_at: None,
            start: None,
            states: Vec::new(),
            location: String::new(),
            span: crate::base::Span::default(),
        }],
        states: Vec::new(),
        span: crate::base::Span::default(),
    }
}

fn outcome(events: &[Event]) -> Option<Outcome> {
    let end = events.iter().rev().find(|event| event.id > 0)?;
    let ended = |status, error: &Option<_>, cause: &Option<_>| Outcome {
        status,
        output: None,
        error: error.clone(),
        cause: cause.clone(),
        failure: None,
    };
    Some(match &end.kind {
        EventKind::ExecutionSucceeded { output } => Outcome {
            output: Some(output.clone()),
            ..ended(Status::Succeeded, &None, &None)
        },
        EventKind::ExecutionFailed { error, cause } => Outcome {
            failure: failed_state(events).map(|state| Failure {
                error: error.clone(),
                cause: cause.clone(),
                state,
                culprit: None,
                kind: FailureKind::Ordinary,
                evaluation: None,
            }),
            ..ended(Status::Failed, error, cause)
        },
        EventKind::ExecutionTimedOut { error, cause } => ended(Status::TimedOut, error, cause),
        EventKind::ExecutionAborted { error, cause } => ended(Status::Aborted, error, cause),
        _ => return None,
    })
}

/// The state in which the failure that ended the execution began: the last that is told of.
fn failed_state(events: &[Event]) -> Option<crate::asl::StateId> {
    events.iter().rev().find_map(|event| event.kind.state())
}
