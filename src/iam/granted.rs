//! A policy that a role has.

use crate::value::Value;
use thiserror::Error;

/// The statements of a given policy.
#[derive(Clone, Debug, Default)]
pub struct Granted {
    pub(super) statements: Vec<Given>,
}

/// A text that is no policy.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PolicyError {
    /// It has no `Statement` anywhere.
    #[error("there is no `Statement` in it")]
    NoStatement,
    /// A statement has no `Effect` of `Allow` or `Deny`.
    #[error("`Effect` of statement {0} is neither `Allow` nor `Deny`")]
    Effect(usize),
    /// A statement has neither `Action` nor `NotAction`.
    #[error("statement {0} has neither `Action` nor `NotAction`")]
    Action(usize),
}

/// One statement.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) allows: bool,
    pub(super) actions: Matcher,
    pub(super) resources: Matcher,
    pub(super) conditional: bool,
}

/// What a statement is about: what is listed, or all but that.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    pub(super) patterns: Vec<Pattern>,
    pub(super) inverted: bool,
}

/// One pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// A text with `*` and `?`.
    Text(String),
    /// Something that is known only when the policy is deployed.
    Unknown,
}

impl Granted {
    /// Reads a policy: a policy document, or anything that holds some (an answer of `get-policy-version`, a list, a
    /// template).
    ///
    /// # Errors
    /// Where no statement is found, or one has no effect or no action.
    pub fn read(value: &Value) -> Result<Self, PolicyError> {
        let mut found = Vec::new();
        collect(value, &mut found);
        if found.is_empty() {
            return Err(PolicyError::NoStatement);
        }
        let statements: Result<Vec<Given>, PolicyError> = found
            .into_iter()
            .enumerate()
            .map(|(index, statement)| Given::read(statement, index + 1))
            .collect();
        Ok(Self {
            statements: statements?,
        })
    }
}

/// The statements anywhere in a value. Recursion is bounded: the readers allow a fixed depth.
fn collect<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(members) => match members.get("Statement") {
            Some(Value::Array(statements)) => found.extend(statements.iter()),
            Some(statement @ Value::Object(_)) => found.push(statement),
            _ => members.values().for_each(|member| collect(member, found)),
        },
        _ => {}
    }
}

impl Given {
    fn read(value: &Value, number: usize) -> Result<Self, PolicyError> {
        let allows = match value.get("Effect").and_then(Value::as_str) {
            Some("Allow") => true,
            Some("Deny") => false,
            _ => return Err(PolicyError::Effect(number)),
        };
        let actions = matcher(value, "Action", "NotAction").ok_or(PolicyError::Action(number))?;
        // The trust policy of a role has no resource.
        let resources = matcher(value, "Resource", "NotResource").unwrap_or(Matcher {
            patterns: Vec::new(),
            inverted: false,
        });
        Ok(Self {
            allows,
            actions,
            resources,
            conditional: value.get("Condition").is_some(),
        })
    }
}

fn matcher(value: &Value, plain: &str, inverted: &str) -> Option<Matcher> {
    let (given, inverted) = match (value.get(plain), value.get(inverted)) {
        (Some(given), _) => (given, false),
        (None, Some(given)) => (given, true),
        _ => return None,
    };
    let pattern = |one: &Value| match one.as_str() {
        Some(text) if !text.contains("${") || text.contains("${aws:") => {
            Pattern::Text(text.to_owned())
        }
        Some(text) => placeholder(text),
        None => Pattern::Unknown,
    };
    let patterns = match given {
        Value::Array(items) => items.iter().map(pattern).collect(),
        one => vec![pattern(one)],
    };
    Some(Matcher { patterns, inverted })
}

/// A text with placeholders: the pseudo parameters of CloudFormation stand for one part of an ARN each.
fn placeholder(text: &str) -> Pattern {
    let known = ["Partition", "Region", "AccountId"]
        .iter()
        .fold(text.to_owned(), |text, name| {
            text.replace(&format!("${{AWS::{name}}}"), "*")
        });
    if known.contains("${") {
        Pattern::Unknown
    } else {
        Pattern::Text(known)
    }
}

/// Whether `pattern`, with `*` for any characters and `?` for any one, takes the whole of `text`.
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                back = Some((p, t));
                p += 1;
            }
            Some(b'?') => {
                p += 1;
                t += 1;
            }
            Some(byte) if *byte == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match back {
                Some((star, from)) => {
                    p = star + 1;
                    t = from + 1;
                    back = Some((star, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}
