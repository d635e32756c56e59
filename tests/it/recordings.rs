//! Recordings: what a run writes down call by call, and what replays it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn sfnrun(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    command
        .current_dir(folder)
        .env("XDG_RUNTIME_DIR", folder)
        .env("NO_COLOR", "1");
    command
}

fn exec(folder: &Path, options: &[&str]) -> Output {
    let mut command = sfnrun(folder);
    command
        .args(["exec", "machine.asl.json"])
        .args(options)
        .output()
        .expect("it runs")
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("it writes");
    path
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it reads")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn succeeded(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}", told(output));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A Map whose function fails at first for one item, a function with a secret in its answer, and one that takes long.
const MACHINE: &str = r#"{"StartAt":"All","States":{
  "All":{"Type":"Map","ItemsPath":"$.items","ResultPath":"$.all","ItemProcessor":{"StartAt":"One","States":{
    "One":{"Type":"Task","Resource":"arn:aws:lambda:eu-west-1:987654321098:function:one",
      "Retry":[{"ErrorEquals":["Busy"],"IntervalSeconds":1}],"End":true}}},"Next":"Login"},
  "Login":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke",
    "Parameters":{"FunctionName":"login","Payload":{"at.$":"$$.State.EnteredTime"}},"ResultPath":"$.login","Next":"Use"},
  "Use":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke",
    "Parameters":{"FunctionName":"use","Payload":{"say.$":"States.Format('it is {}', $.login.Payload.password)"}},
    "ResultSelector":{"text.$":"$.Payload"},"ResultPath":"$.use","Next":"Big"},
  "Big":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke",
    "Parameters":{"FunctionName":"big"},"ResultSelector":{"length.$":"States.ArrayLength($.Payload)"},"End":true}}}"#;

const FUNCTIONS: &str = r#"
import os
class Busy(Exception): pass
def one(event, context):
    if event == 2 and not os.path.exists('asked'):
        open('asked', 'w').close()
        raise Busy('later')
    return event * 10
def login(event, context): return {'password': 'correct-horse'}
def use(event, context): return event['say'].upper()
def big(event, context): return ['item number %d' % n for n in range(2000)]
"#;

fn functions() -> Vec<&'static str> {
    let names = [
        "one=app.py:one",
        "login=app.py:login",
        "use=app.py:use",
        "big=app.py:big",
    ];
    let mut options: Vec<&str> = names.iter().flat_map(|name| ["--lambda", name]).collect();
    options.extend(["--clock", "skip", "--input", r#"{"items":[1,2,3]}"#]);
    options
}

#[test]
fn a_run_is_recorded_and_replayed_with_the_same_path_and_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", MACHINE);
    write(folder, "app.py", FUNCTIONS);
    let mut options = functions();
    options.extend(["--record", "calls.yaml", "--history", "live.json"]);
    let live = exec(folder, &options);
    assert_eq!(succeeded(&live), serde_json::json!({"length": 2000}));
    assert!(
        told(&live).contains("recorded 7 calls in `calls.yaml`"),
        "{}",
        told(&live)
    );

    let recording = read(folder, "calls.yaml");
    for secret in ["correct-horse", "CORRECT-HORSE", "987654321098"] {
        // The function made another text of it, which nothing tells from any other.
        let stays = secret == "CORRECT-HORSE";
        assert_eq!(recording.contains(secret), stays, "{secret} in {recording}");
    }
    assert!(
        recording.contains("index: 1\n  attempt: 2\n"),
        "{recording}"
    );
    assert!(
        recording.contains("$file: calls.files/0001-Big-result.json"),
        "{recording}"
    );
    assert!(recording.lines().count() < 100);

    let replay = exec(
        folder,
        &[
            "--mocks",
            "calls.yaml",
            "--input",
            r#"{"items":[1,2,3]}"#,
            "--history",
            "replay.json",
        ],
    );
    assert_eq!(succeeded(&replay), serde_json::json!({"length": 2000}));
    assert_eq!(types(folder, "live.json"), types(folder, "replay.json"));

    let scenarios = "version: 1\ndefinition: machine.asl.json\ninput: { items: [1, 2, 3] }\nmocks: calls.yaml\n\
        scenarios:\n  replayed:\n    expect: { output: { length: 2000 } }\n";
    write(folder, "machine.scenarios.yaml", scenarios);
    let mut command = sfnrun(folder);
    let tested = command.args(["test", "machine.scenarios.yaml"]).output();
    let tested = tested.expect("it runs");
    assert!(
        tested.status.success(),
        "{}{}",
        String::from_utf8_lossy(&tested.stdout),
        told(&tested)
    );
}

