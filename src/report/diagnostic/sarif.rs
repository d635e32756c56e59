//! Findings as SARIF 2.1.0, which code scanning of GitHub, Azure DevOps and editors read.
//!
//! The format: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0"; the sections are named below.

use super::Findings;
use super::place::Place;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix, Label, Severity};
use crate::lint::registry;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

/// What relative addresses are relative to. What it is, the reader of the log says; code scanning takes the repository.
const BASE: &str = "%SRCROOT%";
/// The name and version of the fingerprint: how it is made never changes under one name (section 3.27.17).
const FINGERPRINT: &str = "sfnrun/v1";

/// All findings as one SARIF log with one run.
///
/// `faults` are messages on files that could not be read: with one of them the run was no success.
pub fn sarif(files: &[Findings<'_>], faults: &[String]) -> String {
    let mut rules: BTreeMap<&str, usize> = files
        .iter()
        .flat_map(|findings| findings.diagnostics)
        .map(|diagnostic| (diagnostic.rule, 0))
        .collect();
    for (index, at) in rules.values_mut().enumerate() {
        *at = index;
    }
    let artifacts: Vec<Json> = files
        .iter()
        .map(|findings| json!({"location": location(findings.path, None), "roles": ["analysisTarget"]}))
        .collect();
    let mut results = Vec::new();
    for (index, findings) in files.iter().enumerate() {
        let file = File {
            place: Place::new(findings.text),
            address: location(findings.path, Some(index)),
            rules: &rules,
        };
        let mut seen = HashMap::new();
        for diagnostic in findings.diagnostics {
            results.push(file.result(findings.path, diagnostic, &mut seen));
        }
    }
    let notifications: Vec<Json> = faults
        .iter()
        .map(|fault| json!({"level": "error", "message": {"text": fault.trim_end()}}))
        .collect();
    let mut invocation = json!({"executionSuccessful": faults.is_empty()});
    if !faults.is_empty() {
        invocation["toolExecutionNotifications"] = json!(notifications);
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "sfnrun",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "shortDescription": {"text": env!("CARGO_PKG_DESCRIPTION")},
                "rules": rules.keys().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "invocations": [invocation],
            "originalUriBaseIds": {
                BASE: {"description": {"text": "the folder in which sfnrun was started"}},
            },
            "artifacts": artifacts,
            "results": results,
            "columnKind": "unicodeCodePoints",
        }],
    });
    format!("{log:#}\n")
}

/// What is known of a rule (section 3.49): its page is its help.
fn descriptor(id: &str) -> Json {
    let Some(meta) = registry::find(id) else {
        return json!({"id": id});
    };
    let summary = meta
        .summary()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    json!({
        "id": id,
        "shortDescription": {"text": summary},
        "help": {
            "text": format!("`sfnrun explain {id}` prints the page of this rule.\n\n{}", meta.page),
            "markdown": meta.page,
        },
        "defaultConfiguration": {"level": level(meta.severity)},
        "properties": {
            "category": meta.category.name(),
            "tags": [meta.category.name()],
            "fixable": meta.fixable,
            "pedantic": meta.pedantic,
        },
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Where a file is (section 3.4): relative to where the program was started, or absolute.
fn location(path: &str, index: Option<usize>) -> Json {
    let path = path.replace('\\', "/");
    let drive = path.as_bytes().get(1) == Some(&b':');
    let mut location = if path.starts_with('/') {
        json!({"uri": format!("file://{}", encode(&path))})
    } else if drive {
        json!({"uri": format!("file:///{}", encode(&path))})
    } else {
        let path = path.strip_prefix("./").unwrap_or(&path);
        json!({"uri": encode(path), "uriBaseId": BASE})
    };
    if let Some(index) = index {
        location["index"] = json!(index);
    }
    location
}

/// A path in a URI (RFC 3986, section 3.3): what may not stand in it is percent-encoded.
fn encode(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

struct File<'a> {
    place: Place<'a>,
    address: Json,
    rules: &'a BTreeMap<&'a str, usize>,
}

impl File<'_> {
    /// A finding (section 3.27). `seen` counts findings that are alike but for their place.
    fn result(
        &self,
        path: &str,
        diagnostic: &Diagnostic,
        seen: &mut HashMap<String, usize>,
    ) -> Json {
        let mut place = json!({"physicalLocation": self.physical(diagnostic.span())});
        if !diagnostic.location.is_empty() {
            place["logicalLocations"] = json!([{"fullyQualifiedName": diagnostic.location}]);
        }
        let mut result = json!({
            "ruleId": diagnostic.rule,
            "ruleIndex": self.rules.get(diagnostic.rule),
            "level": level(diagnostic.severity),
            "message": {"text": message(diagnostic)},
            "locations": [place],
            "partialFingerprints": {FINGERPRINT: fingerprint(path, diagnostic, seen)},
        });
        let others = diagnostic.labels.get(1..).unwrap_or_default();
        if !others.is_empty() {
            result["relatedLocations"] = (1..)
                .zip(others)
                .map(|(id, label)| self.related(id, label))
                .collect();
        }
        if !diagnostic.fixes.is_empty() {
            result["fixes"] = diagnostic.fixes.iter().map(|fix| self.fix(fix)).collect();
        }
        if let Some(aws) = &diagnostic.aws {
            result["properties"] = json!({
                "aws": {"code": aws.code, "message": aws.message, "location": aws.location},
            });
        }
        result
    }

    fn physical(&self, span: Span) -> Json {
        json!({"artifactLocation": self.address, "region": self.region(span)})
    }

    /// Lines and columns from 1, the end exclusive (section 3.30).
    fn region(&self, span: Span) -> Json {
        let (start, end) = self.place.ends(span);
        json!({
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        })
    }

    fn related(&self, id: usize, label: &Label) -> Json {
        let mut related = json!({"id": id, "physicalLocation": self.physical(label.span)});
        if !label.text.is_empty() {
            related["message"] = json!({"text": label.text});
        }
        related
    }

    /// A ready edit (section 3.55). Whether it keeps the meaning, SARIF has no member for.
    fn fix(&self, fix: &Fix) -> Json {
        let replacements: Vec<Json> = fix
            .edits
            .iter()
            .map(|edit| {
                json!({
                    "deletedRegion": self.region(edit.span),
                    "insertedContent": {"text": edit.text},
                })
            })
            .collect();
        json!({
            "description": {"text": fix.title},
            "artifactChanges": [
                {"artifactLocation": self.address, "replacements": replacements},
            ],
            "properties": {"safe": fix.safe},
        })
    }
}

/// The message, and what to do, a line each.
fn message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message.clone();
    for help in &diagnostic.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

/// The same for the same finding when lines before it come and go: made of file, rule, message and the place in the
/// definition, and of how many alike stand before it.
fn fingerprint(path: &str, diagnostic: &Diagnostic, seen: &mut HashMap<String, usize>) -> String {
    let path = path.replace('\\', "/");
    let about = [
        &*path,
        diagnostic.rule,
        &diagnostic.location,
        &diagnostic.message,
    ]
    .join("\0");
    let alike = seen.entry(about.clone()).or_default();
    *alike += 1;
    let hash = Sha256::digest(format!("{about}\0{alike}"));
    hash.iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
