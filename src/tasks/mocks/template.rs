//! Results with values from the request, and values made up by size or number.

use super::super::findings::{Findings, error};
use super::byte_size::byte_size;
use super::expression::{Expression, Scope};
use crate::base::{Random, Span};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Member as SourceMember, Node};
use crate::value::{self, MAX_DEPTH, Object, Str, Value};
use std::cell::RefCell;

/// Bytes of JSON that one answer may come to.
const LARGEST: u64 = 256 * 1024 * 1024;
/// Items that one `$array` may have.
const MOST_ITEMS: i64 = 1_000_000;
/// What made-up text is made of.
const FILLER: &str = "lorem ipsum dolor sit amet consetetur sadipscing elitr ";

const OPERATORS: [&str; 6] = ["$merge", "$json", "$file", "$string", "$array", "$position"];

/// A result, or a part of one.
#[derive(Clone, Debug)]
pub(super) enum Template {
    /// The value as written.
    Literal {
        /// The value.
        value: Value,
        /// Bytes of its JSON, counted once.
        bytes: u64,
    },
    /// A mapping with something to compute in it.
    Object(Vec<Member>),
    /// A list with something to compute in it.
    Array(Vec<Self>),
    /// From a key that ends in `.$`.
    Expression(Expression),
    /// `$array`
    Repeat {
        /// How many.
        count: usize,
        /// Of what.
        of: Box<Self>,
        /// Where it is asked for.
        span: Span,
    },
    /// `$position`: the position in the `$array` around it, counted from here.
    Position(i64),
}

/// A member of a computed mapping.
#[derive(Clone, Debug)]
pub(super) enum Member {
    /// A key and its value.
    Set(Str, Template),
    /// `$merge`: all members of the object that the expression gives.
    Merge(Expression),
}

impl Template {
    fn literal(value: Value) -> Self {
        let bytes = value.size();
        Self::Literal { value, bytes }
    }

    /// Reads a result.
    pub(super) fn read(node: &Node, findings: &mut Findings) -> Self {
        read(node, 0, false, findings)
    }

    /// The value, where it takes nothing from the request.
    pub(super) fn constant(&self) -> Option<Value> {
        let random = RefCell::new(Random::new(0));
        let nothing = Value::Null;
        let scope = Scope {
            parameters: &nothing,
            token: None,
            context: &nothing,
            random: &random,
        };
        self.is_constant().then(|| self.evaluate(&scope).ok())?
    }

    fn is_constant(&self) -> bool {
        match self {
            Self::Literal { .. } | Self::Position(_) => true,
            Self::Expression(_) => false,
            Self::Array(items) => items.iter().all(Self::is_constant),
            Self::Repeat { of, .. } => of.is_constant(),
            Self::Object(members) => members.iter().all(|member| match member {
                Member::Set(_, value) => value.is_constant(),
                Member::Merge(_) => false,
            }),
        }
    }

    /// The value for a request.
    pub(super) fn evaluate(&self, scope: &Scope<'_>) -> Result<Value, Box<Diagnostic>> {
        let mut evaluation = Evaluation {
            scope,
            bytes: 0,
            position: 0,
            span: Span::default(),
        };
        evaluation.value(self)
    }
}

fn read(node: &Node, depth: u32, in_array: bool, findings: &mut Findings) -> Template {
    if depth == MAX_DEPTH {
        findings.error(
            node.span,
            format!("a result nests at most {MAX_DEPTH} levels deep"),
        );
        return Template::literal(Value::Null);
    }
    match &node.kind {
        Kind::Array(items) => {
            let items: Vec<_> = items
                .iter()
                .map(|item| read(item, depth + 1, in_array, findings))
                .collect();
            collapse_array(items)
        }
        Kind::Object(members) => operator(members, node, depth, in_array, findings)
            .unwrap_or_else(|| read_object(members, depth, in_array, findings)),
        _ => Template::literal(node.to_value()),
    }
}

