//! Our own format: what MOCKS.md says, held.

use super::super::testing::{
    CALLBACK, FUNCTION, LAMBDA, TOKEN, asking, limit, machine, mocks, read,
};

/// The podcast system in short: two Lambda calls, a Map of Polly calls, a nested Map.
pub(super) fn podcast() -> crate::asl::StateMachine {
    machine(&[
        ("Assemble", LAMBDA),
        ("Chunks", "Map"),
        ("Chunks/CallPolly", FUNCTION),
        ("Books", "Map"),
        ("Books/Pages", "Map"),
        ("Books/Pages/Read", FUNCTION),
        ("Review", CALLBACK),
        ("Store", "arn:aws:states:::glue:startJobRun.sync"),
        ("Notify", "arn:aws:states:::sns:publish"),
        ("Placeholder", "${extract_lambda_arn}"),
    ])
}

#[test]
fn an_answer_that_stands_alone_answers_every_time() {
    let machine = podcast();
    let mut handler =
        mocks("version: 1\nstates:\n  Notify: { result: { MessageId: m-1 }, latency: 200ms }")
            .handler(&machine, 1);
    for _ in 0..3 {
        assert_eq!(
            asking(&machine, "Notify").of(&mut handler),
            r#"+0.2s succeeded {"MessageId":"m-1"}"#
        );
    }
    assert_eq!(asking(&machine, "Assemble").of(&mut handler), "not mocked");
}

#[test]
fn a_sequence_ends_and_says_where() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Notify:\n  - error: SNS.ThrottlingException\n    cause: Rate exceeded\n  - result: 2\n    repeat: 2\n";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = || asking(&machine, "Notify").of(&mut handler);
    assert_eq!(ask(), "failed SNS.ThrottlingException: Rate exceeded");
    assert_eq!(ask(), "succeeded 2");
    assert_eq!(ask(), "succeeded 2");
    assert_eq!(ask(), "error: `Notify` asks once more than it is answered");
    let reply = asking(&machine, "Notify").reply(&mut handler);
    let super::super::Reply::Error(error) = reply else {
        panic!("{reply:?}")
    };
    assert_eq!(error.file, "mocks.yaml");
    assert_eq!(error.span().start as usize, text.find("result: 2").unwrap());
    assert_eq!(error.diagnostic.labels[0].text, "the last of 3 answers");
    assert_eq!(
        error.diagnostic.help,
        ["add an answer, or let the last one go on with `repeat: forever`"]
    );
}

#[test]
fn the_last_of_a_sequence_may_go_on() {
    let machine = podcast();
    let text =
        "version: 1\nstates:\n  Notify:\n  - result: 1\n  - result: 2\n    repeat: forever\n";
    let mut handler = mocks(text).handler(&machine, 1);
    let said: Vec<_> = (0..4)
        .map(|_| asking(&machine, "Notify").of(&mut handler))
        .collect();
    assert_eq!(
        said,
        ["succeeded 1", "succeeded 2", "succeeded 2", "succeeded 2"]
    );
}

#[test]
fn payload_is_what_a_function_returns() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Assemble: { payload: { jobId: j-1 } }\n  CallPolly: { payload: ok }\n  Placeholder: { payload: 1 }";
    let mut handler = mocks(text).handler(&machine, 1);
    // The envelope of `lambda:invoke` as AWS shows it in `conformance/aws/base` histories, without the SDK's metadata.
    assert_eq!(
        asking(&machine, "Assemble").of(&mut handler),
        r#"succeeded {"ExecutedVersion":"$LATEST","Payload":{"jobId":"j-1"},"StatusCode":200}"#
    );
    assert_eq!(
        asking(&machine, "CallPolly").of(&mut handler),
        r#"succeeded "ok""#
    );
    assert_eq!(
        asking(&machine, "Placeholder").of(&mut handler),
        "succeeded 1"
    );
}

