//! Everything that is found in a text, as `sfnrun validate` puts it together.

use sfnrun::analysis::Samples;
use sfnrun::asl::{Definition, StateMachine, WorkflowType};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::lint::{Selection, findings};
use sfnrun::source::{Bindings, SourceFile};

/// What a text turned out to be.
pub(crate) struct Checked {
    /// The machine, where the text holds one.
    pub(crate) machine: Option<StateMachine>,
    /// What readers, lowering and linter found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads, lowers and lints a text by the rules that are on by default. The ending of `name` tells the notation.
pub(crate) fn check(name: &str, text: &str, workflow_type: WorkflowType) -> Checked {
    check_by(&Selection::default(), name, text, workflow_type)
}

/// Reads, lowers and lints a text by the rules that are on.
pub(crate) fn check_by(
    selection: &Selection,
    name: &str,
    text: &str,
    workflow_type: WorkflowType,
) -> Checked {
    let file = SourceFile::new(name, text.to_owned());
    let definition = Definition::load(file, &Bindings::default(), workflow_type);
    Checked {
        diagnostics: findings(&definition, &Samples::default(), selection),
        machine: definition.machine,
    }
}

/// The machine in a text that is known to be sound.
pub(crate) fn machine(text: &str) -> StateMachine {
    let checked = check("m.asl.json", text, WorkflowType::Standard);
    let errors: Vec<&Diagnostic> = checked
        .diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    checked.machine.expect("the text holds a machine")
}
