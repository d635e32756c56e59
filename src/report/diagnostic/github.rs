//! Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

use super::Findings;
use super::place::Place;
use crate::diagnostics::{Diagnostic, Severity};
use crate::report::text::tame;

/// `::error file=…,line=…,col=…,endLine=…,endColumn=…,title=RULE::message`, one line a finding. Empty where there is none.
///
/// The columns are left out of a finding that goes over several lines, for which GitHub takes none. Of one step it shows
/// ten errors, ten warnings and ten notices (GitHub documentation, "Workflow commands for GitHub Actions").
pub fn github(findings: &Findings<'_>) -> String {
    let place = Place::new(findings.text);
    let mut out = String::new();
    for diagnostic in findings.diagnostics {
        let (start, end) = place.ends(diagnostic.span());
        let mut properties = vec![
            ("file", property(findings.path)),
            ("line", start.line.to_string()),
        ];
        if start.line == end.line {
            properties.push(("col", start.column.to_string()));
        }
        properties.push(("endLine", end.line.to_string()));
        if start.line == end.line {
            properties.push(("endColumn", end.column.to_string()));
        }
        properties.push(("title", property(diagnostic.rule)));
        let properties: Vec<String> = properties
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        out.push_str(&format!(
            "::{} {}::{}\n",
            command(diagnostic.severity),
            properties.join(","),
            data(&message(diagnostic))
        ));
    }
    out
}

fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

/// The message, and what to do, a line each.
fn message(diagnostic: &Diagnostic) -> String {
    let mut text = tame(&diagnostic.message);
    for help in &diagnostic.help {
        text.push_str("\nhelp: ");
        text.push_str(&tame(help));
    }
    text
}

/// A text behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A text before the second `::`, where `:` and `,` have a meaning.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