#[test]
fn results_are_built_from_the_request() {
    let machine = podcast();
    let text = "
version: 1
states:
  Assemble:
    payload:
      $merge: $.Payload
      actualWords: 3100
      title: replaced
      key.$: States.Format('{}.mp3', $.Payload.jobId)
      name.$: $$.State.Name
      $$odd: { 'a.b': [1] }
";
    let mut handler = mocks(text).handler(&machine, 1);
    let said = asking(&machine, "Assemble")
        .with(r#"{"Payload": {"jobId": "j-1", "title": "old"}}"#)
        .of(&mut handler);
    assert_eq!(
        said,
        concat!(
            r#"succeeded {"ExecutedVersion":"$LATEST","Payload":{"jobId":"j-1","title":"replaced","actualWords":3100,"#,
            r#""key":"j-1.mp3","name":"Assemble","$odd":{"a.b":[1]}},"StatusCode":200}"#
        )
    );
    let said = asking(&machine, "Assemble").with("{}").of(&mut handler);
    assert_eq!(
        said,
        "error: `$.Payload` has no value for this request: No results for path: $['Payload']"
    );
    let said = asking(&machine, "Assemble")
        .with(r#"{"Payload": 1}"#)
        .of(&mut handler);
    assert_eq!(said, "error: `$merge` needs an object, but here is number");
}

#[test]
fn a_whole_result_may_be_an_expression() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  CallPolly: { result.$: $.ssml }\n  Assemble: { payload.$: $.Payload }";
    let mut handler = mocks(text).handler(&machine, 1);
    assert_eq!(
        asking(&machine, "CallPolly")
            .with(r#"{"ssml": "<s/>"}"#)
            .of(&mut handler),
        r#"succeeded "<s/>""#
    );
    assert_eq!(
        asking(&machine, "Assemble")
            .with(r#"{"Payload": [1]}"#)
            .of(&mut handler),
        r#"succeeded {"ExecutedVersion":"$LATEST","Payload":[1],"StatusCode":200}"#
    );
}

#[test]
fn big_texts_and_lists_are_made_up() {
    let machine = podcast();
    let text = "
version: 1
states:
  Notify: { result: { rawScript: { $string: 300KiB } } }
  CallPolly: { result: { $array: 3, of: { chunk: { $position: 1 }, rows: { $array: 2, of: { $position: 0 } }, last: { $position: 1 } } } }
";
    let mut handler = mocks(text).handler(&machine, 1);
    let said = asking(&machine, "Notify").of(&mut handler);
    // 300 KiB of text, and around it: succeeded {"rawScript":"…"}
    assert_eq!(
        said.len(),
        300 * 1024 + r#"succeeded {"rawScript":""}"#.len()
    );
    assert_eq!(
        asking(&machine, "CallPolly").of(&mut handler),
        concat!(
            r#"succeeded [{"chunk":1,"rows":[0,1],"last":1},{"chunk":2,"rows":[0,1],"last":2},"#,
            r#"{"chunk":3,"rows":[0,1],"last":3}]"#
        )
    );
}

#[test]
fn a_small_file_cannot_ask_for_all_memory() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Notify: { result: { $array: 1000000, of: { $array: 1000000, of: { $string: 64MiB } } } }";
    let mut handler = mocks(text).handler(&machine, 1);
    assert_eq!(
        asking(&machine, "Notify").of(&mut handler),
        "error: this answer comes to more than 256 MiB"
    );
}

#[test]
fn a_list_with_a_condition_is_a_list_of_rules() {
    let machine = podcast();
    let text = "
version: 1
states:
  Chunks/CallPolly:
  - index: 17
    error: Polly.ServiceFailureException
  - index: [3, 5-6]
    attempt: 1
    error: Polly.ThrottlingException
  - result: ok
    latency: 1s
";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = |index, retries| {
        asking(&machine, "CallPolly")
            .within("Chunks", index)
            .retry(retries)
            .of(&mut handler)
    };
    for retries in 0..3 {
        assert_eq!(ask(17, retries), "failed Polly.ServiceFailureException: -");
    }
    assert_eq!(ask(3, 0), "failed Polly.ThrottlingException: -");
    assert_eq!(ask(3, 1), "+1s succeeded \"ok\"");
    assert_eq!(ask(6, 0), "failed Polly.ThrottlingException: -");
    assert_eq!(ask(4, 0), "+1s succeeded \"ok\"");
    assert_eq!(ask(0, 0), "+1s succeeded \"ok\"");
}

#[test]
fn the_order_of_iterations_does_not_matter_where_each_counts_for_itself() {
    let machine = podcast();
    let text = "
version: 1
states:
  CallPolly:
    each: iteration
    latency: 1s
    answers:
    - error: Polly.ThrottlingException
    - result: ok
";
    let steps = [(0, 0), (1, 0), (0, 1), (1, 1)];
    for order in [[0, 1, 2, 3], [1, 3, 0, 2], [1, 0, 3, 2]] {
        let mut handler = mocks(text).handler(&machine, 1);
        for step in order {
            let (index, retries) = steps[step];
            let said = asking(&machine, "CallPolly")
                .within("Chunks", index)
                .retry(retries)
                .of(&mut handler);
            let expected = [
                "+1s failed Polly.ThrottlingException: -",
                "+1s succeeded \"ok\"",
            ][retries as usize];
            assert_eq!(said, expected);
        }
        assert_eq!(
            asking(&machine, "CallPolly")
                .within("Chunks", 1)
                .of(&mut handler),
            "error: `CallPolly` in iteration 1 of `Chunks` asks once more than it is answered"
        );
    }
}

#[test]
fn an_answer_for_an_index_counts_in_each_iteration() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  CallPolly:\n  - { index: 0-1, error: E, repeat: 1 }\n  - { result: 1 }";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = |index| {
        asking(&machine, "CallPolly")
            .within("Chunks", index)
            .of(&mut handler)
    };
    assert_eq!(
        [ask(1), ask(0), ask(1), ask(0)],
        ["failed E: -", "failed E: -", "succeeded 1", "succeeded 1"]
    );
}

