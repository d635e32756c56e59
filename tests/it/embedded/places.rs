//! Findings stand in the file that the user wrote, however the definition is put into it, and edits fit there.

use crate::checked::{Checked, check};
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Severity};

/// The same machine in each form: `NOWHERE` is a target that is not there, a catcher loses the input that is read later.
const FORMS: [(&str, &str); 13] = [
    (
        "sam-object.yaml",
        "Transform: AWS::Serverless-2016-10-31\nResources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        StartAt: A\n        States:\n          A:\n            Type: Task\n            Resource: !GetAtt F.Arn\n            Retry: &retry\n              - ErrorEquals: [Lambda.ServiceException, Lambda.AWSLambdaException, Lambda.SdkClientException, Lambda.ClientExecutionTimeoutException, Lambda.TooManyRequestsException]\n            Catch:\n              - ErrorEquals: [States.ALL]\n                Next: B\n            Next: NOWHERE\n          B:\n            Type: Pass\n            Parameters:\n              id.$: $.id\n            End: true\n",
    ),
    (
        "block.yaml",
        "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: |\n        {\n          \"StartAt\": \"A\",\n          \"States\": {\n            \"A\": {\"Type\": \"Task\", \"Resource\": \"arn:aws:lambda:us-east-1:123456789012:function:f\",\n              \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n            \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}\n          }\n        }\n",
    ),
    (
        "sub.yaml",
        "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub |-\n        {\n          \"StartAt\": \"A\",\n          \"States\": {\n            \"A\": {\"Type\": \"Task\", \"Resource\": \"arn:${AWS::Partition}:lambda:us-east-1:123456789012:function:f\", \"TimeoutSeconds\": ${Limit},\n              \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n            \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}\n          }\n        }\n",
    ),
    (
        "sub-list.yaml",
        "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString:\n        Fn::Sub:\n          - |\n            {\"StartAt\": \"A\", \"States\": {\n              \"A\": {\"Type\": \"Task\", \"Resource\": \"${Arn}\", \"Retry\": [{\"ErrorEquals\": [\"States.ALL\"]}],\n                \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n              \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}}}\n          - Arn: !GetAtt F.Arn\n",
    ),
    (
        "folded.yaml",
        "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: >-\n        {\"StartAt\": \"A\", \"States\": {\n        \"A\": {\"Type\": \"Task\", \"Resource\": \"arn:aws:lambda:us-east-1:123456789012:function:f\",\n        \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n        \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}}}\n",
    ),
    (
        "join.template.json",
        "{\"Resources\": {\"M\": {\"Type\": \"AWS::StepFunctions::StateMachine\", \"Properties\": {\"DefinitionString\": {\"Fn::Join\": [\"\", [\n  \"{\\\"StartAt\\\":\\\"A\\\",\\\"States\\\":{\\\"A\\\":{\\\"Type\\\":\\\"Task\\\",\\\"Resource\\\":\\\"arn:\",\n  {\"Ref\": \"AWS::Partition\"},\n  \":lambda:us-east-1:123456789012:function:f\\\",\\\"Catch\\\":[{\\\"ErrorEquals\\\":[\\\"States.ALL\\\"],\\\"Next\\\":\\\"B\\\"}],\\\"Next\\\":\\\"NOWHERE\\\"},\\\"B\\\":{\\\"Type\\\":\\\"Pass\\\",\\\"Parameters\\\":{\\\"id.$\\\":\\\"$.id\\\"},\\\"End\\\":true}}}\"\n]]}}}}}\n",
    ),
    (
        "escaped.json",
        "{\"Resources\": {\"M\": {\"Type\": \"AWS::StepFunctions::StateMachine\", \"Properties\": {\"DefinitionString\": \"{\\n \\\"StartAt\\\":\\\"A\\\",\\\"States\\\":{\\\"A\\\":{\\\"Type\\\":\\\"Task\\\",\\\"Resource\\\":\\\"arn:aws:lambda:us-east-1:123456789012:function:f\\\",\\\"Catch\\\":[{\\\"ErrorEquals\\\":[\\\"States.ALL\\\"],\\\"Next\\\":\\\"B\\\"}],\\\"Next\\\":\\\"NOWHERE\\\"},\\\"B\\\":{\\\"Type\\\":\\\"Pass\\\",\\\"Parameters\\\":{\\\"id.$\\\":\\\"$.id\\\"},\\\"End\\\":true}}}\"}}}}\n",
    ),
    (
        "object.tf",
        "locals {\n  second = { Type = \"Pass\", Parameters = { \"id.$\" = \"$.id\" }, End = true }\n}\nresource \"aws_sfn_state_machine\" \"m\" {\n  definition = jsonencode({\n    StartAt = \"A\"\n    States = {\n      A = {\n        Type     = \"Task\"\n        Resource = \"arn:${data.aws_partition.this.partition}:lambda:us-east-1:123456789012:function:f\"\n        Catch = [{\n          ErrorEquals = [\"States.ALL\"]\n          Next        = \"B\"\n        }]\n        Next = \"NOWHERE\"\n      }\n      B = local.second\n    }\n  })\n}\n",
    ),
    (
        "heredoc.tf",
        "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<EOF\n{\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": {\"Type\": \"Task\", \"Resource\": \"${aws_lambda_function.f[\"a\"].arn}\", \"Retry\": [{\"ErrorEquals\": [\"States.ALL\"]}],\n      \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n    \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}\n  }\n}\nEOF\n}\n",
    ),
    (
        "flush.tf",
        "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<-EOF\n    {\n      \"StartAt\": \"A\",\n      \"States\": {\n        \"A\": {\"Type\": \"Task\", \"Resource\": \"arn:aws:lambda:us-east-1:123456789012:function:f\", \"TimeoutSeconds\": ${var.limit},\n          \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"NOWHERE\"},\n        \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"End\": true}\n      }\n    }\n  EOF\n}\n",
    ),
    (
        "quoted.tf",
        "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = \"{\\\"StartAt\\\":\\\"A\\\",\\\"States\\\":{\\\"A\\\":{\\\"Type\\\":\\\"Task\\\",\\\"Resource\\\":\\\"arn:aws:lambda:us-east-1:123456789012:function:f\\\",\\\"Catch\\\":[{\\\"ErrorEquals\\\":[\\\"States.ALL\\\"],\\\"Next\\\":\\\"B\\\"}],\\\"Next\\\":\\\"NOWHERE\\\"},\\\"B\\\":{\\\"Type\\\":\\\"Pass\\\",\\\"Parameters\\\":{\\\"id.$\\\":\\\"$.id\\\"},\\\"End\\\":true}}}\"\n}\n",
    ),
    (
        "serverless.yml",
        "stepFunctions:\n  stateMachines:\n    m:\n      definition:\n        StartAt: A\n        States:\n          A:\n            Type: Task\n            Resource: {Fn::GetAtt: [f, Arn]}\n            Retry: [{ErrorEquals: [States.ALL]}]\n            Catch:\n              - ErrorEquals: [States.ALL]\n                Next: B\n            Next: NOWHERE\n          B: {Type: Pass, Parameters: {id.$: $.id}, End: true}\n",
    ),
    (
        "main.tf.json",
        "{\"resource\": {\"aws_sfn_state_machine\": {\"m\": {\"definition\": \"{\\\"StartAt\\\":\\\"A\\\",\\\"States\\\":{\\\"A\\\":{\\\"Type\\\":\\\"Task\\\",\\\"Resource\\\":\\\"arn:aws:lambda:us-east-1:123456789012:function:f\\\",\\\"Catch\\\":[{\\\"ErrorEquals\\\":[\\\"States.ALL\\\"],\\\"Next\\\":\\\"B\\\"}],\\\"Next\\\":\\\"NOWHERE\\\"},\\\"B\\\":{\\\"Type\\\":\\\"Pass\\\",\\\"Parameters\\\":{\\\"id.$\\\":\\\"$.id\\\"},\\\"End\\\":true}}}\"}}}}\n",
    ),
];

fn checked(name: &str, text: &str) -> Checked {
    check(name, text, WorkflowType::Standard)
}

fn of_rule<'c>(checked: &'c Checked, rule: &str) -> Vec<&'c Diagnostic> {
    let all = checked.diagnostics.iter();
    all.filter(|one| one.rule == rule).collect()
}

