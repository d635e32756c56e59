//! The keys as they are read, as the schema has them, and as the guide shows them.

use super::{CONFIG_GUIDE, Config, FailOn, RULE, schema, toml};
use crate::asl::WorkflowType;
use crate::diagnostics::Diagnostic;
use crate::lint::{Choices, Selection};
use serde_json::Value as Json;

fn faults(text: &str) -> Vec<(String, String, Vec<String>)> {
    let told = Config::read(text).err().unwrap_or_default();
    let told = told.into_iter().map(|one: Diagnostic| {
        assert_eq!(one.rule, RULE);
        let place = text[one.span().range()].to_owned();
        (place, one.message, one.help)
    });
    told.collect()
}

fn fault(text: &str) -> (String, String, Vec<String>) {
    let mut told = faults(text);
    assert_eq!(told.len(), 1, "{told:?}");
    told.remove(0)
}

#[test]
fn every_key_goes_where_it_belongs() {
    let config = Config::read(
        r#"
select = ["default", "pedantic"]
ignore = ["limits"]
fail-on = "never"
type = "EXPRESS"
vars-files = ["a.yaml"]
exclude = ["build/"]
[severity]
missing-target = "off"
[vars]
Name = "x"
[[per-file]]
files = ["legacy/**"]
ignore = ["catch-drops-input"]
type = "STANDARD"
severity = { map-without-max-concurrency = "note" }
"#,
    )
    .unwrap();
    assert_eq!(config.fail_on, Some(FailOn::Never));
    assert_eq!(config.variable_files, ["a.yaml"]);
    assert!(!config.variables.is_empty());
    assert!(config.exclude.holds("build/a.json") && !config.exclude.holds("a.json"));
    assert_eq!(config.workflow_type("a.json"), Some(WorkflowType::Express));
    assert_eq!(
        config.workflow_type("legacy/a.json"),
        Some(WorkflowType::Standard)
    );
    let on = |selection: &Selection| {
        [
            "missing-target",
            "catch-drops-input",
            "map-without-max-concurrency",
        ]
        .map(|rule| selection.is_on(rule))
    };
    let command_line = Choices::default();
    assert_eq!(
        on(&config.selection(&command_line, "a.json")),
        [false, true, false]
    );
    assert_eq!(
        on(&config.selection(&command_line, "legacy/a.json")),
        [false, false, true]
    );
}

#[test]
fn what_cannot_be_is_told_with_its_place() {
    let (place, message, help) = fault("ingore = []\n");
    assert_eq!(place, "ingore");
    assert_eq!(message, "a configuration has no key `ingore`");
    assert_eq!(help, ["did you mean `ignore`?"]);

    let (place, message, help) = fault("ignore = [\"limits\", \"catch-drop-input\"]\n");
    assert_eq!(place, "\"catch-drop-input\"");
    assert_eq!(
        message,
        "`catch-drop-input` is no rule, no category of rules, and no group of them"
    );
    assert_eq!(help, ["did you mean `catch-drops-input`?"]);

    let (place, message, _) = fault("type = \"EXPRES\"\n");
    assert_eq!(place, "\"EXPRES\"");
    assert_eq!(message, "`type` is `STANDARD` or `EXPRESS`, not `EXPRES`");

    let (place, message, help) = fault("[severity]\nunknown-paths = \"note\"\n");
    assert_eq!(place, "unknown-paths");
    assert_eq!(message, "`unknown-paths` is no rule");
    assert_eq!(help, ["did you mean `unknown-path`?"]);

    let (place, _, help) = fault("severity.unknown-path = \"info\"\n");
    assert_eq!(place, "\"info\"");
    assert_eq!(help, ["say `error`, `warning`, `note` or `off`"]);

    let (place, message, _) = fault("select = \"limits\"\n");
    assert_eq!(place, "\"limits\"");
    assert_eq!(message, "`select` is a list, but here is a string");

    let (_, message, _) = fault("ignore = [1]\n");
    assert_eq!(
        message,
        "an item of `ignore` is a text, but here is a number"
    );

    let (place, message, _) = fault("[vars]\n\"${A}\" = \"x\"\n");
    assert_eq!(place, "\"${A}\"");
    assert_eq!(message, "no placeholder is called `${A}`");

    let (place, _, help) = fault("exclude = [\"{a\"]\n");
    assert_eq!(place, "\"{a\"");
    assert_eq!(
        help,
        ["patterns are those of `.gitignore`: `legacy/**`, `*.draft.json`"]
    );

    let (_, message, help) = fault("[[per-file]]\nignore = [\"limits\"]\n");
    assert_eq!(message, "this table does not say which files it is about");
    assert_eq!(help, ["write `files = [\"legacy/**\"]`"]);

    let (place, message, _) = fault("[[per-file]]\nfiles = [\"a\"]\nselect = []\n");
    assert_eq!(place, "select");
    assert_eq!(message, "`per-file` has no key `select`");
}

