//! `.pre-commit-hooks.yaml` and the action call the program as it takes it.

use super::{root, text};
use sfnrun::source::SourceFile;
use std::process::Command;

/// A definition without a finding.
const SOUND: &str = "definitions/review-with-fallback/review-with-fallback.asl.json";

/// What pre-commit runs: the entry, the arguments, the files.
#[test]
fn the_program_takes_what_the_hooks_give_it() {
    let name = ".pre-commit-hooks.yaml";
    let hooks = SourceFile::new(name, text(&root().join(name))).read();
    assert!(hooks.diagnostics.is_empty(), "{:#?}", hooks.diagnostics);
    let hooks = hooks.root.expect("the file holds a list");
    let hooks = hooks.items().expect("a list");
    assert_eq!(hooks.len(), 2);
    for hook in hooks {
        let entry = hook
            .get("entry")
            .and_then(|entry| entry.text())
            .expect("a text");
        let mut words = entry.split_whitespace();
        assert_eq!(words.next(), Some("sfnrun"));
        let given = hook
            .get("args")
            .and_then(|given| given.items())
            .expect("a list");
        let given = given
            .iter()
            .map(|word| word.text().expect("a text").to_string());
        let ran = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
            .args(words)
            .args(given)
            .arg(SOUND)
            .current_dir(root())
            .output()
            .expect("the program runs");
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{told}");
        assert!(told.contains("1 file"), "{told}");
    }
}

/// Every input of the action is used, and none stands in a script, where its text would be run.
#[test]
fn the_action_hands_its_inputs_on_by_the_environment() {
    let name = ".github/actions/validate/action.yml";
    let page = text(&root().join(name));
    let action = SourceFile::new(name, page.clone()).read();
    assert!(action.diagnostics.is_empty(), "{:#?}", action.diagnostics);
    let action = action.root.expect("the file holds a mapping");
    for input in action
        .get("inputs")
        .and_then(|inputs| inputs.members())
        .expect("inputs")
    {
        let name = &input.key.text;
        assert!(
            page.contains(&format!("inputs.{name}")),
            "`{name}` is not used"
        );
    }
    let steps = action
        .get("runs")
        .and_then(|runs| runs.get("steps"))
        .expect("steps");
    for step in steps.items().expect("a list") {
        let script = step
            .get("run")
            .and_then(|script| script.text())
            .expect("a script");
        assert!(!script.contains("${{"), "{script}");
    }
}
