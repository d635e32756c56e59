//! A process and all that it starts in turn, which end when nobody waits for them any more.

use super::failure::Failure;
use super::warm::Command;
#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout};

/// How often a process is looked at whose end is waited for.
const LOOK: Duration = Duration::from_millis(50);
/// How long what was written before the end may take to be read.
const GRACE: Duration = Duration::from_millis(100);

/// A process and all that it starts in turn: on Unix a process group of its own, so that Ctrl-C reaches the run alone. When it is
/// dropped before it has ended, all of them are killed, as Lambda kills what takes too long; elsewhere the process itself is.
#[derive(Debug)]
pub(super) struct ProcessGroup(Child);

impl ProcessGroup {
    /// Starts the command of the function `name`, with all its streams open. Needs a tokio runtime, which reaps it.
    ///
    /// # Errors
    /// Where there is no such program, or it may not be run.
    pub(super) fn start(command: &Command, name: &str) -> Result<Self, Failure> {
        let mut starting = tokio::process::Command::new(&command.program);
        starting
            .args(&command.arguments)
            .env("AWS_LAMBDA_FUNCTION_NAME", name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        starting.process_group(0);
        starting.spawn().map(Self).map_err(|fault| {
            Failure::NotStarted(format!("`{}` cannot be started: {fault}", command.program))
        })
    }

    /// Its standard input and output; nothing where they are taken.
    pub(super) fn take_streams(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        Some((self.0.stdin.take()?, self.0.stdout.take()?))
    }

    /// Its standard error; nothing where it is taken.
    pub(super) fn take_errors(&mut self) -> Option<ChildStderr> {
        self.0.stderr.take()
    }

    /// Whether the process has ended, as far as the system tells.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(Some(_)))
    }

    /// Waits until the process has ended and its last words have had their time, then kills what it has left behind.
    pub(super) async fn leave_nothing(&mut self) {
        while !self.is_over() {
            tokio::time::sleep(LOOK).await;
        }
        tokio::time::sleep(GRACE).await;
        self.kill_all();
    }

    /// Waits until the process ends. What it has started may go on.
    ///
    /// # Errors
    /// Where the system does not tell.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait().await
    }
}

#[cfg(unix)]
impl ProcessGroup {
    /// Whether the process has ended. Its number stays its own, and that of the group, until it is waited for.
    fn is_over(&mut self) -> bool {
        let asked = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match self.number() {
            Some(number) => matches!(waitid(WaitId::Pid(number), asked), Ok(Some(_))),
            None => true,
        }
    }

    /// A process that was waited for has no number any more: another one may have it.
    fn number(&self) -> Option<Pid> {
        let number = self.0.id().and_then(|id| i32::try_from(id).ok());
        number.and_then(Pid::from_raw)
    }

    fn kill_all(&self) {
        if let Some(group) = self.number() {
            // A group that is gone needs no signal.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
impl ProcessGroup {
    fn is_over(&mut self) -> bool {
        self.has_ended()
    }

    /// The process itself is killed when it is dropped.
    fn kill_all(&self) {}
}

#[cfg(unix)]
impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill_all();
    }
}
