//! Parallel and Map.

use super::{answers, exec, exec_with, fails, lambda, succeeds};
use serde_json::{Value as Json, json};
use sfnrun::engine::{EventKind, Limits, Options};

fn map_of_tasks(concurrency: Json) -> Json {
    json!({"StartAt": "M", "States": {"M": {
        "Type": "Map", "MaxConcurrency": concurrency,
        "ItemProcessor": {"StartAt": "T", "States": {"T": lambda(json!({"End": true}))}},
        "End": true
    }}})
}

/// The most iterations that ran at a time.
fn peak(ran: &super::Ran) -> i64 {
    let (mut now, mut peak) = (0, 0);
    for event in &ran.events {
        match event.kind {
            EventKind::MapIterationStarted { .. } => now += 1,
            EventKind::MapIterationSucceeded { .. } => now -= 1,
            _ => {}
        }
        peak = peak.max(now);
    }
    peak
}

#[test]
fn a_map_runs_as_many_at_a_time_as_it_may() {
    let items: Json = (0..100).collect();
    let run = |concurrency: u64, limits| {
        let options = Options {
            limits,
            ..Options::default()
        };
        let script = answers([("T", vec![succeeds(1000, json!("x"))])]);
        let ran = exec_with(
            &map_of_tasks(json!(concurrency)),
            items.clone(),
            script,
            options,
        );
        assert_eq!(ran.output(), Json::from(vec!["x"; 100]));
        (peak(&ran), ran.duration())
    };
    assert_eq!(run(3, Limits::Aws), (3, 34_000));
    // 0 is no limit of its own; AWS runs at most 40 iterations of an inline Map at a time.
    assert_eq!(run(0, Limits::Aws), (40, 3000));
    assert_eq!(run(0, Limits::Off), (100, 1000));
}

#[test]
fn results_of_a_map_keep_the_order_of_the_items() {
    let definition = json!({"StartAt": "M", "States": {"M": {
        "Type": "Map", "ItemsPath": "$.items",
        "ItemSelector": {"index.$": "$$.Map.Item.Index", "value.$": "$$.Map.Item.Value", "all.$": "$.k"},
        "ItemProcessor": {"StartAt": "W", "States": {
            "W": {"Type": "Wait", "SecondsPath": "$.value", "End": true}
        }},
        "ResultPath": "$.done", "End": true
    }}});
    let ran = exec(
        &definition,
        json!({"items": [3, 1, 2], "k": "v"}),
        answers([]),
    );
    assert_eq!(ran.duration(), 3000);
    let done = json!([
        {"index": 0, "value": 3, "all": "v"}, {"index": 1, "value": 1, "all": "v"}, {"index": 2, "value": 2, "all": "v"}
    ]);
    assert_eq!(
        ran.output(),
        json!({"items": [3, 1, 2], "k": "v", "done": done})
    );
}

/// The example of the developer guide, "Accessing execution data from the Context object", in both languages; and what a state of
/// an inline iteration sees.
#[test]
fn items_of_the_input_come_from_state_data() {
    let expected = json!([
        {"ContextIndex": 0, "ContextValue": {"who": "bob"}, "ContextSource": "STATE_DATA"},
        {"ContextIndex": 1, "ContextValue": {"who": "meg"}, "ContextSource": "STATE_DATA"}
    ]);
    let input = json!([{"who": "bob"}, {"who": "meg"}]);
    let machine = |selector: &Json, mode: &str, inner: &Json| {
        let mut machine = json!({"StartAt": "M", "States": {"M": {
            "Type": "Map", "ItemSelector": selector,
            "ItemProcessor": {
                "ProcessorConfig": {"Mode": mode},
                "StartAt": "P", "States": {"P": inner}
            },
            "End": true
        }}});
        if mode == "DISTRIBUTED" {
            machine["States"]["M"]["ItemProcessor"]["ProcessorConfig"]["ExecutionType"] =
                json!("STANDARD");
        }
        machine
    };
    let by_path = json!({
        "ContextIndex.$": "$$.Map.Item.Index",
        "ContextValue.$": "$$.Map.Item.Value",
        "ContextSource.$": "$$.Map.Item.Source"
    });
    let jsonata = json!({
        "ContextIndex": "{% $states.context.Map.Item.Index %}",
        "ContextValue": "{% $states.context.Map.Item.Value %}",
        "ContextSource": "{% $states.context.Map.Item.Source %}"
    });
    let pass = json!({"Type": "Pass", "End": true});
    for mode in ["INLINE", "DISTRIBUTED"] {
        let ran = exec(&machine(&by_path, mode, &pass), input.clone(), answers([]));
        assert_eq!(ran.output(), expected, "{mode}");
        let mut machine = machine(&jsonata, mode, &pass);
        machine["QueryLanguage"] = json!("JSONata");
        let ran = exec(&machine, input.clone(), answers([]));
        assert_eq!(ran.output(), expected, "{mode}");
    }
    let inner = json!({"Type": "Pass", "Parameters": {"s.$": "$$.Map.Item.Source"}, "End": true});
    let ran = exec(&machine(&json!({}), "INLINE", &inner), input, answers([]));
    assert_eq!(
        ran.output(),
        json!([{"s": "STATE_DATA"}, {"s": "STATE_DATA"}])
    );
}

