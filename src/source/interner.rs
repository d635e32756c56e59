//! Keys that are stored once. Definitions repeat `Type`, `Next` and `Resource` in every state.

use crate::value::Str;

/// A small cache of keys; a key that collides with another replaces it.
pub(super) struct Interner(Vec<Option<Str>>);

const SLOTS: usize = 256;
const LONGEST: usize = 40;

impl Interner {
    pub(super) fn new() -> Self {
        Self(vec![None; SLOTS])
    }

    /// `text`, shared with the last equal key where that is still known.
    pub(super) fn get(&mut self, text: &str) -> Str {
        if text.len() > LONGEST {
            return text.into();
        }
        let hash = text.bytes().fold(text.len(), |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        let slot = &mut self.0[hash % SLOTS];
        match slot {
            Some(known) if **known == *text => known.clone(),
            _ => slot.insert(text.into()).clone(),
        }
    }
}
