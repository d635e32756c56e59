//! `elasticmapreduce`: Step Functions has names of its own for clusters and steps (developer guide, "Create and manage
//! Amazon EMR clusters").

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{self, with};
use super::unsupported;
use crate::services::error_prefixes;
use crate::value::{Object, Value};

/// Calls an action.
pub(super) async fn call(caller: &Caller<'_>, action: &str) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let asked = match (action, asked(action, parameters)) {
        ("modifyInstanceFleetByName", _) => fleet(caller).await?,
        ("modifyInstanceGroupByName", _) => group(caller).await?,
        (_, Some(asked)) => asked,
        (_, None) => return Err(unsupported(&caller.request.resource)),
    };
    let result = plain::call(caller, "elasticmapreduce", action, asked).await?;
    Ok(given(action, parameters, &result))
}

/// What modifies the fleet of a name.
async fn fleet(caller: &Caller<'_>) -> Result<Value, Stop> {
    let id = id_of(
        caller,
        "listInstanceFleets",
        "InstanceFleets",
        "InstanceFleetName",
    )
    .await?;
    let parameters = &caller.request.parameters;
    let fleet = parameters.get("InstanceFleet").cloned().unwrap_or_default();
    let fleet = with(&fleet, "InstanceFleetId", id);
    Ok(of_cluster(parameters, "InstanceFleet", fleet))
}

/// What modifies the group of a name.
async fn group(caller: &Caller<'_>) -> Result<Value, Stop> {
    let id = id_of(
        caller,
        "listInstanceGroups",
        "InstanceGroups",
        "InstanceGroupName",
    )
    .await?;
    let parameters = &caller.request.parameters;
    let group = parameters.get("InstanceGroup").cloned().unwrap_or_default();
    let group = with(&group, "InstanceGroupId", id);
    Ok(of_cluster(
        parameters,
        "InstanceGroups",
        Value::from_iter([group]),
    ))
}

/// The id of what the parameter `name` names, among all that `action` lists under `key`. No recording shows what comes of a name that
/// is not there: it is told as EMR tells of an id.
async fn id_of(caller: &Caller<'_>, action: &str, key: &str, name: &str) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let wanted = parameters.get(name);
    let mut marker = Value::Null;
    loop {
        let asked = of_cluster(parameters, "Marker", marker);
        let answer = caller.optimised("elasticmapreduce", action, asked).await?;
        let listed = answer.result.get(key).and_then(Value::as_array);
        let mut listed = listed.into_iter().flat_map(|list| list.iter());
        if let Some(found) = listed.find(|one| one.get("Name") == wanted) {
            return Ok(found.get("Id").cloned().unwrap_or_default());
        }
        marker = match answer.result.get("Marker") {
            Some(marker) if !marker.is_null() => marker.clone(),
            _ => {
                let prefix = error_prefixes("elasticmapreduce", false);
                let prefix = prefix.first().copied().unwrap_or_default();
                let named = wanted.map(Value::to_json).unwrap_or_default();
                return Err(Stop::failed(
                    format!("{prefix}.InvalidRequestException"),
                    format!("the cluster has nothing with the {name} {named}"),
                ));
            }
        };
    }
}

fn of_cluster(parameters: &Value, key: &str, value: Value) -> Value {
    let cluster = parameters.get("ClusterId").cloned().unwrap_or_default();
    let members = [("ClusterId", cluster), (key, value)];
    members.into_iter().collect::<Object>().into()
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

#[cfg(test)]
mod tests {
    use crate::tasks::calls::tests::{bodies, double, failure, json, result};
    use wiremock::matchers::{body_partial_json, header};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    /// Parameters: developer guide, "Create and manage Amazon EMR clusters"; pages of a list: EMR's API, `Marker`.
    #[tokio::test]
    async fn fleets_and_groups_are_found_by_their_names() {
        let server = MockServer::start().await;
        let pages = [
            (
                "Groups",
                r#"{"InstanceGroups":[{"Id":"g-1","Name":"other"}],"Marker":"m"}"#,
                None,
            ),
            (
                "Groups",
                r#"{"InstanceGroups":[{"Id":"g-2","Name":"MyCoreGroup"}]}"#,
                Some("m"),
            ),
            (
                "Fleets",
                r#"{"InstanceFleets":[{"Id":"f-1","Name":"MyCoreFleet"}]}"#,
                None,
            ),
        ];
        for (kind, page, marker) in pages.into_iter().rev() {
            let target = format!("ElasticMapReduce.ListInstance{kind}");
            let asked = marker.map_or(
                serde_json::json!({}),
                |marker| serde_json::json!({"Marker": marker}),
            );
            let answer =
                ResponseTemplate::new(200).set_body_raw(page, "application/x-amz-json-1.1");
            Mock::given(header("x-amz-target", target.as_str()))
                .and(body_partial_json(asked))
                .respond_with(answer)
                .with_priority(if marker.is_some() { 1 } else { 2 })
                .mount(&server)
                .await;
        }
        for target in ["ModifyInstanceGroups", "ModifyInstanceFleet"] {
            let target = format!("ElasticMapReduce.{target}");
            Mock::given(header("x-amz-target", target.as_str()))
                .respond_with(ResponseTemplate::new(200))
                .mount(&server)
                .await;
        }
        for (action, parameters, sent) in [
            (
                "modifyInstanceGroupByName",
                r#"{"ClusterId":"j-3","InstanceGroupName":"MyCoreGroup","InstanceGroup":{"InstanceCount":8}}"#,
                r#"{"ClusterId":"j-3","InstanceGroups":[{"InstanceCount":8,"InstanceGroupId":"g-2"}]}"#,
            ),
            (
                "modifyInstanceFleetByName",
                r#"{"ClusterId":"j-3","InstanceFleetName":"MyCoreFleet","InstanceFleet":{"TargetSpotCapacity":0}}"#,
                r#"{"ClusterId":"j-3","InstanceFleet":{"TargetSpotCapacity":0,"InstanceFleetId":"f-1"}}"#,
            ),
        ] {
            let resource = format!("arn:aws:states:::elasticmapreduce:{action}");
            result(&server, &resource, parameters).await;
            let requests = server.received_requests().await.expect("they are kept");
            let last = requests.last().expect("a call");
            assert_eq!(json(&String::from_utf8_lossy(&last.body)), json(sent));
            let unknown = parameters.replace("MyCore", "No");
            let (error, _) = failure(&server, &resource, &unknown).await;
            assert!(error.ends_with(".InvalidRequestException"), "{error}");
        }
    }

    /// Developer guide, "Create and manage Amazon EMR clusters": the names; the wire format is EMR's.
    #[tokio::test]
    async fn emr_is_called_by_step_functions_own_names() {
        let answer = ResponseTemplate::new(200)
            .set_body_raw(r#"{"StepIds":["s-1"]}"#, "application/x-amz-json-1.1");
        let server = double(answer).await;
        let resource = "arn:aws:states:::elasticmapreduce:addStep";
        let result = result(
            &server,
            resource,
            r#"{"ClusterId":"j-1","Step":{"Name":"n"}}"#,
        )
        .await;
        assert_eq!(result, json(r#"{"StepId":"s-1"}"#));
        let sent = bodies(&server).await.pop().expect("a call");
        assert_eq!(sent, json(r#"{"JobFlowId":"j-1","Steps":[{"Name":"n"}]}"#));
    }
}
