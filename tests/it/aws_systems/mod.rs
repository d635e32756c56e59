//! Whole systems with their Tasks calling: live against a double on loopback, recorded on the way, and replayed with nobody
//! there.
//!
//! The double gives what the shipped mocks of the system give, each answer to the request that they give it to, in the wire
//! format of the service (API references of Lambda, Bedrock Runtime, SQS, SNS, DynamoDB, S3). So the live run must take the
//! same way to the same end as the run with mocks.

mod double;

use crate::definitions::root;
use crate::isolated::isolated;
use double::{Call, Double, calls};
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer};

/// A system, with an input and mocks that lead to its end.
struct System {
    definition: &'static str,
    input: &'static str,
    mocks: &'static str,
    /// The states that wait for a person.
    reviewed: &'static [&'static str],
}

const PODCAST: System = System {
    definition: "definitions/podcast/podcast.asl.json",
    input: "definitions/podcast/inputs/short-episode.json",
    mocks: "definitions/podcast/mocks.yaml#short-episode",
    reviewed: &[],
};

const GENAI_FOUNDATION: System = System {
    definition: "definitions/genai-foundation/document.asl.json",
    input: "definitions/genai-foundation/inputs/object-created.json",
    mocks: "definitions/genai-foundation/document.mocks.yaml#unsure",
    reviewed: &["RequestReview"],
};

const REVIEW_WITH_FALLBACK: System = System {
    definition: "definitions/review-with-fallback/review-with-fallback.asl.json",
    input: "definitions/review-with-fallback/inputs/document.json",
    mocks: "definitions/review-with-fallback/mocks.yaml",
    reviewed: &["HumanReviewStep"],
};

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = isolated(folder);
    command
        .current_dir(root())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .args(arguments);
    command
}

fn succeeded(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

/// Answers the tasks that wait for a person, with what the mocks have them say.
fn review(folder: &Path, run: &mut Child, system: &System, calls: &[Call]) {
    for state in system.reviewed {
        let call = calls.iter().find(|call| call.state == *state);
        let said = call.expect("it is reviewed").gave.to_string();
        // A minute at most.
        for attempt in 0.. {
            let answer = ["token", "succeed", "--state", state, "--output", &said];
            let answered = command(folder, &answer).output().expect("it runs");
            if answered.status.success() {
                break;
            }
            assert!(
                attempt < 1_200 && run.try_wait().expect("it can be asked").is_none(),
                "`{state}` does not wait: {}",
                String::from_utf8_lossy(&answered.stderr)
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The names of the states that were entered, with how often.
fn visits(history: &Json) -> Vec<String> {
    let events = history["events"].as_array().expect("events").iter();
    let names = events.filter_map(|event| event["stateEnteredEventDetails"]["name"].as_str());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort();
    names
}

/// Ids that the services make up.
fn without_ids(mut value: Json) -> Json {
    match &mut value {
        Json::Object(members) => {
            members.retain(|name, _| {
                !name.ends_with("MessageId") && !name.starts_with("Sdk") && name != "ETag"
            });
            for member in members.values_mut() {
                *member = without_ids(member.take());
            }
        }
        Json::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = without_ids(item.take())),
        _ => {}
    }
    value
}

fn lives(system: &System) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let history = |name: &str| -> Json {
        let text = fs::read_to_string(folder.path().join(name)).expect("it was written");
        serde_json::from_str(&text).expect("JSON")
    };
    let start = ["exec", system.definition, "--input", system.input, "-q"];
    // One instant for all, as requests may hold it.
    let common = [&start[..], &["--start-time", "2026-01-01T00:00:00Z"]].concat();
    let run = |more: &[&str]| command(folder.path(), &[&common[..], more].concat());

    let (mocked, live, replayed) = (at("mocked.json"), at("live.json"), at("replayed.json"));
    let with_mocks = run(&["--mocks", system.mocks, "--history", &mocked])
        .output()
        .expect("it runs");
    let expected: Json = serde_json::from_str(&succeeded(with_mocks)).expect("JSON");
    let calls = calls(&history("mocked.json"));

    let surprises = Arc::default();
    let double = Double {
        calls: calls.clone(),
        surprises: Arc::clone(&surprises),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(async {
        let server = MockServer::start().await;
        Mock::given(any()).respond_with(double).mount(&server).await;
        server
    });
    let recording = at("recording.yaml");
    let mut live_run = run(&[
        "--aws",
        "--yes",
        "--clock",
        "skip",
        "--endpoint-url",
        &server.uri(),
        "--region",
        "us-east-1",
        "--record",
        &recording,
        "--history",
        &live,
    ]);
    live_run
        .env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
        .env("AWS_SECRET_ACCESS_KEY", "a-secret-of-the-test");
    let mut child = live_run.spawn().expect("it starts");
    review(folder.path(), &mut child, system, &calls);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(
        *surprises.lock().expect("no poison"),
        [""; 0],
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = succeeded(output);
    drop(server);
    let got: Json = serde_json::from_str(&output).expect("JSON");
    assert_eq!(without_ids(got), without_ids(expected));
    assert_eq!(
        visits(&history("live.json")),
        visits(&history("mocked.json"))
    );

    let recorded = fs::read_to_string(&recording).expect("it was written");
    assert!(!recorded.contains("a-secret-of-the-test") && !recorded.contains("AKIDEXAMPLE"));
    let replay = run(&["--mocks", &recording, "--history", &replayed])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&replay.stderr).into_owned();
    assert!(!told.contains("drift"), "{told}");
    let again: Json = serde_json::from_str(&succeeded(replay)).expect("JSON");
    let live_output: Json = serde_json::from_str(&output).expect("JSON");
    assert_eq!(without_ids(again), without_ids(live_output));
    assert_eq!(
        visits(&history("replayed.json")),
        visits(&history("mocked.json"))
    );
}

#[test]
fn the_podcast_is_made_live_recorded_and_replayed() {
    lives(&PODCAST);
}

#[test]
fn a_document_is_analyzed_live_recorded_and_replayed() {
    lives(&GENAI_FOUNDATION);
}

#[test]
fn a_summary_is_reviewed_live_recorded_and_replayed() {
    lives(&REVIEW_WITH_FALLBACK);
}
