//! JSON trees whose strings may be JSONata expressions: `Arguments`, `Output`, `Assign` and the like.

use super::visit::JsonataVisitor;
use crate::base::Span;
use crate::query::jsonata::{Bindings, ErrorKind, Expression, JsonataError};
use crate::source::{Kind, Node};
use crate::value::{Object, Str, Value};
use std::fmt;

/// A string in `{% … %}`, compiled.
#[derive(Clone, Debug)]
pub struct JsonataString {
    /// The expression between the marks; nothing where a placeholder that is not filled keeps it from being read.
    pub expression: Option<Expression>,
    /// The text between the marks, trimmed.
    pub text: Str,
    /// The whole string in the source, quotes included.
    pub span: Span,
    /// Byte offset of the expression inside the string's value: what stands before it is `{%` and blanks.
    pub offset: usize,
}

/// A string in `{% … %}` that is no JSONata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonataIssue {
    /// Where in the field: empty for the field itself, else `/name`, `/list[0]`.
    pub location: String,
    /// The whole string in the source, quotes included.
    pub span: Span,
    /// Byte offset inside the string's value of what is wrong, and its end.
    pub part: Span,
    /// What is wrong.
    pub error: JsonataError,
}

impl JsonataString {
    /// The text between `{%` and `%}` with its offset, if `text` begins and ends so. Blanks outside the marks make it
    /// a plain string (recorded: outputdecl/output.base_cases~BASE_LITERALS).
    pub fn between_marks(text: &str) -> Option<(&str, usize)> {
        let inner = text.strip_prefix("{%")?.strip_suffix("%}")?;
        let trimmed = inner.trim_start();
        let offset = 2 + inner.len() - trimmed.len();
        Some((trimmed.trim_end(), offset))
    }

    /// Compiles the text of a string node that stands between marks.
    ///
    /// # Errors
    /// Where it is no JSONata.
    pub fn compile(text: &str, span: Span, location: &str) -> Option<Result<Self, JsonataIssue>> {
        let (inner, offset) = Self::between_marks(text)?;
        Some(match Expression::parse(inner) {
            Ok(expression) => Ok(Self {
                expression: Some(expression),
                text: inner.into(),
                span,
                offset,
            }),
            // `${Name}` is no JSONata either, so what is wrong cannot be told before it is filled.
            Err(_) if inner.contains("${") => Ok(Self {
                expression: None,
                text: inner.into(),
                span,
                offset,
            }),
            Err(error) => Err(JsonataIssue {
                location: location.to_owned(),
                span,
                part: Span::new(
                    offset + error.span.start as usize,
                    offset + error.span.end as usize,
                ),
                error,
            }),
        })
    }

    /// The value of the expression; `field` is what AWS calls its place: `Output`, `Output/result`, `Items`.
    ///
    /// # Errors
    /// Where it has no value, fails, or gives a function.
    pub fn evaluate(
        &self,
        field: &str,
        bindings: &Bindings<'_>,
    ) -> Result<Value, Box<JsonataFault>> {
        let fault = |kind| {
            Box::new(JsonataFault {
                location: field.to_owned(),
                expression: self.text.clone(),
                span: self.span,
                kind,
            })
        };
        let Some(expression) = &self.expression else {
            return Err(fault(JsonataFaultKind::Placeholder));
        };
        match expression.evaluate(bindings) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(fault(JsonataFaultKind::Undefined)),
            Err(error) => Err(fault(JsonataFaultKind::Thrown(Box::new(error)))),
        }
    }

    /// The fault of a value of the wrong type.
    pub fn unexpected(&self, field: &str, expected: &'static str, value: Value) -> JsonataFault {
        JsonataFault {
            location: field.to_owned(),
            expression: self.text.clone(),
            span: self.span,
            kind: JsonataFaultKind::Unexpected { expected, value },
        }
    }
}

/// Why an expression gave no usable value: `States.QueryEvaluationError`.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonataFault {
    /// The field, as AWS writes it: `Output/result`, `Choices[0]/Condition`.
    pub location: String,
    /// The expression without its marks.
    pub expression: Str,
    /// Where its string stands in the source.
    pub span: Span,
    /// What happened.
    pub kind: JsonataFaultKind,
}

