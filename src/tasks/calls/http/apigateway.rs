//! `apigateway:invoke` (developer guide, "Call API Gateway REST APIs")

use super::{has_header, is_good, pairs, result, scheme, with_query};
use crate::aws::HttpCall;
use crate::tasks::calls::caller::Caller;
use crate::tasks::calls::fault::Stop;
use crate::value::{Object, Value};

/// Calls an API. An answer that is no success fails the Task with its status, and its body as the cause
/// (recorded: services/apigetway_task_service.invoke_error).
pub(in crate::tasks::calls) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let text = |name: &str| parameters.get(name).and_then(Value::as_str);
    let (host, method) = (text("ApiEndpoint"), text("Method"));
    let (host, method) = (host.unwrap_or_default(), method.unwrap_or_default());
    let mut url = format!("{}://{host}", scheme(host));
    for part in [text("Stage"), text("Path")].into_iter().flatten() {
        url.push('/');
        url.push_str(part.trim_start_matches('/'));
    }
    let is_signed = matches!(text("AuthType"), Some("IAM_ROLE" | "RESOURCE_POLICY"));
    let mut call = HttpCall {
        method: method.to_owned(),
        url: with_query(&url, &pairs(parameters, "QueryParameters")),
        headers: pairs(parameters, "Headers"),
        signed_for: is_signed.then_some("execute-api"),
        to_api_gateway: true,
        role: caller.request.role.as_deref().map(str::to_owned),
        ..HttpCall::default()
    };
    if let Some(body) = parameters.get("RequestBody") {
        let keeps_nulls = parameters.get("AllowNullValues").and_then(Value::as_bool);
        let body = match keeps_nulls {
            Some(true) => body.clone(),
            _ => without_nulls(body),
        };
        call.body = body.to_json().into_bytes();
        if !has_header(&call, "content-type") {
            let header = ("content-type".to_owned(), "application/json".to_owned());
            call.headers.push(header);
        }
    }
    let answer = caller.client.http(call).await;
    let answer = answer.map_err(|fault| Stop::of_optimised(&fault, "apigateway", parameters))?;
    match is_good(&answer) {
        true => Ok(result(&answer)),
        false => Err(Stop::failed(
            format!("ApiGateway.{}", answer.status),
            String::from_utf8_lossy(&answer.body),
        )),
    }
}

/// Headers are lists of texts (recorded: services/apigetway_task_service.invoke_with_headers~singleStringHeader), some are
/// Step Functions' own (developer guide, "Request format"), and a query is an object (AWS's words for one that is a text).
pub(in crate::tasks::calls) fn check(parameters: &Value) -> Result<(), String> {
    let format_of = |field: &str| format!("The value of the field '{field}' has an invalid format");
    let query = parameters.get("QueryParameters");
    if query.is_some_and(|query| query.as_object().is_none()) {
        return Err(format_of("QueryParameters"));
    }
    let own = [
        "authorization",
        "connection",
        "content-md5",
        "expect",
        "host",
        "max-forwards",
        "proxy-authenticate",
        "server",
        "te",
        "transfer-encoding",
        "trailer",
        "upgrade",
        "via",
        "www-authenticate",
    ];
    let headers = parameters.get("Headers");
    let headers = headers.and_then(Value::as_object);
    for (name, value) in headers.into_iter().flat_map(Object::iter) {
        let name = name.to_ascii_lowercase();
        let is_own = own.contains(&name.as_str())
            || ["x-forwarded", "x-amz", "x-amzn"]
                .iter()
                .any(|start| name.starts_with(start));
        if is_own || value.as_array().is_none() {
            return Err(format_of("Headers"));
        }
    }
    Ok(())
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.iter().filter(|(_, value)| !value.is_null());
            kept.map(|(key, value)| (key.clone(), without_nulls(value)))
                .collect::<Object>()
                .into()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
