//! Whatever stands in a file, it is read and run without a panic.

use super::loaded;
use proptest::prelude::*;

const WORDS: [&str; 32] = [
    "version",
    "scenarios",
    "definition",
    "input",
    "mocks",
    "type",
    "vars",
    "seed",
    "start-time",
    "limits",
    "execution-name",
    "expect",
    "status",
    "output",
    "output-file",
    "output-contains",
    "error",
    "cause",
    "cause-contains",
    "visits",
    "visited",
    "not-visited",
    "via-catch",
    "duration",
    "events",
    "retries",
    "Fetch",
    "machine.asl.json",
    "mocks.yaml",
    "#busy",
    "<= 3s",
    "off",
];

fn tree() -> impl Strategy<Value = serde_json::Value> {
    let word = prop_oneof![4 => prop::sample::select(&WORDS[..]).prop_map(ToOwned::to_owned), 1 => ".{0,6}"];
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        (-2_i64..9).prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        word.clone().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((word.clone(), inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

fn try_out(text: &str) {
    let loaded = loaded(text);
    for found in &loaded.diagnostics {
        assert!(found.span().range().end <= text.len(), "{found:?}");
    }
    for case in &loaded.cases {
        case.run(&mut []);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_taken(whole in tree(), settings in tree(), expect in tree(), mocks in tree()) {
        try_out(&whole.to_string());
        let scenario = serde_json::json!({"mocks": mocks, "expect": expect});
        let file = serde_json::json!({
            "version": 1,
            "definition": "machine.asl.json",
            "scenarios": {"a": settings, "b": scenario},
        });
        try_out(&file.to_string());
        let alone = serde_json::json!({
            "version": 1,
            "definition": "machine.asl.json",
            "mocks": "mocks.yaml",
            "scenarios": {"a": {"expect": expect}},
        });
        try_out(&alone.to_string());
    }

    #[test]
    fn any_text_is_taken(text in "(version: 1\n)?(scenarios:\n)?[ \\-{}\\[\\]:,#a-c\n\"0-9]{0,60}") {
        try_out(&text);
    }
}
