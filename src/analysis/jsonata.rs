//! As much of JSONata as the data flow needs: plain references such as `$states.input.order.id`.
//!
//! Whatever else an expression does, its value is taken as unknown.

use super::path::look_up;
use super::scope::Variables;
use super::{Origin, Shape, Size};
use crate::query::jsonpath::Path;
use crate::source::{Kind, Node};
use crate::value::Str;
use std::ops::Range;

/// A reference in an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reference {
    /// Where it starts.
    pub root: JsonataRoot,
    /// The names after it, as a path from `$`.
    pub path: Path,
    /// Bytes inside the expression.
    pub range: Range<usize>,
    /// Whether the expression is nothing but this reference.
    pub whole: bool,
}

/// Where a reference starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JsonataRoot {
    /// `$states.input`
    Input,
    /// `$states.result`
    Result,
    /// `$states.errorOutput`
    ErrorOutput,
    /// `$states.context`
    Context,
    /// `$name`
    Variable(Str),
}

/// What an expression can see, as shapes.
#[derive(Clone, Copy)]
pub(super) struct JsonataScope<'a> {
    /// `$states.input`
    pub input: &'a Shape,
    /// `$states.result`, where there is one.
    pub result: Option<&'a Shape>,
    /// `$states.errorOutput`, where there is one.
    pub error: Option<&'a Shape>,
    /// `$states.context`
    pub context: &'a Shape,
    /// `$name`
    pub variables: &'a Variables,
}

impl JsonataScope<'_> {
    /// The value that a reference starts at.
    pub(super) fn root(&self, root: &JsonataRoot) -> Option<&Shape> {
        match root {
            JsonataRoot::Input => Some(self.input),
            JsonataRoot::Result => self.result,
            JsonataRoot::ErrorOutput => self.error,
            JsonataRoot::Context => Some(self.context),
            JsonataRoot::Variable(name) => self.variables.get(name).map(|field| &field.shape),
        }
    }
}

/// The expression between the marks of `{% … %}`.
pub(super) fn expression(text: &str) -> Option<&str> {
    text.strip_prefix("{%")?.strip_suffix("%}")
}

/// What a template gives.
pub(super) fn of_template(node: &Node, scope: &JsonataScope<'_>, origin: Origin) -> Shape {
    if node.is_unknown() {
        return Shape::unknown(Some(origin));
    }
    match &node.kind {
        Kind::Object(members) => {
            let fields = members.iter().map(|member| {
                (
                    member.key.text.clone(),
                    of_template(&member.value, scope, origin),
                )
            });
            Shape::closed(fields, Some(origin))
        }
        Kind::Array(items) => Shape::tuple(
            items
                .iter()
                .map(|item| of_template(item, scope, origin))
                .collect(),
        ),
        Kind::String(text) => match expression(&text.value) {
            Some(text) => of_expression(text, scope, origin),
            None => Shape::literal(&node.to_value(), Some(origin)),
        },
        _ => Shape::literal(&node.to_value(), Some(origin)),
    }
}

/// What an expression gives: a plain reference what it refers to, any other a value of which nothing is known.
pub(super) fn of_expression(text: &str, scope: &JsonataScope<'_>, origin: Origin) -> Shape {
    let found = match &references(text)[..] {
        [only] if only.whole => scope.root(&only.root).map(|root| look_up(root, &only.path)),
        _ => None,
    };
    match found {
        // A path through an array goes into every item, which this does not follow.
        Some(lookup) if !lookup.is_missing() => lookup.shape(),
        _ => Shape::any(Size::UNKNOWN, Some(origin)),
    }
}

/// The references in an expression, in the order of the text.
pub(super) fn references(text: &str) -> Vec<Reference> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'"' | b'\'') => at = skip_text(bytes, at, quote),
            b'`' => at = skip_text(bytes, at, b'`'),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at + 2..]
                    .find("*/")
                    .map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            b'$' if !text[..at].ends_with('$') => {
                let (reference, end) = reference(text, at);
                found.extend(reference);
                at = end;
            }
            _ => at += 1,
        }
    }
    let trimmed = text.trim();
    for reference in &mut found {
        reference.whole = &text[reference.range.clone()] == trimmed;
    }
    found
}

fn skip_text(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' && quote != b'`' {
            2
        } else {
            1
        };
    }
    at + 1
}

/// The reference at `start`, where a `$` stands, and where to go on.
fn reference(text: &str, start: usize) -> (Option<Reference>, usize) {
    let (name, mut end) = name(text, start + 1);
    if name.is_empty() || text[end..].trim_start().starts_with(['(', ':']) {
        return (None, end.max(start + 1));
    }
    let mut names = Vec::new();
    while let Some((name, after)) = step(text, end) {
        names.push(name);
        end = after;
    }
    // What is called is a function, and no member.
    if text[end..].starts_with('(') {
        return (None, end);
    }
    let root = if name == "states" {
        if names.is_empty() {
            return (None, end);
        }
        match names.remove(0) {
            "input" => JsonataRoot::Input,
            "result" => JsonataRoot::Result,
            "errorOutput" => JsonataRoot::ErrorOutput,
            "context" => JsonataRoot::Context,
            _ => return (None, end),
        }
    } else {
        JsonataRoot::Variable(name.into())
    };
    let plain = |name: &&str| !name.contains(['\'', ']', '\\']) && !name.is_empty();
    if !names.iter().all(plain) {
        return (None, end);
    }
    let path: String = names.iter().map(|name| format!("['{name}']")).collect();
    let reference = Path::parse(&format!("${path}")).ok().map(|path| Reference {
        root,
        path,
        range: start..end,
        whole: false,
    });
    (reference, end)
}

fn name(text: &str, start: usize) -> (&str, usize) {
    let rest = &text[start..];
    let length = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    (&rest[..length], start + length)
}

/// `.name` or `` .`name` `` at `at`.
fn step(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text[at..].strip_prefix('.')?;
    if let Some(quoted) = rest.strip_prefix('`') {
        let length = quoted.find('`')?;
        return Some((&quoted[..length], at + 2 + length + 1));
    }
    let (name, end) = name(text, at + 1);
    (!name.is_empty()).then_some((name, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(JsonataRoot, String, bool)> {
        references(text)
            .into_iter()
            .map(|reference| {
                (
                    reference.root,
                    reference.path.text().to_owned(),
                    reference.whole,
                )
            })
            .collect()
    }

    #[test]
    fn finds_plain_references() {
        use JsonataRoot::{Context, Input, Result, Variable};
        assert_eq!(
            found(" $states.input.order.`item id` "),
            [(Input, "$['order']['item id']".to_owned(), true)]
        );
        assert_eq!(
            found("$sum($states.result.a[0].b) + $count($total) & '$no.this' /* $nor.this */"),
            [
                (Result, "$['a']".to_owned(), false),
                (Variable("total".into()), "$".to_owned(), false)
            ]
        );
        assert_eq!(
            found("$states.context.Task.Token"),
            [(Context, "$['Task']['Token']".to_owned(), true)]
        );
        assert_eq!(found("( $x := 1; $$.a; $; $states; $now() )"), []);
        assert_eq!(found("'open"), []);
        assert_eq!(
            found("$states.input.é.'"),
            [(Input, "$['é']".to_owned(), false)]
        );
    }
}
