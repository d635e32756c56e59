//! `sfnrun.toml`: which one counts, and what it does.

use super::{MIXED, folder, found, sfnrun_in};

const CONCISE: [&str; 3] = ["validate", "--format", "concise"];

fn with<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    CONCISE.iter().chain(arguments).copied().collect()
}

#[test]
fn the_nearest_upwards_from_each_file_counts() {
    let here = folder(&[
        ("sfnrun.toml", "ignore = [\"callback-without-timeout\"]"),
        ("a/m.asl.json", MIXED),
        ("b/sfnrun.toml", "ignore = [\"lambda-without-retry\"]"),
        ("b/c/m.asl.json", MIXED),
    ]);
    let told = |said: &super::Said| {
        let lines = said.out.lines().map(|line| {
            let path = line.split(':').next().unwrap_or_default();
            let rule = line.split(['[', ']']).nth(1).unwrap_or_default();
            format!("{path} {rule}")
        });
        lines.collect::<Vec<_>>()
    };
    let expected = [
        "a/m.asl.json lambda-without-retry",
        "a/m.asl.json missing-target",
        "b/c/m.asl.json callback-without-timeout",
        "b/c/m.asl.json missing-target",
    ];
    assert_eq!(told(&sfnrun_in(here.path(), &CONCISE)), expected);
    // From another folder, by another way.
    let said = sfnrun_in(&here.path().join("a"), &with(&["../b/c/m.asl.json"]));
    assert_eq!(
        told(&said),
        [
            "../b/c/m.asl.json callback-without-timeout",
            "../b/c/m.asl.json missing-target"
        ]
    );
}

#[test]
fn for_standard_input_that_of_the_working_directory_counts() {
    let here = folder(&[
        ("sfnrun.toml", "[severity]\nmissing-target = \"note\""),
        ("deep/x", ""),
    ]);
    let said = super::sfnrun_with(&here.path().join("deep"), &with(&["-"]), MIXED);
    assert_eq!(
        found(&said),
        [
            ("warning", "callback-without-timeout"),
            ("warning", "lambda-without-retry"),
            ("note", "missing-target"),
        ]
    );
}

#[test]
fn another_can_be_named_or_none() {
    let here = folder(&[
        ("sfnrun.toml", "ignore = [\"all\"]"),
        (
            "other/strict.toml",
            "fail-on = \"never\"\n[[per-file]]\nfiles = [\"/m.asl.json\"]\nignore = [\"missing-target\"]",
        ),
        ("m.asl.json", MIXED),
    ]);
    assert_eq!(found(&sfnrun_in(here.path(), &CONCISE)).len(), 1);
    assert_eq!(
        found(&sfnrun_in(here.path(), &with(&["--no-config"]))).len(),
        3
    );
    let said = sfnrun_in(here.path(), &with(&["--config", "other/strict.toml"]));
    assert_eq!(found(&said).len(), 2);
    assert_eq!(said.code, Some(0));
    let said = sfnrun_in(here.path(), &with(&["--config", "missing.toml"]));
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.starts_with("error: cannot read `missing.toml`: "),
        "{}",
        said.err
    );
}

#[test]
fn the_command_line_goes_over_the_file_and_per_file_over_both() {
    let here = folder(&[
        (
            "sfnrun.toml",
            "ignore = [\"lambda-without-retry\"]\nfail-on = \"never\"\n\
             [[per-file]]\nfiles = [\"legacy/\"]\nignore = [\"callback-without-timeout\"]\n",
        ),
        ("m.asl.json", MIXED),
        ("legacy/m.asl.json", MIXED),
    ]);
    let said = sfnrun_in(
        here.path(),
        &with(&["m.asl.json", "--select", "all", "--fail-on", "warning"]),
    );
    assert_eq!(said.code, Some(1));
    assert!(found(&said).contains(&("warning", "lambda-without-retry")));
    let said = sfnrun_in(here.path(), &with(&["legacy", "--select", "all"]));
    assert_eq!(said.code, Some(0));
    assert!(found(&said).contains(&("warning", "lambda-without-retry")));
    assert!(!found(&said).contains(&("warning", "callback-without-timeout")));
}

#[test]
fn the_exit_code_is_by_what_each_file_is_to_fail_on() {
    let here = folder(&[
        ("lax/sfnrun.toml", "fail-on = \"never\""),
        ("lax/m.asl.json", MIXED),
        ("m.asl.json", MIXED),
    ]);
    assert_eq!(sfnrun_in(here.path(), &with(&["lax"])).code, Some(0));
    assert_eq!(sfnrun_in(here.path(), &with(&["."])).code, Some(1));
}

