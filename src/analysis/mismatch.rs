//! Data of a type that a field does not take, where both are known.

use super::flow::DataFlow;
use super::maps;
use super::scope::Scope;
use super::stages::Stages;
use super::{Kinds, Presence, Shape};
use crate::asl::{
    Items, Quantity, QueryLanguage, ResultPath, State, StateKind, TextSource, WaitUntil,
};
use crate::base::{Span, Spanned};
use crate::query::jsonpath::{Path, StepKind};
use crate::query::template::ValueExpression;

/// Data of a type that a field of a state does not take.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The field.
    pub field: &'static str,
    /// The path that leads to the data; `$` where there is none.
    pub path: String,
    /// Where the path stands, quotes included; nothing where there is none.
    pub span: Option<Span>,
    /// What the field takes.
    pub wanted: &'static str,
    /// What is there.
    pub found: Shape,
    /// A way on which it is there: the number of the arrival.
    pub way: usize,
    /// On how many ways it is there.
    pub times: usize,
}

/// What a state's fields are given of a type that they do not take.
pub fn mismatches(flow: &DataFlow, state: &State) -> Vec<Mismatch> {
    let mut found: Vec<Mismatch> = Vec::new();
    if flow.is_opaque(state.id) {
        return found;
    }
    let fields = fields(state);
    for (way, (arrival, stages)) in flow.visits(state.id).enumerate() {
        let obstacle = match &state.io.result_path {
            Some(ResultPath::Path(path)) => obstacle(&arrival.incoming.input, path.value.path())
                .map(|(through, wanted, shape)| (through, path.span, wanted, shape)),
            _ => None,
        };
        // Most states have nothing that could be of a wrong type.
        if fields.is_empty() && obstacle.is_none() && !matches!(state.kind, StateKind::Map(_)) {
            continue;
        }
        let scope = Scope {
            input: &stages.input,
            context: &stages.context,
            variables: &arrival.incoming.variables,
        };
        let mut add = |field, path: &str, span, wanted, shape: Shape| match found
            .iter_mut()
            .find(|one| one.field == field)
        {
            Some(known) => known.times += 1,
            None => found.push(Mismatch {
                field,
                path: path.to_owned(),
                span,
                wanted,
                found: shape,
                way,
                times: 1,
            }),
        };
        for (field, path, span, wanted) in &fields {
            let lookup = scope.look_up(path);
            if lookup.found.presence == Presence::Always && !wanted.takes(&lookup.found.shape) {
                add(
                    *field,
                    path.text(),
                    Some(*span),
                    wanted.word(),
                    lookup.found.shape,
                );
            }
        }
        if let Some((path, span, shape)) = items(state, stages)
            && !Wanted::Array.takes(&shape)
        {
            add("ItemsPath", &path, span, Wanted::Array.word(), shape);
        }
        if let Some((through, span, wanted, shape)) = obstacle
            && stages.selected.is_some()
        {
            add("ResultPath", &through, Some(span), wanted, shape);
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Wanted {
    Number,
    Text,
    Array,
}

impl Wanted {
    fn word(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "a string",
            Self::Array => "an array",
        }
    }

    /// Whether it may take such a value. A string may hold a number, and what AWS makes of null is not known.
    fn takes(self, shape: &Shape) -> bool {
        match (self, shape) {
            (_, Shape::Any(_)) => true,
            (Self::Number, Shape::Scalar(scalar)) => scalar.kinds != Kinds::BOOLEAN,
            (Self::Text, Shape::Scalar(scalar)) => {
                scalar.kinds != Kinds::NUMBER && scalar.kinds != Kinds::BOOLEAN
            }
            (Self::Array, Shape::Array(_)) => true,
            _ => false,
        }
    }
}

/// The `…Path` fields that take one type.
fn fields(state: &State) -> Vec<(&'static str, &Path, Span, Wanted)> {
    let numbers: Vec<(&'static str, Option<&Spanned<Quantity>>)> = match &state.kind {
        StateKind::Task(task) => vec![
            ("TimeoutSecondsPath", task.timeout.as_ref()),
            ("HeartbeatSecondsPath", task.heartbeat.as_ref()),
        ],
        StateKind::Wait(wait) => match &wait.until {
            Some(WaitUntil::Seconds(seconds)) => vec![("SecondsPath", Some(seconds))],
            Some(WaitUntil::Timestamp(time)) => match &time.value {
                TextSource::Expression(ValueExpression::Path(path)) => {
                    return vec![("TimestampPath", path, time.span, Wanted::Text)];
                }
                _ => Vec::new(),
            },
            None => Vec::new(),
        },
        StateKind::Map(map) => vec![
            ("MaxConcurrencyPath", map.max_concurrency.as_ref()),
            (
                "ToleratedFailureCountPath",
                map.tolerated_failure_count.as_ref(),
            ),
            (
                "ToleratedFailurePercentagePath",
                map.tolerated_failure_percentage.as_ref(),
            ),
        ],
        _ => Vec::new(),
    };
    let paths = numbers.into_iter().filter_map(|(field, quantity)| {
        let quantity = quantity?;
        match &quantity.value {
            Quantity::Path(path) => Some((field, path, quantity.span, Wanted::Number)),
            _ => None,
        }
    });
    paths.collect()
}

/// The items of a Map, the path to them and its place.
fn items(state: &State, stages: &Stages) -> Option<(String, Option<Span>, Shape)> {
    let StateKind::Map(map) = &state.kind else {
        return None;
    };
    if map.item_reader.is_some() || matches!(map.items, Some(Items::Jsonata(_) | Items::Literal(_)))
    {
        return None;
    }
    let (path, span) = match &map.items_path {
        Some(field) => (
            field.path.as_ref().map_or("$", Path::text),
            Some(field.span),
        ),
        None if state.query_language == QueryLanguage::Jsonata => ("$states.input", None),
        None => ("$", None),
    };
    Some((path.to_owned(), span, maps::items(state, map, stages)))
}

/// What stands in the way of a reference path in a value: the path to it, what should be there, and what is.
fn obstacle(raw: &Shape, path: &Path) -> Option<(String, &'static str, Shape)> {
    let mut place = raw.clone();
    let mut through = "$".to_owned();
    for step in path.steps() {
        let fits = match (&step.kind, &place) {
            (_, Shape::Any(_)) => return None,
            (StepKind::Name(_), Shape::Object(_)) | (StepKind::Index(_), Shape::Array(_)) => true,
            _ => false,
        };
        if !fits {
            let wanted = match &step.kind {
                StepKind::Name(_) => "an object",
                _ => "an array",
            };
            return Some((through, wanted, place));
        }
        let (found, written) = match &step.kind {
            StepKind::Name(name) => (place.member(name), format!(".{name}")),
            StepKind::Index(index) => (place.item_at(i64::from(*index)), format!("[{index}]")),
            _ => return None,
        };
        // What is missing is made.
        if found.presence != Presence::Always {
            return None;
        }
        through.push_str(&written);
        place = found.shape;
    }
    None
}
