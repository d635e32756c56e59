//! `sfnrun: ignore[…]`: what it leaves out, and what is said of it.

use super::{Said, folder, found, sfnrun_in};

fn checked(name: &str, text: &str, arguments: &[&str]) -> Said {
    let here = folder(&[(name, text)]);
    let mut all = vec!["validate", "--format", "concise", name];
    all.extend(arguments);
    sfnrun_in(here.path(), &all)
}

const ASK: &str = "StartAt: Ask
States:
  Ask:  # HERE
    Type: Task
    # SPOT
    Resource: arn:aws:states:::sqs:sendMessage.waitForTaskToken
    Parameters:
      QueueUrl: https://sqs.us-east-1.amazonaws.com/123456789012/q
      MessageBody.$: $$.Task.Token
    Catch:
    - ErrorEquals: [States.ALL]
      Next: Done
    Next: Nowhere
  Done:
    Type: Succeed
";

#[test]
fn a_comment_suppresses_on_its_line_the_next_and_for_a_state() {
    let both = [
        ("warning", "callback-without-timeout"),
        ("error", "missing-target"),
    ];
    assert_eq!(found(&checked("m.asl.yaml", ASK, &[])), both);
    let meant = "sfnrun: ignore[callback-without-timeout] the queue has an alarm";
    let rest = [("error", "missing-target")];
    for place in ["HERE", "SPOT"] {
        let text = ASK.replace(place, meant);
        assert_eq!(found(&checked("m.asl.yaml", &text, &[])), rest, "{place}");
    }
    let text = ASK.replace(
        "HERE",
        "sfnrun: ignore[callback-without-timeout, missing-target] not done yet",
    );
    let said = checked("m.asl.yaml", &text, &[]);
    assert_eq!((found(&said), said.code), (vec![], Some(0)));
    let text = format!("{ASK}# sfnrun: ignore-file[missing-target] not done yet\n");
    assert_eq!(found(&checked("m.asl.yaml", &text, &[])), both[..1]);
}

#[test]
fn a_comment_field_suppresses_for_its_state_or_its_machine() {
    let machine = |top: &str, state: &str| {
        format!(
            r#"{{"Comment": "{top}", "StartAt": "A", "States": {{
              "A": {{"Type": "Pass", "Next": "Gone", "Comment": "{state}"}},
              "B": {{"Type": "Pass", "Next": "Gone"}},
              "C": {{"Type": "Succeed"}}}}}}"#
        )
    };
    let meant = "sfnrun: ignore[missing-target] because it is a draft";
    let all = found(&checked("m.json", &machine("", ""), &[])).len();
    assert_eq!(all, 4);
    let unreachable = ("error", "unreachable-state");
    let said = checked("m.json", &machine("", meant), &[]);
    assert_eq!(
        found(&said),
        [unreachable, ("error", "missing-target"), unreachable]
    );
    let said = checked("m.json", &machine(meant, ""), &[]);
    assert_eq!(found(&said), [unreachable, unreachable]);
}

#[test]
fn a_suppression_without_reason_works_and_is_told() {
    let text = ASK.replace("SPOT", "sfnrun: ignore[callback-without-timeout]");
    let said = checked("m.asl.yaml", &text, &["--ignore", "missing-target"]);
    assert_eq!(found(&said), [("warning", "suppression-without-reason")]);
}

#[test]
fn what_suppresses_nothing_is_told_with_what_was_meant() {
    let cases = [
        (
            "lambda-without-retry",
            "`lambda-without-retry` finds nothing here that could be suppressed",
        ),
        (
            "callback-without-timeouts",
            "`callback-without-timeouts` is no rule",
        ),
        (
            "integrations",
            "`integrations` stands for many rules, and a suppression names each",
        ),
    ];
    for (rule, message) in cases {
        let text = ASK.replace("HERE", &format!("sfnrun: ignore[{rule}] so it is"));
        let said = checked("m.asl.yaml", &text, &["--ignore", "missing-target"]);
        assert_eq!(
            found(&said),
            [
                ("warning", "unused-suppression"),
                ("warning", "callback-without-timeout")
            ]
        );
        assert!(said.out.contains(message), "{}", said.out);
    }
    // Of a rule that is off nobody can say whether it would find something.
    let text = ASK.replace("HERE", "sfnrun: ignore[callback-without-timeout] so it is");
    let said = checked("m.asl.yaml", &text, &["--ignore", "all"]);
    assert_eq!(found(&said), [("error", "missing-target")]);
    let said = checked(
        "m.asl.yaml",
        &ASK.replace("HERE", "sfnrun: ignore everything"),
        &[],
    );
    assert!(
        said.out.contains("this suppression names no rule"),
        "{}",
        said.out
    );
}

#[test]
fn an_unused_suppression_comes_with_its_removal() {
    let text = ASK.replace(
        "HERE",
        "sfnrun: ignore[lambda-without-retry, missing-target] so it is",
    );
    let here = folder(&[("m.yaml", &text)]);
    let said = sfnrun_in(here.path(), &["validate", "--format", "json", "m.yaml"]);
    let document: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    let all = document["files"][0]["diagnostics"]
        .as_array()
        .expect("a list");
    let unused = all
        .iter()
        .find(|one| one["rule"] == "unused-suppression")
        .expect("it is found");
    let edit = &unused["fixes"][0]["edits"][0];
    let at = |end: &str| edit["span"][end].as_u64().expect("a number") as usize;
    let mut mended = text;
    mended.replace_range(
        at("start")..at("end"),
        edit["text"].as_str().expect("a text"),
    );
    assert_eq!(
        mended,
        ASK.replace("HERE", "sfnrun: ignore[missing-target] so it is")
    );
    assert_eq!(unused["fixes"][0]["safe"], true);
}
