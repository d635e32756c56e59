//! The calls that states make, as far as their text tells: what is shown before the first of them.

use super::Selection;
use crate::asl::{
    Argument, Parameters, Resource, ResourceKind, State, StateId, StateKind, StateMachine, Task,
};
use crate::services::api;
use crate::services::operation_behind;

/// A call of AWS that a state makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedCall {
    /// The state.
    pub state: StateId,
    /// Its name.
    pub name: String,
    /// What it calls: `sqs:sendMessage.waitForTaskToken`.
    pub call: String,
    /// The service by its name among the APIs: `sqs`, `sfn`; nothing where it is no service of AWS.
    pub service: Option<&'static str>,
    /// Of a call of S3 beside what a Task's `Resource` names, the object: `s3://bucket/key`, or words for one that is
    /// computed.
    pub object: Option<String>,
}

/// The calls of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Those that are chosen, in the order of the definition.
    pub calls: Vec<PlannedCall>,
    /// Those without which a chosen state cannot come to its result, and that are not chosen.
    pub left_out: Vec<PlannedCall>,
}

impl Plan {
    /// The calls of the states of `machine` that `selection` chooses.
    pub fn of(selection: &Selection, machine: &StateMachine) -> Self {
        let mut plan = Self::default();
        for state in &machine.states {
            if let StateKind::Task(task) = &state.kind {
                plan.add_task(selection, state, task);
            }
        }
        plan
    }

    fn add_task(&mut self, selection: &Selection, state: &State, task: &Task) {
        let Some(resource) = task.resource.as_ref().map(|resource| &resource.value) else {
            return;
        };
        let name = &state.name.value;
        let Some((call, service)) = call_of(resource).filter(|_| selection.holds(name, resource))
        else {
            return;
        };
        self.calls.push(planned(state, call, service));
        let chosen = selection.holds_service(name, "s3");
        for (action, object) in moved_by_model(resource, task) {
            let call = PlannedCall {
                object: Some(object.words()),
                ..planned(state, format!("s3:{action}"), api("s3"))
            };
            match (chosen, object) {
                (true, _) => self.calls.push(call),
                // Whether it will be made shows only when it is to be.
                (false, Object::Perhaps) => {}
                (false, _) => self.left_out.push(call),
            }
        }
    }
}

/// What is known of an object of S3 before the machine runs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Object {
    /// Where it is: `s3://bucket/key`.
    Known(String),
    /// There will be one, at a place that is computed.
    Computed,
    /// There may be one.
    Perhaps,
}

impl Object {
    fn words(&self) -> String {
        match self {
            Self::Known(place) => place.clone(),
            Self::Computed => "the object that its input names".to_owned(),
            Self::Perhaps => "where its input names an object".to_owned(),
        }
    }
}

/// The objects that Step Functions moves for `bedrock:invokeModel`, and by which call (developer guide, "Invoke and customize
/// Amazon Bedrock models").
fn moved_by_model(resource: &Resource, task: &Task) -> Vec<(&'static str, Object)> {
    let invokes = resource.integration().is_some_and(|integration| {
        !integration.sdk
            && (&*integration.service, &*integration.action) == ("bedrock", "invokeModel")
    });
    if !invokes {
        return Vec::new();
    }
    let parameters = Parameters::new(task.request.as_ref());
    let calls = [("Input", "getObject"), ("Output", "putObject")];
    let moved = calls.into_iter().filter_map(|(place, action)| {
        let object = match parameters.at(&[place, "S3Uri"]) {
            _ if parameters.are_computed() => Object::Perhaps,
            Argument::Absent => return None,
            Argument::Computed => Object::Computed,
            Argument::Text(uri) => Object::Known(uri.to_owned()),
        };
        Some((action, object))
    });
    moved.collect()
}

/// What a resource calls, and the service among the APIs.
fn call_of(resource: &Resource) -> Option<(String, Option<&'static str>)> {
    match &resource.kind {
        ResourceKind::LambdaFunction => Some(("lambda".to_owned(), api("lambda"))),
        ResourceKind::Integration(integration) => {
            let (service, action) = (&*integration.service, &*integration.action);
            let behind = match integration.sdk {
                true => Some(service),
                false => operation_behind(service, action).map(|(behind, _)| behind),
            };
            let sdk = if integration.sdk { "aws-sdk:" } else { "" };
            let call = format!("{sdk}{service}:{action}{}", integration.pattern.suffix());
            Some((call, behind.and_then(api)))
        }
        _ => None,
    }
}

fn api(service: &str) -> Option<&'static str> {
    api::service(service).map(|found| found.name)
}

fn planned(state: &State, call: String, service: Option<&'static str>) -> PlannedCall {
    PlannedCall {
        state: state.id,
        name: state.name.value.to_string(),
        call,
        service,
        object: None,
    }
}