/// What happened to an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonataFaultKind {
    /// It has no value.
    Undefined,
    /// A placeholder in it is not filled.
    Placeholder,
    /// It failed, passed a limit, or gave a function.
    Thrown(Box<JsonataError>),
    /// It gave a value of a type that the field does not take.
    Unexpected {
        /// What JSON calls the type that the field takes.
        expected: &'static str,
        /// What it gave.
        value: Value,
    },
}

impl fmt::Display for JsonataFault {
    /// AWS's sentences (BEHAVIOUR.md of the recorded cases, "Errors").
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            expression,
            location,
            ..
        } = self;
        write!(
            formatter,
            "The JSONata expression '{expression}' specified for the field '{location}' "
        )?;
        match &self.kind {
            JsonataFaultKind::Undefined => formatter.write_str("returned nothing (undefined)."),
            JsonataFaultKind::Placeholder => {
                formatter.write_str("holds a placeholder that is not filled.")
            }
            JsonataFaultKind::Unexpected { expected, value } => write!(
                formatter,
                "returned an unexpected result type. Expected '{expected}', but was '{}' for value: {value}",
                value.kind()
            ),
            JsonataFaultKind::Thrown(error) if error.kind == ErrorKind::FunctionResult => {
                formatter.write_str("returned an unsupported result type.")
            }
            JsonataFaultKind::Thrown(error) if error.kind == ErrorKind::Limit => {
                write!(formatter, "threw an error during evaluation: {error}")
            }
            JsonataFaultKind::Thrown(error) => {
                write!(formatter, "threw an error during evaluation. {error}")
            }
        }
    }
}

/// A JSON tree, compiled.
#[derive(Clone, Debug)]
pub struct JsonataTemplate {
    /// Where it stands in the source.
    pub span: Span,
    root: Part,
}

#[derive(Clone, Debug)]
enum Part {
    Constant(Value),
    Expression(Box<JsonataString>),
    Array(Vec<Self>),
    Object(Vec<(Str, Self)>),
}

impl JsonataTemplate {
    /// Compiles a tree, and tells of every string between marks that is no JSONata.
    pub fn compile(node: &Node) -> (Self, Vec<JsonataIssue>) {
        let mut issues = Vec::new();
        let root = compile(node, &mut String::new(), &mut issues);
        let template = Self {
            span: node.span,
            root,
        };
        (template, issues)
    }

    /// The value of the tree; `field` is the name of the field it stands in.
    ///
    /// # Errors
    /// The first expression without a usable value.
    pub fn evaluate(
        &self,
        field: &str,
        bindings: &Bindings<'_>,
    ) -> Result<Value, Box<JsonataFault>> {
        self.root.evaluate(field, bindings)
    }

    /// The members of a tree that is an object, each to be evaluated for itself.
    pub fn expressions(&self) -> Vec<(String, &JsonataString)> {
        let mut found = Vec::new();
        self.root.walk(&mut String::new(), &mut found);
        found
    }

    /// Walks the tree, innermost parts first.
    pub fn visit<V: JsonataVisitor>(&self, visitor: &mut V) -> V::Output {
        self.root.visit(visitor)
    }

    /// The value of a member of a tree that is an object, if nothing in it is computed.
    pub fn constant_member(&self, name: &str) -> Option<&Value> {
        match &self.root {
            Part::Constant(value) => value.get(name),
            Part::Object(members) => {
                let (_, part) = members.iter().find(|(key, _)| **key == *name)?;
                part.constant()
            }
            Part::Expression(_) | Part::Array(_) => None,
        }
    }

    /// The keys of a tree that is an object.
    pub fn keys(&self) -> Vec<&Str> {
        match &self.root {
            Part::Object(members) => members.iter().map(|(key, _)| key).collect(),
            Part::Constant(Value::Object(members)) => members.keys().collect(),
            _ => Vec::new(),
        }
    }

    /// The value of a tree without expressions.
    pub fn as_constant(&self) -> Option<&Value> {
        match &self.root {
            Part::Constant(value) => Some(value),
            _ => None,
        }
    }
}

