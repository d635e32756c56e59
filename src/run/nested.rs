//! Executions that a Task starts.

use super::registry::Waiter;
use super::scheduler::{Member, Nested, Scheduler};
use super::surroundings::{End, NestedRun, RunId};
use crate::asl::WorkflowType;
use crate::base::Timestamp;
use crate::engine::{Execution, Input, Names, Options, TaskId, TaskOutcome, TaskRequest};
use crate::tasks::{LocalMachine, StartExecution, StartPattern, StartedExecution, TimedOutcome};
use crate::value::Str;

/// How deep executions may start one another. Ours: on AWS a machine that starts itself goes on for ever.
const MOST_DEPTH: usize = 100;
/// How many executions may run at a time. Ours, so that a machine that starts itself twice ends before memory does.
const MOST_RUNNING: usize = 100_000;

impl Scheduler<'_, '_> {
    /// Starts the execution that a Task asks for, if its machine is given.
    pub(super) fn start_execution(
        &mut self,
        run: RunId,
        member: &Member,
        request: &TaskRequest,
    ) -> Result<bool, End> {
        let machines = self.surroundings.machines;
        let Some(start) = StartExecution::read(request) else {
            return Ok(false);
        };
        let Some(local) = machines.and_then(|machines| machines.find(&start.state_machine_arn))
        else {
            return Ok(false);
        };
        let depth = member.nested.as_ref().map_or(0, |nested| nested.depth) + 1;
        let (state, running) = (request.state, self.members.len() + 1);
        if depth > MOST_DEPTH {
            return Err(End::TooDeep { state, depth });
        }
        if running > MOST_RUNNING {
            return Err(End::TooMany { state, running });
        }
        let now = member.execution.now();
        let outcome = self.started(run, member, request, &start, local);
        let said = outcome
            .into_iter()
            .map(|outcome| TimedOutcome::new(0, outcome));
        self.answer(run, now, request.task, said.collect());
        Ok(true)
    }

    /// Starts an execution, or takes the one that runs under this name; what its Task is told at once.
    fn started(
        &mut self,
        run: RunId,
        member: &Member,
        request: &TaskRequest,
        start: &StartExecution,
        local: &LocalMachine,
    ) -> Option<TaskOutcome> {
        let pattern = start.pattern;
        let request_id = self.registry.uuid();
        let Some(input) = start.input.clone() else {
            return Some(pattern.invalid_input(&request_id));
        };
        let now = member.execution.now();
        let place = self.place(member, request);
        let mut options = self.options(member, start, local, (&place, now));
        let handler = local.handler(options.seed, Some(&place));
        if let Some(live) = &self.surroundings.live {
            options.check = live.check(handler.answered(local.machine()));
        }
        let started = StartedExecution {
            arn: options.execution_arn().into(),
            name: options.names.execution.clone(),
            state_machine_arn: options.names.state_machine_arn().into(),
            input,
            started: now,
        };
        let waiter = Waiter {
            run,
            task: request.task,
            pattern,
        };
        if let Some(known) = self.registry.execution(&started.arn) {
            return self.taken(known, &started, waiter, member, request, &request_id);
        }
        let id = self.registry.next_run();
        if start.name.is_some() {
            self.registry.started(id, &started.arn);
        }
        let machine = local.machine();
        let nested = Nested {
            run: NestedRun {
                id,
                parent: run,
                visit: request.visit,
                name: local.name().clone(),
                place,
                machine: machine.clone(),
                workflow_type: options.workflow_type,
            },
            depth: member.nested.as_ref().map_or(0, |nested| nested.depth) + 1,
            handler,
            started: started.clone(),
            waiters: Vec::new(),
        };
        let execution = Execution::start(machine.clone(), options.clone(), started.input.clone());
        let new = Member {
            machine: machine.clone(),
            execution,
            options,
            nested: Some(nested),
        };
        self.members.insert(id, Box::new(new));
        self.awake.insert(id);
        self.wait_for(id, waiter, member, request);
        told(&started, pattern, &request_id)
    }

    /// Which of the executions of the run a Task starts: `Charge`, `Orders/Charge[2]` in an iteration, `Charge attempt 2`, and
    /// `Charge #2` where a loop comes to it again; behind the one that starts it, where that was started too.
    fn place(&mut self, member: &Member, request: &TaskRequest) -> Str {
        let mut place = match &member.nested {
            Some(nested) => format!("{} / ", nested.run.place),
            None => String::new(),
        };
        place.push_str(&member.machine.path(request.state).join("/"));
        let indices = request.iterations.iter();
        let indices: Vec<String> = indices.map(|at| at.index.to_string()).collect();
        if !indices.is_empty() {
            place.push_str(&format!("[{}]", indices.join(", ")));
        }
        if request.retries > 0 {
            place.push_str(&format!(" attempt {}", request.retries + 1));
        }
        let times = self.registry.visited(&place);
        if times > 1 {
            place.push_str(&format!(" #{times}"));
        }
        place.into()
    }

