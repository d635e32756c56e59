//! Findings for programs.

use super::place::Place;
use super::{Findings, Summary};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix};
use serde_json::{Value as Json, json};

/// Version of the format. It only grows: members are added, none changes its meaning.
const VERSION: u32 = 1;

/// All findings as one JSON document, indented.
///
/// `{"version": 1, "files": [{"path", "diagnostics": […]}], "summary": {"errors", "warnings", "notes", "files"}}`.
/// A diagnostic has `rule`, `severity`, `message`, `line`, `column`, `endLine`, `endColumn` (from 1, in characters; the
/// end is exclusive), `span` (`start` and `end` in bytes), `labels`, `help`, `notes`, `location` (AWS's, or null),
/// `aws` (`code`, `message`, `location`, or null) and `fixes`.
pub fn json(files: &[Findings<'_>]) -> String {
    json_with_estimates(files, &[])
}

/// As [`json`], with `estimates` beside `diagnostics` for each file that has one in `estimates`, in the same order.
pub fn json_with_estimates(files: &[Findings<'_>], estimates: &[Option<Json>]) -> String {
    let mut summary = Summary::default();
    let mut documents = Vec::with_capacity(files.len());
    for (number, findings) in files.iter().enumerate() {
        summary.add(findings);
        let place = Place::new(findings.text);
        let diagnostics: Vec<Json> = findings
            .diagnostics
            .iter()
            .map(|diagnostic| place.diagnostic(diagnostic))
            .collect();
        let mut document = json!({"path": findings.path, "diagnostics": diagnostics});
        if let Some(Some(estimates)) = estimates.get(number) {
            document["estimates"] = estimates.clone();
        }
        documents.push(document);
    }
    let document = json!({
        "version": VERSION,
        "files": documents,
        "summary": {
            "errors": summary.errors,
            "warnings": summary.warnings,
            "notes": summary.notes,
            "files": summary.files,
        },
    });
    let mut text = format!("{document:#}");
    text.push('\n');
    text
}

impl Place<'_> {
    fn diagnostic(&self, diagnostic: &Diagnostic) -> Json {
        let span = diagnostic.span();
        let (start, end) = self.ends(span);
        let labels: Vec<Json> = diagnostic
            .labels
            .iter()
            .map(|label| {
                let mut object = self.range(label.span);
                object["text"] = json!(label.text);
                object
            })
            .collect();
        let location = Some(&diagnostic.location).filter(|location| !location.is_empty());
        let aws = diagnostic
            .aws
            .as_ref()
            .map(|aws| json!({"code": aws.code, "message": aws.message, "location": aws.location}));
        json!({
            "rule": diagnostic.rule,
            "severity": diagnostic.severity.word(),
            "message": diagnostic.message,
            "line": start.line,
            "column": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "span": {"start": span.start, "end": span.end},
            "labels": labels,
            "help": diagnostic.help,
            "notes": diagnostic.notes,
            "location": location,
            "aws": aws,
            "fixes": diagnostic.fixes.iter().map(|fix| self.fix(fix)).collect::<Vec<_>>(),
        })
    }

    fn fix(&self, fix: &Fix) -> Json {
        let edits: Vec<Json> = fix
            .edits
            .iter()
            .map(|edit| {
                let mut object = self.range(edit.span);
                object["text"] = json!(edit.text);
                object
            })
            .collect();
        json!({"title": fix.title, "safe": fix.safe, "edits": edits})
    }

    fn range(&self, span: Span) -> Json {
        let (start, end) = self.ends(span);
        json!({
            "line": start.line,
            "column": start.column,
            "endLine": end.line,
            "endColumn": end.column,
            "span": {"start": span.start, "end": span.end},
        })
    }
}
