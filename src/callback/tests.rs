//! A desk, the API that stands before it, and the ledger.

use super::request::answer;
use super::*;
use crate::engine::{TaskId, TaskOutcome, TaskToken};
use crate::tasks::{Report, Reports, Said};
use crate::value::{Value, read};
use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

fn ticket(task: u64, token: &str, reporter: &crate::tasks::Reporter) -> Ticket {
    Ticket {
        task: TaskId(task),
        token: TaskToken::new(token.into()),
        reporter: reporter.clone(),
    }
}

fn json(text: &str) -> Value {
    read(text).expect("it is JSON")
}

fn in_runtime(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test);
}

#[test]
fn a_token_is_answered_once() {
    let (reporter, mut reports) = Reports::channel();
    let desk = Desk::default();
    desk.wait(ticket(7, "AAAA", &reporter));
    assert_eq!(desk.heartbeat("AAAA"), Ok(()));
    assert_eq!(desk.succeed("AAAA", "{ \"a\": 1 }"), Ok(()));
    // API reference, SendTaskSuccess: `TaskTimedOut` where the task "has already been closed".
    assert_eq!(desk.succeed("AAAA", "{}"), Err(Refusal::TaskTimedOut));
    assert_eq!(desk.heartbeat("AAAA"), Err(Refusal::TaskTimedOut));
    assert_eq!(desk.fail("BBBB", None, None), Err(Refusal::InvalidToken));
    let task = TaskId(7);
    let heard: Vec<Report> = std::iter::from_fn(|| reports.ready()).collect();
    let output = json("{ \"a\": 1 }");
    assert_eq!(
        heard,
        [TaskOutcome::Heartbeat, TaskOutcome::Succeeded(output)].map(|outcome| Report::Task {
            task,
            said: Said::Outcome(outcome),
        })
    );
}

fn said(report: Report) -> Said {
    match report {
        Report::Task { said, .. } => said,
        Report::Stream(said) => panic!("no store is asked: {said:?}"),
    }
}

#[test]
fn a_task_that_is_given_up_takes_no_answer() {
    let (reporter, mut reports) = Reports::channel();
    let desk = Desk::default();
    desk.wait(ticket(1, "AAAA", &reporter));
    desk.close(TaskId(1));
    assert_eq!(desk.succeed("AAAA", "1"), Err(Refusal::TaskTimedOut));
    assert_eq!(reports.ready(), None);
}

#[test]
fn output_that_is_no_json_leaves_the_token_open() {
    let (reporter, _reports) = Reports::channel();
    let desk = Desk::default();
    desk.wait(ticket(1, "AAAA", &reporter));
    let refusal = desk.succeed("AAAA", "{").expect_err("it is refused");
    assert_eq!(refusal.code(), "InvalidOutput");
    assert_eq!(desk.succeed("AAAA", "1"), Ok(()));
}

