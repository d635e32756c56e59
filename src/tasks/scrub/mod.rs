//! Secrets and account numbers, struck out of what is written down of a task.

mod accounts;
#[cfg(feature = "aws")]
mod hidden;
mod rebuilt;
mod signature;
#[cfg(test)]
mod tests;

#[cfg(feature = "aws")]
pub(in crate::tasks) use hidden::without_hidden;

pub(in crate::tasks) use crate::base::STARS;
use crate::engine::{Secrets, TaskToken};
use crate::services::{secret_under, without_secrets};
use crate::value::{self, Str, Value};

/// A secret that is shorter could be any word: it is struck out where its key tells of it, and nowhere else.
const SHORTEST: usize = 8;

/// Strikes out secrets and account numbers. What was a secret once is one wherever it comes again.
#[derive(Clone, Debug, Default)]
pub(in crate::tasks) struct Scrubber {
    tokens: Secrets,
    known: Known,
}

/// Texts that were secrets under their keys.
#[derive(Clone, Default)]
struct Known(Vec<Box<str>>);

impl std::fmt::Debug for Known {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Known({})", self.0.len())
    }
}

impl Scrubber {
    /// Remembers a task token.
    pub(in crate::tasks) fn learn(&mut self, token: &TaskToken) {
        self.tokens.add(token);
    }

    /// A value without secrets. One that has none keeps the text it came with.
    pub(in crate::tasks) fn value(&mut self, value: &Value) -> Value {
        self.changed(None, value).unwrap_or_else(|| value.clone())
    }

    /// A text without secrets; a text that is JSON is taken for that.
    pub(in crate::tasks) fn text(&mut self, text: &Str) -> Str {
        self.changed_text(text)
            .map_or_else(|| text.clone(), Str::from)
    }

    /// Nothing where nothing is to be struck out.
    fn changed(&mut self, key: Option<&str>, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) => {
                if key.is_some_and(|key| is_secret(key, text)) {
                    self.remember(text);
                    return Some(STARS.into());
                }
                if key.is_some_and(|key| accounts::is_account(key, text)) {
                    return Some(accounts::STAND_IN.into());
                }
                self.changed_text(text).map(Value::from)
            }
            Value::Array(items) => rebuilt::array(items, |item| self.changed(key, item)),
            Value::Object(members) => rebuilt::object(members, |key, value| {
                (self.changed_text(key), self.changed(Some(key), value))
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        }
    }

    fn changed_text(&mut self, text: &str) -> Option<String> {
        if text.starts_with(['{', '['])
            && let Ok(json) = value::read(text)
        {
            return self.changed(None, &json).map(|json| json.to_json());
        }
        let mut struck = text.to_owned();
        self.tokens.mask(&mut struck);
        for secret in &self.known.0 {
            if struck.contains(&**secret) {
                struck = struck.replace(&**secret, STARS);
            }
        }
        for step in [
            |text: &str| without_secrets(text, STARS),
            |text: &str| signature::without_signature(text, STARS),
            accounts::without_accounts,
        ] {
            if let Some(next) = step(&struck) {
                struck = next;
            }
        }
        (struck != text).then_some(struck)
    }

    fn remember(&mut self, secret: &str) {
        let known = &mut self.known.0;
        if secret.len() >= SHORTEST && !known.iter().any(|known| **known == *secret) {
            known.push(secret.into());
        }
    }
}

/// Whether the text under a key is a secret. Here more counts as one than where a definition is judged: what is struck out
/// in vain costs nothing.
fn is_secret(key: &str, text: &str) -> bool {
    let name: String = key
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .flat_map(char::to_lowercase)
        .collect();
    let ends = [
        "password",
        "passwd",
        "passphrase",
        "secretstring",
        "secretbinary",
        "secretaccesskey",
        "clientsecret",
        "privatekey",
        "apikey",
        "sessiontoken",
        "securitytoken",
        "accesstoken",
        "refreshtoken",
        "idtoken",
        "authtoken",
        "authorizationtoken",
    ];
    let whole = ["authorization", "proxyauthorization", "cookie", "setcookie"];
    !text.is_empty()
        && text != STARS
        && (ends.iter().any(|end| name.ends_with(end))
            || whole.contains(&name.as_str())
            || secret_under(key, text).is_some())
}