/// The types of the events of a history, sorted: calls of a Map that run side by side end in any order.
fn types(folder: &Path, history: &str) -> Vec<String> {
    let history: serde_json::Value =
        serde_json::from_str(&read(folder, history)).expect("a history is JSON");
    let events = history["events"].as_array().expect("events");
    let mut types: Vec<String> = events
        .iter()
        .map(|event| event["type"].to_string())
        .collect();
    types.sort();
    types
}

#[test]
fn a_request_that_is_another_now_is_drift_and_stops_the_replay() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", MACHINE);
    write(folder, "app.py", FUNCTIONS);
    let mut options = functions();
    options.extend(["--record", "calls.yaml"]);
    succeeded(&exec(folder, &options));
    write(
        folder,
        "machine.asl.json",
        &MACHINE.replace("it is {}", "it was {}"),
    );
    let replay = exec(
        folder,
        &["--mocks", "calls.yaml", "--input", r#"{"items":[1,2,3]}"#],
    );
    assert_eq!(replay.status.code(), Some(4));
    let told = told(&replay);
    for line in [
        "the request of `Use` is no longer what was recorded",
        r#"- $.Payload.say: "it is ***""#,
        r#"+ $.Payload.say: "it was ***""#,
    ] {
        assert!(told.contains(line), "{told}");
    }
}

/// A request with what is another one in every run, in both languages.
const VARIES: &str = r#"{"StartAt":"First","States":{
  "First":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Parameters":{"FunctionName":"echo","Payload":{
    "id.$":"States.Format('{}/{}', $$.Execution.Name, States.UUID())","n.$":"$.n"}},"OutputPath":"$.Payload","Next":"Second"},
  "Second":{"Type":"Task","QueryLanguage":"JSONata","Resource":"arn:aws:states:::lambda:invoke","Arguments":{
    "FunctionName":"echo","Payload":"{% {'n': $states.input.n, 'id': $uuid(), 'ms': $millis()} %}"},
    "Output":"{% $states.result.Payload.n %}","End":true}}}"#;

