//! `States.Format`.

use super::super::call::{Argument, ArgumentKind};
use super::super::function::IntrinsicFunction;
use super::{Failure, is_call_of};
use crate::query::java_text::java_text;
use crate::value::Value;
use thiserror::Error;

/// A template of `States.Format`, taken apart: the texts between its `{}`. It has one place less than texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    texts: Vec<String>,
}

/// A template that is none. The first two texts are AWS's (tiny-asl-machine: States.Format-018, -019, -020).
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub(crate) enum TemplateFault {
    /// A `{` that no `}` follows at once.
    #[error("matching '}}' not found for '{{'.")]
    Open(usize),
    /// A `}` without a `{`.
    #[error("matching '{{' not found for '}}'.")]
    Close(usize),
    /// A backslash before a character that needs none; only a template from the data can have one. AWS's documentation
    /// says that it fails; the words are ours.
    #[error("a backslash must stand before one of ' {{ }} \\.")]
    Escape(usize),
}

impl Template {
    /// Takes `written` apart, in which `\'`, `\{`, `\}` and `\\` are escapes.
    pub(crate) fn parse(written: &str) -> Result<Self, TemplateFault> {
        let (mut texts, mut text) = (Vec::new(), String::new());
        let mut characters = written.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => match characters.next() {
                    Some((_, escaped @ ('\'' | '{' | '}' | '\\'))) => text.push(escaped),
                    _ => return Err(TemplateFault::Escape(at)),
                },
                '{' if characters.next_if(|(_, next)| *next == '}').is_some() => {
                    texts.push(std::mem::take(&mut text));
                }
                '{' => return Err(TemplateFault::Open(at)),
                '}' => return Err(TemplateFault::Close(at)),
                other => text.push(other),
            }
        }
        texts.push(text);
        Ok(Self { texts })
    }

    /// How many `{}` it has.
    pub(crate) fn places(&self) -> usize {
        self.texts.len() - 1
    }
}

/// Fills the template. One that is no string is taken as its text (tiny-asl-machine: note on States.Format 011).
pub(super) fn fill(
    written: &[Argument],
    template: &Value,
    values: &[Value],
) -> Result<Value, Failure> {
    let function = IntrinsicFunction::Format;
    let template = match written.first().map(|argument| &argument.kind) {
        Some(ArgumentKind::Text { written, .. }) => Template::parse(written),
        _ => Template::parse(&java_text(template)),
    };
    let template =
        template.map_err(|fault| Failure(format!("Invalid template in {function}: {fault}")))?;
    if template.places() != values.len() {
        let Failure(words) = Failure::arguments(function);
        return Err(Failure(format!(
            "{words}: number of arguments do not match the occurrences of {{}}."
        )));
    }
    let mut filled = String::new();
    for (at, text) in template.texts.iter().enumerate() {
        if let Some(value) = at.checked_sub(1).and_then(|value| values.get(value)) {
            filled.push_str(&shown(&written[at], value));
        }
        filled.push_str(text);
    }
    Ok(Value::from(filled))
}

/// A value as Java prints it; but what comes straight from `States.StringToJson` is still a JSON node there, and prints
/// as JSON: a string in its quotes (tiny-asl-machine: note on States.Format 015; the rule is inferred from it).
fn shown(written: &Argument, value: &Value) -> String {
    if is_call_of(written, IntrinsicFunction::StringToJson) {
        value.to_json()
    } else {
        java_text(value)
    }
}
