//! The linter against executions recorded on AWS: what it calls impossible did not happen, and what happened is within its
//! bounds.

use crate::checked::check;
use crate::shared;
use sfnrun::analysis::{DataFlow, Estimate, Graph, Samples, Size, estimates};
use sfnrun::asl::{StateMachine, WorkflowType};
use sfnrun::diagnostics::Severity;
use sfnrun::lint::registry;
use sfnrun::value::{Value, read};

/// Recorded executions of definitions that we can read.
fn executions() -> Vec<Value> {
    let mut cases = Vec::new();
    if let Some(root) = shared::find("conformance/aws", "recorded executions") {
        shared::each_json(&root, &mut |case| {
            if text(&case, "kind") == Some("execution") && case.get("definition").is_some() {
                cases.push(case);
            }
        });
    }
    cases
}

fn text<'c>(value: &'c Value, key: &str) -> Option<&'c str> {
    value.get(key).and_then(Value::as_str)
}

fn events(case: &Value) -> Vec<Value> {
    let events = case.get("expect").and_then(|expect| expect.get("events"));
    events
        .and_then(Value::as_array)
        .map(|events| events.to_vec())
        .unwrap_or_default()
}

fn ended_well<'e>(events: &'e [Value], state: &str) -> Option<&'e Value> {
    events.iter().find(|event| {
        text(event, "type").is_some_and(|kind| kind.ends_with("StateExited"))
            && text(event, "name") == Some(state)
    })
}

/// A state in which a rule finds a certain failure was never left by an output of its own.
#[test]
fn what_is_called_impossible_did_not_happen() {
    let rules: Vec<&str> = registry::rules()
        .iter()
        .map(|rule| rule.meta().id)
        .collect();
    let mut found = 0;
    for case in executions() {
        let definition = case.get("definition").expect("it has one").to_json();
        let checked = check("case.asl.json", &definition, WorkflowType::Standard);
        let Some(machine) = &checked.machine else {
            continue;
        };
        let events = events(&case);
        for error in checked
            .diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Error)
        {
            if !rules.contains(&error.rule) {
                continue;
            }
            found += 1;
            let state = machine
                .states
                .iter()
                .filter(|state| error.location.starts_with(&state.location))
                .max_by_key(|state| state.location.len());
            let state = &state.unwrap_or_else(|| panic!("{error:#?}")).name.value;
            let exited = ended_well(&events, state);
            // A caught failure leaves by the error.
            let well = exited.filter(|event| {
                event
                    .get("output")
                    .and_then(|output| output.get("Error"))
                    .is_none()
            });
            assert!(
                well.is_none(),
                "{}: {error:#?}",
                text(&case, "id").unwrap_or_default()
            );
        }
    }
    if shared::find("conformance/aws", "recorded executions").is_some() {
        assert!(found > 0, "no certain failure was found");
    }
}

/// With the input and the task results of the recording, every input and output is within the bounds.
#[test]
fn what_happened_is_within_the_bounds() {
    let (mut checked, mut bounded) = (0, 0);
    for case in executions() {
        let definition = case.get("definition").expect("it has one").to_json();
        let Some(machine) = check("case.asl.json", &definition, WorkflowType::Standard).machine
        else {
            continue;
        };
        // Some inputs are recorded with names replaced.
        let started = events(&case)
            .first()
            .and_then(|event| event.get("input"))
            .cloned();
        if started.as_ref() != case.get("input") {
            continue;
        }
        let mut samples =
            Samples::default().with_input(compact(case.get("input").unwrap_or(&Value::Null)));
        for (name, attempts) in case
            .get("tasks")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(|tasks| tasks.iter())
        {
            let outputs = attempts
                .as_array()
                .into_iter()
                .flat_map(|attempts| attempts.iter());
            for output in outputs.filter_map(|attempt| attempt.get("output")) {
                for state in machine
                    .states
                    .iter()
                    .filter(|state| state.name.value == *name)
                {
                    samples = samples.with_result(state.id, compact(output));
                }
            }
        }
        let flow = DataFlow::new(&machine, &Graph::new(&machine), &samples, &[]);
        let estimates = estimates(&machine, &flow);
        for event in events(&case) {
            let (Some(kind), Some(name)) = (text(&event, "type"), text(&event, "name")) else {
                continue;
            };
            let key = if kind.ends_with("StateEntered") {
                "input"
            } else if kind.ends_with("StateExited") {
                "output"
            } else {
                continue;
            };
            let Some(value) = event.get(key).map(compact) else {
                continue;
            };
            if value.to_compact_json().contains('<') {
                continue;
            }
            let Some(estimate) = estimate(&machine, &estimates, name) else {
                continue;
            };
            let Some(size) = (if key == "input" {
                Some(estimate.input)
            } else {
                any_output(&machine, &flow, estimate)
            }) else {
                continue;
            };
            let id = text(&case, "id").unwrap_or_default();
            assert!(
                size.low <= value.size(),
                "{id}: {key} of {name} is {value}, and not {size:?}"
            );
            assert!(
                !size.bounded || value.size() <= size.high,
                "{id}: {key} of {name} is {value}, and not {size:?}"
            );
            checked += 1;
            bounded += usize::from(size.bounded);
        }
    }
    if shared::find("conformance/aws", "recorded executions").is_some() {
        assert!(
            checked > 1_000 && bounded > 300,
            "{checked} sizes compared, {bounded} of them bounded"
        );
    }
}

/// The bounds of what a state may hand on: its output, or what one of its catchers makes of an error.
fn any_output(machine: &StateMachine, flow: &DataFlow, estimate: &Estimate) -> Option<Size> {
    let state = machine.state(estimate.state);
    let targets = state
        .catch
        .iter()
        .filter_map(|catcher| catcher.next.as_ref()?.state);
    let caught = targets.flat_map(|target| {
        flow.arrivals(target)
            .iter()
            .map(|arrival| arrival.incoming.input.size())
    });
    estimate.output.into_iter().chain(caught).reduce(Size::or)
}

fn estimate<'e>(
    machine: &StateMachine,
    estimates: &'e [Estimate],
    name: &str,
) -> Option<&'e Estimate> {
    estimates
        .iter()
        .find(|estimate| &*machine.state(estimate.state).name.value == name)
}

/// The value without the white space that it was recorded with.
fn compact(value: &Value) -> Value {
    read(&value.to_compact_json()).expect("JSON that was printed can be read")
}
