//! `http:invoke`, and `apigateway:invoke`, which is much the same: a request to a URL, and its answer as a result.

mod apigateway;
mod connection;
mod encoding;
mod invoke;
#[cfg(test)]
mod tests;

pub(super) use apigateway::{check as check_api, invoke as invoke_api};
pub use connection::{Connections, ConnectionsFault};
pub(super) use encoding::form;
pub(super) use invoke::{check, invoke};

use crate::aws::{HttpAnswer, HttpCall};
use crate::value::{Object, Value, read};

/// The result that an answer is (recorded: services/apigetway_task_service): its headers as lists, its body as JSON where it
/// is that.
pub(super) fn result(answer: &HttpAnswer) -> Value {
    let mut headers = Object::new();
    for (name, value) in &answer.headers {
        let mut values: Vec<Value> = headers
            .get(name)
            .and_then(Value::as_array)
            .map_or_else(Vec::new, |values| values.to_vec());
        values.push(value.as_str().into());
        headers.insert(name.as_str(), values.into());
    }
    let members = [
        ("Headers", Value::from(headers)),
        ("ResponseBody", body(answer)),
        ("StatusCode", i64::from(answer.status).into()),
        ("StatusText", status_text(answer.status).into()),
    ];
    members.into_iter().collect::<Object>().into()
}

fn body(answer: &HttpAnswer) -> Value {
    let text = String::from_utf8_lossy(&answer.body);
    read(&text).unwrap_or_else(|_| text.into_owned().into())
}

fn status_text(status: u16) -> &'static str {
    let status = hyper::StatusCode::from_u16(status).ok();
    let text = status.and_then(|status| status.canonical_reason());
    text.unwrap_or_default()
}

pub(super) fn is_good(answer: &HttpAnswer) -> bool {
    (200..300).contains(&answer.status)
}

/// `https`, but for a host on this machine, where nobody has a certificate.
pub(super) fn scheme(host: &str) -> &'static str {
    let name = host.split(['/', ':']).next().unwrap_or(host);
    match name {
        "localhost" | "127.0.0.1" => "http",
        _ => "https",
    }
}

/// Texts of a parameter that is an object of texts or lists of them, in order: `Headers`, `QueryParameters`.
pub(super) fn pairs(parameters: &Value, name: &str) -> Vec<(String, String)> {
    let members = parameters.get(name).and_then(Value::as_object);
    let members = members.into_iter().flat_map(Object::iter);
    members
        .flat_map(|(key, value)| {
            let values: Vec<String> = match value {
                Value::Array(items) => items.iter().map(text).collect(),
                other => vec![text(other)],
            };
            values
                .into_iter()
                .map(move |value| (key.to_string(), value))
        })
        .collect()
}

fn text(value: &Value) -> String {
    match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_compact_json(),
    }
}

/// A URL with a query behind it.
fn with_query(url: &str, query: &[(String, String)]) -> String {
    if query.is_empty() {
        return url.to_owned();
    }
    let mark = if url.contains('?') { '&' } else { '?' };
    format!("{url}{mark}{}", encoding::form(query))
}

fn has_header(call: &HttpCall, name: &str) -> bool {
    call.headers
        .iter()
        .any(|(known, _)| known.eq_ignore_ascii_case(name))
}
