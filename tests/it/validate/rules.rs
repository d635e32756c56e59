//! `--select`, `--ignore`, `--pedantic` and `--severity`.

use super::{MIXED, Said, folder, found, sfnrun_in};
use serde_json::Value as Json;
use sfnrun::lint::registry;

fn checked(arguments: &[&str]) -> Said {
    let folder = folder(&[("m.asl.json", MIXED)]);
    let mut all = vec!["validate", "--format", "concise", "m.asl.json"];
    all.extend(arguments);
    sfnrun_in(folder.path(), &all)
}

#[test]
fn by_default_all_rules_but_the_pedantic_are_on() {
    let said = checked(&[]);
    assert_eq!(
        found(&said),
        [
            ("warning", "callback-without-timeout"),
            ("warning", "lambda-without-retry"),
            ("error", "missing-target"),
        ]
    );
    assert_eq!(said.code, Some(1));
}

#[test]
fn a_selection_leaves_errors_on() {
    let said = checked(&["--select", "callback-without-timeout"]);
    assert_eq!(
        found(&said),
        [
            ("warning", "callback-without-timeout"),
            ("error", "missing-target")
        ]
    );
    let said = checked(&["--select", "error-handling,limits"]);
    assert_eq!(
        found(&said),
        [
            ("note", "machine-without-time-limit"),
            ("warning", "task-without-error-handling"),
            ("warning", "lambda-without-retry"),
            ("error", "missing-target")
        ]
    );
}

#[test]
fn errors_are_ignored_by_name_and_not_by_accident() {
    let said = checked(&["--ignore", "all"]);
    assert_eq!(found(&said), [("error", "missing-target")]);
    let said = checked(&["--ignore", "missing-target", "--ignore", "all"]);
    assert_eq!(found(&said), []);
    assert_eq!(said.code, Some(0));
}

#[test]
fn a_severity_counts_for_the_exit_code() {
    let warnings = "callback-without-timeout=note,lambda-without-retry=off";
    let said = checked(&["--ignore", "missing-target", "--severity", warnings]);
    assert_eq!(found(&said), [("note", "callback-without-timeout")]);
    assert_eq!(said.code, Some(0));
    let said = checked(&[
        "--ignore=missing-target",
        "--severity=lambda-without-retry=error",
        "--fail-on=error",
    ]);
    assert_eq!(
        found(&said),
        [
            ("warning", "callback-without-timeout"),
            ("error", "lambda-without-retry")
        ]
    );
    assert_eq!(said.code, Some(1));
}

#[test]
fn names_that_stand_for_nothing_are_told() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["--select", "callback-without-timeouts"],
            "error: --select: `callback-without-timeouts` is no rule, no category of rules, and no group of them\n  \
             help: did you mean `callback-without-timeout`?\n",
        ),
        (
            &["--ignore", "pedantik"],
            "error: --ignore: `pedantik` is no rule, no category of rules, and no group of them\n  \
             help: did you mean `pedantic`?\n",
        ),
        (
            &["--severity", "missing-targets=note"],
            "error: --severity: `missing-targets` is no rule\n  help: did you mean `missing-target`?\n",
        ),
        (
            &["--severity", "missing-target=info"],
            "error: --severity: `info` is no severity\n  help: say `error`, `warning`, `note` or `off`\n",
        ),
        (
            &["--severity", "limits=note"],
            "error: --severity: `limits` stands for many rules, and a severity is given to one\n  \
             help: `sfnrun rules` lists the rules\n",
        ),
        (
            &["--severity", "missing-target"],
            "error: --severity: `missing-target` names no severity\n  \
             help: say it as in `--severity catch-drops-input=error`\n",
        ),
    ];
    for (arguments, told) in cases {
        let said = checked(arguments);
        assert_eq!((said.code, &*said.err), (Some(2), told), "{arguments:?}");
        assert_eq!(said.out, "");
    }
}

#[test]
fn the_list_of_rules_tells_which_are_off() {
    let here = folder(&[]);
    let said = sfnrun_in(here.path(), &["rules", "--format", "json"]);
    let listed: Json = serde_json::from_str(&said.out).expect("it is JSON");
    let table = sfnrun_in(here.path(), &["rules"]).out;
    for (meta, rule) in registry::all()
        .iter()
        .zip(listed["rules"].as_array().expect("a list"))
    {
        assert_eq!(rule["id"], meta.id);
        assert_eq!(rule["pedantic"], meta.pedantic, "{}", meta.id);
        let line = table
            .lines()
            .find(|line| line.split_whitespace().nth(1) == Some(meta.id))
            .unwrap_or_else(|| panic!("`{}` is not listed", meta.id));
        assert_eq!(line.contains("(pedantic)"), meta.pedantic, "{line}");
    }
}

#[test]
fn models_are_judged_by_a_list_that_is_given() {
    let machine = |model: &str| {
        format!(
            r#"{{"StartAt": "Ask", "States": {{"Ask": {{"Type": "Task", "Resource": "arn:aws:states:::bedrock:invokeModel", "Parameters": {{"ModelId": "{model}", "Body": {{"a.$": "$.a"}}}}, "End": true}}}}}}"#
        )
    };
    let list = r#"{"modelSummaries": [
        {"modelId": "a.new-v1:0", "inferenceTypesSupported": ["INFERENCE_PROFILE"]},
        {"modelId": "anthropic.claude-v2", "inferenceTypesSupported": ["ON_DEMAND"], "modelLifecycle": {"status": "ACTIVE"}},
        {"modelId": "a.old-v1:0", "inferenceTypesSupported": ["ON_DEMAND"], "modelLifecycle": {"status": "LEGACY"}}]}"#;
    let rules = "model-needs-inference-profile,end-of-life-model";
    let judged = |model: &str, more: &[&str]| {
        let here = folder(&[
            ("m.asl.json", &machine(model)),
            ("models.json", list),
            ("no.json", "{}"),
        ]);
        let check = [
            "validate",
            "--format",
            "concise",
            "--select",
            rules,
            "m.asl.json",
        ];
        sfnrun_in(here.path(), &[&check[..], more].concat())
    };
    let given = ["--models", "models.json"];
    for (model, built_in, by_list) in [
        ("a.new-v1:0", None, Some("model-needs-inference-profile")),
        ("us.a.new-v1:0", None, None),
        ("anthropic.claude-v2", Some("end-of-life-model"), None),
        ("a.old-v1:0", None, Some("end-of-life-model")),
        ("a.unknown-v1:0", None, None),
    ] {
        for (more, expected) in [(&[][..], built_in), (&given[..], by_list)] {
            let said = judged(model, more);
            let rules: Vec<&str> = found(&said).into_iter().map(|(_, rule)| rule).collect();
            assert_eq!(rules, Vec::from_iter(expected), "{model}: {}", said.out);
        }
    }
    let said = judged("a.new-v1:0", &["--models", "no.json"]);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.contains("`no.json` is no list of models"),
        "{}",
        said.err
    );
}
