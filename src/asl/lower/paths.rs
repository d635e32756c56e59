//! Paths, Reference Paths, and fields that take a path or an intrinsic function.

use super::faults::Expected;
use super::object::{Object, is_open};
use super::values::Given;
use super::{Lowering, aws};
use crate::asl::{PathField, QueryLanguage, ResultPath, TextSource};
use crate::base::Spanned;
use crate::diagnostics::Diagnostic;
use crate::query::jsonpath::{Path, PathSyntaxError, ReferencePath, Root};
use crate::query::template::ValueExpression;
use crate::source::{Kind, Node};

impl Lowering<'_> {
    /// A path.
    pub(super) fn path(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<Spanned<Given<Path>>> {
        let node = object.get(field)?;
        if is_open(node) {
            self.unresolved(field, node);
            return Some(Spanned::new(Given::Open, node.span));
        }
        let Some(text) = node.text() else {
            self.wrong_type(object, field, node, Expected::Path, QueryLanguage::JsonPath);
            return None;
        };
        match parse(text) {
            Ok(path) => Some(Spanned::new(Given::Value(path), node.span)),
            Err(error) => {
                self.invalid_path(object, field, node, &error);
                None
            }
        }
    }

    /// A path that names one place: the States Language asks for a Reference Path.
    pub(super) fn single_path(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<Spanned<Given<Path>>> {
        let path = self.path(object, field)?;
        if let Given::Value(value) = &path.value
            && let Err(error) = ReferencePath::parse(value.text())
        {
            let node = object.get(field)?;
            self.not_a_reference(object, field, node, &error);
            return None;
        }
        Some(path)
    }

    /// A path that may be `null`: `InputPath`, `OutputPath`.
    pub(super) fn path_field(&mut self, object: &Object<'_>, field: &str) -> Option<PathField> {
        let node = object.get(field)?;
        if node.kind == Kind::Null {
            return Some(PathField {
                path: None,
                span: node.span,
            });
        }
        if node.text().is_none() && !node.is_unknown() {
            self.wrong_type(
                object,
                field,
                node,
                Expected::PathOrNull,
                QueryLanguage::JsonPath,
            );
            return None;
        }
        let path = self.path(object, field)?;
        field_of(path)
    }

    /// `ItemsPath`, which may not be `null`.
    pub(super) fn items_path(&mut self, object: &Object<'_>) -> Option<PathField> {
        let path = self.single_path(object, "ItemsPath")?;
        field_of(path)
    }

    /// `ResultPath`
    pub(super) fn result_path(&mut self, object: &Object<'_>) -> Option<ResultPath> {
        let field = "ResultPath";
        let node = object.get(field)?;
        if node.kind == Kind::Null {
            return Some(ResultPath::Discard(node.span));
        }
        if is_open(node) {
            self.unresolved(field, node);
            return None;
        }
        let Some(text) = node.text() else {
            self.wrong_type(
                object,
                field,
                node,
                Expected::PathOrNull,
                QueryLanguage::JsonPath,
            );
            return None;
        };
        if let Err(error) = parse(text) {
            self.invalid_path(object, field, node, &error);
            return None;
        }
        let path = match ReferencePath::parse(text) {
            Ok(path) => path,
            Err(error) => {
                self.not_a_reference(object, field, node, &error);
                return None;
            }
        };
        let elsewhere = match path.path().root() {
            Root::Input => return Some(ResultPath::Path(Spanned::new(path, node.span))),
            Root::Context => "the context object cannot be written",
            Root::Variable(_) => "to set a variable use `Assign`",
        };
        let message = format!(
            "`{field}` of {} must begin with `$.`: it puts the result into the input",
            object.name
        );
        let diagnostic = Diagnostic::error("invalid-reference-path", node.span, message)
            .at(object.at(field))
            .help(elsewhere);
        self.push(diagnostic);
        None
    }

    /// A text of an `…Path` field: a path or an intrinsic function that gives a text.
    pub(super) fn text_expression(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<Spanned<TextSource>> {
        let node = object.get(field)?;
        if node.is_unknown() {
            self.unresolved(field, node);
            return Some(Spanned::new(TextSource::Unknown, node.span));
        }
        if node.text().is_none() {
            self.wrong_type(object, field, node, Expected::Path, QueryLanguage::JsonPath);
            return None;
        }
        let expression = self.value_expression(object, field, node)?;
        Some(Spanned::new(TextSource::Expression(expression), node.span))
    }

    /// A path to a text, where no intrinsic function can stand: `TimestampPath`.
    pub(super) fn text_path(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<Spanned<TextSource>> {
        let path = self.single_path(object, field)?;
        Some(path.map(|path| match path {
            Given::Value(path) => TextSource::Expression(ValueExpression::Path(path)),
            Given::Open => TextSource::Unknown,
        }))
    }

    /// Text that is no path.
    pub(super) fn invalid_path(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        error: &PathSyntaxError,
    ) {
        let text = node.text().map(|text| &**text).unwrap_or_default();
        let mut diagnostic = Diagnostic::error(
            "invalid-path",
            self.tail_of(node, error.offset),
            format!("`{field}` of {} is no path: {}", object.name, error.message),
        )
        .at(object.at(field));
        if text.starts_with("States.") {
            diagnostic = diagnostic.help(
                "an intrinsic function cannot stand here: compute the value in a Pass state before, or in `Parameters`",
            );
        } else if let Some(name) = plain_name(text) {
            diagnostic = diagnostic.help(format!("a path begins with `$`: `$.{name}`"));
            let path = format!("$.{name}");
            diagnostic = self.rewritten(diagnostic, node.span, text, &path, false);
        }
        self.push(diagnostic.aws(aws::SCHEMA, aws::PATH));
    }

    /// A path that can lead to several values where one is needed.
    pub(super) fn not_a_reference(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        error: &PathSyntaxError,
    ) {
        let message = format!(
            "`{field}` of {} must name one place: {}",
            object.name, error.message
        );
        let diagnostic = Diagnostic::error(
            "invalid-reference-path",
            self.tail_of(node, error.offset),
            message,
        )
        .at(object.at(field));
        self.push(diagnostic.aws(aws::SCHEMA, aws::REFERENCE_PATH));
    }
}

fn field_of(path: Spanned<Given<Path>>) -> Option<PathField> {
    match path.value {
        Given::Value(value) => Some(PathField {
            path: Some(value),
            span: path.span,
        }),
        Given::Open => None,
    }
}

/// Compiles a path. Jayway takes `a.b` for `$.a.b`; Step Functions refuses it
/// (aws-cloudformation/cfn-lint#4076: `Value must be a valid JSONPath.`).
fn parse(text: &str) -> Result<Path, PathSyntaxError> {
    if text.starts_with('$') {
        return Path::parse(text);
    }
    Err(PathSyntaxError {
        message: "it does not begin with `$`".to_owned(),
        offset: 0,
    })
}

/// A text that lacks only `$.` to be a path.
pub(super) fn plain_name(text: &str) -> Option<&str> {
    let name = text.trim_start_matches('.');
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'));
    plain.then_some(name)
}
