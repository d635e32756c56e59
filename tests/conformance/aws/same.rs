//! Whether an answer is the recorded one, with tokens in place of what AWS made up (README of the cases, "Comparing").

use serde_json::{Map, Value};

/// The tokens of a case and what those with a binding stand for.
pub(crate) struct Tokens<'a> {
    names: Vec<&'a str>,
    bindings: &'a Map<String, Value>,
}

enum Piece {
    Text(String),
    Anything,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(names: &'a [String], bindings: &'a Map<String, Value>) -> Self {
        let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Self { names, bindings }
    }

    /// Whether `actual` is what `expected` says; else where and how they differ.
    pub(crate) fn compare(
        &self,
        expected: &Value,
        actual: &Value,
        place: &str,
    ) -> Result<(), String> {
        let differ = || Err(format!("{place}: expected {expected}, got {actual}"));
        match (expected, actual) {
            (Value::String(text), actual) if self.is_any_value(text) && !actual.is_string() => {
                Ok(())
            }
            (Value::String(expected), Value::String(actual)) => {
                if self.text_matches(expected, actual) {
                    return Ok(());
                }
                differ()
            }
            (Value::Object(expected), Value::Object(actual)) => {
                for (key, value) in expected {
                    match actual.get(key) {
                        Some(other) => self.compare(value, other, &format!("{place}.{key}"))?,
                        None => return Err(format!("{place}: `{key}` is missing")),
                    }
                }
                match actual.keys().find(|key| !expected.contains_key(*key)) {
                    Some(key) => Err(format!("{place}: `{key}` is too much")),
                    None => Ok(()),
                }
            }
            (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
                for (index, (value, other)) in expected.iter().zip(actual).enumerate() {
                    self.compare(value, other, &format!("{place}[{index}]"))?;
                }
                Ok(())
            }
            (Value::Number(left), Value::Number(right)) if left.as_f64() == right.as_f64() => {
                Ok(())
            }
            (left, right) if left == right => Ok(()),
            _ => differ(),
        }
    }

    /// What AWS said, as far as it is known: tokens with a binding filled in.
    pub(crate) fn bound(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => {
                let mut filled = String::with_capacity(text.len());
                let mut at = 0;
                while let Some(character) = text[at..].chars().next() {
                    let name = self.names.iter().find(|name| stands_at(text, at, name));
                    let bound =
                        name.and_then(|name| Some((name, self.bindings.get(*name)?.as_str()?)));
                    match bound {
                        Some((name, bound)) => {
                            filled.push_str(bound);
                            at += name.len();
                        }
                        None => {
                            filled.push(character);
                            at += character.len_utf8();
                        }
                    }
                }
                filled.into()
            }
            Value::Array(items) => items.iter().map(|item| self.bound(item)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(key, value)| (key.clone(), self.bound(value)))
                .collect(),
            plain => plain.clone(),
        }
    }

    fn is_any_value(&self, text: &str) -> bool {
        self.names.contains(&text) && !self.bindings.contains_key(text)
    }

    fn text_matches(&self, expected: &str, actual: &str) -> bool {
        let pieces = self.pieces(expected);
        let mut rest = actual;
        let mut open = false;
        let last = pieces.len().saturating_sub(1);
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Anything => open = true,
                Piece::Text(text) if open && index == last => return rest.ends_with(text.as_str()),
                Piece::Text(text) if open => match rest.find(text.as_str()) {
                    Some(at) => {
                        rest = &rest[at + text.len()..];
                        open = false;
                    }
                    None => return false,
                },
                Piece::Text(text) => match rest.strip_prefix(text.as_str()) {
                    Some(after) => rest = after,
                    None => return false,
                },
            }
        }
        open || rest.is_empty()
    }

    fn pieces(&self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut at = 0;
        while at < text.len() {
            match self.names.iter().find(|name| stands_at(text, at, name)) {
                Some(name) => {
                    match self.bindings.get(*name).and_then(Value::as_str) {
                        Some(bound) => literal.push_str(bound),
                        None => {
                            if !literal.is_empty() {
                                pieces.push(Piece::Text(std::mem::take(&mut literal)));
                            }
                            pieces.push(Piece::Anything);
                        }
                    }
                    at += name.len();
                }
                None => {
                    let character = text[at..].chars().next().unwrap_or_default();
                    literal.push(character);
                    at += character.len_utf8().max(1);
                }
            }
        }
        if !literal.is_empty() {
            pieces.push(Piece::Text(literal));
        }
        pieces
    }
}

/// A token without `<>` counts only where no letter, digit, `_` or `-` is next to it.
fn stands_at(text: &str, at: usize, name: &str) -> bool {
    if name.is_empty() || !text[at..].starts_with(name) {
        return false;
    }
    let part =
        |character: char| character.is_alphanumeric() || character == '_' || character == '-';
    let before = text[..at].chars().next_back().is_some_and(part);
    let after = text[at + name.len()..].chars().next().is_some_and(part);
    name.starts_with('<') || !before && !after
}
