//! `sfnrun iam`: the policies of the definitions of this repository, and what a given policy lacks.

use sfnrun::value::{Value, read};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Exit code, standard output and standard error.
fn iam(arguments: &[&str]) -> (Option<i32>, String, String) {
    let said = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .arg("iam")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary was built with the tests");
    (
        said.status.code(),
        String::from_utf8_lossy(&said.stdout).into_owned(),
        String::from_utf8_lossy(&said.stderr).into_owned(),
    )
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).expect("a list");
    items
        .iter()
        .map(|item| item.as_str().expect("a text").to_owned())
        .collect()
}

/// Each action with each resource.
fn grants(policy: &str) -> BTreeSet<(String, String)> {
    let policy = read(policy).expect("JSON");
    let statements = policy
        .get("Statement")
        .and_then(Value::as_array)
        .expect("statements");
    let mut found = BTreeSet::new();
    for statement in statements.iter() {
        for action in texts(statement.get("Action")) {
            for resource in texts(statement.get("Resource")) {
                found.insert((action.clone(), resource));
            }
        }
    }
    found
}

#[test]
fn the_policy_of_a_definition_names_what_it_calls() {
    let file = "definitions/review-with-fallback/review-with-fallback.asl.json";
    let (code, out, _) = iam(&[file, "--region", "us-east-1", "--account", "123456789012"]);
    assert_eq!(code, Some(0));
    let actions: BTreeSet<String> = grants(&out).into_iter().map(|(action, _)| action).collect();
    // Two calls of Bedrock, a message to a queue and one to a topic.
    let expected = ["bedrock:InvokeModel", "sns:Publish", "sqs:SendMessage"];
    assert_eq!(actions, expected.map(str::to_owned).into());
}

#[test]
fn a_definition_of_lambda_functions_keeps_its_placeholders() {
    let (code, out, err) = iam(&["definitions/document-analysis/document-analysis.asl.json"]);
    assert_eq!(code, Some(0));
    let resources: BTreeSet<String> = grants(&out)
        .into_iter()
        .map(|(_, resource)| resource)
        .collect();
    assert!(resources.contains("${extract_lambda_arn}"), "{resources:?}");
    assert!(
        resources.iter().all(|resource| resource.starts_with("${")),
        "{resources:?}"
    );
    assert!(err.contains("is not filled"), "{err}");
}

#[test]
fn a_machine_of_a_template_is_filled_from_its_configuration() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    let machine = |name: &str, action: &str| {
        format!(
            "  {name}:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Definition:\n        StartAt: A\n        \
             States:\n          A:\n            Type: Task\n            Resource: arn:aws:states:::{action}\n            Parameters:\n              \
             TopicArn: ${{topic}}\n              Message: hello\n            End: true\n"
        )
    };
    let template = format!(
        "Transform: AWS::Serverless-2016-10-31\nResources:\n{}{}",
        machine("Tell", "sns:publish"),
        machine("Ask", "aws-sdk:sns:getTopicAttributes")
    );
    write("template.yaml", &template);
    let topic = "arn:aws:sns:eu-west-1:123456789012:news";
    write("sfnrun.toml", &format!("[vars]\ntopic = \"{topic}\"\n"));
    let path = folder.path().join("template.yaml");
    let path = path.to_str().expect("a path of UTF-8");
    let (code, out, err) = iam(&[path, "--resource", "Tell"]);
    assert_eq!(code, Some(0), "{err}");
    let expected = ("sns:Publish".to_owned(), topic.to_owned());
    assert_eq!(grants(&out), BTreeSet::from([expected]));
    let (code, _, err) = iam(&[path]);
    assert_eq!(code, Some(2));
    assert!(err.contains("name one with `--resource`"), "{err}");
}

#[test]
fn each_definition_is_content_with_its_own_policy() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
    let mut checked = 0;
    for example in std::fs::read_dir(root)
        .expect("the folder can be read")
        .flatten()
    {
        let Ok(files) = std::fs::read_dir(example.path()) else {
            continue;
        };
        for file in files.flatten() {
            let path = file.path().to_string_lossy().into_owned();
            if !path.ends_with(".asl.json") {
                continue;
            }
            let (code, policy, _) = iam(&[&path]);
            assert_eq!(code, Some(0), "{path}");
            let given = folder.path().join("policy.json");
            std::fs::write(&given, policy).expect("a file can be written");
            let given = given.to_string_lossy();
            let (code, out, _) = iam(&[&path, "--check", &given, "--format", "human"]);
            assert_eq!(code, Some(0), "{path}: {out}");
            checked += 1;
        }
    }
    assert!(checked >= 12, "only {checked} definitions were found");
}

#[test]
fn what_is_missing_is_named_with_the_state_that_needs_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let policy = folder.path().join("policy.yaml");
    let text = "Version: '2012-10-17'\nStatement:\n  - Effect: Allow\n    Action: bedrock:*\n    Resource: '*'\n";
    std::fs::write(&policy, text).expect("a file can be written");
    let policy = policy.to_string_lossy();
    let file = "definitions/review-with-fallback/review-with-fallback.asl.json";
    let (code, out, _) = iam(&[file, "--check", &policy, "--format", "human"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("missing sqs:SendMessage"), "{out}");
    assert!(!out.contains("bedrock:InvokeModel"), "{out}");
    let (code, out, _) = iam(&[file, "--check", &policy]);
    assert_eq!(code, Some(1));
    let gaps = read(&out).expect("JSON");
    assert_eq!(gaps.get("version").and_then(Value::as_i64), Some(1));
    assert!(
        gaps.get("missing")
            .and_then(Value::as_array)
            .is_some_and(|gaps| !gaps.is_empty())
    );
}

#[test]
fn what_is_no_policy_is_an_error_of_usage() {
    let file = "definitions/review-with-fallback/review-with-fallback.asl.json";
    let (code, _, err) = iam(&[file, "--check", file]);
    assert_eq!(code, Some(2));
    assert!(err.contains("there is no `Statement` in it"), "{err}");
    let (code, _, err) = iam(&["no-such-file.json"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no-such-file.json"), "{err}");
}