/// `$json`, `$string`, `$array` and `$position`: mappings that stand for something else.
fn operator(
    members: &[SourceMember],
    node: &Node,
    depth: u32,
    in_array: bool,
    findings: &mut Findings,
) -> Option<Template> {
    let first = members.iter().find(|member| {
        matches!(
            &*member.key.text,
            "$json" | "$string" | "$array" | "$position"
        )
    })?;
    let name = &*first.key.text;
    let allowed: &[&str] = if name == "$array" {
        &["$array", "of"]
    } else {
        &[name]
    };
    for member in members
        .iter()
        .filter(|member| !allowed.contains(&&*member.key.text))
    {
        findings
            .error(
                member.key.span,
                format!("`{}` cannot stand beside `{name}`", member.key.text),
            )
            .help(match name {
                "$array" => "write `{ $array: 47, of: … }`".to_owned(),
                _ => {
                    format!("a mapping with `{name}` stands for one value, and holds nothing else")
                }
            });
    }
    Some(match name {
        "$json" => Template::literal(json_text(&first.value, findings)),
        "$string" => Template::literal(made_up_text(&first.value, findings)),
        "$position" => {
            if !in_array {
                findings.error(
                    first.key.span,
                    "`$position` stands inside the `of` of an `$array`",
                );
            }
            Template::Position(whole_number(&first.value, "`$position`", findings).unwrap_or(0))
        }
        _ => {
            let count = whole_number(&first.value, "`$array`", findings)
                .filter(|count| {
                    let fits = (0..=MOST_ITEMS).contains(count);
                    if !fits {
                        findings.error(
                            first.value.span,
                            "`$array` is a number of items from 0 to 1,000,000",
                        );
                    }
                    fits
                })
                .and_then(|count| usize::try_from(count).ok());
            let of = node.get("of");
            if of.is_none() {
                findings
                    .error(node.span, "`$array` needs `of`, the value of every item")
                    .help("write `{ $array: 47, of: … }`");
            }
            let of = of.map_or(Template::literal(Value::Null), |of| {
                read(of, depth + 1, true, findings)
            });
            Template::Repeat {
                count: count.unwrap_or(0),
                of: Box::new(of),
                span: node.span,
            }
        }
    })
}

/// The value of a JSON text, which keeps the text.
fn json_text(node: &Node, findings: &mut Findings) -> Value {
    let Some(text) = findings.text(node, "`$json`, a JSON text,") else {
        return Value::Null;
    };
    match value::read(text) {
        Ok(value) => value,
        Err(fault) => {
            let message = format!("`$json` is no JSON text: {fault}, at byte {}", fault.offset);
            findings
                .error(node.span, message)
                .help("write a result that is not taken letter by letter as YAML or JSON, without `$json`");
            Value::Null
        }
    }
}

fn made_up_text(node: &Node, findings: &mut Findings) -> Value {
    let written = match &node.kind {
        Kind::Number(number) => number.text().into_owned(),
        _ => match findings.text(node, "`$string`, a size,") {
            Some(text) => text.to_string(),
            None => return Value::Null,
        },
    };
    match byte_size(&written) {
        Ok(size) => {
            // The filler is ASCII, so it may be cut anywhere.
            let mut text = FILLER.repeat(size / FILLER.len() + 1);
            text.truncate(size);
            Value::from(text)
        }
        Err(fault) => {
            findings
                .error(node.span, fault.to_string())
                .help("write a size as in `300KiB`, `1.5MiB` or `4096`");
            Value::Null
        }
    }
}

fn whole_number(node: &Node, what: &str, findings: &mut Findings) -> Option<i64> {
    let number = node.to_value().as_i64();
    if number.is_none() && !node.is_hole() {
        findings.error(node.span, format!("{what} is a whole number"));
    }
    number
}

