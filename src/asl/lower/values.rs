//! Values of one type: reads them, and reports what is of another.

use super::faults::{Bound, Expected};
use super::object::{Object, is_open, part_of};
use super::{Lowering, aws};
use crate::asl::{Quantity, QueryLanguage, TextSource};
use crate::base::{Span, Spanned};
use crate::diagnostics::Diagnostic;
use crate::query::template::{JsonataIssue, JsonataString, JsonataTemplate};
use crate::source::{Kind, Node};
use crate::value::{Number, Str};

/// The bounds of a number. They were measured with `ValidateStateMachineDefinition` on 5 September 2026
/// (badmintoncryer/cdk-preflight, pf-sfn-asl-numeric-ranges).
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    least: i64,
    most: Option<i64>,
    /// Whether fractions are numbers of this kind.
    fractions: bool,
}

impl Bounds {
    pub(super) const fn new(least: i64, most: i64) -> Self {
        Self {
            least,
            most: Some(most),
            fractions: false,
        }
    }

    pub(super) const fn from(least: i64) -> Self {
        Self {
            least,
            most: None,
            fractions: false,
        }
    }

    pub(super) const fn with_fractions(self) -> Self {
        Self {
            fractions: true,
            ..self
        }
    }
}

/// The longest time in seconds that AWS takes in most fields.
pub(super) const LONGEST: i64 = 99_999_999;

/// A value that was read, or one that is known only when the definition is deployed.
#[derive(Clone, Debug)]
pub(super) enum Given<T> {
    Value(T),
    Open,
}

