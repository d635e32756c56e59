//! The analysis against the interpreter: whatever a random machine does, the analysis has foreseen it.

use crate::checked::check;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use sfnrun::analysis::{
    DataFlow, Estimate, Graph, Kinds, Presence, Samples, Shape, Size, estimates, history,
};
use sfnrun::asl::{StateId, StateMachine, WorkflowType};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::engine::{Event, EventKind, Options, TaskId, TaskOutcome, TaskRequest};
use sfnrun::lint::registry;
use sfnrun::run::{Clock, Consumer, End, Surroundings, run};
use sfnrun::tasks::{Reply, TaskHandler, TimedOutcome};
use sfnrun::value::{Value, read};
use std::collections::HashMap;
use std::sync::Arc;

/// Paths that lead somewhere or nowhere.
fn path() -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(vec![
        "$",
        "$.a",
        "$.a.b",
        "$.b",
        "$.b[0]",
        "$.b[*].a",
        "$.c",
        "$.a.c",
        "$.b[(@.length-1)]",
        "$.e.Error",
        "$.Error",
        "$$.Execution.Input",
        "$$.Execution.Input.a",
        "$$.State.Name",
        "$[0]",
        "$[0].a",
        "$.b[1:]",
        "$['a','b']",
        "$v",
        "$v.a",
    ])
}

fn expression() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        4 => path().prop_map(str::to_owned),
        1 => path().prop_map(|path| format!("States.Format('<{{}}>', {path})")),
        1 => (path(), path()).prop_map(|(one, other)| format!("States.Array({one}, {other})")),
        1 => path().prop_map(|path| format!("States.JsonToString({path})")),
        1 => path().prop_map(|path| format!("States.ArrayLength({path})")),
        1 => (path(), path()).prop_map(|(one, other)| format!("States.JsonMerge({one}, {other}, false)")),
        1 => path().prop_map(|path| format!("States.ArrayGetItem({path}, 0)")),
        1 => path().prop_map(|path| format!("States.Base64Encode(States.JsonToString({path}))")),
    ]
}

pub(crate) fn value() -> impl Strategy<Value = Json> + Clone {
    prop::sample::select(vec![
        json!({"a": {"b": "x"}, "b": [{"a": 1}, {"a": 2}]}),
        json!({"a": "text", "b": []}),
        json!({"a": {"c": null}, "c": 10, "b": [1, [2]]}),
        json!({"b": {"a": [true]}}),
        json!([{"a": "é\n"}, 2]),
        json!("word"),
        json!({}),
    ])
}

fn template() -> impl Strategy<Value = Json> + Clone {
    let keys = prop::sample::select(vec!["a", "b", "c"]);
    let member = (
        keys,
        prop_oneof![expression().prop_map(Ok), value().prop_map(Err)],
    );
    prop::collection::vec(member, 0..3).prop_map(|members| {
        let mut template = serde_json::Map::new();
        for (key, value) in members {
            match value {
                Ok(expression) => template.insert(format!("{key}.$"), json!(expression)),
                Err(constant) => template.insert(key.to_owned(), constant),
            };
        }
        // `a` and `a.$` together are refused.
        template.retain_unique();
        Json::Object(template)
    })
}

trait RetainUnique {
    fn retain_unique(&mut self);
}

impl RetainUnique for serde_json::Map<String, Json> {
    fn retain_unique(&mut self) {
        for key in ["a", "b", "c"] {
            if self.contains_key(key) {
                self.remove(&format!("{key}.$"));
            }
        }
    }
}

fn result_path() -> impl Strategy<Value = Option<Json>> + Clone {
    prop::sample::select(vec![
        None,
        Some(Json::Null),
        Some(json!("$")),
        Some(json!("$.a")),
        Some(json!("$.e")),
        Some(json!("$.a.b")),
    ])
}

