//! How a timeline is to look, and what it cannot know from the events.

use crate::asl::WorkflowType;
use crate::report::Style;
use std::time::Duration;

/// How a timeline is to look.
#[derive(Clone, Debug)]
pub struct TimelineOptions {
    /// The machine's name.
    pub name: String,
    /// How the run is called, where it has a name.
    pub run_id: Option<String>,
    /// Standard or Express: it decides the price.
    pub workflow_type: WorkflowType,
    /// How time passed.
    pub clock: TimelineClock,
    /// Whether the children of distributed Maps have histories of their own, so that only [`super::Timeline::map_run`] tells of
    /// them.
    pub children_elsewhere: bool,
    /// Whether AWS's quotas hold, so that the largest payload is told against the limit.
    pub limits: bool,
    /// How much to tell.
    pub detail: Detail,
    /// What the terminal can show.
    pub style: Style,
    /// A Map or Parallel with more iterations or branches than these is told in figures.
    pub fold_iterations: u64,
    /// Of a state that is visited more often than this within one flow, most visits are told in one row.
    pub fold_visits: u64,
    /// When so many rows are kept, further Maps and Parallels are told in figures.
    pub most_rows: usize,
    /// Leaves task tokens readable in values.
    pub reveal_tokens: bool,
}

impl Default for TimelineOptions {
    fn default() -> Self {
        Self {
            name: "state machine".to_owned(),
            run_id: None,
            workflow_type: WorkflowType::Standard,
            clock: TimelineClock::Virtual,
            children_elsewhere: false,
            limits: true,
            detail: Detail::Rows,
            style: Style::default(),
            fold_iterations: 10,
            fold_visits: 20,
            most_rows: 2000,
            reveal_tokens: false,
        }
    }
}

/// How time passed in the run that a timeline tells of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimelineClock {
    /// It was simulated.
    #[default]
    Virtual,
    /// As on the wall.
    Wall,
    /// As on the wall, but Waits and pauses took this many times as long.
    Scaled(f64),
    /// As on the wall while tasks were really done; Waits and pauses took none.
    Skipping,
}

/// How much a timeline tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing (`-q`).
    Nothing,
    /// State visits, retries, catches.
    #[default]
    Rows,
    /// And what each state changed in the data (`-v`).
    Changes,
    /// And each stage of the data pipeline (`-vv`); the engine must have been asked to trace.
    Stages,
}

/// What the driver knows of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// How long it took on the wall, where that was measured.
    pub real_duration: Option<Duration>,
    /// Whether it was still going on when it was looked at, in AWS.
    pub goes_on: bool,
}

impl RunFacts {
    /// The status of a run that has not ended.
    pub(in crate::report) fn unfinished(&self) -> &'static str {
        match self.goes_on {
            true => "RUNNING",
            false => "STOPPED",
        }
    }
}
