//! A mock file of our own format, read.

use super::answer::Answer;
use super::duration::Latency;
use crate::base::{Span, Spanned};
use crate::tasks::RecordedRun;
use crate::value::Str;
use indexmap::IndexMap;
use std::sync::Arc;

/// A mock file of our own format.
#[derive(Clone, Debug, Default)]
pub(in crate::tasks) struct OwnMocks {
    /// `states`
    pub(super) states: Vec<StateMocks>,
    /// `cases`: by name, the states that they answer in their own way.
    pub(super) cases: IndexMap<Str, Spanned<Vec<StateMocks>>>,
    /// `machines`: by name, what answers the Tasks of the machines that this one starts.
    pub(super) machines: IndexMap<Str, Spanned<Arc<Self>>>,
    /// `calls`: what was recorded, by state.
    pub(super) calls: Vec<StateMocks>,
    /// `latency`, for answers that have none.
    pub(super) latency: Latency,
    /// `run`: what was recorded of the run itself.
    pub(super) run: RecordedRun,
    /// The whole file.
    pub(super) span: Span,
}

/// The mocks of a state.
#[derive(Clone, Debug)]
pub(super) struct StateMocks {
    /// Its name, or the names of the states around it and its own, joined with `/`.
    pub(super) key: Spanned<Str>,
    /// The execution of a machine that is started, where it is for that one alone.
    pub(super) execution: Option<Str>,
    /// Whether each iteration counts for itself.
    pub(super) each_iteration: bool,
    /// The answers in order.
    pub(super) answers: Vec<Answer>,
    /// Latency of answers that have none.
    pub(super) latency: Option<Latency>,
    /// Whether the answers are calls that were recorded: each is given once.
    pub(super) recorded: bool,
    /// The whole entry.
    pub(super) span: Span,
}

impl OwnMocks {
    /// Names of the cases, of the machines that are started too.
    pub(in crate::tasks) fn case_names(&self) -> Vec<&str> {
        let machines = self.machines.values().map(|machine| &*machine.value);
        let all = std::iter::once(self).chain(machines);
        let mut names: Vec<&str> = Vec::new();
        for name in all.flat_map(|mocks| mocks.cases.keys()) {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        names
    }

    /// What answers the Tasks of a machine that is started.
    pub(in crate::tasks) fn machine(&self, name: &str) -> Option<&Arc<Self>> {
        self.machines.get(name).map(|machine| &machine.value)
    }

    /// The machines that are started and for which somebody wrote answers, as they are named. What was recorded of others
    /// is answered by the Task that started them.
    pub(in crate::tasks) fn machine_names(&self) -> impl Iterator<Item = Spanned<&str>> {
        let machines = self.machines.iter();
        let machines = machines.filter(|(_, machine)| {
            let mocks = &machine.value;
            mocks.calls.is_empty() || !(mocks.states.is_empty() && mocks.cases.is_empty())
        });
        machines.map(|(name, machine)| Spanned::new(&**name, machine.span))
    }

    /// Whether the file answers anything without a case.
    pub(in crate::tasks) fn has_states(&self) -> bool {
        !(self.states.is_empty() && self.machines.is_empty() && self.calls.is_empty())
    }

    /// What was recorded of the run itself.
    pub(in crate::tasks) fn run(&self) -> &RecordedRun {
        &self.run
    }

    /// The whole file.
    pub(in crate::tasks) fn span(&self) -> Span {
        self.span
    }

    /// The states that a case answers, before those that all cases share, and these before what was recorded. What is for
    /// one execution goes before what is for all; without `execution` all is taken.
    pub(super) fn selected<'m>(
        &'m self,
        case: Option<&str>,
        execution: Option<&'m str>,
    ) -> impl Iterator<Item = &'m StateMocks> {
        let own = case
            .and_then(|case| self.cases.get(case))
            .map(|case| &case.value);
        let written = own.into_iter().flatten().chain(&self.states);
        let of_one = self.calls.iter().filter(move |entry| {
            let own = entry.execution.as_deref();
            own.is_some() && (execution.is_none() || own == execution)
        });
        let of_all = self.calls.iter().filter(|entry| entry.execution.is_none());
        written.chain(of_one).chain(of_all)
    }
}
