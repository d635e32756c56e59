//! `elasticmapreduce`: Step Functions has names of its own for clusters and steps (developer guide, "Create and manage
//! Amazon EMR clusters").

use super::caller::Caller;
use super::fault::Stop;
use super::{plain, unsupported};
use crate::value::{Object, Value};

/// Calls an action.
pub(super) async fn call(caller: &Caller<'_>, action: &str) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let Some(asked) = asked(action, parameters) else {
        return Err(unsupported(&caller.request.resource));
    };
    let result = plain::call(caller, "elasticmapreduce", action, asked).await?;
    Ok(given(action, parameters, &result))
}

/// What EMR is asked; nothing where the action is more than one call.
pub(super) fn asked(action: &str, parameters: &Value) -> Option<Value> {
    let one = |key: &str| Value::from_iter(parameters.get(key).cloned());
    let members: Vec<(&str, Value)> = match action {
        "createCluster" => return Some(parameters.clone()),
        "addStep" => vec![
            ("JobFlowId", parameters.get("ClusterId")?.clone()),
            ("Steps", one("Step")),
        ],
        "cancelStep" => vec![
            ("ClusterId", parameters.get("ClusterId")?.clone()),
            ("StepIds", one("StepId")),
        ],
        "terminateCluster" => vec![("JobFlowIds", one("ClusterId"))],
        "setClusterTerminationProtection" => vec![
            ("JobFlowIds", one("ClusterId")),
            (
                "TerminationProtected",
                parameters.get("TerminationProtected")?.clone(),
            ),
        ],
        _ => return None,
    };
    Some(members.into_iter().collect::<Object>().into())
}

/// What is said of EMR's parameters, in Step Functions' names.
pub(super) fn own_names(text: &str) -> String {
    text.replace("'Steps.0", "'Step")
}

/// The result in Step Functions' names.
fn given(action: &str, parameters: &Value, result: &Value) -> Value {
    let at = |pointer: &str| result.pointer(pointer).cloned();
    let member = match action {
        "createCluster" => ("ClusterId", at("/JobFlowId")),
        "addStep" => ("StepId", at("/StepIds/0")),
        "cancelStep" => ("CancelStepsInfo", at("/CancelStepsInfoList/0")),
        "terminateCluster" => ("ClusterId", parameters.get("ClusterId").cloned()),
        _ => return result.clone(),
    };
    let (key, value) = member;
    let members = value.map(|value| (key, value));
    members.into_iter().collect::<Object>().into()
}
