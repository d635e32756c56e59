//! `machine-without-logging`

use crate::asl::{Definition, Deployed, WorkflowType};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::embedded::Setting;

/// See `machine-without-logging.md`.
const RULE: &str = "machine-without-logging";

pub(super) fn check(definition: &Definition, deployed: &Deployed) -> Option<Diagnostic> {
    let place = match &deployed.deployment.logging {
        Setting::Absent => deployed.deployment.place,
        Setting::Set(logging, span) => match &logging.level {
            // AWS's default is OFF.
            Setting::Absent => *span,
            Setting::Set(level, span) if &**level == "OFF" => *span,
            _ => return None,
        },
        Setting::Unknown => return None,
    };
    let name = &deployed.name;
    let finding = Diagnostic::new(
        RULE,
        Severity::Note,
        place,
        format!("`{name}` logs nothing"),
    );
    Some(match definition.workflow_type {
        WorkflowType::Express => finding
            .help("log with level `ERROR` or `ALL`")
            .note("an Express execution has no history: its log is all that tells what happened"),
        WorkflowType::Standard => finding.help("log with level `ERROR` or `ALL`"),
    })
}
