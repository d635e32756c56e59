//! `MockConfigFile.json`: each rule with its source (the table of rules and the threads are public: AWS's developer
//! guide "Testing state machines with Step Functions Local", LocalStack's and floci's issues and pull requests).

use super::testing::{CALLBACK, FUNCTION, LAMBDA, asking, findings, machine, read, shown};
use super::{MockHandler, Reply};
use crate::asl::StateMachine;
use crate::diagnostics::Severity;

/// AWS's own example, from the developer guide, with its hybrid case.
const AWS_EXAMPLE: &str = r#"{
  "StateMachines": {
    "LambdaSQSIntegration": {
      "TestCases": {
        "HappyPath": {"LambdaState": "MockedLambdaSuccess", "SQSState": "MockedSQSSuccess"},
        "RetryPath": {"LambdaState": "MockedLambdaRetry", "SQSState": "MockedSQSSuccess"},
        "HybridPath": {"LambdaState": "MockedLambdaSuccess"}
      }
    }
  },
  "MockedResponses": {
    "MockedLambdaSuccess": {
      "0": {"Return": {"StatusCode": 200, "Payload": {"StatusCode": 200, "body": "Hello from Lambda!"}}}
    },
    "MockedSQSSuccess": {
      "0": {"Return": {"MD5OfMessageBody": "3bcb6e8e-7h85-4375-b0bc-1a59812c6e51", "MessageId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}}
    },
    "MockedLambdaRetry": {
      "0": {"Throw": {"Error": "Lambda.ResourceNotReadyException", "Cause": "Lambda resource is not ready."}},
      "1-2": {"Throw": {"Error": "Lambda.TimeoutException", "Cause": "Lambda timed out."}},
      "3": {"Return": {"StatusCode": 200, "Payload": {"StatusCode": 200, "body": "Hello from Lambda!"}}}
    }
  }
}"#;

fn example_machine() -> StateMachine {
    machine(&[
        ("LambdaState", LAMBDA),
        ("SQSState", "arn:aws:states:::sqs:sendMessage"),
    ])
}

/// One state `S` that is answered by these responses.
fn handler(responses: &str, machine: &StateMachine) -> MockHandler {
    let text = config(responses);
    let (file, found) = read("MockConfigFile.json", &text);
    assert!(found.is_empty(), "{found:?}");
    file.select(None, None).unwrap().handler(machine, 0)
}

fn config(responses: &str) -> String {
    format!(
        r#"{{"StateMachines": {{"M": {{"TestCases": {{"C": {{"S": "R"}}}}}}}}, "MockedResponses": {{"R": {responses}}}}}"#
    )
}

fn fault(responses: &str) -> String {
    let machine = machine(&[("S", LAMBDA)]);
    let reply = asking(&machine, "S").reply(&mut handler(responses, &machine));
    let Reply::Error(error) = reply else {
        panic!("{reply:?}")
    };
    shown(&config(responses), &[*error.diagnostic]).remove(0)
}

#[test]
fn aws_own_example_goes_through_its_retry_path() {
    let machine = example_machine();
    let (file, found) = read("MockConfigFile.json", AWS_EXAMPLE);
    assert!(found.is_empty());
    assert_eq!(
        file.cases(Some("LambdaSQSIntegration")),
        ["HappyPath", "RetryPath", "HybridPath"]
    );
    let mut handler = file
        .select(Some("LambdaSQSIntegration"), Some("RetryPath"))
        .unwrap()
        .handler(&machine, 0);
    let said: Vec<_> = (0..4)
        .map(|retries| {
            asking(&machine, "LambdaState")
                .retry(retries)
                .of(&mut handler)
        })
        .collect();
    assert_eq!(
        said,
        [
            "failed Lambda.ResourceNotReadyException: Lambda resource is not ready.",
            "failed Lambda.TimeoutException: Lambda timed out.",
            "failed Lambda.TimeoutException: Lambda timed out.",
            r#"succeeded {"StatusCode":200,"Payload":{"StatusCode":200,"body":"Hello from Lambda!"}}"#,
        ]
    );
}

#[test]
fn a_state_that_the_case_does_not_name_is_not_mocked() {
    // AWS's developer guide, "HybridPath"; LocalStack PR #12560.
    let machine = example_machine();
    let (file, _) = read("MockConfigFile.json", AWS_EXAMPLE);
    let mut handler = file
        .select(None, Some("HybridPath"))
        .unwrap()
        .handler(&machine, 0);
    assert_eq!(asking(&machine, "SQSState").of(&mut handler), "not mocked");
}

#[test]
fn one_count_a_state_goes_on_over_retries_loops_and_iterations() {
    // floci #3254, measured on Step Functions Local 2.0.0; LocalStack #12846, #13107, PR #13693: a Map over two items
    // with `0` Throw, `1..3` Return and a Retry gives 1 and 2.
    let machine = machine(&[("M", "Map"), ("M/S", FUNCTION)]);
    let responses = r#"{"0": {"Throw": {"Error": "E", "Cause": "c"}}, "1": {"Return": 1}, "2": {"Return": 2}, "3": {"Return": 3}}"#;
    let mut handler = handler(responses, &machine);
    let mut ask = |index, retries| {
        asking(&machine, "S")
            .within("M", index)
            .retry(retries)
            .of(&mut handler)
    };
    assert_eq!(
        [ask(0, 0), ask(1, 0), ask(0, 1)],
        ["failed E: c", "succeeded 1", "succeeded 2"]
    );
}

#[test]
fn each_execution_counts_for_itself() {
    // floci #3254: one counter a state name and execution.
    let machine = machine(&[("S", LAMBDA)]);
    let (file, _) = read(
        "m.json",
        &config(r#"{"0": {"Return": 1}, "1": {"Return": 2}}"#),
    );
    let mocks = file.select(None, None).unwrap();
    for _ in 0..2 {
        assert_eq!(
            asking(&machine, "S").of(&mut mocks.handler(&machine, 0)),
            "succeeded 1"
        );
    }
}

#[test]
fn an_invocation_past_the_last_is_a_fault_with_a_place() {
    // LocalStack's environment.py: "No Local mocked response definition for state … and invocation number …".
    let machine = machine(&[("S", LAMBDA)]);
    let responses = r#"{"0": {"Return": 1}, "1-2": {"Return": 2}}"#;
    let mut handler = handler(responses, &machine);
    for expected in ["succeeded 1", "succeeded 2", "succeeded 2"] {
        assert_eq!(asking(&machine, "S").of(&mut handler), expected);
    }
    let Reply::Error(error) = asking(&machine, "S").reply(&mut handler) else {
        panic!("it answers")
    };
    assert_eq!(error.file, "MockConfigFile.json");
    assert_eq!(
        shown(&config(responses), &[*error.diagnostic]),
        [
            r#""1-2": `S` has no mocked response for invocation 3; add `"3"`, or make a range of the last: `"1-3"`"#
        ]
    );
}

#[test]
fn numbers_are_consecutive_from_zero_and_ranges_include_their_ends() {
    // LocalStack's mock_config.py: "Mock responses must be consecutively numbered."
    let gap = "the responses of `R` are numbered from 0 without a gap, so here comes";
    assert_eq!(
        fault(r#"{"1": {"Return": 1}}"#),
        format!("\"1\": {gap} `0`; ")
    );
    assert_eq!(
        fault(r#"{"0": {"Return": 1}, "2-3": {"Return": 1}}"#),
        format!("\"2-3\": {gap} `1`; ")
    );
    assert_eq!(
        fault(r#"{"0-2": {"Return": 1}, "2": {"Return": 1}}"#),
        format!("\"2\": {gap} `3`; ")
    );
    assert_eq!(
        fault(r#"{"2-1": {"Return": 1}}"#),
        r#""2-1": the range `2-1` ends before it begins; "#
    );
    assert_eq!(
        fault(r#"{"first": {"Return": 1}}"#),
        r#""first": `first` is no number of an invocation; write a number from 0 as in `"0"`, or a range as in `"1-2"`"#
    );
    // The order in which they are written does not count.
    let machine = machine(&[("S", LAMBDA)]);
    let mut handler = handler(r#"{"1": {"Return": 1}, "0": {"Return": 0}}"#, &machine);
    assert_eq!(asking(&machine, "S").of(&mut handler), "succeeded 0");
}

#[test]
fn a_response_returns_or_throws() {
    // AWS's developer guide: "exactly one of Return and Throw".
    assert_eq!(
        fault(r#"{"0": {"Return": 1, "Throw": {"Error": "E"}}}"#),
        r#""Throw": a response either returns or throws, this one does both; take `Return` or `Throw` out"#
    );
    assert_eq!(
        fault(r#"{"0": {}}"#),
        r#""0": a response either returns or throws, this one does neither; write `Return` or `Throw`"#
    );
    assert_eq!(
        fault(r#"{"0": {"Retrun": 1}}"#),
        r#""Retrun": a response has no key `Retrun`; it holds `Return` or `Throw`"#
    );
    assert_eq!(
        fault(r#"{"0": 1}"#),
        r#"1: a response is an object, but here is a number; "#
    );
    assert_eq!(
        fault("[]"),
        "[]: the mocked response `R` is an object, but here is an array; "
    );
    assert_eq!(
        fault("{}"),
        r#""R": the mocked response `R` is empty; write `"0": { "Return": … }`"#
    );
    assert_eq!(
        fault(r#"{"0": {"Throw": {"Cause": "c"}}}"#),
        r#""Throw": `Throw` needs `Error`, the name of the error; write `{ "Error": …, "Cause": … }`"#
    );
    assert_eq!(
        fault(r#"{"0": {"Throw": {"Error": "E", "Cause": 7}}}"#),
        "7: `Cause` is a text, but here is a number; "
    );
}

#[test]
fn a_result_may_be_any_value() {
    // LocalStack PR #12560: a Return is any JSON value, and the result before ResultSelector.
    let machine = machine(&[("S", LAMBDA)]);
    let responses = r#"{"0": {"Return": null}, "1": {"Return": false}, "2": {"Return": [1, "a"]}, "3": {"Return": ""}}"#;
    let mut handler = handler(responses, &machine);
    let said: Vec<_> = (0..4)
        .map(|_| asking(&machine, "S").of(&mut handler))
        .collect();
    assert_eq!(
        said,
        [
            "succeeded null",
            "succeeded false",
            "succeeded [1,\"a\"]",
            "succeeded \"\""
        ]
    );
}

#[test]
fn what_waits_for_a_token_or_a_job_gets_the_last_result() {
    // AWS's developer guide: for `.sync` the result of the job, for `.waitForTaskToken` the output of SendTaskSuccess.
    // LocalStack discussions #45: a Throw keeps Error and Cause, so that Retry and Catch can match them.
    for resource in [
        CALLBACK,
        "arn:aws:states:::states:startExecution.sync:2",
        "arn:aws:states:::glue:startJobRun.sync",
    ] {
        let machine = machine(&[("S", resource)]);
        let responses = r#"{"0": {"Return": "string-literal"}, "1": {"Throw": {"Error": "Failure error", "Cause": "Failure cause"}}}"#;
        let mut handler = handler(responses, &machine);
        assert_eq!(
            asking(&machine, "S").of(&mut handler),
            r#"submitted {}, succeeded "string-literal""#
        );
        assert_eq!(
            asking(&machine, "S").of(&mut handler),
            "submitted {}, failed Failure error: Failure cause"
        );
    }
}

#[test]
fn activities_can_be_mocked_too() {
    // Step Functions Local refuses it; asked for in aws-stepfunctions-examples #69.
    let machine = machine(&[("S", "arn:aws:states:us-east-1:123456789012:activity:paint")]);
    assert_eq!(
        asking(&machine, "S").of(&mut handler(r#"{"0": {"Return": 1}}"#, &machine)),
        "succeeded 1"
    );
}

#[test]
fn a_function_itself_may_be_answered_with_or_without_the_envelope() {
    // LocalStack opens the envelope (case local_mocking/base_scenarios.lambda_invoke); AWS's result is the payload.
    let machine = machine(&[("S", FUNCTION)]);
    let responses = r#"{"0": {"Return": {"StatusCode": 200, "Payload": {"body": "b"}}}, "1": {"Return": {"body": "b"}},
        "2": {"Return": {"StatusCode": 200, "Payload": 1, "mine": true}}}"#;
    let mut handler = handler(responses, &machine);
    let mut ask = || asking(&machine, "S").of(&mut handler);
    assert_eq!(ask(), r#"succeeded {"body":"b"}"#);
    assert_eq!(ask(), r#"succeeded {"body":"b"}"#);
    assert_eq!(
        ask(),
        r#"succeeded {"StatusCode":200,"Payload":1,"mine":true}"#
    );
}

#[test]
fn what_is_not_used_may_be_as_it_likes() {
    // floci #2523, LocalStack PR #12560: a response is looked at when its state is entered.
    let machine = machine(&[("S", LAMBDA), ("Unused", LAMBDA)]);
    let text = r#"{
      "StateMachines": {"M": {"TestCases": {"C": {"S": "Good", "Unused": "Missing", "Gone": "Empty", "Odd": 7}}}},
      "MockedResponses": {"Good": {"0": {"Return": 1}}, "Empty": {}, "Broken": {"x": []}, "Worse": null}
    }"#;
    let (file, found) = read("MockConfigFile.json", text);
    assert!(found.is_empty(), "{found:?}");
    let mocks = file.select(None, None).unwrap();
    let mut handler = mocks.handler(&machine, 0);
    assert_eq!(asking(&machine, "S").of(&mut handler), "succeeded 1");
    assert_eq!(
        asking(&machine, "Unused").of(&mut handler),
        "error: `MockedResponses` has no `Missing`, which is to answer `Unused`"
    );
    let found = mocks.check(&machine);
    assert!(
        found
            .iter()
            .all(|finding| finding.severity == Severity::Warning)
    );
    assert_eq!(
        shown(text, &found),
        [
            r#""Missing": `MockedResponses` has no `Missing`, which is to answer `Unused`; there are `Good`, `Empty`, `Broken` and `Worse`"#,
            r#""Gone": the machine has no state `Gone`, so this is never used; its Task states are `S` and `Unused`"#,
            r#""Odd": the machine has no state `Odd`, so this is never used; its Task states are `S` and `Unused`"#,
        ]
    );
    assert_eq!(
        found[0].notes,
        ["it fails the run only when `Unused` is entered"]
    );
}

#[test]
fn nested_states_are_named_flat() {
    // AWS's developer guide: states of Map and Parallel are named by their own names.
    let machine = machine(&[("P", "Parallel"), ("P/S", LAMBDA), ("P/T", LAMBDA)]);
    let mut handler = handler(r#"{"0": {"Return": 1}}"#, &machine);
    assert_eq!(asking(&machine, "S").of(&mut handler), "succeeded 1");
    let (file, _) = read("m.json", &config("{}").replace("\"S\"", "\"P\""));
    let found = file.select(None, None).unwrap().check(&machine);
    assert_eq!(
        found[0].message,
        "`P` is a Parallel state, and only Task states are mocked, so this is never used"
    );
    assert_eq!(found[0].help, ["mock the Task states in it: `S` and `T`"]);
}

#[test]
fn machine_and_case_are_found_by_name_or_as_the_only_one() {
    let (file, _) = read("MockConfigFile.json", AWS_EXAMPLE);
    // One machine: its name need not be known. AWS appends `#case` to the machine's ARN.
    assert!(
        file.select(Some("my-definition"), Some("HappyPath"))
            .is_ok()
    );
    let error = |machine, case| {
        let error = file.select(machine, case).unwrap_err();
        (
            error.diagnostic.message.clone(),
            error.diagnostic.help.join(";"),
        )
    };
    assert_eq!(
        error(None, None),
        (
            "`LambdaSQSIntegration` has several test cases".to_owned(),
            "choose one behind the file's name: `#HappyPath`, `#RetryPath` or `#HybridPath`"
                .to_owned()
        )
    );
    assert_eq!(
        error(None, Some("HapyPath")),
        (
            "`LambdaSQSIntegration` has no test case `HapyPath`".to_owned(),
            "did you mean `HappyPath`?".to_owned()
        )
    );
    let two = r#"{"StateMachines": {"orders": {"TestCases": {"a": {}}}, "refunds": {"TestCases": {"b": {}}}}, "MockedResponses": {}}"#;
    let (file, _) = read("m.json", two);
    assert!(file.select(Some("refunds"), None).is_ok());
    assert_eq!(file.cases(Some("orders")), ["a"]);
    let error = |machine| {
        let error = file.select(machine, None).unwrap_err();
        (
            error.diagnostic.message.clone(),
            error.diagnostic.help.join(";"),
        )
    };
    assert_eq!(
        error(Some("refund")),
        (
            "this MockConfigFile has no state machine `refund`".to_owned(),
            "did you mean `refunds`?".to_owned()
        )
    );
    assert_eq!(
        error(None),
        (
            "this MockConfigFile has several state machines".to_owned(),
            "say which is meant: `orders` or `refunds`".to_owned()
        )
    );
}

#[test]
fn its_results_are_examples() {
    let machine = machine(&[("S", FUNCTION), ("T", LAMBDA)]);
    let responses = r#"{"0": {"Return": {"StatusCode": 200, "Payload": 1}}, "1": {"Throw": {"Error": "E"}}, "2-9": {"Return": 2}}"#;
    let (file, _) = read("m.json", &config(responses));
    let results = file.select(None, None).unwrap().results(&machine);
    let results: Vec<_> = results
        .into_iter()
        .map(|(state, value)| (state.0, value.to_json()))
        .collect();
    assert_eq!(results, [(0, "1".to_owned()), (0, "2".to_owned())]);
}

#[test]
fn the_outer_shape_is_checked() {
    let (_, found) = read("m.json", r#"{"StateMachines": []}"#);
    assert_eq!(
        found[0].severity,
        Severity::Warning,
        "it may be the part that is not used"
    );

    let find = |text: &str| findings("m.json", text);
    assert_eq!(
        find(r#"{"StateMachines": {}, "MockedResponse": {}}"#),
        [
            r#""MockedResponse": a MockConfigFile has no key `MockedResponse`; did you mean `MockedResponses`?"#
        ]
    );
    assert_eq!(
        find(r#"{"StateMachines": []}"#),
        ["[]: `StateMachines` is a mapping, but here is an array; "]
    );
    assert_eq!(
        find(r#"{"StateMachines": {"M": {}}}"#),
        [r#""M": `M` has no `TestCases`; write `"TestCases": { "HappyPath": { … } }`"#]
    );
    assert_eq!(
        find(r#"{"StateMachines": {"M": {"TestCases": {"C": 1}}}}"#),
        ["1: the test case `C` is a mapping, but here is a number; "]
    );
}
