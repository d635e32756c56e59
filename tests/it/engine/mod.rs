//! The interpreter beyond what the recorded executions show: time, retries, limits, order.

mod limits;
mod nested;
mod recovery;
mod time;

use serde_json::{Value as Json, json};
use sfnrun::asl::{LowerOptions, StateMachine, WorkflowType, lower};
use sfnrun::diagnostics::Severity;
use sfnrun::engine::{Event, EventKind, Options, Outcome, TaskId, TaskOutcome, TaskRequest};
use sfnrun::run::{Clock, Consumer, End, Surroundings, run};
use sfnrun::tasks::{Reply, TaskHandler, TimedOutcome};
use sfnrun::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// What a state's task says, attempt by attempt; the last answer repeats.
type Answers = HashMap<&'static str, Vec<Vec<TimedOutcome>>>;

/// A run, and all it told.
struct Ran {
    machine: Arc<StateMachine>,
    events: Vec<Event>,
    outcome: Outcome,
}

impl Ran {
    /// Milliseconds of the execution.
    fn duration(&self) -> i64 {
        let first = self.events.first().expect("an event").at;
        self.events.last().expect("an event").at.since(first)
    }

    fn output(&self) -> Json {
        Json::from(self.outcome.output.as_ref().unwrap_or(&Value::Null))
    }

    fn error(&self) -> &str {
        self.outcome.error.as_deref().unwrap_or_default()
    }

    fn cause(&self) -> &str {
        self.outcome.cause.as_deref().unwrap_or_default()
    }

    /// Names of the states that were entered, in order.
    fn entered(&self) -> Vec<&str> {
        let entered = self.events.iter().filter_map(|event| match event.kind {
            EventKind::StateEntered { state, .. } => Some(&*self.machine.state(state).name.value),
            _ => None,
        });
        entered.collect()
    }

    fn count(&self, wanted: impl Fn(&EventKind) -> bool) -> usize {
        self.events
            .iter()
            .filter(|event| wanted(&event.kind))
            .count()
    }
}

struct Scripted {
    answers: Answers,
    asked: HashMap<String, usize>,
}

impl TaskHandler for Scripted {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        let Some(answers) = self.answers.get(&*request.state_name) else {
            return Reply::NotMocked;
        };
        let asked = self
            .asked
            .entry(request.state_name.to_string())
            .or_default();
        let answer = answers[(*asked).min(answers.len() - 1)].clone();
        *asked += 1;
        Reply::Scripted(answer)
    }

    fn cancel(&mut self, _: TaskId) {}
}

fn succeeds(after: i64, output: Json) -> Vec<TimedOutcome> {
    vec![TimedOutcome::new(
        after,
        TaskOutcome::Succeeded(Value::from(&output)),
    )]
}

fn fails(after: i64, error: &str) -> Vec<TimedOutcome> {
    let failed = TaskOutcome::Failed {
        error: Some(error.into()),
        cause: Some("cause".into()),
    };
    vec![TimedOutcome::new(after, failed)]
}

fn lambda(mut fields: Json) -> Json {
    fields["Type"] = json!("Task");
    fields["Resource"] = json!("arn:aws:states:::lambda:invoke");
    fields["Parameters"] = json!({"FunctionName": "f"});
    fields
}

fn answers<const N: usize>(answers: [(&'static str, Vec<Vec<TimedOutcome>>); N]) -> Answers {
    HashMap::from(answers)
}

fn machine(definition: &Json, workflow_type: WorkflowType) -> StateMachine {
    let tree = sfnrun::source::json::read(&definition.to_string());
    let options = LowerOptions {
        workflow_type,
        ..LowerOptions::default()
    };
    let lowered = lower(tree.root.as_ref().expect("a definition"), &options);
    let errors: Vec<_> = lowered
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    lowered.machine.expect("a machine")
}

/// Runs a definition under the virtual clock.
fn exec_with(definition: &Json, input: Json, answers: Answers, options: Options) -> Ran {
    let machine = Arc::new(machine(definition, options.workflow_type));
    let mut events = Vec::new();
    let mut collect = |event: &Event| events.push(event.clone());
    let consumers: &mut [&mut dyn Consumer] = &mut [&mut collect];
    let mut handler = Scripted {
        answers,
        asked: HashMap::new(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let end = runtime.block_on(run(
        machine.clone(),
        options,
        Value::from(&input),
        Clock::Virtual,
        Surroundings {
            handler: &mut handler,
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers,
        },
        std::future::pending(),
    ));
    match end {
        End::Finished(outcome) => Ran {
            machine,
            events,
            outcome: *outcome,
        },
        other => panic!("not run to its end: {other:?}"),
    }
}

fn exec(definition: &Json, input: Json, answers: Answers) -> Ran {
    exec_with(definition, input, answers, Options::default())
}
