//! Answers the tasks of one execution from a test case of a `MockConfigFile.json`.

use super::findings::Findings;
use super::handler::{MockError, Reply, TimedOutcome};
use super::mock_config_file::{Case, MockConfigFile, Response, ResponseSays, exhausted};
use super::unknown_state::{tell_no_task, tell_unknown_state};
use crate::asl::{Pattern, ResourceKind, StateId, StateKind, StateMachine, StateType, Task};
use crate::base::Spanned;
use crate::engine::{TaskOutcome, TaskRequest};
use crate::value::{Str, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Answers from a test case. Holds the counters of one execution.
#[derive(Debug)]
pub(super) struct MockConfigHandler {
    file: String,
    config: Arc<MockConfigFile>,
    case: Case,
    states: HashMap<Str, StateResponses>,
}

/// What a state has been asked so far.
#[derive(Debug)]
struct StateResponses {
    responses: Vec<Response>,
    /// Invocations so far: one count a state name, whatever led to them.
    invocations: u64,
}

impl MockConfigHandler {
    /// A handler for one execution.
    pub(super) fn new(file: &str, config: Arc<MockConfigFile>, case: Case) -> Self {
        Self {
            file: file.to_owned(),
            config,
            case,
            states: HashMap::new(),
        }
    }

    /// Whether the test case has a response for a state.
    pub(super) fn answers(&self, state: &str) -> bool {
        self.config.responses(&self.case, state).is_some()
    }

    /// What the test case says to a request.
    pub(super) fn start(&mut self, request: &TaskRequest) -> Reply {
        let state = match self.states.get_mut(&request.state_name) {
            Some(state) => state,
            None => match self.config.responses(&self.case, &request.state_name) {
                None => return Reply::NotMocked,
                Some(Err(diagnostic)) => {
                    return Reply::Error(MockError::new(&self.file, *diagnostic));
                }
                Some(Ok(responses)) => {
                    let state = StateResponses {
                        responses,
                        invocations: 0,
                    };
                    self.states
                        .entry(request.state_name.clone())
                        .or_insert(state)
                }
            },
        };
        let invocation = state.invocations;
        state.invocations += 1;
        // The responses are sorted and have no gap, so the first that does not end before the invocation is the one.
        let at = state
            .responses
            .partition_point(|response| response.last < invocation);
        match (state.responses.get(at), state.responses.last()) {
            (Some(response), _) => Reply::Scripted(script(response, request)),
            (None, Some(last)) => {
                Reply::Error(exhausted(&self.file, &request.state_name, invocation, last))
            }
            (None, None) => Reply::NotMocked,
        }
    }
}

/// Warns of what a test case names and the machine does not have. Never more than a warning: an entry that is not used
/// must not fail a run (floci #2523, LocalStack #12560).
pub(super) fn check(
    config: &MockConfigFile,
    case: &Case,
    machine: &StateMachine,
    findings: &mut Findings,
) {
    for member in case.states() {
        let key = Spanned::new(member.key.text.clone(), member.key.span);
        let tasks = || {
            machine
                .states
                .iter()
                .filter(|state| state.name.value == key.value)
        };
        let task = tasks().find(|state| state.state_type() == StateType::Task);
        match (task, tasks().next()) {
            (None, None) => {
                let names = machine.states.iter().map(|state| &*state.name.value);
                tell_unknown_state(&key, names, machine, findings);
            }
            (None, Some(state)) => tell_no_task(&key, state, machine, findings),
            (Some(_), _) => {
                if let Some(Err(mut fault)) = config.responses(case, &key.value) {
                    fault.severity = crate::diagnostics::Severity::Warning;
                    fault.notes.push(format!(
                        "it fails the run only when `{}` is entered",
                        key.value
                    ));
                    findings.add(*fault);
                }
            }
        }
    }
}

fn script(response: &Response, request: &TaskRequest) -> Vec<TimedOutcome> {
    let pattern = request
        .resource
        .integration()
        .map(|integration| integration.pattern);
    let mut script = Vec::new();
    if pattern.is_some_and(|pattern| pattern != Pattern::RequestResponse) {
        script.push(TimedOutcome::new(
            0,
            TaskOutcome::Submitted(Value::empty_object()),
        ));
    }
    let outcome = match &response.says {
        ResponseSays::Return(value) => {
            TaskOutcome::Succeeded(result(value, &request.resource.kind))
        }
        ResponseSays::Throw { error, cause } => TaskOutcome::Failed {
            error: Some(error.clone()),
            cause: cause.clone(),
        },
    };
    script.push(TimedOutcome::new(0, outcome));
    script
}

/// The results of each Task in a test case.
pub(super) fn results(
    config: &MockConfigFile,
    case: &Case,
    machine: &StateMachine,
) -> Vec<(StateId, Value)> {
    let mut results = Vec::new();
    for state in &machine.states {
        let StateKind::Task(Task {
            resource: Some(resource),
            ..
        }) = &state.kind
        else {
            continue;
        };
        let responses = config.responses(case, &state.name.value);
        for response in responses.and_then(Result::ok).unwrap_or_default() {
            if let ResponseSays::Return(value) = &response.says {
                results.push((state.id, result(value, &resource.value.kind)));
            }
        }
    }
    results
}

/// Where the resource is a function itself, a `Return` in the envelope of `lambda:invoke` is opened: LocalStack takes
/// the envelope only (case `local_mocking/base_scenarios.lambda_invoke`), other files hold the bare payload.
fn result(value: &Value, kind: &ResourceKind) -> Value {
    let is_function = matches!(kind, ResourceKind::LambdaFunction | ResourceKind::Unknown);
    match value.as_object() {
        Some(envelope) if is_function && envelope.contains_key("StatusCode") => {
            let known = [
                "StatusCode",
                "Payload",
                "ExecutedVersion",
                "SdkHttpMetadata",
                "SdkResponseMetadata",
                "LogResult",
            ];
            let is_envelope = envelope.keys().all(|key| known.contains(&&**key));
            envelope
                .get("Payload")
                .filter(|_| is_envelope)
                .unwrap_or(value)
                .clone()
        }
        _ => value.clone(),
    }
}
