//! Judgement on how a template deploys a machine. One rule a file; its page is with the others.

mod logging;
mod secret_in_log;
mod tracing;

use crate::asl::Definition;
use crate::diagnostics::Diagnostic;
use crate::lint::Selection;

/// What is found in the template about a machine, by the rules that are on. All places are in the template.
pub fn template_findings(definition: &Definition, selection: &Selection) -> Vec<Diagnostic> {
    let Some(deployed) = &definition.deployment else {
        return Vec::new();
    };
    let mut found = deployed.findings.clone();
    found.extend(logging::check(definition, deployed));
    found.extend(tracing::check(deployed));
    found.extend(secret_in_log::check(definition, deployed));
    selection.apply(&mut found);
    found
}
