//! Executions that run in AWS, looked at from here.

use super::aws_access::AwsAccess;
use super::aws_client::{call_error, client};
use super::error::CliError;
use super::history_source::read;
use super::terminal::Terminal;
use crate::asl::{StateMachine, WorkflowType};
use crate::aws::CallFault;
use crate::history::{ImportedHistory, import};
use crate::remote::{ExecutionArn, Feed, Finished, MachineArn, MapRun, Remote};
use crate::report::timeline::{LiveView, Printer};
use crate::source::{Bindings, SourceFile};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How often an execution that runs is asked for its history: what the API gives an account is shared by all who ask.
const PACE: Duration = Duration::from_secs(1);
/// The longest pause where the service asks for patience, or cannot be reached.
const PATIENCE: Duration = Duration::from_secs(20);
/// Calls in a row that may fail before it is given up.
const MOST_FAULTS: u32 = 6;

/// Executions of one account and region.
pub(super) struct RemoteRuns {
    remote: Remote,
    runtime: Runtime,
}

/// What an execution has come to when nobody looks at it any more.
pub(super) enum Followed {
    /// It is over.
    Over,
    /// Whoever looked was interrupted; it goes on.
    GoesOn,
}

impl RemoteRuns {
    /// Nothing is called yet. `region` is that of the ARN.
    pub(super) fn new(access: &AwsAccess, region: &str) -> Result<Self, CliError> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| CliError::new(format!("no runtime to work in: {error}")))?;
        Ok(Self {
            remote: Remote::new(client(access, Some(region))?),
            runtime,
        })
    }

    /// The type of a machine.
    pub(super) fn workflow_type(&self, machine: &MachineArn) -> Result<WorkflowType, CliError> {
        let asked = self.remote.workflow_type(machine);
        self.runtime
            .block_on(asked)
            .map_err(|fault| call_error(&fault))
    }

    /// Starts an execution.
    pub(super) fn start(
        &self,
        machine: &MachineArn,
        input: &str,
        name: Option<&str>,
    ) -> Result<ExecutionArn, CliError> {
        let started = self.remote.start(machine, input, name);
        self.runtime
            .block_on(started)
            .map_err(|fault| call_error(&fault))
    }

    /// Runs an Express execution to its end.
    pub(super) fn run(
        &self,
        machine: &MachineArn,
        input: &str,
        name: Option<&str>,
    ) -> Result<Finished, CliError> {
        let run = self.remote.run(machine, input, name);
        self.runtime
            .block_on(run)
            .map_err(|fault| call_error(&fault))
    }

    /// The machine that an execution was started with.
    pub(super) fn machine(&self, execution: &ExecutionArn) -> Result<Arc<StateMachine>, CliError> {
        let asked = self.remote.definition(execution);
        let text = self
            .runtime
            .block_on(asked)
            .map_err(|fault| call_error(&fault))?;
        let file = SourceFile::new(execution.machine(), text);
        let definition =
            crate::asl::Definition::load(file, &Bindings::default(), WorkflowType::Standard);
        definition
            .machine
            .map(Arc::new)
            .ok_or_else(|| CliError::new(format!("the definition of `{execution}` cannot be read")))
    }

    /// The history of an execution, as far as it goes now.
    pub(super) fn history(&self, execution: &ExecutionArn) -> Result<Feed, CliError> {
        if execution.is_express() {
            return Err(CliError::new(format!(
                "`{execution}` is an Express execution, which keeps no history"
            ))
            .help("its events are in the log group of the machine, if it has one"));
        }
        let mut feed = self.remote.feed(execution.clone());
        // Where nobody answers from the start, that is told at once.
        let read = self.runtime.block_on(poll(&mut feed, asks_for_patience));
        read.map_err(|fault| call_error(&fault))?;
        Ok(feed)
    }

    /// Shows an execution while it goes on, until it ends or Ctrl-C is pressed, which does not stop it.
    pub(super) fn follow(
        &self,
        feed: &mut Feed,
        machine: &Arc<StateMachine>,
        view: &mut LiveView,
        terminal: &Terminal,
    ) -> Result<Followed, CliError> {
        let mut shown = Shown {
            events: 0,
            map_runs: HashMap::new(),
            printer: view.printer(),
        };
        self.runtime.block_on(async {
            let interrupt = tokio::signal::ctrl_c();
            tokio::pin!(interrupt);
            loop {
                shown.update(feed, machine, view);
                self.tell_map_runs(feed, &mut shown, terminal).await;
                if feed.is_over() {
                    return Ok(Followed::Over);
                }
                tokio::select! {
                    _ = &mut interrupt => return Ok(Followed::GoesOn),
                    read = next(feed) => read.map_err(|fault| {
                        call_error(&fault).help(format!(
                            "the execution goes on: `sfnrun history --follow {}` looks at it again",
                            feed.execution()
                        ))
                    })?,
                }
            }
        })
    }

    /// Says how far distributed Maps have come, where that has changed.
    async fn tell_map_runs(&self, feed: &Feed, shown: &mut Shown, terminal: &Terminal) {
        for arn in feed.map_runs() {
            let known = shown.map_runs.get(arn);
            if known.is_some_and(|run| run.status != "RUNNING") {
                continue;
            }
            // How far it is is worth no more than a try.
            let Ok(now) = self.remote.map_run(arn).await else {
                continue;
            };
            if known != Some(&now) {
                shown.say(&progress(arn, &now), terminal);
                shown.map_runs.insert(arn.to_owned(), now);
            }
        }
    }
}

