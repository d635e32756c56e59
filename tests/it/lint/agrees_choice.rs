//! What is said of the rules of a Choice against the interpreter: a rule that is called dead is not taken, and where the
//! rules are called complete one of them is met.

use super::agrees::execute;
use crate::checked::check;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sfnrun::asl::WorkflowType;
use sfnrun::engine::EventKind;
use sfnrun::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

fn comparison() -> impl Strategy<Value = Json> + Clone {
    let texts = prop::sample::select(vec!["a", "b", "bb", "é", "2026-01-01T00:00:00Z"]);
    let times = prop::sample::select(vec!["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"]);
    let ordered = prop::sample::select(vec![
        "Equals",
        "LessThan",
        "GreaterThan",
        "LessThanEquals",
        "GreaterThanEquals",
    ]);
    let tests = prop::sample::select(vec![
        "IsNull",
        "IsPresent",
        "IsNumeric",
        "IsString",
        "IsBoolean",
        "IsTimestamp",
        "BooleanEquals",
    ]);
    let variable = prop::sample::select(vec!["$.x", "$.y"]);
    let test = prop_oneof![
        2 => (ordered.clone(), 0_i32..4).prop_map(|(operator, number)| (format!("Numeric{operator}"), json!(number))),
        2 => (ordered.clone(), texts).prop_map(|(operator, text)| (format!("String{operator}"), json!(text))),
        1 => (ordered, times).prop_map(|(operator, time)| (format!("Timestamp{operator}"), json!(time))),
        3 => (tests, any::<bool>()).prop_map(|(operator, truth)| (operator.to_owned(), json!(truth))),
    ];
    (variable, test).prop_map(
        |(variable, (operator, operand))| json!({"Variable": variable, operator: operand}),
    )
}

fn condition() -> impl Strategy<Value = Json> + Clone {
    comparison().prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(|all| json!({"And": all})),
            prop::collection::vec(inner.clone(), 1..3).prop_map(|any| json!({"Or": any})),
            inner.prop_map(|one| json!({"Not": one})),
        ]
    })
}

fn value() -> impl Strategy<Value = Json> + Clone {
    prop::sample::select(vec![
        json!(0),
        json!(1),
        json!(2.0),
        json!(2.5),
        json!("a"),
        json!("b"),
        json!("bb"),
        json!("é"),
        json!(true),
        json!(false),
        json!(null),
        json!("2026-01-01T00:00:00Z"),
        json!("2026-01-02T00:00:00Z"),
        json!([1]),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn dead_rules_are_not_taken(
        conditions in prop::collection::vec(condition(), 2..5),
        x in prop::option::weighted(0.9, value()),
        y in prop::option::weighted(0.9, value()),
        literal in any::<bool>(),
    ) {
        let mut input = json!({});
        for (name, value) in [("x", x), ("y", y)] {
            if let Some(value) = value {
                input[name] = value;
            }
        }
        let mut states = json!({"Begin": {"Type": "Pass", "Next": "Ask"}, "Else": {"Type": "Succeed"}});
        if literal {
            states["Begin"]["Result"] = input.clone();
        }
        let mut rules = Vec::new();
        for (index, condition) in conditions.into_iter().enumerate() {
            let mut rule = condition;
            rule["Next"] = json!(format!("R{index}"));
            rules.push(rule);
            states[format!("R{index}")] = json!({"Type": "Succeed"});
        }
        states["Ask"] = json!({"Type": "Choice", "Choices": rules, "Default": "Else"});
        let definition = json!({"StartAt": "Begin", "States": states}).to_string();
        let checked = check("m.asl.json", &definition, WorkflowType::Standard);
        let dead: Vec<&str> = checked
            .diagnostics
            .iter()
            .filter(|one| one.rule == "dead-choice-rule")
            .map(|one| one.location.as_str())
            .collect();
        let machine = Arc::new(checked.machine.expect("it is sound"));
        for event in execute(&machine, &Value::from(&input), HashMap::new()) {
            if let EventKind::StateEntered { state, .. } = &event.kind {
                let name = &machine.state(*state).name.value;
                if let Some(index) = name.strip_prefix('R') {
                    let location = format!("/States/Ask/Choices[{index}]");
                    prop_assert!(!dead.contains(&location.as_str()), "{name} was reached with {input}: {definition}");
                }
            }
        }
    }
}
