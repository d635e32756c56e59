//! Executions that run in AWS, against a double on loopback that speaks the wire format of Step Functions (AWS JSON 1.0;
//! members and errors: the API reference of Step Functions): started, followed, recorded, run again here.

use crate::definitions::root;
use crate::isolated::isolated;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

pub(crate) const MACHINE: &str =
    "arn:aws:states:eu-west-1:123456789012:stateMachine:review-with-fallback";
pub(crate) const EXECUTION: &str =
    "arn:aws:states:eu-west-1:123456789012:execution:review-with-fallback:run-1";
const DEFINITION: &str = "definitions/review-with-fallback/review-with-fallback.asl.json";
const HISTORY: &str = "definitions/review-with-fallback/throttled.history.json";
/// Events of the first page.
const FIRST_PAGE: usize = 10;

/// Step Functions with one execution, of which each look shows a few events more.
pub(crate) struct Double {
    kind: &'static str,
    pub(crate) definition: String,
    /// On the wire an instant is a number of seconds.
    pub(crate) events: Vec<Json>,
    asked: Arc<Mutex<Vec<(String, Json)>>>,
    shown: Mutex<usize>,
    /// The calls of `GetExecutionHistory` that are refused, counted from 1.
    refused: &'static [usize],
    /// An action that is refused from one of its calls on, counted from 1, and the code of the refusal.
    pub(crate) fault: Option<(&'static str, usize, &'static str)>,
}

impl Double {
    pub(crate) fn new(kind: &'static str, refused: &'static [usize]) -> Self {
        let read = |path: &str| fs::read_to_string(root().join(path)).expect("it is there");
        let history: Json = serde_json::from_str(&read(HISTORY)).expect("JSON");
        let mut events = history["events"].as_array().expect("events").clone();
        for event in &mut events {
            // On the wire an instant is a number of seconds.
            let text = event["timestamp"].as_str().expect("an instant").to_owned();
            let instant = sfnrun::base::Timestamp::parse(&text).expect("an instant");
            event["timestamp"] = json!(instant.0 as f64 / 1000.0);
        }
        Self {
            kind,
            definition: read(DEFINITION),
            events,
            asked: Arc::default(),
            shown: Mutex::new(FIRST_PAGE - 4),
            refused,
            fault: None,
        }
    }

    /// The same when the execution is over.
    pub(crate) fn over(kind: &'static str) -> Self {
        let double = Self::new(kind, &[]);
        *double.shown.lock().expect("no poison") = double.events.len();
        double
    }

    fn history(&self, asked: &Json) -> Result<Json, &'static str> {
        if let Some(token) = asked.get("nextToken") {
            assert_eq!(token, "second", "a token that was given");
        }
        let asked_before = self.asked.lock().expect("no poison");
        let polled = asked_before
            .iter()
            .filter(|(action, _)| action == "GetExecutionHistory")
            .count();
        if self.refused.contains(&polled) {
            return Err("ThrottlingException");
        }
        let mut shown = self.shown.lock().expect("no poison");
        let second = asked.get("nextToken").is_some();
        if second || *shown < FIRST_PAGE {
            *shown = (*shown + 9).min(self.events.len());
        }
        Ok(if second {
            json!({"events": self.events[FIRST_PAGE..*shown]})
        } else if *shown > FIRST_PAGE {
            json!({"events": self.events[..FIRST_PAGE], "nextToken": "second"})
        } else {
            json!({"events": self.events[..*shown]})
        })
    }
}

impl Respond for Double {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let target = request.headers.get("x-amz-target").expect("a target");
        let target = target.to_str().expect("ASCII").to_owned();
        let action = target
            .strip_prefix("AWSStepFunctions.")
            .expect("Step Functions")
            .to_owned();
        let asked: Json = serde_json::from_slice(&request.body).expect("JSON");
        self.asked
            .lock()
            .expect("no poison")
            .push((action.clone(), asked.clone()));
        let calls = {
            let asked = self.asked.lock().expect("no poison");
            asked.iter().filter(|(asked, _)| *asked == action).count()
        };
        let fault = self
            .fault
            .filter(|(refused, from, _)| *refused == action && calls >= *from);
        let answer = match &*action {
            _ if fault.is_some() => Err(fault.map_or("", |(_, _, code)| code)),
            "DescribeStateMachine" => Ok(json!({
                "stateMachineArn": MACHINE, "name": "review-with-fallback", "type": self.kind,
                "definition": self.definition, "roleArn": "arn:aws:iam::123456789012:role/r", "creationDate": 1.0
            })),
            "StartExecution" => Ok(json!({"executionArn": EXECUTION, "startDate": 1767225600.0})),
            "StartSyncExecution" => Ok(json!({
                "executionArn": EXECUTION, "startDate": 1.0, "stopDate": 2.0, "status": "FAILED",
                "error": "Review.Refused", "cause": "too long"
            })),
            "DescribeStateMachineForExecution" => Ok(json!({
                "stateMachineArn": MACHINE, "name": "review-with-fallback", "definition": self.definition,
                "roleArn": "arn:aws:iam::123456789012:role/r", "updateDate": 1.0
            })),
            "GetExecutionHistory" => self.history(&asked),
            other => panic!("{other} is not asked for"),
        };
        let (status, body) = match answer {
            Ok(body) => (200, body),
            Err(code) => (
                400,
                json!({"__type": format!("com.amazonaws.swf.service.v2.model#{code}"), "message": "Rate exceeded"}),
            ),
        };
        ResponseTemplate::new(status).set_body_raw(body.to_string(), "application/x-amz-json-1.0")
    }
}

