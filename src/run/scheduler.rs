//! The executions of a run, and what is to come for each.

use super::agenda::Agenda;
use super::numbering::{task_at, task_of};
use super::registry::{Registry, Waiter};
use super::streams::Streams;
use super::surroundings::{End, NestedRun, RunId, Surroundings};
use crate::asl::{Pattern, StateMachine};
use crate::base::Timestamp;
use crate::engine::{
    Event, Execution, Input, Options, Outcome, Output, TaskId, TaskOutcome, TaskRequest,
};
use crate::tasks::{
    LayeredHandler, Reply, Report, Reports, Said, StartedExecution, TaskHandler, TimedOutcome,
    Within,
};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The executions of a run.
pub(super) struct Scheduler<'a, 'c> {
    pub(super) surroundings: Surroundings<'a, 'c>,
    pub(super) agenda: Agenda,
    /// Those that run. One that is being drained is not among them.
    pub(super) members: BTreeMap<RunId, Box<Member>>,
    /// Those to whom something was delivered.
    pub(super) awake: BTreeSet<RunId>,
    pub(super) registry: Registry,
    /// Tasks that are really being done, by their numbers in the run.
    underway: HashSet<TaskId>,
    /// Tasks that started an execution here, and that somebody outside may answer: by their numbers in the run.
    open: HashMap<TaskId, RunId>,
    /// What stores of items have still to say.
    streams: Streams,
    /// The end of the execution that was asked for, while others still run.
    ended: Option<End>,
}

/// An execution that runs.
pub(super) struct Member {
    pub(super) machine: Arc<StateMachine>,
    pub(super) execution: Execution,
    pub(super) options: Options,
    /// Of an execution that another one started.
    pub(super) nested: Option<Nested>,
}

/// What an execution has that another one started.
pub(super) struct Nested {
    pub(super) run: NestedRun,
    /// How many executions are around it.
    pub(super) depth: usize,
    pub(super) handler: LayeredHandler,
    pub(super) started: StartedExecution,
    /// The Tasks that end with it.
    pub(super) waiters: Vec<Waiter>,
}

impl<'a, 'c> Scheduler<'a, 'c> {
    pub(super) fn new(
        machine: Arc<StateMachine>,
        mut options: Options,
        input: Value,
        surroundings: Surroundings<'a, 'c>,
    ) -> Self {
        if options.check.is_none()
            && let Some(live) = &surroundings.live
        {
            options.check = live.check(HashSet::new());
        }
        let root = Member {
            machine: Arc::clone(&machine),
            execution: Execution::start(machine, options.clone(), input),
            options,
            nested: None,
        };
        Self {
            registry: Registry::new(root.options.seed),
            surroundings,
            agenda: Agenda::default(),
            members: BTreeMap::from([(RunId::ROOT, Box::new(root))]),
            awake: BTreeSet::from([RunId::ROOT]),
            underway: HashSet::new(),
            open: HashMap::new(),
            streams: Streams::default(),
            ended: None,
        }
    }

    /// Lets all go on until they wait for something outside; the end of the run, if it has come.
    pub(super) fn settle(&mut self) -> Option<End> {
        while let Some(run) = self.awake.pop_first() {
            let Some(mut member) = self.members.remove(&run) else {
                continue;
            };
            member.execution.advance();
            match self.drain(run, &mut member) {
                Ok(None) => {
                    self.members.insert(run, member);
                }
                Ok(Some(outcome)) => self.finished(*member, outcome),
                Err(end) => return Some(end_of(&member, end)),
            }
        }
        // The results of a Map Run that has failed are still written when nobody waits for them.
        match self.members.is_empty() && !self.streams.is_underway() {
            true => self.ended.take(),
            false => None,
        }
    }

    /// When the next thing comes.
    pub(super) fn next_time(&mut self) -> Option<Timestamp> {
        self.agenda.next_time()
    }

    /// The end of a run in which nothing is to come any more.
    pub(super) fn nothing_to_come(&mut self) -> End {
        self.ended.take().unwrap_or(End::Stuck)
    }

    /// Delivers what is due at `at`, at the time `now`.
    pub(super) fn deliver(&mut self, at: Timestamp, now: Timestamp) {
        while let Some((run, input)) = self.agenda.due(now.min(at)) {
            self.deliver_to(run, now, input);
        }
    }

    pub(super) fn deliver_to(&mut self, run: RunId, now: Timestamp, input: Input) {
        if let Some(member) = self.members.get_mut(&run) {
            member.execution.deliver(now, input);
            self.awake.insert(run);
        }
    }

    /// Whether a task is really being done, items are being read or results written, or somebody outside is all that a task
    /// waits for.
    pub(super) fn is_underway(&self) -> bool {
        let mut started = self.open.values();
        let done = !self.underway.is_empty() || self.streams.is_underway();
        done || started.any(|run| !self.members.contains_key(run))
    }

