//! The analysis of JSONata against the interpreter: whatever a random machine does, the analysis has foreseen it.

use super::agrees::{Foreseen, assemble, execute, value};
use crate::checked::check;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sfnrun::analysis::{DataFlow, Graph, Samples, estimates};
use sfnrun::asl::{StateId, WorkflowType};
use sfnrun::diagnostics::Severity;
use sfnrun::lint::registry;
use sfnrun::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

fn expression() -> impl Strategy<Value = Json> + Clone {
    let expressions = vec![
        "$states.input",
        "$states.input.a",
        "$states.input.a.b",
        "$states.input.b",
        "$states.input.b[0]",
        "$states.input.b[-1].a",
        "$states.input.b.a",
        "$states.input.b[a=1]",
        "$states.input.b[]",
        "$states.input.c",
        "$states.input.c + 1",
        "-$states.input.c",
        "$states.input.c > 3",
        "$states.input.c = 10",
        "$states.input.c != $states.input.a",
        "$states.input.a.b = 'x' and $states.input.c = 10",
        "$states.input.a or $states.input.b",
        "$states.input.a in ['text', 'x']",
        "$states.input.a & 'x' & $states.input.c",
        "$exists($states.input.a) ? $states.input.a : null",
        "$states.input.c > 3 ? 'big' : {'small': $states.input.c}",
        "$states.input.a ? $states.input.b",
        "{'a': $states.input.a, 'b': [$states.input.b, 1], 'c': 3}",
        "{'c': {'a': $states.input.c}, $string($states.input.a): 1}",
        "[$states.input.a, $states.input.c]",
        "[[$states.input.b], $states.input]",
        "[1..$states.input.c]",
        "$merge([$states.input, {'c': 5}])",
        "$merge([{'a': 1, 'b': 2}, $states.input])",
        "$merge([{'a': 1}, $exists($states.input.c) ? {'b': [1, 2]} : {}])",
        "$count($states.input.b)",
        "$states.input.b ~> $count()",
        "$exists($states.input.a.b)",
        "$not($states.input.c)",
        "$boolean($states.input.b)",
        "$string($states.input.a)",
        "$length($states.input.a)",
        "$uppercase($states.input.a)",
        "$substring($states.input.a, 1)",
        "$split($states.input.a, 'e')",
        "$sum($states.input.b.a)",
        "$max($states.input.b.a)",
        "$number($states.input.c)",
        "$keys($states.input)",
        "$states.context.Execution.Input.a",
        "$states.context.State.Name",
        "( $x := $states.input.a; $x.b )",
        "( $x := 1; $states.input.c ? ($x := 'y'); $x )",
        "$map($states.input.b, function($i) { $i.a })",
        "$v",
        "$v.a",
        "$v.b[0]",
        "$exists($v) ? $v : 0",
        "$w",
    ];
    prop::sample::select(expressions).prop_map(|text| json!(format!("{{% {text} %}}")))
}

fn template() -> impl Strategy<Value = Json> + Clone {
    let member = (
        prop::sample::select(vec!["a", "b", "c"]),
        prop_oneof![3 => expression(), 1 => value()],
    );
    let object = prop::collection::vec(member, 0..3).prop_map(|members| {
        let members = members
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value));
        Json::Object(members.collect())
    });
    prop_oneof![2 => expression(), 2 => object, 1 => expression().prop_map(|one| json!([one, 2]))]
}

fn assign() -> impl Strategy<Value = Json> + Clone {
    (prop::sample::select(vec!["v", "w"]), template())
        .prop_map(|(name, value)| json!({name: value}))
}

