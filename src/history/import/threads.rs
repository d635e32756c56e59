//! Which flow and which state visit each entry belongs to. A history does not say so: `previousEventId` leads from entry to
//! entry, and the types say where a flow forks.

use super::entry::Entry;
use crate::asl::StateType;
use crate::value::Str;
use std::collections::HashMap;

/// A flow that ran.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) kind: ThreadKind,
    /// The visit of the Parallel or Map state that it belongs to.
    pub(super) parent: Option<usize>,
    /// The name of the state that it began with; nothing where it entered none.
    pub(super) first: Option<Str>,
    /// The visit that is under way.
    current: Option<usize>,
}

/// What a flow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreadKind {
    Machine,
    Branch,
    Iteration(u32),
}

/// A stay in a state.
#[derive(Clone, Debug)]
pub(super) struct Stay {
    pub(super) thread: usize,
    pub(super) name: Str,
    pub(super) state_type: StateType,
    /// Its entries, in order.
    pub(super) entries: Vec<usize>,
    /// Whether it is over.
    closed: bool,
    /// Whether its Parallel or Map has failed, so that only a catcher can go on with it.
    failed: bool,
}

/// Where an entry belongs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) thread: usize,
    pub(super) stay: Option<usize>,
}

/// The flows of a history.
#[derive(Debug, Default)]
pub(super) struct Threads {
    pub(super) threads: Vec<Thread>,
    pub(super) stays: Vec<Stay>,
    /// Where each entry belongs.
    pub(super) places: Vec<Place>,
    /// The flow that an entry begins.
    pub(super) begun: HashMap<usize, usize>,
    /// The flow whose end an entry tells (`MapIterationSucceeded`…).
    pub(super) ended: HashMap<usize, usize>,
    /// Position of the entry with an id.
    pub(super) by_id: HashMap<u64, usize>,
    /// The `…StateEntered` that an entry led to in the same flow.
    pub(super) next: HashMap<usize, usize>,
    /// The latest iteration with an index of a stay in a Map.
    iterations: HashMap<(usize, u32), usize>,
    /// The iteration that was given up last.
    given_up: Option<usize>,
}

/// The type of state and what happened to it: `TaskStateEntered`.
pub(super) fn state_event(name: &str) -> Option<(StateType, &str)> {
    StateType::ALL.into_iter().find_map(|state_type| {
        let rest = name.strip_prefix(state_type.name())?;
        Some((state_type, rest.strip_prefix("State")?))
    })
}

/// What happened to a task (`Scheduled`, `TimedOut`), whatever kind of task it is.
pub(super) fn task_event(name: &str) -> Option<&str> {
    let rest = ["Task", "LambdaFunction", "Activity"]
        .into_iter()
        .find_map(|kind| name.strip_prefix(kind))?;
    const KNOWN: [&str; 10] = [
        "Scheduled",
        "ScheduleFailed",
        "Started",
        "StartFailed",
        "Submitted",
        "SubmitFailed",
        "Succeeded",
        "Failed",
        "TimedOut",
        "Aborted",
    ];
    KNOWN.contains(&rest).then_some(rest)
}