/// A state but for its name and where it leads.
fn state(depth: u32) -> BoxedStrategy<Json> {
    let io = (
        prop::option::weighted(0.2, path()),
        prop::option::weighted(0.5, template()),
        prop::option::weighted(0.3, template()),
        result_path(),
        prop::option::weighted(0.2, path()),
        prop::option::weighted(0.2, expression()),
    );
    let with_io = move |kind: Json, works: bool| {
        io.clone().prop_map(
            move |(input, parameters, selector, result, output, assign)| {
                let mut state = kind.clone();
                let mut set = |field: &str, value: Option<Json>| {
                    if let Some(value) = value {
                        state[field] = value;
                    }
                };
                set("InputPath", input.map(|path| json!(path)));
                set("OutputPath", output.map(|path| json!(path)));
                set("ResultPath", result);
                set("Parameters", parameters);
                set("ResultSelector", selector.filter(|_| works));
                set("Assign", assign.map(|value| json!({"v.$": value})));
                state
            },
        )
    };
    let task = (
        with_io(
            json!({"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:f"}),
            true,
        ),
        prop::option::of(result_path()),
    )
        .prop_map(|(mut state, catch)| {
            if let Some(result_path) = catch {
                let mut catcher = json!({"ErrorEquals": ["States.ALL"], "Next": "?"});
                if let Some(path) = result_path {
                    catcher["ResultPath"] = path;
                }
                state["Catch"] = json!([catcher]);
            }
            state
        });
    let choice = (path(), path()).prop_map(|(one, other)| {
        json!({"Type": "Choice", "Choices": [
            {"Variable": one, "IsPresent": true, "Next": "?"},
            {"And": [{"Variable": other, "IsPresent": true}, {"Variable": other, "StringEquals": "x"}], "Next": "?"},
            {"Not": {"Variable": other, "IsNull": true}, "Next": "?"},
        ], "Default": "?"})
    });
    let leaves = prop_oneof![
        4 => with_io(json!({"Type": "Pass"}), false),
        1 => value().prop_map(|value| json!({"Type": "Pass", "Result": value})),
        4 => task,
        2 => choice.prop_filter("a variable is one place", |choice| !choice.to_string().contains("[*]") && !choice.to_string().contains("1:") && !choice.to_string().contains("','")),
    ];
    if depth == 0 {
        return leaves.boxed();
    }
    let nested = flow(depth - 1);
    let map = (
        nested.clone(),
        prop::option::of(path()),
        prop::option::weighted(0.3, template()),
        result_path(),
    )
        .prop_map(|(flow, items, selector, result)| {
            let mut state = json!({"Type": "Map", "MaxConcurrency": 2, "ItemProcessor": flow});
            if let Some(path) = items {
                state["ItemsPath"] = json!(path);
            }
            if let Some(selector) = selector {
                state["ItemSelector"] = selector;
            }
            if let Some(path) = result {
                state["ResultPath"] = path;
            }
            state
        });
    let parallel = (nested.clone(), nested, result_path()).prop_map(|(one, other, result)| {
        let mut state = json!({"Type": "Parallel", "Branches": [one, other],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "?", "ResultPath": "$.e"}]});
        if let Some(path) = result {
            state["ResultPath"] = path;
        }
        state
    });
    prop_oneof![6 => leaves, 1 => map, 1 => parallel].boxed()
}

/// States in a row; each way out leads to some later one.
pub(crate) fn flow(depth: u32) -> BoxedStrategy<Json> {
    (
        prop::collection::vec(state(depth), 1..5),
        prop::collection::vec(0_usize..5, 24),
    )
        .prop_map(|(states, targets)| json!({"states": states, "targets": targets}))
        .boxed()
}

