//! Lowering: the model, the messages, and what a hostile definition may do.

mod hostile;
mod messages;
mod model;
mod places;

use sfnrun::asl::{LowerOptions, Lowered, WorkflowType, lower};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::source::{SourceFile, Tree};

/// Every field of the language, in a definition that AWS takes.
const EVERY_FIELD: &str = include_str!("every-field.asl.yaml");

fn read(text: &str) -> (SourceFile, Tree) {
    let name = if text.trim_start().starts_with('{') {
        "x.asl.json"
    } else {
        "x.asl.yaml"
    };
    let source = SourceFile::new(name, text.to_owned());
    let tree = source.read();
    (source, tree)
}

fn lower_as(text: &str, workflow_type: WorkflowType) -> Lowered {
    let (_, tree) = read(text);
    let options = LowerOptions {
        workflow_type,
        lossy: tree.lossy,
        ..LowerOptions::default()
    };
    lower(
        tree.root.as_ref().expect("the text holds a value"),
        &options,
    )
}

fn errors(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    found
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .collect()
}
