//! `machine-without-tracing`

use crate::asl::Deployed;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::embedded::Setting;

/// See `machine-without-tracing.md`.
const RULE: &str = "machine-without-tracing";

pub(super) fn check(deployed: &Deployed) -> Option<Diagnostic> {
    let place = match deployed.deployment.tracing {
        Setting::Absent => deployed.deployment.place,
        Setting::Set(false, span) => span,
        _ => return None,
    };
    let name = &deployed.name;
    Some(
        Diagnostic::new(
            RULE,
            Severity::Note,
            place,
            format!("X-Ray does not trace `{name}`"),
        )
        .help("enable tracing, so that calls of several services are seen as one"),
    )
}
