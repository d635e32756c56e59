//! Where two histories part, in words.

use super::Style;
use super::diff::between;
use super::text::tame;
use crate::base::text::count;
use crate::history::{Comparison, Difference};
use crate::value::{Object, Value};

/// How many events are the same, and the first that is not: `-` as it was recorded, `+` as it is here.
pub fn comparison(found: &Comparison, style: Style) -> String {
    let same = count(found.same, "event");
    let Some(Difference { state, left, right }) = &found.difference else {
        return format!("the same: {same}\n");
    };
    let place = match state {
        Some(state) => format!(
            "the first that differs is one of the state `{}`",
            tame(state)
        ),
        None => "the first that differs is one of the execution".to_owned(),
    };
    let verb = if found.same == 1 { "is" } else { "are" };
    let shown = |event: &Option<Value>| match event {
        Some(event) => event.to_pretty_json() + "\n",
        None => "no such event\n".to_owned(),
    };
    let text = between(("recorded", &shown(left)), ("here", &shown(right)), style);
    format!("{same} {verb} the same; {place}\n\n{text}")
}

/// The same for programs: `same`, and where there is a difference `state`, `recorded` and `here`.
pub fn comparison_json(found: &Comparison) -> Value {
    let mut told = Object::new();
    let same = i64::try_from(found.same).unwrap_or(i64::MAX);
    told.insert("same", same.into());
    if let Some(Difference { state, left, right }) = &found.difference {
        let state = state.as_ref().map_or(Value::Null, Value::string);
        told.insert("state", state);
        told.insert("recorded", left.clone().unwrap_or(Value::Null));
        told.insert("here", right.clone().unwrap_or(Value::Null));
    }
    told.into()
}
