//! Tokens that are answered from outside, and workers of activities.

use super::{stdout, token, told, waiting, write};
use std::fs;
use std::io::{BufRead, Read};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

const REVIEW: &str = r#"{"StartAt":"Review","States":{"Review":{"Type":"Task",
    "Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,
    "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"End":true}}}"#;

#[test]
fn a_callback_is_answered_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "review.asl.json", REVIEW);
    let (child, mut story) = waiting(folder.path(), &definition, &["--lambda", "ask=cat"]);
    let line = told(&mut story, "waits for its callback");
    let run = line
        .split_whitespace()
        .skip_while(|word| *word != "--run")
        .nth(1);
    let run = run.expect("the line names the run").to_owned();
    let listed = stdout(&token(folder.path(), &["list"]));
    assert_eq!(listed, format!("{run}  Review\n"));
    let answer = token(
        folder.path(),
        &[
            "succeed",
            "--run",
            &run,
            "--state",
            "Review",
            "--output",
            r#"{"approved":true}"#,
        ],
    );
    stdout(&answer);
    let output = child.wait_with_output().expect("it ends");
    let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!({"approved": true}));
    // The run is over: nobody waits any more.
    assert_eq!(
        token(folder.path(), &["succeed", "--run", &run])
            .status
            .code(),
        Some(2)
    );
}

/// The command that the story gives for the next task that waits.
fn command_of(story: &mut impl BufRead) -> String {
    let line = told(story, "waits for its callback: ");
    let command = line.trim().split(": sfnrun ").nth(1);
    command.expect("the line has a command").to_owned()
}

/// Has a shell run a command as the story gives it.
fn answer(folder: &Path, command: &str, output: &str) -> Output {
    let line = format!(r#""$SFNRUN" {command} --output '{output}'"#);
    let answered = Command::new("sh")
        .args(["-c", &line])
        .env("SFNRUN", env!("CARGO_BIN_EXE_sfnrun"))
        .env("XDG_RUNTIME_DIR", folder)
        .output();
    answered.expect("it runs")
}

/// A state that comes twice in each iteration waits anew, and the command that the story gives answers it as it stands.
#[test]
fn a_callback_that_comes_again_is_answered_by_the_command_that_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"All","States":{"All":{"Type":"Map","ItemsPath":"$","ItemProcessor":{
        "StartAt":"Ask 'em","States":{
          "Ask 'em":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,
            "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"Next":"Enough"},
          "Enough":{"Type":"Choice","Choices":[{"Variable":"$.enough","BooleanEquals":true,"Next":"Done"}],"Default":"Ask 'em"},
          "Done":{"Type":"Succeed"}}},"End":true}}}"#;
    let definition = write(folder.path(), "map.asl.json", text);
    let (child, mut story) = waiting(
        folder.path(),
        &definition,
        &["--lambda", "ask=cat", "--input", "[1, 2]"],
    );
    for command in [command_of(&mut story), command_of(&mut story)] {
        stdout(&answer(folder.path(), &command, r#"{"enough":false}"#));
        let again = command_of(&mut story);
        assert_eq!(again, command);
        stdout(&answer(folder.path(), &again, r#"{"enough":true}"#));
    }
    let output = child.wait_with_output().expect("it ends");
    let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        output,
        serde_json::json!([{"enough": true}, {"enough": true}])
    );
}

/// Two executions of one machine wait in the same state, and the execution that started them in a state of the same name.
#[test]
fn each_task_that_waits_has_a_command_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let ask = r#"{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,
        "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"End":true}"#;
    let charge = format!(r#"{{"StartAt":"Ask","States":{{"Ask":{ask}}}}}"#);
    let charge = write(folder.path(), "charge.asl.json", &charge);
    let text = format!(
        r#"{{"StartAt":"Both","States":{{"Both":{{"Type":"Parallel","End":true,"Branches":[
        {{"StartAt":"Ask","States":{{"Ask":{ask}}}}},
        {{"StartAt":"Orders","States":{{"Orders":{{"Type":"Map","ItemsPath":"$","End":true,"ItemProcessor":{{
          "StartAt":"Charge","States":{{"Charge":{{"Type":"Task","End":true,"OutputPath":"$.Output",
            "Resource":"arn:aws:states:::states:startExecution.sync:2","Parameters":{{"Input":{{}},
              "StateMachineArn":"arn:aws:states:us-east-1:123456789012:stateMachine:charge"}}}}}}}}}}}}}}]}}}}}}"#
    );
    let definition = write(folder.path(), "orders.asl.json", &text);
    let machine = format!("charge={}", charge.display());
    let options = [
        "--lambda",
        "ask=cat",
        "--input",
        "[1, 2]",
        "--machine",
        &machine,
    ];
    let (child, mut story) = waiting(folder.path(), &definition, &options);
    let commands = [(); 3].map(|()| command_of(&mut story));
    let behind: Vec<&str> = commands
        .iter()
        .map(|command| command.split_once(" --state ").expect("it names a state").1)
        .collect();
    let nested = |index: usize| format!("'Ask' --started-by 'Both/Orders/Charge[{index}]'");
    assert_eq!(behind, ["'Ask'", &nested(0), &nested(1)]);
    let listed = stdout(&token(folder.path(), &["list"]));
    let listed: Vec<&str> = listed.lines().map(|line| &line[10..]).collect();
    let row =
        |index: usize| format!("Ask  --started-by 'Both/Orders/Charge[{index}]'  (machine charge)");
    assert_eq!(listed, ["Ask", &row(0), &row(1)]);
    // The state's name alone means that of the execution itself, and then either of the others.
    stdout(&answer(folder.path(), &commands[0], "0"));
    let either = token(folder.path(), &["succeed", "--state", "Ask"]);
    assert_eq!(either.status.code(), Some(2));
    let told = String::from_utf8_lossy(&either.stderr).into_owned();
    for command in &commands[1..] {
        let options = command.strip_prefix("token succeed ").expect("a command");
        assert!(
            told.contains(&format!("`Ask` of `charge`: `{options}`")),
            "{told}"
        );
    }
    stdout(&answer(folder.path(), &commands[2], "2"));
    stdout(&answer(folder.path(), &commands[1], "1"));
    let output = child.wait_with_output().expect("it ends");
    let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!([0, [1, 2]]));
}