#[test]
fn a_nested_iteration_is_named_by_its_maps() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Books/Pages/Read:\n  - { index: { Books: 2, Pages: 0-1 }, result: cover }\n  - { index: 7, result: seven }\n  - { result: page }";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = |book, page| {
        asking(&machine, "Read")
            .within("Books", book)
            .within("Pages", page)
            .of(&mut handler)
    };
    assert_eq!(ask(2, 1), r#"succeeded "cover""#);
    assert_eq!(ask(1, 1), r#"succeeded "page""#);
    assert_eq!(ask(2, 2), r#"succeeded "page""#);
    assert_eq!(ask(2, 7), r#"succeeded "seven""#);
    assert_eq!(ask(7, 2), r#"succeeded "page""#);
}

#[test]
fn when_matches_parts_of_the_request() {
    let machine = podcast();
    let text = r"
version: 1
states:
  Notify:
  - { when: { Message: { key: { $like: 'incoming/*.pdf' } } }, result: pdf }
  - { when: { Message: { size: { $any: [1, 2.0] } } }, result: small }
  - { when: { Message: { list: [1, { a: 2 }] } }, result: list }
  - { when: { Subject: { $exists: false }, $$x: null }, result: dollar }
  - { when: { Message: { $like: 'a\*b\\*' } }, result: star }
";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = |request: &str| asking(&machine, "Notify").with(request).of(&mut handler);
    assert_eq!(
        ask(r#"{"Message": {"key": "incoming/a/b.pdf", "more": 1}}"#),
        r#"succeeded "pdf""#
    );
    assert_eq!(
        ask(r#"{"Message": {"key": "incoming/a.png", "size": 2}}"#),
        r#"succeeded "small""#
    );
    assert_eq!(
        ask(r#"{"Message": {"list": [1.0, {"a": 2, "b": 3}]}}"#),
        r#"succeeded "list""#
    );
    assert_eq!(ask(r#"{"$x": null}"#), r#"succeeded "dollar""#);
    assert_eq!(ask(r#"{"Message": "a*b\\c"}"#), r#"succeeded "star""#);
    for request in [
        r#"{"Message": "axb\\c"}"#,
        r#"{"Message": {"list": [1, {"a": 2}, 3]}}"#,
        r#"{"Subject": 1, "$x": null}"#,
        r#"{"Message": {"size": "1"}}"#,
    ] {
        assert_eq!(
            ask(request),
            "error: no answer of `Notify` is for this request",
            "{request}"
        );
    }
}

#[test]
fn a_path_goes_before_a_name_and_a_case_before_the_states() {
    let machine = machine(&[
        ("A", "Map"),
        ("A/T", FUNCTION),
        ("B", "Map"),
        ("B/T", FUNCTION),
        ("U", FUNCTION),
    ]);
    let text = "
version: 1
states:
  T: { result: name }
  B/T: { result: path }
  U: { result: base }
cases:
  special:
    U: { result: special }
";
    let (file, findings) = read("mocks.yaml", text);
    assert!(findings.is_empty());
    assert_eq!(file.cases(None), ["special"]);
    let said = |case: Option<&str>| {
        let mut handler = file.select(None, case).unwrap().handler(&machine, 1);
        let of = |state: u32, handler: &mut crate::tasks::MockHandler| {
            let mut ask = asking(&machine, "T");
            ask.state(crate::asl::StateId(state), &machine);
            ask.of(handler)
        };
        [
            of(1, &mut handler),
            of(3, &mut handler),
            of(4, &mut handler),
        ]
    };
    assert_eq!(
        said(None),
        [
            r#"succeeded "name""#,
            r#"succeeded "path""#,
            r#"succeeded "base""#
        ]
    );
    assert_eq!(said(Some("special"))[2], r#"succeeded "special""#);
    let error = file.select(None, Some("speciall")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mocks.yaml: this mock file has no case `speciall`"
    );
    assert_eq!(error.diagnostic.help, ["did you mean `special`?"]);
}

#[test]
fn a_file_of_cases_only_wants_one_chosen() {
    let (file, findings) = read(
        "m.yaml",
        "version: 1\ncases:\n  approve: { Review: { result: 1 } }\n  reject: { Review: { error: Rejected } }",
    );
    assert!(findings.is_empty());
    let error = file.select(None, None).unwrap_err();
    assert_eq!(
        error.diagnostic.message,
        "this mock file has cases only, and none was chosen"
    );
    assert_eq!(
        error.diagnostic.help,
        ["choose one behind the file's name: `#approve` or `#reject`"]
    );
}

#[test]
fn callbacks_send_signs_of_life_and_answers() {
    let machine = podcast();
    let text = "
version: 1
states:
  Review:
    submitted: { MessageId: m-1 }
    callback:
    - { after: 2h, success: { approved: true } }
    - { after: 50m, heartbeat: true }
    - { after: 3h, failure: { error: TooLate, cause: { why: slow } } }
";
    let mut handler = mocks(text).handler(&machine, 1);
    assert_eq!(
        asking(&machine, "Review").of(&mut handler),
        concat!(
            r#"submitted {"MessageId":"m-1"}, +3000s heartbeat, +7200s succeeded {"approved":true}, "#,
            r#"+10800s failed TooLate: {"why":"slow"}"#
        )
    );
}

#[test]
fn heartbeats_may_go_on() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Review:\n    callback:\n    - { every: 50m, until: 2h, heartbeat: true }\n    - { after: 2h30m, failure: {} }";
    let mut handler = mocks(text).handler(&machine, 1);
    assert_eq!(
        asking(&machine, "Review").of(&mut handler),
        "submitted {}, +3000s heartbeat, +6000s heartbeat, +9000s failed -: -"
    );
}

#[test]
fn callbacks_that_come_too_late_are_noted() {
    let machine = podcast();
    let note = |steps: &str, timeout, heartbeat| {
        let file = mocks(&format!(
            "version: 1\nstates:\n  Review:\n    callback: [{steps}]"
        ));
        let mut handler = file.handler(&machine, 1);
        for _ in 0..2 {
            asking(&machine, "Review")
                .limits(timeout, heartbeat)
                .of(&mut handler);
        }
        let notes = handler.take_notes();
        assert!(handler.take_notes().is_empty());
        assert!(notes.len() <= 1, "one note an answer: {notes:?}");
        notes.into_iter().next().map_or_else(String::new, |note| {
            assert_eq!(note.severity, crate::diagnostics::Severity::Note);
            note.message
        })
    };
    let late = "the callback of `Review` after";
    let success = "{ after: 3h, success: 1 }";
    assert_eq!(note(success, None, None), "");
    assert_eq!(note(success, Some(10_801), None), "");
    // The timer of the limit was set before the task began, so it goes first.
    assert_eq!(
        note(success, Some(10_800), None),
        format!("{late} 3h comes too late and is ignored: `TimeoutSeconds` is up after 3h")
    );
    assert_eq!(
        note(success, Some(86_400), Some(3_600)),
        format!("{late} 3h comes too late and is ignored: `HeartbeatSeconds` is up after 1h")
    );
    let alive = "{ every: 50m, until: 2h30m, heartbeat: true }";
    assert_eq!(
        note(&format!("{alive}, {success}"), Some(86_400), Some(3_600)),
        ""
    );
    let once = "{ after: 50m, heartbeat: true }";
    assert_eq!(
        note(&format!("{once}, {success}"), Some(86_400), Some(3_600)),
        format!("{late} 3h comes too late and is ignored: `HeartbeatSeconds` is up after 1h50m")
    );
    assert_eq!(
        note(
            &format!("{success}, {{ after: 4h, failure: {{ error: E }} }}"),
            None,
            None
        ),
        format!("{late} 4h comes too late and is ignored: it was answered after 3h")
    );
}

#[test]
fn what_waits_for_a_job_or_a_token_is_submitted_first() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Store:\n  - { result: done, latency: 5m }\n  - { error: Glue.EntityNotFoundException, submitted: false }\n  - { never: true }\n  Review: { never: true }";
    let mut handler = mocks(text).handler(&machine, 1);
    let mut ask = |state| asking(&machine, state).of(&mut handler);
    assert_eq!(ask("Store"), r#"submitted {}, +300s succeeded "done""#);
    assert_eq!(ask("Store"), "failed Glue.EntityNotFoundException: -");
    assert_eq!(ask("Store"), "submitted {}");
    assert_eq!(ask("Review"), "submitted {}");
}

#[test]
fn a_task_times_out_by_its_own_limit_where_it_has_one() {
    let mut machine = podcast();
    let file = mocks(
        "version: 1\nstates:\n  Notify: { timeout: true }\n  CallPolly: { timeout: true, latency: 9s }",
    );
    let mut handler = file.handler(&machine, 1);
    assert_eq!(asking(&machine, "Notify").of(&mut handler), "timed out");
    assert_eq!(
        asking(&machine, "CallPolly").of(&mut handler),
        "+9s timed out"
    );
    limit(&mut machine, "Notify", 30);
    // Nobody answers, so the engine's own timer ends it after 30 s.
    assert_eq!(asking(&machine, "Notify").of(&mut handler), "nothing");
}

#[test]
fn a_cause_may_be_written_as_an_object() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Assemble: { error: PaymentDeclined, cause: { errorMessage: declined, code: 7 } }\n  Notify: { error: E, cause: '' }";
    let mut handler = mocks(text).handler(&machine, 1);
    assert_eq!(
        asking(&machine, "Assemble").of(&mut handler),
        r#"failed PaymentDeclined: {"errorMessage":"declined","code":7}"#
    );
    assert_eq!(asking(&machine, "Notify").of(&mut handler), "failed E: ");
}

#[test]
fn latencies_of_a_range_stay_in_it_and_repeat() {
    let machine = podcast();
    let text = "version: 1\nlatency: 15s..45s\nstates:\n  CallPolly: { result: 1 }\n  Notify: { result: 1 }\n  Assemble: { result: 1, latency: 1s }";
    let file = mocks(text);
    let draw = |seed: u64, order: &[u32]| {
        let mut handler = file.handler(&machine, seed);
        let mut drawn: Vec<(u32, String)> = order
            .iter()
            .map(|index| {
                (
                    *index,
                    asking(&machine, "CallPolly")
                        .within("Chunks", *index)
                        .of(&mut handler),
                )
            })
            .collect();
        drawn.sort();
        drawn
    };
    let drawn = draw(1, &[0, 1, 2, 3]);
    assert_eq!(
        drawn,
        draw(1, &[3, 1, 0, 2]),
        "the order of iterations changes nothing"
    );
    assert_ne!(drawn, draw(2, &[0, 1, 2, 3]));
    for (_, said) in &drawn {
        let seconds: f64 = said
            .strip_prefix('+')
            .unwrap()
            .split_once('s')
            .unwrap()
            .0
            .parse()
            .unwrap();
        assert!((15.0..=45.0).contains(&seconds), "{said}");
    }
    assert_ne!(drawn[0].1, drawn[1].1);
    let mut handler = file.handler(&machine, 1);
    let first = asking(&machine, "Notify").of(&mut handler);
    assert_ne!(
        first,
        asking(&machine, "Notify").of(&mut handler),
        "a loop asks again"
    );
    assert_eq!(
        asking(&machine, "Assemble").of(&mut handler),
        "+1s succeeded 1"
    );
}

#[test]
fn no_message_shows_a_token() {
    let machine = podcast();
    let text = "version: 1\nstates:\n  Review: { result.$: $.nowhere }\n  Notify: { when: { a: 1 }, result: 1 }";
    let mut handler = mocks(text).handler(&machine, 1);
    for state in ["Review", "Notify"] {
        let request = format!(r#"{{"body": "token {TOKEN}"}}"#);
        let reply = asking(&machine, state).with(&request).reply(&mut handler);
        let super::super::Reply::Error(error) = reply else {
            panic!("{reply:?}")
        };
        let notes = error.diagnostic.notes.join(";");
        assert!(notes.contains(r#"{"body":"token ***"}"#), "{notes}");
    }
}
