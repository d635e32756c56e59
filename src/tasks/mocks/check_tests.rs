//! What is said of mock files that are wrong, or do not fit the machine.

use super::super::testing::{asking, findings, limit, mocks, shown};
use super::tests::podcast;

#[test]
fn an_answer_that_does_not_fit_the_resource_says_so() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Notify: { payload: 1 }\n  Assemble: { callback: [{ after: 1s, success: 1 }] }";
    let file = mocks(text);
    let mut handler = file.handler(&machine, 1);
    assert_eq!(
        asking(&machine, "Notify").of(&mut handler),
        "error: `payload` is what a Lambda function returns, but `Notify` calls `arn:aws:states:::sns:publish`"
    );
    assert_eq!(
        asking(&machine, "Assemble").of(&mut handler),
        "error: `Assemble` is not answered by callback"
    );
    assert_eq!(
        shown(text, &file.check(&machine)),
        [
            concat!(
                "payload: `payload` is what a Lambda function returns, but `Notify` calls `arn:aws:states:::sns:publish`; ",
                "write `result`, the whole result of the task"
            ),
            concat!(
                "callback: `Assemble` is not answered by callback: it calls `arn:aws:states:::lambda:invoke`; ",
                "write `result` or `error`; `callback` is for `.waitForTaskToken` and for activities"
            ),
        ]
    );
}

