//! What a given policy lacks.

use super::granted::{Given, Granted, Matcher, Pattern, glob};
use super::permission::{Permission, Resource};
use super::policy::object;
use crate::value::Value;

/// What a given policy lacks, and what cannot be told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// In the order of the permissions.
    pub gaps: Vec<Gap>,
    /// How many permissions hang on something that is known only at deployment, or on a condition.
    pub undecided: usize,
}

/// A permission that is needed and not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// What is needed.
    pub permission: Permission,
    /// Whether a `Deny` takes it away, rather than no `Allow` giving it.
    pub denied: bool,
}

/// How a statement answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    No,
    Perhaps,
    Yes,
}

impl Granted {
    /// What of `permissions` this policy does not give.
    pub fn lacks(&self, permissions: &[Permission]) -> Gaps {
        let mut found = Gaps::default();
        for permission in permissions {
            let of = |allows: bool| {
                self.statements
                    .iter()
                    .filter(|statement| statement.allows == allows)
                    .map(|statement| statement.answers(permission))
                    .max()
                    .unwrap_or(Answer::No)
            };
            let (allowed, denied) = (of(true), of(false));
            if allowed == Answer::No || denied == Answer::Yes {
                let gap = Gap {
                    permission: permission.clone(),
                    denied: denied == Answer::Yes,
                };
                if !found.gaps.contains(&gap) {
                    found.gaps.push(gap);
                }
            } else if allowed == Answer::Perhaps || denied == Answer::Perhaps {
                found.undecided += 1;
            }
        }
        found
    }
}

impl Given {
    fn answers(&self, permission: &Permission) -> Answer {
        let action = self.actions.takes(|pattern| {
            yes(glob(
                &pattern.to_ascii_lowercase(),
                &permission.action.to_ascii_lowercase(),
            ))
        });
        let resource = self.resources.takes(|pattern| match &permission.resource {
            Resource::All => yes(pattern == "*"),
            // On what it is needed is not known: any resource may be the one.
            Resource::Unknown if pattern == "*" => Answer::Yes,
            Resource::Unknown => Answer::Perhaps,
            Resource::Arn(arn) => covers(pattern, arn),
        });
        let both = action.min(resource);
        if self.conditional
            && both == Answer::Yes
            && !(self.allows && permission.condition.is_some())
        {
            return Answer::Perhaps;
        }
        both
    }
}

fn yes(truth: bool) -> Answer {
    if truth { Answer::Yes } else { Answer::No }
}

impl Matcher {
    fn takes(&self, one: impl Fn(&str) -> Answer) -> Answer {
        let answers = self.patterns.iter().map(|pattern| match pattern {
            Pattern::Text(text) => one(text),
            Pattern::Unknown => Answer::Perhaps,
        });
        let best = answers.max().unwrap_or(Answer::No);
        if !self.inverted {
            return best;
        }
        match best {
            Answer::Yes => Answer::No,
            Answer::Perhaps => Answer::Perhaps,
            Answer::No => Answer::Yes,
        }
    }
}

/// Whether a pattern takes every resource of the name `arn`. Partition, region and account that are not known are no
/// matter, and a placeholder in a name may stand for anything.
fn covers(pattern: &str, arn: &str) -> Answer {
    if pattern == "*" {
        return Answer::Yes;
    }
    let patterns: Vec<&str> = pattern.splitn(6, ':').collect();
    let parts: Vec<&str> = arn.splitn(6, ':').collect();
    let (Ok(patterns), Ok(parts)) = (
        <[&str; 6]>::try_from(patterns),
        <[&str; 6]>::try_from(parts),
    ) else {
        // A placeholder for a whole ARN, or a pattern that is not one part for one part.
        return if arn.contains("${") {
            Answer::Perhaps
        } else {
            yes(glob(pattern, arn))
        };
    };
    let place = [1, 3, 4].into_iter().all(|index| {
        parts[index] == "*"
            || parts[index].contains("${")
            || patterns[index].contains("${")
            || glob(patterns[index], parts[index])
    });
    if !place || !glob(patterns[2], parts[2]) {
        return Answer::No;
    }
    if glob(patterns[5], parts[5]) {
        return Answer::Yes;
    }
    if parts[5].contains("${") {
        return Answer::Perhaps;
    }
    Answer::No
}

impl Gaps {
    /// `{"version": 1, "missing": [{"action", "resource", "state", "denied"}], "undecided": 0}`
    pub fn to_value(&self) -> Value {
        let missing: Vec<Value> = self
            .gaps
            .iter()
            .map(|gap| {
                let permission = &gap.permission;
                object([
                    ("action", Value::string(&permission.action)),
                    ("resource", Value::string(permission.resource.text())),
                    (
                        "state",
                        permission.state.as_ref().map_or(Value::Null, Value::string),
                    ),
                    ("denied", Value::Bool(gap.denied)),
                ])
            })
            .collect();
        object([
            ("version", Value::from(1)),
            ("missing", Value::from(missing)),
            ("undecided", Value::from(self.undecided as i64)),
        ])
    }
}
