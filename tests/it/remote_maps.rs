//! Distributed Maps of an execution that runs in AWS, against a double on loopback that speaks the wire format of Step Functions
//! (AWS JSON 1.0; members of DescribeMapRun, ListExecutions and DescribeExecution: the API reference).

use crate::isolated::isolated;
use serde_json::{Value as Json, json};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, Mutex};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

const EXECUTION: &str = "arn:aws:states:eu-west-1:123456789012:execution:charge:run-1";
const DEFINITION: &str = r#"{"StartAt":"Each","States":{"Each":{"Type":"Map","Label":"Each","ItemsPath":"$.items",
  "ToleratedFailureCount":9,"End":true,"ItemProcessor":{"ProcessorConfig":{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"},
  "StartAt":"Bad","States":{"Bad":{"Type":"Fail","Error":"Boom","Cause":"no such item"}}}}}}"#;
const CHILD: &str =
    r#"{"StartAt":"Bad","States":{"Bad":{"Type":"Fail","Error":"Boom","Cause":"no such item"}}}"#;

fn child(name: &str) -> String {
    format!("arn:aws:states:eu-west-1:123456789012:execution:charge/Each:{name}")
}

/// Step Functions with an execution whose distributed Map has four children: two failed, one timed out.
struct Double {
    parent: Vec<Json>,
    child: Vec<Json>,
    /// Looks at the parent's history before it is over.
    early: Mutex<usize>,
    /// An action that is refused the first time, or always, and the code.
    refused: Option<(&'static str, When, &'static str)>,
    asked: Arc<Mutex<Vec<(String, Json)>>>,
}

#[derive(Clone, Copy, PartialEq)]
enum When {
    First,
    Always,
}

impl Double {
    /// The code with which an action is refused that is asked for now.
    fn refuses(&self, action: &str) -> Option<&'static str> {
        let (refused, when, code) = self.refused?;
        let asked = self.asked.lock().expect("no poison");
        let times = asked.iter().filter(|(asked, _)| asked == action).count();
        (refused == action && (when == When::Always || times == 1)).then_some(code)
    }

    /// What the parent has come to: at first its Map Run has begun.
    fn parent(&self) -> &[Json] {
        let mut early = self.early.lock().expect("no poison");
        if *early == 0 {
            return &self.parent;
        }
        *early -= 1;
        let begun = self.parent.iter();
        let begun = begun.take_while(|event| event["type"] != "MapRunSucceeded");
        &self.parent[..begun.count()]
    }

    fn counts(&self) -> (&'static str, Json) {
        let of = |running, succeeded, failed, timed_out| {
            json!({"pending": 0, "running": running, "succeeded": succeeded, "failed": failed, "timedOut": timed_out,
                "aborted": 0, "total": 4, "resultsWritten": 0})
        };
        match *self.early.lock().expect("no poison") {
            0 => ("SUCCEEDED", of(0, 1, 2, 1)),
            _ => ("RUNNING", of(3, 0, 1, 0)),
        }
    }

    fn listed(&self, asked: &Json) -> Json {
        let entry = |name: &str, status: &str| {
            json!({"executionArn": child(name), "name": name, "status": status, "startDate": 1.0, "stopDate": 2.0,
                "stateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:charge/Each",
                "mapRunArn": asked["mapRunArn"], "itemCount": 1})
        };
        match (asked["statusFilter"].as_str(), asked.get("nextToken")) {
            (Some("FAILED"), None) if *self.early.lock().expect("no poison") > 0 => {
                json!({"executions": [entry("c-1", "FAILED")]})
            }
            (Some("FAILED"), None) => {
                json!({"executions": [entry("c-1", "FAILED")], "nextToken": "more"})
            }
            (Some("FAILED"), Some(_)) => json!({"executions": [entry("c-2", "FAILED")]}),
            (Some("TIMED_OUT"), None) if *self.early.lock().expect("no poison") > 0 => {
                json!({"executions": []})
            }
            (Some("TIMED_OUT"), None) => json!({"executions": [entry("c-3", "TIMED_OUT")]}),
            other => panic!("{other:?} is not asked for"),
        }
    }

    fn described(asked: &Json) -> Json {
        let arn = asked["executionArn"].as_str().expect("an ARN");
        let name = arn.rsplit(':').next().expect("a name");
        let mut told = json!({"executionArn": arn, "name": name, "startDate": 1.0, "status": "FAILED",
            "stateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:charge/Each"});
        if name == "c-3" {
            told["status"] = "TIMED_OUT".into();
        } else {
            told["error"] = "Boom".into();
            told["cause"] = "no such item".into();
        }
        told
    }
}

