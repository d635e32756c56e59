//! Executions that run in AWS, looked at from here.

use super::aws_access::AwsAccess;
use super::aws_client::{call_error, client};
use super::error::CliError;
use super::history_source::read;
use super::map_runs::MapRuns;
use super::terminal::Terminal;
use crate::asl::{StateMachine, WorkflowType};
use crate::aws::CallFault;
use crate::history::{ImportedHistory, import};
use crate::remote::{ExecutionArn, Feed, Finished, MachineArn, Patience, Remote, StartFault};
use crate::report::timeline::{LiveView, Printer};
use crate::source::{Bindings, SourceFile};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// How often an execution that runs is asked for its history: what the API gives an account is shared by all who ask.
const PACE: Duration = Duration::from_secs(1);
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
    /// AWS does not tell of it any more, for this reason; it goes on.
    Lost(CliError),
}

/// An execution that was asked for by name.
pub(super) enum Started {
    /// It was started.
    Now(ExecutionArn),
    /// One of the name is there, and has ended or has another input.
    There {
        execution: ExecutionArn,
        /// Whether it may be the one that was asked for: the answer to a call before was lost.
        perhaps_now: bool,
    },
    /// Nobody knows, for this reason.
    Perhaps(ExecutionArn, CliError),
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
        // Where nobody answers from the start, that is told at once.
        let remote = self.remote.with(Patience::Dropped);
        self.runtime
            .block_on(remote.workflow_type(machine))
            .map_err(|fault| call_error(&fault))
    }

    /// Starts an execution of a Standard machine.
    pub(super) fn start(
        &self,
        machine: &MachineArn,
        input: &str,
        name: &str,
    ) -> Result<Started, CliError> {
        let remote = self.remote.with(Patience::Unreachable);
        let StartFault { fault, may_run } =
            match self.runtime.block_on(remote.start(machine, input, name)) {
                Ok(execution) => return Ok(Started::Now(execution)),
                Err(fault) => fault,
            };
        match machine.execution(name) {
            Some(execution) if is_there_already(&fault) => Ok(Started::There {
                execution,
                perhaps_now: may_run,
            }),
            Some(execution) if may_run => Ok(Started::Perhaps(execution, call_error(&fault))),
            _ => Err(call_error(&fault)),
        }
    }

    /// Runs an Express execution to its end: called once, as it would run twice.
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
        let remote = self.remote.with(Patience::Unreachable);
        let text = self
            .runtime
            .block_on(remote.definition(execution))
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
        let mut feed = self.feed(execution);
        // Where nobody answers from the start, that is told at once.
        feed.set_patience(Patience::Dropped);
        let read = self.runtime.block_on(async {
            let more = feed.turn().await?;
            feed.set_patience(Patience::Unreachable);
            match more {
                true => feed.poll().await.map(drop),
                false => Ok(()),
            }
        });
        read.map_err(|fault| call_error(&fault))?;
        Ok(feed)
    }

    /// The history of a Standard execution, of which nothing is read yet.
    pub(super) fn feed(&self, execution: &ExecutionArn) -> Feed {
        let remote = self.remote.with(Patience::Unreachable);
        remote.feed(execution.clone())
    }

    /// Shows an execution while it goes on, until it ends, AWS does not tell of it any more, or Ctrl-C is pressed, which does
    /// not stop it.
    pub(super) fn follow(
        &self,
        feed: &mut Feed,
        machine: &Arc<StateMachine>,
        view: &mut LiveView,
        terminal: &Terminal,
    ) -> Followed {
        let watched = async {
            let remote = self.remote.with(Patience::Unreachable);
            let mut map_runs = MapRuns::default();
            let mut shown = Shown {
                events: 0,
                printer: view.printer(),
            };
            let mut rhythm = Rhythm::default();
            let mut new = match feed.is_empty() {
                true => feed.poll().await,
                false => Ok(0),
            };
            loop {
                match new {
                    Err(fault) => return Followed::Lost(call_error(&fault)),
                    Ok(events) if rhythm.looks(events) => {
                        // Before the rows of the Maps are told, which say what became of their children.
                        for look in map_runs.look(&remote, feed).await {
                            look.tell_to(|map_run, children, failures| {
                                view.map_run(map_run, children, failures);
                            });
                            shown.say(&look.text, terminal);
                        }
                        shown.update(feed, machine, view);
                    }
                    Ok(_) => {}
                }
                if feed.is_over() {
                    return Followed::Over;
                }
                tokio::time::sleep(PACE).await;
                new = feed.poll().await;
            }
        };
        self.runtime.block_on(async {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => Followed::GoesOn,
                followed = watched => followed,
            }
        })
    }

    /// The distributed Maps of an execution, as they are now.
    pub(super) fn map_runs(&self, feed: &Feed) -> MapRuns {
        let mut map_runs = MapRuns::default();
        let remote = self.remote.with(Patience::Unreachable);
        self.runtime.block_on(map_runs.look(&remote, feed));
        map_runs
    }
}

/// When distributed Maps are looked at: with each event that is new, and in between, while the execution only waits for them, more
/// and more seldom.
#[derive(Debug, Default)]
struct Rhythm {
    /// Polls without a look, and how many there are until the next one.
    idle: u32,
    pause: u32,
}

/// Polls between two looks, where there are most.
const MOST_IDLE: u32 = 30;

impl Rhythm {
    /// Whether to look now, after a poll that gave so many events.
    fn looks(&mut self, events: usize) -> bool {
        self.idle += 1;
        if events > 0 {
            self.pause = 1;
        } else if self.idle < self.pause {
            return false;
        } else {
            self.pause = (self.pause * 2).clamp(1, MOST_IDLE);
        }
        self.idle = 0;
        true
    }
}

/// Whether an execution of the name ran before: AWS starts no second one.
fn is_there_already(fault: &CallFault) -> bool {
    matches!(fault, CallFault::Service(fault) if fault.code.as_deref() == Some("ExecutionAlreadyExists"))
}

/// What has been shown of an execution.
struct Shown {
    events: usize,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_looked_at_with_each_event_and_more_and_more_seldom_between() {
        let mut rhythm = Rhythm::default();
        let looks = |rhythm: &mut Rhythm, events: &[usize]| {
            let looks = events.iter().map(|events| u8::from(rhythm.looks(*events)));
            looks.collect::<Vec<_>>()
        };
        assert_eq!(
            looks(&mut rhythm, &[3, 0, 0, 0, 0, 0, 0, 0]),
            [1, 1, 0, 1, 0, 0, 0, 1]
        );
        assert_eq!(looks(&mut rhythm, &[0, 1, 0, 0, 0]), [0, 1, 1, 0, 1]);
        // However long it takes, they are looked at every thirty polls.
        let long = looks(&mut rhythm, &[0; 200]);
        assert!(long[100..130].contains(&1));
    }
}
