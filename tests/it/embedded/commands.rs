//! `validate`, `exec` and others on templates.

use crate::definitions::sfnrun;
use std::fs;
use std::process::Output;

const TEMPLATE: &str = "Resources:\n  Orders:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      DefinitionUri: orders.asl.json\n      DefinitionSubstitutions:\n        Seconds: 30\n        Greeting: hello\n  Returns:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      Type: EXPRESS\n      Definition:\n        StartAt: Take\n        States:\n          Take: {Type: Pass, Result: taken, End: true}\n";

const ORDERS: &str = "{\"StartAt\": \"Wait\", \"States\": {\"Wait\": {\"Type\": \"Wait\", \"Seconds\": ${Seconds}, \"Next\": \"Greet\"}, \"Greet\": {\"Type\": \"Pass\", \"Result\": \"${Greeting}\", \"End\": true}}}\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the test can do this");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the test can do this");
    };
    write("template.yaml", TEMPLATE);
    write("orders.asl.json", ORDERS);
    write("package.json", "{\"name\": \"x\"}");
    folder
}

fn run(folder: &tempfile::TempDir, command: &str, file: &str, more: &[&str]) -> Output {
    let path = folder.path().join(file);
    let mut arguments = vec![command.to_owned(), path.to_string_lossy().into_owned()];
    arguments.extend(more.iter().map(|one| (*one).to_owned()));
    sfnrun(&arguments)
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn exec_takes_the_machine_that_is_named_and_fills_it() {
    let folder = folder();
    let several = run(&folder, "exec", "template.yaml", &[]);
    assert_eq!(several.status.code(), Some(2));
    let told = err(&several);
    assert!(told.contains("defines 2 state machines"), "{told}");
    assert!(
        told.contains("`--resource`: `Orders` or `Returns`"),
        "{told}"
    );
    let orders = run(&folder, "exec", "template.yaml", &["--resource", "Orders"]);
    assert_eq!(
        (orders.status.code(), &*out(&orders)),
        (Some(0), "\"hello\"\n")
    );
    let story = err(&orders);
    assert!(
        story.contains("Orders") && story.contains("30.000s"),
        "{story}"
    );
    let other = ["--resource", "Orders", "--var", "Greeting=hi"];
    let other = run(&folder, "exec", "template.yaml", &other);
    assert_eq!(out(&other), "\"hi\"\n");
    let returns = run(&folder, "exec", "template.yaml", &["--resource", "Returns"]);
    assert!(err(&returns).contains("EXPRESS"), "{}", err(&returns));
    let unknown = run(&folder, "exec", "template.yaml", &["--resource", "Order"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        err(&unknown).contains("did you mean `Orders`?"),
        "{}",
        err(&unknown)
    );
}

#[test]
fn a_definition_that_a_template_names_is_checked_once_and_as_the_template_has_it() {
    let folder = folder();
    let all = run(&folder, "validate", "", &["--format", "concise"]);
    assert_eq!(all.status.code(), Some(0), "{}{}", out(&all), err(&all));
    assert!(
        err(&all).contains("no findings in 2 files") || err(&all).contains("2 files"),
        "{}",
        err(&all)
    );
    let broken = ORDERS.replace("\"Next\": \"Greet\"", "\"Next\": \"Gret\"");
    fs::write(folder.path().join("orders.asl.json"), broken).expect("the test can do this");
    let all = run(&folder, "validate", "", &["--format", "concise"]);
    let found: Vec<String> = out(&all)
        .lines()
        .filter(|line| line.contains("missing-target"))
        .map(str::to_owned)
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("orders.asl.json:1:"), "{found:?}");
}

#[test]
fn other_commands_take_a_machine_of_a_template_as_well() {
    let folder = folder();
    let mocks = folder.path().join("template.yaml");
    let mocks = sfnrun(&[
        "mocks".as_ref(),
        "init".as_ref(),
        mocks.as_os_str(),
        "--resource".as_ref(),
        "Orders".as_ref(),
    ]);
    assert_eq!(mocks.status.code(), Some(0), "{}", err(&mocks));
    let state = ["--resource", "Orders", "--state", "Greet", "--input", "{}"];
    let state = run(&folder, "test-state", "template.yaml", &state);
    assert_eq!(state.status.code(), Some(0), "{}", err(&state));
    assert!(out(&state).contains("hello"), "{}", out(&state));
    fs::write(
        folder.path().join("scenarios.yaml"),
        "version: 1\ndefinition: template.yaml\nresource: Orders\nscenarios:\n  greets:\n    expect: {status: SUCCEEDED, output: hello, duration: 30s}\n",
    )
    .expect("the test can do this");
    let tested = run(&folder, "test", "scenarios.yaml", &[]);
    assert_eq!(
        tested.status.code(),
        Some(0),
        "{}{}",
        out(&tested),
        err(&tested)
    );
}

#[test]
fn a_file_that_is_not_there_is_told_at_the_path() {
    let folder = folder();
    fs::remove_file(folder.path().join("orders.asl.json")).expect("the test can do this");
    let all = run(
        &folder,
        "validate",
        "template.yaml",
        &["--format", "concise"],
    );
    assert_eq!(all.status.code(), Some(1));
    assert!(
        out(&all).contains("template.yaml:5:22: error[definition-file]"),
        "{}",
        out(&all)
    );
    let exec = run(&folder, "exec", "template.yaml", &["--resource", "Orders"]);
    assert_eq!(exec.status.code(), Some(2));
    assert!(err(&exec).contains("definition-file"), "{}", err(&exec));
}