impl Lowering<'_> {
    /// A text. A placeholder comes as its own text; nothing where there is no text.
    pub(super) fn string(
        &mut self,
        object: &Object<'_>,
        field: &str,
        language: QueryLanguage,
    ) -> Option<Spanned<Str>> {
        let node = object.get(field)?;
        match (&node.kind, node.text()) {
            (_, Some(text)) => Some(Spanned::new(text.clone(), node.span)),
            (Kind::Placeholder(name), _) => {
                Some(Spanned::new(format!("${{{name}}}").into(), node.span))
            }
            _ => {
                self.wrong_type(object, field, node, Expected::Text, language);
                None
            }
        }
    }

    /// A text that is a `Comment`, or the like, and nothing depends on.
    pub(super) fn comment(&mut self, object: &Object<'_>) -> Option<Str> {
        self.string(object, "Comment", QueryLanguage::JsonPath)
            .map(|comment| comment.value)
    }

    /// A whole number within bounds.
    pub(super) fn integer(
        &mut self,
        object: &Object<'_>,
        field: &str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Given<i64>>> {
        let number = self.number(object, field, bounds, language)?;
        let value = match number.value {
            Given::Value(number) => Given::Value(number.as_i64()?),
            Given::Open => Given::Open,
        };
        Some(Spanned::new(value, number.span))
    }

    /// A number within bounds.
    fn number(
        &mut self,
        object: &Object<'_>,
        field: &str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Given<Number>>> {
        let node = object.get(field)?;
        if is_open(node) {
            return Some(Spanned::new(Given::Open, node.span));
        }
        let number = match &node.kind {
            Kind::Number(number) if bounds.fractions || number.as_i64().is_some() => number,
            Kind::Number(number) if number.as_f64().fract() == 0.0 => number,
            _ => {
                let expected = if bounds.fractions {
                    Expected::Number
                } else {
                    Expected::Integer
                };
                self.wrong_type(object, field, node, expected, language);
                return None;
            }
        };
        let given = number.as_f64();
        let bound = if given < bounds.least as f64 {
            Some(Bound::Least(bounds.least))
        } else {
            bounds
                .most
                .filter(|most| given > *most as f64)
                .map(Bound::Most)
        };
        if let Some(bound) = bound {
            self.out_of_range(object, field, node.span, &number.text(), bound);
            return None;
        }
        Some(Spanned::new(Given::Value(number.clone()), node.span))
    }

    /// A number that may be written, computed in JSONata, or read by the `…Path` form of the field.
    pub(super) fn quantity(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
        path_field: &'static str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Quantity>> {
        if language == QueryLanguage::JsonPath {
            self.exclusive(object, &[field, path_field], Some(&[field, path_field]));
        }
        let Some(node) = object.get(field) else {
            if language == QueryLanguage::Jsonata || !object.has(path_field) {
                return None;
            }
            let path = self.single_path(object, path_field)?;
            return Some(match path.value {
                Given::Value(path_value) => Spanned::new(Quantity::Path(path_value), path.span),
                Given::Open => Spanned::new(Quantity::Unknown, path.span),
            });
        };
        if let Some(expression) = self.expression(object, field, node, language) {
            return Some(Spanned::new(Quantity::Jsonata(expression), node.span));
        }
        if is_half_marked(node) && language == QueryLanguage::Jsonata {
            return None;
        }
        let number = self.number(object, field, bounds, language)?;
        Some(number.map(|number| match number {
            Given::Value(number) => Quantity::Literal(number),
            Given::Open => Quantity::Unknown,
        }))
    }

    /// A text that may be written, computed in JSONata, or read by the `…Path` form of the field.
    pub(super) fn text_source(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
        path_field: &'static str,
        language: QueryLanguage,
    ) -> Option<Spanned<TextSource>> {
        if language == QueryLanguage::JsonPath {
            self.exclusive(object, &[field, path_field], Some(&[field, path_field]));
        }
        let Some(node) = object.get(field) else {
            return match language {
                QueryLanguage::JsonPath if object.has(path_field) => {
                    self.text_expression(object, path_field)
                }
                _ => None,
            };
        };
        if let Some(expression) = self.expression(object, field, node, language) {
            return Some(Spanned::new(TextSource::Jsonata(expression), node.span));
        }
        if is_open(node) {
            return Some(Spanned::new(TextSource::Unknown, node.span));
        }
        let text = self.string(object, field, language)?;
        Some(text.map(TextSource::Literal))
    }

    /// An expression in `{% … %}`, in a JSONata state.
    pub(super) fn expression(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        language: QueryLanguage,
    ) -> Option<JsonataString> {
        if language != QueryLanguage::Jsonata {
            return None;
        }
        if is_half_marked(node) {
            self.half_marked(node, object.at(field));
            return None;
        }
        let location = object.at(field);
        let text = marked(node)?;
        match JsonataString::compile(text, node.span, &location)? {
            Ok(expression) => Some(expression),
            Err(issue) => {
                self.jsonata_issue(text, &location, &issue);
                None
            }
        }
    }

    /// An expression that is no JSONata.
    fn jsonata_issue(&mut self, text: &str, location: &str, issue: &JsonataIssue) {
        let place = part_of(issue.span, text, issue.part);
        let diagnostic = Diagnostic::error(
            "invalid-jsonata",
            place,
            format!(
                "the expression is no JSONata: {}",
                sentence(&issue.error.message)
            ),
        )
        .at(location)
        .note(format!("JSONata calls this `{}`", issue.error.code));
        self.push(diagnostic.aws(aws::JSONATA, issue.error.message.clone()));
    }

    /// A tree whose strings may be expressions, in a JSONata state.
    pub(super) fn jsonata_template(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<JsonataTemplate> {
        let node = object.get(field)?;
        if holds_half_marked(node) {
            self.marks_in(node, &object.at(field));
        }
        let (template, issues) = JsonataTemplate::compile(node);
        let at = object.at(field);
        for issue in &issues {
            let text = text_at(node, issue.span).unwrap_or_default();
            self.jsonata_issue(text, &format!("{at}{}", issue.location), issue);
        }
        Some(template)
    }

    // As deep as the tree, whose readers bound its depth.
    fn marks_in(&mut self, node: &Node, location: &str) {
        match &node.kind {
            Kind::String(_) if is_half_marked(node) => self.half_marked(node, location.to_owned()),
            Kind::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.marks_in(item, &format!("{location}[{at}]"));
                }
            }
            Kind::Object(members) => {
                for member in members {
                    self.marks_in(&member.value, &format!("{location}/{}", member.key.text));
                }
            }
            _ => {}
        }
    }

    /// A string that begins with `{%` and does not end with `%}`.
    fn half_marked(&mut self, node: &Node, location: String) {
        let message = "the string begins with `{%` and does not end with `%}`";
        let diagnostic = Diagnostic::error("jsonata-marks", node.span, message)
            .at(location)
            .help("close the expression with `%}`, with nothing behind it");
        self.push(diagnostic.aws(aws::SCHEMA, aws::MARKS));
    }
}

fn holds_half_marked(node: &Node) -> bool {
    match &node.kind {
        Kind::Array(items) => items.iter().any(holds_half_marked),
        Kind::Object(members) => members
            .iter()
            .any(|member| holds_half_marked(&member.value)),
        _ => is_half_marked(node),
    }
}

/// The text of a string that begins with `{%` and ends with `%}`. With so much as a blank around them it is a
/// plain string (recorded: outputdecl/output.base_cases~BASE_LITERALS).
pub(super) fn marked(node: &Node) -> Option<&str> {
    let text = node.text()?;
    JsonataString::between_marks(text).map(|_| &**text)
}

/// The text of the string at `span` somewhere in a tree.
fn text_at(node: &Node, span: Span) -> Option<&str> {
    match &node.kind {
        Kind::Array(items) => items.iter().find_map(|item| text_at(item, span)),
        Kind::Object(members) => members
            .iter()
            .find_map(|member| text_at(&member.value, span)),
        _ => node
            .text()
            .map(|text| &**text)
            .filter(|_| node.span == span),
    }
}

/// A sentence as it stands in the middle of another: without a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.trim_end_matches('.').chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}

/// Whether a string begins as an expression and does not end as one.
pub(super) fn is_half_marked(node: &Node) -> bool {
    node.text().is_some_and(|text| text.starts_with("{%")) && marked(node).is_none()
}
