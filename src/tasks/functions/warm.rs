//! Processes that stay and take one event a line, as Lambda's execution environments stay warm.

use super::failure::Failure;
use super::process::{ANSWER, exit, unreadable};
use super::process_group::ProcessGroup;
use super::{Invocation, Logs};
use crate::value::{self, Object, Value};
use std::sync::{Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};

/// What is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// The program.
    pub(super) program: String,
    /// What it is given.
    pub(super) arguments: Vec<String>,
}

impl Command {
    /// A command line for the shell of the system.
    pub(super) fn shell(line: &str) -> Self {
        let (program, option) = if cfg!(windows) {
            ("cmd", "/C")
        } else {
            ("sh", "-c")
        };
        Self {
            program: program.to_owned(),
            arguments: vec![option.to_owned(), line.to_owned()],
        }
    }
}

/// The seconds that a function has where its Task has no limit: Lambda's longest.
const LONGEST: u64 = 900;

/// Processes of one function that wait for the next event. As many run as there are calls at a time.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<Vec<Process>>);

#[derive(Debug)]
struct Process {
    process: ProcessGroup,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pool {
    /// Has a process answer an event: one that waits, or a new one. Each line in is `{"event": …, "timeout": seconds}`,
    /// each line out `{"result": …}` or `{"error": {"errorType": …, "errorMessage": …}}`.
    pub(super) async fn invoke(
        &self,
        command: &Command,
        name: &str,
        invocation: &Invocation,
        logs: &Logs,
    ) -> Result<Value, Failure> {
        let mut process = match self.waiting() {
            Some(process) => process,
            None => Process::start(command, name, logs)?,
        };
        let mut call = Object::new();
        call.insert("event", invocation.event.clone());
        let timeout = invocation.timeout.unwrap_or(LONGEST).min(LONGEST);
        call.insert("timeout", Value::from(timeout as i64));
        let mut line = Value::from(call).to_compact_json();
        line.push('\n');
        let answer = process.ask(&line).await?;
        self.lock().push(process);
        answer_of(&answer)
    }

    /// A process that waits and has not ended meanwhile.
    fn waiting(&self) -> Option<Process> {
        let mut waiting = self.lock();
        while let Some(mut process) = waiting.pop() {
            if !process.process.has_ended() {
                return Some(process);
            }
        }
        None
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Process {
    fn start(command: &Command, name: &str, logs: &Logs) -> Result<Self, Failure> {
        let mut process = ProcessGroup::start(command, name)?;
        if let Some(errors) = process.take_errors() {
            tokio::spawn(logs.clone().follow(name.to_owned(), errors));
        }
        match process.take_streams() {
            Some((input, output)) => Ok(Self {
                process,
                input,
                output: BufReader::new(output),
            }),
            None => Err(Failure::runtime(
                "Runtime.ExitError",
                "the process has no standard input and output",
            )),
        }
    }

    /// Writes a line and reads one.
    async fn ask(&mut self, line: &str) -> Result<String, Failure> {
        let mut answer = Vec::new();
        let write = self.input.write_all(line.as_bytes());
        let mut output = (&mut self.output).take(ANSWER + 1);
        let read = output.read_until(b'\n', &mut answer);
        // A process that ends does not read either: how it ended says more than that the pipe is broken.
        let (_, read) = tokio::join!(write, read);
        match read {
            Ok(0) => Err(match self.process.wait().await {
                Ok(status) => exit(status),
                Err(fault) => unreadable(&fault),
            }),
            Ok(_) if answer.len() as u64 > ANSWER => Err(Failure::runtime(
                "Function.ResponseSizeTooLarge",
                format!(
                    "Response payload size exceeded maximum allowed payload size ({ANSWER} bytes)."
                ),
            )),
            Ok(_) => String::from_utf8(answer).map_err(|fault| {
                Failure::runtime(
                    "Runtime.MarshalError",
                    format!("the answer is no UTF-8: {fault}"),
                )
            }),
            Err(fault) => Err(unreadable(&fault)),
        }
    }
}

fn answer_of(line: &str) -> Result<Value, Failure> {
    let answer = value::read(line).map_err(|fault| {
        Failure::runtime(
            "Runtime.MarshalError",
            format!("the answer is no JSON: {fault}"),
        )
    })?;
    match (answer.get("result"), answer.get("error")) {
        (Some(result), None) => Ok(result.clone()),
        (None, Some(error)) => Err(Failure::Function(error.clone())),
        _ => Err(Failure::runtime(
            "Runtime.MarshalError",
            "an answer is a line `{\"result\": …}` or `{\"error\": {\"errorType\": …, \"errorMessage\": …}}`",
        )),
    }
}
