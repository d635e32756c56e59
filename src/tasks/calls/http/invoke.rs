//! `http:invoke` (developer guide, "Call HTTPS APIs in Step Functions workflows")

use super::encoding::{ArrayFormat, fields, form};
use super::{has_header, is_good, pairs, result, scheme, with_query};
use crate::aws::{CallFault, ConnectionFault, HttpCall};
use crate::tasks::calls::caller::Caller;
use crate::tasks::calls::fault::Stop;
use crate::value::Value;
use std::time::Duration;

/// The longest that Step Functions waits for an answer.
const LONGEST: Duration = Duration::from_secs(60);

/// Sends a request, with what its connection proves itself with. An answer that is no success fails the Task with its
/// status; no recording shows the cause of that, which is here the whole answer.
pub(in crate::tasks::calls) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let text = |name: &str| parameters.get(name).and_then(Value::as_str);
    let (Some(endpoint), Some(method)) = (text("ApiEndpoint"), text("Method")) else {
        return Err(caller.unusable("The fields 'ApiEndpoint' and 'Method' are required"));
    };
    let is_secure = endpoint.starts_with("https://")
        || endpoint
            .strip_prefix("http://")
            .is_some_and(|host| scheme(host) == "http");
    if !is_secure {
        return Err(caller.unusable("The value of the field 'ApiEndpoint' has an invalid format"));
    }
    let mut call = HttpCall {
        method: method.to_owned(),
        url: String::new(),
        headers: pairs(parameters, "Headers"),
        body: Vec::new(),
        signed_for: None,
        role: None,
        timeout: Some(LONGEST),
    };
    let mut query = pairs(parameters, "QueryParameters");
    let connection = [
        "/Authentication/ConnectionArn",
        "/InvocationConfig/ConnectionArn",
    ]
    .iter()
    .find_map(|pointer| parameters.pointer(pointer)?.as_str());
    if let Some(arn) = connection {
        let connections = &caller.facts.connections;
        connections
            .authorize(arn, &mut call, &mut query, caller.client)
            .await?;
    }
    if let Some(body) = parameters.get("RequestBody") {
        let (content_type, body) = encode(body, parameters.get("Transform"));
        call.body = body.into_bytes();
        if !has_header(&call, "content-type") {
            let header = ("content-type".to_owned(), content_type.to_owned());
            call.headers.push(header);
        }
    }
    call.url = with_query(endpoint, &query);
    let answer = caller
        .client
        .http(call)
        .await
        .map_err(|fault| stop(&fault))?;
    match is_good(&answer) {
        true => Ok(result(&answer)),
        false => Err(Stop::failed(
            format!("States.Http.StatusCode.{}", answer.status),
            result(&answer).to_compact_json(),
        )),
    }
}

/// The body as it is sent, and what it is.
fn encode(body: &Value, transform: Option<&Value>) -> (&'static str, String) {
    let option = |pointer: &str| transform?.pointer(pointer)?.as_str();
    if option("/RequestBodyEncoding") == Some("URL_ENCODED") {
        let format = option("/RequestEncodingOptions/ArrayFormat").and_then(ArrayFormat::named);
        let fields = fields(body, format.unwrap_or(ArrayFormat::Indices));
        return ("application/x-www-form-urlencoded", form(&fields));
    }
    ("application/json", body.to_json())
}

/// What comes of a request that nobody answers.
fn stop(fault: &CallFault) -> Stop {
    match fault {
        CallFault::Connection {
            fault: ConnectionFault::TimedOut,
            ..
        } => Stop::failed("States.Timeout", fault.to_string()),
        CallFault::Connection { .. } => Stop::failed("States.Http.Socket", fault.to_string()),
        _ => Stop::of_sdk(fault, "http", &Value::Null),
    }
}
