//! How the execution of a scenario runs: as its settings say, then as the recording tells that answers its Tasks.

use super::model::Settings;
use crate::asl::WorkflowType;
use crate::base::Timestamp;
use crate::engine::{Names, Options};
use crate::tasks::RecordedRun;
use crate::value::Str;

/// When it starts.
pub(super) fn start(settings: &Settings, recorded: &RecordedRun) -> Timestamp {
    let start = settings.start.or(recorded.start);
    start.unwrap_or_else(|| Options::default().start)
}

/// The options of a machine that is called `state_machine`.
pub(super) fn options(
    settings: &Settings,
    workflow_type: WorkflowType,
    state_machine: Str,
    recorded: RecordedRun,
) -> Options {
    let defaults = Names::default();
    let name = settings.execution_name.clone().or(recorded.name.clone());
    Options {
        workflow_type,
        limits: settings.limits.unwrap_or_default(),
        seed: settings.seed.or(recorded.seed).unwrap_or_default(),
        start: start(settings, &recorded),
        names: Names {
            execution: name.unwrap_or(defaults.execution),
            state_machine: recorded.machine.unwrap_or(state_machine),
            region: recorded.region.unwrap_or(defaults.region),
            ..defaults
        },
        ..Options::default()
    }
}
