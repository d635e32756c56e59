//! Everything that is found in a text, as `sfnrun validate` puts it together.

use sfnrun::analysis::Samples;
use sfnrun::asl::{LowerOptions, StateMachine, WorkflowType, lower};
use sfnrun::base::Span;
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::lint::{LintInput, lint};
use sfnrun::source::{Finding, SourceFile, looks_like_definition};

/// What a text turned out to be.
pub(crate) struct Checked {
    /// The machine, where the text holds one.
    pub(crate) machine: Option<StateMachine>,
    /// What readers, lowering and linter found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads, lowers and lints a text. The ending of `name` tells the notation.
pub(crate) fn check(name: &str, text: &str, workflow_type: WorkflowType) -> Checked {
    let file = SourceFile::new(name, text.to_owned());
    let mut tree = file.read();
    let mut diagnostics = std::mem::take(&mut tree.diagnostics);
    let node = match looks_like_definition(&tree) {
        Finding::Definition { node, .. } => node,
        Finding::Template { engine, key } => {
            diagnostics.push(engine.not_read(key.span));
            return Checked {
                machine: None,
                diagnostics,
            };
        }
        Finding::Neither => {
            return Checked {
                machine: None,
                diagnostics,
            };
        }
    };
    let options = LowerOptions {
        workflow_type,
        lossy: tree.lossy,
    };
    let lowered = lower(node, &options);
    diagnostics.extend(lowered.diagnostics);
    if let Some(machine) = &lowered.machine {
        let input = LintInput {
            machine,
            text: &file.text,
            samples: Samples::default(),
            faults: errors(&diagnostics),
        };
        diagnostics.extend(lint(&input));
    }
    Checked {
        machine: lowered.machine,
        diagnostics,
    }
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<Span> {
    let errors = diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error);
    errors.map(Diagnostic::span).collect()
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
