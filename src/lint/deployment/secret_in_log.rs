//! `secret-in-log`

use crate::asl::{Definition, Deployed, Integration, Pattern, StateKind};
use crate::diagnostics::{Diagnostic, Severity};

/// See `secret-in-log.md`.
const RULE: &str = "secret-in-log";

pub(super) fn check(definition: &Definition, deployed: &Deployed) -> Option<Diagnostic> {
    let (logging, _) = deployed.deployment.logging.known()?;
    let (true, place) = logging.execution_data.known()? else {
        return None;
    };
    if logging
        .level
        .known()
        .is_some_and(|(level, _)| &**level == "OFF")
    {
        return None;
    }
    let machine = definition.machine.as_ref()?;
    let (state, what) = machine.states.iter().find_map(|state| {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let integration = task.resource.as_ref()?.value.integration()?;
        Some((state, secret(integration)?))
    })?;
    let name = &state.name.value;
    Some(
        Diagnostic::new(
            RULE,
            Severity::Warning,
            place,
            format!("the log holds {what} of `{name}`, for inputs and outputs are logged"),
        )
        .help("leave the execution data out of the log")
        .note("who can read the log can use it"),
    )
}

/// What an integration passes that is not to be seen.
fn secret(integration: &Integration) -> Option<&'static str> {
    match (&*integration.service, &*integration.action) {
        _ if integration.pattern == Pattern::WaitForTaskToken => Some("the task token"),
        ("secretsmanager", "getSecretValue" | "batchGetSecretValue") => Some("the secret"),
        ("ssm", "getParameter" | "getParameters" | "getParametersByPath") => Some("the parameters"),
        _ => None,
    }
}
