//! Whatever stands in a mock file: it is read, held against a machine and asked, and nothing panics.

use super::testing::{CALLBACK, FUNCTION, LAMBDA, asking, machine};
use super::{MockFile, TaskHandler};
use crate::engine::TaskId;
use crate::source::SourceFile;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// Words that mean something in one of the formats, so that the generated files get past the first look.
const KEYS: [&str; 46] = [
    "version",
    "states",
    "cases",
    "latency",
    "each",
    "answers",
    "result",
    "result.$",
    "payload",
    "payload.$",
    "error",
    "cause",
    "timeout",
    "never",
    "callback",
    "submitted",
    "repeat",
    "index",
    "attempt",
    "when",
    "after",
    "every",
    "until",
    "heartbeat",
    "success",
    "failure",
    "$merge",
    "$json",
    "$string",
    "$array",
    "of",
    "$position",
    "$like",
    "$any",
    "$exists",
    "a.$",
    "StateMachines",
    "TestCases",
    "MockedResponses",
    "Return",
    "Throw",
    "Error",
    "Cause",
    "0",
    "1-2",
    "Review",
];
const TEXTS: [&str; 19] = [
    "forever",
    "iteration",
    "45s",
    "1h30m",
    "15s..45s",
    "300B",
    "$.a",
    "$$.Map.Item.Index",
    "States.UUID()",
    "States.Format('{}', $.a)",
    "$",
    "$.",
    "*.pdf",
    "\\",
    "0-3",
    "R",
    "",
    "é\u{0}",
    "99999999999999999999d",
];

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&KEYS[..]).prop_map(ToOwned::to_owned),
        2 => prop::sample::select(&["Assemble", "Chunks", "Chunks/CallPolly", "M", "C", "R"][..]).prop_map(ToOwned::to_owned),
        1 => ".{0,6}",
    ]
}

fn tree() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        (-2_i64..20).prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        prop::sample::select(&TEXTS[..]).prop_map(Json::from),
        words().prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 60, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((words(), inner), 0..5)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// Files of the right outer shape, with anything inside.
fn file() -> impl Strategy<Value = Json> {
    prop_oneof![
        1 => tree(),
        4 => (tree(), tree(), tree()).prop_map(|(one, two, three)| json!({
            "version": 1,
            "states": {"Assemble": one, "Chunks/CallPolly": [two, {"result": three}], "Review": two},
            "cases": {"C": {"Review": three}},
        })),
        2 => (tree(), tree()).prop_map(|(one, two)| json!({
            "StateMachines": {"M": {"TestCases": {"C": {"Assemble": "R", "CallPolly": "Q", "Review": two}}}},
            "MockedResponses": {"R": one, "Q": {"0": two, "1-2": {"Return": one}}},
        })),
    ]
}

fn try_out(name: &str, text: &str) {
    let machine = machine(&[
        ("Assemble", LAMBDA),
        ("Chunks", "Map"),
        ("Chunks/CallPolly", FUNCTION),
        ("Review", CALLBACK),
    ]);
    let tree = SourceFile::new(name, text.to_owned()).read();
    let (file, findings) = MockFile::from_tree(name, &tree);
    for finding in &findings {
        assert!(finding.span().range().end <= text.len(), "{finding:?}");
    }
    let cases: Vec<Option<String>> = file
        .cases(None)
        .iter()
        .map(|case| Some((*case).to_owned()))
        .chain([None])
        .collect();
    for case in cases {
        let Ok(mocks) = file.select(None, case.as_deref()) else {
            continue;
        };
        mocks.check(&machine);
        let mut handler = mocks.handler(&machine, 7);
        for retries in 0..3 {
            for (state, index) in [("Assemble", None), ("CallPolly", Some(2)), ("Review", None)] {
                let mut request = asking(&machine, state)
                    .with(r#"{"a": {"b": 1}}"#)
                    .retry(retries);
                if let Some(index) = index {
                    request = request.within("Chunks", index);
                }
                request.of(&mut handler);
            }
        }
        handler.cancel(TaskId(0));
        handler.take_notes();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_taken(file in file()) {
        try_out("mocks.json", &file.to_string());
    }

    #[test]
    fn any_text_is_taken(text in "(version: 1\n)?(states:\n)?[ \\-{}\\[\\]:,$.a-c\n\"0-9]{0,60}") {
        try_out("mocks.yaml", &text);
        try_out("mocks.json", &text);
    }
}
