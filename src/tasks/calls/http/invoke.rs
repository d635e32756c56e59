//! `http:invoke` (developer guide, "Call HTTPS APIs in Step Functions workflows")

use super::connection::Additions;
use super::encoding::{ArrayFormat, fields, form};
use super::{has_header, is_good, pairs, result, scheme, with_query};
use crate::aws::{CallFault, ConnectionFault, HttpAnswer, HttpCall};
use crate::base::Hidden;
use crate::tasks::calls::caller::Caller;
use crate::tasks::calls::fault::Stop;
use crate::tasks::scrub::without_hidden;
use crate::value::{Object, Value};
use std::time::Duration;

/// The longest that Step Functions waits for an answer.
const LONGEST: Duration = Duration::from_secs(60);

/// The part of an answer that Step Functions asks for, whatever the Task says.
const RANGE: &str = "bytes=0-262144";

/// Headers that Step Functions sets itself. `User-Agent` tells of sfnrun here.
const SET: [&str; 2] = ["range", "user-agent"];

/// Headers that no HTTP Task may have, beside those that begin with `x-forwarded-`, `x-amz-` and `x-amzn-`.
const FORBIDDEN: [&str; 32] = [
    "a-im",
    "accept-charset",
    "accept-datetime",
    "accept-encoding",
    "authorization",
    "cache-control",
    "connection",
    "content-encoding",
    "content-md5",
    "date",
    "expect",
    "forwarded",
    "from",
    "host",
    "http2-settings",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "if-unmodified-since",
    "max-forwards",
    "origin",
    "pragma",
    "proxy-authorization",
    "referer",
    "server",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "warning",
];

/// What a request may not be.
pub(in crate::tasks::calls) fn check(parameters: &Value) -> Result<(), String> {
    let endpoint = parameters.get("ApiEndpoint").and_then(Value::as_str);
    let is_secure = endpoint.is_some_and(|url| {
        url.starts_with("https://")
            || url
                .strip_prefix("http://")
                .is_some_and(|host| scheme(host) == "http")
    });
    if !is_secure {
        return Err("The value of the field 'ApiEndpoint' has an invalid format".to_owned());
    }
    let headers = pairs(parameters, "Headers");
    match headers.iter().find(|(name, _)| is_forbidden(name)) {
        None => Ok(()),
        // Step Functions says so of a definition (seen when one was saved).
        Some((name, _)) => Err(format!(
            "The 'Headers' field contains unsupported values: [{}]",
            name.to_ascii_lowercase()
        )),
    }
}

/// Sends a request, with what its connection proves itself with. Redirections are not followed: the guide speaks of none. An
/// answer that is no success fails the Task with its status; no recording shows the cause of that, which is here the whole
/// answer.
///
/// What the connection proves itself with is struck out of whatever comes of it: a server may send it back.
pub(in crate::tasks::calls) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let mut secrets = Hidden::default();
    match send(caller, &mut secrets).await {
        Ok(result) => Ok(without_hidden(&result, &secrets)),
        Err(stop) => Err(stop.without(&secrets)),
    }
}

/// Sends a request; what is secret of its connection is hidden from then on.
async fn send(caller: &Caller<'_>, secrets: &mut Hidden) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let text = |name: &str| {
        let text = parameters.get(name).and_then(Value::as_str);
        text.unwrap_or_default()
    };
    let connection = [
        "/Authentication/ConnectionArn",
        "/InvocationConfig/ConnectionArn",
    ]
    .iter()
    .find_map(|pointer| parameters.pointer(pointer)?.as_str());
    let added = match connection {
        Some(arn) => {
            let connections = &caller.facts.connections;
            connections.additions(arn, caller.client, secrets).await?
        }
        None => Additions::default(),
    };
    let query = merged(pairs(parameters, "QueryParameters"), added.query, |a, b| {
        a == b
    });
    let mut call = HttpCall {
        method: text("Method").to_owned(),
        url: with_query(text("ApiEndpoint"), &query),
        headers: merged(pairs(parameters, "Headers"), added.headers, |a, b| {
            a.eq_ignore_ascii_case(b)
        }),
        timeout: Some(LONGEST),
        ..HttpCall::default()
    };
    call.headers
        .retain(|(name, _)| !SET.contains(&name.to_ascii_lowercase().as_str()));
    call.headers.push(("range".to_owned(), RANGE.to_owned()));
    if let Some(body) = merged_body(parameters.get("RequestBody"), added.body, caller)? {
        let (content_type, body) = encode(&body, parameters.get("Transform"));
        call.body = body.into_bytes();
        if !has_header(&call, "content-type") {
            let header = ("content-type".to_owned(), content_type.to_owned());
            call.headers.push(header);
        }
    }
    let answer = caller
        .client
        .http(call)
        .await
        .map_err(|fault| stop(&fault))?;
    if !is_text(&answer) {
        return Err(Stop::failed(
            "States.Runtime",
            "the response of an HTTP Task must be text: no bytes, images, videos or sounds",
        ));
    }
    match is_good(&answer) {
        true => Ok(result(&answer)),
        false => Err(Stop::failed(
            format!("States.Http.StatusCode.{}", answer.status),
            result(&answer).to_compact_json(),
        )),
    }
}

fn is_forbidden(header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    let starts = ["x-forwarded-", "x-amz-", "x-amzn-"];
    FORBIDDEN.contains(&header.as_str()) || starts.iter().any(|start| header.starts_with(start))
}

/// What the Task says and the connection adds. Where both name something, the connection is right.
fn merged(
    own: Vec<(String, String)>,
    added: Vec<(String, String)>,
    is_same: fn(&str, &str) -> bool,
) -> Vec<(String, String)> {
    let is_added = |name: &str| added.iter().any(|(other, _)| is_same(name, other));
    let kept: Vec<_> = own
        .into_iter()
        .filter(|(name, _)| !is_added(name))
        .collect();
    kept.into_iter().chain(added).collect()
}

/// The body of the Task with what the connection adds.
fn merged_body(
    own: Option<&Value>,
    added: Vec<(String, String)>,
    caller: &Caller<'_>,
) -> Result<Option<Value>, Stop> {
    if added.is_empty() {
        return Ok(own.cloned());
    }
    let mut members = match own {
        None => Object::new(),
        Some(Value::Object(members)) => members.clone(),
        Some(_) => {
            return Err(caller.unusable(
                "The field 'RequestBody' is no object to which the connection could add its own",
            ));
        }
    };
    for (name, value) in added {
        members.insert(name, value.into());
    }
    Ok(Some(members.into()))
}

/// Whether Step Functions takes an answer: one that is no text fails the Task.
fn is_text(answer: &HttpAnswer) -> bool {
    let content_type = answer
        .headers
        .iter()
        .find(|(name, _)| name == "content-type")
        .map_or("", |(_, value)| value.trim_start());
    let refused = ["application/octet-stream", "image/", "video/", "audio/"];
    let is_refused = |start: &str| {
        let begin = content_type.get(..start.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    !refused.iter().any(|start| is_refused(start)) && std::str::from_utf8(&answer.body).is_ok()
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
