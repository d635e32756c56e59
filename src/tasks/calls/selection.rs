//! Which Tasks call AWS.

use crate::asl::{Resource, ResourceKind, State, StateId, StateKind, StateMachine};
use thiserror::Error;

/// Which Tasks call AWS: all, or those of some services and some states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    services: Vec<String>,
    states: Vec<String>,
}

/// What is wrong with a selection.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is neither `service:NAME` nor `state:NAME`")]
pub struct SelectionFault(String);

/// A Task that calls AWS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalledTask {
    /// The state.
    pub state: StateId,
    /// Its name.
    pub name: String,
    /// What it calls: `sqs:sendMessage.waitForTaskToken`.
    pub call: String,
    /// The service by its name among the APIs: `sqs`, `sfn`; nothing where it is no service of AWS.
    pub service: Option<&'static str>,
}

impl Selection {
    /// Reads `service:lambda,state:Review`; `*` chooses all.
    ///
    /// # Errors
    /// Where a part is neither: a text that came out empty must not choose all.
    pub fn parse(text: &str) -> Result<Self, SelectionFault> {
        let mut selection = Self::default();
        if text == "*" {
            return Ok(selection);
        }
        for part in text.split(',').map(str::trim) {
            match part.split_once(':') {
                Some(("service", name)) if !name.is_empty() => {
                    selection.services.push(name.to_owned());
                }
                Some(("state", name)) if !name.is_empty() => {
                    selection.states.push(name.to_owned());
                }
                _ => return Err(SelectionFault(part.to_owned())),
            }
        }
        Ok(selection)
    }

    /// The services that are chosen by name.
    pub fn services(&self) -> impl Iterator<Item = &str> {
        self.services.iter().map(String::as_str)
    }

    /// The states that are chosen by name.
    pub fn states(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(String::as_str)
    }

    /// The Tasks of a machine that call AWS, in the order of the definition.
    pub fn tasks(&self, machine: &StateMachine) -> Vec<CalledTask> {
        let tasks = machine.states.iter().filter_map(|state| self.task(state));
        tasks.collect()
    }

    fn task(&self, state: &State) -> Option<CalledTask> {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let resource = &task.resource.as_ref()?.value;
        let (call, service) = call_of(resource)?;
        self.holds(&state.name.value, resource).then(|| CalledTask {
            state: state.id,
            name: state.name.value.to_string(),
            call,
            service,
        })
    }

    /// Whether a Task is chosen.
    pub(super) fn holds(&self, state: &str, resource: &Resource) -> bool {
        let (services, states) = (&self.services, &self.states);
        services.is_empty() && states.is_empty()
            || states.iter().any(|name| name == state)
            || services.iter().any(|name| is_of(name, resource))
    }
}

/// Whether a resource belongs to the service that is called `name`: `sqs`, `aws-sdk:sqs` for that integration alone.
fn is_of(name: &str, resource: &Resource) -> bool {
    match &resource.kind {
        ResourceKind::LambdaFunction => name == "lambda",
        ResourceKind::Integration(integration) => match name.strip_prefix("aws-sdk:") {
            Some(name) => integration.sdk && *integration.service == *name,
            None => *integration.service == *name,
        },
        _ => false,
    }
}

fn call_of(resource: &Resource) -> Option<(String, Option<&'static str>)> {
    let api = |service: &str| crate::services::api::service(service).map(|found| found.name);
    match &resource.kind {
        ResourceKind::LambdaFunction => Some(("lambda".to_owned(), api("lambda"))),
        ResourceKind::Integration(integration) => {
            let (service, action) = (&*integration.service, &*integration.action);
            let behind = match integration.sdk {
                true => Some(service),
                false => {
                    crate::services::operation_behind(service, action).map(|(behind, _)| behind)
                }
            };
            let sdk = if integration.sdk { "aws-sdk:" } else { "" };
            let call = format!("{sdk}{service}:{action}{}", integration.pattern.suffix());
            Some((call, behind.and_then(api)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_by_service_and_state() {
        let holds = |text: &str, state: &str, resource: &str| {
            let selection = Selection::parse(text).expect("it is a selection");
            selection.holds(state, &Resource::parse(resource))
        };
        let send = "arn:aws:states:::sqs:sendMessage";
        let send_by_sdk = "arn:aws:states:::aws-sdk:sqs:sendMessage";
        assert!(holds("*", "A", send));
        assert!(holds("service:lambda,service:sqs", "A", send));
        assert!(holds("service:sqs", "A", send_by_sdk));
        assert!(holds("service:aws-sdk:sqs", "A", send_by_sdk));
        assert!(!holds("service:aws-sdk:sqs", "A", send));
        assert!(holds("state:A", "A", send));
        assert!(!holds("state:A", "B", send));
        assert!(holds(
            "service:lambda",
            "A",
            "arn:aws:lambda:us-east-1:123456789012:function:f"
        ));
        assert_eq!(
            Selection::parse("sqs"),
            Err(SelectionFault("sqs".to_owned()))
        );
        // A variable that is not set must not choose all.
        assert_eq!(Selection::parse(""), Err(SelectionFault(String::new())));
    }
}
