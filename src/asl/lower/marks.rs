//! The marks `{%` and `%}` around an expression of JSONata: where one is missing, or where they do nothing.

use super::{Lowering, aws};
use crate::asl::QueryLanguage;
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Edit};
use crate::query::jsonata::Expression;
use crate::query::template::JsonataString;
use crate::source::{Kind, Node, StringStyle};

const RULE: &str = "jsonata-marks";

impl Lowering<'_> {
    /// Looks at the marks of all strings of a value. As deep as the tree, whose readers bound its depth.
    pub(super) fn marks(&mut self, node: &Node, location: &str, language: QueryLanguage) {
        match &node.kind {
            Kind::String(_) => self.mark(node, location, language),
            Kind::Array(items) => {
                for (at, item) in items.iter().enumerate().filter(|(_, item)| has_marks(item)) {
                    self.marks(item, &format!("{location}[{at}]"), language);
                }
            }
            Kind::Object(members) => {
                for member in members.iter().filter(|member| has_marks(&member.value)) {
                    let path =
                        language == QueryLanguage::JsonPath && member.key.text.ends_with(".$");
                    if !path {
                        let at = format!("{location}/{}", member.key.text);
                        self.marks(&member.value, &at, language);
                    }
                }
            }
            _ => {}
        }
    }

    fn mark(&mut self, node: &Node, location: &str, language: QueryLanguage) {
        let Some(text) = node.text().map(|text| &**text) else {
            return;
        };
        match language {
            QueryLanguage::Jsonata if is_half_marked(node) => {
                self.half_marked(node, location.to_owned());
            }
            QueryLanguage::Jsonata => match marks_inside(text) {
                Some(Inside::Whole) => self.blanks_outside(node, text, location),
                Some(Inside::Part(part)) => self.text_outside(node, text, part, location),
                None => {}
            },
            QueryLanguage::JsonPath => {
                let inside = JsonataString::between_marks(text.trim()).map(|(inside, _)| inside);
                if inside.is_some_and(is_expression) {
                    let message = "the expression is plain text here: the state speaks JSONPath";
                    let diagnostic = Diagnostic::warning(RULE, node.span, message)
                        .at(location)
                        .help("set `\"QueryLanguage\": \"JSONata\"` on the state or on the machine, and write its other fields in JSONata")
                        .note("AWS accepts the definition, and hands the text on as it is written");
                    self.push(diagnostic);
                }
            }
        }
    }

    /// A string that begins with `{%` and does not end with `%}`.
    pub(super) fn half_marked(&mut self, node: &Node, location: String) {
        let message = "the string begins with `{%` and does not end with `%}`";
        let mut diagnostic = Diagnostic::error(RULE, node.span, message).at(location);
        let text = node.text().map(|text| &**text).unwrap_or_default();
        diagnostic = match self.chomped(node, text) {
            Some((mark, edit)) => super::repairs::with_fix(
                diagnostic.help(format!(
                    "the line break that `{mark}` keeps stands behind `%}}`: write `{}`",
                    stripping(mark)
                )),
                true,
                format!("write `{}`", stripping(mark)),
                edit.map(|edit| vec![edit]),
            ),
            None => {
                let diagnostic =
                    diagnostic.help("close the expression with `%}`, with nothing behind it");
                match closed(text) {
                    Some(closed) => self.rewritten(diagnostic, node.span, text, &closed, false),
                    None => diagnostic,
                }
            }
        };
        self.push(diagnostic.aws(aws::SCHEMA, aws::MARKS));
    }

    /// Of a block of YAML whose last line break is all that stands behind `%}`: its header, and the edit that makes the
    /// block end without one.
    fn chomped(&self, node: &Node, text: &str) -> Option<(&'static str, Option<Edit>)> {
        let Kind::String(string) = &node.kind else {
            return None;
        };
        let mark = match string.style {
            StringStyle::Literal => "|",
            StringStyle::Folded => ">",
            _ => return None,
        };
        let whole = text.trim_end_matches('\n').ends_with("%}") && text.ends_with('\n');
        let edit = self.source().and_then(|source| {
            let written = source.get(node.span.range())?.strip_prefix(mark)?;
            let start = node.span.start as usize + mark.len();
            let kept = usize::from(written.starts_with('+'));
            written.starts_with(['\n', '\r', '+', ' ']).then(|| Edit {
                span: Span::new(start, start + kept),
                text: "-".to_owned(),
            })
        });
        whole.then_some((mark, edit))
    }

    fn blanks_outside(&mut self, node: &Node, text: &str, location: &str) {
        let message =
            "the expression is not evaluated: white space outside of its marks makes it plain text";
        let mut diagnostic = Diagnostic::warning(RULE, node.span, message)
            .at(location)
            .help("begin the string with `{%` and end it with `%}`")
            .note("AWS accepts the definition, and hands the text on as it is written");
        diagnostic = self.rewritten(diagnostic, node.span, text, text.trim(), false);
        self.push(diagnostic);
    }

    fn text_outside(&mut self, node: &Node, text: &str, part: Span, location: &str) {
        let place = self.part_of(node.span, text, part);
        let shown = text::shorten(&text[part.range()], 60);
        let message = format!(
            "`{shown}` is not evaluated: text outside of its marks makes the string plain text"
        );
        let diagnostic = Diagnostic::warning(RULE, place, message)
            .at(location)
            .help("make one expression of the whole string: `{% 'text ' & $states.input.name & ' text' %}`")
            .note("AWS accepts the definition, and hands the text on as it is written");
        self.push(diagnostic);
    }
}