#[test]
fn a_wrong_target_is_shown_where_it_is_written() {
    for (name, text) in FORMS {
        let checked = checked(name, text);
        let found = of_rule(&checked, "missing-target");
        let places: Vec<&str> = found
            .iter()
            .map(|one| text[one.span().range()].trim_matches(['"', '\\']))
            .collect();
        assert_eq!(places, ["NOWHERE"], "{name}: {:#?}", checked.diagnostics);
        let start = found[0].span().start as usize;
        assert!(
            text[start..]
                .trim_start_matches(['"', '\\'])
                .starts_with("NOWHERE"),
            "{name}"
        );
    }
}

#[test]
fn a_path_in_a_string_is_shown_where_it_is_written() {
    for (name, text) in FORMS {
        let text = text.replace("NOWHERE", "B");
        let checked = checked(name, &text);
        let errors: Vec<_> = checked
            .diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}");
        let found = of_rule(&checked, "catch-drops-input");
        assert_eq!(found.len(), 1, "{name}: {:#?}", checked.diagnostics);
        let shown: Vec<&str> = found[0]
            .labels
            .iter()
            .map(|label| &text[label.span.range()])
            .collect();
        assert!(
            shown.iter().any(|part| part.contains("$.id")),
            "{name}: {shown:?}"
        );
    }
}