/// Runs `work` while the double listens, with its URL; gives what it was asked as well.
pub(crate) fn with<T>(double: Double, work: impl FnOnce(&str) -> T) -> (T, Vec<(String, Json)>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let asked = Arc::clone(&double.asked);
    let server = runtime.block_on(async {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(double).mount(&server).await;
        server
    });
    let done = work(&server.uri());
    drop(server);
    let asked = asked.lock().expect("no poison").clone();
    (done, asked)
}

pub(crate) fn sfnrun(folder: &Path, url: &str, arguments: &[&str]) -> Output {
    isolated(folder)
        .current_dir(root())
        .env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .args(arguments)
        .args(["--endpoint-url", url])
        .output()
        .expect("it runs")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn actions(asked: &[(String, Json)]) -> Vec<&str> {
    asked.iter().map(|(action, _)| &**action).collect()
}

#[test]
fn an_execution_is_started_followed_and_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (history, mocks) = (at("history.json"), at("mocks.yaml"));
    let input = "definitions/review-with-fallback/inputs/document.json";
    let (ran, asked) = with(Double::new("STANDARD", &[2]), |url| {
        let on = [
            "exec",
            "--on",
            MACHINE,
            "--input",
            input,
            "--name",
            "run-1",
            "--history",
            &history,
            "--record",
            &mocks,
        ];
        sfnrun(folder.path(), url, &on)
    });
    let story = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(0), "{story}");
    assert!(
        story.starts_with(&format!("started {EXECUTION}\n")),
        "{story}"
    );
    assert!(story.contains("SUCCEEDED in 2h11m31s"), "{story}");
    assert!(!story.contains("this is one page"), "{story}");
    let output: Json =
        serde_json::from_slice(&ran.stdout).expect("the output alone is on standard output");
    assert!(output.get("DocumentId").is_some(), "{output}");
    let actions = actions(&asked);
    assert_eq!(
        actions[..3],
        [
            "DescribeStateMachine",
            "StartExecution",
            "DescribeStateMachineForExecution"
        ]
    );
    let (_, started) = &asked[1];
    assert_eq!(
        (&started["name"], &started["stateMachineArn"]),
        (&json!("run-1"), &json!(MACHINE))
    );
    let given: Json =
        serde_json::from_str(started["input"].as_str().expect("a text")).expect("JSON");
    let file = fs::read_to_string(root().join(input)).expect("it is there");
    assert_eq!(given, serde_json::from_str::<Json>(&file).expect("JSON"));
    // What AWS gave, as it gave it, each event once.
    let kept: Json =
        serde_json::from_str(&fs::read_to_string(&history).expect("written")).expect("JSON");
    let shipped = fs::read_to_string(root().join(HISTORY)).expect("it is there");
    let shipped: Json = serde_json::from_str(&shipped).expect("JSON");
    let ids = |history: &Json| -> Vec<Json> {
        let events = history["events"].as_array().expect("events").iter();
        events.map(|event| event["id"].clone()).collect()
    };
    assert_eq!(ids(&kept), ids(&shipped));
    assert_eq!(
        kept["events"][0]["executionStartedEventDetails"],
        shipped["events"][0]["executionStartedEventDetails"]
    );
    // It names the run that was recorded; what AWS drew from nobody knows.
    let recorded = fs::read_to_string(&mocks).expect("written");
    assert!(recorded.contains("run:\n  name: run-1\n"), "{recorded}");
    assert!(!recorded.contains("  seed: "), "{recorded}");
    // The recording takes the same way here.
    let again = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .current_dir(root())
        .args([
            "exec", DEFINITION, "--input", input, "--mocks", &mocks, "-q",
        ])
        .output()
        .expect("it runs");
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert_eq!(again.stdout, ran.stdout);
}

#[test]
fn the_same_input_gives_the_same_name_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = |input: &str| {
        let (_, asked) = with(Double::new("STANDARD", &[]), |url| {
            sfnrun(
                folder.path(),
                url,
                &[
                    "exec",
                    "--on",
                    MACHINE,
                    "--input",
                    input,
                    "--idempotent",
                    "-q",
                ],
            )
        });
        asked[1].1["name"].as_str().expect("a name").to_owned()
    };
    let (one, other) = (name("{\"n\":1}"), name("{\"n\":2}"));
    assert_eq!(one, name("{\"n\":1}"));
    assert_ne!(one, other);
    // AWS takes names of up to 80 characters.
    assert!(one.starts_with("sfnrun-") && one.len() <= 80, "{one}");
}

