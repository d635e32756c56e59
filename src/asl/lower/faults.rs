//! The faults that many fields share.

use super::object::{Object, describe, is_open};
use super::repairs::with_fix;
use super::{Lowering, aws};
use crate::asl::QueryLanguage;
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::source::edit::{self, NewValue};
use crate::source::{Kind, Member, Node};
use crate::value::Value;

/// What kind of value a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    Text,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    /// A JSONPath in a string.
    Path,
    /// A path, or `null`.
    PathOrNull,
}

impl Expected {
    fn phrase(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Integer => "a whole number",
            Self::Number => "a number",
            Self::Boolean => "`true` or `false`",
            Self::Array => "an array",
            Self::Object => "an object",
            Self::Path => "a path in a string",
            Self::PathOrNull => "a path in a string, or `null`",
        }
    }
}

impl Lowering<'_> {
    /// Required fields that are not there.
    pub(super) fn missing(&mut self, object: &Object<'_>, fields: &[&'static str]) {
        let gone: Vec<&str> = fields
            .iter()
            .copied()
            .filter(|field| !object.has(field) && !object.slips.contains(field))
            .collect();
        if gone.is_empty() {
            return;
        }
        let message = format!("{} has no {}", object.name, text::list(&gone));
        let diagnostic = Diagnostic::error("missing-field", object.place, message)
            .at(object.own_location())
            .help(format!("add {}", text::list(&gone)));
        self.push(diagnostic.aws(aws::SCHEMA, aws::required(&gone)));
    }

    /// A required field that is not there, and the value that it most likely has.
    pub(super) fn missing_with(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
        value: NewValue<'_>,
    ) {
        let reported = self.diagnostics.len();
        self.missing(object, &[field]);
        if self.diagnostics.len() > reported
            && let Some(diagnostic) = self.diagnostics.pop()
        {
            let diagnostic = self.inserted(diagnostic, object, field, value);
            self.push(diagnostic);
        }
    }

    /// Several fields of which there may be one. `aws`: in AWS's order, where its words are known.
    pub(super) fn exclusive(
        &mut self,
        object: &Object<'_>,
        fields: &[&'static str],
        aws: Option<&[&'static str]>,
    ) {
        let present: Vec<&Member> = fields
            .iter()
            .filter_map(|field| object.member(field))
            .collect();
        let [first, others @ ..] = &present[..] else {
            return;
        };
        if others.is_empty() {
            return;
        }
        let names: Vec<&str> = present.iter().map(|member| &*member.key.text).collect();
        let both = if names.len() == 2 { "both " } else { "" };
        let message = format!("{} has {both}{}", object.name, text::list(&names));
        let mut diagnostic = Diagnostic::error("exclusive-fields", others[0].key.span, message)
            .at(object.own_location())
            .help(format!("keep {}", text::alternatives(&names)));
        diagnostic = diagnostic.label(first.key.span, "and this one");
        if let Some(order) = aws {
            diagnostic = diagnostic.aws(aws::SCHEMA, aws::only_one(order));
        }
        self.push(diagnostic);
    }

    /// A value of another kind than the field takes. Nothing is said of one that is known only at deployment.
    pub(super) fn wrong_type(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        expected: Expected,
        language: QueryLanguage,
    ) {
        if is_open(node) {
            self.unresolved(field, node);
            return;
        }
        let clash = match node.yaml_word {
            Some(_) => format!("and got {}", describe(node)),
            None => format!("not {}", describe(node)),
        };
        let message = format!(
            "`{field}` of {} takes {}, {clash}",
            object.name,
            expected.phrase()
        );
        let mut diagnostic =
            Diagnostic::error("wrong-type", node.span, message).at(object.at(field));
        if let Some(help) = type_help(node, expected, language) {
            diagnostic = diagnostic.help(help);
        }
        diagnostic = self.retyped(diagnostic, node, expected);
        if expected == Expected::Integer {
            diagnostic = diagnostic.aws(aws::SCHEMA, aws::INTEGER);
        }
        self.push(diagnostic);
    }

    /// Adds the fix that turns a value into one of the kind that is expected, where it is certain which.
    fn retyped(&self, diagnostic: Diagnostic, node: &Node, expected: Expected) -> Diagnostic {
        let quoted =
            |text: &str| self.literal(diagnostic.clone(), node, text, &edit::json_string(text));
        let unquoted = |text: &str, new: &str| self.literal(diagnostic.clone(), node, text, new);
        match (&node.kind, expected) {
            (Kind::Bool(_), Expected::Text) => match node.yaml_word {
                Some(word) => quoted(word.text()),
                None => diagnostic,
            },
            (Kind::Number(number), Expected::Text) => quoted(&number.text()),
            (Kind::String(text), Expected::Integer | Expected::Number) => {
                let number = crate::value::read(text.value.trim());
                match number.as_ref().ok().and_then(Value::as_number) {
                    Some(number) => unquoted(&text.value, &number.text()),
                    None => diagnostic,
                }
            }
            (Kind::String(text), Expected::Boolean) => {
                match &*text.value.trim().to_ascii_lowercase() {
                    word @ ("true" | "false") => unquoted(&text.value, word),
                    _ => diagnostic,
                }
            }
            (Kind::String(_) | Kind::Object(_), Expected::Array) => {
                let edits = self
                    .source()
                    .and_then(|source| edit::wrap_in_array(source, node));
                with_fix(diagnostic, true, "put it into brackets".to_owned(), edits)
            }
            _ => diagnostic,
        }
    }

    /// A value that is none of the words that the field takes.
    pub(super) fn wrong_word(
        &mut self,
        rule: &'static str,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        words: &[&'static str],
    ) -> Diagnostic {
        let given = node.text().map_or_else(
            || describe(node),
            |text| format!("`{}`", text::shorten(text, 60)),
        );
        let message = format!("`{field}` of {} cannot be {given}", object.name);
        let near = node
            .text()
            .and_then(|text| text::nearest(text, words.iter().copied()));
        let help = match near {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!("it is {}", text::alternatives(words)),
        };
        let diagnostic = Diagnostic::error(rule, node.span, message)
            .at(object.at(field))
            .help(help);
        match (node.text(), near) {
            (Some(given), Some(word)) => self.respelt(diagnostic, node.span, given, word),
            _ => diagnostic,
        }
    }

    /// A number beyond its bounds.
    pub(super) fn out_of_range(
        &mut self,
        object: &Object<'_>,
        field: &str,
        span: Span,
        given: &str,
        bound: Bound,
    ) {
        let (words, help, aws) = match bound {
            Bound::Least(least) => ("less than", least, aws::minimum(least)),
            Bound::Most(most) => ("more than", most, aws::maximum(most)),
        };
        let limit = i64::to_string(&help);
        let message = format!(
            "`{field}` of {} is {}, {words} the {limit} that AWS allows",
            object.name,
            text::shorten(given, 30)
        );
        let diagnostic = Diagnostic::error("out-of-range", span, message).at(object.at(field));
        self.push(diagnostic.aws(aws::SCHEMA, aws));
    }

    /// An array or text that may not be empty.
    pub(super) fn empty(
        &mut self,
        rule: &'static str,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        help: &str,
    ) {
        let message = format!("`{field}` of {} is empty", object.name);
        let diagnostic = Diagnostic::error(rule, node.span, message)
            .at(object.at(field))
            .help(help);
        self.push(diagnostic.aws(aws::SCHEMA, aws::EMPTY));
    }
}

