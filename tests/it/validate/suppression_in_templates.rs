//! `sfnrun: ignore[…]` in the comments of templates: around a definition and inside it.

use super::{Said, folder, found, sfnrun_in};

fn checked(name: &str, text: &str, arguments: &[&str]) -> Said {
    let here = folder(&[(name, text)]);
    let logging = ["--severity", "machine-without-logging=note"];
    let mut all = vec!["validate", "--format", "concise", name];
    all.extend(logging);
    all.extend(arguments);
    sfnrun_in(here.path(), &all)
}

/// Where a comment can stand: `R` at the resource, `D` at its definition, `S` at the state, `L` at the line.
const TERRAFORM: &str = r#"// R
resource "aws_sfn_state_machine" "m" {
  # D
  definition = jsonencode({
    StartAt = "Ask"
    States = {
      Ask = { // S
        Type = "Task"
        /* L */
        Resource = "arn:aws:states:::sqs:sendMessage.waitForTaskToken"
        Parameters = {
          QueueUrl        = "https://sqs.us-east-1.amazonaws.com/123456789012/q"
          "MessageBody.$" = "$$.Task.Token"
        }
        End = true
      }
    }
  })
}
"#;

const SAM: &str = "Resources:
  # R
  M:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition: # D
        StartAt: Ask
        States:
          # S
          Ask:
            Type: Task
            # L
            Resource: arn:aws:states:::sqs:sendMessage.waitForTaskToken
            Parameters:
              QueueUrl: https://sqs.us-east-1.amazonaws.com/123456789012/q
              MessageBody.$: $$.Task.Token
            End: true
";

const SERVERLESS: &str = "stepFunctions:
  stateMachines:
    # R
    m:
      # D
      definition:
        StartAt: Ask
        States:
          Ask: # S
            Type: Task
            Resource: arn:aws:states:::sqs:sendMessage.waitForTaskToken # L
            Parameters:
              QueueUrl: https://sqs.us-east-1.amazonaws.com/123456789012/q
              MessageBody.$: $$.Task.Token
            End: true
";

const LOGGING: (&str, &str) = ("note", "machine-without-logging");
const TIMEOUT: (&str, &str) = ("warning", "callback-without-timeout");

fn with(text: &str, place: char, rules: &str) -> String {
    let lines = text.lines().map(|line| {
        let marks = ["//", "#", "/*"];
        let marked = marks
            .iter()
            .any(|mark| line.contains(&format!("{mark} {place}")));
        let at = line.rfind(place).filter(|_| marked);
        match at {
            Some(at) => {
                let comment = format!("sfnrun: ignore[{rules}] it is meant");
                format!("{}{comment}{}\n", &line[..at], &line[at + 1..])
            }
            None => format!("{line}\n"),
        }
    });
    lines.collect()
}

#[test]
fn a_comment_is_about_what_begins_on_its_line() {
    for (name, text) in [
        ("main.tf", TERRAFORM),
        ("template.yaml", SAM),
        ("serverless.yml", SERVERLESS),
    ] {
        let before = checked(name, text, &[]);
        assert_eq!(found(&before), [LOGGING, TIMEOUT], "{name}: {}", before.out);
        for place in ['R', 'D', 'S', 'L'] {
            let said = checked(name, &with(text, place, TIMEOUT.1), &[]);
            assert_eq!(found(&said), [LOGGING], "{name}, {place}: {}", said.out);
        }
        let said = checked(
            name,
            &with(
                text,
                'R',
                "machine-without-logging, callback-without-timeout",
            ),
            &[],
        );
        assert_eq!((found(&said), said.code), (vec![], Some(0)), "{name}");
        let whole = format!("{text}# sfnrun: ignore-file[callback-without-timeout] it is meant\n");
        assert_eq!(found(&checked(name, &whole, &[])), [LOGGING], "{name}");
    }
}

#[test]
fn the_json_in_a_string_of_a_template_has_what_is_said_around_it() {
    let json = r#"{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "Parameters": {"QueueUrl": "https://sqs.us-east-1.amazonaws.com/123456789012/q", "MessageBody.$": "$$.Task.Token"}, "End": true}}}"#;
    let heredoc = format!(
        "# R\nresource \"aws_sfn_state_machine\" \"m\" {{\n  # D\n  definition = <<EOF\n{json}\nEOF\n}}\n"
    );
    let block = format!(
        "Resources:\n  # R\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub | # D\n        {json}\n"
    );
    for (name, text) in [("main.tf", heredoc), ("template.yaml", block)] {
        assert_eq!(
            found(&checked(name, &text, &[])),
            [LOGGING, TIMEOUT],
            "{name}"
        );
        for place in ['R', 'D'] {
            let said = checked(name, &with(&text, place, TIMEOUT.1), &[]);
            assert_eq!(found(&said), [LOGGING], "{name}, {place}: {}", said.out);
        }
    }
}

#[test]
fn a_definition_in_a_local_is_reached_where_it_stands() {
    let text = TERRAFORM.replace(
        "  # D\n  definition = jsonencode({",
        "  definition = local.it\n}\nlocals {\n  # D\n  it = jsonencode({",
    );
    let said = checked("main.tf", &with(&text, 'D', TIMEOUT.1), &[]);
    assert_eq!(found(&said), [LOGGING], "{}", said.out);
}

#[test]
fn what_finds_nothing_is_told_unless_machines_were_left_out() {
    let text = with(SAM, 'D', "missing-target");
    let unused = ("warning", "unused-suppression");
    assert_eq!(
        found(&checked("t.yaml", &text, &[])),
        [LOGGING, unused, TIMEOUT]
    );
    let other = "  N:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition: {StartAt: A, States: {A: {Type: Succeed}}}\n";
    let said = checked("t.yaml", &format!("{text}{other}"), &["--resource", "N"]);
    assert_eq!(found(&said), [LOGGING], "{}", said.out);
    // What is said of the machine that is not left out is judged all the same.
    let bare = other.replace(
        "      Definition:",
        "      # sfnrun: ignore[missing-target]\n      Definition:",
    );
    let said = checked("t.yaml", &format!("{text}{bare}"), &["--resource", "N"]);
    let reason = ("warning", "suppression-without-reason");
    assert_eq!(found(&said), [LOGGING, reason], "{}", said.out);
}

#[test]
fn a_comment_that_suppresses_nothing_can_be_removed() {
    for (name, text) in [("main.tf", TERRAFORM), ("t.yaml", SAM)] {
        let here = folder(&[(name, &with(text, 'S', "missing-target"))]);
        sfnrun_in(here.path(), &["validate", "--fix", name]);
        let mended = std::fs::read_to_string(here.path().join(name)).expect("the file is there");
        let mut lines = text.lines();
        let rest = lines.by_ref().filter(|line| !line.trim().ends_with("# S"));
        let expected: String = rest
            .map(|line| format!("{}\n", line.trim_end_matches(" // S")))
            .collect();
        assert_eq!(mended, expected, "{name}");
    }
}
