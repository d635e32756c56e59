//! What the tests of mocks share: machines, requests, and mock files as text.

use super::{MockFile, MockHandler, Mocks, Reply, TaskHandler, TimedOutcome};
use crate::asl::{
    Flow, FlowId, FlowKind, Map, Parallel, Quantity, QueryLanguage, Resource, State, StateId,
    StateKind, StateMachine, Task, Transition,
};
use crate::base::{Span, Spanned};
use crate::diagnostics::Diagnostic;
use crate::engine::{IterationRef, TaskId, TaskOutcome, TaskRequest, TaskToken, VisitId};
use crate::source::SourceFile;
use crate::value::{self, Value};

/// The token of every request.
pub(super) const TOKEN: &str = "AQCYAAAA-secret";
pub(super) const FUNCTION: &str = "arn:aws:lambda:us-east-1:123456789012:function:f";
pub(super) const LAMBDA: &str = "arn:aws:states:::lambda:invoke";
pub(super) const CALLBACK: &str = "arn:aws:states:::sqs:sendMessage.waitForTaskToken";

/// A machine of these states. A state is a path of names joined with `/`, and `Map`, `Parallel`, `Succeed` or the resource
/// of a Task; those around it come before it, each branch of a Parallel holds one state.
pub(super) fn machine(states: &[(&str, &str)]) -> StateMachine {
    let mut machine = StateMachine {
        comment: None,
        version: None,
        query_language: QueryLanguage::default(),
        timeout_seconds: None,
        flows: vec![flow(FlowId::ROOT, FlowKind::Machine)],
        states: Vec::new(),
        span: Span::default(),
    };
    for (path, what) in states {
        let (around, name) = path
            .rsplit_once('/')
            .map_or(("", *path), |(around, name)| (around, name));
        let id = StateId(machine.states.len() as u32);
        let inside = match around
            .rsplit('/')
            .next()
            .and_then(|owner| machine.find_anywhere(owner))
        {
            None => FlowId::ROOT,
            Some(owner) => inner_flow(&mut machine, owner),
        };
        machine.flows[inside.0 as usize].states.push(id);
        machine.states.push(State {
            id,
            flow: inside,
            name: Spanned::new((*name).into(), Span::default()),
            span: Span::default(),
            type_span: Span::default(),
            location: String::new(),
            comment: None,
            query_language: QueryLanguage::default(),
            io: Default::default(),
            retry: Vec::new(),
            catch: Vec::new(),
            transition: Transition::None,
            unresolved: Vec::new(),
            kind: match *what {
                "Map" => StateKind::Map(Box::<Map>::default()),
                "Parallel" => StateKind::Parallel(Parallel::default()),
                "Succeed" => StateKind::Succeed,
                resource => StateKind::Task(Task {
                    resource: Some(Spanned::new(Resource::parse(resource), Span::default())),
                    ..Task::default()
                }),
            },
        });
    }
    machine
}

/// Gives a Task a `TimeoutSeconds`.
pub(super) fn limit(machine: &mut StateMachine, state: &str, seconds: i64) {
    let id = machine.find_anywhere(state).expect("the state is there");
    let StateKind::Task(task) = &mut machine.states[id.0 as usize].kind else {
        panic!("{state} is no Task")
    };
    task.timeout = Some(Spanned::new(
        Quantity::Literal(seconds.into()),
        Span::default(),
    ));
}

fn flow(id: FlowId, kind: FlowKind) -> Flow {
    Flow {
        id,
        kind,
        start_at: None,
        start: None,
        states: Vec::new(),
        location: String::new(),
        span: Span::default(),
    }
}

fn inner_flow(machine: &mut StateMachine, owner: StateId) -> FlowId {
    let id = FlowId(machine.flows.len() as u32);
    match &mut machine.states[owner.0 as usize].kind {
        StateKind::Map(map) => {
            if let Some(processor) = map.processor {
                return processor;
            }
            map.processor = Some(id);
            machine
                .flows
                .push(flow(id, FlowKind::ItemProcessor { owner }));
        }
        StateKind::Parallel(parallel) => {
            let index = parallel.branches.len() as u32;
            parallel.branches.push(id);
            machine
                .flows
                .push(flow(id, FlowKind::Branch { owner, index }));
        }
        _ => panic!("nothing is nested in a state of this type"),
    }
    id
}

/// A request of a Task.
pub(super) struct Asking(TaskRequest);

