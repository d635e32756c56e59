//! Tasks that are really done: functions on this machine, callbacks and activities that somebody answers.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn sfnrun(runs: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    command.env("XDG_RUNTIME_DIR", runs).env("NO_COLOR", "1");
    command
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("it writes");
    path
}

fn stdout(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const FUNCTION: &str = r#"{"StartAt":"Double","States":{"Double":{"Type":"Task",
    "Resource":"arn:aws:states:::lambda:invoke",
    "Parameters":{"FunctionName":"double:live","Payload":{"n.$":"$.n"}},
    "OutputPath":"$.Payload","Next":"Square"},
  "Square":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:square",
    "Catch":[{"ErrorEquals":["TooMuch"],"ResultPath":"$.error","Next":"Caught"}],"End":true},
  "Caught":{"Type":"Pass","End":true}}}"#;

#[test]
fn functions_run_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "double.asl.json", FUNCTION);
    write(
        folder.path(),
        "app.py",
        "class TooMuch(Exception): pass\n\
         def square(event, context):\n    \
             if event['n'] > 10: raise TooMuch('no')\n    \
             return {'n': event['n'] ** 2, 'name': context.function_name}\n",
    );
    let run = |input: &str| {
        sfnrun(folder.path())
            .current_dir(folder.path())
            .args(["exec", &definition.to_string_lossy(), "--input", input])
            .args(["--lambda", r#"double=python3 -c 'import json,sys; print(json.dumps({"n": json.load(sys.stdin)["n"] * 2}))'"#])
            .args(["--lambda", "square=app.py:square", "--clock", "skip"])
            .output()
            .expect("it runs")
    };
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(r#"{"n":3}"#))).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 36, "name": "square"}));
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(r#"{"n":6}"#))).expect("JSON");
    assert_eq!(output["n"], 12);
    assert_eq!(output["error"]["Error"], "TooMuch");
}

#[test]
fn functions_of_the_configuration_run_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("machines");
    fs::create_dir(&inner).expect("a folder");
    let definition = write(&inner, "double.asl.json", FUNCTION);
    write(
        folder.path(),
        "app.py",
        "def square(event, context):\n    return {'n': event['n'] ** 2}\n",
    );
    write(
        folder.path(),
        "sfnrun.toml",
        "[lambda]\nsquare = \"app.py:square\"\ndouble = \"echo '{\\\"n\\\": 4}'\"\n",
    );
    let run = |more: &[&str]| {
        sfnrun(folder.path())
            .args([
                "exec",
                &definition.to_string_lossy(),
                "--input",
                r#"{"n":2}"#,
            ])
            .args(more)
            .output()
            .expect("it runs")
    };
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["--local-functions"]))).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 16}));
    // The command line stands above it.
    let instead = run(&["--local-functions", "--lambda", "double=echo '{\"n\": 5}'"]);
    let output: serde_json::Value = serde_json::from_str(&stdout(&instead)).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 25}));
    // Nothing that a file names is run unless somebody says so.
    assert_eq!(run(&[]).status.code(), Some(4));
    let none = run(&["--local-functions", "--no-config"]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn a_function_that_takes_too_long_is_stopped_and_times_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"Slow","States":{"Slow":{"Type":"Task","TimeoutSeconds":1,
        "Resource":"arn:aws:lambda:us-east-1:123456789012:function:slow","End":true}}}"#;
    let definition = write(folder.path(), "slow.asl.json", text);
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a run really takes is what is tested"
    )]
    let started = Instant::now();
    let output = sfnrun(folder.path())
        .args(["exec", &definition.to_string_lossy()])
        .args(["--lambda", "slow=exec sleep 60", "--format", "json"])
        .output()
        .expect("it runs");
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(output.status.code(), Some(1));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["error"], "States.Timeout");
}

const REVIEW: &str = r#"{"StartAt":"Review","States":{"Review":{"Type":"Task",
    "Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,
    "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"End":true}}}"#;

