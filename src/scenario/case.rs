//! A scenario that is ready to run.

use super::check::check;
use super::layer::Layer;
use super::model::Expectation;
use super::record::Record;
use super::result::{Broken, Run, Verdict};
use super::unfinished::Unfinished;
use crate::asl::{StateId, StateMachine};
use crate::base::Span;
use crate::engine::{Event, Options, Outcome};
use crate::run::{Clock, Consumer, End, Surroundings, run as run_execution};
use crate::source::SourceFile;
use crate::tasks::{
    FolderStore, ItemStore, ItemStreams, LayeredHandler, LocalMachines, OverlayStore,
};
use crate::value::{Str, Value};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// A scenario with everything that it needs.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: Str,
    /// Where the name stands in the scenario file.
    pub span: Span,
    pub(super) prepared: Result<Prepared, Broken>,
}

/// What a scenario needs.
#[derive(Clone, Debug)]
pub(super) struct Prepared {
    pub(super) definition: SourceFile,
    pub(super) machine: Arc<StateMachine>,
    pub(super) options: Options,
    pub(super) input: Value,
    pub(super) mocks: Vec<Layer>,
    /// The machines that the execution may start.
    pub(super) machines: LocalMachines,
    pub(super) s3: Option<FolderStore>,
    pub(super) expect: Vec<Expectation>,
}

impl Case {
    /// The machine that it runs, where there is one to run.
    pub fn machine(&self) -> Option<&Arc<StateMachine>> {
        self.prepared
            .as_ref()
            .ok()
            .map(|prepared| &prepared.machine)
    }

    /// The file of the machine.
    pub fn definition(&self) -> Option<&SourceFile> {
        self.prepared
            .as_ref()
            .ok()
            .map(|prepared| &prepared.definition)
    }

    /// How it runs.
    pub fn options(&self) -> Option<&Options> {
        self.prepared
            .as_ref()
            .ok()
            .map(|prepared| &prepared.options)
    }

    /// Runs it under the virtual clock: the same events and the same verdict each time. `consumers` see the events.
    pub fn run(&self, consumers: &mut [&mut dyn Consumer]) -> Verdict {
        let prepared = match &self.prepared {
            Ok(prepared) => prepared,
            Err(broken) => return Verdict::Broken(broken.clone()),
        };
        let Prepared {
            machine, options, ..
        } = prepared;
        let mut record = Record::new(options.start);
        let layers = prepared.mocks.iter().map(|layer| &layer.mocks);
        let mut handler = LayeredHandler::new(layers, machine, options.seed);
        // A scenario leaves nothing behind: what it writes is there for itself only.
        let s3 = prepared.s3.clone().map(OverlayStore::new);
        let mut streams = s3.map(ItemStreams::new);
        let mut tell = |event: &Event| {
            record.event(event);
            consumers
                .iter_mut()
                .for_each(|consumer| consumer.event(event));
        };
        let end = complete(run_execution(
            Arc::clone(machine),
            options.clone(),
            prepared.input.clone(),
            Clock::Virtual,
            Surroundings {
                handler: &mut handler,
                live: None,
                reports: None,
                store: streams
                    .as_mut()
                    .map(|streams| streams as &mut dyn ItemStore),
                machines: Some(&prepared.machines).filter(|machines| !machines.is_empty()),
                consumers: &mut [&mut tell],
            },
            std::future::pending(),
        ));
        let unfinished = Unfinished {
            machine,
            mocks: &prepared.mocks,
            machines: &prepared.machines,
            started: None,
        };
        match end {
            End::Finished(outcome) => prepared.verdict(*outcome, &record),
            end => Verdict::Broken(
                unfinished
                    .broken(end)
                    .unwrap_or_else(|| Broken::new("the run did not come to an end")),
            ),
        }
    }
}

/// Under the virtual clock and with mocks, a run waits for nothing outside: it is never more than a poll away from going
/// on.
fn complete<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}

impl Prepared {
    fn verdict(&self, outcome: Outcome, record: &Record) -> Verdict {
        let mismatches = check(&self.expect, &outcome, record, &self.machine);
        let run = Run {
            failed_state: outcome
                .failure
                .as_ref()
                .map(|failure| self.path(failure.state)),
            outcome,
            duration: record.duration(),
            events: record.events,
            retries: record.retries,
            via_catch: record.via_catch,
            secrets: record.secrets.clone(),
        };
        if mismatches.is_empty() {
            Verdict::Passed(run)
        } else {
            Verdict::Failed { run, mismatches }
        }
    }

    /// The state's name behind those around it: `Map/State`.
    fn path(&self, state: StateId) -> String {
        self.machine.path(state).join("/")
    }
}
