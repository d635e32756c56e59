//! What the rules on errors, models and secrets say in cases that their pages do not show.

use crate::checked::check;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Severity};

/// The findings of a rule in a machine whose first state is a Task with these fields.
fn task(rule: &str, fields: &str) -> Vec<Diagnostic> {
    let text = format!(
        r#"{{"StartAt": "Do", "States": {{
            "Do": {{"Type": "Task", {fields}, "End": true}},
            "Failed": {{"Type": "Fail", "Error": "States.QuorumMissed"}}
        }}}}"#
    );
    of(rule, &text)
}

fn of(rule: &str, text: &str) -> Vec<Diagnostic> {
    let checked = check("m.asl.json", text, WorkflowType::Standard);
    let found = checked.diagnostics.into_iter();
    found.filter(|one| one.rule == rule).collect()
}

fn with_fix(text: &str, found: &Diagnostic) -> String {
    let mut text = text.to_owned();
    let mut edits: Vec<_> = found.fixes[0].edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    for edit in edits {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

const LAMBDA: &str = r#""Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"FunctionName": "f", "Payload.$": "$"}"#;

#[test]
fn no_attempts_are_no_retry() {
    let retry = |attempts: u32| {
        format!(
            r#"{LAMBDA}, "Retry": [{{"ErrorEquals": ["AccessDeniedException", "Payment.Declined"], "MaxAttempts": {attempts}}}]"#
        )
    };
    for rule in ["retry-of-permanent-error", "business-error-retried"] {
        assert_eq!(task(rule, &retry(2)).len(), 1, "{rule}");
        assert!(task(rule, &retry(0)).is_empty(), "{rule}");
    }
}

#[test]
fn a_name_that_a_fail_state_raises_is_known() {
    let caught = |name: &str| {
        format!(r#"{LAMBDA}, "Catch": [{{"ErrorEquals": ["{name}"], "Next": "Failed"}}]"#)
    };
    let at_the_task = |name: &str| {
        let mut found = task("unknown-error-name", &caught(name));
        found.retain(|one| one.location.starts_with("/States/Do/"));
        found
    };
    assert!(at_the_task("States.QuorumMissed").is_empty());
    assert!(at_the_task("States.Http.StatusCode.429").is_empty());
    let slip = at_the_task("States.Taskfailed");
    assert!(
        slip[0].message.contains("`States.TaskFailed` is meant"),
        "{slip:#?}"
    );
}

#[test]
fn fixes_keep_the_style_of_the_list() {
    let yaml = "StartAt: Do\nStates:\n  Do:\n    Type: Task\n    Resource: arn:aws:states:::lambda:invoke\n    Parameters:\n      FunctionName: f\n    Retry:\n      - ErrorEquals:\n          - Lambda.ServiceException\n          - Lambda.AWSLambdaException\n        MaxAttempts: 3\n    End: true\n";
    let found = check("m.asl.yaml", yaml, WorkflowType::Standard).diagnostics;
    let stale = found
        .iter()
        .find(|one| one.rule == "stale-lambda-retry")
        .unwrap();
    let mended = with_fix(yaml, stale);
    assert!(
        mended.contains("          - Lambda.AWSLambdaException\n          - Lambda.SdkClientException\n          - Lambda.ClientExecutionTimeoutException\n          - Lambda.TooManyRequestsException\n        MaxAttempts: 3\n"),
        "{mended}"
    );
    let again = check("m.asl.yaml", &mended, WorkflowType::Standard).diagnostics;
    assert!(
        again.iter().all(|one| one.rule != "stale-lambda-retry"),
        "{again:#?}"
    );
}

#[test]
fn a_retry_after_throttling_repeats_nothing() {
    let start = |error: &str, name: &str| {
        format!(
            r#""Resource": "arn:aws:states:::states:startExecution",
            "Parameters": {{"StateMachineArn": "${{Machine}}", {name} "Input.$": "$"}},
            "Retry": [{{"ErrorEquals": ["{error}"]}}]"#
        )
    };
    let rule = "retry-repeats-effect";
    assert_eq!(task(rule, &start("States.Timeout", "")).len(), 1);
    assert!(task(rule, &start("StepFunctions.ExecutionLimitExceeded", "")).is_empty());
    assert!(task(rule, &start("States.Timeout", r#""Name.$": "$.id","#)).is_empty());
}

/// A finding is printed, logged and kept: the secret must not be in it.
#[test]
fn a_secret_is_not_told() {
    let secret = ["Hq7", "vanilla", "41"].join("-");
    let text = format!(
        r#"{{"StartAt": "Do", "States": {{"Do": {{"Type": "Pass", "Result": {{"dbPassword": "{secret}"}}, "End": true}}}}}}"#
    );
    let found = of("secret-in-definition", &text);
    assert_eq!(found.len(), 1);
    assert!(!format!("{found:?}").contains(&secret));
    let placeholder = text.replace(&secret, "${Password}");
    assert!(of("secret-in-definition", &placeholder).is_empty());
}

/// What a placeholder names is not known, so nothing is said of it.
#[test]
fn placeholders_are_left_alone() {
    let model = |id: &str| {
        format!(
            r#""Resource": "arn:aws:states:::bedrock:invokeModel", "Parameters": {{"ModelId": "{id}", "Body": {{"prompt.$": "$.p"}}}}"#
        )
    };
    for rule in ["model-needs-inference-profile", "model-request-shape"] {
        let bare = "anthropic.claude-sonnet-4-5-20250929-v1:0";
        assert_eq!(task(rule, &model(bare)).len(), 1, "{rule}");
        assert!(task(rule, &model("${ModelId}")).is_empty(), "{rule}");
    }
}

/// The last step fails into the handler with all that was done before it.
#[test]
fn each_deed_before_a_failure_needs_its_compensation() {
    let saga = |undo: &str| {
        let task = |name: &str, rest: &str| {
            format!(r#""{name}": {{"Type": "Task", {LAMBDA}, "ResultPath": null, {rest}}}"#)
        };
        let caught = format!(
            r#""Catch": [{{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "{undo}"}}]"#
        );
        format!(
            r#"{{"StartAt": "ChargeCard", "States": {{{}, {}, {}, {}, {}, "Failed": {{"Type": "Fail"}}}}}}"#,
            task("ChargeCard", r#""Next": "ReserveSeat""#),
            task("ReserveSeat", &format!(r#"{caught}, "Next": "SendTicket""#)),
            task("SendTicket", &format!(r#"{caught}, "End": true"#)),
            task("ReleaseSeat", r#""Next": "RefundCard""#),
            task("RefundCard", r#""Next": "Failed""#),
        )
    };
    let rule = "missing-compensation";
    assert!(of(rule, &saga("ReleaseSeat")).is_empty());
    let found = of(rule, &saga("RefundCard"));
    assert_eq!(
        found.iter().map(|one| &*one.message).collect::<Vec<_>>(),
        ["when `SendTicket` fails, nothing undoes what `ReserveSeat` has done"]
    );
}

/// The shortest way counts: around a loop, through the longest branch of a Parallel, and out of it by a catcher.
#[test]
fn only_what_every_way_waits_for_is_above_a_limit() {
    let wait =
        |seconds: u32, rest: &str| format!(r#"{{"Type": "Wait", "Seconds": {seconds}, {rest}}}"#);
    let machine = |limit: u32, states: &str| {
        format!(r#"{{"StartAt": "A", "TimeoutSeconds": {limit}, "States": {{{states}}}}}"#)
    };
    let rule = "waits-above-limit";
    let seconds = |text: &str| {
        let found = of(rule, text);
        found.first().map(|one| one.message.clone())
    };
    let line = format!(
        r#""A": {}, "B": {}"#,
        wait(20, r#""Next": "B""#),
        wait(30, r#""End": true"#)
    );
    assert_eq!(
        seconds(&machine(50, &line)).as_deref(),
        Some(
            "every way to success waits 50 seconds or more, and `TimeoutSeconds` stops the machine after 50"
        )
    );
    assert_eq!(seconds(&machine(51, &line)), None);
    let branch = |first: u32, second: u32| {
        format!(
            r#"{{"StartAt": "X{first}", "States": {{"X{first}": {}, "Y{first}": {}}}}}"#,
            wait(first, &format!(r#""Next": "Y{first}""#)),
            wait(second, r#""End": true"#)
        )
    };
    let parallel = |catch: &str| {
        format!(
            r#""A": {{"Type": "Parallel", "Branches": [{}, {}], {catch} "Next": "Done"}}, "Done": {{"Type": "Succeed"}}"#,
            branch(1, 2),
            branch(30, 25)
        )
    };
    assert!(seconds(&machine(50, &parallel(""))).is_some_and(|told| told.contains(" 55 seconds")));
    let caught =
        r#""Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.e", "Next": "Done"}],"#;
    assert_eq!(seconds(&machine(50, &parallel(caught))), None);
    let looped = format!(
        r#""A": {}, "B": {}, "C": {{"Type": "Choice", "Choices": [{{"Variable": "$.again", "BooleanEquals": true, "Next": "A"}}], "Default": "D"}}, "D": {{"Type": "Succeed"}}"#,
        wait(20, r#""Next": "B""#),
        wait(20, r#""Next": "C""#)
    );
    assert_eq!(seconds(&machine(41, &looped)), None);
    assert!(seconds(&machine(40, &looped)).is_some());
    let unknown = line.replace("\"Seconds\": 20", "\"SecondsPath\": \"$.s\"");
    assert_eq!(seconds(&machine(30, &unknown)), None);
}

const CAUGHT: &str = r#"{"StartAt": "A", "States": {
    "A": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage",
        "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/1/q", "MessageBody.$": "$.body"},
        "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "H"}], "End": true},
    "H": HANDLER}}"#;

fn caught_by(handler: &str) -> Diagnostic {
    let text = CAUGHT.replace("HANDLER", handler);
    let [only] = &of("catch-drops-input", &text)[..] else {
        panic!("not one finding of {text}");
    };
    only.clone()
}

#[test]
fn where_nothing_lost_is_read_a_catcher_gets_a_note() {
    let fail = caught_by(r#"{"Type": "Fail", "ErrorPath": "$.Error", "CausePath": "$.Cause"}"#);
    assert_eq!(fail.severity, Severity::Note);
    // With the `ResultPath` the paths of the error would lead nowhere.
    assert!(fail.fixes.is_empty(), "{fail:#?}");
    let help = "and read `$.error.Error` in place of `$.Error` in `H`";
    assert!(fail.help.iter().any(|one| one == help), "{:#?}", fail.help);
    let pass = caught_by(r#"{"Type": "Pass", "Parameters": {"id.$": "$.id"}, "End": true}"#);
    assert_eq!((pass.severity, pass.fixes.len()), (Severity::Warning, 1));
}

#[test]
fn the_error_is_not_put_where_a_datum_is_read() {
    let pass = caught_by(r#"{"Type": "Pass", "InputPath": "$.jobId", "End": true}"#);
    assert_eq!(pass.fixes[0].title, "add `\"ResultPath\": \"$.error\"`");
    let text = CAUGHT.replace(
        "HANDLER",
        r#"{"Type": "Pass", "InputPath": "$.failure", "End": true}"#,
    );
    for rule in ["catch-drops-input", "unknown-path"] {
        let found = of(rule, &text);
        let place = "add `\"ResultPath\": \"$.failure\"`";
        assert!(found[0].help[0].starts_with(place), "{found:#?}");
    }
}

#[test]
fn a_variable_that_the_result_sets_is_no_shadow() {
    let machine = |assign: &str| {
        format!(
            r#"{{"StartAt": "S", "States": {{
                "S": {{"Type": "Pass", "Assign": {{"x": 0}}, "Next": "P"}},
                "P": {{"Type": "Parallel", "Branches": [{{"StartAt": "B", "States": {{
                    "B": {{"Type": "Pass", "Assign": {{"x": 1}}, "End": true}}}}}}], {assign} "End": true}}}}}}"#
        )
    };
    assert_eq!(of("shadowed-variable", &machine("")).len(), 1);
    let handed_out = machine(r#""Assign": {"x.$": "$[0]"},"#);
    assert!(of("shadowed-variable", &handed_out).is_empty());
}

#[test]
fn a_wrong_max_concurrency_is_no_lack_of_one() {
    let map = |number: &str| {
        format!(
            r#"{{"StartAt": "M", "States": {{"M": {{"Type": "Map", {number} "ItemProcessor": {{"StartAt": "X", "States": {{
                "X": {{"Type": "Pass", "End": true}}}}}}, "End": true}}}}}}"#
        )
    };
    let rule = "map-without-max-concurrency";
    assert_eq!(of(rule, &map("")).len(), 1);
    for wrong in [r#""MaxConcurrency": "5","#, r#""MaxConcurrency": -2,"#] {
        assert!(of(rule, &map(wrong)).is_empty(), "{wrong}");
    }
}

/// "Error representation" in the specification of the language: names of one's own do not begin with `States.`.
#[test]
fn a_fail_state_keeps_clear_of_reserved_names() {
    let fail = |name: &str| {
        format!(r#"{{"StartAt": "F", "States": {{"F": {{"Type": "Fail", "Error": "{name}"}}}}}}"#)
    };
    let rule = "unknown-error-name";
    let [own] = &of(rule, &fail("States.MyError"))[..] else {
        panic!("not one finding");
    };
    assert_eq!(
        (own.severity, own.location.as_str()),
        (Severity::Warning, "/States/F/Error")
    );
    for name in ["States.Timeout", "MyError", "States.${name}"] {
        assert!(of(rule, &fail(name)).is_empty(), "{name}");
    }
}

/// In quotes, `End` and `Seconds` would be refused.
#[test]
fn yaml_is_mended_to_what_the_field_takes() {
    let text = "StartAt: A\nStates:\n  A:\n    Type: Wait\n    Seconds: 0600\n    Next: B\n  B:\n    Type: Pass\n    Parameters:\n      End: yes\n    End: yes\n";
    let found = check("m.asl.yaml", text, WorkflowType::Standard).diagnostics;
    let fixes = |rule: &str| -> Vec<(String, bool)> {
        let of_rule = found.iter().filter(|one| one.rule == rule);
        of_rule
            .flat_map(|one| &one.fixes)
            .map(|fix| (fix.edits[0].text.clone(), fix.safe))
            .collect()
    };
    let boolean = [("\"yes\"".to_owned(), false), ("true".to_owned(), true)];
    assert_eq!(fixes("yaml-boolean"), boolean);
    assert_eq!(fixes("yaml-number"), [("600".to_owned(), false)]);
}