#[test]
fn edits_mend_the_file_that_the_user_wrote() {
    for (name, text) in FORMS {
        let mut text = text.replace("NOWHERE", "B");
        let before = checked(name, &text);
        let found = of_rule(&before, "catch-drops-input");
        let fix = found[0].fixes.first().unwrap_or_else(|| panic!("{name}"));
        let mut edits = fix.edits.clone();
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
        for edit in &edits {
            text.replace_range(edit.span.range(), &edit.text);
        }
        let after = checked(name, &text);
        assert!(
            of_rule(&after, "catch-drops-input").is_empty(),
            "{name}: {text}"
        );
        let errors = after.diagnostics.iter();
        assert_eq!(
            errors.filter(|one| one.severity == Severity::Error).count(),
            0,
            "{name}: {text}"
        );
    }
}

#[test]
fn broken_json_in_a_heredoc_is_shown_in_the_heredoc() {
    let text = "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = <<EOF\n{\"StartAt\": \"${var.a[0]}\" \"States\": {}}\nEOF\n}\n";
    let checked = checked("main.tf", text);
    let found = of_rule(&checked, "syntax");
    assert_eq!(found.len(), 1, "{:#?}", checked.diagnostics);
    let place = found[0].span().start as usize;
    assert!(text[..place].contains("${var.a[0]}"), "{place}");
    assert!(text[place..].contains("States"), "{place}");
}

#[test]
fn the_type_in_the_template_counts() {
    let text = "Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Type: EXPRESS\n      Definition:\n        StartAt: A\n        States:\n          A: {Type: Task, Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken', TimeoutSeconds: 9, End: true}\n";
    let express = checked("t.yaml", text);
    assert_eq!(of_rule(&express, "express-pattern").len(), 1);
    let standard = checked("t.yaml", &text.replace("EXPRESS", "STANDARD"));
    assert_eq!(of_rule(&standard, "express-pattern").len(), 0);
}

/// The names of states may be computed: what is known of them counts, and of what is not nothing is claimed.
#[test]
fn computed_names_of_states_are_followed() {
    let machine = |key: &str, next: &str| {
        format!(
            "locals {{\n  last = \"Done\"\n}}\nresource \"aws_sfn_state_machine\" \"m\" {{\n  definition = jsonencode({{\n    StartAt = \"A\"\n    States = {{\n      A     = {{ Type = \"Pass\", Next = {next} }}\n      {key} = {{ Type = \"Succeed\" }}\n    }}\n  }})\n}}\n"
        )
    };
    for (key, next, missing) in [
        ("(local.last)", "local.last", false),
        ("(local.last)", "\"Done\"", false),
        ("(local.last)", "\"Dome\"", true),
        ("(var.last)", "\"Done\"", false),
        ("\"${var.stage}-Done\"", "\"dev-Done\"", false),
        ("\"${var.stage}-Done\"", "\"dev-Load\"", true),
    ] {
        let checked = checked("main.tf", &machine(key, next));
        let found = of_rule(&checked, "missing-target");
        assert_eq!(!found.is_empty(), missing, "{key} {next}: {found:#?}");
    }
}

/// `${!name}` of `Fn::Sub` is `${name}` (CloudFormation's reference), which may well be meant where nothing fills it.
#[test]
fn an_escape_is_no_placeholder_that_is_not_filled() {
    let template = |substitutions: &str| {
        format!(
            "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n{substitutions}      DefinitionString:\n        Fn::Sub: |\n          {{\"StartAt\": \"A\", \"States\": {{\"A\": {{\"Type\": \"Pass\", \"Result\": \"https://${{!host}}/x\", \"End\": true}}}}}}\n"
        )
    };
    let count = |text: &str| of_rule(&checked("t.yaml", text), "unfilled-placeholder").len();
    assert_eq!(count(&template("")), 0);
    let other = template("      DefinitionSubstitutions: {other: x}\n");
    assert_eq!(count(&other), 1);
}

/// What a definition asks for is not known where it cannot be read.
#[test]
fn nothing_is_unused_in_what_is_not_read() {
    const TEMPLATE: &str = "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = templatefile(\"m.json\", { f = var.f })\n}\n";
    let read = |body: &str| {
        let options = sfnrun::asl::LoadOptions {
            bindings: &sfnrun::source::Bindings::default(),
            workflow_type: None,
            read: &|_, _| Ok(sfnrun::source::SourceFile::new("m.json", body.to_owned())),
        };
        let file = sfnrun::source::SourceFile::new("main.tf", TEMPLATE.to_owned());
        let loaded = sfnrun::asl::load(file, &options);
        let deployed = loaded.list[0].deployment.as_ref().expect("it is deployed");
        deployed.findings.len()
    };
    let state = r#""A": {"Type": "Pass", "End": true}"#;
    let whole = format!(r#"{{"StartAt": "A", "States": {{{state}}}}}"#);
    assert_eq!(read(&whole), 1);
    let directive = format!(r#"{{"StartAt": "A", "States": {{%{{ if x }}{state}%{{ endif }}}}}}"#);
    assert_eq!(read(&directive), 0);
}
