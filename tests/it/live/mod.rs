//! Tasks that are really done: functions on this machine, callbacks and activities that somebody answers.

mod callbacks;
mod functions;
#[cfg(target_os = "linux")]
mod processes;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

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
