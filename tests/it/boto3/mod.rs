//! boto3, the SDK for Python, as what answers callbacks and works for activities. `SFNRUN_BOTO3` names a Python that has it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const CALLBACK: &str = include_str!("callback.py");
const WORKER: &str = include_str!("worker.py");

/// A port that is free now.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// A Python that has boto3.
fn python() -> Option<OsString> {
    std::env::var_os("SFNRUN_BOTO3")
}

/// Told where there is none.
const LEFT_OUT: &str = "1 script is left out: `SFNRUN_BOTO3` names no Python with boto3";

/// Runs a machine, and a script that answers its tasks at the same time.
fn together(
    python: &OsStr,
    folder: &Path,
    machine: &str,
    options: &[&str],
    script: &str,
) -> (Output, String) {
    fs::write(folder.join("machine.asl.json"), machine).expect("it writes");
    let port = free_port().to_string();
    let mut run = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    let run = run
        .current_dir(folder)
        .env("XDG_RUNTIME_DIR", folder)
        .env("NO_COLOR", "1")
        .args([
            "exec",
            "machine.asl.json",
            "--input",
            "{\"n\": 1}",
            "--callback-port",
            &port,
        ])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let answered = Command::new(python)
        .current_dir(folder)
        .args(["-c", script, &format!("http://127.0.0.1:{port}")])
        .output()
        .expect("Python runs");
    let ran = run.wait_with_output().expect("it ends");
    let faults = String::from_utf8_lossy(&answered.stderr);
    assert!(
        answered.status.success(),
        "{faults}{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    (ran, String::from_utf8_lossy(&answered.stdout).into_owned())
}

/// The names of the errors: API reference, SendTaskSuccess.
#[test]
fn a_callback_is_answered() {
    const MACHINE: &str = r#"{"StartAt":"Ask","States":{"Ask":{"Type":"Task",
        "Resource":"arn:aws:states:::lambda:invoke.waitForTaskToken","TimeoutSeconds":60,"HeartbeatSeconds":30,
        "Parameters":{"FunctionName":"ask","Payload":{"token.$":"$$.Task.Token"}},"Next":"Then"},
        "Then":{"Type":"Wait","Seconds":1,"End":true}}}"#;
    let Some(python) = python() else {
        eprintln!("{LEFT_OUT}");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let keep = [
        "--lambda",
        "ask=sh -c 'cat > asked.part && mv asked.part asked.json && echo {}'",
    ];
    let (ran, said) = together(&python, folder.path(), MACHINE, &keep, CALLBACK);
    let story = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(0), "{story}");
    let output: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!({"approved": true, "by": "boto3"}));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines, ["InvalidToken", "answered", "TaskTimedOut"]);
}

#[test]
fn a_worker_of_an_activity_is_refused_fails_and_succeeds() {
    const MACHINE: &str = r#"{"StartAt":"Work","States":{"Work":{"Type":"Task",
        "Resource":"arn:aws:states:us-east-1:123456789012:activity:work","TimeoutSeconds":60,
        "Retry":[{"ErrorEquals":["Work.Busy"],"IntervalSeconds":1,"MaxAttempts":1}],"End":true}}}"#;
    let Some(python) = python() else {
        eprintln!("{LEFT_OUT}");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (ran, said) = together(&python, folder.path(), MACHINE, &[], WORKER);
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let output: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!(output, serde_json::json!({"got": {"n": 1}}));
    let refused = ["ActivityDoesNotExist", "ValidationException"];
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said[..2], refused);
    assert_eq!(said[2..], ["failed", "succeeded"]);
}
