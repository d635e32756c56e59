//! Templates that nobody would write: each is answered, quickly, and every place in the answer is of the text.

use crate::checked::check;
use proptest::prelude::*;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::Severity;
use std::time::{Duration, Instant};

/// Checks a text, and gives the messages of its errors.
fn errors(name: &str, text: &str) -> Vec<String> {
    let checked = check(name, text, WorkflowType::Standard);
    for found in &checked.diagnostics {
        for label in &found.labels {
            assert!(text.get(label.span.range()).is_some(), "{found:#?}");
        }
    }
    let errors = checked.diagnostics.into_iter();
    errors
        .filter(|one| one.severity == Severity::Error)
        .map(|one| one.message)
        .collect()
}

const MACHINE: &str = "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = ";

#[test]
fn what_has_no_end_says_so() {
    let heredoc = errors("m.tf", &format!("{MACHINE}<<EOF\n{{}}"));
    assert!(
        heredoc.contains(&"the heredoc `<<EOF` has no end".to_owned()),
        "{heredoc:?}"
    );
    let string = errors("m.tf", &format!("{MACHINE}\"{{}}\n}}\n"));
    assert!(
        string.contains(&"this string has no end".to_owned()),
        "{string:?}"
    );
    let block = errors("m.tf", &format!("{MACHINE}var.x\n"));
    assert_eq!(block, ["this `{` has no end"]);
}

#[test]
fn what_is_not_read_is_shown_in_the_text() {
    for rest in ["{definition = \nEOF\n(", "[1 €", "{€ = 1, "] {
        let _ = errors("m.tf", &format!("{MACHINE}{rest}"));
    }
}

#[test]
fn big_and_deep_texts_take_no_time() {
    let deep = |open: &str, close: &str, count: usize| {
        format!(
            "{MACHINE}jsonencode({}1{})\n}}\n",
            open.repeat(count),
            close.repeat(count)
        )
    };
    let texts = [
        ("deep.tf", deep("[", "]", 10_000)),
        ("deep-objects.tf", deep("{a={", "}}", 10_000)),
        ("deep-calls.tf", deep("f(", ")", 10_000)),
        (
            "deep-blocks.tf",
            format!("{MACHINE}1\n}}\n{}", "a {\n".repeat(10_000)),
        ),
        (
            "open-holes.tf",
            format!("{MACHINE}\"{}\"\n}}\n", "${\"".repeat(100_000)),
        ),
        (
            "open-strings.tf",
            format!("{MACHINE}[\n{}", "\"${\n".repeat(50_000)),
        ),
        ("marks.tf", format!("{MACHINE}{}", "<<a".repeat(300_000))),
        (
            "heredocs.tf",
            format!("{MACHINE}[{}", "<<A\n".repeat(100_000)),
        ),
        (
            "comment.tf",
            format!("{MACHINE}/*{}", "*".repeat(1_000_000)),
        ),
        (
            "big.tf",
            format!(
                "{MACHINE}jsonencode({{\n{}}})\n}}\n",
                "a = \"$${x}\\n\" # c\n".repeat(100_000)
            ),
        ),
        (
            "big-heredoc.tf",
            format!(
                "{MACHINE}<<EOF\n{{{}\"z\": 1}}\nEOF\n}}\n",
                "\"a\": \"${f(x[\"y\"])}\",\n".repeat(50_000)
            ),
        ),
        (
            "big.template.json",
            format!(
                "{{\"Resources\": {{\"M\": {{\"Type\": \"AWS::StepFunctions::StateMachine\", \"Properties\": {{\"DefinitionString\": {{\"Fn::Join\": [\"\", [\"{{\\\"A\\\": [\"{}, \"1]}}\"]]}}}}}}}}}}",
                ", \"1,\", {\"Ref\": \"A\"}, \",\"".repeat(50_000)
            ),
        ),
    ];
    for (name, text) in texts {
        #[expect(clippy::disallowed_methods, reason = "the test is about time")]
        let started = Instant::now();
        let _ = errors(name, &text);
        let took = started.elapsed();
        assert!(took < Duration::from_secs(20), "{name} took {took:?}");
    }
}

#[test]
fn references_that_multiply_or_go_round_end() {
    let mut text = String::from("locals {\n  a = local.a\n  l0 = [1]\n");
    for level in 1..40 {
        let before = level - 1;
        text.push_str(&format!(
            "  l{level} = [{}]\n",
            format!("local.l{before}, ").repeat(20)
        ));
    }
    text.push_str(&format!(
        "}}\n{MACHINE}jsonencode({{ StartAt = local.l39, States = {{}}, x = local.a }})\n}}\n"
    ));
    let _ = errors("m.tf", &text);
    let yaml = "Resources: &r\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      Definition: *r\n";
    let found = errors("t.yaml", yaml);
    assert!(!found.is_empty(), "a value cannot hold itself");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Pieces of templates in any order.
    #[test]
    fn any_pieces_are_answered(pieces in prop::collection::vec(prop::sample::select(vec![
        "resource \"aws_sfn_state_machine\" \"m\" {", "definition = ", "jsonencode(", "<<EOF\n", "\nEOF\n", "<<-X\n", "X\n", "{", "}", "[", "]", "(", ")",
        "\"", "${", "}", "%{", "$${", "\\", "é", "a = 1\n", "\n", ",", "StartAt = \"A\"", "States = {}", "locals {", "local.a", "for x in y : ", "#", "/*", "=", ":", "1", "-", ".",
    ]), 0..40)) {
        let text = format!("{MACHINE}{}", pieces.concat());
        let _ = errors("m.tf", &text);
    }

    /// The same for CloudFormation.
    #[test]
    fn any_pieces_of_cloudformation_are_answered(pieces in prop::collection::vec(prop::sample::select(vec![
        "!Sub ", "!Ref ", "!Join [\"\", [", "]]", "|\n        ", "{\"StartAt\": \"A\", \"States\": {}}", "${A}", "${!A}", "Fn::Sub: ", "Fn::Join: ", "- ", "\n        ", "\n      ", "[", "]", "{", "}", "'", "\"", "é", "StartAt: A", ", ", ": ",
    ]), 0..24)) {
        for property in ["DefinitionString", "Definition", "DefinitionUri", "DefinitionSubstitutions"] {
            let text = format!(
                "Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      {property}: {}\n",
                pieces.concat()
            );
            let _ = errors("t.yaml", &text);
        }
    }
}
