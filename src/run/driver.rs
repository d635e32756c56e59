//! Runs an execution to its end.

use super::agenda::Agenda;
use super::clock::{Clock, Running};
use crate::asl::{StateId, StateMachine};
use crate::engine::{
    Event, Execution, Input, Options, Outcome, Output, ReaderId, TaskRequest, Unsupported, WriterId,
};
use crate::tasks::{ItemFault, ItemStore, MockError, Reply, TaskHandler};
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
    /// A distributed Map reads or writes objects, and there is no store for them.
    NoStore {
        /// The Map state.
        state: StateId,
    },
    /// Nothing is to come any more, and the execution is not over: on AWS it would hang.
    Stuck,
}

/// Turns of the loop between two looks at whether somebody wants to stop it.
const TURNS: u64 = 256;

/// What surrounds an execution.
pub struct Surroundings<'a, 'c> {
    /// Does its tasks.
    pub handler: &'a mut dyn TaskHandler,
    /// Holds the items and takes the results of distributed Maps.
    pub store: Option<&'a mut dyn ItemStore>,
    /// Want to know what happens.
    pub consumers: &'a mut [&'c mut dyn Consumer],
}

/// Runs an execution to its end. `interrupt` ends it as ABORTED when it is ready.
///
/// Needs a tokio runtime with time enabled where the clock is the wall's.
pub async fn run(
    machine: Arc<StateMachine>,
    options: Options,
    input: Value,
    clock: Clock,
    surroundings: Surroundings<'_, '_>,
    interrupt: impl Future<Output = ()>,
) -> End {
    let running = Running::start(clock, options.start);
    let mut run = Run {
        execution: Execution::start(machine, options, input),
        agenda: Agenda::default(),
        surroundings,
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
    surroundings: Surroundings<'a, 'c>,
}

impl Run<'_, '_> {
    /// Acts on what the execution puts out; its end, if it has come.
    fn drain(&mut self) -> Option<End> {
        while let Some(output) = self.execution.next_output() {
            match output {
                Output::Event(event) => {
                    for consumer in &mut *self.surroundings.consumers {
                        consumer.event(&event);
                    }
                }
                Output::SetTimer { timer, at } => self.agenda.timer(at, timer),
                Output::CancelTimer(timer) => self.agenda.cancel_timer(timer),
                Output::CancelTask(task) => {
                    self.agenda.cancel_task(task);
                    self.surroundings.handler.cancel(task);
                }
                Output::StartTask(request) => {
                    if let Some(end) = self.start(request) {
                        return Some(end);
                    }
                }
                Output::OpenReader(_)
                | Output::ReadItems { .. }
                | Output::CloseReader(_)
                | Output::OpenWriter(_)
                | Output::WriteResult(_)
                | Output::WritePending { .. }
                | Output::CloseWriter(_) => {
                    if let Some(end) = self.stream(output) {
                        return Some(end);
                    }
                }
                Output::Finished(outcome) => return Some(End::Finished(outcome)),
                Output::Unsupported(unsupported) => return Some(End::Unsupported(unsupported)),
            }
        }
        None
    }

    /// Reads items or writes results for a distributed Map.
    fn stream(&mut self, output: Output) -> Option<End> {
        let now = self.execution.now();
        let state = match &output {
            Output::OpenReader(request) => request.state,
            Output::OpenWriter(request) => request.state,
            _ => StateId(0),
        };
        let Some(store) = self.surroundings.store.as_deref_mut() else {
            return Some(End::NoStore { state });
        };
        let answer = match output {
            Output::OpenReader(request) => {
                let opened = store.open_reader(&request);
                unless_failed(opened, |fault| reader_failed(request.reader, fault))
            }
            Output::ReadItems { reader, most } => match store.read(reader, most) {
                Ok((items, last)) => Ok(Some(Input::Items {
                    reader,
                    items,
                    last,
                })),
                Err(fault) => reader_failed(reader, fault).map(Some),
            },
            Output::CloseReader(reader) => {
                store.close_reader(reader);
                Ok(None)
            }
            Output::OpenWriter(request) => {
                let opened = store.open_writer(&request);
                unless_failed(opened, |fault| writer_failed(request.writer, fault))
            }
            Output::WriteResult(result) => {
                let written = store.write(&result);
                unless_failed(written, |fault| writer_failed(result.writer, fault))
            }
            Output::WritePending { writer, input } => {
                let written = store.write_pending(writer, &input);
                unless_failed(written, |fault| writer_failed(writer, fault))
            }
            Output::CloseWriter(writer) => match store.close_writer(writer) {
                Ok(details) => Ok(Some(Input::Written { writer, details })),
                Err(fault) => writer_failed(writer, fault).map(Some),
            },
            _ => Ok(None),
        };
        match answer {
            Ok(Some(answer)) => self.agenda.put(now, answer),
            Ok(None) => {}
            Err(end) => return Some(end),
        }
        None
    }

    fn start(&mut self, request: Box<TaskRequest>) -> Option<End> {
        match self.surroundings.handler.start(&request) {
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

/// What to tell the execution: nothing where all went well.
fn unless_failed(
    done: Result<(), ItemFault>,
    failed: impl FnOnce(ItemFault) -> Result<Input, End>,
) -> Result<Option<Input>, End> {
    done.err().map(failed).transpose()
}

fn reader_failed(reader: ReaderId, fault: ItemFault) -> Result<Input, End> {
    match fault {
        ItemFault::Failed { error, cause } => Ok(Input::ReaderFailed {
            reader,
            error,
            cause,
        }),
        ItemFault::Unsupported(unsupported) => Err(End::Unsupported(unsupported)),
    }
}

fn writer_failed(writer: WriterId, fault: ItemFault) -> Result<Input, End> {
    match fault {
        ItemFault::Failed { error, cause } => Ok(Input::WriterFailed {
            writer,
            error,
            cause,
        }),
        ItemFault::Unsupported(unsupported) => Err(End::Unsupported(unsupported)),
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
