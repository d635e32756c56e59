//! Connections of EventBridge, as a local file tells of them: what `http:invoke` proves itself with.
//!
//! The file is JSON: by the name or the ARN of a connection, what `aws events create-connection` takes (API reference,
//! CreateConnection). `${NAME}` in a text is the environment variable of that name.

use super::encoding::form;
use crate::aws::{CallFault, Client, HttpCall};
use crate::base::Hidden;
use crate::tasks::calls::fault::Stop;
use crate::value::{Object, Value, read};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// Connections by name or ARN. They hold secrets, so `Debug` shows the names alone.
#[derive(Clone, Default)]
pub struct Connections {
    by_name: BTreeMap<String, Value>,
}

/// Names and values that a connection adds to a request.
#[derive(Default)]
pub(super) struct Additions {
    pub(super) headers: Vec<(String, String)>,
    pub(super) query: Vec<(String, String)>,
    pub(super) body: Vec<(String, String)>,
}

/// Why a file of connections cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConnectionsFault {
    /// It is no JSON.
    #[error("it is no JSON: {0}")]
    NoJson(String),
    /// It holds something else than connections.
    #[error("`{0}` is no connection: it has no `AuthorizationType` and `AuthParameters`")]
    NoConnection(String),
    /// It names an environment variable that is not set.
    #[error("the environment variable `{0}` is not set")]
    Unset(String),
}

impl Connections {
    /// Reads a file; `variable` gives the environment variables that it names.
    ///
    /// # Errors
    /// Where it is no JSON, holds something else, or names a variable that is not set.
    pub fn read(
        text: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConnectionsFault> {
        let file = read(text).map_err(|fault| ConnectionsFault::NoJson(fault.to_string()))?;
        let connections = file.as_object().into_iter().flat_map(Object::iter);
        let mut by_name = BTreeMap::new();
        for (name, connection) in connections {
            let is_whole = connection.get("AuthorizationType").is_some()
                && connection.get("AuthParameters").is_some();
            if !is_whole {
                return Err(ConnectionsFault::NoConnection(name.to_string()));
            }
            by_name.insert(name.to_string(), filled(connection, variable)?);
        }
        Ok(Self { by_name })
    }

    /// The connection of an ARN: `arn:aws:events:us-east-1:123456789012:connection/NAME/ID`.
    fn find(&self, arn: &str) -> Option<&Value> {
        let name = arn.split(":connection/").nth(1);
        let name = name.and_then(|rest| rest.split('/').next());
        self.by_name
            .get(arn)
            .or_else(|| self.by_name.get(name.unwrap_or(arn)))
    }

    /// What the connection `arn` adds to a request: what it proves itself with, and what it sends with every request. What of it
    /// is secret is hidden, also where no request comes of it.
    pub(super) async fn additions(
        &self,
        arn: &str,
        client: &Client,
        secrets: &mut Hidden,
    ) -> Result<Additions, Stop> {
        let Some(connection) = self.find(arn) else {
            return Err(Stop::Hindered {
                message: format!("nothing is known of the connection `{arn}`"),
                help: Some(
                    "`--http-connections FILE` tells of it: a JSON object with what `aws events create-connection` takes, \
                     by the connection's name"
                        .to_owned(),
                ),
            });
        };
        hide(connection, secrets);
        let text = |pointer: &str| text_at(connection, pointer).to_owned();
        let proof = match text("/AuthorizationType").as_str() {
            "BASIC" => {
                let user = text("/AuthParameters/BasicAuthParameters/Username");
                let password = text("/AuthParameters/BasicAuthParameters/Password");
                let proof = STANDARD.encode(format!("{user}:{password}"));
                ("Authorization".to_owned(), format!("Basic {proof}"))
            }
            "API_KEY" => (
                text("/AuthParameters/ApiKeyAuthParameters/ApiKeyName"),
                text("/AuthParameters/ApiKeyAuthParameters/ApiKeyValue"),
            ),
            "OAUTH_CLIENT_CREDENTIALS" => {
                let token = token(connection, client).await?;
                hide_text(&token, secrets);
                ("Authorization".to_owned(), format!("Bearer {token}"))
            }
            other => {
                return Err(Stop::Hindered {
                    message: format!("the connection `{arn}` has the unknown type `{other}`"),
                    help: Some("it is `BASIC`, `API_KEY` or `OAUTH_CLIENT_CREDENTIALS`".to_owned()),
                });
            }
        };
        let with_every = |kind: &str| {
            let pointer = format!("/AuthParameters/InvocationHttpParameters/{kind}");
            listed(connection, &pointer)
        };
        let mut headers = with_every("HeaderParameters");
        headers.push(proof);
        Ok(Additions {
            headers,
            query: with_every("QueryStringParameters"),
            body: with_every("BodyParameters"),
        })
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.by_name.keys()).finish()
    }
}

