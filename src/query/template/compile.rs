//! Source tree to payload template.

use super::error::{TemplateIssue, TemplateIssueKind};
use super::expression::ValueExpression;
use super::payload::{Computed, Part};
use crate::base::text;
use crate::source::{Kind, Member, Node};
use crate::value::{Object, Str, Value};
use foldhash::{HashMap, HashMapExt};

/// Below this number of members, comparing each with each is quicker than hashing.
const FEW: usize = 24;

pub(super) fn compile(node: &Node) -> (Part, Vec<TemplateIssue>) {
    let mut compiler = Compiler {
        location: String::new(),
        issues: Vec::new(),
    };
    let part = compiler.part(node);
    (part, compiler.issues)
}

struct Compiler {
    /// Where we are: `a.b[0]`.
    location: String,
    issues: Vec<TemplateIssue>,
}

impl Compiler {
    /// Runs `inside` one step further in.
    fn within<T>(&mut self, step: &str, inside: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.location.len();
        if length > 0 && !step.starts_with('[') {
            self.location.push('.');
        }
        self.location.push_str(step);
        let result = inside(self);
        self.location.truncate(length);
        result
    }

    fn part(&mut self, node: &Node) -> Part {
        match &node.kind {
            Kind::Array(items) => {
                let parts: Vec<Part> = items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| {
                        self.within(&format!("[{at}]"), |compiler| compiler.part(item))
                    })
                    .collect();
                array(parts)
            }
            Kind::Object(members) => self.object(members),
            _ => Part::Constant(node.to_value()),
        }
    }

    fn object(&mut self, members: &[Member]) -> Part {
        let mut plain: Vec<(Str, Part)> = Vec::new();
        let mut computed: Vec<(Str, Part)> = Vec::new();
        let is_computed = |member: &Member| member.key.text.ends_with(".$");
        let can_collide = members.iter().any(is_computed);
        let mut seen: HashMap<&str, &Member> = HashMap::new();
        let mut last: HashMap<&str, usize> = HashMap::new();
        if members.len() > FEW {
            let places = members.iter().enumerate();
            last.extend(places.map(|(at, member)| (&*member.key.text, at)));
        }
        for (at, member) in members.iter().enumerate() {
            let key = &*member.key.text;
            let is_last = match last.get(key) {
                Some(last) => *last == at,
                None => members[at + 1..]
                    .iter()
                    .all(|later| *later.key.text != *key),
            };
            // Of a doubled key the last counts; the reader reports it.
            if !is_last {
                continue;
            }
            let stem = key.strip_suffix(".$");
            if can_collide && let Some(other) = seen.insert(stem.unwrap_or(key), member) {
                self.collision(other, member);
            }
            match stem {
                None => {
                    let part = self.within(key, |compiler| compiler.part(&member.value));
                    plain.push((member.key.text.clone(), part));
                }
                Some(stem) => {
                    let part = self.within(key, |compiler| compiler.expression(member));
                    computed.push((stem.into(), part));
                }
            }
        }
        plain.append(&mut computed);
        object(plain)
    }

    /// The value under a `.$` key; where it is refused, one of which nothing is known.
    fn expression(&mut self, member: &Member) -> Part {
        let unknown = || ValueExpression::unknown(unknown_text(&member.value));
        let expression = match member.value.text() {
            _ if member.value.is_unknown() => unknown(),
            Some(text) => ValueExpression::parse(text).unwrap_or_else(|error| {
                let key = &member.key.text;
                self.issues.push(TemplateIssue {
                    kind: error.kind,
                    key: key.clone(),
                    location: self.location.clone(),
                    key_span: member.key.span,
                    value_span: member.value.span,
                    offset: Some(error.offset),
                    message: error.message,
                    help: error.help,
                    // Recorded: scenarios/base_scenarios.illegal_escapes~ESCAPE_SEQUENCES_ILLEGAL_INTRINSIC_FUNCTION.
                    aws: Some(format!(
                        "The value for the field '{key}' must be a valid JSONPath or a valid intrinsic function call"
                    )),
                });
                unknown()
            }),
            None => {
                self.no_string(member);
                unknown()
            }
        };
        Part::Computed(Box::new(Computed {
            expression,
            field: member.key.text.clone(),
            location: self.location.as_str().into(),
            key_span: member.key.span,
            span: member.value.span,
        }))
    }

    fn no_string(&mut self, member: &Member) {
        let key = &member.key.text;
        let stem = key.strip_suffix(".$").unwrap_or(key);
        self.issues.push(TemplateIssue {
            kind: TemplateIssueKind::NoString,
            key: key.clone(),
            location: self.location.clone(),
            key_span: member.key.span,
            value_span: member.value.span,
            offset: None,
            message: format!(
                "`{key}` needs a string with a path or an intrinsic function, not {}",
                text::article(member.value.kind_name())
            ),
            help: Some(format!("for a constant value write the key as `{stem}`")),
            aws: None,
        });
    }

    fn collision(&mut self, first: &Member, second: &Member) {
        let location = self.within(&second.key.text, |compiler| compiler.location.clone());
        self.issues.push(TemplateIssue {
            kind: TemplateIssueKind::Collision,
            key: second.key.text.clone(),
            location,
            key_span: second.key.span,
            value_span: second.value.span,
            offset: None,
            message: format!(
                "`{}` and `{}` give the same field",
                first.key.text, second.key.text
            ),
            help: Some("remove one of them".to_owned()),
            aws: None,
        });
    }
}

/// What stands for a value that is known at deployment only.
fn unknown_text(node: &Node) -> Str {
    match node.to_value() {
        Value::String(text) => text,
        other => other.to_json().into(),
    }
}

fn array(parts: Vec<Part>) -> Part {
    match parts.iter().map(constant).collect::<Option<Vec<_>>>() {
        Some(items) => Part::Constant(Value::from(items)),
        None => Part::Array(parts),
    }
}

fn object(members: Vec<(Str, Part)>) -> Part {
    let constants: Option<Object> = members
        .iter()
        .map(|(key, part)| Some((key.clone(), constant(part)?)))
        .collect();
    match constants {
        Some(members) => Part::Constant(Value::Object(members)),
        None => Part::Object(members),
    }
}

fn constant(part: &Part) -> Option<Value> {
    match part {
        Part::Constant(value) => Some(value.clone()),
        _ => None,
    }
}
