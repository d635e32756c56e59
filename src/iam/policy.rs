//! A policy out of permissions.

use super::permission::{Condition, Permission};
use crate::value::{Object, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A policy: what is needed, said once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// In the order of their first action.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// In order.
    pub actions: BTreeSet<String>,
    /// In order; `*` alone where an action is needed on everything.
    pub resources: BTreeSet<String>,
    /// The condition of all of them.
    pub condition: Option<Condition>,
    /// The states that need it, in order of their names.
    pub states: BTreeSet<String>,
    /// What the author should know.
    pub notes: BTreeSet<String>,
}

/// What is needed of one action under one condition.
#[derive(Default)]
struct Grant {
    resources: BTreeSet<String>,
    states: BTreeSet<String>,
    notes: BTreeSet<String>,
}

impl Policy {
    /// The smallest policy that grants the permissions: one statement for all actions on the same resources.
    pub fn new(permissions: &[Permission]) -> Self {
        let mut grants: BTreeMap<(&str, Option<&Condition>), Grant> = BTreeMap::new();
        for permission in permissions {
            let key = (permission.action.as_str(), permission.condition.as_ref());
            let grant = grants.entry(key).or_default();
            grant
                .resources
                .insert(permission.resource.text().to_owned());
            grant.states.extend(permission.state.clone());
            grant.notes.extend(permission.note.clone());
            if permission.resource == super::Resource::Unknown && permission.note.is_none() {
                let state = permission.state.as_deref().unwrap_or_default();
                grant.notes.insert(format!(
                    "`*` stands for what `{state}` computes: narrow it to what it can be"
                ));
            }
        }
        let mut statements: BTreeMap<(BTreeSet<String>, Option<&Condition>), Statement> =
            BTreeMap::new();
        for ((action, condition), grant) in grants {
            let resources = if grant.resources.contains("*") {
                BTreeSet::from(["*".to_owned()])
            } else {
                grant.resources
            };
            let statement = statements
                .entry((resources.clone(), condition))
                .or_insert_with(|| Statement {
                    actions: BTreeSet::new(),
                    resources,
                    condition: condition.cloned(),
                    states: BTreeSet::new(),
                    notes: BTreeSet::new(),
                });
            statement.actions.insert(action.to_owned());
            statement.states.extend(grant.states);
            statement.notes.extend(grant.notes);
        }
        let mut statements: Vec<Statement> = statements.into_values().collect();
        statements.sort_by(|left, right| {
            let key = |one: &Statement| (one.actions.clone(), one.resources.clone());
            key(left).cmp(&key(right))
        });
        Self { statements }
    }

    /// As IAM reads it.
    pub fn to_value(&self) -> Value {
        let statements: Vec<Value> = self.statements.iter().map(Statement::to_value).collect();
        object([
            ("Version", Value::from("2012-10-17")),
            ("Statement", Value::from(statements)),
        ])
    }
}

impl Statement {
    fn to_value(&self) -> Value {
        let mut members = vec![
            ("Effect", Value::from("Allow")),
            ("Action", list(&self.actions)),
            ("Resource", list(&self.resources)),
        ];
        if let Some(condition) = &self.condition {
            let operators = condition.iter().map(|(operator, keys)| {
                let keys = keys.iter().map(|(key, value)| (*key, Value::string(value)));
                (*operator, object(keys))
            });
            members.push(("Condition", object(operators)));
        }
        object(members)
    }
}

fn list(texts: &BTreeSet<String>) -> Value {
    texts.iter().map(Value::string).collect()
}

pub(super) fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let members = members
        .into_iter()
        .map(|(name, value)| (crate::value::Str::from(name), value));
    Value::Object(members.collect::<Object>())
}