    /// Where such tasks report.
    pub(super) fn reports(&mut self) -> Option<&mut Reports> {
        self.surroundings.reports.as_deref_mut()
    }

    /// Hears at `now` what tasks say that are really being done, and stores of items, after all that was due before. The end of
    /// the run, if it cannot go on.
    pub(super) fn hear(&mut self, now: Timestamp, report: Report) -> Option<End> {
        self.deliver(now, now);
        let mut next = Some(report);
        while let Some(report) = next {
            let (task, said) = match report {
                Report::Task { task, said } => (task, said),
                Report::Stream(said) => {
                    let (run, told) = self.streams.hear(said);
                    match told {
                        Ok(input) => self.deliver_to(run, now, input),
                        Err(end) => return Some(self.end_in(run, end)),
                    }
                    next = self.reports().and_then(Reports::ready);
                    continue;
                }
            };
            let (run, own) = task_of(task);
            let outcome = match said {
                Said::Outcome(outcome) => outcome,
                // Nobody waits for one that was given up.
                Said::Hindrance(hindrance) if self.underway.contains(&task) => {
                    return Some(self.end_in(run, End::Hindered(hindrance)));
                }
                Said::Hindrance(_) => {
                    next = self.reports().and_then(Reports::ready);
                    continue;
                }
            };
            if outcome.is_final() {
                self.answered(run, own);
            }
            self.deliver_to(run, now, Input::Task { task: own, outcome });
            next = self.reports().and_then(Reports::ready);
        }
        None
    }

    /// An end that comes of an execution, in the words of the one that was asked for.
    fn end_in(&self, run: RunId, end: End) -> End {
        match self.members.get(&run) {
            Some(member) => end_of(member, end),
            None => end,
        }
    }

    /// A task is over, by its number in the run; whether it was really being done.
    fn over(&mut self, task: TaskId) -> bool {
        let done = self.underway.remove(&task);
        self.open.remove(&task).is_some() || done
    }

    /// A task has its answer, whoever gave it: nobody outside can answer it any more.
    pub(super) fn answered(&mut self, run: RunId, task: TaskId) {
        let task = task_at(run, task);
        if self.over(task)
            && let Some(live) = &mut self.surroundings.live
        {
            live.close(task);
        }
    }

    /// Lets somebody outside answer a task that started the execution `started`, where tasks are really done.
    pub(super) fn open(
        &mut self,
        run: RunId,
        member: &Member,
        request: &TaskRequest,
        started: RunId,
    ) {
        if let Some(live) = &mut self.surroundings.live {
            let task = task_at(run, request.task);
            live.wait(&at(task, request), member.within());
            self.open.insert(task, started);
        }
    }

    /// Stops all executions, at the time `now` where the clock is the wall's.
    pub(super) fn abort(&mut self, now: Option<Timestamp>) {
        for (run, member) in &mut self.members {
            let now = now.unwrap_or_else(|| member.execution.now());
            let stopped = Input::Abort {
                error: None,
                cause: None,
            };
            member.execution.deliver(now, stopped);
            self.awake.insert(*run);
        }
    }

    /// Acts on what an execution puts out; its outcome, if it is over.
    fn drain(&mut self, run: RunId, member: &mut Member) -> Result<Option<Box<Outcome>>, End> {
        while let Some(output) = member.execution.next_output() {
            match output {
                Output::Event(event) => self.tell(member, &event),
                Output::SetTimer { timer, at } => self.agenda.timer(at, run, timer),
                Output::CancelTimer(timer) => self.agenda.cancel_timer(run, timer),
                Output::CancelTask(task) => {
                    self.agenda.cancel_task(run, task);
                    self.handler(member).cancel(task);
                    let whole = task_at(run, task);
                    self.over(whole);
                    if let Some(live) = &mut self.surroundings.live {
                        live.cancel(whole);
                    }
                    self.give_up(run, task, member.execution.now());
                }
                Output::StartTask(request) => self.start(run, member, request)?,
                Output::OpenReader(_)
                | Output::ReadItems { .. }
                | Output::CloseReader(_)
                | Output::OpenWriter(_)
                | Output::WriteResult(_)
                | Output::WritePending { .. }
                | Output::CloseWriter(_) => {
                    let answer = match &mut self.surroundings.store {
                        Some(store) => self.streams.stream(Some(&mut **store), run, output),
                        None => self.streams.stream(None, run, output),
                    };
                    if let Some(answer) = answer? {
                        self.agenda.put(member.execution.now(), run, answer);
                    }
                }
                Output::Finished(outcome) => return Ok(Some(outcome)),
                Output::Unsupported(unsupported) => return Err(End::Unsupported(unsupported)),
                Output::Unfilled(unfilled) => return Err(End::Unfilled(unfilled)),
            }
        }
        Ok(None)
    }

    fn tell(&mut self, member: &Member, event: &Event) {
        for consumer in &mut *self.surroundings.consumers {
            match &member.nested {
                None => consumer.event(event),
                Some(nested) => consumer.nested(&nested.run, event),
            }
        }
    }

