//! A scenario that is ready to run.

use super::check::check;
use super::layers::{Layer, LayeredHandler};
use super::model::Expectation;
use super::record::Record;
use super::result::{Broken, Run, Verdict};
use crate::asl::{StateId, StateMachine};
use crate::base::Span;
use crate::engine::{Event, Options, Outcome, TaskRequest, Unsupported};
use crate::run::{Clock, Consumer, End, Surroundings, run as run_execution};
use crate::source::SourceFile;
use crate::tasks::{FolderStore, ItemStore, ItemStreams, MockError, OverlayStore};
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
        let mut handler = LayeredHandler::new(&prepared.mocks, machine, options.seed);
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
                store: streams
                    .as_mut()
                    .map(|streams| streams as &mut dyn ItemStore),
                consumers: &mut [&mut tell],
            },
            std::future::pending(),
        ));
        match end {
            End::Finished(outcome) => prepared.verdict(*outcome, &record),
            End::NotMocked(request) => Verdict::Broken(prepared.not_mocked(&request)),
            End::MockError(request, error) => Verdict::Broken(prepared.mocks_failed(&request, error, handler.failed)),
            End::Unsupported(unsupported) => Verdict::Broken(prepared.unsupported(&unsupported)),
            End::NoStore { state } => Verdict::Broken(
                Broken::new(format!(
                    "the Map `{}` reads or writes objects, and nothing stands for S3",
                    prepared.path(state)
                ))
                .help("write `s3: DIR`: a folder that holds a subfolder for each bucket, and in it the objects as files"),
            ),
            End::Stuck => Verdict::Broken(
                Broken::new("the execution hangs: a task is never answered, and has no time limit")
                    .help("give the task `TimeoutSeconds` or `HeartbeatSeconds`, or an answer that comes"),
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

    fn not_mocked(&self, request: &TaskRequest) -> Broken {
        let (state, resource) = (self.path(request.state), &request.resource.text);
        Broken::new(format!(
            "`{state}` calls `{resource}`, and no mock answers it"
        ))
        .help(format!(
            "write an answer under `mocks`: `{state}: {{ result: {{}} }}`"
        ))
    }

    fn mocks_failed(
        &self,
        request: &TaskRequest,
        error: MockError,
        layer: Option<usize>,
    ) -> Broken {
        let broken = Broken::new(format!(
            "the mocks have no answer for `{}`",
            self.path(request.state)
        ));
        match layer.and_then(|layer| self.mocks.get(layer)) {
            Some(layer) => broken.found(layer.file.clone(), vec![*error.diagnostic]),
            None => broken.help(error.to_string()),
        }
    }

    fn unsupported(&self, unsupported: &Unsupported) -> Broken {
        let (state, feature) = (self.path(unsupported.state), &unsupported.feature);
        Broken::new(format!(
            "`{state}` needs {feature}, which cannot be run here yet"
        ))
    }

    /// The state's name behind those around it: `Map/State`.
    fn path(&self, state: StateId) -> String {
        self.machine.path(state).join("/")
    }
}
