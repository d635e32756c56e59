//! Jobs that a Task starts and waits for: `.sync`.

mod poller;
mod table;
#[cfg(test)]
mod tests;

pub(super) use poller::end;
pub(super) use table::Job;

use crate::asl::Integration;

/// The job that an integration starts.
pub(super) fn started(integration: &Integration) -> Option<&'static Job> {
    table::JOBS.iter().find(|job| {
        *integration.service == *job.service && job.starts.contains(&&*integration.action)
    })
}