    /// What a Task is told whose execution has the name of another one. While that runs, with the same input, it is
    /// taken for the same (API reference, StartExecution: it is idempotent then).
    fn taken(
        &mut self,
        known: Option<RunId>,
        wanted: &StartedExecution,
        waiter: Waiter,
        member: &Member,
        request: &TaskRequest,
        request_id: &str,
    ) -> Option<TaskOutcome> {
        let running = known.and_then(|id| {
            let nested = self.members.get(&id)?.nested.as_ref()?;
            let same = nested.started.input == wanted.input;
            same.then(|| (id, nested.started.clone()))
        });
        let Some((id, started)) = running else {
            return Some(wanted.already_exists(waiter.pattern, request_id));
        };
        self.wait_for(id, waiter, member, request);
        told(&started, waiter.pattern, request_id)
    }

    fn wait_for(&mut self, id: RunId, waiter: Waiter, member: &Member, request: &TaskRequest) {
        if waiter.pattern == StartPattern::TaskToken {
            self.open(waiter.run, member, request, id);
        }
        let nested = self
            .members
            .get_mut(&id)
            .and_then(|member| member.nested.as_mut());
        if let Some(nested) = nested.filter(|_| waiter.pattern.waits_for_the_end()) {
            nested.waiters.push(waiter);
            self.registry.awaits(waiter.run, waiter.task, id);
        }
    }

    /// How an execution is to run that starts at this place and time: like the one that starts it, in the account and region of its machine's ARN.
    fn options(
        &self,
        member: &Member,
        start: &StartExecution,
        local: &LocalMachine,
        (place, now): (&str, Timestamp),
    ) -> Options {
        let mut random = self.registry.random_at(place);
        let parent = &member.options;
        let name = start.name.clone();
        let mut names = Names {
            execution: name.unwrap_or_else(|| random.uuid().into()),
            state_machine: local.name().clone(),
            ..parent.names.clone()
        };
        let parts: Vec<&str> = start.state_machine_arn.split(':').collect();
        if let [
            "arn",
            partition,
            "states",
            region,
            account,
            "stateMachine",
            ..,
        ] = parts[..]
        {
            names.partition = partition.into();
            names.region = region.into();
            names.account = account.into();
        }
        let synchronous = start.pattern == StartPattern::SdkSync;
        Options {
            workflow_type: match synchronous {
                true => WorkflowType::Express,
                false => WorkflowType::Standard,
            },
            synchronous,
            names,
            limits: parent.limits,
            seed: random.bits(),
            token_key: parent.token_key.clone(),
            start: now,
            trace: false,
            check: None,
        }
    }

    /// Nobody waits for a Task any more: the execution that it waits for is stopped, as Step Functions stops the job of a
    /// `.sync` Task that is given up (guide, "Integrate with other services", "Run a Job").
    pub(super) fn give_up(&mut self, run: RunId, task: TaskId, now: Timestamp) {
        let Some(id) = self.registry.give_up(run, task) else {
            return;
        };
        let nested = self
            .members
            .get_mut(&id)
            .and_then(|member| member.nested.as_mut());
        let Some(nested) = nested else {
            return;
        };
        nested
            .waiters
            .retain(|waiter| (waiter.run, waiter.task) != (run, task));
        if nested.waiters.is_empty() {
            let stopped = Input::Abort {
                error: None::<Str>,
                cause: None,
            };
            self.deliver_to(id, now, stopped);
        }
    }
}

/// What a Task is told of an execution that has started; nothing where it hears of its end only.
fn told(
    started: &StartedExecution,
    pattern: StartPattern,
    request_id: &str,
) -> Option<TaskOutcome> {
    let answer = || started.started(pattern, request_id);
    match pattern {
        StartPattern::RequestResponse | StartPattern::Sdk => Some(TaskOutcome::Succeeded(answer())),
        StartPattern::Sync | StartPattern::Sync2 | StartPattern::TaskToken => {
            Some(TaskOutcome::Submitted(answer()))
        }
        StartPattern::SdkSync => None,
    }
}
