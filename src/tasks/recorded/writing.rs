//! Calls, written as a mock file.

use super::calls::{Call, Calls, End};
use crate::asl::{Pattern, Resource, ResourceKind, StateId, StateKind, StateMachine};
use crate::base::duration_text;
use crate::source::yaml;
use crate::value::{Object, Str, Value, read};
use serde_json::Value as Json;
use std::collections::HashSet;

/// Heartbeats fall in the middle of the time that is left for them.
const HEARTBEATS: i64 = 2;

/// The whole file.
pub(super) fn file(machine: &StateMachine, calls: &Calls, heading: &str) -> String {
    let mut text = String::new();
    for line in heading.lines() {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    text.push_str("version: 1\n");
    if calls.by_state.is_empty() {
        text.push_str("states: {} # no Task was called\n");
        return text;
    }
    text.push_str("states:\n");
    let writer = Writer { machine, calls };
    for (state, of_state) in sorted(calls) {
        text.push_str(&entry(&writer.key(state), &writer.answers(state, of_state)));
    }
    text
}

/// In the order in which the states stand in the definition, so that two executions give files that can be compared.
fn sorted(calls: &Calls) -> Vec<(StateId, &[Call])> {
    let mut sorted: Vec<(StateId, &[Call])> = calls
        .by_state
        .iter()
        .map(|(state, calls)| (*state, &calls[..]))
        .collect();
    sorted.sort_by_key(|(state, _)| state.0);
    sorted
}

struct Writer<'a> {
    machine: &'a StateMachine,
    calls: &'a Calls,
}

impl Writer<'_> {
    /// The name of the state, with the names of those around it where another has the same.
    fn key(&self, state: StateId) -> String {
        let name = &self.machine.state(state).name.value;
        if self.machine.named(name).nth(1).is_some() {
            self.machine.path(state).join("/")
        } else {
            name.to_string()
        }
    }

    fn resource(&self, state: StateId) -> Option<&Resource> {
        match &self.machine.state(state).kind {
            StateKind::Task(task) => task.resource.as_ref().map(|resource| &resource.value),
            _ => None,
        }
    }

    /// One answer stands alone; several are a sequence, and inside a Map rules for its iterations.
    fn answers(&self, state: StateId, calls: &[Call]) -> Value {
        let answers: Vec<Object> = calls.iter().map(|call| self.answer(state, call)).collect();
        if let ([answer], [call]) = (&answers[..], calls)
            && call.iterations.is_empty()
        {
            return answer.clone().into();
        }
        let mut seen: HashSet<&[(StateId, u32)]> = HashSet::new();
        let mut again: HashSet<&[(StateId, u32)]> = HashSet::new();
        for call in calls {
            if !seen.insert(&call.iterations) {
                again.insert(&call.iterations);
            }
        }
        let with_conditions = calls.iter().zip(answers).map(|(call, mut answer)| {
            if !call.iterations.is_empty() {
                answer.insert("index", self.index(&call.iterations));
                // The answers for one iteration are a sequence again.
                if again.contains(&call.iterations[..]) {
                    answer.insert("repeat", Value::from(1_i64));
                }
            }
            Value::from(answer)
        });
        with_conditions.collect()
    }

    fn index(&self, iterations: &[(StateId, u32)]) -> Value {
        match iterations {
            [(_, index)] => Value::from(i64::from(*index)),
            _ => iterations
                .iter()
                .map(|(map, index)| {
                    let name = self.machine.state(*map).name.value.clone();
                    (name, Value::from(i64::from(*index)))
                })
                .collect::<Object>()
                .into(),
        }
    }

    fn answer(&self, state: StateId, call: &Call) -> Object {
        let mut answer = Object::new();
        let resource = self.resource(state);
        let submits = resource
            .and_then(Resource::integration)
            .is_some_and(|integration| integration.pattern != Pattern::RequestResponse);
        if submits {
            self.submission(call, &mut answer);
        }
        let lives_on = waits_for_callback(resource)
            .then(|| signs_of_life(call))
            .flatten();
        if let Some(mut steps) = lives_on {
            steps.extend(self.last_step(call));
            answer.insert("callback", steps.into());
            return answer;
        }
        let mut latency = call.latency > 0;
        match &call.end {
            None => {
                answer.insert("never", Value::Bool(true));
                latency = false;
            }
            Some(End::TimedOut) => {
                answer.insert("timeout", Value::Bool(true));
                // The limits of the Task itself say when.
                let limits = [call.timeout, call.heartbeat];
                latency &= limits.iter().all(Option::is_none);
            }
            Some(End::Failed { error, cause }) => {
                answer.insert("error", Value::Null);
                for (key, value) in self.fault(error, cause) {
                    answer.insert(key, value);
                }
            }
            Some(End::Succeeded(output)) => {
                answer.insert("result", self.result(output));
            }
        }
        if latency {
            answer.insert("latency", Value::from(duration_text(call.latency)));
        }
        answer
    }

    fn submission(&self, call: &Call, answer: &mut Object) {
        match &call.submitted {
            Some(output) if *output == Value::empty_object() => {}
            Some(output) => {
                answer.insert("submitted", self.result(output));
            }
            None => {
                answer.insert("submitted", Value::Bool(false));
            }
        }
    }

    /// What `SendTaskSuccess` or `SendTaskFailure` sent at last.
    fn last_step(&self, call: &Call) -> Option<Value> {
        let (key, value) = match call.end.as_ref()? {
            End::Succeeded(output) => ("success", self.result(output)),
            End::Failed { error, cause } => {
                let fault: Object = self.fault(error, cause).into_iter().collect();
                ("failure", fault.into())
            }
            End::TimedOut => return None,
        };
        let step = [
            ("after", Value::from(duration_text(call.latency))),
            (key, value),
        ];
        Some(step.into_iter().collect::<Object>().into())
    }

    fn fault(&self, error: &Option<Str>, cause: &Option<Str>) -> Vec<(&'static str, Value)> {
        let text = |text: &Option<Str>| {
            let text = text.as_ref()?;
            Some(self.without_tokens(&Value::from(text.clone())))
        };
        let parts = [("error", text(error)), ("cause", text(cause))];
        let given = parts
            .into_iter()
            .filter_map(|(key, text)| Some((key, text?)));
        given.collect()
    }

    /// A result, that comes back with the very text it had: `$json` holds what the notation would give another.
    fn result(&self, output: &Value) -> Value {
        let output = self.without_tokens(output);
        let written = literal(&output);
        let text = output.to_json();
        if text == output.to_compact_json() && !has_expression_key(&output) && stands(&written) {
            return written;
        }
        [("$json", Value::from(text))]
            .into_iter()
            .collect::<Object>()
            .into()
    }

    fn without_tokens(&self, value: &Value) -> Value {
        let tokens = &self.calls.tokens;
        let mut text = value.to_json();
        if !tokens.iter().any(|token| text.contains(&**token)) {
            return value.clone();
        }
        for token in tokens {
            text = text.replace(&**token, "***");
        }
        // A token holds nothing that JSON escapes, so what was JSON still is.
        read(&text).unwrap_or_default()
    }
}

