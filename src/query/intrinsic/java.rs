//! What Java does, where AWS lets it show: the equality of values, the order of a hash set, and `java.util.Random`.
//! What values look like is in `java_text`.
//!
//! AWS hands the arguments of most intrinsic functions over as plain Java objects (maps, lists, boxed numbers), read by
//! Jackson, and several results cannot be explained otherwise; each function here names what shows it.

use crate::query::java_text::java_number;
use crate::value::{Number, Value};
use std::collections::HashMap;

/// The value with its numbers as Jackson reads them: integers of any size, everything else a double. The text that an
/// array or object came with is gone, so it prints compact. `-0` becomes `0`
/// (recorded: `intrinsic_functions/json_manipulation.string_to_json+3`).
pub(super) fn read_again(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(java_number(number)),
        Value::Array(items) => items.iter().map(read_again).collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), read_again(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// The distinct values in the order in which a `java.util.HashSet` made from `items` gives them back.
pub(super) fn distinct(items: &[Value]) -> Vec<Value> {
    let mut seen: HashMap<i32, Vec<&Value>> = HashMap::new();
    let mut distinct: Vec<(u32, Value)> = Vec::new();
    for item in items {
        let hash = hash(item);
        let alike = seen.entry(hash).or_default();
        if !alike.iter().any(|other| equal(item, other)) {
            alike.push(item);
            distinct.push((bucket(hash, items.len()), item.clone()));
        }
    }
    // A stable sort: within a bucket a hash set keeps the order of insertion.
    distinct.sort_by_key(|(bucket, _)| *bucket);
    distinct.into_iter().map(|(_, item)| item).collect()
}

/// The bucket for `hash` in `new HashSet<>(collection)` of a collection with `count` elements.
fn bucket(hash: i32, count: usize) -> u32 {
    let capacity = (count * 4 / 3 + 1).max(16).next_power_of_two();
    let spread = (hash as u32) ^ (hash as u32 >> 16);
    spread & u32::try_from(capacity - 1).unwrap_or(u32::MAX)
}

/// `equals`: boxed numbers differ by class, so that 1 and 1.0 are not the same.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            if left.is_integer_text() && right.is_integer_text() {
                java_number(left).text() == java_number(right).text()
            } else {
                left.is_integer_text() == right.is_integer_text()
                    && left.as_f64().to_bits() == right.as_f64().to_bits()
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(l, r)| equal(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, value)| right.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => left == right,
    }
}

/// `hashCode`.
fn hash(value: &Value) -> i32 {
    match value {
        Value::Null => 0,
        Value::Bool(truth) => {
            if *truth {
                1_231
            } else {
                1_237
            }
        }
        Value::Number(number) => hash_number(number),
        Value::String(text) => hash_text(text),
        Value::Array(items) => items.iter().fold(1, |sum: i32, item| {
            sum.wrapping_mul(31).wrapping_add(hash(item))
        }),
        Value::Object(members) => members.iter().fold(0, |sum: i32, (key, value)| {
            sum.wrapping_add(hash_text(key) ^ hash(value))
        }),
    }
}

fn hash_text(text: &str) -> i32 {
    text.encode_utf16().fold(0, |sum: i32, unit| {
        sum.wrapping_mul(31).wrapping_add(i32::from(unit))
    })
}

fn hash_number(number: &Number) -> i32 {
    let folded = |bits: u64| (bits ^ (bits >> 32)) as i32;
    match number.as_i64() {
        // An Integer is its own hash; a Long folds its halves.
        Some(int) if number.is_integer_text() => {
            i32::try_from(int).unwrap_or_else(|_| folded(int as u64))
        }
        _ => folded(number.as_f64().to_bits()),
    }
}

/// `java.util.Random`, seeded (the algorithm is part of its documented contract).
pub(super) struct Random(u64);

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const STATE_MASK: u64 = (1 << 48) - 1;

impl Random {
    pub(super) fn new(seed: i64) -> Self {
        Self((seed as u64 ^ MULTIPLIER) & STATE_MASK)
    }

    fn next(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & STATE_MASK;
        (self.0 >> (48 - bits)) as i32
    }

    /// A number in `origin..bound`, which must not be empty.
    pub(super) fn between(&mut self, origin: i32, bound: i32) -> i32 {
        match bound.checked_sub(origin) {
            Some(size) => origin + self.below(size),
            // The range is wider than an int: Java draws until a number lies in it.
            None => loop {
                let drawn = self.next(32);
                if (origin..bound).contains(&drawn) {
                    return drawn;
                }
            },
        }
    }

    /// `nextInt(bound)`.
    fn below(&mut self, bound: i32) -> i32 {
        let mut drawn = self.next(31);
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(drawn)) >> 31) as i32;
        }
        loop {
            let rest = drawn % bound;
            // Draws from the incomplete last stretch of the 31-bit numbers are dropped.
            if drawn
                .checked_sub(rest)
                .and_then(|low| low.checked_add(bound - 1))
                .is_some()
            {
                return rest;
            }
            drawn = self.next(31);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn json(text: &str) -> Value {
        read(text).unwrap()
    }

    /// The orders that AWS gave, seen in tiny-asl-machine's recordings (cases AUNIQ-004, -005, -006, -008, -010).
    #[test]
    fn gives_distinct_values_in_the_order_of_a_hash_set() {
        for (items, expected) in [
            ("[true,false,true,false]", "[false,true]"),
            ("[null,null,1,null]", "[null,1]"),
            ("[1,\"1\",1,\"01\"]", "[1,\"1\",\"01\"]"),
            (
                "[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]",
                "[{\"a\":1,\"b\":2}]",
            ),
            ("[[1,2],[1,2],[2,1]]", "[[2,1],[1,2]]"),
        ] {
            let items = json(items);
            let distinct = distinct(items.as_array().unwrap());
            assert_eq!(Value::from(distinct).to_json(), expected);
        }
    }

    /// `hashCode` values that Java documents or that follow from its formulas: `"hello".hashCode()` is 99162322.
    #[test]
    fn hashes_as_java_does() {
        assert_eq!(hash(&json("\"hello\"")), 99_162_322);
        assert_eq!(hash(&json("[1,2]")), 994);
        assert_eq!(hash(&json("4294967296")), 1);
        assert_eq!(hash(&json("1.0")), 1_072_693_248);
    }

    /// Seeds and draws that AWS gave, seen in tiny-asl-machine's recordings (States.MathRandom 002, 003, 015, 016, 019,
    /// 022, 023 and the note on 025).
    #[test]
    fn draws_as_java_does() {
        for (origin, bound, seed, expected) in [
            (1, 100, 42, 63),
            (1, 10, 42, 9),
            (1, 5, 42, 3),
            (-5, 5, 42, -5),
            (1, 1_000, 1, 106),
            (1, 1_000, 2, 806),
            (1, 10, -10, 1),
            (1, 10, 0, 7),
            (2_147_483_640, 2_147_483_647, 1, 2_147_483_644),
        ] {
            assert_eq!(Random::new(seed).between(origin, bound), expected);
        }
    }

    #[test]
    fn draws_from_ranges_wider_than_an_int() {
        let mut random = Random::new(1);
        for _ in 0..100 {
            assert!((i32::MIN..i32::MAX).contains(&random.between(i32::MIN, i32::MAX)));
        }
    }
}