#[test]
fn everything_that_is_wrong_is_told_in_the_order_of_the_text() {
    let told = faults("zzz = 1\nignore = [\"yyy\"]\nfail-on = 3\n");
    let places: Vec<&str> = told.iter().map(|(place, ..)| place.as_str()).collect();
    assert_eq!(places, ["zzz", "\"yyy\"", "3"]);
}

/// What a JSON Schema says against a value: enough of draft 7 for ours. A keyword that is not known here is a failure, so
/// that nothing in the schema goes unchecked.
fn against(schema: &Json, value: &Json, place: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$schema" | "title" | "description" => {}
            "type" => {
                let kind = match value {
                    Json::Object(_) => "object",
                    Json::Array(_) => "array",
                    Json::String(_) => "string",
                    _ => "other",
                };
                if wanted != kind {
                    faults.push(format!("{place}: {kind}"));
                }
            }
            "enum" => {
                if !wanted.as_array().expect("a list").contains(value) {
                    faults.push(format!("{place}: {value}"));
                }
            }
            "minItems" => {
                let least = wanted.as_u64().expect("a number") as usize;
                if value.as_array().is_some_and(|items| items.len() < least) {
                    faults.push(format!("{place}: too few"));
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    faults.extend(against(wanted, item, &format!("{place}[]")));
                }
            }
            "properties" => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    if let Some(schema) = wanted.get(key) {
                        faults.extend(against(schema, value, &format!("{place}.{key}")));
                    }
                }
            }
            "additionalProperties" => {
                let members = value.as_object().into_iter().flatten();
                let others = members.filter(|(key, _)| schema["properties"].get(key).is_none());
                for (key, value) in others {
                    match wanted {
                        Json::Bool(false) => faults.push(format!("{place}: key {key}")),
                        of_each => {
                            faults.extend(against(of_each, value, &format!("{place}.{key}")))
                        }
                    }
                }
            }
            "required" => {
                for key in wanted.as_array().expect("a list") {
                    let key = key.as_str().expect("a text");
                    if value
                        .as_object()
                        .is_some_and(|object| !object.contains_key(key))
                    {
                        faults.push(format!("{place}: no {key}"));
                    }
                }
            }
            other => panic!("the schema says `{other}`, which this test does not know"),
        }
    }
    faults
}

fn by_schema(text: &str) -> Vec<String> {
    let schema: Json = serde_json::from_str(&schema()).unwrap();
    let value = toml::read(text, RULE).unwrap().to_value();
    let value: Json = serde_json::from_str(&value.to_compact_json()).unwrap();
    against(&schema, &value, "")
}

/// The schema takes what the reader takes, and refuses what it refuses.
#[test]
fn schema_and_reader_agree() {
    let right = [
        "",
        "select = [\"all\", \"data-flow\", \"unknown-path\"]",
        "fail-on = \"error\"",
        "type = \"EXPRESS\"",
        "vars = { A = 1, B = [true] }",
        "lambda = { charge = \"src/charge.py:handler\", \"*\" = \"http://127.0.0.1:3001\" }",
        "severity = { unknown-path = \"off\" }",
        "exclude = []\nvars-files = [\"a\"]",
        "[[per-file]]\nfiles = [\"a\"]\ntype = \"STANDARD\"\nignore = []\nseverity = {}",
    ];
    for text in right {
        assert_eq!(faults(text), [], "{text}");
        assert_eq!(by_schema(text), [] as [String; 0], "{text}");
    }
    let wrong = [
        "lambda = 1",
        "lambda = { charge = 1 }",
        "select = [\"limit\"]",
        "ignore = [1]",
        "ignore = \"limits\"",
        "fail-on = \"note\"",
        "type = \"express\"",
        "vars = []",
        "severity = { limits = \"off\" }",
        "severity = { unknown-path = \"info\" }",
        "exclude = [1]",
        "vars-files = \"a\"",
        "per-file = {}",
        "[[per-file]]\nignore = []",
        "[[per-file]]\nfiles = []",
        "[[per-file]]\nfiles = [\"a\"]\nfail-on = \"error\"",
    ];
    for text in wrong {
        assert_ne!(faults(text), [], "{text}");
        assert_ne!(by_schema(text), [] as [String; 0], "{text}");
    }
}

#[test]
fn the_guide_shows_every_key() {
    let blocks: Vec<&str> = CONFIG_GUIDE
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks.len(), 1);
    for block in blocks {
        assert_eq!(faults(block), [], "{block}");
        assert_eq!(by_schema(block), [] as [String; 0]);
        let schema: Json = serde_json::from_str(&schema()).unwrap();
        let shown = toml::read(block, RULE).unwrap();
        for key in schema["properties"].as_object().unwrap().keys() {
            assert!(shown.get(key).is_some(), "the guide does not show `{key}`");
        }
    }
}
