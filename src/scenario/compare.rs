//! Where two values differ.

use super::result::Side;
use crate::value::{Object, Value};

/// Most differences that are told of one value.
const MOST: usize = 20;

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    /// Where: `$.a[3]`.
    pub(super) path: String,
    pub(super) expected: Side,
    pub(super) actual: Side,
}

/// How values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They are the same; numbers by value, keys in any order.
    Exact,
    /// What is expected is there, and there may be more: of an object its members each by itself; of a list all items
    /// in order, or, where an object is expected, the items at the positions that its keys are, and its `length`.
    Contains,
}

/// The differences, at most some twenty.
pub(super) fn differences(expected: &Value, actual: &Value, mode: Mode) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(expected, actual, "$", mode, &mut found);
    found
}

fn compare(expected: &Value, actual: &Value, path: &str, mode: Mode, found: &mut Vec<Difference>) {
    if found.len() >= MOST || expected == actual {
        return;
    }
    match (expected, actual) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, expected) in expected.iter() {
                match actual.get(key) {
                    Some(actual) => compare(expected, actual, &member(path, key), mode, found),
                    None => add(member(path, key), Some(expected), None, found),
                }
            }
            if mode == Mode::Exact {
                for (key, actual) in actual.iter().filter(|(key, _)| !expected.contains_key(key)) {
                    add(member(path, key), None, Some(actual), found);
                }
            }
        }
        (Value::Array(expected), Value::Array(actual)) => {
            for index in 0..expected.len().max(actual.len()) {
                let path = format!("{path}[{index}]");
                match (expected.get(index), actual.get(index)) {
                    (Some(expected), Some(actual)) => compare(expected, actual, &path, mode, found),
                    (expected, actual) => add(path, expected, actual, found),
                }
            }
        }
        (Value::Object(expected), Value::Array(actual))
            if mode == Mode::Contains && positions(expected) =>
        {
            for (key, expected) in expected.iter() {
                if &**key == "length" {
                    let length = Value::from(i64::try_from(actual.len()).unwrap_or(i64::MAX));
                    compare(expected, &length, &member(path, key), mode, found);
                    continue;
                }
                let path = format!("{path}[{key}]");
                match key.parse().ok().and_then(|index: usize| actual.get(index)) {
                    Some(actual) => compare(expected, actual, &path, mode, found),
                    None => add(path, Some(expected), None, found),
                }
            }
        }
        _ => add(path.to_owned(), Some(expected), Some(actual), found),
    }
}

/// Whether the keys are positions in a list, or its length.
fn positions(object: &Object) -> bool {
    let position = |key: &str| key == "length" || key.parse::<usize>().is_ok();
    !object.is_empty() && object.keys().all(|key| position(key))
}

fn add(
    path: String,
    expected: Option<&Value>,
    actual: Option<&Value>,
    found: &mut Vec<Difference>,
) {
    let side =
        |value: Option<&Value>| value.map_or(Side::Nothing, |value| Side::Value(value.clone()));
    if found.len() < MOST {
        found.push(Difference {
            path,
            expected: side(expected),
            actual: side(actual),
        });
    }
}

/// `$.a`, `$['a b']`
fn member(path: &str, key: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    if !key.is_empty() && key.chars().all(plain) {
        format!("{path}.{key}")
    } else {
        format!("{path}['{key}']")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn told(expected: &str, actual: &str, mode: Mode) -> Vec<String> {
        let side = |side: &Side| match side {
            Side::Value(value) => value.to_compact_json(),
            _ => "nothing".to_owned(),
        };
        differences(&read(expected).unwrap(), &read(actual).unwrap(), mode)
            .iter()
            .map(|found| {
                format!(
                    "{} {} {}",
                    found.path,
                    side(&found.expected),
                    side(&found.actual)
                )
            })
            .collect()
    }

    #[test]
    fn exact_means_the_same_value() {
        let same = |expected, actual| told(expected, actual, Mode::Exact).is_empty();
        assert!(same(r#"{"a": 1, "b": [2]}"#, r#"{"b": [2.0], "a": 1}"#));
        assert_eq!(
            told(
                r#"{"a": {"b": 1, "c d": 2}, "x": [1, 2]}"#,
                r#"{"a": {"b": 3, "e": 4}, "x": [1]}"#,
                Mode::Exact
            ),
            [
                "$.a.b 1 3",
                "$.a['c d'] 2 nothing",
                "$.a.e nothing 4",
                "$.x[1] 2 nothing"
            ]
        );
        assert_eq!(told("null", "{}", Mode::Exact), ["$ null {}"]);
    }

    #[test]
    fn contains_leaves_more_alone() {
        let holds = |expected, actual| told(expected, actual, Mode::Contains).is_empty();
        assert!(holds(
            r#"{"a": {"b": 1}}"#,
            r#"{"a": {"b": 1, "c": 2}, "d": 3}"#
        ));
        assert!(holds(r#"[{"a": 1}]"#, r#"[{"a": 1, "b": 2}]"#));
        assert!(holds(
            r#"{"1": {"a": 1}, "length": 2}"#,
            r#"[0, {"a": 1, "b": 2}]"#
        ));
        assert!(holds("{}", r#"{"a": 1}"#));
        assert_eq!(
            told(r#"{"2": 1, "length": 3}"#, "[0, 1]", Mode::Contains),
            ["$[2] 1 nothing", "$.length 3 2"]
        );
        assert_eq!(told("[1]", "[1, 2]", Mode::Contains), ["$[1] nothing 2"]);
        assert_eq!(
            told(r#"{"a": 1}"#, "[1]", Mode::Contains),
            [r#"$ {"a":1} [1]"#]
        );
        assert_eq!(told("{}", "[]", Mode::Contains), ["$ {} []"]);
        assert_eq!(
            told(r#"{"a": null}"#, "{}", Mode::Contains),
            ["$.a null nothing"]
        );
    }

    #[test]
    fn a_flood_is_cut() {
        let many: Value = (0..100_i64).map(Value::from).collect();
        assert_eq!(
            differences(&Value::from(Vec::new()), &many, Mode::Exact).len(),
            MOST
        );
    }
}
