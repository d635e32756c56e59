//! Secrets and account numbers, struck out of what is written down of a task.
//!
//! What a secret is tells the name that it stands under (`names`, `pairs`), how it is written
//! ([`secrets_in`](crate::services::secrets_in)), or what stands around it: a URL, an assignment, JSON within a text, the scheme of
//! a header, an access key. One that was told by its surroundings is one wherever it comes again, in whatever encoding.

mod accounts;
mod assignments;
#[cfg(test)]
mod beside_tests;
mod commands;
mod credentials;
mod cuts;
mod encoded;
#[cfg(feature = "aws")]
mod hidden;
#[cfg(test)]
mod kinds_tests;
mod likeness;
mod members;
mod names;
#[cfg(test)]
mod ordinary_tests;
mod pairs;
mod rebuilt;
#[cfg(test)]
mod tests;
mod urls;
mod words;

#[cfg(feature = "aws")]
pub(in crate::tasks) use hidden::without_hidden;
pub(in crate::tasks) use likeness::is_alike;

use crate::base::{Hidden, STARS};
use crate::engine::TaskToken;
use crate::services::secrets_in;
use crate::value::{self, Array, Number, Object, Str, Value};
use accounts::Accounts;
use cuts::Cuts;

/// A secret that is shorter could be any word: it is struck out where its name tells of it, and nowhere else.
const SHORTEST: usize = 8;

/// Strikes out secrets and account numbers. What was a secret once is one wherever it comes again.
#[derive(Clone, Debug, Default)]
pub(in crate::tasks) struct Scrubber {
    known: Hidden,
    /// How many were told to be known.
    learned: usize,
    accounts: Accounts,
}

impl Scrubber {
    /// Remembers a task token.
    pub(in crate::tasks) fn learn(&mut self, token: &TaskToken) {
        self.known.add(token.reveal());
    }

    /// How much it knows: more than before, where it has learned something since.
    pub(in crate::tasks) fn knowledge(&self) -> usize {
        self.learned + self.accounts.len()
    }

    /// Whether a text holds what it knows, wherever it may have learned that.
    pub(in crate::tasks) fn knows_of(&self, text: &str) -> bool {
        !self.known.find(text).is_empty() || self.accounts.are_in(text)
    }

    /// A value without secrets. One that has none keeps the text it came with.
    pub(in crate::tasks) fn value(&mut self, value: &Value) -> Value {
        self.changed(None, value).unwrap_or_else(|| value.clone())
    }

    /// A text without secrets; a text that is JSON is taken for that.
    pub(in crate::tasks) fn text(&mut self, text: &Str) -> Str {
        self.changed_text(None, text)
            .map_or_else(|| text.clone(), Str::from)
    }

    /// What a value under `name` is without secrets; nothing where nothing is to be struck out.
    fn changed(&mut self, name: Option<&str>, value: &Value) -> Option<Value> {
        match value {
            Value::String(text) => {
                if name.is_some_and(|name| names::is_secret(name, text)) {
                    self.remember(text);
                    return Some(STARS.into());
                }
                if name.is_some_and(|name| accounts::is_account(name, text)) {
                    self.accounts.learn(text);
                    return Some(accounts::STAND_IN.into());
                }
                self.changed_text(name, text).map(Value::from)
            }
            Value::Number(number) => changed_number(name?, number),
            Value::Array(items) => self.changed_items(name, items),
            Value::Object(members) => self.changed_members(name, members),
            Value::Null | Value::Bool(_) => None,
        }
    }

    /// Items stand under the name of their list; what follows an option of a command under that option, and the second of two under
    /// the first.
    fn changed_items(&mut self, name: Option<&str>, items: &Array) -> Option<Value> {
        let mut before = None;
        let mut words = Vec::new();
        rebuilt::array(items, |item| {
            let option = std::mem::replace(&mut before, item.as_str());
            words.extend(option);
            match (option, item.as_str()) {
                (_, Some(text)) if let Some(at) = commands::password(&words, text) => {
                    self.remember(&text[at..]);
                    Some([&text[..at], STARS].concat().into())
                }
                (Some(name), Some(text))
                    if assignments::is_option(name, text)
                        || items.len() == 2 && assignments::is_pair(name, text) =>
                {
                    self.remember(text);
                    Some(STARS.into())
                }
                _ => self.changed(name, item),
            }
        })
    }

    fn changed_members(&mut self, name: Option<&str>, members: &Object) -> Option<Value> {
        let within = name;
        let named = pairs::named(members).or(name);
        rebuilt::object(members, |key, value| {
            let name = match named {
                Some(name) if pairs::is_value(key) => name,
                _ => pairs::beside(key, within, members),
            };
            (
                self.changed_text(None, key),
                self.changed(Some(name), value),
            )
        })
    }

    fn changed_text(&mut self, name: Option<&str>, text: &str) -> Option<String> {
        if text.starts_with(['{', '['])
            && let Ok(json) = value::read(text)
        {
            return self.changed(name, &json).map(|json| json.to_json());
        }
        if let Some(inner) = encoded::decoded(text) {
            let struck = self.changed_text(name, &inner);
            return struck.map(|struck| encoded::encoded(&struck));
        }
        let mut cuts = Cuts::of(text);
        for at in self.known.find(text) {
            cuts.strike(at);
        }
        let known = secrets_in(text);
        credentials::find_beside_access_keys(&mut cuts, &known);
        for at in known {
            cuts.strike(at);
        }
        credentials::find_in(&mut cuts);
        urls::find_in(&mut cuts);
        assignments::find_in(&mut cuts);
        members::find_in(&mut cuts);
        commands::find_in(&mut cuts);
        self.accounts.find_in(name, &mut cuts);
        let (struck, again) = cuts.apply()?;
        for secret in again {
            self.remember(secret);
        }
        Some(struck)
    }

    /// Remembers a secret, unless it is a word as any other.
    fn remember(&mut self, secret: &str) {
        let is_word = secret.bytes().all(|byte| byte.is_ascii_alphabetic());
        let shortest = if is_word { 2 * SHORTEST } else { SHORTEST };
        if secret.len() >= shortest && self.known.add(secret) {
            self.learned += 1;
        }
    }
}

/// A number that is a password or an account.
fn changed_number(name: &str, number: &Number) -> Option<Value> {
    if names::is_secret_number(name) {
        return Some(STARS.into());
    }
    accounts::is_account(name, &number.text())
        .then(|| Number::parse(accounts::STAND_IN))
        .flatten()
        .map(Value::Number)
}