impl Respond for Double {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let target = request.headers.get("x-amz-target").expect("a target");
        let target = target.to_str().expect("ASCII");
        let action = target
            .strip_prefix("AWSStepFunctions.")
            .expect("Step Functions");
        let asked: Json = serde_json::from_slice(&request.body).expect("JSON");
        self.asked
            .lock()
            .expect("no poison")
            .push((action.to_owned(), asked.clone()));
        if let Some(code) = self.refuses(action) {
            let body = json!({"__type": code, "message": "no"}).to_string();
            return ResponseTemplate::new(400).set_body_raw(body, "application/x-amz-json-1.0");
        }
        let is_child = asked["executionArn"] != EXECUTION;
        let (status, counts) = self.counts();
        let answer = match action {
            "GetExecutionHistory" if is_child => json!({"events": self.child}),
            "GetExecutionHistory" => json!({"events": self.parent()}),
            "DescribeStateMachineForExecution" => json!({
                "definition": if is_child { CHILD } else { DEFINITION }, "name": "charge", "updateDate": 1.0,
                "stateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:charge",
                "roleArn": "arn:aws:iam::123456789012:role/r"
            }),
            "DescribeMapRun" => json!({
                "mapRunArn": asked["mapRunArn"], "executionArn": EXECUTION, "status": status, "startDate": 1.0,
                "maxConcurrency": 0, "toleratedFailurePercentage": 0.0, "toleratedFailureCount": 9,
                "itemCounts": counts, "executionCounts": counts
            }),
            "ListExecutions" => self.listed(&asked),
            "DescribeExecution" => Self::described(&asked),
            other => panic!("{other} is not asked for"),
        };
        ResponseTemplate::new(200).set_body_raw(answer.to_string(), "application/x-amz-json-1.0")
    }
}

/// The history of a run here, which has the shape of AWS's, as it comes over the wire.
fn history(folder: &Path, definition: &str, input: &str) -> Vec<Json> {
    fs::write(folder.join("machine.asl.json"), definition).expect("it writes");
    let mut command = isolated(folder);
    let ran = command
        .current_dir(folder)
        .args(["exec", "machine.asl.json", "--input", input])
        .args(["--history", "history.json"])
        .output()
        .expect("it runs");
    let text = fs::read_to_string(folder.join("history.json"));
    let text = text.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr)));
    let history: Json = serde_json::from_str(&text).expect("JSON");
    let mut events = history["events"].as_array().expect("events").clone();
    for event in &mut events {
        // On the wire an instant is a number of seconds.
        let text = event["timestamp"].as_str().expect("an instant").to_owned();
        let instant = sfnrun::base::Timestamp::parse(&text).expect("an instant");
        event["timestamp"] = json!(instant.0 as f64 / 1000.0);
    }
    events
}

/// What `sfnrun history` says of an execution, and what the double was asked.
fn shown(early: usize, arguments: &[&str]) -> (Output, Vec<(String, Json)>) {
    shown_where(None, early, arguments)
}