/// Waits for something new.
async fn next(feed: &mut Feed) -> Result<(), CallFault> {
    loop {
        tokio::time::sleep(PACE).await;
        if poll(feed, passes).await? > 0 {
            return Ok(());
        }
    }
}

/// Reads what is new. After a fault that is `waited_out` it is asked again, later and later.
async fn poll(feed: &mut Feed, waited_out: fn(&CallFault) -> bool) -> Result<usize, CallFault> {
    let mut pause = PACE;
    let mut faults = 0;
    loop {
        match feed.poll().await {
            Err(fault) if waited_out(&fault) && faults < MOST_FAULTS => faults += 1,
            read => return read,
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PATIENCE);
    }
}

/// Whether the same call may go well a little later.
fn passes(fault: &CallFault) -> bool {
    matches!(fault, CallFault::Connection { .. }) || asks_for_patience(fault)
}

/// Whether the service itself asks to be asked later.
fn asks_for_patience(fault: &CallFault) -> bool {
    match fault {
        CallFault::Service(fault) => fault.is_throttling() || fault.status >= 500,
        _ => false,
    }
}

/// What has been shown of an execution.
struct Shown {
    events: usize,
    map_runs: HashMap<String, MapRun>,
    printer: Option<Printer>,
}

impl Shown {
    /// Shows what is new.
    fn update(&mut self, feed: &Feed, machine: &Arc<StateMachine>, view: &mut LiveView) {
        let file = SourceFile::new(feed.execution().as_str(), feed.to_json());
        let (history, _) = import(&file, Some(Arc::clone(machine)));
        // What is wrong with it is told at the end.
        let Some(history) = history else { return };
        for event in history.events.iter().skip(self.events) {
            // A terminal that cannot be written any more must not end it.
            let _ = view.event(event, machine);
        }
        self.events = history.events.len();
    }

    fn say(&self, text: &str, terminal: &Terminal) {
        match &self.printer {
            Some(printer) => drop(printer.print(text)),
            None => terminal.story(text),
        }
    }
}

/// What a feed tells.
pub(super) fn imported(
    feed: &Feed,
    machine: &Arc<StateMachine>,
    terminal: &Terminal,
) -> Result<ImportedHistory, CliError> {
    let file = SourceFile::new(feed.execution().as_str(), feed.to_json());
    read(&file, Some(Arc::clone(machine)), terminal)
}

/// `Map Run review/Each: 40 of 100 done, 2 failed, 10 running`
fn progress(arn: &str, run: &MapRun) -> String {
    // arn:…:mapRun:MACHINE/LABEL:ID
    let name = arn.split(':').nth(6).unwrap_or(arn);
    let done = run.succeeded + run.failed;
    let mut text = format!("Map Run {name}: {done} of {} done", run.total);
    if run.failed > 0 {
        text.push_str(&format!(", {} failed", run.failed));
    }
    if run.running > 0 {
        text.push_str(&format!(", {} running", run.running));
    }
    if run.status != "RUNNING" {
        text.push_str(&format!(", {}", run.status));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_one_line() {
        let arn = "arn:aws:states:us-east-1:123456789012:mapRun:review/Each:0a1b";
        let run = |status: &str, succeeded, failed, running| MapRun {
            status: status.to_owned(),
            total: 100,
            succeeded,
            failed,
            running,
        };
        assert_eq!(
            progress(arn, &run("RUNNING", 38, 2, 10)),
            "Map Run review/Each: 40 of 100 done, 2 failed, 10 running\n"
        );
        assert_eq!(
            progress(arn, &run("SUCCEEDED", 100, 0, 0)),
            "Map Run review/Each: 100 of 100 done, SUCCEEDED\n"
        );
    }
}
