//! The list of rules.

use super::Style;
use super::style::Paint;
use super::text::wrap;
use crate::lint::{Category, Meta, registry};
use serde_json::{Value as Json, json};

/// Version of the JSON list. It only grows.
const VERSION: u32 = 1;
/// Columns of the severity, the name and the gaps.
const INDENT: usize = 42;

/// The rules by category, with what each does.
pub fn rules_table(style: Style) -> String {
    let all = registry::all();
    let mut out = String::new();
    for category in Category::ALL {
        out.push_str(&style.paint(Paint::Bold, category.name()));
        out.push('\n');
        for meta in all.iter().filter(|meta| meta.category == category) {
            let group = if meta.pedantic { "(pedantic) " } else { "" };
            let summary = wrap(
                &format!("{group}{}", plain(meta.summary())),
                style.width.saturating_sub(INDENT).max(30),
            );
            for (number, line) in summary.iter().enumerate() {
                let (severity, id) = if number == 0 {
                    (meta.severity.word(), meta.id)
                } else {
                    ("", "")
                };
                out.push_str(&format!("  {severity:<8} {id:<30} {line}\n"));
            }
        }
        out.push('\n');
    }
    out.push_str("a rule marked pedantic is off unless `--pedantic` or `--select` turns it on\n");
    out.push_str("`sfnrun explain RULE` prints the page of a rule\n");
    out
}

/// One line of a page's paragraph.
fn plain(summary: &str) -> String {
    summary.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The rules as one JSON document: `{"version": 1, "rules": [{"id", "category", "severity", "pedantic", "since",
/// "fixable", "summary", "page"}]}`.
pub fn rules_json() -> String {
    let rule = |meta: &Meta| {
        json!({
            "id": meta.id,
            "category": meta.category.name(),
            "severity": meta.severity.word(),
            "pedantic": meta.pedantic,
            "since": meta.since,
            "fixable": meta.fixable,
            "summary": plain(meta.summary()),
            "page": meta.page,
        })
    };
    let rules: Vec<Json> = registry::all().iter().map(|meta| rule(meta)).collect();
    format!("{:#}\n", json!({"version": VERSION, "rules": rules}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_listed_once() {
        let table = rules_table(Style::default());
        for meta in registry::all() {
            let lines = table
                .lines()
                .filter(|line| line.split_whitespace().nth(1) == Some(meta.id));
            assert_eq!(lines.count(), 1, "{}", meta.id);
        }
        let json: Json = serde_json::from_str(&rules_json()).expect("it is JSON");
        assert_eq!(
            json["rules"].as_array().map(Vec::len),
            Some(registry::all().len())
        );
    }
}
