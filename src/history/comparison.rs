//! Where two histories of one machine part.

use crate::analysis::Volatile;
use crate::asl::StateMachine;
use crate::value::{Object, Value, read};
use std::collections::HashMap;

/// What comes of holding two histories against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Events that are the same in both, up to where they part.
    pub same: usize,
    /// Where they part, if they do.
    pub difference: Option<Difference>,
}

/// The first event that differs, with what its JSON texts hold in their place. One of the two is missing where the other
/// history has no such event.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The state that it is an event of, unless it is one of the execution.
    pub state: Option<String>,
    /// In the first history.
    pub left: Option<Value>,
    /// In the second.
    pub right: Option<Value>,
}

/// Holds two histories against each other: `events` of `GetExecutionHistory`, in the order of their ids, as
/// [`super::history_event`] writes them.
///
/// What goes on side by side in branches and iterations may be told in another order: events are matched by what they follow
/// (`previousEventId`), not by their ids. Instants do not count, JSON texts count by what they hold, and what Tasks are asked for
/// counts but for what `machine`, which the second history is of, makes of clocks, chance, names of the execution and tokens.
pub fn compare(left: &[Value], right: &[Value], machine: &StateMachine) -> Comparison {
    let mut matching = Matching::new(right);
    for (same, event) in left.iter().enumerate() {
        let told = Told::of(event);
        let Some(found) = matching.find(&told) else {
            let other = matching.next_after(told.previous);
            return Comparison {
                same,
                difference: Some(Difference {
                    state: state_of(left, event).or_else(|| state_of(right, other?)),
                    left: Some(readable(event)),
                    right: other.map(readable),
                }),
            };
        };
        let other = &right[found];
        matching.pair(&told, found);
        let state = state_of(left, event);
        let is = readable(other);
        let was = match state.as_deref() {
            Some(state) if told.kind.ends_with("Scheduled") => {
                settled(readable(event), &is, machine, state)
            }
            _ => readable(event),
        };
        if content(&was) != content(&is) {
            return Comparison {
                same,
                difference: Some(Difference {
                    state,
                    left: Some(was),
                    right: Some(is),
                }),
            };
        }
    }
    let more = matching.unmatched();
    Comparison {
        same: left.len(),
        difference: more.map(|event| Difference {
            state: state_of(right, event),
            left: None,
            right: Some(readable(event)),
        }),
    }
}

/// What an event is known by.
struct Told<'v> {
    id: i64,
    previous: i64,
    kind: &'v str,
    /// The name of its state, and the number of its iteration.
    key: (Option<&'v str>, Option<i64>),
}

impl<'v> Told<'v> {
    fn of(event: &'v Value) -> Self {
        let number = |key| event.get(key).and_then(Value::as_i64).unwrap_or_default();
        let details = details(event);
        Self {
            id: number("id"),
            previous: number("previousEventId"),
            kind: event
                .get("type")
                .and_then(Value::as_str)
                .unwrap_or_default(),
            key: (
                details.and_then(|details| details.get("name")?.as_str()),
                details.and_then(|details| details.get("index")?.as_i64()),
            ),
        }
    }

    /// Whether it is one that may follow any of several events: the last of the branches or iterations to end.
    fn joins(&self) -> bool {
        ["ParallelState", "MapState", "MapIteration", "MapRun"]
            .iter()
            .any(|start| self.kind.starts_with(start))
    }
}

/// Which events of the second history those of the first are.
struct Matching<'v> {
    events: &'v [Value],
    taken: Vec<bool>,
    /// Of each event of the second, by the id that it follows.
    following: HashMap<i64, Vec<usize>>,
    /// Ids of the first, and those of the second.
    ids: HashMap<i64, i64>,
}

impl<'v> Matching<'v> {
    fn new(events: &'v [Value]) -> Self {
        let mut following: HashMap<i64, Vec<usize>> = HashMap::new();
        for (at, event) in events.iter().enumerate() {
            following
                .entry(Told::of(event).previous)
                .or_default()
                .push(at);
        }
        Self {
            events,
            taken: vec![false; events.len()],
            following,
            ids: HashMap::new(),
        }
    }

    fn find(&self, told: &Told<'_>) -> Option<usize> {
        let alike = |at: &usize| {
            let other = Told::of(&self.events[*at]);
            !self.taken[*at] && other.kind == told.kind && other.key == told.key
        };
        let follows = self.followers(told.previous).find(alike);
        follows.or_else(|| {
            let all = 0..self.events.len();
            told.joins().then_some(all)?.find(alike)
        })
    }