/// Asks the server of a connection for a token.
async fn token(connection: &Value, client: &Client) -> Result<String, Stop> {
    let text = |pointer: &str| {
        let pointer = format!("/AuthParameters/OAuthParameters{pointer}");
        text_at(connection, &pointer).to_owned()
    };
    let mut fields = vec![
        ("grant_type".to_owned(), "client_credentials".to_owned()),
        ("client_id".to_owned(), text("/ClientParameters/ClientID")),
        (
            "client_secret".to_owned(),
            text("/ClientParameters/ClientSecret"),
        ),
    ];
    let own = "/AuthParameters/OAuthParameters/OAuthHttpParameters/BodyParameters";
    for (name, value) in listed(connection, own) {
        fields.retain(|(known, _)| *known != name);
        fields.push((name, value));
    }
    let content_type = "application/x-www-form-urlencoded";
    let call = HttpCall {
        method: text("/HttpMethod"),
        url: text("/AuthorizationEndpoint"),
        headers: vec![("content-type".to_owned(), content_type.to_owned())],
        body: form(&fields).into_bytes(),
        timeout: Some(Duration::from_secs(60)),
        ..HttpCall::default()
    };
    let refused =
        |what: String| Stop::failed("Events.ConnectionResource.AuthorizationFailed", what);
    let answer = client
        .http(call)
        .await
        .map_err(|fault: CallFault| refused(fault.to_string()))?;
    let token = read(&String::from_utf8_lossy(&answer.body)).ok();
    let token = token
        .as_ref()
        .and_then(|body| body.get("access_token"))
        .and_then(Value::as_str);
    token.map(str::to_owned).ok_or_else(|| {
        refused(format!(
            "the authorization endpoint gives no token ({})",
            answer.status
        ))
    })
}

/// Hides the secrets of a connection: passwords and keys, alone and as they are sent together with what they belong to, and the
/// values that the connection itself calls secret.
fn hide(connection: &Value, secrets: &mut Hidden) {
    let text = |pointer: &str| text_at(connection, &format!("/AuthParameters{pointer}"));
    for (owner, secret) in [
        ("", text("/ApiKeyAuthParameters/ApiKeyValue")),
        (
            text("/BasicAuthParameters/Username"),
            text("/BasicAuthParameters/Password"),
        ),
        (
            text("/OAuthParameters/ClientParameters/ClientID"),
            text("/OAuthParameters/ClientParameters/ClientSecret"),
        ),
    ] {
        hide_text(secret, secrets);
        if !owner.is_empty() && !secret.is_empty() {
            hide_text(&format!("{owner}:{secret}"), secrets);
        }
    }
    for of in [
        "InvocationHttpParameters",
        "OAuthParameters/OAuthHttpParameters",
    ] {
        for kind in [
            "HeaderParameters",
            "QueryStringParameters",
            "BodyParameters",
        ] {
            let items = connection.pointer(&format!("/AuthParameters/{of}/{kind}"));
            let items = items.and_then(Value::as_array).into_iter();
            for item in items.flat_map(|items| items.iter()) {
                if item.get("IsValueSecret").and_then(Value::as_bool) == Some(true) {
                    hide_text(text_at(item, "/Value"), secrets);
                }
            }
        }
    }
}

/// Hides a text. In a form a blank is a plus.
fn hide_text(text: &str, secrets: &mut Hidden) {
    secrets.add(text);
    if text.contains(' ') {
        secrets.add(&text.replace(' ', "+"));
    }
}

/// The text at a pointer; an empty one where there is none.
fn text_at<'v>(value: &'v Value, pointer: &str) -> &'v str {
    let text = value.pointer(pointer).and_then(Value::as_str);
    text.unwrap_or_default()
}

/// A list of `Key` and `Value`.
fn listed(connection: &Value, pointer: &str) -> Vec<(String, String)> {
    let items = connection.pointer(pointer).and_then(Value::as_array);
    let items = items.into_iter().flat_map(|items| items.iter());
    items
        .filter_map(|item| {
            let text = |key: &str| item.get(key).and_then(Value::as_str).map(str::to_owned);
            Some((text("Key")?, text("Value")?))
        })
        .collect()
}

fn filled(
    value: &Value,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Value, ConnectionsFault> {
    Ok(match value {
        Value::String(text) => {
            let mut done = String::new();
            let mut rest = &text[..];
            while let Some((before, after)) = rest.split_once("${") {
                let Some((name, behind)) = after.split_once('}') else {
                    break;
                };
                done.push_str(before);
                let value =
                    variable(name).ok_or_else(|| ConnectionsFault::Unset(name.to_owned()))?;
                done.push_str(&value);
                rest = behind;
            }
            done.push_str(rest);
            done.into()
        }
        Value::Array(items) => {
            let items = items.iter().map(|item| filled(item, variable));
            items.collect::<Result<Vec<_>, _>>()?.into()
        }
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| Ok((key.clone(), filled(value, variable)?)))
            .collect::<Result<Object, ConnectionsFault>>()?
            .into(),
        other => other.clone(),
    })
}
