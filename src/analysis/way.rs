//! The way that data took to a state.

use super::graph::Exit;
use crate::asl::{StateId, StateMachine};
use std::fmt::Write as _;
use std::sync::Arc;

/// The states that data went through before it came to a state, the last first. Clones share.
#[derive(Clone, Debug, Default)]
pub struct Way(Option<Arc<Step>>);

#[derive(Debug)]
struct Step {
    state: StateId,
    leave: Leave,
    before: Way,
}

/// How data left a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    /// To the next state.
    Exit(Exit),
    /// Into the branches of a Parallel or the processor of a Map.
    Inwards,
}

impl Way {
    /// This way and on out of `state`.
    #[must_use]
    pub fn out_of(&self, state: StateId, exit: Exit) -> Self {
        self.and(state, Leave::Exit(exit))
    }

    /// This way and on into what `state` holds.
    #[must_use]
    pub fn inwards(&self, state: StateId) -> Self {
        self.and(state, Leave::Inwards)
    }

    fn and(&self, state: StateId, leave: Leave) -> Self {
        Self(Some(Arc::new(Step {
            state,
            leave,
            before: self.clone(),
        })))
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        let mut way = self;
        std::iter::from_fn(move || {
            let step = way.0.as_deref()?;
            way = &step.before;
            Some(step)
        })
    }

    /// The states on it, the last first.
    pub fn states(&self) -> impl Iterator<Item = StateId> {
        self.steps().map(|step| step.state)
    }

    /// The exit by which the last state was left.
    pub fn last_exit(&self) -> Option<(StateId, Exit)> {
        let step = self.0.as_deref()?;
        match step.leave {
            Leave::Exit(exit) => Some((step.state, exit)),
            Leave::Inwards => None,
        }
    }

    /// In words, from the last time it left `from` (else its last few states) on to `here`:
    /// `` `GenerateScript` → Catch[0] → `HandleFailure` ``.
    pub fn describe(&self, machine: &StateMachine, from: Option<StateId>, here: StateId) -> String {
        const FEW: usize = 4;
        let mut steps = Vec::new();
        let mut complete = false;
        for step in self.steps() {
            steps.push(step);
            if from == Some(step.state) || from.is_none() && steps.len() == FEW {
                complete = true;
                break;
            }
        }
        let mut text = String::new();
        if !complete && from.is_some() {
            steps.truncate(FEW);
            text.push_str("… → ");
        }
        for step in steps.iter().rev() {
            let name = &machine.state(step.state).name.value;
            // Writing to a string cannot fail.
            let _ = match step.leave {
                Leave::Exit(Exit::Next) | Leave::Inwards => write!(text, "`{name}` → "),
                Leave::Exit(exit) => write!(text, "`{name}` → {exit} → "),
            };
        }
        text.push_str(&format!("`{}`", machine.state(here).name.value));
        text
    }
}

/// Dropped step by step, so that a long way cannot exhaust the stack.
impl Drop for Way {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(step) = next {
            next = match Arc::try_unwrap(step) {
                Ok(mut step) => step.before.0.take(),
                Err(_) => None,
            };
        }
    }
}
