//! How often each rule found something.

use super::Findings;
use crate::diagnostics::Severity;
use crate::report::Style;
use crate::report::style::Paint;
use serde_json::{Value as Json, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Version of the JSON form. It only grows.
const VERSION: u32 = 1;

/// Findings of one rule at one severity.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    all: usize,
    /// With a fix that may be applied unseen.
    safe: usize,
    /// With a fix that somebody has to look at only.
    unsafe_: usize,
}

/// Most frequent first, then by name.
fn counts(files: &[Findings<'_>]) -> Vec<((&'static str, Severity), Count)> {
    let mut counts: BTreeMap<(&'static str, Severity), Count> = BTreeMap::new();
    for diagnostic in files.iter().flat_map(|findings| findings.diagnostics) {
        let count = counts
            .entry((diagnostic.rule, diagnostic.severity))
            .or_default();
        count.all += 1;
        if diagnostic.fixes.iter().any(|fix| fix.safe) {
            count.safe += 1;
        } else if !diagnostic.fixes.is_empty() {
            count.unsafe_ += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(count.all));
    counts
}

/// A line for each rule: how often, how much it matters, its name, and how many `--fix` mends. Empty where nothing was found.
pub fn statistics(files: &[Findings<'_>], style: Style) -> String {
    let mut out = String::new();
    for ((rule, severity), count) in counts(files) {
        let fixes = match (count.safe, count.unsafe_) {
            (0, 0) => String::new(),
            (safe, 0) => format!("{safe} with `--fix`"),
            (0, more) => format!("{more} with `--fix=all`"),
            (safe, more) => format!("{safe} with `--fix`, {more} more with `--fix=all`"),
        };
        let paint = match severity {
            Severity::Error => Paint::Bad,
            Severity::Warning => Paint::Wait,
            Severity::Note => Paint::Plain,
        };
        let word = style.paint(paint, &format!("{:<8}", severity.word()));
        let line = format!("{:>6}  {word} {rule:<30} {fixes}", count.all);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The same as one JSON document: `{"version": 1, "rules": [{"rule", "severity", "count", "fixable": {"safe", "unsafe"}}]}`.
pub fn statistics_json(files: &[Findings<'_>]) -> String {
    let rules: Vec<Json> = counts(files)
        .into_iter()
        .map(|((rule, severity), count)| {
            json!({
                "rule": rule,
                "severity": severity.word(),
                "count": count.all,
                "fixable": {"safe": count.safe, "unsafe": count.unsafe_},
            })
        })
        .collect();
    format!("{:#}\n", json!({"version": VERSION, "rules": rules}))
}
