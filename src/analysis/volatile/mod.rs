//! What is another one in every run: parts of a Task's request that its own expressions make of clocks, random numbers, names and
//! ids of the execution, and tokens.

mod jsonata;
mod jsonpath;
#[cfg(test)]
mod tests;

use crate::asl::State;
use crate::value::{Object, Str, Value};

/// Which parts of a value are others in every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Volatile {
    /// None, as far as can be told.
    Nothing,
    /// All of it.
    Whole,
    /// Of an object, parts of these members.
    Members(Vec<(Str, Self)>),
    /// Of an array, parts of its items in order.
    Items(Vec<Self>),
}

/// What is looked for in the expressions of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sought {
    /// All that is another one in every run.
    Anything,
    /// What is another one though name, start and seed are the same: readings of the clock, and the task token.
    Clock,
    /// The task token alone.
    Token,
}

/// Where the task token stands in the context object.
const TOKEN: &[&str] = &["Task", "Token"];

/// Members of the context object that are others in every run.
const CONTEXT: [&[&str]; 6] = [
    &["Execution", "Id"],
    &["Execution", "Name"],
    &["Execution", "StartTime"],
    &["Execution", "RedriveTime"],
    &["State", "EnteredTime"],
    TOKEN,
];

/// Those of them that are others though name, start and seed are the same.
const CLOCK: [&[&str]; 3] = [
    &["Execution", "RedriveTime"],
    &["State", "EnteredTime"],
    TOKEN,
];

impl Volatile {
    /// Of the request of a Task.
    pub fn of_request(state: &State) -> Self {
        Self::of(state, Sought::Anything)
    }

    /// The parts of the request of a Task that are others in a run with the same name, start and seed.
    pub fn of_clock(state: &State) -> Self {
        Self::of(state, Sought::Clock)
    }

    /// The parts of the request of a Task that are made of its token.
    pub fn of_token(state: &State) -> Self {
        Self::of(state, Sought::Token)
    }

    fn of(state: &State, sought: Sought) -> Self {
        match (&state.io.parameters, &state.io.arguments) {
            (Some(template), _) => jsonpath::of(&template.value, sought),
            (None, Some(template)) => jsonata::of(template, sought),
            (None, None) => Self::Nothing,
        }
    }

    /// The texts of a value that are others in every run as a whole.
    pub fn texts<'v>(&self, value: &'v Value) -> Vec<&'v str> {
        match (self, value) {
            (Self::Whole, Value::String(text)) => vec![text],
            (Self::Members(_), Value::Object(members)) => members
                .iter()
                .flat_map(|(key, member)| self.member(key).texts(member))
                .collect(),
            (Self::Items(_), Value::Array(items)) => items
                .iter()
                .enumerate()
                .flat_map(|(index, item)| self.item(index).texts(item))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// What a value was, with the parts that are others in every run as they are now. A part that is gone now stays.
    #[must_use]
    pub fn settled(&self, was: &Value, is: &Value) -> Value {
        match (self, was, is) {
            (Self::Whole, ..) => is.clone(),
            (Self::Members(_), Value::Object(was), Value::Object(is)) => was
                .iter()
                .map(|(key, was)| {
                    let now = is.get(key).map(|is| self.member(key).settled(was, is));
                    (key.clone(), now.unwrap_or_else(|| was.clone()))
                })
                .collect::<Object>()
                .into(),
            (Self::Items(_), Value::Array(was), Value::Array(is)) => was
                .iter()
                .enumerate()
                .map(|(index, was)| {
                    let now = is.get(index).map(|is| self.item(index).settled(was, is));
                    now.unwrap_or_else(|| was.clone())
                })
                .collect(),
            _ => was.clone(),
        }
    }

    /// Of a member of an object.
    pub fn member(&self, key: &str) -> &Self {
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
    pub fn item(&self, index: usize) -> &Self {
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
fn of_context<'n>(names: impl Iterator<Item = &'n str> + Clone, sought: Sought) -> Volatile {
    let meets = |path: &&[&str]| {
        let mut both = path.iter().zip(names.clone());
        both.all(|(known, name)| *known == name)
    };
    let met = match sought {
        Sought::Anything => CONTEXT.iter().any(meets),
        Sought::Clock => CLOCK.iter().any(meets),
        Sought::Token => meets(&TOKEN),
    };
    match met {
        true => Volatile::Whole,
        false => Volatile::Nothing,
    }
}
