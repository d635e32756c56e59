//! One line a finding.

use super::Findings;
use crate::base::LineIndex;
use crate::report::text::tame;
use std::fmt::Write;

/// `path:line:col: error[rule] message`, one line a finding, columns in characters from 1. Empty where there is none.
pub fn concise(findings: &Findings<'_>) -> String {
    if findings.diagnostics.is_empty() {
        return String::new();
    }
    let index = LineIndex::new(findings.text);
    let mut out = String::new();
    for diagnostic in findings.diagnostics {
        let place = index.line_column(findings.text, diagnostic.span().start as usize);
        let _ = writeln!(
            out,
            "{}:{}:{}: {}[{}] {}",
            findings.path,
            place.line,
            place.column,
            diagnostic.severity.word(),
            diagnostic.rule,
            tame(&diagnostic.message)
        );
    }
    out
}