/// An expression in a string that is none.
enum Inside {
    /// White space is all that stands outside of the marks.
    Whole,
    /// Text stands outside; here is the expression with its marks.
    Part(Span),
}

/// The marks in a string that does not begin with one. What is JSON (a definition of another machine) is left alone, and so
/// is what is no expression: other languages have such marks, too.
fn marks_inside(text: &str) -> Option<Inside> {
    let trimmed = text.trim();
    if text.starts_with("{%") || !trimmed.contains("{%") {
        return None;
    }
    if JsonataString::between_marks(trimmed).is_some() {
        return Some(Inside::Whole);
    }
    if trimmed.starts_with('[') || trimmed.starts_with('{') && !trimmed.starts_with("{%") {
        return None;
    }
    let start = text.find("{%")?;
    let end = start + text[start..].find("%}")? + 2;
    let inside = &text[start + 2..end - 2];
    is_expression(inside).then(|| Inside::Part(Span::new(start, end)))
}

/// Whether a text is JSONata that reads something.
fn is_expression(text: &str) -> bool {
    text.contains('$') && Expression::parse(text.trim()).is_ok()
}

fn has_marks(node: &Node) -> bool {
    match &node.kind {
        Kind::Array(items) => items.iter().any(has_marks),
        Kind::Object(members) => members.iter().any(|member| has_marks(&member.value)),
        _ => node.text().is_some_and(|text| text.contains("{%")),
    }
}

fn stripping(mark: &str) -> &'static str {
    if mark == "|" { "|-" } else { ">-" }
}

/// The text of a string that begins with `{%` and ends with `%}`. With so much as a blank around them it is a
/// plain string (recorded: outputdecl/output.base_cases~BASE_LITERALS).
pub(super) fn marked(node: &Node) -> Option<&str> {
    let text = node.text()?;
    JsonataString::between_marks(text).map(|_| &**text)
}

/// An expression with the `%}` that it lacks; nothing where text stands behind one.
fn closed(text: &str) -> Option<String> {
    let text = text.trim_end();
    if text.ends_with("%}") {
        return Some(text.to_owned());
    }
    if text.contains("%}") {
        return None;
    }
    let inside = text.strip_suffix('%').unwrap_or(text).trim_end();
    // `{% $x }` lacks the `%`; the brace of `{% {"a": 1}` is its own.
    let braces = |brace: char| inside.matches(brace).count();
    let inside = match inside.strip_suffix('}') {
        Some(stripped) if braces('}') >= braces('{') => stripped.trim_end(),
        _ => inside,
    };
    Some(format!("{inside} %}}"))
}

/// Whether a string begins as an expression and does not end as one.
pub(super) fn is_half_marked(node: &Node) -> bool {
    node.text().is_some_and(|text| text.starts_with("{%")) && marked(node).is_none()
}
