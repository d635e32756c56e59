//! Placeholders that nobody fills, and variables that no placeholder asks for: `sfnrun exec` and `sfnrun validate`.

use std::process::{Command, Output};

const DEFINITION: &str = r#"{"StartAt":"Ask","States":{
    "Ask":{"Type":"Choice","Choices":[{"Variable":"$.n","NumericGreaterThan":${Least},"Next":"Rest"}],"Default":"Rest"},
    "Rest":{"Type":"Wait","Seconds":${Pause},"End":true}}}"#;

fn output(arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("m.asl.json"), DEFINITION).expect("a file can be written");
    Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .args(arguments)
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary was built with the tests")
}

/// Exit code, and what stands on standard error.
fn sfnrun(arguments: &[&str]) -> (Option<i32>, String) {
    let said = output(arguments);
    let told = String::from_utf8_lossy(&said.stderr).into_owned();
    (said.status.code(), told)
}

fn exec(variables: &[&str]) -> (Option<i32>, String) {
    let mut arguments = vec!["exec", "m.asl.json", "--input", r#"{"n":7}"#];
    for variable in variables {
        arguments.extend(["--var", variable]);
    }
    sfnrun(&arguments)
}

// AWS knows no placeholders: it has no answer to one that could be told here (DESIGN.md, "silence is not success").
#[test]
fn a_run_ends_where_a_field_is_needed_that_is_not_filled() {
    let (code, told) = exec(&["Least=3"]);
    assert_eq!(code, Some(4), "{told}");
    let message = "`Rest` needs its `Seconds`, which is a placeholder";
    assert!(told.contains(message), "{told}");
    assert!(told.contains("`--var NAME=VALUE`"), "{told}");
    let result = output(&[
        "exec",
        "m.asl.json",
        "--input",
        r#"{"n":7}"#,
        "--format",
        "json",
    ]);
    let result: serde_json::Value = serde_json::from_slice(&result.stdout).expect("JSON");
    assert_eq!(result["status"], "STOPPED");
    let (code, told) = exec(&["Pause=1"]);
    assert_eq!(code, Some(4), "{told}");
    assert!(
        told.contains("`Ask` needs its `NumericGreaterThan`"),
        "{told}"
    );
    let (code, told) = exec(&["Pause=1", "Least=3"]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn a_variable_that_no_placeholder_asks_for_is_told() {
    let warning = "warning: `--var Puase` fills nothing: no placeholder `${Puase}` stands in the definition; did you mean `Pause`?";
    let (_, told) = exec(&["Puase=1", "Least=3"]);
    assert!(told.contains(warning), "{told}");
    let (_, told) = sfnrun(&["validate", "m.asl.json", "--var", "Puase=1"]);
    assert!(told.contains(warning), "{told}");
    let (_, told) = sfnrun(&["validate", "m.asl.json", "--var", "Pause=1"]);
    assert!(!told.contains("fills nothing"), "{told}");
}