fn state(depth: u32) -> BoxedStrategy<Json> {
    let io = (
        prop::option::weighted(0.6, template()),
        prop::option::weighted(0.3, assign()),
    );
    let with_io = move |kind: Json| {
        io.clone().prop_map(move |(output, assign)| {
            let mut state = kind.clone();
            if let Some(output) = output {
                state["Output"] = output;
            }
            if let Some(assign) = assign {
                state["Assign"] = assign;
            }
            state
        })
    };
    let task = (
        with_io(
            json!({"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:f"}),
        ),
        prop::option::of(prop::option::of(template())),
    )
        .prop_map(|(mut state, catch)| {
            if let Some(output) = catch {
                let mut catcher = json!({"ErrorEquals": ["States.ALL"], "Next": "?"});
                if let Some(output) = output {
                    catcher["Output"] = output;
                }
                state["Catch"] = json!([catcher]);
            }
            state
        });
    let choice = (expression(), expression(), prop::option::weighted(0.3, assign())).prop_map(
        |(one, other, assign)| {
            let mut rule = json!({"Condition": other, "Next": "?"});
            if let Some(assign) = assign {
                rule["Assign"] = assign;
            }
            json!({"Type": "Choice", "Choices": [{"Condition": one, "Next": "?"}, rule], "Default": "?"})
        },
    );
    let leaves = prop_oneof![
        5 => with_io(json!({"Type": "Pass"})),
        2 => task,
        2 => choice,
    ];
    if depth == 0 {
        return leaves.boxed();
    }
    let nested = flow(depth - 1);
    let map = (
        nested.clone(),
        expression(),
        prop::option::weighted(0.5, template()),
    )
        .prop_map(|(flow, items, output)| {
            let mut state =
                json!({"Type": "Map", "MaxConcurrency": 2, "ItemProcessor": flow, "Items": items});
            if let Some(output) = output {
                state["Output"] = output;
            }
            state
        });
    let parallel = (nested.clone(), nested).prop_map(|(one, other)| {
        json!({"Type": "Parallel", "Branches": [one, other],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "?", "Output": "{% $merge([$states.input, {'e': $states.errorOutput}]) %}"}]})
    });
    prop_oneof![6 => leaves, 1 => map, 1 => parallel].boxed()
}

fn flow(depth: u32) -> BoxedStrategy<Json> {
    (
        prop::collection::vec(state(depth), 1..5),
        prop::collection::vec(0_usize..5, 24),
    )
        .prop_map(|(states, targets)| json!({"states": states, "targets": targets}))
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 2_000, max_global_rejects: 100_000, max_local_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn what_expressions_give_was_foreseen(
        flow in flow(1),
        input in value(),
        results in prop::collection::vec(prop::option::weighted(0.8, value()), 6),
        with_samples in any::<bool>(),
    ) {
        let mut definition = assemble(&flow, &mut 0);
        definition["QueryLanguage"] = json!("JSONata");
        let definition = definition.to_string();
        let checked = check("m.asl.json", &definition, WorkflowType::Standard);
        let own: Vec<&str> = registry::rules().iter().map(|rule| rule.meta().id).collect();
        let refused = checked.diagnostics.iter().any(|one| one.severity == Severity::Error && !own.contains(&one.rule));
        prop_assume!(!refused);
        let machine = Arc::new(checked.machine.expect("it was not refused"));
        let input = Value::from(&input);
        let answers: HashMap<StateId, Option<Value>> = machine.states.iter()
            .map(|state| (state.id, results[state.id.0 as usize % results.len()].as_ref().map(Value::from)))
            .collect();
        let mut samples = Samples::default();
        if with_samples {
            samples = samples.with_input(input.clone());
            for (state, result) in &answers {
                if let Some(result) = result {
                    samples = samples.with_result(*state, result.clone());
                }
            }
        }
        let flow = DataFlow::new(&machine, &Graph::new(&machine), &samples, &[]);
        let estimates = estimates(&machine, &flow);
        let foreseen = Foreseen { definition: &definition, machine: &machine, flow: &flow, estimates: &estimates, diagnostics: &checked.diagnostics };
        for event in execute(&machine, &input, answers) {
            foreseen.holds(&event)?;
        }
    }
}
