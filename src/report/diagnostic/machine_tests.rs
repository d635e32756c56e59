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
fn statistics_count_rules_and_their_fixes() {
    let diagnostics = findings();
    let found = Findings {
        path: "a.json",
        text: TEXT,
        diagnostics: &diagnostics,
    };
    let files = [
        found,
        found,
        Findings {
            diagnostics: &diagnostics[..1],
            ..found
        },
    ];
    assert_eq!(
        statistics(&files, crate::report::Style::default()),
        "     3  error    missing-target                 3 with `--fix=all`\n     2  warning  line\u{7}breaks\n"
    );
    let document: serde_json::Value = serde_json::from_str(&statistics_json(&files)).unwrap();
    assert_eq!(
        document["rules"][0],
        serde_json::json!({
            "rule": "missing-target", "severity": "error", "count": 3, "fixable": {"safe": 0, "unsafe": 3},
        })
    );
    assert_eq!(statistics(&[], crate::report::Style::default()), "");
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

#[test]
fn github_has_one_command_a_finding() {
    let mut diagnostics = findings();
    diagnostics.push(Diagnostic::new(
        "over-lines",
        crate::diagnostics::Severity::Note,
        Span::new(0, TEXT.len()),
        "100 %\nof it",
    ));
    let found = Findings {
        path: "a,b:c.json",
        text: TEXT,
        diagnostics: &diagnostics,
    };
    insta::assert_snapshot!(github(&found), @r##"
    ::error file=a%2Cb%3Ac.json,line=3,col=11,endLine=3,endColumn=17,title=missing-target::no state is called `Nope`%0Ahelp: name a state that is there
    ::warning file=a%2Cb%3Ac.json,line=1,col=1,endLine=1,endColumn=1,title=linebreaks::two lines
    ::notice file=a%2Cb%3Ac.json,line=1,endLine=4,title=over-lines::100 %25 of it
    "##);
}

#[test]
fn junit_has_a_test_case_for_each_finding() {
    let mut diagnostics = findings();
    diagnostics.push(Diagnostic::new(
        "no-definition",
        crate::diagnostics::Severity::Note,
        Span::at(0),
        "<&\u{1b}>",
    ));
    let found = Findings {
        path: "a.json",
        text: TEXT,
        diagnostics: &diagnostics,
    };
    let clean = Findings {
        path: "b.json",
        text: "{}",
        diagnostics: &[],
    };
    let text = junit(&[found, clean]).unwrap();
    insta::assert_snapshot!(text, @r##"
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="sfnrun validate" tests="4" skipped="0" failures="2" errors="0">
        <testsuite name="a.json" tests="3" skipped="0" errors="0" failures="2">
            <testcase name="missing-target at 3:11" classname="a.json">
                <failure message="no state is called `Nope`" type="error">a.json:3:11: error[missing-target] no state is called `Nope`
    help: name a state that is there
    note: the flow has one state</failure>
            </testcase>
            <testcase name="linebreaks at 1:1" classname="a.json">
                <failure message="two
    lines" type="warning">a.json:1:1: warning[linebreaks] two
    lines</failure>
            </testcase>
            <testcase name="no-definition at 1:1" classname="a.json">
                <system-out>a.json:1:1: note[no-definition] &lt;&amp;</system-out>
            </testcase>
        </testsuite>
        <testsuite name="b.json" tests="1" skipped="0" errors="0" failures="0">
            <testcase name="no findings" classname="b.json"/>
        </testsuite>
    </testsuites>
    "##);
}

#[test]
fn sarif_has_every_part_of_a_finding() {
    let diagnostics = findings();
    let found = Findings {
        path: "./a b/é.json",
        text: TEXT,
        diagnostics: &diagnostics,
    };
    let clean = Findings {
        path: "/tmp/b.json",
        text: "{}",
        diagnostics: &[],
    };
    let text = sarif(&[found, clean], &["cannot read `c.json`\n".to_owned()]);
    let mut log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rule = &mut log["runs"][0]["tool"]["driver"]["rules"][1];
    let page = crate::lint::registry::find("missing-target").unwrap().page;
    assert_eq!(rule["help"]["markdown"].take(), page);
    assert!(
        rule["help"]["text"]
            .take()
            .as_str()
            .unwrap()
            .ends_with(page)
    );
    insta::assert_snapshot!(format!("{log:#}"), @r##"
    {
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        {
          "tool": {
            "driver": {
              "name": "sfnrun",
              "version": "0.1.0",
              "semanticVersion": "0.1.0",
              "shortDescription": {
                "text": "Validate AWS Step Functions definitions, run them on a laptop, and see what happened state by state"
              },
              "rules": [
                {
                  "id": "line\u0007breaks"
                },
                {
                  "id": "missing-target",
                  "shortDescription": {
                    "text": "Finds a `StartAt`, `Next` or `Default` that names no state of the same `States`."
                  },
                  "help": {
                    "text": null,
                    "markdown": null
                  },
                  "defaultConfiguration": {
                    "level": "error"
                  },
                  "properties": {
                    "category": "structure",
                    "tags": [
                      "structure"
                    ],
                    "fixable": true,
                    "pedantic": false
                  }
                }
              ]
            }
          },
          "invocations": [
            {
              "executionSuccessful": false,
              "toolExecutionNotifications": [
                {
                  "level": "error",
                  "message": {
                    "text": "cannot read `c.json`"
                  }
                }
              ]
            }
          ],
          "originalUriBaseIds": {
            "%SRCROOT%": {
              "description": {
                "text": "the folder in which sfnrun was started"
              }
            }
          },
          "artifacts": [
            {
              "location": {
                "uri": "a%20b/%C3%A9.json",
                "uriBaseId": "%SRCROOT%"
              },
              "roles": [
                "analysisTarget"
              ]
            },
            {
              "location": {
                "uri": "file:///tmp/b.json"
              },
              "roles": [
                "analysisTarget"
              ]
            }
          ],
          "results": [
            {
              "ruleId": "missing-target",
              "ruleIndex": 1,
              "level": "error",
              "message": {
                "text": "no state is called `Nope`\nhelp: name a state that is there"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "a%20b/%C3%A9.json",
                      "uriBaseId": "%SRCROOT%",
                      "index": 0
                    },
                    "region": {
                      "startLine": 3,
                      "startColumn": 11,
                      "endLine": 3,
                      "endColumn": 17
                    }
                  },
                  "logicalLocations": [
                    {
                      "fullyQualifiedName": "/States/A/Next"
                    }
                  ]
                }
              ],
              "partialFingerprints": {
                "sfnrun/v1": "e2c76b322a25406c27b910a6156e31b9"
              },
              "relatedLocations": [
                {
                  "id": 1,
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "a%20b/%C3%A9.json",
                      "uriBaseId": "%SRCROOT%",
                      "index": 0
                    },
                    "region": {
                      "startLine": 2,
                      "startColumn": 3,
                      "endLine": 2,
                      "endColumn": 6
                    }
                  },
                  "message": {
                    "text": "é"
                  }
                }
              ],
              "fixes": [
                {
                  "description": {
                    "text": "say `A`"
                  },
                  "artifactChanges": [
                    {
                      "artifactLocation": {
                        "uri": "a%20b/%C3%A9.json",
                        "uriBaseId": "%SRCROOT%",
                        "index": 0
                      },
                      "replacements": [
                        {
                          "deletedRegion": {
                            "startLine": 3,
                            "startColumn": 11,
                            "endLine": 3,
                            "endColumn": 17
                          },
                          "insertedContent": {
                            "text": "\"A\""
                          }
                        }
                      ]
                    }
                  ],
                  "properties": {
                    "safe": false
                  }
                }
              ],
              "properties": {
                "aws": {
                  "code": "SCHEMA_VALIDATION_FAILED",
                  "message": "MISSING_TRANSITION_TARGET: Missing 'Next' target: Nope",
                  "location": "/States/A/Next"
                }
              }
            },
            {
              "ruleId": "line\u0007breaks",
              "ruleIndex": 0,
              "level": "warning",
              "message": {
                "text": "two\nlines"
              },
              "locations": [
                {
                  "physicalLocation": {
                    "artifactLocation": {
                      "uri": "a%20b/%C3%A9.json",
                      "uriBaseId": "%SRCROOT%",
                      "index": 0
                    },
                    "region": {
                      "startLine": 1,
                      "startColumn": 1,
                      "endLine": 1,
                      "endColumn": 1
                    }
                  }
                }
              ],
              "partialFingerprints": {
                "sfnrun/v1": "e0b58ba0873defcd88bf64fe4c176538"
              }
            }
          ],
          "columnKind": "unicodeCodePoints"
        }
      ]
    }
    "##);
}

#[test]
fn a_fingerprint_outlives_lines_that_come_and_go() {
    let fingerprints = |text: &str, path: &str| {
        let diagnostics: Vec<Diagnostic> = text
            .match_indices('x')
            .map(|(at, _)| Diagnostic::error("rule", Span::new(at, at + 1), "an x"))
            .collect();
        let found = Findings {
            path,
            text,
            diagnostics: &diagnostics,
        };
        let log: serde_json::Value = serde_json::from_str(&sarif(&[found], &[])).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap().clone();
        results
            .iter()
            .map(|result| result["partialFingerprints"]["sfnrun/v1"].to_string())
            .collect::<Vec<_>>()
    };
    let two = fingerprints("x x", "a.json");
    assert_ne!(two[0], two[1], "the second of its kind is another");
    assert_eq!(fingerprints("\n\nx\nx\n", "a.json"), two);
    assert_ne!(fingerprints("x x", "b.json"), two);
}
