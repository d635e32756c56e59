//! Calls, written as a mock file.

use super::calls::{Call, Calls, End};
use super::notation::{entry, result};
use crate::asl::{Pattern, Resource, ResourceKind, StateId, StateKind, StateMachine};
use crate::base::duration_text;
use crate::engine::Secrets;
use crate::value::{Object, Str, Value, read};
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
    let strike = |value: &Value| without_tokens(value, &calls.tokens);
    let writer = Writer {
        machine,
        strike: &strike,
    };
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

/// Writes calls of the states of a machine.
pub(super) struct Writer<'a> {
    pub(super) machine: &'a StateMachine,
    /// Strikes out what is not to be written.
    pub(super) strike: &'a dyn Fn(&Value) -> Value,
}

impl Writer<'_> {
    /// The name of the state, with the names of those around it where another has the same.
    pub(super) fn key(&self, state: StateId) -> String {
        let name = &self.machine.state(state).name.value;
        if self.machine.named(name).nth(1).is_some() {
            self.machine.path(state).join("/")
        } else {
            name.to_string()
        }
    }

    /// What the Task calls.
    pub(super) fn resource(&self, state: StateId) -> Option<&Resource> {
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

    /// `index`, by the names of the Maps where there are several.
    pub(super) fn index(&self, iterations: &[(StateId, u32)]) -> Value {
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

    /// What a call gave, as an answer.
    pub(super) fn answer(&self, state: StateId, call: &Call) -> Object {
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
            Some((self.strike)(&Value::from(text.clone())))
        };
        let parts = [("error", text(error)), ("cause", text(cause))];
        let given = parts
            .into_iter()
            .filter_map(|(key, text)| Some((key, text?)));
        given.collect()
    }

    /// A result, that comes back with the very text it had.
    fn result(&self, output: &Value) -> Value {
        result(&(self.strike)(output))
    }
}

fn without_tokens(value: &Value, tokens: &Secrets) -> Value {
    if tokens.is_empty() {
        return value.clone();
    }
    let text = value.to_json();
    let mut masked = text.clone();
    tokens.mask(&mut masked);
    if masked == text {
        return value.clone();
    }
    // Escapes are struck out whole, so what was JSON still is.
    read(&masked).unwrap_or_default()
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
