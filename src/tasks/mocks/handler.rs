//! Answers the tasks of one execution from a mock file of our own format.

use super::super::findings::error;
use super::super::handler::{MockError, RecordedReply, Reply, TimedOutcome};
use super::answer::{Answer, Says};
use super::duration::Latency;
use super::expression::{self, Scope, shown};
use super::lateness;
use super::model::{OwnMocks, StateMocks};
use super::resolve::resolve;
use super::run_marks::RunMarks;
use crate::analysis::Volatile;
use crate::asl::{StateId, StateMachine};
use crate::base::{Random, Span, text};
use crate::diagnostics::Diagnostic;
use crate::engine::TaskRequest;
use crate::tasks::RecordedRun;
use crate::tasks::scrub::Scrubber;
use indexmap::IndexMap;
use std::cell::RefCell;
use std::collections::HashMap;

/// Answers from our own format. Holds the counters of one execution.
#[derive(Debug)]
pub(in crate::tasks) struct OwnHandler {
    file: String,
    /// The mocks that are in use.
    entries: Vec<StateMocks>,
    /// Which of them answers a state.
    by_state: HashMap<StateId, usize>,
    /// What of the request of a state is another one in every run, of states whose requests are held against what was
    /// recorded.
    volatile: HashMap<StateId, Volatile>,
    /// `latency` of the file.
    latency: Latency,
    /// How often each answer was given.
    given: HashMap<Counter, u64>,
    /// How often each state that no Map repeats was asked for, so that a range of latencies gives others in a loop.
    asked: HashMap<StateId, u64>,
    random: RefCell<Random>,
    seed: u64,
    /// Tells marks of the run, where the recorded one is known.
    marks: Option<RunMarks>,
    /// Whether calls that were not recorded are left to others.
    leaves_gaps: bool,
    /// Strikes out of requests what was struck out of recorded ones.
    scrubber: Scrubber,
    /// Callbacks that come too late, one note for each answer that has some.
    notes: IndexMap<Span, Diagnostic>,
}

/// What is counted: an answer of an entry, and where each iteration counts for itself, in which iteration.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Counter {
    entry: usize,
    answer: usize,
    iteration: Vec<u32>,
}

impl OwnHandler {
    /// A handler for one execution of `machine`; of one that a Task starts, `execution` says which.
    pub(in crate::tasks) fn new(
        file: &str,
        mocks: &OwnMocks,
        case: Option<&str>,
        execution: Option<&str>,
        machine: &StateMachine,
        seed: u64,
    ) -> Self {
        let entries: Vec<StateMocks> = mocks.selected(case, execution).cloned().collect();
        let by_state = resolve(&entries, machine);
        let held = by_state.iter().filter(|(_, entry)| {
            let mut answers = entries[**entry].answers.iter();
            answers.any(|answer| answer.expected.is_some())
        });
        let volatile = held.map(|(state, _)| (*state, Volatile::of_request(machine.state(*state))));
        let volatile = volatile.collect();
        Self {
            file: file.to_owned(),
            entries,
            by_state,
            volatile,
            latency: mocks.latency,
            given: HashMap::new(),
            asked: HashMap::new(),
            random: RefCell::new(Random::new(seed)),
            seed,
            marks: None,
            leaves_gaps: false,
            scrubber: Scrubber::default(),
            notes: IndexMap::new(),
        }
    }

    /// Is asked by `run`, which replays `recorded`. Where it draws the same random numbers and has the same name, only the
    /// clock and task tokens may show others.
    pub(in crate::tasks) fn replaying(
        mut self,
        recorded: &RecordedRun,
        run: &RecordedRun,
        machine: &StateMachine,
    ) -> Self {
        self.marks = RunMarks::new(recorded, run);
        if recorded.draws_as(run) {
            for (state, volatile) in &mut self.volatile {
                *volatile = Volatile::of_clock(machine.state(*state));
            }
        }
        self
    }

    /// Leaves calls that were not recorded to others.
    pub(in crate::tasks) fn leaving_gaps(mut self) -> Self {
        self.leaves_gaps = true;
        self
    }

    /// Whether there is an answer for a state that is not left to others.
    pub(in crate::tasks) fn answers(&self, state: StateId) -> bool {
        let entry = self.by_state.get(&state).map(|entry| &self.entries[*entry]);
        entry.is_some_and(|entry| !(self.leaves_gaps && entry.recorded))
    }