    fn handler<'m>(&'m mut self, member: &'m mut Member) -> &'m mut dyn TaskHandler {
        match &mut member.nested {
            None => &mut *self.surroundings.handler,
            Some(nested) => &mut nested.handler,
        }
    }

    /// Has a task done: by a mock, else by a machine that is given or by whoever waits here, else for real.
    fn start(
        &mut self,
        run: RunId,
        member: &mut Member,
        request: Box<TaskRequest>,
    ) -> Result<(), End> {
        if self.surroundings.machines.is_some() || self.surroundings.live.is_some() {
            self.registry.learn_token(run, &request);
        }
        let mut reply = self.handler(member).start(&request);
        if reply == Reply::NotMocked {
            if self.start_execution(run, member, &request)? || self.call_back(run, member, &request)
            {
                return Ok(());
            }
            reply = self.do_live(run, member, &request);
        }
        match reply {
            Reply::Scripted(outcomes) => {
                self.answer(run, member.execution.now(), request.task, outcomes);
                Ok(())
            }
            Reply::Recorded(recorded) => {
                if recorded.fills_gaps {
                    self.tell_refilled(member, &request);
                }
                let runs_again = recorded.ran && self.start_execution(run, member, &request)?;
                let mut outcomes = recorded.outcomes;
                if runs_again && waits_for_token(&request) {
                    // Whoever had the token gave the outcome; that the execution has started is told already.
                    self.answered(run, request.task);
                    outcomes.retain(|said| !matches!(said.outcome, TaskOutcome::Submitted(_)));
                } else if runs_again {
                    return Ok(());
                }
                self.answer(run, member.execution.now(), request.task, outcomes);
                Ok(())
            }
            Reply::Underway => {
                self.underway.insert(task_at(run, request.task));
                Ok(())
            }
            Reply::Error(error) => Err(End::MockError(request, error)),
            Reply::NotMocked if self.refuse_token(run, member, &request) => Ok(()),
            Reply::NotMocked => Err(End::NotMocked(request)),
        }
    }

    /// Tells that a task is answered from the recording to which the run adds.
    fn tell_refilled(&mut self, member: &Member, request: &TaskRequest) {
        let run = member.nested.as_ref().map(|nested| &nested.run);
        for consumer in &mut *self.surroundings.consumers {
            consumer.refilled(run, request.visit);
        }
    }

    /// Has a task really done, where tasks are.
    fn do_live(&mut self, run: RunId, member: &Member, request: &TaskRequest) -> Reply {
        match &mut self.surroundings.live {
            Some(live) => {
                let request = at(task_at(run, request.task), request);
                live.start(&request, &member.options, member.within())
            }
            None => Reply::NotMocked,
        }
    }

    /// Has a task say something, from `now` on.
    pub(super) fn answer(
        &mut self,
        run: RunId,
        now: Timestamp,
        task: TaskId,
        outcomes: Vec<TimedOutcome>,
    ) {
        for timed in outcomes {
            let outcome = timed.outcome;
            let said = Input::Task { task, outcome };
            self.agenda.put(now.plus(timed.after), run, said);
        }
    }

    /// An execution is over.
    fn finished(&mut self, member: Member, outcome: Box<Outcome>) {
        let now = member.execution.now();
        let Some(mut nested) = member.nested else {
            self.ended = Some(End::Finished(outcome));
            return;
        };
        let notes = nested.handler.take_notes();
        for consumer in &mut *self.surroundings.consumers {
            consumer.nested_notes(&nested.run, &notes);
        }
        self.registry.ended(&nested.started.arn);
        for waiter in nested.waiters {
            self.registry.give_up(waiter.run, waiter.task);
            let end = nested.started.ended(waiter.pattern, &outcome, now);
            let said = vec![TimedOutcome::new(0, end)];
            self.answer(waiter.run, now, waiter.task, said);
        }
    }
}

impl Member {
    /// Which execution it is, unless it is the one that was asked for.
    fn within(&self) -> Option<Within<'_>> {
        let run = &self.nested.as_ref()?.run;
        Some(Within {
            machine: &run.name,
            place: &run.place,
        })
    }
}

/// Whether the outcome comes with the token.
fn waits_for_token(request: &TaskRequest) -> bool {
    let integration = request.resource.integration();
    integration.is_some_and(|integration| integration.pattern == Pattern::WaitForTaskToken)
}

/// A request under another number.
fn at(task: TaskId, request: &TaskRequest) -> TaskRequest {
    TaskRequest {
        task,
        ..request.clone()
    }
}

/// An end in the words of the execution that was asked for.
fn end_of(member: &Member, end: End) -> End {
    match &member.nested {
        None => end,
        Some(nested) => End::Nested {
            machine: nested.run.name.clone(),
            end: Box::new(end),
        },
    }
}
