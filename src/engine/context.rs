//! The context object: `$$` in JSONPath.

use super::child::Child;
use super::frame::{Frame, MapItem};
use super::{Names, Options, TaskToken};
use crate::asl::State;
use crate::query::Context;
use crate::value::{Object, Value};
use std::cell::OnceCell;

/// What the context object says of a child execution of a distributed Map.
fn child_context(child: &Child, options: &Options) -> (Value, Value) {
    let names = &options.names;
    let execution = object([
        ("Id", child.arn(names).into()),
        ("Input", child.input.clone()),
        ("StartTime", child.started.to_string().into()),
        ("Name", child.name().into()),
        ("RoleArn", names.role_arn.clone().into()),
        ("RedriveCount", 0_i64.into()),
    ]);
    let machine = object([
        ("Id", child.state_machine_arn(names).into()),
        ("Name", child.machine.clone().into()),
    ]);
    (execution, machine)
}

/// What is the same for all states of an execution.
#[derive(Debug)]
pub(super) struct ExecutionContext {
    execution: Value,
    state_machine: Value,
    /// Stands for the whole.
    given: Option<Value>,
}

impl ExecutionContext {
    pub(super) fn new(options: &Options, input: Value, given: Option<Value>) -> Self {
        let names = &options.names;
        let mut execution = vec![
            ("Id", options.execution_arn().into()),
            ("Input", input),
            ("StartTime", options.start.to_string().into()),
            ("Name", names.execution.clone().into()),
            ("RoleArn", role(names)),
        ];
        if !options.synchronous {
            execution.push(("RedriveCount", 0_i64.into()));
        }
        Self {
            execution: execution.into_iter().collect::<Object>().into(),
            state_machine: object([
                ("Id", names.state_machine_arn().into()),
                ("Name", names.state_machine.clone().into()),
            ]),
            given,
        }
    }
}

/// The context object of a state visit, put together when it is first asked for.
pub(super) struct VisitContext<'a> {
    pub(super) execution: &'a ExecutionContext,
    pub(super) options: &'a Options,
    pub(super) state: &'a State,
    pub(super) frame: &'a Frame,
    pub(super) item: Option<&'a MapItem>,
    pub(super) token: Option<&'a TaskToken>,
    pub(super) built: OnceCell<Value>,
}

impl Context for VisitContext<'_> {
    fn object(&self) -> &Value {
        self.built.get_or_init(|| self.build())
    }
}

impl VisitContext<'_> {
    /// Shape as recorded in context_object/context_object.input_path and, for `RetryCount`,
    /// scenarios/base_scenarios.lambda_invoke_with_retry_extended_input.
    fn build(&self) -> Value {
        let mut context = match self.execution.given.as_ref().and_then(Value::as_object) {
            Some(given) => given.clone(),
            None => self.own(),
        };
        self.add_task_and_item(&mut context);
        Value::Object(context)
    }

    fn own(&self) -> Object {
        let visit = self.frame.visit();
        let mut state = vec![
            ("Name", self.state.name.value.clone().into()),
            ("EnteredTime", visit.entered_at.to_string().into()),
        ];
        if self.state.state_type().can_retry() {
            state.push(("RetryCount", (visit.retry_count as i64).into()));
        }
        let (execution, machine) = match &self.frame.child {
            Some(child) => child_context(child, self.options),
            None => (
                self.execution.execution.clone(),
                self.execution.state_machine.clone(),
            ),
        };
        let members = [
            ("Execution", execution),
            ("StateMachine", machine),
            ("State", state.into_iter().collect::<Object>().into()),
        ];
        members.into_iter().collect()
    }

    fn add_task_and_item(&self, context: &mut Object) {
        if let Some(token) = self.token.filter(|_| !context.contains_key("Task")) {
            context.insert("Task", object([("Token", token.reveal().clone().into())]));
        }
        if let Some(item) = self.item.or(self.frame.item.as_deref()) {
            context.insert("Map", object([("Item", item_context(item))]));
        }
    }
}

/// What the context object says of an item.
fn item_context(MapItem { index, item }: &MapItem) -> Value {
    object([
        ("Index", i64::from(*index).into()),
        ("Value", item.value.clone()),
        ("Source", item.source.clone().into()),
    ])
}

/// `null` without a role (recorded: test_state/test_state_scenarios.state_with_variables~base_expressions).
fn role(names: &Names) -> Value {
    match &*names.role_arn {
        "" => Value::Null,
        _ => names.role_arn.clone().into(),
    }
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().collect())
}
