//! The model that a definition becomes.

use super::{EVERY_FIELD, lower_as};
use sfnrun::asl::{
    Condition, Credentials, ExecutionType, FlowKind, Items, Operand, Operator, ProcessorMode,
    Quantity, QueryLanguage, ResourceKind, ResultPath, State, StateId, StateKind, StateMachine,
    StateType, TextSource, Transition, WaitUntil, WorkflowType,
};
use sfnrun::value::Number;

fn machine() -> StateMachine {
    let lowered = lower_as(EVERY_FIELD, WorkflowType::Standard);
    assert_eq!(lowered.diagnostics, []);
    lowered.machine.expect("the definition has states")
}

fn state<'m>(machine: &'m StateMachine, name: &str) -> &'m State {
    let id = machine
        .find_anywhere(name)
        .unwrap_or_else(|| panic!("no state {name}"));
    machine.state(id)
}

#[test]
fn states_and_flows_stand_in_source_order() {
    let machine = machine();
    let names: Vec<&str> = machine
        .states
        .iter()
        .map(|state| &*state.name.value)
        .collect();
    let both = names.iter().position(|name| *name == "Both").unwrap();
    assert_eq!(
        names[both..both + 5],
        ["Both", "Left", "Right", "Each", "One"]
    );
    for (index, state) in machine.states.iter().enumerate() {
        assert_eq!(state.id, StateId(index as u32));
        assert!(machine.flow(state.flow).states.contains(&state.id));
        assert!(state.unresolved.is_empty());
    }
    let root = machine.root();
    assert_eq!(root.kind, FlowKind::Machine);
    assert_eq!(root.start, machine.find_anywhere("Build"));
    assert_eq!(
        machine
            .timeout_seconds
            .as_ref()
            .map(|seconds| seconds.value),
        Some(3600)
    );
    assert_eq!(
        machine.version.as_ref().map(|version| &*version.value),
        Some("1.0")
    );

    let StateKind::Parallel(parallel) = &state(&machine, "Both").kind else {
        panic!("Both is a Parallel");
    };
    let right = machine.flow(parallel.branches[1]);
    let owner = state(&machine, "Both").id;
    assert_eq!(right.kind, FlowKind::Branch { owner, index: 1 });
    assert_eq!(right.location, "/States/Both/Branches[1]");
    assert_eq!(right.start, machine.find_anywhere("Right"));
    assert_eq!(
        state(&machine, "Right").location,
        "/States/Both/Branches[1]/States/Right"
    );
}

#[test]
fn every_way_on_is_resolved() {
    let machine = machine();
    for state in &machine.states {
        for target in state.targets() {
            let found = machine.state(target.state.expect("every target is there"));
            assert_eq!(
                (found.flow, &found.name.value),
                (state.flow, &target.name.value)
            );
        }
        for catcher in &state.catch {
            assert!(
                catcher
                    .next
                    .as_ref()
                    .is_some_and(|next| next.state.is_some())
            );
        }
        let leads = !state.targets().is_empty() || matches!(state.transition, Transition::End(_));
        let ends = matches!(state.state_type(), StateType::Succeed | StateType::Fail);
        assert!(leads != ends, "{}", state.name.value);
    }
    let choose = state(&machine, "Choose");
    assert_eq!(choose.targets().len(), 10);
}

#[test]
fn data_fields_are_compiled() {
    let machine = machine();
    let build = state(&machine, "Build");
    let path = build
        .io
        .input_path
        .as_ref()
        .and_then(|field| field.path.as_ref());
    assert_eq!(path.map(|path| path.text()), Some("$.in"));
    assert_eq!(
        build
            .io
            .parameters
            .as_ref()
            .map(|template| template.value.expressions().len()),
        Some(3)
    );
    assert!(
        matches!(&build.io.result_path, Some(ResultPath::Path(path)) if path.value.text() == "$.out")
    );
    assert!(build.io.assign.is_some());
    let fixed = state(&machine, "Fixed");
    assert!(
        fixed
            .io
            .input_path
            .as_ref()
            .is_some_and(|field| field.path.is_none())
    );
    assert!(matches!(fixed.io.result_path, Some(ResultPath::Discard(_))));
    assert!(matches!(&fixed.kind, StateKind::Pass(pass) if pass.result.is_some()));
    let compute = state(&machine, "Compute");
    assert_eq!(compute.query_language, QueryLanguage::Jsonata);
    assert!(
        compute.io.arguments.is_some()
            && compute.io.output.is_some()
            && compute.io.parameters.is_none()
    );
    assert!(compute.catch[0].output.is_some() && compute.catch[0].result_path.is_none());
}

