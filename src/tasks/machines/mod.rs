//! Machines that executions may start, and what `states:startExecution` says of it.

mod answer;
mod request;
mod send_task;

pub use answer::StartedExecution;
pub use request::{StartExecution, StartPattern};
pub use send_task::SendTask;

use super::layered::LayeredHandler;
use super::mock_file::Mocks;
use crate::asl::StateMachine;
use crate::value::Str;
use std::sync::Arc;

/// A machine that executions may start.
#[derive(Clone, Debug)]
pub struct LocalMachine {
    /// As it was given: a name, an ARN, or the text of a placeholder that is not filled.
    given: Str,
    name: Str,
    machine: Arc<StateMachine>,
    mocks: Vec<Mocks>,
}

impl LocalMachine {
    /// A machine under its name or its ARN, whose Tasks nothing answers yet.
    pub fn new(given: &str, machine: Arc<StateMachine>) -> Self {
        Self {
            given: given.into(),
            name: machine_name(given).into(),
            machine,
            mocks: Vec::new(),
        }
    }

    /// Has mocks answer its Tasks, where those before them do not.
    pub fn answer_with(&mut self, mocks: Mocks) {
        self.mocks.push(mocks);
    }

    /// Its name, as in its ARN.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// The machine.
    pub fn machine(&self) -> &Arc<StateMachine> {
        &self.machine
    }

    /// What answers the Tasks of one execution of it: of the one that is called `execution` in recordings, or of any.
    pub fn handler(&self, seed: u64, execution: Option<&str>) -> LayeredHandler {
        LayeredHandler::of(&self.mocks, &self.machine, seed, execution)
    }
}

/// The machines that executions may start.
#[derive(Clone, Debug, Default)]
pub struct LocalMachines(Vec<LocalMachine>);

impl LocalMachines {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The machines, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &LocalMachine> {
        self.0.iter()
    }

    /// The names of the machines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|machine| &*machine.name)
    }

    /// The machine that a `StateMachineArn` means: the one that was given under this very text, else the one of that
    /// name, whatever account, region, version or alias the ARN names.
    pub fn find(&self, arn: &str) -> Option<&LocalMachine> {
        let exact = self.0.iter().find(|machine| *machine.given == *arn);
        exact.or_else(|| {
            let name = machine_name(arn);
            self.0.iter().find(|machine| *machine.name == *name)
        })
    }
}

impl FromIterator<LocalMachine> for LocalMachines {
    fn from_iter<I: IntoIterator<Item = LocalMachine>>(machines: I) -> Self {
        Self(machines.into_iter().collect())
    }
}

/// The name in `arn:aws:states:us-east-1:123456789012:stateMachine:name:version`, or the text itself.
pub(super) fn machine_name(text: &str) -> &str {
    let mut parts = text.split(':').skip(5);
    match (parts.next(), parts.next()) {
        (Some("stateMachine"), Some(name)) if text.starts_with("arn:") => name,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_machines_by_name_by_arn_and_by_placeholder() {
        assert_eq!(
            machine_name("arn:aws:states:us-east-1:123456789012:stateMachine:charge:PROD"),
            "charge"
        );
        assert_eq!(machine_name("charge"), "charge");
        assert_eq!(machine_name("${ChargeArn}"), "${ChargeArn}");
    }
}
