//! Runs an execution to its end.

use super::agenda::Agenda;
use super::clock::{Clock, Running};
use crate::asl::StateMachine;
use crate::engine::{Event, Execution, Input, Options, Outcome, Output, TaskRequest, Unsupported};
use crate::tasks::{MockError, Reply, TaskHandler};
use crate::value::Value;
use std::pin::{Pin, pin};
use std::sync::Arc;

/// Somebody who wants to know what happens.
pub trait Consumer {
    /// Something happened.
    fn event(&mut self, event: &Event);
}

impl<F: FnMut(&Event)> Consumer for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The execution came to its end.
    Finished(Box<Outcome>),
    /// The definition needs what is not built.
    Unsupported(Unsupported),
    /// Nothing answers this task.
    NotMocked(Box<TaskRequest>),
    /// The mock file is at fault.
    MockError(Box<TaskRequest>, MockError),
    /// Nothing is to come any more, and the execution is not over: on AWS it would hang.
    Stuck,
}

/// Turns of the loop between two looks at whether somebody wants to stop it.
const TURNS: u64 = 256;

/// Runs an execution to its end. `interrupt` ends it as ABORTED when it is ready.
///
/// Needs a tokio runtime with time enabled where the clock is the wall's.
pub async fn run(
    machine: Arc<StateMachine>,
    options: Options,
    input: Value,
    clock: Clock,
    handler: &mut dyn TaskHandler,
    consumers: &mut [&mut dyn Consumer],
    interrupt: impl Future<Output = ()>,
) -> End {
    let running = Running::start(clock, options.start);
    let mut run = Run {
        execution: Execution::start(machine, options, input),
        agenda: Agenda::default(),
        handler,
        consumers,
    };
    let mut interrupt = pin!(interrupt);
    let mut turn = 0_u64;
    loop {
        run.execution.advance();
        if let Some(end) = run.drain() {
            return end;
        }
        let Some(at) = run.agenda.next_time() else {
            return End::Stuck;
        };
        turn += 1;
        let interrupted = match &running {
            Some(clock) => sleep_until(clock, at, interrupt.as_mut()).await,
            None if turn.is_multiple_of(TURNS) => glance(interrupt.as_mut()).await,
            None => false,
        };
        let now = running.as_ref().map_or(at, |clock| clock.now().max(at));
        if interrupted {
            let now = running.as_ref().map_or(run.execution.now(), Running::now);
            run.execution.deliver(
                now,
                Input::Abort {
                    error: None,
                    cause: None,
                },
            );
            continue;
        }
        while let Some(input) = run.agenda.due(now.min(at)) {
            run.execution.deliver(now, input);
        }
    }
}

struct Run<'a, 'c> {
    execution: Execution,
    agenda: Agenda,
    handler: &'a mut dyn TaskHandler,
    consumers: &'a mut [&'c mut dyn Consumer],
}

impl Run<'_, '_> {
    /// Acts on what the execution puts out; its end, if it has come.
    fn drain(&mut self) -> Option<End> {
        while let Some(output) = self.execution.next_output() {
            match output {
                Output::Event(event) => {
                    for consumer in &mut *self.consumers {
                        consumer.event(&event);
                    }
                }
                Output::SetTimer { timer, at } => self.agenda.timer(at, timer),
                Output::CancelTimer(timer) => self.agenda.cancel_timer(timer),
                Output::CancelTask(task) => {
                    self.agenda.cancel_task(task);
                    self.handler.cancel(task);
                }
                Output::StartTask(request) => {
                    if let Some(end) = self.start(request) {
                        return Some(end);
                    }
                }
                Output::Finished(outcome) => return Some(End::Finished(outcome)),
                Output::Unsupported(unsupported) => return Some(End::Unsupported(unsupported)),
            }
        }
        None
    }

    fn start(&mut self, request: Box<TaskRequest>) -> Option<End> {
        match self.handler.start(&request) {
            Reply::Scripted(outcomes) => {
                let (task, now) = (request.task, self.execution.now());
                for timed in outcomes {
                    let outcome = timed.outcome;
                    self.agenda
                        .put(now.plus(timed.after), Input::Task { task, outcome });
                }
                None
            }
            Reply::NotMocked => Some(End::NotMocked(request)),
            Reply::Error(error) => Some(End::MockError(request, error)),
        }
    }
}

/// Sleeps until the execution's time is `at`; whether the run was interrupted before.
async fn sleep_until(
    clock: &Running,
    at: crate::base::Timestamp,
    interrupt: Pin<&mut impl Future<Output = ()>>,
) -> bool {
    tokio::select! {
        biased;
        () = interrupt => true,
        () = tokio::time::sleep_until(clock.instant(at)) => false,
    }
}

/// Whether the run is interrupted.
async fn glance(interrupt: Pin<&mut impl Future<Output = ()>>) -> bool {
    tokio::select! {
        biased;
        () = interrupt => true,
        () = tokio::task::yield_now() => false,
    }
}
