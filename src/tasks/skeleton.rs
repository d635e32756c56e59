//! Skeletons of mock files: every Task of a machine with an answer of a likely shape, to be filled in.

use crate::asl::{
    Pattern, Resource, ResourceKind, Retrier, State, StateId, StateKind, StateMachine,
};
use crate::services::result_shapes::result_shape;
use crate::value::{Object, Value};
use serde_json::Value as Json;
use std::collections::HashSet;

/// The format of a mock file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MockFormat {
    /// Our own, as YAML.
    #[default]
    Own,
    /// Step Functions Local's `MockConfigFile.json`.
    MockConfigFile,
}

/// The last invocation that the skeleton of a `MockConfigFile.json` answers where a state is asked for many times.
const LAST_INVOCATION: u64 = 99;

/// A mock file for `machine`: a case in which every Task succeeds, and one in which each Task that has a Retry fails
/// once. `name` is the state machine's name, `definition` what the user calls its file.
pub fn skeleton(
    machine: &StateMachine,
    name: &str,
    definition: &str,
    format: MockFormat,
) -> String {
    let tasks: Vec<Task<'_>> = machine
        .states
        .iter()
        .filter_map(|state| match &state.kind {
            StateKind::Task(task) => Some(Task {
                state,
                resource: task.resource.as_ref().map(|resource| &resource.value),
                key: key(machine, state),
                repeats: repeats(machine, state.id),
            }),
            _ => None,
        })
        .collect();
    match format {
        MockFormat::Own => own(&tasks, definition),
        MockFormat::MockConfigFile => mock_config_file(&tasks, name),
    }
}

/// A Task to be mocked.
struct Task<'m> {
    state: &'m State,
    resource: Option<&'m Resource>,
    /// What it is called in our own format.
    key: String,
    /// Whether one execution may ask for it again and again.
    repeats: bool,
}

impl Task<'_> {
    /// The error that its first usable retrier takes, and how an AWS service or a function would explain it.
    fn retried_error(&self) -> Option<String> {
        let retrier = self
            .state
            .retry
            .iter()
            .find(|retrier| retrier.max_attempts > 0)?;
        Some(error_for(retrier))
    }

    fn pattern(&self) -> Pattern {
        let integration = self.resource.and_then(Resource::integration);
        integration.map_or(Pattern::RequestResponse, |integration| integration.pattern)
    }

    /// Whether what comes back is sent by somebody who has the token.
    fn is_called_back(&self) -> bool {
        let is_activity = self
            .resource
            .is_some_and(|resource| resource.kind == ResourceKind::Activity);
        is_activity || self.pattern() == Pattern::WaitForTaskToken
    }

    /// Whether it is a function's ARN, or may be one.
    fn is_bare_function(&self) -> bool {
        self.resource.is_none_or(|resource| {
            matches!(
                resource.kind,
                ResourceKind::LambdaFunction | ResourceKind::Unknown | ResourceKind::Other
            )
        })
    }

    fn is_lambda_invoke(&self) -> bool {
        let integration = self.resource.and_then(Resource::integration);
        integration.is_some_and(|integration| {
            &*integration.resource_type() == "lambda" && &*integration.resource() == "invoke"
        })
    }

    fn result(&self) -> Value {
        let integration = self.resource.and_then(Resource::integration);
        let shape = integration.and_then(|integration| {
            result_shape(
                &integration.resource_type(),
                &integration.action,
                integration.pattern.suffix(),
            )
        });
        shape.map_or_else(Value::empty_object, |shape| shape.sample())
    }
}

/// The name of the state, with the states around it where another state has the same name.
fn key(machine: &StateMachine, state: &State) -> String {
    let same = machine
        .states
        .iter()
        .filter(|other| other.name.value == state.name.value)
        .count();
    if same > 1 {
        machine.path(state.id).join("/")
    } else {
        state.name.value.to_string()
    }
}

fn error_for(retrier: &Retrier) -> String {
    let first = retrier
        .error_equals
        .first()
        .map_or("States.ALL", |error| &*error.value);
    match first {
        "States.ALL" => "States.TaskFailed".to_owned(),
        named => named.to_owned(),
    }
}

/// Whether an execution may come to the state again: it is in a Map, or in a loop, or what it is nested in is.
fn repeats(machine: &StateMachine, state: StateId) -> bool {
    let mut next = Some(state);
    while let Some(id) = next {
        if is_in_loop(machine, id) {
            return true;
        }
        next = machine.flow(machine.state(id).flow).owner();
        if next.is_some_and(|owner| matches!(machine.state(owner).kind, StateKind::Map(_))) {
            return true;
        }
    }
    false
}