/// The same where an action is refused.
fn shown_where(
    refused: Option<(&'static str, When, &'static str)>,
    early: usize,
    arguments: &[&str],
) -> (Output, Vec<(String, Json)>) {
    let folder = tempfile::tempdir().expect("a folder");
    let double = Double {
        parent: history(folder.path(), DEFINITION, r#"{"items":[1,2,3,4]}"#),
        child: history(folder.path(), CHILD, "3"),
        early: Mutex::new(early),
        refused,
        asked: Arc::default(),
    };
    let asked = Arc::clone(&double.asked);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(async {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(double).mount(&server).await;
        server
    });
    let mut command = isolated(folder.path());
    let output = command
        .env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        .env("AWS_SECRET_ACCESS_KEY", "secret")
        .args(["history", "--endpoint-url", &server.uri()])
        .args(arguments)
        .output()
        .expect("it runs");
    drop(server);
    let asked = asked.lock().expect("no poison").clone();
    (output, asked)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn children_that_failed_stand_under_their_map() {
    let (found, asked) = shown(0, &[EXECUTION]);
    let (timeline, story) = (text(&found.stdout), text(&found.stderr));
    assert_eq!(found.status.code(), Some(0), "{story}");
    for row in [
        "distributed Map 4 children",
        "├ ✓ 1  ✗ 3",
        "├ c-1 ✗  ",
        "Boom: no such item",
        "├ c-2 ✗  ",
        "└ c-3 ✗  ",
        "TIMED_OUT",
        "3 failed children",
    ] {
        assert!(timeline.contains(row), "{row}\n{timeline}");
    }
    for (name, why) in [
        ("c-1", "failed with Boom"),
        ("c-2", "failed with Boom"),
        ("c-3", "timed out"),
    ] {
        let line = format!(
            "machine/Each: child {name} {why}: sfnrun history {}\n",
            child(name)
        );
        assert!(story.contains(&line), "{line}\n{story}");
    }
    let listed = asked
        .iter()
        .filter(|(action, _)| action == "ListExecutions");
    let listed: Vec<&Json> = listed.map(|(_, asked)| asked).collect();
    assert_eq!(listed.len(), 3, "{listed:?}");
    let map_run = listed[0]["mapRunArn"].as_str().expect("an ARN");
    assert!(map_run.contains(":mapRun:"), "{map_run}");
}

#[test]
fn children_that_fail_are_told_while_their_map_is_followed() {
    let (found, _) = shown(2, &["--follow", EXECUTION]);
    let said = text(&found.stdout) + &text(&found.stderr);
    assert_eq!(found.status.code(), Some(0), "{said}");
    assert!(said.contains("3 failed children"), "{said}");
    for name in ["c-1", "c-2", "c-3"] {
        let way = format!("sfnrun history {}\n", child(name));
        assert_eq!(said.matches(&way).count(), 1, "{said}");
    }
    // The first of them while the others still run.
    let at = |text: &str| said.find(text).unwrap_or_else(|| panic!("{text}\n{said}"));
    assert!(
        at("1 of 4 done, 1 failed, 3 running\n") < at(&child("c-1")),
        "{said}"
    );
    assert!(
        at(&child("c-1")) < at("4 of 4 done, 3 failed, SUCCEEDED\n"),
        "{said}"
    );
    assert!(at("└ c-3 ✗") > at("├ c-1 ✗"), "{said}");
}

/// All that is asked of an execution is asked again where AWS wants to be asked later.
#[test]
fn a_map_run_is_asked_for_again() {
    for action in ["DescribeMapRun", "ListExecutions", "DescribeExecution"] {
        let refused = Some((action, When::First, "ThrottlingException"));
        let (found, asked) = shown_where(refused, 0, &[EXECUTION]);
        let timeline = text(&found.stdout);
        assert!(timeline.contains("├ ✓ 1  ✗ 3"), "{action}\n{timeline}");
        assert!(timeline.contains("└ c-3 ✗"), "{action}\n{timeline}");
        let (answered, _) = shown(0, &[EXECUTION]);
        assert_eq!(timeline, text(&answered.stdout));
        let times = asked.iter().filter(|(asked, _)| asked == action).count();
        assert!(times > 1, "{action}");
    }
}

#[test]
fn what_aws_does_not_tell_of_a_map_run_is_said() {
    for (action, unknown) in [
        ("DescribeMapRun", "how far it has come is not told"),
        ("ListExecutions", "which children failed is not told"),
    ] {
        let refused = Some((action, When::Always, "AccessDeniedException"));
        for (early, follow) in [(0, &[EXECUTION][..]), (2, &["--follow", EXECUTION][..])] {
            let (found, _) = shown_where(refused, early, follow);
            let story = text(&found.stderr);
            assert_eq!(found.status.code(), Some(0), "{story}");
            let said = format!("Map Run machine/Each: {unknown}: AWS says `AccessDeniedException`");
            assert_eq!(story.matches(&said).count(), 1, "{story}");
            let whole = text(&found.stdout) + &story;
            let counted = whole.contains("distributed Map 4 children");
            assert_eq!(counted, action != "DescribeMapRun", "{whole}");
            assert!(
                !whole.contains("0 children") && !whole.contains("✓ 0"),
                "{whole}"
            );
        }
    }
}

#[test]
fn a_child_that_failed_can_be_shown() {
    let (found, _) = shown(0, &[&child("c-1")]);
    let timeline = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert!(timeline.contains("✗ Bad"), "{timeline}");
    assert!(timeline.contains("FAILED"), "{timeline}");
}
