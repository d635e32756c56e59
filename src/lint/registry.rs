//! The list of all rules: those of the linter, and those under which readers and lowering report.

use super::{Category, Meta, Rule, rules};
use crate::diagnostics::Severity;
use std::sync::LazyLock;

/// The rules of the linter, in alphabetical order.
pub fn rules() -> &'static [&'static dyn Rule] {
    &rules::RULES
}

/// Every rule that a finding can name, in alphabetical order.
pub fn all() -> &'static [&'static Meta] {
    static ALL: LazyLock<Vec<&'static Meta>> = LazyLock::new(|| {
        let own = rules().iter().map(|rule| rule.meta());
        let mut all: Vec<&Meta> = own.chain(REPORTED_ELSEWHERE).collect();
        all.sort_by_key(|meta| meta.id);
        all
    });
    &ALL
}

/// The place of the rule `id` in [`all`].
pub fn position(id: &str) -> Option<usize> {
    all().binary_search_by_key(&id, |meta| meta.id).ok()
}

/// The rule `id`.
pub fn find(id: &str) -> Option<&'static Meta> {
    position(id).map(|at| all()[at])
}

macro_rules! reported {
    ($($id:literal $category:ident $severity:ident;)*) => {
        [$(Meta {
            id: $id,
            category: Category::$category,
            severity: Severity::$severity,
            pedantic: false,
            since: "0.1.0",
            fixable: false,
            page: include_str!(concat!("rules/", $id, ".md")),
        },)*]
    };
}

/// The rules of the readers of source text, of lowering, and of commands.
static REPORTED_ELSEWHERE: &[Meta] = &reported! {
    "choice-rule" Structure Error;
    "config-file" Commands Error;
    "duplicate-key" Source Error;
    "duplicate-state-name" Structure Error;
    "duplicate-template-key" Expressions Error;
    "empty-branches" Structure Error;
    "endless-executions" Commands Error;
    "error-name-list" ErrorHandling Error;
    "exclusive-fields" Structure Error;
    "execution-failed" Commands Error;
    "express-pattern" Integrations Error;
    "heartbeat-timeout" Structure Error;
    "history-file" Commands Error;
    "invalid-expression" Commands Error;
    "invalid-intrinsic" Expressions Error;
    "invalid-jsonata" Expressions Error;
    "invalid-path" Expressions Error;
    "invalid-reference-path" Expressions Error;
    "invalid-resource" Integrations Error;
    "invalid-template-value" Expressions Error;
    "invalid-timestamp" Structure Error;
    "json-extension" Source Warning;
    "jsonata-function" Expressions Error;
    "jsonata-marks" Expressions Error;
    "jsonata-reference" Expressions Error;
    "map-label" Structure Error;
    "map-processor" Structure Error;
    "missing-field" Structure Error;
    "missing-target" Structure Error;
    "mock-file" Commands Error;
    "no-definition" Commands Note;
    "no-terminal-state" Structure Error;
    "not-mocked" Commands Error;
    "not-supported" Commands Error;
    "out-of-range" Structure Error;
    "query-language" Structure Error;
    "scenario-file" Commands Error;
    "state-name-length" Structure Error;
    "state-type" Structure Error;
    "suppression-without-reason" Source Warning;
    "syntax" Source Error;
    "template-not-read" Source Note;
    "unknown-field" Structure Error;
    "unreachable-state" Structure Error;
    "unsupported-field" Structure Error;
    "unused-suppression" Source Warning;
    "variable-name" Expressions Error;
    "wrong-type" Structure Error;
    "wrong-value" Structure Error;
    "yaml-boolean" Source Warning;
    "yaml-documents" Source Warning;
    "yaml-number" Source Warning;
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_one_name_and_a_page_that_begins_with_it() {
        let all = all();
        for pair in all.windows(2) {
            assert!(pair[0].id < pair[1].id, "{} stands twice", pair[1].id);
        }
        for meta in all {
            assert!(
                meta.page.starts_with(&format!("# {}\n", meta.id)),
                "{}",
                meta.id
            );
            for heading in ["## What it does", "## Why"] {
                assert!(
                    meta.page.contains(&format!("\n{heading}\n")),
                    "{} has no `{heading}`",
                    meta.id
                );
            }
            assert!(
                meta.summary().ends_with('.'),
                "{}: {}",
                meta.id,
                meta.summary()
            );
        }
    }
}
