//! A definition made from a history: the states that were entered, by name and type, in the flows in which they stood.
//! What a history does not tell (paths, templates, conditions, states that were not entered) it does not have.

use super::entry::Entry;
use super::threads::{ThreadKind, Threads};
use crate::asl::{LowerOptions, StateMachine, StateType, lower};
use crate::source::json;
use crate::value::{Object, Str, Value};
use indexmap::IndexMap;
use std::collections::HashMap;

/// A flow of the definition, told apart by the state around it and, of a branch, by the state that it begins with.
type FlowKey = (Option<Str>, Option<Str>);

/// The machine that a history is told against where nobody has the definition.
pub(super) fn machine(entries: &[Entry], threads: &Threads) -> Option<StateMachine> {
    let mut flows: IndexMap<FlowKey, IndexMap<Str, usize>> = IndexMap::new();
    for (at, stay) in threads.stays.iter().enumerate() {
        let states = flows.entry(flow_key(threads, stay.thread)).or_default();
        states.entry(stay.name.clone()).or_insert(at);
    }
    let facts = Facts::of(entries, threads);
    let root = flow(&(None, None), &flows, &facts, threads, 0)?;
    let text = root.to_compact_json();
    let tree = json::read(&text);
    lower(tree.root.as_ref()?, &LowerOptions::default()).machine
}

fn flow_key(threads: &Threads, thread: usize) -> FlowKey {
    let thread = &threads.threads[thread];
    let around = thread.parent.map(|stay| threads.stays[stay].name.clone());
    match thread.kind {
        ThreadKind::Branch => (around, thread.first.clone()),
        ThreadKind::Iteration(_) | ThreadKind::Machine => (around, None),
    }
}

/// What the entries tell of the states, by name.
#[derive(Default)]
struct Facts {
    resources: HashMap<Str, Str>,
    nexts: HashMap<Str, Str>,
    distributed: HashMap<Str, bool>,
    retried: HashMap<Str, i64>,
    caught: HashMap<Str, Str>,
}

impl Facts {
    fn of(entries: &[Entry], threads: &Threads) -> Self {
        let mut facts = Self::default();
        for stay in &threads.stays {
            let name = &stay.name;
            let mut begun = 0;
            for at in &stay.entries {
                let entry = &entries[*at];
                match &*entry.name {
                    "TaskScheduled" => {
                        begun += 1;
                        let part = |key: &str| entry.text(key).unwrap_or_default();
                        let resource = format!(
                            "arn:aws:states:::{}:{}",
                            part("resourceType"),
                            part("resource")
                        );
                        facts.resources.insert(name.clone(), resource.into());
                    }
                    "LambdaFunctionScheduled" | "ActivityScheduled" => {
                        begun += 1;
                        let resource = entry.text("resource").unwrap_or_default();
                        facts.resources.insert(name.clone(), resource);
                    }
                    "MapStateStarted" | "ParallelStateStarted" => begun += 1,
                    "MapRunStarted" => {
                        facts.distributed.insert(name.clone(), true);
                    }
                    _ => {}
                }
            }
            let most = facts.retried.entry(name.clone()).or_default();
            *most = (*most).max(begun - 1);
            let Some(exit) = stay.entries.last() else {
                continue;
            };
            if let Some(next) = threads.next.get(exit) {
                let next = entries[*next].text("name").unwrap_or_default();
                if is_caught(stay.state_type, &stay.entries, entries) {
                    facts.caught.insert(name.clone(), next);
                } else {
                    facts.nexts.insert(name.clone(), next);
                }
            }
        }
        facts
    }
}

/// Whether a stay that was left had failed before. `…Succeeded` stands before the exit of what went well.
pub(super) fn is_caught(state_type: StateType, stay: &[usize], entries: &[Entry]) -> bool {
    let before = match stay {
        [.., before, exit] if entries[*exit].name.ends_with("StateExited") => {
            &entries[*before].name
        }
        _ => return false,
    };
    state_type.can_retry() && !before.ends_with("Succeeded")
}

fn flow(
    key: &FlowKey,
    flows: &IndexMap<FlowKey, IndexMap<Str, usize>>,
    facts: &Facts,
    threads: &Threads,
    depth: u32,
) -> Option<Value> {
    // A state of one name inside itself would go on for ever.
    let states = flows.get(key).filter(|_| depth < 64)?;
    let mut written = Object::new();
    for (name, stay) in states {
        let state_type = threads.stays[*stay].state_type;
        let mut state = Object::new();
        state.insert("Type", Value::from(state_type.name()));
        match state_type {
            StateType::Task => {
                let resource = facts.resources.get(name).cloned().unwrap_or_default();
                state.insert("Resource", Value::from(resource));
            }
            StateType::Wait => {
                state.insert("Seconds", Value::from(0_i64));
            }
            StateType::Choice => {
                state.insert("Choices", Value::from(Vec::new()));
                if let Some(next) = facts.nexts.get(name) {
                    state.insert("Default", Value::from(next.clone()));
                }
            }
            StateType::Parallel => {
                let branches = flows
                    .keys()
                    .filter(|flow| flow.0.as_ref() == Some(name))
                    .filter_map(|key| flow(key, flows, facts, threads, depth + 1));
                state.insert("Branches", branches.collect());
            }
            StateType::Map => {
                let key = (Some(name.clone()), None);
                let mut processor = flow(&key, flows, facts, threads, depth + 1)
                    .and_then(|flow| flow.as_object().cloned())
                    .unwrap_or_default();
                if facts.distributed.contains_key(name) {
                    let config = [
                        ("Mode", Value::from("DISTRIBUTED")),
                        ("ExecutionType", Value::from("STANDARD")),
                    ];
                    let config = config.into_iter().collect::<Object>();
                    processor.insert("ProcessorConfig", config.into());
                }
                state.insert("ItemProcessor", processor.into());
            }
            StateType::Pass | StateType::Succeed | StateType::Fail => {}
        }
        transitions(&mut state, name, state_type, facts);
        written.insert(name.clone(), state.into());
    }
    let first = states.keys().next()?;
    let flow = [
        ("StartAt", Value::from(first.clone())),
        ("States", written.into()),
    ];
    Some(flow.into_iter().collect::<Object>().into())
}

fn transitions(state: &mut Object, name: &Str, state_type: StateType, facts: &Facts) {
    let all = || Value::from(vec![Value::from("States.ALL")]);
    if state_type.can_retry() {
        let retries = facts.retried.get(name).copied().unwrap_or_default();
        if retries > 0 {
            let retrier = [
                ("ErrorEquals", all()),
                ("MaxAttempts", Value::from(retries)),
            ];
            let retrier = Value::from(retrier.into_iter().collect::<Object>());
            state.insert("Retry", vec![retrier].into());
        }
        if let Some(next) = facts.caught.get(name) {
            let catcher = [("ErrorEquals", all()), ("Next", Value::from(next.clone()))];
            let catcher = Value::from(catcher.into_iter().collect::<Object>());
            state.insert("Catch", vec![catcher].into());
        }
    }
    match (state_type, facts.nexts.get(name)) {
        (StateType::Choice | StateType::Succeed | StateType::Fail, _) => {}
        (_, Some(next)) => {
            state.insert("Next", Value::from(next.clone()));
        }
        (_, None) => {
            state.insert("End", Value::Bool(true));
        }
    }
}