#[test]
fn the_api_answers_over_http() {
    in_runtime(async {
        let (reporter, mut reports) = Reports::channel();
        let desk = Desk::default();
        let server = Server::start(0, desk.clone()).await.expect("it listens");
        desk.wait(ticket(1, "AAAA", &reporter));
        desk.wait(ticket(2, "CCCC", &reporter));
        let request = json(r#"{"taskToken":"AAAA","output":"[1, 2]"}"#);
        let answer = send(server.port(), "SendTaskSuccess", &request).await;
        assert_eq!(answer.expect("it answers"), Ok(json("{}")));
        let again = send(server.port(), "SendTaskSuccess", &request).await;
        let (code, message) = again.expect("it answers").expect_err("it is refused");
        assert_eq!(code, "TaskTimedOut");
        assert_eq!(
            message,
            "Task Timed Out: 'Provided task does not exist anymore'"
        );
        let request = json(r#"{"taskToken":"CCCC","error":"No","cause":"too long"}"#);
        let answer = send(server.port(), "SendTaskFailure", &request).await;
        assert_eq!(answer.expect("it answers"), Ok(json("{}")));
        let answer = send(server.port(), "StartExecution", &json("{}")).await;
        let (code, _) = answer.expect("it answers").expect_err("it is refused");
        assert_eq!(code, "UnknownOperationException");
        assert_eq!(
            said(reports.next().await),
            Said::Outcome(TaskOutcome::Succeeded(json("[1, 2]")))
        );
        let failed = TaskOutcome::Failed {
            error: Some("No".into()),
            cause: Some("too long".into()),
        };
        assert_eq!(said(reports.next().await), Said::Outcome(failed));
    });
}

#[test]
fn a_worker_takes_the_task_of_an_activity() {
    in_runtime(async {
        let (reporter, _reports) = Reports::channel();
        let arn = "arn:aws:states:us-east-1:123456789012:activity:review";
        let desk = Desk::new([arn.into()]);
        assert_eq!(desk.take(arn, Duration::from_millis(1)).await, Ok(None));
        desk.schedule(arn, json("{}"), ticket(1, "GONE", &reporter));
        desk.schedule(arn, json("[3]"), ticket(2, "DDDD", &reporter));
        desk.close(TaskId(1));
        let (token, input) = desk
            .take(arn, Duration::from_secs(5))
            .await
            .expect("there is such an activity")
            .expect("a task is there");
        assert_eq!((&**token.reveal(), input), ("DDDD", json("[3]")));
    });
}

/// Code and message of the refusal of a call.
async fn refused(desk: &Desk, action: &str, body: &str) -> (&'static str, String) {
    let refusal = answer(desk, action, body.as_bytes())
        .await
        .expect_err("it is refused");
    let kind = match refusal.namespace() {
        "com.amazonaws.swf.service.v2.model" => "service",
        "com.amazon.coral.validate" => "validate",
        "com.amazon.coral.service" => "framework",
        other => panic!("{other}"),
    };
    (kind, format!("{}: {refusal}", refusal.code()))
}

#[test]
fn a_worker_of_an_activity_that_no_state_names_is_refused() {
    // "Activity Does Not Exist" and "Invalid ARN prefix" were recorded on AWS, "Resource type not valid" was reported from there.
    let of =
        |kind: &str, name: &str| format!("arn:aws:states:us-east-1:123456789012:{kind}:{name}");
    let missing = of("activity", "revue");
    let short = "arn:aws:states:us-east-1";
    in_runtime(async {
        let desk = Desk::new([of("activity", "review").into()]);
        for (arn, message) in [
            (
                missing.clone(),
                format!("ActivityDoesNotExist: Activity Does Not Exist: '{missing}'"),
            ),
            (
                "review".to_owned(),
                "InvalidArn: Invalid Arn: 'Invalid ARN prefix: review'".to_owned(),
            ),
            (
                of("stateMachine", "review"),
                "InvalidArn: Invalid Arn: 'Resource type not valid in this context: stateMachine'"
                    .to_owned(),
            ),
            (
                short.to_owned(),
                format!("InvalidArn: Invalid Arn: '{short}'"),
            ),
            (
                of("activity", ""),
                format!("InvalidArn: Invalid Arn: '{}'", of("activity", "")),
            ),
        ] {
            let body = format!(r#"{{"activityArn":"{arn}"}}"#);
            let refused = refused(&desk, "GetActivityTask", &body).await;
            assert_eq!(refused, ("service", message), "{arn}");
        }
    });
}

/// The limits are those of botocore's model of Step Functions; the words for what is missing, too long or too big are what
/// AWS answers StartExecution, whose `input` is a payload as `output` is.
#[test]
fn members_hold_to_their_constraints() {
    const TOKEN: &str = r#""taskToken":"AAAA""#;
    let text = |length: usize| "é".repeat(length);
    let too_long = |most: usize| {
        format!(
            "failed to satisfy constraint: Member must have length less than or equal to {most}"
        )
    };
    let one = |violation: String| {
        let message = format!("ValidationException: 1 validation error detected: {violation}");
        ("validate", message)
    };
    let missing = |member: &str| {
        one(format!(
            "Value null at '{member}' failed to satisfy constraint: Member must not be null"
        ))
    };
    let worker = |name: String| {
        format!(r#"{{"activityArn":"arn:aws:states:::activity:a","workerName":"{name}"}}"#)
    };
    let cases = [
        ("SendTaskHeartbeat", "{}".to_owned(), missing("taskToken")),
        (
            "SendTaskHeartbeat",
            r#"{"taskToken":null}"#.to_owned(),
            missing("taskToken"),
        ),
        ("SendTaskSuccess", format!("{{{TOKEN}}}"), missing("output")),
        ("GetActivityTask", "{}".to_owned(), missing("activityArn")),
        (
            "SendTaskHeartbeat",
            r#"{"taskToken":""}"#.to_owned(),
            one(
                "Value '' at 'taskToken' failed to satisfy constraint: Member must have length greater than or equal to 1"
                    .to_owned(),
            ),
        ),
        (
            "SendTaskHeartbeat",
            format!(r#"{{"taskToken":"{}"}}"#, text(2_049)),
            one(format!("Value '{}' at 'taskToken' {}", text(2_049), too_long(2_048))),
        ),
        (
            "SendTaskFailure",
            format!(r#"{{{TOKEN},"error":"{}"}}"#, text(257)),
            one(format!("Value at 'error' {}", too_long(256))),
        ),
        (
            "SendTaskFailure",
            format!(r#"{{{TOKEN},"cause":"{}"}}"#, text(32_769)),
            one(format!("Value at 'cause' {}", too_long(32_768))),
        ),
        (
            "SendTaskSuccess",
            // 262,145 bytes, and fewer characters.
            format!(r#"{{{TOKEN},"output":"1{}"}}"#, text(131_072)),
            one(
                "Value at 'output' failed to satisfy constraint: Member must have size less than or equal to 262144 bytes \
                 in UTF-8 encoding"
                    .to_owned(),
            ),
        ),
        (
            "GetActivityTask",
            worker(text(81)),
            one(format!("Value '{}' at 'workerName' {}", text(81), too_long(80))),
        ),
        (
            "SendTaskHeartbeat",
            r#"{"taskToken":7}"#.to_owned(),
            (
                "framework",
                "SerializationException: `taskToken` is no string".to_owned(),
            ),
        ),
        (
            "SendTaskHeartbeat",
            "[]".to_owned(),
            (
                "framework",
                "SerializationException: the body is no object".to_owned(),
            ),
        ),
    ];
    in_runtime(async {
        let desk = Desk::default();
        for (action, body, refusal) in cases {
            assert_eq!(refused(&desk, action, &body).await, refusal, "{action}");
        }
        let (_, message) = refused(&desk, "SendTaskSuccess", "{}").await;
        assert!(
            message.starts_with("ValidationException: 2 validation errors detected: "),
            "{message}"
        );
        // What is just within the limits is looked at, and what the API does not have is passed over.
        for (action, body) in [
            (
                "SendTaskHeartbeat",
                format!(r#"{{"taskToken":"{}"}}"#, text(2_048)),
            ),
            (
                "SendTaskFailure",
                format!(
                    r#"{{{TOKEN},"error":"{}","cause":"{}","more":1}}"#,
                    text(256),
                    text(32_768)
                ),
            ),
            (
                "SendTaskSuccess",
                format!(r#"{{{TOKEN},"output":"\"{}\""}}"#, text(131_071)),
            ),
        ] {
            let (_, message) = refused(&desk, action, &body).await;
            assert_eq!(
                message, "InvalidToken: Invalid Token: 'Invalid token'",
                "{action}"
            );
        }
        let (_, message) = refused(&desk, "GetActivityTask", &worker(text(80))).await;
        assert!(message.starts_with("ActivityDoesNotExist"), "{message}");
        let (kind, message) = refused(&desk, "SendTaskHeartbeat", "{").await;
        assert_eq!(kind, "framework");
        assert!(message.starts_with("SerializationException"), "{message}");
    });
}

#[test]
fn a_ledger_tells_what_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("runs");
    let within = StartedExecution {
        machine: "charge".to_owned(),
        place: "Orders/Charge[2]".to_owned(),
    };
    let entry = |state: &str| Entry {
        state: state.to_owned(),
        iterations: vec![3],
        within: (state == "Approve").then(|| within.clone()),
        token: TaskToken::new("AAAA".into()),
    };
    let (listener, port) = listening();
    let mut ledger = Ledger::open(&path, "7f3a", port).expect("it opens");
    for (task, state) in [(1, "Review"), (2, "Approve")] {
        ledger
            .opened(TaskId(task), &entry(state))
            .expect("it writes");
    }
    ledger.closed(TaskId(1)).expect("it writes");
    let found = runs(&path).expect("it reads");
    let [run] = &found[..] else {
        panic!("one run, not {}", found.len());
    };
    assert_eq!((&*run.id, run.port), ("7f3a", port));
    let open: Vec<_> = run.open.iter().map(|entry| &*entry.state).collect();
    assert_eq!(
        (open, run.open[0].iterations.clone()),
        (vec!["Approve"], vec![3])
    );
    assert_eq!(run.open[0].within, Some(within.clone()));
    drop((ledger, listener));
    assert!(runs(&path).expect("it reads").is_empty());
    assert!(
        runs(&folder.path().join("nowhere"))
            .expect("it reads")
            .is_empty()
    );
}

fn listening() -> (TcpListener, u16) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("it listens");
    let port = listener.local_addr().expect("it is bound").port();
    (listener, port)
}

#[test]
fn a_run_that_was_killed_is_forgotten() {
    let folder = tempfile::tempdir().expect("a folder");
    let (listener, port) = listening();
    let killed = |id: &str| {
        std::mem::forget(Ledger::open(folder.path(), id, port).expect("it opens"));
        folder.path().join(format!("{id}.jsonl"))
    };
    // No two runs listen on one port: the one that opens its ledger is the one that goes on.
    let (first, second) = (killed("1111"), killed("2222"));
    assert!(!first.exists() && second.exists());
    let found = runs(folder.path()).expect("it reads");
    assert_eq!(
        found.iter().map(|run| &*run.id).collect::<Vec<_>>(),
        ["2222"]
    );
    drop(listener);
    assert!(runs(folder.path()).expect("it reads").is_empty());
    assert!(!second.exists());
}

#[cfg(unix)]
#[test]
fn only_the_user_reads_a_ledger() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("runs");
    let _ledger = Ledger::open(&path, "7f3a", 4711).expect("it opens");
    for (path, mode) in [(path.clone(), 0o700), (path.join("7f3a.jsonl"), 0o600)] {
        let permissions = std::fs::metadata(&path).expect("it is there").permissions();
        assert_eq!(permissions.mode() & 0o777, mode, "{}", path.display());
    }
}
