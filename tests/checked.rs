//! Everything that is found in a text, as `sfnrun validate` puts it together.

use sfnrun::asl::{LoadOptions, StateMachine, WorkflowType, load};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::lint::{Selection, findings_in};
use sfnrun::source::{Bindings, SourceFile, Unreadable};

/// What a text turned out to be.
pub(crate) struct Checked {
    /// The first machine, where the text holds one.
    pub(crate) machine: Option<StateMachine>,
    /// What readers, lowering and linter found, of templates as well; all places are in the text.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads, lowers and lints a text by the rules that are on by default. The ending of `name` tells the notation. Files that
/// a template names are not there.
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
    let read = |path: &str, _: &str| {
        Err(Unreadable {
            message: format!("cannot read `{path}`: no such file"),
            help: None,
        })
    };
    let definitions = load(
        file,
        &LoadOptions {
            bindings: &Bindings::default(),
            // A template may say another; STANDARD is what holds where nothing is said.
            workflow_type: Some(workflow_type).filter(|one| *one != WorkflowType::Standard),
            read: &read,
        },
    );
    let file = definitions.file.clone();
    let diagnostics = findings_in(&file, &definitions, &[], selection);
    let machine = definitions.list.into_iter().find_map(|one| one.machine);
    Checked {
        machine,
        diagnostics,
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
