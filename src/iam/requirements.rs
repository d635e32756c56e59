//! From a machine to the permissions that its role needs.

use super::optimised::Call;
use super::permission::{Permission, Resource};
use super::scope::Scope;
use super::{distributed_map, optimised, sdk};
use crate::asl::{Integration, Parameters, ResourceKind, State, StateKind, StateMachine, Task};
use crate::services::api;

/// What a role needs beside the machine's own calls, where it is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// To write a log of executions to CloudWatch Logs.
    pub logging: bool,
    /// To send traces to X-Ray.
    pub tracing: bool,
}

/// Every permission that the execution role of `machine` needs, in the order of the states. What no policy can tell of a
/// state stands in the second list, as a sentence each.
pub fn requirements(
    machine: &StateMachine,
    scope: &Scope,
    extras: Extras,
) -> (Vec<Permission>, Vec<String>) {
    let mut needed = Vec::new();
    let mut notes = Vec::new();
    for state in &machine.states {
        let found = match &state.kind {
            StateKind::Task(task) => of_task(scope, state, task, &mut notes),
            StateKind::Map(map) => distributed_map::permissions(scope, map),
            _ => continue,
        };
        needed.extend(found.into_iter().map(|permission| Permission {
            state: Some(state.name.value.to_string()),
            ..permission
        }));
    }
    if extras.logging {
        // Developer guide, "Using CloudWatch Logs to log execution history": none of these takes a narrower resource.
        for action in [
            "CreateLogDelivery",
            "DeleteLogDelivery",
            "DescribeLogGroups",
            "DescribeResourcePolicies",
            "GetLogDelivery",
            "ListLogDeliveries",
            "PutResourcePolicy",
            "UpdateLogDelivery",
        ] {
            needed.push(Permission::new(format!("logs:{action}"), Resource::All));
        }
    }
    if extras.tracing {
        // Developer guide, "Trace Step Functions request data in AWS X-Ray".
        for action in [
            "GetSamplingRules",
            "GetSamplingTargets",
            "PutTelemetryRecords",
            "PutTraceSegments",
        ] {
            needed.push(Permission::new(format!("xray:{action}"), Resource::All));
        }
    }
    (needed, notes)
}

fn of_task(scope: &Scope, state: &State, task: &Task, notes: &mut Vec<String>) -> Vec<Permission> {
    let name = &state.name.value;
    let Some(resource) = &task.resource else {
        return Vec::new();
    };
    if let Some(credentials) = &task.credentials {
        // The call is made with the rights of the other role.
        notes.push(format!(
            "`{name}` assumes a role for its call: what the call itself needs belongs into the policy of that role, \
             and its trust policy must name this one"
        ));
        let role = credentials
            .value
            .role_arn()
            .map_or(Resource::Unknown, |role| Resource::Arn(role.to_owned()));
        return vec![Permission::new("sts:AssumeRole", role)];
    }
    match &resource.value.kind {
        ResourceKind::LambdaFunction => {
            let function = Resource::Arn(resource.value.text.to_string());
            vec![Permission::new("lambda:InvokeFunction", function)]
        }
        ResourceKind::Activity => Vec::new(),
        ResourceKind::Unknown => {
            notes.push(format!(
                "`{name}`: `{}` is not filled: what it calls is taken for a Lambda function",
                resource.value.text
            ));
            let function = Resource::Arn(resource.value.text.to_string());
            vec![Permission::new("lambda:InvokeFunction", function)]
        }
        ResourceKind::Other => {
            notes.push(format!("`{name}`: nothing is known of its `Resource`"));
            Vec::new()
        }
        ResourceKind::Integration(integration) => {
            of_integration(scope, name, task, integration, notes)
        }
    }
}

fn of_integration(
    scope: &Scope,
    name: &str,
    task: &Task,
    integration: &Integration,
    notes: &mut Vec<String>,
) -> Vec<Permission> {
    let parameters = Parameters::new(task.request.as_ref());
    if !integration.sdk {
        if &*integration.service == "eks" && matches!(&*integration.action, "call" | "runJob") {
            notes.push(format!(
                "`{name}` speaks to a Kubernetes cluster: give the role an access entry there"
            ));
        }
        return optimised::permissions(&Call {
            scope,
            integration,
            parameters,
        });
    }
    let found = api::service(&integration.service)
        .and_then(|service| Some((service, service.operation(&integration.action)?)));
    match found {
        Some((service, operation)) => sdk::permissions(scope, service, operation, parameters),
        None => {
            notes.push(format!(
                "`{name}`: `{integration}` is not among the known APIs"
            ));
            Vec::new()
        }
    }
}