/// A run of `definition` that waits, with the lines of its story.
fn waiting(
    folder: &Path,
    definition: &Path,
    options: &[&str],
) -> (Child, BufReader<impl Read + use<>>) {
    let mut child = sfnrun(folder)
        .arg("exec")
        .arg(definition)
        .args(["--callback-port", "0"])
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let story = BufReader::new(child.stderr.take().expect("its story"));
    (child, story)
}

/// The next line of the story that holds `text`.
fn told(story: &mut impl BufRead, text: &str) -> String {
    let mut line = String::new();
    while story.read_line(&mut line).expect("it reads") > 0 {
        if line.contains(text) {
            return line;
        }
        line.clear();
    }
    panic!("the story does not say `{text}`");
}

fn token(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = sfnrun(folder);
    command
        .arg("token")
        .args(arguments)
        .output()
        .expect("it runs")
}

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
    let next = |story: &mut _| {
        let line = told(story, "waits for its callback: ");
        let command = line.trim().split(": sfnrun ").nth(1);
        command.expect("the line has a command").to_owned()
    };
    let answer = |command: &str, output: &str| {
        let line = format!(r#""$SFNRUN" {command} --output '{output}'"#);
        let answered = Command::new("sh")
            .args(["-c", &line])
            .env("SFNRUN", env!("CARGO_BIN_EXE_sfnrun"))
            .env("XDG_RUNTIME_DIR", folder.path())
            .output();
        stdout(&answered.expect("it runs"));
    };
    for command in [next(&mut story), next(&mut story)] {
        answer(&command, r#"{"enough":false}"#);
        let again = next(&mut story);
        assert_eq!(again, command);
        answer(&again, r#"{"enough":true}"#);
    }
    let output = child.wait_with_output().expect("it ends");
    let output: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        output,
        serde_json::json!([{"enough": true}, {"enough": true}])
    );
}

#[test]
fn a_token_is_no_part_of_story_or_history() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "review.asl.json", REVIEW);
    let event = folder.path().join("event.json");
    let history = folder.path().join("history.json");
    let (child, mut story) = waiting(
        folder.path(),
        &definition,
        &[
            "--lambda",
            &format!("ask=cat > {}", event.display()),
            "--history",
            &history.to_string_lossy(),
            "-vv",
        ],
    );
    let mut told_so_far = told(&mut story, "waits for its callback");
    let secret = loop {
        let read = fs::read(&event).unwrap_or_default();
        if let Ok(event) = serde_json::from_slice::<serde_json::Value>(&read) {
            break event["token"].as_str().expect("a token").to_owned();
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(secret.len(), 128);
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
    // Values are cut to fit: a part of it would tell, too.
    let part = &secret[..16];
    assert!(!history.contains(part) && !told_so_far.contains(part));
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

#[test]
fn calls_of_a_map_run_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"All","States":{"All":{"Type":"Map","ItemsPath":"$","MaxConcurrency":8,
        "ItemProcessor":{"StartAt":"One","States":{"One":{"Type":"Task",
          "Resource":"arn:aws:lambda:us-east-1:123456789012:function:one","End":true}}},"End":true}}}"#;
    let definition = write(folder.path(), "map.asl.json", text);
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a run really takes is what is tested"
    )]
    let started = Instant::now();
    let output = sfnrun(folder.path())
        .args([
            "exec",
            &definition.to_string_lossy(),
            "--input",
            "[1,2,3,4,5,6,7,8]",
        ])
        .args(["--lambda", "one=sleep 1; cat"])
        .output()
        .expect("it runs");
    let output: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(output, serde_json::json!([1, 2, 3, 4, 5, 6, 7, 8]));
    // One after the other they take eight seconds.
    assert!(
        started.elapsed() < Duration::from_secs(6),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn what_names_no_function_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "double.asl.json", FUNCTION);
    for (option, says) in [
        ("double", "names no function"),
        ("double=nowhere.py:run", "there is no file `nowhere.py`"),
        ("double=", "no command is given"),
    ] {
        let output = sfnrun(folder.path())
            .args(["exec", &definition.to_string_lossy(), "--lambda", option])
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(says), "{told}");
    }
}