#[test]
fn what_is_another_one_in_every_run_is_no_drift() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", VARIES);
    let options = ["--input", r#"{"n":1}"#, "--lambda", "echo=cat"];
    let recorded = [&options[..], &["--record", "calls.yaml", "--name", "one"]].concat();
    assert_eq!(succeeded(&exec(folder, &recorded)), serde_json::json!(1));
    let again = ["--mocks", "calls.yaml", "--name", "two", "--seed", "7"];
    let replay = exec(folder, &[&options[..2], &again].concat());
    assert_eq!(succeeded(&replay), serde_json::json!(1));
    let other = exec(folder, &[&["--input", r#"{"n":2}"#][..], &again].concat());
    assert_eq!(other.status.code(), Some(4));
    let told = told(&other);
    assert!(told.contains("+ $.Payload.n: 2"), "{told}");
    assert!(!told.contains("$.Payload.id"), "{told}");
    // Drawn from the same seed, it is the same.
    let marked = VARIES.replace("'id': $uuid()", "'id': 'x-' & $uuid()");
    write(folder, "machine.asl.json", &marked);
    let replay = [&options[..2], &["--mocks", "calls.yaml"]].concat();
    let other = exec(folder, &replay);
    assert_eq!(other.status.code(), Some(4));
    let told = crate::recordings::told(&other);
    assert!(told.contains("+ $.Payload.id: \"x-"), "{told}");
    assert!(!told.contains("$.Payload.ms"), "{told}");
    write(folder, "machine.asl.json", VARIES);
    assert_eq!(succeeded(&exec(folder, &replay)), serde_json::json!(1));
}

/// Two calls; the second takes as long as the file `wait` is there.
const SLOW: &str = r#"{"StartAt":"First","States":{
  "First":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:first","Next":"Second"},
  "Second":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:second","End":true}}}"#;

/// Each item takes a UUID, a random number, instants and names in one state and uses them in the next, the first item last.
const CHANCE: &str = r#"{"StartAt":"All","States":{
  "All":{"Type":"Map","ItemsPath":"$.items","ItemProcessor":{"StartAt":"Wait","States":{
    "Wait":{"Type":"Task","Resource":"arn:aws:lambda:eu-west-1:123456789012:function:wait","Next":"Draw"},
    "Draw":{"Type":"Pass","Parameters":{"id.$":"States.UUID()","number.$":"States.MathRandom(0, 1000000)",
      "at.$":"$$.State.EnteredTime","run.$":"$$.Execution.Id","key.$":"States.Format('{}/{}', $$.Execution.Name, $$.State.EnteredTime)"},
      "Next":"Count"},
    "Count":{"Type":"Pass","QueryLanguage":"JSONata",
      "Output":"{% $merge([$states.input, {'ms': $millis(), 's': $floor($millis() / 1000), 'file': 'f-' & $string($millis()) & '.json', 'clock': $now('[D01].[M01].[Y0001] [H01]:[m01]:[s01]'), 'r': $random()}]) %}",
      "Next":"Use"},
    "Use":{"Type":"Task","Resource":"arn:aws:lambda:eu-west-1:123456789012:function:use","ResultSelector":{"id.$":"$.id"},"End":true}}},
    "End":true}}}"#;

#[test]
fn what_an_earlier_state_drew_or_read_from_the_clock_is_no_drift() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", CHANCE);
    let app = "import time\ndef wait(event, context):\n  time.sleep(0.02 if event else 0.3)\n  return event\n\
        def use(event, context): return event\n";
    write(folder, "app.py", app);
    let input = ["--input", r#"{"items":[0,1,2]}"#];
    let functions = ["--lambda", "wait=app.py:wait", "--lambda", "use=app.py:use"];
    let live = [&functions[..], &input].concat();
    let first = exec(folder, &[&live[..], &["--record", "calls.yaml"]].concat());
    let first = succeeded(&first);
    let again = succeeded(&exec(folder, &live));
    assert_ne!(first, again, "no two runs draw the same");

    let replay = [&["--mocks", "calls.yaml"][..], &input].concat();
    assert_eq!(succeeded(&exec(folder, &replay)), first);
    let text = read(folder, "calls.yaml");
    let name = text.lines().find_map(|line| line.strip_prefix("  name: "));
    assert!(name.is_some_and(|name| name.len() == 36), "{text}");
    // A clock that is on another day reads the same instants, as many days later.
    let filled = [&live[..], &["--record-missing", "calls.yaml"]].concat();
    assert_eq!(succeeded(&exec(folder, &filled)), first);

    // Another seed draws others: they are told.
    let other = exec(folder, &[&replay[..], &["--seed", "1"]].concat());
    let told = told(&other);
    assert_eq!(other.status.code(), Some(4), "{told}");
    for place in ["$.id", "$.number", "$.r"] {
        assert!(told.contains(&format!("+ {place}: ")), "{place}: {told}");
    }
    for place in ["$.at", "$.ms", "$.s", "$.file", "$.key", "$.run", "$.clock"] {
        assert!(!told.contains(&format!("+ {place}: ")), "{place}: {told}");
    }
    // What the definition puts around them is told as well.
    write(folder, "machine.asl.json", &CHANCE.replace("'f-'", "'g-'"));
    let other = exec(folder, &replay);
    assert_eq!(other.status.code(), Some(4));
    assert!(crate::recordings::told(&other).contains("+ $.file: \"g-"));
}

#[test]
fn a_recording_that_another_day_went_on_with_is_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", CHANCE);
    let options = ["--input", r#"{"items":[1,2]}"#, "--clock", "skip"];
    let functions = ["--lambda", "wait=cat", "--lambda", "use=cat"];
    let live = [&options[..], &functions].concat();
    let on = |day: &'static str, how: &'static str| {
        exec(
            folder,
            &[&live[..], &["--start-time", day, how, "calls.yaml"]].concat(),
        )
    };
    succeeded(&on("2026-01-01T00:00:00Z", "--record"));
    let recording = read(folder, "calls.yaml");
    let last = recording.rfind("- state:").expect("a call");
    write(folder, "calls.yaml", &recording[..last]);
    let whole = succeeded(&on("2026-03-01T12:00:00Z", "--record-missing"));
    let recording = read(folder, "calls.yaml");
    let of_another = "\n  start-time: 2026-03-01T12:00:00.000Z\n";
    assert_eq!(recording.matches(of_another).count(), 1, "{recording}");
    let replay = [&options[..2], &["--mocks", "calls.yaml"]].concat();
    assert_eq!(succeeded(&exec(folder, &replay)), whole);
}

#[test]
fn a_run_that_is_killed_leaves_what_was_done_and_the_rest_is_filled_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", SLOW);
    let mut child = sfnrun(folder)
        .args(["exec", "machine.asl.json", "--record", "calls.yaml"])
        .args([
            "--lambda",
            "first=echo '{\"n\": 1}'",
            "--lambda",
            "second=echo started > started; exec sleep 20",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    while !folder.join("started").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is killed");
    child.wait().expect("it is over");
    let recording = read(folder, "calls.yaml");
    assert_eq!(recording.matches("- state:").count(), 1, "{recording}");
    // As if it had been killed in the middle of the next entry.
    write(
        folder,
        "calls.yaml",
        &format!("{recording}- state: Second\n  request: {{\"n\":"),
    );

    let replay = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(replay.status.code(), Some(4));
    assert!(
        told(&replay).contains("the last call in `calls.yaml` is cut off"),
        "{}",
        told(&replay)
    );
    assert!(
        told(&replay).contains("`Second` has no mock"),
        "{}",
        told(&replay)
    );

    let filled = exec(
        folder,
        &[
            "--record-missing",
            "calls.yaml",
            "--lambda",
            "first=exit 1",
            "--lambda",
            "second=cat",
        ],
    );
    assert_eq!(succeeded(&filled), serde_json::json!({"n": 1}));
    let filled = read(folder, "calls.yaml");
    assert!(filled.starts_with(&recording), "{filled}");
    // What the recording has is not added to it once more.
    assert_eq!(filled.matches("- state:").count(), 2, "{filled}");
    let replay = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(succeeded(&replay), serde_json::json!({"n": 1}));
}

const REVIEW: &str = r#"{"StartAt":"Review","States":{"Review":{"Type":"Task",
    "Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,
    "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"End":true}}}"#;

#[test]
fn a_task_token_is_no_part_of_a_recording_unless_it_is_asked_for() {
    for (show, shown) in [(false, false), (true, true)] {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        write(folder, "machine.asl.json", REVIEW);
        let mut command = sfnrun(folder);
        command
            .args(["exec", "machine.asl.json", "--record", "calls.yaml"])
            .args(["--lambda", "ask=tee event.json"])
            .args(show.then_some("--show-tokens"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        let token = loop {
            let event = fs::read(folder.join("event.json")).unwrap_or_default();
            if let Ok(event) = serde_json::from_slice::<serde_json::Value>(&event) {
                break event["token"].as_str().expect("a token").to_owned();
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let answer = format!(r#"{{"approved":true,"with":"{token}"}}"#);
        let mut command = sfnrun(folder);
        let answered = command
            .args(["token", "succeed", "--output", &answer])
            .output();
        assert!(answered.expect("it runs").status.success());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", told(&output));
        let recording = read(folder, "calls.yaml");
        assert_eq!(recording.contains(&token), shown, "{recording}");
        let replay = succeeded(&exec(folder, &["--mocks", "calls.yaml"]));
        assert_eq!(replay, serde_json::json!({"approved": true, "with": "***"}));
    }
}

/// The first call shows a word, and only the second tells that it is a password. A replay may have another one.
#[test]
fn a_secret_that_is_found_late_is_struck_out_of_what_was_written_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(
        folder,
        "machine.asl.json",
        r#"{"StartAt":"Say","States":{
          "Say":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","ResultPath":"$.said",
            "Parameters":{"FunctionName":"say","Payload":{"text.$":"States.Format('log in with {}', $.word)"}},"Next":"Login"},
          "Login":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","ResultPath":null,
            "Parameters":{"FunctionName":"login","Payload":{"env":[{"Name":"DB_PASSWORD","Value.$":"$.word"}]}},"Next":"End"},
          "End":{"Type":"Pass","Parameters":{"length.$":"States.ArrayLength($.said.Payload)"},"End":true}}}"#,
    );
    write(
        folder,
        "app.py",
        "def say(event, context): return [event['text']] * 1000\ndef login(event, context): return 'in'\n",
    );
    let options = [
        "--lambda",
        "say=app.py:say",
        "--lambda",
        "login=app.py:login",
    ];
    let mut live = options.to_vec();
    live.extend([
        "--input",
        r#"{"word":"hunter-22x"}"#,
        "--record",
        "calls.yaml",
    ]);
    assert_eq!(
        succeeded(&exec(folder, &live)),
        serde_json::json!({"length": 1000})
    );
    let recording = read(folder, "calls.yaml");
    assert!(recording.contains("text: log in with ***\n"), "{recording}");
    assert!(
        recording.contains("- Name: DB_PASSWORD\n        Value: '***'\n"),
        "{recording}"
    );
    let file = read(folder, "calls.files/0001-Say-result.json");
    for text in [&recording, &file] {
        assert!(text.contains("***") && !text.contains("hunter"), "{text}");
    }
    for word in ["hunter-22x", "correct-horse"] {
        let input = format!(r#"{{"word":"{word}"}}"#);
        let replay = exec(folder, &["--mocks", "calls.yaml", "--input", &input]);
        assert_eq!(succeeded(&replay), serde_json::json!({"length": 1000}));
    }
}

#[test]
fn what_is_no_recording_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "machine.asl.json", SLOW);
    let mocks = "version: 1\nstates:\n  First: { result: 1 }\n  Second: { result: 2 }\n";
    write(folder, "mocks.yaml", mocks);
    for option in ["--record", "--record-missing"] {
        let output = exec(folder, &[option, "mocks.yaml", "--lambda", "*=cat"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            told(&output).contains("`mocks.yaml` is no recording"),
            "{}",
            told(&output)
        );
        assert_eq!(read(folder, "mocks.yaml"), mocks);
    }
    // What mocks answer is recorded as well.
    let output = exec(folder, &["--record", "calls.yaml", "--mocks", "mocks.yaml"]);
    assert_eq!(succeeded(&output), serde_json::json!(2));
    let replay = exec(folder, &["--mocks", "calls.yaml"]);
    assert_eq!(succeeded(&replay), serde_json::json!(2));
}