/// Names the states, and leads each way out to a later one.
pub(crate) fn assemble(flow: &Json, names: &mut usize) -> Json {
    let states = flow["states"].as_array().expect("a list").clone();
    let targets: Vec<usize> = flow["targets"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|target| target.as_u64().expect("a number") as usize)
        .collect();
    let prefix = *names;
    *names += 1;
    let name = |index: usize| format!("S{prefix}_{index}");
    let count = states.len();
    let mut turn = targets.into_iter().cycle();
    let mut assembled = serde_json::Map::new();
    for (index, mut state) in states.into_iter().enumerate() {
        // The last state of all is `End`, a Succeed.
        let mut later = || {
            if index == 0 && count > 1 {
                name(1)
            } else {
                name((index + 1 + turn.next().expect("it goes round") % 2).min(count))
            }
        };
        if state["Type"] == "Choice" {
            for rule in state["Choices"].as_array_mut().expect("a list") {
                rule["Next"] = json!(later());
            }
            state["Default"] = json!(later());
        } else {
            state["Next"] = json!(later());
        }
        for catcher in state["Catch"].as_array_mut().into_iter().flatten() {
            catcher["Next"] = json!(later());
        }
        if let Some(inner) = state.get("ItemProcessor").cloned() {
            state["ItemProcessor"] = assemble(&inner, names);
        }
        for branch in state["Branches"].as_array_mut().into_iter().flatten() {
            *branch = assemble(branch, names);
        }
        state
            .as_object_mut()
            .expect("an object")
            .retain(|key, value| !(value.is_null() && key != "ResultPath"));
        assembled.insert(name(index), state);
    }
    assembled.insert(name(count), json!({"Type": "Succeed"}));
    json!({"StartAt": name(0), "States": assembled})
}

/// Answers each Task always in the same way.
struct Fixed(HashMap<StateId, Option<Value>>);

impl TaskHandler for Fixed {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        let outcome = match self.0.get(&request.state) {
            Some(Some(result)) => TaskOutcome::Succeeded(result.clone()),
            _ => TaskOutcome::Failed {
                error: Some("Broken".into()),
                cause: Some("it broke".into()),
            },
        };
        Reply::Scripted(vec![TimedOutcome::new(1, outcome)])
    }

    fn cancel(&mut self, _: TaskId) {}
}

pub(crate) fn execute(
    machine: &Arc<StateMachine>,
    input: &Value,
    answers: HashMap<StateId, Option<Value>>,
) -> Vec<Event> {
    let mut events = Vec::new();
    let mut collect = |event: &Event| events.push(event.clone());
    let consumers: &mut [&mut dyn Consumer] = &mut [&mut collect];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let end = runtime.block_on(run(
        machine.clone(),
        Options::default(),
        input.clone(),
        Clock::Virtual,
        Surroundings {
            handler: &mut Fixed(answers),
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers,
        },
        std::future::pending(),
    ));
    assert!(matches!(end, End::Finished(_)), "{end:?}");
    events
}

/// Whether a value is one of those that a shape stands for.
pub(super) fn fits(shape: &Shape, value: &Value) -> bool {
    let size = shape.size();
    let bytes = value.size();
    if bytes < size.low || size.bounded && bytes > size.high {
        return false;
    }
    match (shape, value) {
        (Shape::Any(_), _) => true,
        (Shape::Scalar(scalar), value) => {
            let kind = match value {
                Value::Null => Kinds::NULL,
                Value::Bool(_) => Kinds::BOOLEAN,
                Value::Number(_) => Kinds::NUMBER,
                Value::String(_) => Kinds::STRING,
                Value::Array(_) | Value::Object(_) => return false,
            };
            scalar.kinds.has(kind)
                && scalar
                    .literal
                    .as_ref()
                    .is_none_or(|literal| literal == value)
        }
        (Shape::Array(_), Value::Array(items)) => {
            let (least, most) = shape.count();
            let count = items.len() as u64;
            let all = items.iter().enumerate().all(|(index, item)| {
                let found = shape.item_at(index as i64);
                found.presence != Presence::Never && fits(&found.shape, item)
            });
            count >= least && most.is_none_or(|most| count <= most) && all
        }
        (Shape::Object(_), Value::Object(members)) => {
            let known = shape.fields().all(|(name, field)| match members.get(name) {
                Some(value) => fits(&field.shape, value),
                None => !field.always,
            });
            known
                && (!shape.is_closed()
                    || members
                        .keys()
                        .all(|key| shape.member(key).presence != Presence::Never))
        }
        _ => false,
    }
}

