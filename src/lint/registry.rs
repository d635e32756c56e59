//! The list of all rules: those of the linter, and those under which readers and lowering report.

use super::{Category, Meta, Rule, rules};
use crate::diagnostics::Severity;
use foldhash::HashMap;
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
    static PLACES: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
        let ids = all().iter().map(|meta| meta.id);
        ids.zip(0..).collect()
    });
    PLACES.get(id).copied()
}

/// Of each of [`rules`] its place in [`all`].
pub(super) fn positions() -> &'static [usize] {
    static POSITIONS: LazyLock<Vec<usize>> = LazyLock::new(|| {
        let rules = rules().iter();
        rules.filter_map(|rule| position(rule.meta().id)).collect()
    });
    &POSITIONS
}

/// The rule `id`.
pub fn find(id: &str) -> Option<&'static Meta> {
    position(id).map(|at| all()[at])
}

macro_rules! pedantic {
    () => {
        false
    };
    (pedantic) => {
        true
    };
}

macro_rules! reported {
    ($($id:literal $category:ident $severity:ident $fixable:literal $($pedantic:ident)?;)*) => {
        [$(Meta {
            id: $id,
            category: Category::$category,
            severity: Severity::$severity,
            pedantic: pedantic!($($pedantic)?),
            since: "0.1.0",
            fixable: $fixable,
            page: include_str!(concat!("rules/", $id, ".md")),
        },)*]
    };
}

/// The rules of the readers of source text, of lowering, and of commands; last, whether there may be a ready edit.
static REPORTED_ELSEWHERE: &[Meta] = &reported! {
    "choice-rule" Structure Error false;
    "config-file" Commands Error false;
    "definition-file" Deployment Error false;
    "definition-not-json" Deployment Error false;
    "distributed-map-field" Structure Warning false;
    "duplicate-key" Source Error true;
    "duplicate-state-name" Structure Error false;
    "duplicate-template-key" Expressions Error false;
    "empty-branches" Structure Error false;
    "endless-executions" Commands Error false;
    "error-name-list" ErrorHandling Error true;
    "event-source-to-machine" Deployment Warning false;
    "exclusive-fields" Structure Error false;
    "execution-failed" Commands Error false;
    "express-pattern" Integrations Error false;
    "heartbeat-timeout" Structure Error true;
    "history-file" Commands Error false;
    "invalid-expression" Commands Error false;
    "invalid-intrinsic" Expressions Error false;
    "invalid-jsonata" Expressions Error false;
    "invalid-path" Expressions Error true;
    "invalid-reference-path" Expressions Error false;
    "invalid-resource" Integrations Error true;
    "invalid-template-value" Expressions Error true;
    "invalid-timestamp" Structure Error true;
    "json-extension" Source Warning true;
    "jsonata-function" Expressions Error true;
    "jsonata-marks" Expressions Error true;
    "jsonata-reference" Expressions Error true;
    "machine-without-logging" Deployment Note false pedantic;
    "machine-without-tracing" Deployment Note false pedantic;
    "map-label" Structure Error false;
    "map-processor" Structure Error true;
    "missing-field" Structure Error true;
    "missing-target" Structure Error true;
    "mock-file" Commands Error false;
    "no-definition" Commands Note false;
    "no-terminal-state" Structure Error false;
    "not-called" Commands Error false;
    "not-followed" Deployment Note false;
    "not-mocked" Commands Error false;
    "not-supported" Commands Error false;
    "out-of-range" Structure Error false;
    "query-language" Structure Error true;
    "scenario-file" Commands Error false;
    "secret-in-log" Deployment Warning false pedantic;
    "state-name-length" Structure Error false;
    "state-type" Structure Error true;
    "suppression-without-reason" Source Warning false;
    "syntax" Source Error true;
    "template-not-read" Source Note false;
    "unfilled-placeholder" Deployment Warning false;
    "unknown-field" Structure Error true;
    "unreachable-state" Structure Error false;
    "unsupported-field" Structure Error true;
    "unused-substitution" Deployment Warning false;
    "unused-suppression" Source Warning false;
    "variable-name" Expressions Error true;
    "wrong-type" Structure Error true;
    "wrong-value" Structure Error true;
    "yaml-boolean" Source Warning true;
    "yaml-documents" Source Warning false;
    "yaml-number" Source Warning true;
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