fn read_object(
    members: &[SourceMember],
    depth: u32,
    in_array: bool,
    findings: &mut Findings,
) -> Template {
    let mut read_members = Vec::with_capacity(members.len());
    for member in members {
        let key = &member.key.text;
        let read_member = if &**key == "$merge" {
            Expression::read(&member.value, "`$merge`", findings).map(Member::Merge)
        } else if let Some(plain) = key.strip_prefix("$$") {
            let value = read(&member.value, depth + 1, in_array, findings);
            Some(Member::Set(format!("${plain}").into(), value))
        } else if key.starts_with('$') {
            findings.unknown_key(&member.key, "a result", &OPERATORS);
            findings.help(format!("write `${key}` for a key that is called `{key}`"));
            None
        } else if let Some(plain) = key.strip_suffix(".$") {
            let expression = Expression::read(&member.value, &format!("`{key}`"), findings);
            expression.map(|expression| Member::Set(plain.into(), Template::Expression(expression)))
        } else {
            Some(Member::Set(
                key.clone(),
                read(&member.value, depth + 1, in_array, findings),
            ))
        };
        read_members.extend(read_member);
    }
    collapse_object(read_members)
}

/// A list in which nothing is to compute is a literal.
fn collapse_array(items: Vec<Template>) -> Template {
    if !items
        .iter()
        .all(|item| matches!(item, Template::Literal { .. }))
    {
        return Template::Array(items);
    }
    let values = items.into_iter().filter_map(|item| match item {
        Template::Literal { value, .. } => Some(value),
        _ => None,
    });
    Template::literal(values.collect())
}

/// A mapping in which nothing is to compute is a literal.
fn collapse_object(members: Vec<Member>) -> Template {
    if !members
        .iter()
        .all(|member| matches!(member, Member::Set(_, Template::Literal { .. })))
    {
        return Template::Object(members);
    }
    let values = members.into_iter().filter_map(|member| match member {
        Member::Set(key, Template::Literal { value, .. }) => Some((key, value)),
        _ => None,
    });
    Template::literal(Value::Object(values.collect::<Object>()))
}

struct Evaluation<'a, 's> {
    scope: &'a Scope<'s>,
    bytes: u64,
    position: usize,
    span: Span,
}

impl Evaluation<'_, '_> {
    fn value(&mut self, template: &Template) -> Result<Value, Box<Diagnostic>> {
        Ok(match template {
            Template::Literal { value, bytes } => {
                self.weigh(*bytes)?;
                value.clone()
            }
            Template::Expression(expression) => {
                self.span = expression.span();
                let value = expression.evaluate(self.scope)?;
                self.weigh(value.size())?;
                value
            }
            Template::Position(start) => {
                let position = i64::try_from(self.position).unwrap_or(i64::MAX);
                start.saturating_add(position).into()
            }
            Template::Array(items) => {
                let items: Result<Vec<_>, _> = items.iter().map(|item| self.value(item)).collect();
                items?.into()
            }
            Template::Repeat { count, of, span } => {
                let around = self.position;
                let mut items = Vec::new();
                for position in 0..*count {
                    (self.position, self.span) = (position, *span);
                    self.weigh(1)?;
                    items.push(self.value(of)?);
                }
                self.position = around;
                items.into()
            }
            Template::Object(members) => self.object(members)?,
        })
    }

    fn object(&mut self, members: &[Member]) -> Result<Value, Box<Diagnostic>> {
        let mut object = Object::new();
        for member in members {
            match member {
                Member::Set(key, template) => {
                    let value = self.value(template)?;
                    object.insert(key.clone(), value);
                }
                Member::Merge(expression) => {
                    self.span = expression.span();
                    let merged = expression.evaluate(self.scope)?;
                    let Some(merged) = merged.as_object() else {
                        let message =
                            format!("`$merge` needs an object, but here is {}", merged.kind());
                        return Err(Box::new(error(expression.span(), message)));
                    };
                    for (key, value) in merged.iter() {
                        self.weigh(value.size())?;
                        object.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        Ok(object.into())
    }

    /// Adds to what the answer comes to, so that a small file cannot ask for more memory than there is.
    fn weigh(&mut self, bytes: u64) -> Result<(), Box<Diagnostic>> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > LARGEST {
            return Err(Box::new(error(
                self.span,
                "this answer comes to more than 256 MiB",
            )));
        }
        Ok(())
    }
}