impl Threads {
    /// Sorts the entries, which are in the order of their ids.
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut threads = Self::default();
        threads.threads.push(Thread {
            kind: ThreadKind::Machine,
            parent: None,
            first: None,
            current: None,
        });
        for (at, entry) in entries.iter().enumerate() {
            let place = threads.place(at, entry, entries);
            if let Some(stay) = place.stay {
                threads.stays[stay].entries.push(at);
            }
            threads.places.push(place);
            threads.by_id.insert(entry.id, at);
        }
        threads
    }

    /// Position of the entry that led to this one.
    pub(super) fn previous(&self, entry: &Entry) -> Option<usize> {
        self.by_id.get(&entry.previous).copied()
    }

    /// The flow in which what comes after the entry `previous` happens.
    fn thread_after(&self, previous: Option<usize>) -> usize {
        match previous {
            Some(at) if self.begun.contains_key(&at) && self.is_iteration(self.begun[&at]) => {
                self.begun[&at]
            }
            Some(at) => self.places[at].thread,
            None => 0,
        }
    }

    fn is_iteration(&self, thread: usize) -> bool {
        matches!(self.threads[thread].kind, ThreadKind::Iteration(_))
    }

    fn place(&mut self, at: usize, entry: &Entry, entries: &[Entry]) -> Place {
        let name = &*entry.name;
        let previous = self.previous(entry);
        let from = self.thread_after(previous);
        if name.starts_with("Execution") {
            return Place::default();
        }
        if let Some(what) = name.strip_prefix("MapIteration") {
            return self.iteration(at, what, entry, from);
        }
        if name.starts_with("MapRun") {
            return self.on_the_way_up(from, |stay| stay.state_type == StateType::Map);
        }
        if let Some((state_type, what)) = state_event(name) {
            return match what {
                "Entered" => self.entered(at, state_type, entry, previous, from, entries),
                "Exited" => self.exited(entry, from),
                "Aborted" => self.aborted(state_type, from),
                _ => {
                    let place = self
                        .on_the_way_up(from, |stay| stay.state_type == state_type && !stay.failed);
                    if let (Some(stay), "Failed") = (place.stay, what) {
                        self.stays[stay].failed = true;
                    }
                    place
                }
            };
        }
        if task_event(name).is_some() {
            return self.on_the_way_up(from, |stay| stay.state_type == StateType::Task);
        }
        if name == "EvaluationFailed"
            && let Some(state) = entry.text("state")
        {
            let place = self.on_the_way_up(from, |stay| stay.name == state);
            // It comes after what led to …StateEntered, which of the first state of a branch lies outside.
            let latest = || self.latest(|stay| stay.name == state);
            return match place.stay.or_else(latest) {
                Some(stay) => self.at_stay(stay),
                None => place,
            };
        }
        Place {
            thread: from,
            stay: None,
        }
    }

    fn at_stay(&self, stay: usize) -> Place {
        Place {
            thread: self.stays[stay].thread,
            stay: Some(stay),
        }
    }

    /// The innermost stay around a flow, that in the flow itself first, that is not over and as it must be.
    fn on_the_way_up(&self, from: usize, is_it: impl Fn(&Stay) -> bool) -> Place {
        let mut thread = Some(from);
        while let Some(here) = thread {
            let current = self.threads[here].current;
            if let Some(stay) = current.filter(|stay| is_it(&self.stays[*stay])) {
                return self.at_stay(stay);
            }
            thread = self.threads[here]
                .parent
                .map(|parent| self.stays[parent].thread);
        }
        Place {
            thread: from,
            stay: None,
        }
    }

    /// The stay that began last of those that are not over.
    fn latest(&self, is_it: impl Fn(&Stay) -> bool) -> Option<usize> {
        (0..self.stays.len())
            .rev()
            .find(|stay| !self.stays[*stay].closed && is_it(&self.stays[*stay]))
    }

    fn begin(&mut self, at: usize, kind: ThreadKind, parent: Option<usize>) -> usize {
        self.threads.push(Thread {
            kind,
            parent,
            first: None,
            current: None,
        });
        let thread = self.threads.len() - 1;
        self.begun.insert(at, thread);
        thread
    }

    fn entered(
        &mut self,
        at: usize,
        state_type: StateType,
        entry: &Entry,
        previous: Option<usize>,
        from: usize,
        entries: &[Entry],
    ) -> Place {
        let mut thread = from;
        if let Some(before) = previous {
            if &*entries[before].name == "ParallelStateStarted" {
                let parallel = self.places[before].stay;
                thread = self.begin(at, ThreadKind::Branch, parallel);
            } else {
                self.next.insert(before, at);
            }
        }
        let name = entry.text("name").unwrap_or_else(|| "?".into());
        self.threads[thread]
            .first
            .get_or_insert_with(|| name.clone());
        self.stays.push(Stay {
            thread,
            name,
            state_type,
            entries: Vec::new(),
            closed: false,
            failed: false,
        });
        let stay = self.stays.len() - 1;
        self.threads[thread].current = Some(stay);
        self.at_stay(stay)
    }

    fn exited(&mut self, entry: &Entry, from: usize) -> Place {
        let name = entry.text("name").unwrap_or_default();
        let place = self.on_the_way_up(from, |stay| stay.name == name);
        self.close(place);
        place
    }

    fn close(&mut self, place: Place) {
        if let Some(stay) = place.stay {
            self.stays[stay].closed = true;
            self.threads[place.thread].current = None;
        }
    }

    fn iteration(&mut self, at: usize, what: &str, entry: &Entry, from: usize) -> Place {
        let name = entry.text("name").unwrap_or_default();
        let index = entry.number("index").unwrap_or_default();
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let named = |stay: &Stay| stay.state_type == StateType::Map && stay.name == name;
        if what == "Started" {
            let place = self.on_the_way_up(from, named);
            let thread = self.begin(at, ThreadKind::Iteration(index), place.stay);
            if let Some(stay) = place.stay {
                self.iterations.insert((stay, index), thread);
            }
            return place;
        }
        let place = self.on_the_way_up(from, named);
        let known = |stay: &usize| self.iterations.contains_key(&(*stay, index));
        // One that was given up because of what happened elsewhere.
        let elsewhere = || {
            (0..self.stays.len()).find(|stay| {
                let state = &self.stays[*stay];
                !state.closed && named(state) && known(stay)
            })
        };
        let Some(stay) = place.stay.filter(known).or_else(elsewhere) else {
            return place;
        };
        if let Some(thread) = self.iterations.remove(&(stay, index)) {
            self.ended.insert(at, thread);
            if what == "Aborted" {
                self.given_up = Some(thread);
            }
        }
        self.at_stay(stay)
    }

    /// What was given up is told without a name. First comes what failed itself, then what runs beside it: of a Map behind
    /// each `MapIterationAborted`, of a Parallel branch by branch.
    fn aborted(&mut self, state_type: StateType, from: usize) -> Place {
        let fits =
            |stay: usize| !self.stays[stay].closed && self.stays[stay].state_type == state_type;
        let current = |thread: usize| self.threads[thread].current.filter(|stay| fits(*stay));
        let parent = self.threads[from].parent;
        let beside = |around: Option<usize>| {
            let threads =
                (0..self.threads.len()).filter(|thread| self.threads[*thread].parent == around);
            threads.filter_map(current).next()
        };
        let stay = match state_type {
            // Their children have been given up before.
            StateType::Map | StateType::Parallel => {
                self.latest(|stay| stay.state_type == state_type)
            }
            _ => current(from)
                .or_else(|| self.given_up.and_then(current))
                .or_else(|| parent.and_then(|parent| beside(Some(parent))))
                .or_else(|| (0..self.threads.len()).find_map(current)),
        };
        let Some(stay) = stay else {
            return Place {
                thread: from,
                stay: None,
            };
        };
        let place = self.at_stay(stay);
        self.close(place);
        place
    }
}