#[test]
fn a_token_is_no_part_of_story_or_history() {
    let folder = tempfile::tempdir().expect("a folder");
    // As it is, in base64, in base64 of what holds it, and in a URL.
    let text = REVIEW.replace(
        r#""token.$":"$$.Task.Token""#,
        r#""token.$":"$$.Task.Token","encoded.$":"States.Base64Encode($$.Task.Token)",
            "json.$":"States.JsonToString($$.Task)","both.$":"States.Base64Encode(States.JsonToString($$.Task))",
            "link.$":"States.Format('https://example.com/approve/{}?x=1', States.Base64Encode($$.Task.Token))""#,
    );
    let definition = write(folder.path(), "review.asl.json", &text);
    let event = folder.path().join("event.json");
    let history = folder.path().join("history.json");
    let logs = folder.path().join("logs.json");
    let (child, mut story) = waiting(
        folder.path(),
        &definition,
        &[
            "--lambda",
            &format!("ask=cat > {0}; cat {0} >&2; echo '{{}}'", event.display()),
            "--history",
            &history.to_string_lossy(),
            "--logs",
            &logs.to_string_lossy(),
            "--log-data",
            "-vv",
        ],
    );
    let mut told_so_far = told(&mut story, "waits for its callback");
    let event = loop {
        let read = fs::read(&event).unwrap_or_default();
        if let Ok(event) = serde_json::from_slice::<serde_json::Value>(&read) {
            break event;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let text = |key: &str| event[key].as_str().expect("a text");
    assert_eq!(text("token").len(), 128);
    stdout(&token(
        folder.path(),
        &["fail", "--error", "No", "--cause", "too long"],
    ));
    story.read_to_string(&mut told_so_far).expect("it reads");
    assert_eq!(
        child.wait_with_output().expect("it ends").status.code(),
        Some(1)
    );
    let history = fs::read_to_string(&history).expect("a history");
    assert!(history.contains("too long"));
    let logs = fs::read_to_string(&logs).expect("logs");
    let lines: String = told_so_far
        .lines()
        .filter(|line| line.starts_with("ask | "))
        .collect();
    assert!(lines.contains(r#""token":"***""#), "{told_so_far}");
    // Values are cut to fit: a part of it would tell, too.
    let both = text("both");
    let parts = [
        &text("token")[..16],
        &text("encoded")[..16],
        &both[both.len() - 60..both.len() - 44],
    ];
    for part in parts {
        for shown in [&history, &logs, &told_so_far] {
            assert!(!shown.contains(part), "{part} in {shown}");
        }
    }
    assert!(
        history.contains("https://example.com/approve/***?x=1"),
        "{history}"
    );
    assert!(told_so_far.contains("afterParameters"), "{told_so_far}");
}

#[test]
fn a_worker_does_the_task_of_an_activity() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"Work","States":{"Work":{"Type":"Task","TimeoutSeconds":60,
        "Resource":"arn:aws:states:us-east-1:123456789012:activity:work","End":true}}}"#;
    let definition = write(folder.path(), "work.asl.json", text);
    let (child, mut story) = waiting(folder.path(), &definition, &["--input", r#"{"n":1}"#]);
    let line = told(&mut story, "http://127.0.0.1:");
    let port = line.split("127.0.0.1:").nth(1).expect("a port");
    let port: u16 = port
        .split_whitespace()
        .next()
        .expect("a port")
        .parse()
        .expect("a number");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.expect("a runtime");
    let send = |action: &str, request: serde_json::Value| {
        let request = sfnrun::value::Value::from(&request);
        let answer = runtime.block_on(sfnrun::callback::send(port, action, &request));
        answer.expect("it answers")
    };
    let call = |action: &str, request: serde_json::Value| {
        serde_json::Value::from(&send(action, request).expect("it is taken"))
    };
    let arn = "arn:aws:states:us-east-1:123456789012:activity:work";
    let wrong = serde_json::json!({"activityArn": format!("{arn}er")});
    let (code, _) = send("GetActivityTask", wrong).expect_err("no state names it");
    assert_eq!(code, "ActivityDoesNotExist");
    let task = call("GetActivityTask", serde_json::json!({"activityArn": arn}));
    assert_eq!(task["input"], r#"{"n":1}"#);
    let answer = serde_json::json!({"taskToken": task["taskToken"], "output": "[2]"});
    call("SendTaskSuccess", answer);
    let output = child.wait_with_output().expect("it ends");
    let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!([2]));
}