pub(super) fn compact(value: &Value) -> Value {
    read(&value.to_compact_json()).expect("JSON that was printed can be read")
}

/// What is known of a machine before it runs.
pub(super) struct Foreseen<'a> {
    pub(super) definition: &'a str,
    pub(super) machine: &'a StateMachine,
    pub(super) flow: &'a DataFlow,
    pub(super) estimates: &'a [Estimate],
    pub(super) diagnostics: &'a [Diagnostic],
}

impl Foreseen<'_> {
    /// Whether an event of its execution may be.
    pub(super) fn holds(&self, event: &Event) -> Result<(), TestCaseError> {
        let Self {
            definition,
            machine,
            flow,
            ..
        } = self;
        match &event.kind {
            EventKind::StateEntered { state, input } => {
                let input = compact(input);
                let arrivals = flow.arrivals(*state);
                prop_assert!(
                    arrivals
                        .iter()
                        .any(|arrival| fits(&arrival.incoming.input, &input)),
                    "{} gets {input}, and not {arrivals:#?}\n{definition}",
                    machine.state(*state).name.value
                );
            }
            EventKind::StateExited { state, output, .. } => self.ends_well(*state, output)?,
            _ => {}
        }
        Ok(())
    }

    fn ends_well(&self, state: StateId, output: &Value) -> Result<(), TestCaseError> {
        let Self {
            definition,
            machine,
            flow,
            ..
        } = self;
        let (name, location) = (
            &machine.state(state).name.value,
            &machine.state(state).location,
        );
        let impossible = self.diagnostics.iter().find(|one| {
            let inside = one.location.strip_prefix(location.as_str());
            one.severity == Severity::Error
                && inside.is_some_and(|rest| rest.matches('/').count() == 1)
        });
        // What is caught goes on by the error, and a result that cannot be placed is caught as well.
        let caught = !machine.state(state).catch.is_empty();
        prop_assert!(
            caught || impossible.is_none(),
            "{name} ended well: {impossible:#?}\n{definition}"
        );
        let estimate = self
            .estimates
            .iter()
            .find(|estimate| estimate.state == state);
        let catchers = machine.state(state).catch.iter();
        let catchers = catchers.filter_map(|catcher| catcher.next.as_ref()?.state);
        let caught = catchers
            .flat_map(|target| flow.arrivals(target))
            .map(|arrival| arrival.incoming.input.size());
        let output_size = estimate.expect("it was reached").output;
        let size = output_size
            .into_iter()
            .chain(caught)
            .reduce(Size::or)
            .expect("it has an output");
        let bytes = compact(output).size();
        prop_assert!(
            bytes >= size.low && (!size.bounded || bytes <= size.high),
            "{name} gives {output}, and not {size:?}\n{definition}"
        );
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 2_000, max_global_rejects: 100_000, max_local_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn what_happens_was_foreseen(
        flow in flow(1),
        input in value(),
        results in prop::collection::vec(prop::option::weighted(0.8, value()), 6),
        with_samples in any::<bool>(),
    ) {
        let definition = assemble(&flow, &mut 0).to_string();
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
        let graph = Graph::new(&machine);
        let history = history(&machine, &graph, &flow);
        let events = execute(&machine, &input, answers);
        // Events without a number are for people, and no part of the history.
        let written = events.iter().filter(|event| event.id > 0).count() as u64;
        prop_assert!(!with_samples || written <= history[0].events, "{written} events, and not {}\n{definition}", history[0].events);
        let entered = events.iter().filter(|event| matches!(event.kind, EventKind::StateEntered { .. })).count() as u64;
        prop_assert!(!with_samples || entered <= history[0].transitions, "{entered} transitions, and not {}\n{definition}", history[0].transitions);
        let foreseen = Foreseen { definition: &definition, machine: &machine, flow: &flow, estimates: &estimates, diagnostics: &checked.diagnostics };
        for event in events {
            foreseen.holds(&event)?;
        }
    }
}
