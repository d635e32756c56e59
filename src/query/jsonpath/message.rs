//! Jayway's error texts, which AWS shows to its users.

use super::evaluate::{Miss, Reason, Segment, way};
use super::{PathError, Step, Steps};
use crate::query::java_text::java_text;
use crate::value::Value;

/// The error of a definite path.
pub(super) fn miss(miss: &Miss<'_>, steps: &Steps, root: &Value) -> PathError {
    explain(miss, steps, &way(steps, root, miss.at))
}

/// The error of a path inside a filter.
pub(super) fn in_filter(found: Miss<'_>, steps: &Steps, start: &Value) -> PathError {
    if found.is_not_found() {
        return PathError::not_found(String::new());
    }
    miss(&found, steps, start)
}

/// The error of a step that cannot be taken from the value at the end of `way`.
pub(super) fn explain(miss: &Miss<'_>, steps: &Steps, way: &[Segment<'_>]) -> PathError {
    let here = location(way);
    let step = &steps.list[miss.at].kind;
    let last = miss.at + 1 == steps.list.len();
    match miss.reason {
        Reason::NoMember if last => {
            PathError::not_found(format!("No results for path: {here}{step}"))
        }
        Reason::NoMember => PathError::not_found(format!("Missing property in path {here}{step}")),
        Reason::NoObject => {
            PathError::not_found(format!("Property {step} not found in path {here}"))
        }
        Reason::OutOfBounds(index) => PathError::not_found(format!(
            "Index out of bounds when evaluating path {here}[{index}]"
        )),
        Reason::Null => PathError::not_found(format!("The path {here} is null")),
        Reason::NoArray => PathError::invalid(format!(
            "Filter: {} can only be applied to arrays. Current context is: {}",
            fragment(&steps.list[miss.at..]),
            java_text(miss.value)
        )),
        Reason::NamesInside => PathError::invalid(format!(
            "Multi properties can only be used as path leafs: {here}{step}"
        )),
    }
}

/// A filter on something that is neither array nor object.
pub(super) fn no_primitives(rest: &[Step], value: &Value) -> PathError {
    PathError::invalid(format!(
        "Filter: {} can not be applied to primitives. Current context is: {}",
        fragment(rest),
        java_text(value)
    ))
}

/// A text that is compared with a number. The words are Java 17's for the usual case; AWS's are not known.
pub(super) fn no_number(text: &str) -> PathError {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let odd = unsigned
        .chars()
        .find(|char| !char.is_ascii_digit() && !matches!(char, '.' | 'e' | 'E'));
    PathError::invalid(odd.map_or_else(
        || format!("{text} is no number"),
        |char| {
            format!(
                "Character {char} is neither a decimal digit number, decimal point, nor \"e\" notation exponential \
                 mark."
            )
        },
    ))
}

/// A variable that has no value. AWS's text is not known.
pub(super) fn undefined_variable(name: &str) -> PathError {
    PathError::not_found(format!("No results for path: $['{name}']"))
}

fn fragment(steps: &[Step]) -> String {
    steps.iter().map(|step| step.kind.to_string()).collect()
}

fn location(way: &[Segment<'_>]) -> String {
    let mut text = String::from("$");
    for segment in way {
        match segment {
            Segment::Name(name) => text.push_str(&format!("['{name}']")),
            Segment::Index(index) => text.push_str(&format!("[{index}]")),
            Segment::Root => text.truncate(1),
        }
    }
    text
}
