//! What a Task does to the world, and which other Task undoes it, as far as their names say so.

use super::Call;
use crate::asl::State;
use crate::base::text;

/// What a Task does to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    /// The word for it.
    word: &'static str,
    /// The words for undoing it.
    pub(super) undone_by: &'static [&'static str],
    /// Whether it takes something from somebody until it is undone: money, a seat, goods.
    pub(super) binds: bool,
}

const fn binding(word: &'static str, undone_by: &'static [&'static str]) -> Deed {
    Deed {
        word,
        undone_by,
        binds: true,
    }
}

const fn plain(word: &'static str, undone_by: &'static [&'static str]) -> Deed {
    Deed {
        word,
        undone_by,
        binds: false,
    }
}

static DEEDS: [Deed; 12] = [
    binding("charge", &["refund", "void", "reverse", "cancel", "credit"]),
    binding("debit", &["credit", "refund", "reverse"]),
    binding("withdraw", &["deposit", "refund", "reverse", "return"]),
    binding("reserve", &["release", "cancel", "unreserve"]),
    binding("book", &["cancel", "unbook", "release"]),
    binding("hold", &["release", "cancel"]),
    binding("allocate", &["release", "deallocate", "free"]),
    plain("create", &["delete", "remove", "cancel", "destroy"]),
    plain("ship", &["cancel", "recall"]),
    plain("place", &["cancel", "withdraw"]),
    plain("attach", &["detach"]),
    plain("provision", &["deprovision", "delete", "release"]),
];

/// Words that undo whatever it was.
const UNDO: [&str; 4] = ["rollback", "compensate", "undo", "revert"];

/// What a call does, by the first word of its state's name.
pub(super) fn deed(call: &Call<'_>) -> Option<Deed> {
    let words = text::words(call.state_name());
    let first = words.first()?;
    DEEDS.iter().copied().find(|deed| deed.word == first)
}

/// Whether a state undoes a deed, by its name.
pub(super) fn undoes(state: &State, deed: &Deed) -> bool {
    let mut words = text::words(&state.name.value).into_iter();
    words.any(|word| {
        deed.undone_by.contains(&word.as_str()) || UNDO.iter().any(|undo| word.starts_with(undo))
    })
}