/// The bound that a number breaks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Least(i64),
    Most(i64),
}

fn type_help(node: &Node, expected: Expected, language: QueryLanguage) -> Option<String> {
    let text = node.text().map(|text| text.trim());
    match (&node.kind, expected) {
        (Kind::Bool(_), Expected::Text) => Some(match node.yaml_word {
            Some(word) => format!("quote it: `\"{}\"`", word.text()),
            None => "quote it".to_owned(),
        }),
        (Kind::Number(number), Expected::Text) => {
            Some(format!("quote it: `\"{}\"`", number.text()))
        }
        (Kind::String(_), Expected::Integer | Expected::Number) => {
            let text = text.unwrap_or_default();
            let padded = text.len() > 1 && text.starts_with('0') && !text.contains('.');
            if padded && text.bytes().all(|byte| byte.is_ascii_digit()) {
                let digits = text.trim_start_matches('0');
                Some(format!("write it in decimal digits: `{digits}`"))
            } else if text.parse::<f64>().is_ok() {
                Some(format!("write it without quotes: `{text}`"))
            } else if text.starts_with("{%") && language == QueryLanguage::JsonPath {
                Some(
                    "the state speaks JSONPath: give it `\"QueryLanguage\": \"JSONata\"`"
                        .to_owned(),
                )
            } else if text.starts_with('$') && language == QueryLanguage::JsonPath {
                Some("to read it from the data use the field's `…Path` form".to_owned())
            } else if language == QueryLanguage::Jsonata {
                Some("to compute it write `{% … %}`".to_owned())
            } else {
                None
            }
        }
        (Kind::String(_), Expected::Boolean) => {
            let text = text.unwrap_or_default().to_ascii_lowercase();
            matches!(&*text, "true" | "false").then(|| format!("write it without quotes: `{text}`"))
        }
        (Kind::String(_), Expected::Array) => Some("put it into brackets: `[ … ]`".to_owned()),
        (Kind::Object(_), Expected::Array) => Some("put it into brackets: `[ { … } ]`".to_owned()),
        _ => None,
    }
}
