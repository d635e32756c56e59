//! A mock file of our own format, read.

use super::answer::Answer;
use super::duration::Latency;
use crate::base::{Span, Spanned};
use crate::value::Str;
use indexmap::IndexMap;

/// A mock file of our own format.
#[derive(Clone, Debug, Default)]
pub(in crate::tasks) struct OwnMocks {
    /// `states`
    pub(super) states: Vec<StateMocks>,
    /// `cases`: by name, the states that they answer in their own way.
    pub(super) cases: IndexMap<Str, Spanned<Vec<StateMocks>>>,
    /// `latency`, for answers that have none.
    pub(super) latency: Latency,
    /// The whole file.
    pub(super) span: Span,
}

/// The mocks of a state.
#[derive(Clone, Debug)]
pub(super) struct StateMocks {
    /// Its name, or the names of the states around it and its own, joined with `/`.
    pub(super) key: Spanned<Str>,
    /// Whether each iteration counts for itself.
    pub(super) each_iteration: bool,
    /// The answers in order.
    pub(super) answers: Vec<Answer>,
    /// Latency of answers that have none.
    pub(super) latency: Option<Latency>,
    /// The whole entry.
    pub(super) span: Span,
}

impl OwnMocks {
    /// Names of the cases.
    pub(in crate::tasks) fn case_names(&self) -> impl Iterator<Item = &str> {
        self.cases.keys().map(|name| &**name)
    }

    /// Whether the file answers anything without a case.
    pub(in crate::tasks) fn has_states(&self) -> bool {
        !self.states.is_empty()
    }

    /// The whole file.
    pub(in crate::tasks) fn span(&self) -> Span {
        self.span
    }

    /// The states that a case answers, before those that all cases share.
    pub(super) fn selected(&self, case: Option<&str>) -> impl Iterator<Item = &StateMocks> {
        let own = case
            .and_then(|case| self.cases.get(case))
            .map(|case| &case.value);
        own.into_iter().flatten().chain(&self.states)
    }
}
