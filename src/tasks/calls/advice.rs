//! What to do about calls that fail: the action that the caller may not call, the region of a bucket, nobody who listens.

use std::sync::{Arc, Mutex, PoisonError};

/// What to do about calls that fail, each once. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Advice(Arc<Mutex<Vec<String>>>);

impl Advice {
    /// Takes what was noted, a line each: the state and what to do.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(in crate::tasks) fn add(&self, state: &str, help: &str) {
        let line = format!("`{state}`: {help}");
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
}
