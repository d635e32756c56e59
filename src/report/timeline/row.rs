//! The rows of a timeline: what is kept of the events.

use super::durations::Durations;
use crate::asl::StateId;
use crate::base::Timestamp;
use crate::report::preview::Change;
use crate::run::RunId;
use crate::value::Str;

/// How a visit, a branch or an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Good,
    /// It failed, and a catcher took it.
    Caught,
    /// It failed, and nothing took it.
    Bad,
    /// It was given up, because another failed or the run was stopped.
    Aborted,
    /// It still waits: for a token, a job, a retry.
    Waiting,
    /// It runs.
    Running,
}

/// One thing in a flow.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Visit(Box<Row>),
    Loop(Loop),
}

/// A state visit.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) state: StateId,
    /// Which visit of the state within its flow, from 1.
    pub(super) number: u64,
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
    pub(super) mark: Mark,
    /// What it does: `lambda assemble-prompt`, `Map 47 items`.
    pub(super) task: String,
    pub(super) tries: Tries,
    pub(super) notes: Vec<Note>,
    pub(super) children: Children,
    /// The executions that it started.
    pub(super) started: Vec<RunId>,
    /// The ARN of its Map Run, of a distributed Map.
    pub(super) map_run: Option<Str>,
    /// Of a Map or Parallel: how many children it is to have, how many began, and how many ran side by side at most. Of a
    /// distributed Map only those that began are known.
    pub(super) length: u64,
    pub(super) children_begun: u64,
    pub(super) most_children: u64,
}

/// What is told under a row.
#[derive(Clone, Debug)]
pub(super) enum Note {
    /// The call came back, and the result took so many milliseconds more.
    Waited {
        what: &'static str,
        time: i64,
    },
    Failed {
        error: String,
        cause: String,
    },
    Caught {
        catcher: usize,
        text: String,
    },
    Change(Change),
    MoreChanges(usize),
    Stage {
        name: &'static str,
        value: String,
    },
}

/// The tries of a state. Of many, the first and the last are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Tries {
    pub(super) list: Vec<Try>,
    /// Tries that were dropped, and the place in the list where they were.
    pub(super) dropped: u64,
}

/// Kept at the start, and in all.
pub(super) const FIRST_TRIES: usize = 3;
const MOST_TRIES: usize = 6;

/// One try.
#[derive(Clone, Debug)]
pub(super) struct Try {
    pub(super) start: Timestamp,
    pub(super) end: Option<Timestamp>,
    /// How it failed.
    pub(super) error: Option<String>,
    /// What comes before the next.
    pub(super) backoff: Option<Backoff>,
}

/// The wait before a retry.
#[derive(Clone, Debug)]
pub(super) struct Backoff {
    pub(super) retrier: usize,
    pub(super) attempt: u64,
    pub(super) max_attempts: u64,
    pub(super) delay: i64,
}

impl Tries {
    pub(super) fn begin(&mut self, start: Timestamp) {
        self.list.push(Try {
            start,
            end: None,
            error: None,
            backoff: None,
        });
        if self.list.len() > MOST_TRIES {
            self.list.remove(FIRST_TRIES);
            self.dropped += 1;
        }
    }

    pub(super) fn end(&mut self, at: Timestamp, error: Option<String>) {
        if let Some(last) = self.list.last_mut() {
            last.end.get_or_insert(at);
            last.error = error;
        }
    }

    /// How many there were.
    pub(super) fn count(&self) -> u64 {
        self.list.len() as u64 + self.dropped
    }
}

/// What ran inside a Parallel or Map.
#[derive(Clone, Debug)]
pub(super) enum Children {
    None,
    Lanes(Vec<Lane>),
    Fold(Box<Fold>),
}

/// A branch or an iteration.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) index: u32,
    pub(super) entries: Vec<Entry>,
}

/// Visits of a loop in one row.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// The states in order of their first visit, and how often.
    pub(super) states: Vec<(StateId, u64)>,
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
    pub(super) retries: u64,
    pub(super) caught: u64,
}

impl Loop {
    pub(super) fn of(row: &Row) -> Self {
        Self {
            states: vec![(row.state, 1)],
            start: row.start,
            end: row.end,
            retries: row.tries.count().saturating_sub(1),
            caught: u64::from(row.mark == Mark::Caught),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (state, visits) in &other.states {
            match self.states.iter_mut().find(|(known, _)| known == state) {
                Some((_, count)) => *count += visits,
                None => self.states.push((*state, *visits)),
            }
        }
        self.start = self.start.min(other.start);
        self.end = self.end.max(other.end);
        self.retries += other.retries;
        self.caught += other.caught;
    }

    pub(super) fn visits(&self) -> u64 {
        self.states.iter().map(|(_, visits)| visits).sum()
    }
}

/// Many iterations or branches in figures.
#[derive(Clone, Debug, Default)]
pub(super) struct Fold {
    pub(super) good: u64,
    pub(super) bad: u64,
    pub(super) aborted: u64,
    pub(super) durations: Durations,
    /// The first that failed.
    pub(super) failures: Vec<FoldFailure>,
    /// The states inside, in order of their first visit.
    pub(super) states: Vec<(StateId, StateFigures)>,
}

/// How many failures a fold names.
pub(super) const NAMED_FAILURES: usize = 3;

/// One of many that failed.
#[derive(Clone, Debug)]
pub(super) struct FoldFailure {
    pub(super) index: u32,
    pub(super) state: Option<StateId>,
    pub(super) error: String,
}

/// A state inside of many iterations.
#[derive(Clone, Debug, Default)]
pub(super) struct StateFigures {
    pub(super) visits: u64,
    pub(super) bad: u64,
    pub(super) retries: u64,
    pub(super) durations: Durations,
    pub(super) task: String,
}

impl Fold {
    pub(super) fn child(&mut self, mark: Mark, milliseconds: i64) {
        match mark {
            Mark::Good | Mark::Caught => self.good += 1,
            Mark::Bad => self.bad += 1,
            Mark::Aborted | Mark::Waiting | Mark::Running => {
                self.aborted += 1;
                return;
            }
        }
        self.durations.add(milliseconds);
    }

    pub(super) fn visit(&mut self, row: &Row) {
        let at = match self
            .states
            .iter()
            .position(|(state, _)| *state == row.state)
        {
            Some(at) => at,
            None => {
                self.states.push((row.state, StateFigures::default()));
                self.states.len() - 1
            }
        };
        let figures = &mut self.states[at].1;
        figures.visits += 1;
        figures.bad += u64::from(matches!(row.mark, Mark::Bad | Mark::Caught));
        figures.retries += row.tries.count().saturating_sub(1);
        figures.durations.add(row.end.since(row.start));
        if figures.task.is_empty() {
            figures.task.clone_from(&row.task);
        }
    }
}
