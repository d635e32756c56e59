//! Jobs that a Task starts and waits for: `.sync`.

mod families;
mod job;
mod poller;
mod stopping;
mod table;
#[cfg(test)]
mod tests;

pub(super) use job::Job;
pub(super) use poller::{Pauses, end};
pub(super) use stopping::stop;

use crate::asl::Integration;

/// The job that an integration starts.
pub(super) fn started(integration: &Integration) -> Option<&'static Job> {
    table::JOBS.iter().find(|job| {
        *integration.service == *job.service && job.starts.contains(&&*integration.action)
    })
}
