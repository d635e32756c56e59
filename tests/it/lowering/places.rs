//! Findings inside strings stand at the very character, whatever the string is written in.

use sfnrun::asl::{Definition, WorkflowType};
use sfnrun::source::{Bindings, SourceFile};

/// The text that the finding of `rule` marks, up to the end of its line.
fn marked(name: &str, text: &str, rule: &str) -> String {
    let file = SourceFile::new(name, text.to_owned());
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    let found = definition
        .diagnostics
        .iter()
        .find(|found| found.rule == rule)
        .unwrap_or_else(|| panic!("no {rule} in {:?}", definition.diagnostics));
    let rest = &text[found.span().start as usize..];
    rest.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn escapes_of_json_are_counted() {
    let text = r#"{"QueryLanguage": "JSONata", "StartAt": "A", "States": {
        "A": {"Type": "Pass", "Output": "{% $states.input.\"a\tb\" & phone %}", "End": true}}}"#;
    assert!(marked("a.asl.json", text, "jsonata-reference").starts_with("phone %}"));
}

#[test]
fn lines_of_a_yaml_block_are_counted() {
    let text = "QueryLanguage: JSONata\nStartAt: A\nStates:\n  A:\n    Type: Pass\n    Output: |-\n      {% {\n        'x': phone\n      } %}\n    End: true\n";
    assert_eq!(marked("a.asl.yaml", text, "jsonata-reference"), "phone");
}
