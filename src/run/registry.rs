//! What is known of the executions that were started: their names, who waits for them, and task tokens.

use super::surroundings::RunId;
use crate::base::Random;
use crate::engine::{TaskId, TaskRequest};
use crate::tasks::StartPattern;
use crate::value::Str;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// A Task that ends with an execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiter {
    pub(super) run: RunId,
    pub(super) task: TaskId,
    pub(super) pattern: StartPattern,
}

/// What is known of executions that were started.
#[derive(Debug)]
pub(super) struct Registry {
    next: u64,
    /// Executions that were given a name, by ARN: nothing where they are over.
    named: HashMap<Str, Option<RunId>>,
    /// The execution that a Task waits for.
    awaited: HashMap<(RunId, TaskId), RunId>,
    /// How often each place has started an execution.
    places: HashMap<String, u64>,
    /// Who has a task token.
    tokens: HashMap<Str, (RunId, TaskId)>,
    seed: u64,
    /// For request ids: a source of its own, so that it takes no number from the definition's.
    random: Random,
}

impl Registry {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            next: RunId::ROOT.0 + 1,
            named: HashMap::new(),
            awaited: HashMap::new(),
            places: HashMap::new(),
            tokens: HashMap::new(),
            seed,
            random: Random::new(seed ^ 0x5f5f_7374_6172_7473),
        }
    }

    pub(super) fn next_run(&mut self) -> RunId {
        let run = RunId(self.next);
        self.next += 1;
        run
    }

    pub(super) fn uuid(&mut self) -> String {
        self.random.uuid()
    }

    /// The source of the name and of the seed of an execution that starts at a place: the same in every run that takes the
    /// same way, whatever order executions start in.
    pub(super) fn random_at(&self, place: &str) -> Random {
        let digest = Sha256::new()
            .chain_update(self.seed.to_be_bytes())
            .chain_update(place)
            .finalize();
        let bits = digest.iter().take(8);
        Random::new(bits.fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }

    /// Counts an execution that starts at a place: the first is 1.
    pub(super) fn visited(&mut self, place: &str) -> u64 {
        let times = self.places.entry(place.to_owned()).or_default();
        *times += 1;
        *times
    }

    /// An execution of this ARN: nothing where there was none, `Some(None)` where it is over.
    pub(super) fn execution(&self, arn: &str) -> Option<Option<RunId>> {
        self.named.get(arn).copied()
    }

    pub(super) fn started(&mut self, run: RunId, arn: &Str) {
        self.named.insert(arn.clone(), Some(run));
    }

    pub(super) fn ended(&mut self, arn: &str) {
        if let Some(known) = self.named.get_mut(arn) {
            *known = None;
        }
    }

    pub(super) fn awaits(&mut self, run: RunId, task: TaskId, awaited: RunId) {
        self.awaited.insert((run, task), awaited);
    }

    /// The execution that a Task waits for, which it does no longer.
    pub(super) fn give_up(&mut self, run: RunId, task: TaskId) -> Option<RunId> {
        self.awaited.remove(&(run, task))
    }

    pub(super) fn learn_token(&mut self, run: RunId, request: &TaskRequest) {
        if let Some(token) = &request.token {
            self.tokens
                .insert(token.reveal().clone(), (run, request.task));
        }
    }

    pub(super) fn token(&self, token: &str) -> Option<(RunId, TaskId)> {
        self.tokens.get(token).copied()
    }
}
