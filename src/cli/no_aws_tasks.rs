//! Tasks that call AWS, in a build that cannot.

use super::args::Live;
use super::error::CliError;
use super::live_tasks::{Place, Player};
use super::terminal::Terminal;
use crate::asl::State;
use crate::tasks::{InFlight, ItemStore, Means, Reporter};

/// There are none.
pub(super) enum AwsTasks {}

impl AwsTasks {
    /// Nothing, and a fault where calls are asked for.
    pub(super) fn from(arguments: &Live) -> Result<Option<Self>, CliError> {
        match arguments.aws {
            None => Ok(None),
            Some(_) => Err(CliError::new("this build cannot call AWS")
                .help("build it with the feature `aws`, which is on by default")),
        }
    }

    pub(super) async fn confirm(
        &self,
        _: &[Player<'_>],
        _: &dyn Fn(&State) -> bool,
        _: &Terminal,
    ) -> Result<Option<Place>, CliError> {
        match *self {}
    }

    pub(super) fn streams(&self, _: Reporter, _: InFlight) -> Box<dyn ItemStore> {
        match *self {}
    }

    pub(super) fn for_replay(&self) -> Option<String> {
        match *self {}
    }

    pub(super) fn advice(&self) -> Vec<String> {
        match *self {}
    }

    pub(super) fn add_to(&self, _: &mut Means, _: f64) {
        match *self {}
    }
}
