//! What is another one in every run: parts of a Task's request that its own expressions make of clocks, random numbers, names and
//! ids of the execution, and tokens.

mod jsonata;
mod jsonpath;
#[cfg(test)]
mod tests;

use crate::asl::State;
use crate::value::Str;

/// Which parts of a value are others in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Volatile {
    /// None, as far as can be told.
    Nothing,
    /// All of it.
    Whole,
    /// Of an object, parts of these members.
    Members(Vec<(Str, Self)>),
    /// Of an array, parts of its items in order.
    Items(Vec<Self>),
}

/// Members of the context object that are others in every run.
const CONTEXT: [&[&str]; 6] = [
    &["Execution", "Id"],
    &["Execution", "Name"],
    &["Execution", "StartTime"],
    &["Execution", "RedriveTime"],
    &["State", "EnteredTime"],
    &["Task", "Token"],
];

impl Volatile {
    /// Of the request of a Task.
    pub(super) fn of_request(state: &State) -> Self {
        match (&state.io.parameters, &state.io.arguments) {
            (Some(template), _) => jsonpath::of(&template.value),
            (None, Some(template)) => jsonata::of(template),
            (None, None) => Self::Nothing,
        }
    }

    /// Of a member of an object.
    pub(super) fn member(&self, key: &str) -> &Self {
        match self {
            Self::Members(members) => {
                let found = members.iter().find(|(name, _)| **name == *key);
                found.map_or(&Self::Nothing, |(_, part)| part)
            }
            Self::Whole => &Self::Whole,
            Self::Nothing | Self::Items(_) => &Self::Nothing,
        }
    }

    /// Of an item of an array.
    pub(super) fn item(&self, index: usize) -> &Self {
        match self {
            Self::Items(items) => items.get(index).unwrap_or(&Self::Nothing),
            Self::Whole => &Self::Whole,
            Self::Nothing | Self::Members(_) => &Self::Nothing,
        }
    }

    /// Of an object with these members.
    fn object(members: impl IntoIterator<Item = (Str, Self)>) -> Self {
        let members = members.into_iter();
        let members: Vec<_> = members.filter(|(_, part)| *part != Self::Nothing).collect();
        match members.is_empty() {
            true => Self::Nothing,
            false => Self::Members(members),
        }
    }

    /// Of an array with these items.
    fn array(items: Vec<Self>) -> Self {
        match items.iter().all(|item| *item == Self::Nothing) {
            true => Self::Nothing,
            false => Self::Items(items),
        }
    }

    /// Of what is made of this, nobody knows how.
    fn made_of(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        match parts.all(|part| part == Self::Nothing) {
            true => Self::Nothing,
            false => Self::Whole,
        }
    }
}

/// Of what stands in the context object under these names, as far as they are known.
fn of_context<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Volatile {
    let meets = |path: &&[&str]| {
        let mut both = path.iter().zip(names.clone());
        both.all(|(known, name)| *known == name)
    };
    match CONTEXT.iter().any(meets) {
        true => Volatile::Whole,
        false => Volatile::Nothing,
    }
}