    /// What was noted since it was asked the last time.
    pub(in crate::tasks) fn take_notes(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.notes).into_values().collect()
    }

    /// What the mocks say to a request.
    pub(in crate::tasks) fn start(&mut self, request: &TaskRequest) -> Reply {
        let Some(&entry) = self.by_state.get(&request.state) else {
            return Reply::NotMocked;
        };
        let recorded = self.entries[entry].recorded;
        let answer = match self.choose(entry, request) {
            Ok(answer) => answer,
            Err(_) if self.leaves_gaps && recorded => return Reply::NotMocked,
            Err(fault) => return Reply::Error(MockError::new(&self.file, *fault)),
        };
        let held = self.hold(entry, answer, request);
        match held.and_then(|()| self.play(entry, answer, request)) {
            Ok(outcomes) if recorded => Reply::Recorded(RecordedReply {
                outcomes,
                ran: self.entries[entry].answers[answer].ran,
                fills_gaps: self.leaves_gaps,
            }),
            Ok(outcomes) => Reply::Scripted(outcomes),
            Err(fault) => Reply::Error(MockError::new(&self.file, *fault)),
        }
    }

    /// The first answer that is for this request and not used up; counts it as given.
    fn choose(&mut self, entry: usize, request: &TaskRequest) -> Result<usize, Box<Diagnostic>> {
        let mocks = &self.entries[entry];
        let mut used_up = None;
        for (at, answer) in mocks.answers.iter().enumerate() {
            if !answer.condition.holds(request) {
                continue;
            }
            let Some(times) = answer.times() else {
                return Ok(at);
            };
            let alone = mocks.each_iteration || answer.condition.index.is_some();
            let iteration = request
                .iterations
                .iter()
                .filter(|_| alone)
                .map(|iteration| iteration.index);
            let counter = Counter {
                entry,
                answer: at,
                iteration: iteration.collect(),
            };
            let given = self.given.entry(counter).or_default();
            if *given < times {
                *given += 1;
                return Ok(at);
            }
            used_up = Some(answer);
        }
        Err(Box::new(match used_up {
            _ if mocks.recorded => not_recorded(mocks, request),
            Some(last) => spent(mocks, last, request),
            None => unmatched(mocks, request),
        }))
    }

    /// Holds a request against the one that the answer was recorded for.
    fn hold(
        &mut self,
        entry: usize,
        answer: usize,
        request: &TaskRequest,
    ) -> Result<(), Box<Diagnostic>> {
        let answer = &self.entries[entry].answers[answer];
        let Some(expected) = &answer.expected else {
            return Ok(());
        };
        let volatile = self.volatile.get(&request.state);
        let volatile = volatile.unwrap_or(&Volatile::Nothing);
        match expected.drift(request, volatile, self.marks, &mut self.scrubber) {
            Some(drift) => Err(Box::new(drifted(answer, request, &drift))),
            None => Ok(()),
        }
    }

    fn play(
        &mut self,
        entry: usize,
        answer: usize,
        request: &TaskRequest,
    ) -> Result<Vec<TimedOutcome>, Box<Diagnostic>> {
        let mocks = &self.entries[entry];
        let answer: &Answer = &mocks.answers[answer];
        let latency = answer.latency.or(mocks.latency).unwrap_or(self.latency);
        let latency = drawn(latency, self.seed, request, &mut self.asked);
        let index = request.iterations.last().map(|iteration| iteration.index);
        let context = expression::context(&request.state_name, request.retries, index);
        let scope = Scope {
            parameters: &request.parameters,
            token: request.token.as_ref(),
            context: &context,
            random: &self.random,
        };
        let script = answer.script(request, &scope, latency)?;
        if matches!(answer.says, Says::Callback(_)) {
            let note = lateness::note(&script, request, answer.says_span);
            self.notes.extend(note.map(|note| (answer.says_span, note)));
        }
        Ok(script)
    }
}

/// A latency out of a range. It depends on the state, the iteration and the attempt, not on the order in which
/// iterations run.
fn drawn(
    latency: Latency,
    seed: u64,
    request: &TaskRequest,
    asked: &mut HashMap<StateId, u64>,
) -> i64 {
    if latency.from == latency.to {
        return latency.from;
    }
    let visit = if request.iterations.is_empty() {
        let asked = asked.entry(request.state).or_default();
        *asked += 1;
        *asked
    } else {
        0
    };
    let facts = [u64::from(request.state.0), request.retries, visit];
    let iterations = request
        .iterations
        .iter()
        .map(|iteration| u64::from(iteration.index));
    let mixed = facts.into_iter().chain(iterations).fold(seed, |sum, fact| {
        // One round of an FNV-like mix: enough to set neighbours apart before the generator is seeded.
        (sum ^ fact.wrapping_add(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(23)
    });
    Random::new(mixed).between(latency.from, latency.to.saturating_add(1))
}

fn spent(mocks: &StateMocks, last: &Answer, request: &TaskRequest) -> Diagnostic {
    let total: u64 = mocks.answers.iter().filter_map(Answer::times).sum();
    let message = format!(
        "`{}`{} asks once more than it is answered",
        request.state_name,
        whereabouts(request)
    );
    let total = usize::try_from(total).unwrap_or(usize::MAX);
    error(last.span, message)
        .labelled(format!("the last of {}", text::count(total, "answer")))
        .help("add an answer, or let the last one go on with `repeat: forever`")
}

fn not_recorded(mocks: &StateMocks, request: &TaskRequest) -> Diagnostic {
    let message = format!(
        "`{}`{} calls, in attempt {}, once more than was recorded",
        request.state_name,
        whereabouts(request),
        request.retries.saturating_add(1)
    );
    error(mocks.span, message)
        .labelled(format!(
            "the first of {}",
            text::count(mocks.answers.len(), "recorded call")
        ))
        .help("record again, or have what is missing recorded with `exec --record-missing`")
}

fn drifted(answer: &Answer, request: &TaskRequest, drift: &str) -> Diagnostic {
    let message = format!(
        "the request of `{}`{} is no longer what was recorded",
        request.state_name,
        whereabouts(request)
    );
    error(answer.span, message)
        .labelled("recorded for another request")
        .note(format!("recorded (-) and now (+):\n{drift}"))
        .help("record again, or take `request` out of this entry where it may be any")
}

fn unmatched(mocks: &StateMocks, request: &TaskRequest) -> Diagnostic {
    let message = format!(
        "no answer of `{}` is for this request{}",
        request.state_name,
        whereabouts(request)
    );
    error(mocks.span, message)
        .help("add an answer without `index`, `attempt` and `when` at the end, for all other requests")
        .note(format!("the request is {}, attempt {}", shown(&request.parameters, request.token.as_ref()), request.retries.saturating_add(1)))
}

/// ` in iteration 3 of `Pages``, empty outside of a Map.
fn whereabouts(request: &TaskRequest) -> String {
    let parts: Vec<_> = request.iterations.iter().rev().collect();
    parts
        .iter()
        .map(|iteration| format!(" in iteration {} of `{}`", iteration.index, iteration.map))
        .collect()
}