fn compile(node: &Node, location: &mut String, issues: &mut Vec<JsonataIssue>) -> Part {
    match &node.kind {
        Kind::String(text) if node.tag.is_none() => {
            match JsonataString::compile(&text.value, node.span, location) {
                None => Part::Constant(node.to_value()),
                Some(Ok(expression)) => Part::Expression(Box::new(expression)),
                Some(Err(issue)) => {
                    issues.push(issue);
                    Part::Constant(Value::Null)
                }
            }
        }
        Kind::Array(items) => {
            let parts: Vec<Part> = items
                .iter()
                .enumerate()
                .map(|(index, item)| {
                    at_item(location, index, |location| compile(item, location, issues))
                })
                .collect();
            match parts.iter().map(Part::constant).collect::<Option<Vec<_>>>() {
                Some(values) => Part::Constant(values.into_iter().cloned().collect()),
                None => Part::Array(parts),
            }
        }
        Kind::Object(members) => {
            let parts: Vec<(Str, Part)> = members
                .iter()
                .map(|member| {
                    let part = at_member(location, &member.key.text, |location| {
                        compile(&member.value, location, issues)
                    });
                    (member.key.text.clone(), part)
                })
                .collect();
            let constants: Option<Object> = parts
                .iter()
                .map(|(key, part)| part.constant().map(|value| (key.clone(), value.clone())))
                .collect();
            match constants {
                Some(object) => Part::Constant(Value::Object(object)),
                None => Part::Object(parts),
            }
        }
        _ => Part::Constant(node.to_value()),
    }
}

/// Does something one step further in, at an item of an array.
fn at_item<T>(location: &mut String, index: usize, inside: impl FnOnce(&mut String) -> T) -> T {
    let length = location.len();
    location.push_str(&format!("[{index}]"));
    let result = inside(location);
    location.truncate(length);
    result
}

/// Does something one step further in, at a member of an object.
fn at_member<T>(location: &mut String, key: &str, inside: impl FnOnce(&mut String) -> T) -> T {
    let length = location.len();
    location.push('/');
    location.push_str(key);
    let result = inside(location);
    location.truncate(length);
    result
}

impl Part {
    fn constant(&self) -> Option<&Value> {
        match self {
            Self::Constant(value) => Some(value),
            _ => None,
        }
    }

    fn evaluate(
        &self,
        location: &str,
        bindings: &Bindings<'_>,
    ) -> Result<Value, Box<JsonataFault>> {
        match self {
            Self::Constant(value) => Ok(value.clone()),
            Self::Expression(expression) => expression.evaluate(location, bindings),
            Self::Array(parts) => parts
                .iter()
                .enumerate()
                .map(|(index, part)| part.evaluate(&format!("{location}[{index}]"), bindings))
                .collect::<Result<Vec<_>, _>>()
                .map(Value::from),
            Self::Object(members) => members
                .iter()
                .map(|(key, part)| {
                    let value = part.evaluate(&format!("{location}/{key}"), bindings)?;
                    Ok((key.clone(), value))
                })
                .collect::<Result<Object, _>>()
                .map(Value::Object),
        }
    }

    // Recursion is bounded: the readers of source text allow a fixed depth.
    fn visit<V: JsonataVisitor>(&self, visitor: &mut V) -> V::Output {
        match self {
            Self::Constant(value) => visitor.constant(value),
            Self::Expression(expression) => visitor.expression(expression),
            Self::Array(parts) => {
                let items = parts.iter().map(|part| part.visit(visitor)).collect();
                visitor.array(items)
            }
            Self::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, part)| (key.clone(), part.visit(visitor)))
                    .collect();
                visitor.object(members)
            }
        }
    }

    fn walk<'p>(&'p self, location: &mut String, found: &mut Vec<(String, &'p JsonataString)>) {
        match self {
            Self::Constant(_) => {}
            Self::Expression(expression) => found.push((location.clone(), expression)),
            Self::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    at_item(location, index, |location| part.walk(location, found));
                }
            }
            Self::Object(members) => {
                for (key, part) in members {
                    at_member(location, key, |location| part.walk(location, found));
                }
            }
        }
    }
}