#[test]
fn results_that_take_nothing_from_the_request_are_examples() {
    let machine = podcast();
    let text = "
version: 1
states:
  Assemble: [{ payload: { a: { $array: 2, of: { $position: 1 } } } }, { payload: { b.$: $.c } }, { error: E }]
  CallPolly: { payload: ok }
  Review: { callback: [{ after: 1s, heartbeat: true }, { after: 2s, success: { approved: true } }] }
";
    let results = mocks(text).results(&machine);
    let results: Vec<_> = results
        .into_iter()
        .map(|(state, value)| (&*machine.state(state).name.value, value.to_json()))
        .collect();
    assert_eq!(
        results,
        [
            (
                "Assemble",
                r#"{"ExecutedVersion":"$LATEST","Payload":{"a":[1,2]},"StatusCode":200}"#
                    .to_owned()
            ),
            ("CallPolly", r#""ok""#.to_owned()),
            ("Review", r#"{"approved":true}"#.to_owned()),
        ]
    );
}

#[test]
fn names_that_the_machine_lacks_are_told_with_a_suggestion() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Asemble: { result: 1 }\n  Chunks: { result: 1 }\n  Chunk/CallPolly: { result: 1 }\ncases:\n  x:\n    Elsewhere: { result: 1 }\n";
    let found = mocks(text).check(&machine);
    assert!(
        found
            .iter()
            .all(|finding| finding.severity == crate::diagnostics::Severity::Warning)
    );
    assert_eq!(
        shown(text, &found),
        [
            "Asemble: the machine has no state `Asemble`, so this is never used; did you mean `Assemble`?",
            "Chunks: `Chunks` is a Map state, and only Task states are mocked, so this is never used; mock the Task states in it: `CallPolly`",
            "Chunk/CallPolly: the machine has no state `Chunk/CallPolly`, so this is never used; did you mean `Chunks/CallPolly`?",
            "Elsewhere: the machine has no state `Elsewhere`, so this is never used; its Task states are `Assemble`, `CallPolly`, `Read`, `Review`, `Store`, `Notify` and `Placeholder`",
        ]
    );
}

#[test]
fn conditions_that_can_never_hold_are_told() {
    let mut machine = podcast();
    let text = "
version: 1
states:
  Notify: [{ index: 1, result: 1 }, { timeout: true }]
  CallPolly: [{ index: { Chunk: 1 }, result: 1 }, { result: 1, submitted: {} }]
  Assemble: { each: iteration, answers: [{ timeout: true }] }
";
    limit(&mut machine, "Assemble", 5);
    assert_eq!(
        shown(text, &mocks(text).check(&machine)),
        [
            "{ index: 1, result: 1 }: `Notify` is in no Map, so no request has an index; ",
            "timeout: `Notify` has neither `TimeoutSeconds` nor `HeartbeatSeconds`; on AWS it would not time out within a year; the mock lets it time out all the same",
            "{ index: { Chunk: 1 }, result: 1 }: `CallPolly` is in no Map `Chunk`; ",
            "{ result: 1, submitted: {} }: `submitted` says nothing here: the call of `CallPolly` is its result; `submitted` is for `.sync` and `.waitForTaskToken`, where the call comes back before the result",
            "Assemble: `Assemble` is in no Map, so it has no iterations; ",
        ]
    );
}

#[test]
fn faults_of_the_file_have_a_place_and_a_help() {
    let find = |text: &str| findings("mocks.yaml", text);
    let in_state = |answer: &str| find(&format!("version: 1\nstates:\n  S: {answer}\n"));
    assert_eq!(
        find("states:\n  S: { result: 1 }"),
        [
            "states:: a mock file says which version of the format it is in; write `version: 1` at its top"
        ]
    );
    assert_eq!(
        find("version: 2\nstates: {}"),
        ["2: this version of the format is not known; write `version: 1`"]
    );
    assert_eq!(
        find("version: 1"),
        ["version: 1: this mock file answers no state; write the states under `states`"]
    );
    assert_eq!(
        find("version: 1\nstaets: {}")[0],
        "staets: a mock file has no key `staets`; did you mean `states`?; the states stand under `states`"
    );
    assert_eq!(
        find("[]"),
        ["[]: a mock file is a mapping, but here is an array; "]
    );
    assert_eq!(
        in_state("{ resutl: 1 }"),
        [
            "resutl: an answer has no key `resutl`; did you mean `result`?",
            "{ resutl: 1 }: this answer says nothing; write `result`, `payload`, `error`, `timeout`, `never` or `callback`"
        ]
    );
    assert_eq!(
        in_state("{ jobId: 1, result: 1 }"),
        [
            "jobId: an answer has no key `jobId`; the keys are `result`, `result.$`, `payload`, `payload.$`, `error`, `cause`, `timeout`, `never`, `callback`, `latency`, `submitted`, `repeat`, `index`, `attempt`, `request` and `when`"
        ]
    );
    assert_eq!(
        in_state("{ result: 1, error: E }"),
        [
            "error: an answer says one thing, this is the second; write one of `result`, `payload`, `error`, `timeout`, `never` and `callback`, or a list of answers"
        ]
    );
    assert_eq!(
        in_state("7"),
        [
            "7: `S` is answered by a mapping or a list, but here is a number; write `result:` before the result of the task, as in `{ result: 1 }`"
        ]
    );
    assert_eq!(in_state("[]"), ["S: the list of answers of `S` is empty; "]);
    assert_eq!(
        in_state("{ result: 1, latency: 45 }"),
        [
            "45: a duration needs a unit; write it as in `500ms`, `1.3s`, `20m`, `2h`, `1d` or `1h30m`"
        ]
    );
    assert_eq!(
        in_state("{ result: 1, repeat: 0 }"),
        [
            "0: `repeat` is a number of times from 1, or `forever`; without it an answer of a sequence is given once, any other as often as it is asked for"
        ]
    );
    assert_eq!(
        in_state("{ result: 1, index: -1 }"),
        [
            "-1: `index` is a whole number from 0, a range or a list of them; write it as in `17`, `3-5` or `[0, 3-5]`"
        ]
    );
    assert_eq!(
        in_state("{ result: 1, attempt: 0 }"),
        [
            "0: `attempt` is a whole number from 1, a range or a list of them; write it as in `17`, `3-5` or `[0, 3-5]`"
        ]
    );
    assert_eq!(
        in_state("{ cause: C, result: 1 }"),
        ["cause: `cause` stands beside `error`; "]
    );
    assert_eq!(
        in_state("{ never: false }"),
        ["false: `never` is `true` or left out; "]
    );
    assert_eq!(
        in_state("{ answers: [{ result: 1 }], each: item }"),
        [
            "item: `each` is `iteration` or `state`; `iteration`: every iteration of a Map goes through the answers for itself"
        ]
    );
    assert_eq!(
        in_state("{ result: { $merg: $.a } }"),
        [
            "$merg: a result has no key `$merg`; did you mean `$merge`?; write `$$merg` for a key that is called `$merg`"
        ]
    );
    assert_eq!(
        in_state("{ result: { $json: '[1, 2' } }"),
        [
            "'[1, 2': `$json` is no JSON text: expected `,` or `]`, at byte 5; write a result that is not taken letter by letter as YAML or JSON, without `$json`"
        ]
    );
    assert_eq!(
        in_state("{ result: { $string: huge } }"),
        ["huge: this is no size; write a size as in `300KiB`, `1.5MiB` or `4096`"]
    );
    assert_eq!(
        in_state("{ result: { $array: 2 } }"),
        [
            "{ $array: 2 }: `$array` needs `of`, the value of every item; write `{ $array: 47, of: … }`"
        ]
    );
    assert_eq!(
        in_state("{ result: { $array: -2, of: 1 } }"),
        ["-2: `$array` is a number of items from 0 to 1,000,000; "]
    );
    assert_eq!(
        in_state("{ result: { $position: 0 } }"),
        ["$position: `$position` stands inside the `of` of an `$array`; "]
    );
    assert_eq!(
        in_state("{ result: { $string: 1, x: 2 } }"),
        [
            "x: `x` cannot stand beside `$string`; a mapping with `$string` stands for one value, and holds nothing else"
        ]
    );
    assert_eq!(
        in_state("{ when: { $lik: a }, result: 1 }"),
        [
            "$lik: `when` has no key `$lik`; did you mean `$like`?; write `$$lik` for a key that is called `$lik`"
        ]
    );
    assert_eq!(
        in_state("{ callback: [{ success: 1 }] }"),
        [
            "{ success: 1 }: this step of `callback` does not say when; write `after: 2h`, counted from the start of the task"
        ]
    );
    assert_eq!(
        in_state("{ callback: [{ after: 1s }] }"),
        [
            "{ after: 1s }: this step of `callback` sends nothing; write `heartbeat: true`, `success: …` or `failure: { error: …, cause: … }`"
        ]
    );
    assert_eq!(
        in_state("{ callback: [{ after: 1s, success: 1, failure: {} }] }"),
        [
            "{ after: 1s, success: 1, failure: {} }: a step of `callback` sends one thing; write a step for each"
        ]
    );
    assert_eq!(
        in_state("{ callback: [] }"),
        ["[]: `callback` is empty; write `never: true` where nobody answers"]
    );
    assert_eq!(
        in_state("{ callback: [{ every: 1ms, until: 10d, heartbeat: true }] }"),
        [
            "{ every: 1ms, until: 10d, heartbeat: true }: one step gives at most 100,000 heartbeats; "
        ]
    );
}

#[test]
fn a_bad_expression_says_what_is_wrong_with_it() {
    let found = findings(
        "mocks.yaml",
        "version: 1\nstates:\n  S: { result: { a.$: nowhere, b.$: $.a. } }",
    );
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].starts_with("nowhere: `a.$` cannot be read: "),
        "{found:?}"
    );
    assert!(
        found[1].starts_with("$.a.: `b.$` cannot be read: "),
        "{found:?}"
    );
}