    /// The events of the second history that follow what an event of the first does.
    fn followers(&self, previous: i64) -> impl Iterator<Item = usize> {
        let previous = self.ids.get(&previous).copied().unwrap_or(previous);
        self.following.get(&previous).into_iter().flatten().copied()
    }

    /// What stands in place of an event that is not there.
    fn next_after(&self, previous: i64) -> Option<&'v Value> {
        let at = self.followers(previous).find(|at| !self.taken[*at])?;
        Some(&self.events[at])
    }

    fn pair(&mut self, told: &Told<'_>, at: usize) {
        self.taken[at] = true;
        self.ids.insert(told.id, Told::of(&self.events[at]).id);
    }

    fn unmatched(&self) -> Option<&'v Value> {
        let at = self.taken.iter().position(|taken| !taken)?;
        Some(&self.events[at])
    }
}

/// The one `…EventDetails` of an event.
fn details(event: &Value) -> Option<&Value> {
    let members = event.as_object()?.iter();
    let mut details = members.filter(|(key, _)| key.ends_with("EventDetails"));
    details.next().map(|(_, details)| details)
}

/// What a readable event says of what happened.
fn content(event: &Value) -> Value {
    let Value::Object(mut content) = event.clone() else {
        return event.clone();
    };
    for key in ["timestamp", "id", "previousEventId"] {
        content.remove(key);
    }
    content.into()
}