#[test]
fn tasks_retries_and_catches_keep_their_fields() {
    let machine = machine();
    let work = state(&machine, "Work");
    let StateKind::Task(task) = &work.kind else {
        panic!("Work is a Task");
    };
    let resource = &task.resource.as_ref().unwrap().value;
    assert_eq!(resource.integration().unwrap().to_string(), "lambda:invoke");
    assert!(
        matches!(&task.timeout.as_ref().unwrap().value, Quantity::Literal(n) if *n == Number::from(60))
    );
    assert!(matches!(
        &task.credentials.as_ref().unwrap().value,
        Credentials::JsonPath(_)
    ));
    let [first, last] = &work.retry[..] else {
        panic!("two retriers");
    };
    assert_eq!(
        (
            first.interval_seconds,
            first.max_attempts,
            first.max_delay_seconds
        ),
        (2, 6, Some(30))
    );
    assert!(first.full_jitter && (first.backoff_rate - 1.5).abs() < f64::EPSILON);
    // AWS's defaults (developer guide, "Retrying after an error").
    assert_eq!(
        (
            last.interval_seconds,
            last.max_attempts,
            last.max_delay_seconds
        ),
        (1, 3, None)
    );
    assert!(!last.full_jitter && (last.backoff_rate - 2.0).abs() < f64::EPSILON);
    assert_eq!(last.location, "/States/Work/Retry[1]");
    assert_eq!(work.catch[0].error_equals.len(), 2);
    assert_eq!(work.catch[1].location, "/States/Work/Catch[1]");

    let StateKind::Task(task) = &state(&machine, "WorkByPath").kind else {
        panic!("WorkByPath is a Task");
    };
    assert_eq!(
        task.resource.as_ref().unwrap().value.kind,
        ResourceKind::LambdaFunction
    );
    assert!(
        matches!(&task.timeout.as_ref().unwrap().value, Quantity::Path(path) if path.text() == "$.timeout")
    );
    let StateKind::Task(task) = &state(&machine, "Compute").kind else {
        panic!("Compute is a Task");
    };
    assert!(
        matches!(&task.timeout.as_ref().unwrap().value, Quantity::Jsonata(jsonata) if &*jsonata.text == "60")
    );
}

#[test]
fn waits_and_ends_keep_their_fields() {
    let machine = machine();
    let until = |name| match &state(&machine, name).kind {
        StateKind::Wait(wait) => wait.until.clone().unwrap(),
        _ => panic!("{name} is a Wait"),
    };
    assert!(
        matches!(until("Wait"), WaitUntil::Seconds(seconds) if matches!(seconds.value, Quantity::Literal(_)))
    );
    assert!(
        matches!(until("WaitByPath"), WaitUntil::Seconds(seconds) if matches!(seconds.value, Quantity::Path(_)))
    );
    assert!(
        matches!(until("Until"), WaitUntil::Timestamp(at) if matches!(at.value, TextSource::Literal(_)))
    );
    assert!(
        matches!(until("UntilByPath"), WaitUntil::Timestamp(at) if matches!(at.value, TextSource::Expression(_)))
    );
    assert!(
        matches!(until("ComputedUntil"), WaitUntil::Timestamp(at) if matches!(at.value, TextSource::Jsonata(_)))
    );
    let StateKind::Fail(fail) = &state(&machine, "Broken").kind else {
        panic!("Broken is a Fail");
    };
    assert!(matches!(
        &fail.cause.as_ref().unwrap().value,
        TextSource::Expression(_)
    ));
}

#[test]
fn maps_old_and_new() {
    let machine = machine();
    let map = |name| match &state(&machine, name).kind {
        StateKind::Map(map) => (**map).clone(),
        _ => panic!("{name} is a Map"),
    };
    let each = map("Each");
    assert_eq!(
        (
            each.mode,
            each.iterator.is_some(),
            each.parameters.is_some()
        ),
        (ProcessorMode::Inline, false, false)
    );
    assert!(each.items_path.is_some() && each.item_selector.is_some() && each.processor.is_some());
    let old = map("Old");
    assert!(old.iterator.is_some() && old.parameters.is_some());
    assert!(old.item_selector.is_some());
    assert!(state(&machine, "Old").io.parameters.is_none());
    assert!(matches!(
        old.max_concurrency.unwrap().value,
        Quantity::Path(_)
    ));
    let many = map("Many");
    assert_eq!(
        many.mode,
        ProcessorMode::Distributed(ExecutionType::Express)
    );
    assert!(
        many.item_reader.is_some() && many.item_batcher.is_some() && many.result_writer.is_some()
    );
    assert_eq!(
        many.label.as_ref().map(|label| &*label.value),
        Some("many-items")
    );
    assert_eq!(
        machine.flow(many.processor.unwrap()).location,
        "/States/Many/ItemProcessor"
    );
    assert!(matches!(map("ComputedMap").items, Some(Items::Jsonata(_))));
    assert!(matches!(map("ComputedList").items, Some(Items::Literal(_))));
}

#[test]
fn conditions_nest() {
    let machine = machine();
    let StateKind::Choice(choice) = &state(&machine, "Choose").kind else {
        panic!("Choose is a Choice");
    };
    let condition = |index: usize| choice.rules[index].condition.as_ref().unwrap();
    let operator = |index| match condition(index) {
        Condition::Comparison(comparison) => {
            (comparison.operator, comparison.operand.value.clone())
        }
        other => panic!("{other:?}"),
    };
    assert!(
        matches!(operator(0), (Operator::StringEquals, Operand::String(text)) if &*text == "a")
    );
    assert!(
        matches!(operator(2), (Operator::StringLessThan, Operand::Path(path)) if path.text() == "$.t")
    );
    assert!(matches!(
        operator(3),
        (Operator::NumericGreaterThanEquals, Operand::Number(_))
    ));
    assert!(matches!(
        operator(5),
        (Operator::TimestampLessThan, Operand::Timestamp(_))
    ));
    assert!(matches!(
        operator(6),
        (Operator::IsPresent, Operand::Bool(false))
    ));
    let Condition::And(all) = condition(7) else {
        panic!("an And");
    };
    let Condition::Or(any) = &all[1] else {
        panic!("an Or inside the And");
    };
    assert!(matches!(any[1], Condition::Not(_)));
    assert!(choice.rules[0].assign.is_some());
    let StateKind::Choice(computed) = &state(&machine, "ComputedChoice").kind else {
        panic!("ComputedChoice is a Choice");
    };
    assert!(matches!(
        computed.rules[0].condition,
        Some(Condition::Jsonata(_))
    ));
    assert!(matches!(
        computed.rules[1].condition,
        Some(Condition::Literal(true))
    ));
    assert!(computed.rules[0].output.is_some());
}