fn is_in_loop(machine: &StateMachine, start: StateId) -> bool {
    let mut seen = HashSet::new();
    let mut open = vec![start];
    while let Some(id) = open.pop() {
        let state = machine.state(id);
        let caught = state
            .catch
            .iter()
            .filter_map(|catcher| catcher.next.as_ref());
        for next in state
            .targets()
            .into_iter()
            .chain(caught)
            .filter_map(|target| target.state)
        {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

fn object(members: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    members.into_iter().collect::<Object>().into()
}

fn own(tasks: &[Task<'_>], definition: &str) -> String {
    let mut text = format!(
        "# Mocks for {}. Fill in what each Task gives, then run\n\
         #   sfnrun exec {} --mocks THIS_FILE\n\
         # `sfnrun explain mocks` tells what else may stand here: sequences, latencies, callbacks, items of a Map.\n\
         version: 1\nstates:\n",
        one_line(definition),
        one_line(definition),
    );
    if tasks.is_empty() {
        text.truncate(text.len() - 1);
        text.push_str(" {} # this machine has no Task\n");
    }
    for task in tasks {
        text.push_str(&format!(
            "  # {}\n",
            one_line(
                task.resource
                    .map_or("no resource", |resource| &resource.text)
            )
        ));
        text.push_str(&entry(&task.key, &own_answer(task)));
    }
    let retried: Vec<(&Task<'_>, String)> = tasks
        .iter()
        .filter_map(|task| task.retried_error().map(|error| (task, error)))
        .collect();
    if !retried.is_empty() {
        text.push_str("cases:\n  # Each Task that has a Retry fails once. Choose it with --mocks THIS_FILE#retry\n  retry:\n");
    }
    for (task, error) in retried {
        let failure = object([
            ("error", error.into()),
            ("cause", "what the service says".into()),
        ]);
        let mut success = own_answer(task);
        if let Value::Object(answer) = &mut success {
            answer.insert("repeat", "forever".into());
        }
        let entry = entry(&task.key, &vec![failure, success].into());
        text.extend(entry.lines().map(|line| format!("  {line}\n")));
    }
    text
}

fn own_answer(task: &Task<'_>) -> Value {
    if task.is_called_back() {
        let success = object([("after", "1s".into()), ("success", Value::empty_object())]);
        object([("callback", vec![success].into())])
    } else if task.is_bare_function() || task.is_lambda_invoke() {
        object([("payload", Value::empty_object())])
    } else {
        object([("result", task.result())])
    }
}

/// A member of a YAML mapping that stands two blanks in.
fn entry(key: &str, value: &Value) -> String {
    let mapping: Value = [(key, value.clone())]
        .into_iter()
        .collect::<Object>()
        .into();
    // What is written is text, numbers and collections of them: the writer takes all of it.
    let written = serde_yaml::to_string(&Json::from(&mapping)).unwrap_or_default();
    written.lines().map(|line| format!("  {line}\n")).collect()
}

/// Text for a comment: a line break in it would end the comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect()
}

fn mock_config_file(tasks: &[Task<'_>], name: &str) -> String {
    let mut happy = Object::new();
    let mut retry = Object::new();
    let mut responses = Object::new();
    for task in tasks {
        let state = &*task.state.name.value;
        let success = format!("{state}Success");
        happy.insert(state, success.as_str().into());
        let last = if task.repeats { LAST_INVOCATION } else { 0 };
        let result = object([("Return", mock_config_result(task))]);
        responses.insert(success.as_str(), numbered([(0, last, result.clone())]));
        match task.retried_error() {
            None => retry.insert(state, success.into()),
            Some(error) => {
                let failed = format!("{state}Retried");
                let thrown = object([
                    ("Error", error.into()),
                    ("Cause", "what the service says".into()),
                ]);
                let thrown = object([("Throw", thrown)]);
                responses.insert(
                    failed.as_str(),
                    numbered([(0, 0, thrown), (1, last.max(1), result)]),
                );
                retry.insert(state, failed.into())
            }
        };
    }
    let has_retry = happy != retry;
    let mut cases = Object::new();
    cases.insert("HappyPath", happy.into());
    if has_retry {
        cases.insert("RetryPath", retry.into());
    }
    let machine: Object = [(name, object([("TestCases", cases.into())]))]
        .into_iter()
        .collect();
    let file = object([
        ("StateMachines", machine.into()),
        ("MockedResponses", responses.into()),
    ]);
    file.to_pretty_json() + "\n"
}

/// Responses by the numbers of their invocations: first, last, response.
fn numbered<const N: usize>(responses: [(u64, u64, Value); N]) -> Value {
    let named = responses.into_iter().map(|(first, last, response)| {
        let key = if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        };
        (key, response)
    });
    named.collect::<Object>().into()
}

fn mock_config_result(task: &Task<'_>) -> Value {
    if task.is_called_back() || task.is_bare_function() {
        Value::empty_object()
    } else {
        task.result()
    }
}