#[test]
fn excluded_files_are_passed_over_in_folders() {
    let here = folder(&[
        ("sfnrun.toml", "exclude = [\"build/\"]"),
        ("build/m.asl.json", MIXED),
    ]);
    let said = sfnrun_in(here.path(), &CONCISE);
    assert_eq!((said.code, &*said.out), (Some(0), ""));
    assert_eq!(
        found(&sfnrun_in(here.path(), &with(&["build/m.asl.json"]))).len(),
        3
    );
    let said = sfnrun_in(here.path(), &with(&["build/m.asl.json", "--force-exclude"]));
    assert_eq!((said.code, &*said.out), (Some(0), ""));
}

#[test]
fn placeholders_are_filled_and_the_command_line_fills_them_over() {
    let machine = r#"{"StartAt": "${First}", "States": {"A": {"Type": "Pass", "Next": "${Second}"}, "B": {"Type": "${Third}"}}}"#;
    let here = folder(&[
        (
            "sfnrun.toml",
            "vars-files = [\"vars/dev.yaml\"]\n[vars]\nFirst = \"A\"\n",
        ),
        (
            "vars/dev.yaml",
            "First: Nowhere\nSecond: Nowhere\nThird: Succeed\n",
        ),
        ("sub/m.asl.json", machine),
    ]);
    let said = sfnrun_in(here.path(), &with(&["sub"]));
    assert_eq!(
        found(&said),
        [("error", "missing-target"), ("error", "unreachable-state")]
    );
    let said = sfnrun_in(&here.path().join("sub"), &with(&[".", "--var", "Second=B"]));
    assert_eq!((found(&said), said.code), (vec![], Some(0)));
}

#[test]
fn a_type_holds_for_the_files_it_is_said_of() {
    let machine = r#"{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 5, "Parameters": {"QueueUrl": "u", "MessageBody.$": "$$.Task.Token"}, "End": true}}}"#;
    let here = folder(&[
        (
            "sfnrun.toml",
            "[[per-file]]\nfiles = [\"*.express.json\"]\ntype = \"EXPRESS\"\n",
        ),
        ("a.express.json", machine),
        ("b.json", machine),
    ]);
    let said = sfnrun_in(here.path(), &CONCISE);
    assert_eq!(found(&said), [("error", "express-pattern")]);
    assert!(said.out.starts_with("a.express.json:"));
    let said = sfnrun_in(here.path(), &with(&["b.json", "--type", "EXPRESS"]));
    assert_eq!(found(&said), [("error", "express-pattern")]);
}

#[test]
fn nothing_is_checked_until_the_file_is_right() {
    let here = folder(&[
        ("sfnrun.toml", "ingore = [\"limits\"]\n"),
        ("m.asl.json", MIXED),
    ]);
    let said = sfnrun_in(here.path(), &CONCISE);
    assert_eq!(said.code, Some(2));
    assert_eq!(said.out, "");
    assert_eq!(
        said.err,
        "\
error[config-file]: a configuration has no key `ingore`
   ╭─[sfnrun.toml:1:1]
 1 │ ingore = [\"limits\"]
   · ──────
   ╰────
  help: did you mean `ignore`?

nothing was done: `sfnrun explain config` tells what may stand in sfnrun.toml
"
    );
}

#[test]
fn the_schema_is_one_document() {
    let here = folder(&[]);
    let said = sfnrun_in(here.path(), &["config", "schema"]);
    assert_eq!(said.code, Some(0));
    let schema: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
}

#[test]
fn the_guides_are_explained() {
    let here = folder(&[]);
    for guide in ["config", "mocks", "scenarios", "objects"] {
        let said = sfnrun_in(here.path(), &["explain", guide]);
        assert_eq!(said.code, Some(0), "{guide}: {}", said.err);
        assert!(said.out.starts_with("# "));
    }
}

#[test]
fn what_runs_is_what_was_checked() {
    let here = folder(&[
        (
            "sfnrun.toml",
            "[vars]\nGreeting = \"hello\"\n[[per-file]]\nfiles = [\"fast/\"]\ntype = \"EXPRESS\"\n",
        ),
        (
            "fast/m.asl.json",
            r#"{"StartAt": "A", "States": {"A": {"Type": "Pass", "Result": "${Greeting}", "End": true}}}"#,
        ),
        ("wrong.toml", "var = 1\n"),
    ]);
    let exec =
        |more: &[&str]| sfnrun_in(here.path(), &[&["exec", "fast/m.asl.json"], more].concat());
    let said = exec(&[]);
    assert_eq!(
        (said.code, &*said.out),
        (Some(0), "\"hello\"\n"),
        "{}",
        said.err
    );
    assert!(said.err.contains("EXPRESS"), "{}", said.err);
    let said = exec(&["--var", "Greeting=hi", "--type", "STANDARD"]);
    assert_eq!(&*said.out, "\"hi\"\n");
    assert!(said.err.contains("STANDARD"), "{}", said.err);
    assert_eq!(&*exec(&["--no-config"]).out, "\"${Greeting}\"\n");
    let said = exec(&["--config", "wrong.toml"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("nothing was done"), "{}", said.err);
}
