//! The formats for programs, and the summary.

use super::*;
use crate::base::Span;
use crate::diagnostics::{Edit, Fix};

const TEXT: &str = "{\r\n  \"é\": 1,\r\n  \"Next\": \"Nope\"\r\n}";

fn findings() -> Vec<Diagnostic> {
    let at = TEXT.find("\"Nope\"").unwrap();
    vec![
        Diagnostic::error(
            "missing-target",
            Span::new(at, at + 6),
            "no state is called `Nope`",
        )
        .labelled("here")
        .label(Span::new(5, 9), "é")
        .help("name a state that is there")
        .note("the flow has one state")
        .at("/States/A/Next")
        .aws(
            "SCHEMA_VALIDATION_FAILED",
            "MISSING_TRANSITION_TARGET: Missing 'Next' target: Nope",
        )
        .fix(Fix {
            title: "say `A`".to_owned(),
            safe: false,
            edits: vec![Edit {
                span: Span::new(at, at + 6),
                text: "\"A\"".to_owned(),
            }],
        }),
        Diagnostic::warning("line\u{7}breaks", Span::at(0), "two\nlines"),
    ]
}

#[test]
fn concise_is_one_line_a_finding() {
    let diagnostics = findings();
    let findings = Findings {
        path: "a b.json",
        text: TEXT,
        diagnostics: &diagnostics,
    };
    assert_eq!(
        concise(&findings),
        "a b.json:3:11: error[missing-target] no state is called `Nope`\n\
         a b.json:1:1: warning[line\u{7}breaks] two lines\n"
    );
}

#[test]
fn json_has_every_part_of_a_finding() {
    let diagnostics = findings();
    let found = Findings {
        path: "a.json",
        text: TEXT,
        diagnostics: &diagnostics[..1],
    };
    let clean = Findings {
        path: "b.json",
        text: "{}",
        diagnostics: &[],
    };
    let text = json(&[found, clean]);
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    let expected = serde_json::json!({
        "version": 1,
        "files": [
            {"path": "a.json", "diagnostics": [{
                "rule": "missing-target",
                "severity": "error",
                "message": "no state is called `Nope`",
                "line": 3, "column": 11, "endLine": 3, "endColumn": 17,
                "span": {"start": 25, "end": 31},
                "labels": [
                    {"line": 3, "column": 11, "endLine": 3, "endColumn": 17, "span": {"start": 25, "end": 31}, "text": "here"},
                    {"line": 2, "column": 3, "endLine": 2, "endColumn": 6, "span": {"start": 5, "end": 9}, "text": "é"},
                ],
                "help": ["name a state that is there"],
                "notes": ["the flow has one state"],
                "location": "/States/A/Next",
                "aws": {
                    "code": "SCHEMA_VALIDATION_FAILED",
                    "message": "MISSING_TRANSITION_TARGET: Missing 'Next' target: Nope",
                    "location": "/States/A/Next",
                },
                "fixes": [{"title": "say `A`", "safe": false, "edits": [
                    {"line": 3, "column": 11, "endLine": 3, "endColumn": 17, "span": {"start": 25, "end": 31}, "text": "\"A\""},
                ]}],
            }]},
            {"path": "b.json", "diagnostics": []},
        ],
        "summary": {"errors": 1, "warnings": 0, "notes": 0, "files": 2},
    });
    assert_eq!(document, expected);
    assert!(text.ends_with("}\n"));
}

#[test]
fn summaries_count_what_is_there() {
    let diagnostics = findings();
    let mut summary = Summary::default();
    assert_eq!(summary.to_string(), "no findings in 0 files");
    summary.add(&Findings {
        path: "a",
        text: TEXT,
        diagnostics: &diagnostics,
    });
    assert_eq!(summary.to_string(), "1 error, 1 warning in 1 file");
    summary.add(&Findings {
        path: "b",
        text: TEXT,
        diagnostics: &diagnostics[..1],
    });
    summary.add(&Findings {
        path: "c",
        text: TEXT,
        diagnostics: &[],
    });
    assert_eq!(summary.to_string(), "2 errors, 1 warning in 2 of 3 files");
}