/// An event that asks for something, readable, with what is another one in every run as it is in the other event.
fn settled(event: Value, other: &Value, machine: &StateMachine, state: &str) -> Value {
    let Some(state) = machine.named(state).next() else {
        return event;
    };
    let volatile = Volatile::of_request(machine.state(state));
    let Value::Object(members) = &event else {
        return event;
    };
    let settle = |details: &Object, other: &Value| -> Value {
        let details = details.iter().map(|(key, was)| {
            let is = other
                .get(key)
                .filter(|_| matches!(&**key, "parameters" | "input"));
            (
                key.clone(),
                is.map_or_else(|| was.clone(), |is| volatile.settled(was, is)),
            )
        });
        details.collect::<Object>().into()
    };
    let members = members.iter().map(|(key, value)| {
        let value = match (value.as_object(), other.get(key)) {
            (Some(details), Some(other)) => settle(details, other),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    members.collect::<Object>().into()
}

/// The event with the data in its JSON texts in their place.
fn readable(event: &Value) -> Value {
    let Some(members) = event.as_object() else {
        return event.clone();
    };
    let members = members.iter().map(|(key, value)| {
        let value = match (key.ends_with("EventDetails"), value.as_object()) {
            (true, Some(details)) => opened(details).into(),
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    members.collect::<Object>().into()
}

fn opened(details: &Object) -> Object {
    let open = |text: &Value| match text.as_str().map(read) {
        // Its white space does not count.
        Some(Ok(data)) => data.forget_text(),
        _ => text.clone(),
    };
    let members = details.iter().map(|(key, value)| {
        let value = match &**key {
            "input" | "output" | "parameters" => open(value),
            "assignedVariables" => match value.as_object() {
                Some(variables) => variables
                    .iter()
                    .map(|(name, value)| (name.clone(), open(value)))
                    .collect::<Object>()
                    .into(),
                None => value.clone(),
            },
            _ => value.clone(),
        };
        (key.clone(), value)
    });
    members.collect()
}

/// The state that an event is one of: it names it, or the state was entered before and not left.
fn state_of(events: &[Value], event: &Value) -> Option<String> {
    let mut told = Told::of(event);
    if let (Some(name), true) = (told.key.0, told.kind.contains("State")) {
        return Some(name.to_owned());
    }
    let mut left = 0;
    // Each step leads to an earlier event.
    for _ in 0..events.len() {
        let previous = told.previous;
        let before = events.iter().find(|event| Told::of(event).id == previous)?;
        told = Told::of(before);
        if told.kind.ends_with("StateExited") {
            left += 1;
        } else if told.kind.ends_with("StateEntered") {
            if left == 0 {
                return told.key.0.map(str::to_owned);
            }
            left -= 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::testing;

    /// A history of `id previous type details` a line.
    fn history(text: &str) -> Vec<Value> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let entries = lines.map(|line| {
            let parts: Vec<&str> = line.splitn(4, ' ').collect();
            let [id, previous, kind, details] = parts[..] else {
                panic!("{line}");
            };
            let json = format!(
                "{{\"timestamp\": {id}, \"type\": \"{kind}\", \"id\": {id}, \"previousEventId\": {previous}, \"someEventDetails\": {details}}}"
            );
            read(&json).expect("an entry is JSON")
        });
        entries.collect()
    }

    /// A machine that asks for nothing.
    fn no_task() -> StateMachine {
        let machine =
            testing::machine(r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "End": true}}}"#);
        StateMachine::clone(&machine)
    }

    #[test]
    fn what_a_request_makes_of_the_run_itself_may_be_another() {
        let machine = testing::machine(
            r#"{"StartAt": "W", "States": {"W": {"Type": "Task", "End": true,
                "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                "Parameters": {"QueueUrl": "q", "MessageBody": {"t.$": "$$.Task.Token", "n.$": "$.n"}}}}}"#,
        );
        let run = |token: &str, n: &str| {
            history(&format!(
                r#"
                1 0 TaskStateEntered {{"name": "W"}}
                2 1 TaskScheduled {{"parameters": "{{\"QueueUrl\":\"q\",\"MessageBody\":{{\"t\":\"{token}\",\"n\":{n}}}}}"}}
                "#
            ))
        };
        let found = compare(&run("AQCE", "1"), &run("***", "1"), &machine);
        assert_eq!((found.same, found.difference), (2, None));
        let found = compare(&run("AQCE", "1"), &run("***", "2"), &machine);
        let difference = found.difference.expect("`n` is another");
        let token = |event: Option<Value>| {
            event?
                .pointer("/someEventDetails/parameters/MessageBody/t")
                .cloned()
        };
        // What is no difference is not shown as one, and the token not at all.
        assert_eq!(token(difference.left), Some("***".into()));
        assert_eq!(token(difference.right), Some("***".into()));
    }

    const TURNS: &str = r#"
        1 0 ExecutionStarted {"input": "{\"a\": 1}"}
        2 0 ParallelStateEntered {"name": "P"}
        3 2 ParallelStateStarted {}
        4 3 PassStateEntered {"name": "A"}
        5 4 PassStateExited {"name": "A", "output": "1"}
        6 3 PassStateEntered {"name": "B"}
        7 6 PassStateExited {"name": "B", "output": "2"}
        8 7 ParallelStateSucceeded {}
        9 8 ParallelStateExited {"name": "P", "output": "[1, 2]"}
    "#;

    #[test]
    fn branches_may_take_turns_in_another_way() {
        let other = r#"
            1 0 ExecutionStarted {"input": "{\"a\":1}"}
            2 0 ParallelStateEntered {"name": "P"}
            3 2 ParallelStateStarted {}
            4 3 PassStateEntered {"name": "B"}
            5 3 PassStateEntered {"name": "A"}
            6 4 PassStateExited {"name": "B", "output": "2"}
            7 5 PassStateExited {"name": "A", "output": "1"}
            8 7 ParallelStateSucceeded {}
            9 8 ParallelStateExited {"name": "P", "output": "[1,2]"}
        "#;
        let found = compare(&history(TURNS), &history(other), &no_task());
        assert_eq!(
            found,
            Comparison {
                same: 9,
                difference: None
            }
        );
    }

    #[test]
    fn what_an_event_holds_counts() {
        let found = compare(
            &history(TURNS),
            &history(&TURNS.replace("\"2\"", "\"3\"")),
            &no_task(),
        );
        assert_eq!(found.same, 6);
        let difference = found.difference.expect("B gives something else");
        assert_eq!(difference.state.as_deref(), Some("B"));
        let output = |event: Option<Value>| {
            let output = event
                .as_ref()
                .and_then(|event| event.pointer("/someEventDetails/output"));
            output.and_then(Value::as_i64)
        };
        assert_eq!(
            (output(difference.left), output(difference.right)),
            (Some(2), Some(3))
        );
    }

    #[test]
    fn an_event_that_only_one_has_is_told() {
        let all = history(TURNS);
        let found = compare(&all, &all[..7], &no_task());
        assert_eq!(found.same, 7);
        let difference = found.difference.expect("it stops early");
        assert_eq!(difference.state.as_deref(), Some("P"));
        assert!(difference.left.is_some() && difference.right.is_none());
        let found = compare(&all[..7], &all, &no_task());
        assert_eq!(found.same, 7);
        let difference = found.difference.expect("it goes on");
        assert!(difference.left.is_none() && difference.right.is_some());
    }

    #[test]
    fn an_event_of_another_state_stands_in_its_place() {
        let found = compare(
            &history(TURNS),
            &history(&TURNS.replace("\"A\"", "\"C\"")),
            &no_task(),
        );
        let difference = found.difference.expect("A is not there");
        assert_eq!((found.same, difference.state.as_deref()), (3, Some("A")));
        let name = difference
            .right
            .as_ref()
            .and_then(|event| event.pointer("/someEventDetails/name"));
        assert_eq!(name.and_then(Value::as_str), Some("C"));
    }
}
