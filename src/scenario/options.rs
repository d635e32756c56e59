//! How the execution of a scenario runs: as its settings say, then as the recording tells that answers its Tasks.

use super::model::Settings;
use crate::asl::WorkflowType;
use crate::engine::{Names, Options};
use crate::tasks::RecordedRun;
use crate::value::Str;

/// The options of a machine that is called `state_machine`.
pub(super) fn options(
    settings: &Settings,
    workflow_type: WorkflowType,
    state_machine: Str,
    recorded: RecordedRun,
) -> Options {
    let known = Options::default();
    let defaults = Names::default();
    let start = settings.start.or(recorded.start);
    let name = settings.execution_name.clone().or(recorded.name.clone());
    Options {
        workflow_type,
        limits: settings.limits.unwrap_or_default(),
        seed: settings.seed.or(recorded.seed).unwrap_or_default(),
        start: start.unwrap_or(known.start),
        names: Names {
            execution: name.unwrap_or(defaults.execution),
            state_machine: recorded.machine.unwrap_or(state_machine),
            region: recorded.region.unwrap_or(defaults.region),
            ..defaults
        },
        ..known
    }
}