pub(super) fn asking(machine: &StateMachine, state: &str) -> Asking {
    let id = machine.find_anywhere(state).expect("the state is there");
    let StateKind::Task(task) = &machine.state(id).kind else {
        panic!("{state} is no Task")
    };
    let timeout = match task.timeout.as_ref().map(|timeout| &timeout.value) {
        Some(Quantity::Literal(seconds)) => seconds
            .as_i64()
            .and_then(|seconds| u64::try_from(seconds).ok()),
        _ => None,
    };
    Asking(TaskRequest {
        task: TaskId(0),
        state: id,
        state_name: state.into(),
        visit: VisitId(0),
        resource: task
            .resource
            .as_ref()
            .expect("a test's Task has a resource")
            .value
            .clone(),
        parameters: Value::empty_object(),
        retries: 0,
        iterations: Vec::new(),
        token: Some(TaskToken::new(TOKEN.into())),
        timeout,
        heartbeat: None,
        role: None,
    })
}

impl Asking {
    /// Asks for a state of the same name elsewhere.
    pub(super) fn state(&mut self, id: StateId, machine: &StateMachine) {
        (self.0.state, self.0.state_name) = (id, machine.state(id).name.value.clone());
    }

    pub(super) fn with(mut self, parameters: &str) -> Self {
        self.0.parameters = value::read(parameters).expect("parameters are JSON");
        self
    }

    pub(super) fn within(mut self, map: &str, index: u32) -> Self {
        self.0.iterations.push(IterationRef {
            map: map.into(),
            index,
        });
        self
    }

    pub(super) fn retry(mut self, retries: u64) -> Self {
        self.0.retries = retries;
        self
    }

    pub(super) fn limits(mut self, timeout: Option<u64>, heartbeat: Option<u64>) -> Self {
        (self.0.timeout, self.0.heartbeat) = (timeout, heartbeat);
        self
    }

    /// What a handler says, as one line: `+1.300s succeeded 1`, steps joined with `, `.
    pub(super) fn of(&self, handler: &mut MockHandler) -> String {
        show(&handler.start(&self.0))
    }

    pub(super) fn request(&self) -> &TaskRequest {
        &self.0
    }

    pub(super) fn reply(&self, handler: &mut MockHandler) -> Reply {
        handler.start(&self.0)
    }
}

/// A reply as one line.
pub(super) fn show(reply: &Reply) -> String {
    match reply {
        Reply::Scripted(script) => show_script(script),
        Reply::Recorded(recorded) => show_script(&recorded.outcomes),
        Reply::Underway => "under way".to_owned(),
        Reply::NotMocked => "not mocked".to_owned(),
        Reply::Error(error) => format!("error: {}", error.diagnostic.message),
    }
}

fn show_script(script: &[TimedOutcome]) -> String {
    match script {
        [] => "nothing".to_owned(),
        _ => script.iter().map(show_step).collect::<Vec<_>>().join(", "),
    }
}

fn show_step(timed: &TimedOutcome) -> String {
    let said = match &timed.outcome {
        TaskOutcome::Submitted(value) => format!("submitted {value}"),
        TaskOutcome::Heartbeat => "heartbeat".to_owned(),
        TaskOutcome::Succeeded(value) => format!("succeeded {value}"),
        TaskOutcome::Failed { error, cause } => {
            let text = |text: &Option<crate::value::Str>| text.as_deref().unwrap_or("-").to_owned();
            format!("failed {}: {}", text(error), text(cause))
        }
        TaskOutcome::TimedOut => "timed out".to_owned(),
    };
    if timed.after == 0 {
        said
    } else {
        format!("+{}s {said}", timed.after as f64 / 1000.0)
    }
}

/// Reads a mock file, which may have findings. Its name tells its notation.
pub(super) fn read(name: &str, text: &str) -> (MockFile, Vec<Diagnostic>) {
    let tree = SourceFile::new(name, text.to_owned()).read();
    assert!(tree.diagnostics.is_empty(), "{:?}", tree.diagnostics);
    MockFile::from_tree(name, &tree)
}

/// The mocks of a YAML file of our own format, which has no findings.
pub(super) fn mocks(text: &str) -> Mocks {
    let (file, findings) = read("mocks.yaml", text);
    assert!(findings.is_empty(), "{findings:?}");
    file.select(None, None).expect("the file has states")
}

/// What is found in a mock file, as `text under the label: message; help`.
pub(super) fn findings(name: &str, text: &str) -> Vec<String> {
    shown(text, &read(name, text).1)
}

/// Findings about `text`, as `text under the label: message; help`.
pub(super) fn shown(text: &str, findings: &[Diagnostic]) -> Vec<String> {
    let show = |finding: &Diagnostic| {
        assert_eq!(finding.rule, "mock-file");
        let place = text[finding.span().range()]
            .lines()
            .next()
            .unwrap_or_default();
        format!("{place}: {}; {}", finding.message, finding.help.join("; "))
    };
    findings.iter().map(show).collect()
}
