//! Policies of roles, for people.

use super::Style;
use super::style::Paint;
use crate::base::text;
use crate::iam::{Gaps, Permission, Policy};
use std::collections::BTreeSet;

/// The statements of a policy with the states that need them, and what no policy can tell.
pub fn policy_table(policy: &Policy, notes: &[String], style: Style) -> String {
    let mut out = String::new();
    if policy.statements.is_empty() {
        out.push_str("the definition calls nothing that its role must be allowed\n");
    }
    for statement in &policy.statements {
        for action in &statement.actions {
            out.push_str(&style.paint(Paint::Bold, action));
            out.push('\n');
        }
        for resource in &statement.resources {
            out.push_str(&format!("  on   {resource}\n"));
        }
        for (operator, keys) in statement.condition.iter().flatten() {
            for (key, value) in keys {
                out.push_str(&format!("  if   {key} {operator} {value}\n"));
            }
        }
        if !statement.states.is_empty() {
            let states: Vec<&String> = statement.states.iter().collect();
            out.push_str(&format!("  for  {}\n", text::list(&states)));
        }
        for note in &statement.notes {
            out.push_str(&format!("  note: {note}\n"));
        }
        out.push('\n');
    }
    for note in notes {
        out.push_str(&format!("note: {note}\n"));
    }
    out
}

/// What a given policy lacks.
pub fn policy_gaps(gaps: &Gaps, needed: &[Permission], path: &str, style: Style) -> String {
    let mut out = String::new();
    for gap in &gaps.gaps {
        let permission = &gap.permission;
        let word = if gap.denied { "denied" } else { "missing" };
        out.push_str(&format!(
            "{} {} on {}\n",
            style.paint(Paint::Bad, word),
            permission.action,
            permission.resource.text()
        ));
        if let Some(state) = &permission.state {
            out.push_str(&format!("  for  `{state}`\n"));
        }
    }
    let pairs = |permissions: &[&Permission]| {
        let all: BTreeSet<(&str, &str)> = permissions
            .iter()
            .map(|one| (one.action.as_str(), one.resource.text()))
            .collect();
        all.len()
    };
    let all: Vec<&Permission> = needed.iter().collect();
    let lacking: Vec<&Permission> = gaps.gaps.iter().map(|gap| &gap.permission).collect();
    let (all, lacking) = (pairs(&all), pairs(&lacking));
    if lacking == 0 {
        out.push_str(&format!(
            "`{path}` gives all {}\n",
            text::count(all, "permission")
        ));
    } else {
        out.push_str(&format!(
            "`{path}` lacks {lacking} of {}\n",
            text::count(all, "permission")
        ));
    }
    if gaps.undecided > 0 {
        out.push_str(&format!(
            "{} cannot be told: placeholders, conditions, or resources that the definition computes\n",
            gaps.undecided
        ));
    }
    out
}
