//! A command that is started for each event.

use super::failure::Failure;
use super::process_group::ProcessGroup;
use super::warm::Command;
use super::{Invocation, Logs};
use crate::value::{self, Value};
use std::io;
use std::process::ExitStatus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Most bytes that a function answers: Lambda's own limit is 6 MB (quota "Invocation payload").
pub(super) const ANSWER: u64 = 6 * 1024 * 1024;

/// Runs a command on one event.
pub(super) async fn once(
    command: &str,
    name: &str,
    invocation: &Invocation,
    logs: &Logs,
) -> Result<Value, Failure> {
    let mut process = ProcessGroup::start(&Command::shell(command), name)?;
    if let Some(errors) = process.take_errors() {
        tokio::spawn(logs.clone().follow(name.to_owned(), errors));
    }
    let event = invocation.event.to_json();
    let (input, output) = process.take_streams().unzip();
    let write = async {
        if let Some(mut input) = input {
            // A command that does not read its event is none of our business.
            let _ = input.write_all(event.as_bytes()).await;
        }
    };
    let mut answer = Vec::new();
    let read = async {
        if let Some(output) = output {
            let mut output = output.take(ANSWER + 1);
            while output.read_buf(&mut answer).await? > 0 {}
        }
        Ok::<_, io::Error>(())
    };
    let talk = async { tokio::join!(write, read).1 };
    let read = tokio::select! {
        biased;
        read = talk => read,
        // What it has started may hold its output open for ever.
        () = process.leave_nothing() => Ok(()),
    };
    read.map_err(|fault| unreadable(&fault))?;
    if answer.len() as u64 > ANSWER {
        return Err(Failure::runtime(
            "Function.ResponseSizeTooLarge",
            format!(
                "Response payload size exceeded maximum allowed payload size ({ANSWER} bytes)."
            ),
        ));
    }
    let status = process.wait().await.map_err(|fault| unreadable(&fault))?;
    let answer = json(&answer);
    match answer {
        Ok(value) if status.success() => Ok(value),
        Ok(value) if value.get("errorType").is_some() => Err(Failure::Function(value)),
        Err(fault) if status.success() => Err(Failure::runtime("Runtime.MarshalError", fault)),
        _ => Err(exit(status)),
    }
}

/// The JSON that a function has written; a function that writes nothing returns null.
pub(super) fn json(bytes: &[u8]) -> Result<Value, String> {
    let text =
        std::str::from_utf8(bytes).map_err(|fault| format!("the answer is no UTF-8: {fault}"))?;
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    value::read(text).map_err(|fault| format!("the answer is no JSON: {fault}"))
}

/// A process that ended without an answer, in the words of Lambda. A shell ends with 127 where there is no such command, and with
/// 126 where it may not be run.
pub(super) fn exit(status: ExitStatus) -> Failure {
    let how = match status.code() {
        Some(code @ (126 | 127)) => {
            return Failure::NotStarted(format!(
                "the shell cannot start its command, and ends with exit status {code}"
            ));
        }
        Some(code) => format!("exit status {code}"),
        None => "signal: killed".to_owned(),
    };
    Failure::runtime(
        "Runtime.ExitError",
        format!("Error: Runtime exited with error: {how}"),
    )
}

/// An answer that cannot be read.
pub(super) fn unreadable(fault: &io::Error) -> Failure {
    Failure::runtime(
        "Runtime.ExitError",
        format!("the answer cannot be read: {fault}"),
    )
}