#[test]
fn a_parallel_takes_as_long_as_its_slowest_branch() {
    let branch = |name: &str, seconds: u64| {
        let wait = json!({"Type": "Wait", "Seconds": seconds, "End": true});
        json!({"StartAt": name, "States": {name: wait}})
    };
    let definition = json!({"StartAt": "P", "States": {"P": {
        "Type": "Parallel", "Branches": [branch("A", 5), branch("B", 20), branch("C", 1)], "End": true
    }}});
    let ran = exec(&definition, json!({"x": 1}), answers([]));
    assert_eq!(ran.duration(), 20_000);
    assert_eq!(ran.output(), json!([{"x": 1}, {"x": 1}, {"x": 1}]));
}

#[test]
fn a_branch_that_fails_gives_up_the_others() {
    let definition = json!({"StartAt": "P", "States": {
        "P": {"Type": "Parallel", "Branches": [
            {"StartAt": "A", "States": {"A": lambda(json!({"End": true}))}},
            {"StartAt": "B", "States": {"B": {"Type": "Wait", "Seconds": 100, "End": true}}},
            {"StartAt": "C", "States": {"C": lambda(json!({"Next": "D"})), "D": {"Type": "Pass", "End": true}}}
        ], "Catch": [{"ErrorEquals": ["Broken"], "Next": "After"}], "End": true},
        "After": {"Type": "Pass", "End": true}
    }});
    let script = answers([
        ("A", vec![fails(3000, "Broken")]),
        ("C", vec![succeeds(9000, json!(1))]),
    ]);
    let ran = exec(&definition, json!({}), script);
    assert_eq!(ran.duration(), 3000);
    assert_eq!(ran.entered(), ["P", "A", "B", "C", "After"]);
    assert_eq!(
        ran.count(|kind| matches!(kind, EventKind::TaskStateAborted { .. })),
        2
    );
    assert_eq!(
        ran.count(|kind| matches!(kind, EventKind::WaitStateAborted { .. })),
        1
    );
    assert_eq!(
        ran.count(|kind| matches!(kind, EventKind::ParallelStateFailed { .. })),
        1
    );
}

#[test]
fn variables_of_an_outer_flow_can_be_read_and_those_of_an_inner_one_stay_inside() {
    let definition = json!({"StartAt": "Set", "States": {
        "Set": {"Type": "Pass", "Assign": {"outer": 1}, "Next": "M"},
        "M": {"Type": "Map", "ItemsPath": "$.items", "ItemProcessor": {"StartAt": "I", "States": {
            "I": {"Type": "Pass", "Assign": {"inner.$": "$"}, "Next": "R"},
            "R": {"Type": "Pass", "Parameters": {"sum.$": "States.MathAdd($outer, $inner)"}, "End": true}
        }}, "ResultPath": "$.done", "Next": "Read"},
        "Read": {"Type": "Pass", "Parameters": {"bad.$": "$inner"}, "End": true}
    }});
    let ran = exec(&definition, json!({"items": [1, 2]}), answers([]));
    assert_eq!(ran.error(), "States.Runtime");
    assert!(
        ran.cause()
            .starts_with("An error occurred while executing the state 'Read'"),
        "{}",
        ran.cause()
    );
    let sums: Vec<Json> = ran
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::StateExited { output, .. } => Json::from(output).get("sum").cloned(),
            _ => None,
        })
        .collect();
    assert_eq!(sums, [json!(2), json!(3)]);
}

#[test]
fn the_same_run_gives_the_same_events() {
    let items: Json = (0..50).collect();
    let run = || {
        let script = answers([(
            "T",
            vec![
                succeeds(10, json!({})),
                fails(20, "E"),
                succeeds(5, json!(null)),
            ],
        )]);
        let mut definition = map_of_tasks(json!(7));
        definition["States"]["M"]["ItemProcessor"]["States"]["T"]["Retry"] =
            json!([{"ErrorEquals": ["States.ALL"], "JitterStrategy": "FULL"}]);
        exec(&definition, items.clone(), script)
    };
    assert_eq!(run().events, run().events);
}
