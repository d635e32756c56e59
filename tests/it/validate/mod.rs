//! `sfnrun validate`: what its options do.

mod baseline;
mod configuration;
mod fixes;
mod fixes_elsewhere;
mod jobs;
mod rules;
mod sarif;
mod suppression;
mod suppression_in_templates;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What the program said, and how it ended.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs `sfnrun` in a folder, as if its output went to a file.
fn sfnrun_in(folder: &Path, arguments: &[&str]) -> Said {
    sfnrun_with(folder, arguments, "")
}

/// The same with a text on standard input.
fn sfnrun_with(folder: &Path, arguments: &[&str], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("LANG")
        .env_remove("LC_ALL")
        .env_remove("LC_CTYPE")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built with the tests");
    let mut pipe = child.stdin.take().expect("it is piped");
    // A program that reads no input may have ended by now.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().expect("the program ends");
    Said {
        code: status.code(),
        out: String::from_utf8_lossy(&stdout).into_owned(),
        err: String::from_utf8_lossy(&stderr).into_owned(),
    }
}

/// A folder with files of these names and texts.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("made");
        std::fs::write(path, text).expect("a file can be written");
    }
    folder
}

/// A machine with one finding of each kind: an error of AWS's (`missing-target`), two warnings
/// (`callback-without-timeout`, `lambda-without-retry`).
const MIXED: &str = r#"{
  "StartAt": "Ask",
  "States": {
    "Ask": {
      "Type": "Task",
      "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/123456789012/q", "MessageBody.$": "$$.Task.Token"},
      "Next": "Work"
    },
    "Work": {
      "Type": "Task",
      "Resource": "arn:aws:states:::lambda:invoke",
      "Parameters": {"FunctionName": "f:1"},
      "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Nowhere"}],
      "End": true
    }
  }
}
"#;

/// The rules of the findings of `--format concise`, in their order.
fn found(said: &Said) -> Vec<(&str, &str)> {
    let findings = said.out.lines().filter_map(|line| {
        let (head, _) = line.split_once("] ")?;
        let (head, rule) = head.rsplit_once('[')?;
        Some((head.rsplit_once(' ')?.1, rule))
    });
    findings.collect()
}