fn waits_for_callback(resource: Option<&Resource>) -> bool {
    resource.is_some_and(|resource| match &resource.kind {
        ResourceKind::Activity => true,
        ResourceKind::Integration(integration) => integration.pattern == Pattern::WaitForTaskToken,
        _ => false,
    })
}

/// The heartbeats without which a call could not have lived as long as it did. A history does not show them.
fn signs_of_life(call: &Call) -> Option<Vec<Value>> {
    let heartbeat = i64::try_from(call.heartbeat?).ok()?.checked_mul(1000)?;
    let end = call.end.as_ref()?;
    let timed_out = matches!(end, End::TimedOut);
    // What times out lives for one heartbeat more after its last sign.
    let until = if timed_out {
        call.latency - heartbeat
    } else {
        call.latency
    };
    let lives_longer = if timed_out {
        until > 0
    } else {
        until >= heartbeat
    };
    if !lives_longer {
        return None;
    }
    let timeout = call.timeout.and_then(|timeout| i64::try_from(timeout).ok());
    if timed_out && timeout.is_none_or(|timeout| call.latency < timeout.saturating_mul(1000)) {
        // The last sign decides when it is over.
        let last = step(&[("after", until)]);
        let before = (until > heartbeat / HEARTBEATS)
            .then(|| step(&[("every", heartbeat / HEARTBEATS), ("until", until)]));
        return Some(before.into_iter().chain([last]).collect());
    }
    let until = call.latency - 1;
    Some(vec![step(&[
        ("every", (heartbeat / HEARTBEATS).max(1)),
        ("until", until),
    ])])
}

fn step(times: &[(&'static str, i64)]) -> Value {
    let times = times
        .iter()
        .map(|(key, time)| (*key, Value::from(duration_text(*time))));
    let heartbeat = ("heartbeat", Value::Bool(true));
    times.chain([heartbeat]).collect::<Object>().into()
}

/// A value as a result is written: keys that begin with `$` mean something there.
fn literal(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(literal).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                let key = if key.starts_with('$') {
                    Str::from(format!("${key}"))
                } else {
                    key.clone()
                };
                (key, literal(value))
            })
            .collect::<Object>()
            .into(),
        plain => plain.clone(),
    }
}

/// Whether a result has a key that would be taken for an expression.
fn has_expression_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_expression_key),
        Value::Object(members) => members.iter().any(|(key, value)| {
            key.ends_with(".$") && !key.starts_with('$') || has_expression_key(value)
        }),
        _ => false,
    }
}

/// Whether YAML, as it is read here, gives the value back when it is written as JSON. Of some numbers the versions of YAML
/// think differently, and they stay text.
fn stands(value: &Value) -> bool {
    let json = value.to_compact_json();
    reads_as(&json, &json)
}

fn reads_as(text: &str, json: &str) -> bool {
    let tree = yaml::read(text);
    tree.root
        .is_some_and(|root| root.to_value().to_compact_json() == json)
}

/// A member of the YAML mapping `states`. Where the writer's notation would not be read back as it was meant, JSON stands
/// there, which is YAML too.
fn entry(key: &str, value: &Value) -> String {
    let mapping: Value = [(key, value.clone())]
        .into_iter()
        .collect::<Object>()
        .into();
    let json = mapping.to_compact_json();
    // What is written is text, numbers and collections of them: the writer takes all of it.
    let written = serde_yaml::to_string(&Json::from(&mapping)).unwrap_or_default();
    if reads_as(&written, &json) {
        return written.lines().map(indented).collect();
    }
    let mut line = String::from("  ");
    crate::value::write_json_string(key, &mut line);
    line.push_str(": ");
    line.push_str(&value.to_compact_json());
    line.push('\n');
    line
}

/// An empty line stays empty: it may stand in a block of text.
fn indented(line: &str) -> String {
    if line.is_empty() {
        "\n".to_owned()
    } else {
        format!("  {line}\n")
    }
}