#[test]
fn an_express_machine_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let (ran, asked) = with(Double::new("EXPRESS", &[]), |url| {
        sfnrun(
            folder.path(),
            url,
            &["exec", "--on", MACHINE, "--format", "json"],
        )
    });
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran.stderr));
    let result: Json = serde_json::from_slice(&ran.stdout).expect("one JSON object");
    assert_eq!(
        result,
        json!({"status": "FAILED", "output": null, "error": "Review.Refused", "cause": "too long"})
    );
    assert_eq!(
        actions(&asked),
        ["DescribeStateMachine", "StartSyncExecution"]
    );
    let (ran, asked) = with(Double::new("EXPRESS", &[]), |url| {
        let path = folder.path().join("h.json");
        sfnrun(
            folder.path(),
            url,
            &[
                "exec",
                "--on",
                MACHINE,
                "--history",
                &path.to_string_lossy(),
            ],
        )
    });
    assert_eq!(
        (ran.status.code(), actions(&asked)),
        (Some(2), vec!["DescribeStateMachine"])
    );
}

#[test]
fn a_history_in_aws_is_shown_as_one_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (shown, asked) = with(Double::new("STANDARD", &[]), |url| {
        sfnrun(folder.path(), url, &["history", EXECUTION, "--follow"])
    });
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
    let file = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .current_dir(root())
        .env("NO_COLOR", "1")
        .args(["history", HISTORY, "--definition", DEFINITION])
        .output()
        .expect("it runs");
    assert_eq!(text(&shown.stderr), text(&file.stdout));
    assert!(
        asked
            .iter()
            .filter(|(action, _)| action == "GetExecutionHistory")
            .count()
            > 2
    );
    // What is there now, without waiting for more.
    let (now, _) = with(Double::new("STANDARD", &[]), |url| {
        sfnrun(folder.path(), url, &["history", EXECUTION])
    });
    assert!(
        text(&now.stdout).contains("the history stops before the end"),
        "{}",
        text(&now.stdout)
    );
}

#[test]
fn an_execution_in_aws_is_run_again_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = || Double::over("STANDARD");
    let (same, _) = with(whole(), |url| {
        sfnrun(
            folder.path(),
            url,
            &["diff", EXECUTION, "--local", DEFINITION],
        )
    });
    assert_eq!(
        text(&same.stdout),
        "the same: 27 events\n",
        "{}",
        text(&same.stderr)
    );
    let (of_aws, asked) = with(whole(), |url| {
        sfnrun(folder.path(), url, &["diff", EXECUTION, "--local"])
    });
    assert_eq!(
        text(&of_aws.stdout),
        "the same: 27 events\n",
        "{}",
        text(&of_aws.stderr)
    );
    assert!(actions(&asked).contains(&"DescribeStateMachineForExecution"));
    let definition = fs::read_to_string(root().join(DEFINITION)).expect("it is there");
    let path = folder.path().join("changed.asl.json");
    fs::write(
        &path,
        definition.replacen("\"MaxAttempts\": 4", "\"MaxAttempts\": 1", 1),
    )
    .expect("it writes");
    let (other, _) = with(whole(), |url| {
        sfnrun(
            folder.path(),
            url,
            &["diff", EXECUTION, "--local", &path.to_string_lossy()],
        )
    });
    assert_eq!(other.status.code(), Some(1));
    assert!(
        text(&other.stdout).starts_with("8 events are the same"),
        "{}",
        text(&other.stdout)
    );
}

#[test]
fn a_history_that_nobody_gives_is_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody listens on port 1; waiting for somebody would take a minute.
    #[expect(
        clippy::disallowed_methods,
        reason = "that nobody waits is what is tested"
    )]
    let started = std::time::Instant::now();
    let ran = sfnrun(folder.path(), "http://127.0.0.1:1", &["history", EXECUTION]);
    assert_eq!(ran.status.code(), Some(2));
    let said = text(&ran.stderr);
    assert!(
        said.contains("the connection is refused: `127.0.0.1:1`"),
        "{said}"
    );
    assert!(started.elapsed().as_secs() < 20);
}

#[test]
fn what_is_no_arn_is_told_before_anything_is_called() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, said) in [
        (vec!["exec", "--on", "review"], "no ARN of a state machine"),
        (vec!["history", MACHINE], "no ARN of an execution"),
        (
            vec![
                "history",
                "arn:aws:states:eu-west-1:123456789012:express:m:n:i",
            ],
            "keeps no history",
        ),
    ] {
        let (ran, asked) = with(Double::new("STANDARD", &[]), |url| {
            sfnrun(folder.path(), url, &arguments)
        });
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(text(&ran.stderr).contains(said), "{}", text(&ran.stderr));
        assert!(asked.is_empty(), "{asked:?}");
    }
}
