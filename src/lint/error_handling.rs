//! What becomes of an error: which retrier, which catcher.

use super::Context;
use crate::asl::{Catcher, Retrier, State, StateId};
use crate::base::Spanned;
use crate::value::Str;

impl<'a> Context<'a> {
    /// The states that a state is nested in, innermost first.
    pub fn around(&self, state: StateId) -> impl Iterator<Item = &'a State> + use<'a> {
        let machine = self.machine();
        let owner = move |state: StateId| machine.flow(machine.state(state).flow).owner();
        std::iter::successors(owner(state), move |state| owner(*state))
            .map(move |state| machine.state(state))
    }

    /// The retrier that an error of a state comes to, of the state itself or of one around it. One that retries never is
    /// passed over.
    pub fn retrier(&self, state: &'a State, error: &str) -> Option<&'a Retrier> {
        let states = std::iter::once(state).chain(self.around(state.id));
        states
            .filter_map(|state| state.retrier_of(error))
            .find(|retrier| retrier.max_attempts > 0)
    }

    /// The catcher that an error of a state comes to, of the state itself or of one around it.
    pub fn catcher(&self, state: &'a State, error: &str) -> Option<&'a Catcher> {
        let mut states = std::iter::once(state).chain(self.around(state.id));
        states.find_map(|state| state.catch.iter().find(|catcher| catcher.matches(error)))
    }
}

/// An entry of `Retry` or `Catch`, as far as it names errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct ErrorEntry<'a> {
    /// What to call it: `retrier`, `catcher`.
    pub(super) what: &'static str,
    /// `ErrorEquals`
    pub(super) names: &'a [Spanned<Str>],
    /// AWS's location.
    pub(super) location: &'a str,
}

/// The entries of a state's `Retry`.
pub(super) fn retriers(state: &State) -> impl Iterator<Item = ErrorEntry<'_>> {
    state.retry.iter().map(|retrier| ErrorEntry {
        what: "retrier",
        names: &retrier.error_equals,
        location: &retrier.location,
    })
}

/// The entries of a state's `Catch`.
pub(super) fn catchers(state: &State) -> impl Iterator<Item = ErrorEntry<'_>> {
    state.catch.iter().map(|catcher| ErrorEntry {
        what: "catcher",
        names: &catcher.error_equals,
        location: &catcher.location,
    })
}
