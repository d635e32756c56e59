//! The event loop: takes one thing at a time from outside, and steps frames until all wait.

use super::context::{ExecutionContext, VisitContext};
use super::frame::{Frame, MapItem, Phase, Visit};
use super::{
    ChildId, Event, EventKind, Failure, FailureKind, FrameId, FrameKind, Input, Limits, Options,
    Outcome, Output, Premise, ReaderId, Stage, Status, TaskId, TaskToken, TimerId, Unfilled,
    Unsupported, VisitId, WriterId,
};
use crate::asl::{State, StateId, StateMachine, WorkflowType};
use crate::base::{Random, Spanned, Timestamp};
use crate::query::{Environment, Variables};
use crate::value::{Str, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// An execution of a machine.
///
/// Feed it with [`Execution::deliver`], let it go on with [`Execution::advance`], and take what comes out with
/// [`Execution::next_output`]. Deliver everything that is due at one instant before letting it go on.
#[derive(Debug)]
pub struct Execution {
    pub(super) machine: Arc<StateMachine>,
    pub(super) options: Options,
    pub(super) premise: Premise,
    pub(super) now: Timestamp,
    context: ExecutionContext,
    pub(super) frames: HashMap<FrameId, Frame, foldhash::fast::FixedState>,
    ready: VecDeque<FrameId>,
    outputs: VecDeque<Output>,
    /// Which frame waits for a task.
    tasks: HashMap<TaskId, FrameId, foldhash::fast::FixedState>,
    /// Which frame waits for a timer.
    timers: HashMap<TimerId, FrameId, foldhash::fast::FixedState>,
    /// Which frame reads items.
    pub(super) readers: HashMap<ReaderId, FrameId, foldhash::fast::FixedState>,
    /// Which frame has results written.
    pub(super) writers: HashMap<WriterId, FrameId, foldhash::fast::FixedState>,
    /// The events of each child execution that runs.
    child_events: HashMap<ChildId, u64, foldhash::fast::FixedState>,
    execution_timer: Option<TimerId>,
    pub(super) counters: Counters,
    /// Whether an event was not written because the history has no room for it.
    history_full: bool,
    over: bool,
}

#[derive(Debug, Default)]
pub(super) struct Counters {
    events: u64,
    frames: u64,
    visits: u64,
    tasks: u64,
    timers: u64,
    pub(super) map_runs: u64,
    pub(super) children: u64,
}

impl Execution {
    /// Starts an execution: what comes first can be taken after [`Execution::advance`].
    ///
    /// The machine must have come out of lowering without an error.
    pub fn start(machine: Arc<StateMachine>, options: Options, input: Value) -> Self {
        Self::start_with(machine, options, input, Premise::default())
    }

    /// Starts an execution, as [`Execution::start`] does, that takes more than its input as given.
    pub fn start_with(
        machine: Arc<StateMachine>,
        options: Options,
        input: Value,
        premise: Premise,
    ) -> Self {
        let mut execution = Self {
            now: options.start,
            context: ExecutionContext::new(&options, input.clone(), premise.context.clone()),
            machine,
            options,
            premise,
            frames: HashMap::default(),
            ready: VecDeque::new(),
            outputs: VecDeque::new(),
            tasks: HashMap::default(),
            timers: HashMap::default(),
            readers: HashMap::default(),
            writers: HashMap::default(),
            child_events: HashMap::default(),
            execution_timer: None,
            counters: Counters::default(),
            history_full: false,
            over: false,
        };
        execution.begin(input);
        execution
    }

    fn begin(&mut self, input: Value) {
        let machine = self.machine.clone();
        let mut frame = self.new_frame(FrameKind::Machine, None);
        frame.variables = self.premise.variables.clone();
        let started = EventKind::ExecutionStarted {
            input: input.clone(),
        };
        self.emit(&mut frame, None, started);
        // The first StateEntered has previousEventId 0, not 1.
        frame.last_event = 0;
        self.note(
            &frame,
            None,
            EventKind::FrameStarted {
                kind: FrameKind::Machine,
                parent: None,
            },
        );
        let declared = machine
            .timeout_seconds
            .as_ref()
            .map(|seconds| millis(seconds.value));
        let quota = self
            .options
            .limits
            .hold()
            .then_some(match self.options.workflow_type {
                WorkflowType::Express => Limits::EXPRESS_DURATION,
                WorkflowType::Standard => Limits::STANDARD_DURATION,
            });
        if let Some(longest) = declared.into_iter().chain(quota).min() {
            let timer = self.new_timer(self.now.plus(longest));
            self.execution_timer = Some(timer);
        }
        if let Some(start) = machine.root().start {
            frame.phase = Phase::Enter(start, input);
        }
        self.wake(frame);
    }

    /// Takes in something from outside, at `now`.
    pub fn deliver(&mut self, now: Timestamp, input: Input) {
        self.now = self.now.max(now);
        if self.over {
            return;
        }
        match input {
            Input::Items {
                reader,
                items,
                last,
            } => {
                self.wake_map_run(reader, |execution, frame| {
                    execution.items_came(frame, items, last)
                });
            }
            Input::ReaderFailed {
                reader,
                error,
                cause,
            } => {
                self.wake_map_run(reader, |execution, frame| {
                    execution.map_run_failed(frame, error, cause)
                });
            }
            Input::WriterOpened(writer) => {
                let waiting = self.writers.get(&writer).copied();
                if let Some(mut frame) = waiting.and_then(|id| self.frames.remove(&id)) {
                    self.writer_opened(&mut frame);
                    self.wake(frame);
                }
            }
            Input::Written { writer, details } => {
                self.wake_writer(writer, |execution, frame| {
                    execution.results_written(frame, details)
                });
            }
            Input::WriterFailed {
                writer,
                error,
                cause,
            } => {
                self.wake_writer(writer, |execution, frame| {
                    execution.map_run_failed(frame, error, cause)
                });
            }
            Input::Abort { error, cause } => self.stop(Status::Aborted, error, cause),
            Input::Timer(timer) if self.execution_timer == Some(timer) => {
                self.stop(Status::TimedOut, Some("States.Timeout".into()), None);
            }
            Input::Timer(timer) => {
                if let Some(mut frame) = self
                    .timers
                    .remove(&timer)
                    .and_then(|id| self.frames.remove(&id))
                {
                    self.timer_due(&mut frame, timer);
                    self.wake(frame);
                }
            }
            Input::Task { task, outcome } => {
                let waiting = self.tasks.get(&task).copied();
                if let Some(mut frame) = waiting.and_then(|id| self.frames.remove(&id)) {
                    self.task_says(&mut frame, outcome);
                    self.wake(frame);
                }
            }
        }
    }

    fn wake_map_run(&mut self, reader: ReaderId, act: impl FnOnce(&mut Self, &mut Frame)) {
        let waiting = self.readers.get(&reader).copied();
        if let Some(mut frame) = waiting.and_then(|id| self.frames.remove(&id)) {
            act(self, &mut frame);
            self.wake(frame);
        }
    }

    fn wake_writer(&mut self, writer: WriterId, act: impl FnOnce(&mut Self, &mut Frame)) {
        let waiting = self.writers.remove(&writer);
        if let Some(mut frame) = waiting.and_then(|id| self.frames.remove(&id)) {
            act(self, &mut frame);
            self.wake(frame);
        }
    }

    /// Goes on until every frame waits for something from outside.
    pub fn advance(&mut self) {
        while let Some(id) = self.ready.pop_front() {
            if self.over {
                return;
            }
            if let Some(mut frame) = self.frames.remove(&id) {
                self.step(&mut frame);
                if std::mem::take(&mut self.history_full) {
                    self.fail_of_history(&mut frame);
                }
                if !matches!(frame.phase, Phase::Over) {
                    self.frames.insert(id, frame);
                }
            }
        }
    }

    /// What comes out next.
    pub fn next_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Whether the execution has come to its end.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether anybody waits for what the task says.
    pub fn waits_for(&self, task: TaskId) -> bool {
        !self.over && self.tasks.contains_key(&task)
    }

    /// The time of the execution.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    fn step(&mut self, frame: &mut Frame) {
        match std::mem::replace(&mut frame.phase, Phase::Over) {
            Phase::Enter(state, input) => self.enter(frame, state, input),
            Phase::Scheduled(request) => self.start_task(frame, *request),
            Phase::Retry => self.run_state(frame),
            Phase::Ended(Ok(result)) => self.leave(frame, result),
            Phase::Ended(Err(failure)) => self.fail(frame, *failure),
            Phase::MapRun(run) => self.step_map_run(frame, run),
            waiting => frame.phase = waiting,
        }
    }

    fn timer_due(&mut self, frame: &mut Frame, timer: TimerId) {
        if frame.deadline == Some(timer) {
            return self.child_timed_out(frame);
        }
        match &frame.phase {
            Phase::Waiting(waiting) if *waiting == timer => self.waited(frame),
            Phase::Backoff(waiting) if *waiting == timer => frame.phase = Phase::Retry,
            Phase::Running { .. } => self.task_timed_out(frame),
            _ => {}
        }
    }

    // --- what the rooms of the engine share ---

    /// Puts a frame away and lets it step soon.
    pub(super) fn wake(&mut self, frame: Frame) {
        self.ready.push_back(frame.id);
        self.frames.insert(frame.id, frame);
    }

    /// Lets a frame step soon.
    pub(super) fn wake_id(&mut self, frame: FrameId) {
        self.ready.push_back(frame);
    }

    pub(super) fn take_frame(&mut self, id: FrameId) -> Option<Frame> {
        self.frames.remove(&id)
    }

    pub(super) fn put_frame(&mut self, frame: Frame) {
        self.frames.insert(frame.id, frame);
    }

    pub(super) fn new_frame(&mut self, kind: FrameKind, parent: Option<&Frame>) -> Frame {
        let id = FrameId(self.counters.frames);
        self.counters.frames += 1;
        let seed = match parent {
            None => self.options.seed,
            // The flows of a state are made in the order of its branches or items.
            Some(parent) => parent.random.borrow_mut().bits(),
        };
        Frame {
            id,
            kind,
            parent: parent.map(|frame| frame.id),
            variables: parent.map_or_else(Variables::default, |frame| frame.variables.clone()),
            random: RefCell::new(Random::new(seed)),
            iterations: parent.map_or_else(|| Arc::from([]), |frame| frame.iterations.clone()),
            item: parent.and_then(|frame| frame.item.clone()),
            child: parent.and_then(|frame| frame.child.clone()),
            deadline: None,
            last_event: parent.map_or(0, |frame| frame.last_event),
            visit: None,
            phase: Phase::Over,
        }
    }

    pub(super) fn new_visit(
        &mut self,
        frame: &Frame,
        state: StateId,
        input: Value,
        retriers: usize,
    ) -> Visit {
        let id = VisitId(self.counters.visits);
        self.counters.visits += 1;
        let retries = match id {
            VisitId(0) => self.premise.retries,
            _ => 0,
        };
        Visit {
            id,
            state,
            input,
            entered_event: self.events(frame) + 1,
            entered_previous: frame.last_event,
            entered_at: self.now,
            retries: vec![retries; retriers],
            retry_count: retries,
            scheduled: false,
        }
    }

    pub(super) fn new_task(&mut self, frame: FrameId) -> TaskId {
        let task = TaskId(self.counters.tasks);
        self.counters.tasks += 1;
        self.tasks.insert(task, frame);
        task
    }

    pub(super) fn forget_task(&mut self, task: TaskId) {
        self.tasks.remove(&task);
    }

    fn new_timer(&mut self, at: Timestamp) -> TimerId {
        let timer = TimerId(self.counters.timers);
        self.counters.timers += 1;
        self.outputs.push_back(Output::SetTimer { timer, at });
        timer
    }

    /// Sets a timer that wakes a frame in `milliseconds`.
    pub(super) fn set_timer(&mut self, frame: FrameId, milliseconds: i64) -> TimerId {
        let timer = self.new_timer(self.now.plus(milliseconds));
        self.timers.insert(timer, frame);
        timer
    }

    pub(super) fn cancel_timer(&mut self, timer: TimerId) {
        if self.timers.remove(&timer).is_some() {
            self.outputs.push_back(Output::CancelTimer(timer));
        }
    }

    pub(super) fn output(&mut self, output: Output) {
        self.outputs.push_back(output);
    }

    /// Writes a history event that the frame's last event led to; it leads to the next one.
    pub(super) fn emit(
        &mut self,
        frame: &mut Frame,
        visit: Option<VisitId>,
        kind: EventKind,
    ) -> u64 {
        let previous = frame.last_event;
        frame.last_event = self.emit_after(frame, visit, previous, kind);
        frame.last_event
    }

    /// Writes a history event that `previous` led to, and leaves the frame's last event as it is.
    pub(super) fn emit_after(
        &mut self,
        frame: &Frame,
        visit: Option<VisitId>,
        previous: u64,
        kind: EventKind,
    ) -> u64 {
        if self.has_no_room(frame, &kind) {
            self.history_full = true;
            return self.events(frame);
        }
        let id = self.next_event(frame);
        self.outputs.push_back(Output::Event(Event {
            at: self.now,
            id,
            previous,
            child: frame.child.as_ref().map(|child| child.id),
            frame: frame.id,
            visit,
            kind,
        }));
        id
    }

    /// How many events the history has that the frame writes to: the execution's, or a child's.
    fn events(&self, frame: &Frame) -> u64 {
        match &frame.child {
            None => self.counters.events,
            Some(child) => self.child_events.get(&child.id).copied().unwrap_or(0),
        }
    }

    fn next_event(&mut self, frame: &Frame) -> u64 {
        let events = match &frame.child {
            None => &mut self.counters.events,
            Some(child) => self.child_events.entry(child.id).or_default(),
        };
        *events += 1;
        *events
    }

    /// Begins the history of a child execution, whose ExecutionStarted is event 1.
    pub(super) fn begin_child(&mut self, child: ChildId) {
        self.child_events.insert(child, 1);
    }

    /// Forgets the history of a child execution.
    pub(super) fn end_child(&mut self, child: ChildId) {
        self.child_events.remove(&child);
    }

    /// Tells people of something that AWS's history does not show.
    pub(super) fn note(&mut self, frame: &Frame, visit: Option<VisitId>, kind: EventKind) {
        self.outputs.push_back(Output::Event(Event {
            at: self.now,
            id: 0,
            previous: 0,
            child: frame.child.as_ref().map(|child| child.id),
            frame: frame.id,
            visit,
            kind,
        }));
    }

    /// Tells of a stage of the data pipeline, if that is asked for.
    pub(super) fn trace(&mut self, frame: &Frame, stage: Stage, value: &Value) {
        self.trace_with(frame, stage, value, None);
    }

    /// Tells of a value that may hold a token, which nobody has heard of yet.
    pub(super) fn trace_with(
        &mut self,
        frame: &Frame,
        stage: Stage,
        value: &Value,
        token: Option<&TaskToken>,
    ) {
        if self.options.trace {
            let visit = frame.visit();
            let kind = EventKind::DataStage {
                state: visit.state,
                stage,
                value: value.clone(),
                token: token.cloned(),
            };
            self.note(frame, Some(visit.id), kind);
        }
    }

    /// Tells of the input after `InputPath`, where there is one.
    pub(super) fn trace_input_path(&mut self, frame: &Frame, state: &State, input: &Value) {
        if state.io.input_path.is_some() {
            self.trace(frame, Stage::AfterInputPath, input);
        }
    }

    /// Whether `kind` would be event number 25,000, which is kept for the event that ends the execution.
    fn has_no_room(&self, frame: &Frame, kind: &EventKind) -> bool {
        self.options.limits.hold()
            && self.options.workflow_type == WorkflowType::Standard
            && self.events(frame) >= Limits::EVENTS - 1
            && !matches!(
                kind,
                EventKind::ExecutionSucceeded { .. }
                    | EventKind::ExecutionFailed { .. }
                    | EventKind::ExecutionTimedOut { .. }
                    | EventKind::ExecutionAborted { .. }
            )
    }

    /// The history is full: the execution, or the child execution, fails with event number 25,000.
    fn fail_of_history(&mut self, frame: &mut Frame) {
        if self.over {
            return;
        }
        frame.last_event = self.events(frame);
        let failure = Failure {
            error: Some("States.Runtime".into()),
            cause: Some(
                "The execution reached the maximum number of history events (25000).".into(),
            ),
            state: frame.visit().state,
            culprit: None,
            kind: FailureKind::Execution,
            evaluation: None,
        };
        match frame.child {
            None => self.finish_failed(frame, failure),
            Some(_) => self.fail_flow(frame, failure),
        }
    }

    /// The context object of a frame's state.
    pub(super) fn context<'a>(&'a self, frame: &'a Frame, extra: Extra<'a>) -> VisitContext<'a> {
        VisitContext {
            execution: &self.context,
            options: &self.options,
            state: self.machine.state(frame.visit().state),
            frame,
            item: extra.item,
            token: extra.token,
            built: OnceCell::new(),
        }
    }

    /// Evaluates something in a frame's state: with `input` as `$`, its context object and its variables.
    pub(super) fn within<R>(
        &self,
        frame: &Frame,
        input: &Value,
        extra: Extra<'_>,
        evaluate: impl FnOnce(&Environment<'_>) -> R,
    ) -> R {
        evaluate(&Environment {
            input,
            context: &self.context(frame, extra),
            variables: &frame.variables,
            random: &frame.random,
        })
    }

    /// Ends the execution from outside: nothing that runs gives another event.
    fn stop(&mut self, status: Status, error: Option<Str>, cause: Option<Str>) {
        let Some(mut root) = self.frames.remove(&FrameId(0)) else {
            return;
        };
        let kind = match status {
            Status::TimedOut => EventKind::ExecutionTimedOut {
                error: error.clone(),
                cause: cause.clone(),
            },
            _ => EventKind::ExecutionAborted {
                error: error.clone(),
                cause: cause.clone(),
            },
        };
        self.cancel_everything();
        self.emit(&mut root, None, kind);
        self.finish(Outcome {
            status,
            output: None,
            error,
            cause,
            failure: None,
        });
    }

    /// Ends the execution with a failure of a state.
    pub(super) fn finish_failed(&mut self, frame: &mut Frame, failure: Failure) {
        self.cancel_everything();
        let kind = EventKind::ExecutionFailed {
            error: failure.error.clone(),
            cause: failure.cause.clone(),
        };
        self.emit(frame, None, kind);
        self.finish(Outcome {
            status: Status::Failed,
            output: None,
            error: failure.error.clone(),
            cause: failure.cause.clone(),
            failure: Some(failure),
        });
    }

    /// Ends the execution well.
    pub(super) fn finish_succeeded(&mut self, frame: &mut Frame, output: Value) {
        self.cancel_everything();
        self.emit(
            frame,
            None,
            EventKind::ExecutionSucceeded {
                output: output.clone(),
            },
        );
        self.finish(Outcome {
            status: Status::Succeeded,
            output: Some(output),
            error: None,
            cause: None,
            failure: None,
        });
    }

    /// Ends the execution because it needs what is not built.
    pub(super) fn unsupported(&mut self, state: &State, feature: &str) {
        self.cancel_everything();
        self.over = true;
        self.outputs.push_back(Output::Unsupported(Unsupported {
            state: state.id,
            feature: feature.to_owned(),
        }));
    }

    /// Ends the execution because nobody knows the value of a field.
    pub(super) fn unfilled(&mut self, state: &State, field: Spanned<Str>) {
        self.cancel_everything();
        self.over = true;
        self.outputs.push_back(Output::Unfilled(Unfilled {
            state: state.id,
            field,
        }));
    }

    fn finish(&mut self, outcome: Outcome) {
        self.over = true;
        self.frames.clear();
        self.outputs.push_back(Output::Finished(Box::new(outcome)));
    }

    fn cancel_everything(&mut self) {
        let mut tasks: Vec<TaskId> = self.tasks.drain().map(|(task, _)| task).collect();
        tasks.sort_unstable();
        self.outputs
            .extend(tasks.into_iter().map(Output::CancelTask));
        let mut timers: Vec<TimerId> = self.timers.drain().map(|(timer, _)| timer).collect();
        timers.extend(self.execution_timer.take());
        let mut readers: Vec<ReaderId> = self.readers.drain().map(|(reader, _)| reader).collect();
        readers.sort_unstable();
        self.outputs
            .extend(readers.into_iter().map(Output::CloseReader));
        self.writers.clear();
        timers.sort_unstable();
        self.outputs
            .extend(timers.into_iter().map(Output::CancelTimer));
    }
}

/// What an expression may see beside the frame's own.
#[derive(Clone, Copy, Default)]
pub(super) struct Extra<'a> {
    /// The item that an `ItemSelector` is evaluated for.
    pub(super) item: Option<&'a MapItem>,
    /// The token of a task that waits for it.
    pub(super) token: Option<&'a TaskToken>,
}

/// Seconds to milliseconds.
pub(super) fn millis(seconds: u64) -> i64 {
    i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(1000)
}
