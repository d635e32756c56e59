//! However an object comes in pieces, its items are the same, and nothing in it makes a reader panic.

use super::reading::{CsvItems, Input, JsonItems, JsonLinesItems, Place, ReadFault};
use crate::asl::CsvDelimiter;
use crate::value::{Value, read};
use proptest::prelude::*;
use std::io::{self, Read};

/// Gives its bytes in pieces of these lengths, over and over.
struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    lengths: Vec<usize>,
    turn: usize,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.lengths[self.turn % self.lengths.len()];
        self.turn += 1;
        let length = wanted.min(self.bytes.len() - self.at).min(buffer.len());
        buffer[..length].copy_from_slice(&self.bytes[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

fn input(bytes: &[u8], lengths: &[usize]) -> Result<Input, ReadFault> {
    let pieces = Pieces {
        bytes: bytes.to_vec(),
        at: 0,
        lengths: lengths.to_vec(),
        turn: 0,
    };
    let place = Place {
        bucket: "b".to_owned(),
        key: "k".to_owned(),
    };
    Input::new(Box::new(pieces), place)
}

fn lengths() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(1_usize..9, 1..6)
}

fn json_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i32>().prop_map(Into::into),
        "[ -~é\"\\\\\\[\\]{},:\n]{0,6}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map("[a-c/~\"\\]]{0,3}", inner, 0..4)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

/// All that comes up to a fault, and whether there was one.
fn drained(items: impl Iterator<Item = Result<Value, ReadFault>>) -> (Vec<Value>, bool) {
    let mut read = Vec::new();
    for item in items {
        match item {
            Ok(item) => read.push(item),
            Err(_) => return (read, true),
        }
    }
    (read, false)
}

fn json_items(bytes: &[u8], pointer: &str, lengths: &[usize]) -> (Vec<Value>, bool) {
    match input(bytes, lengths) {
        Ok(input) => drained(JsonItems::new(input, pointer)),
        Err(_) => (Vec::new(), true),
    }
}

/// What the text of a CSV object of one row is, every field in quotes.
fn quoted(fields: &[String]) -> String {
    let escape =
        |field: &String| format!("\"{}\"", field.replace('\\', "\\\\").replace('"', "\"\""));
    fields.iter().map(escape).collect::<Vec<_>>().join(",")
}

/// Text of which much is a part of JSON.
fn broken_json() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "[", "]", "{", "}", ",", ":", "\"", "\\", " ", "1", "-", "true", "nul", "\"a\"", "é", "\n",
    ]);
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn an_array_is_its_items(
        items in prop::collection::vec(json_value(), 0..6),
        pretty in any::<bool>(),
        lengths in lengths(),
    ) {
        let array = serde_json::Value::Array(items);
        let text = if pretty {
            serde_json::to_string_pretty(&array)
        } else {
            serde_json::to_string(&array)
        }.unwrap();
        let whole = read(&text).unwrap();
        let (split, failed) = json_items(text.as_bytes(), "", &lengths);
        prop_assert!(!failed);
        prop_assert_eq!(Value::from(split), whole);
    }

    #[test]
    fn a_pointer_finds_what_serde_finds(
        document in json_value(),
        path in prop::collection::vec("[a-c/~\"\\]]{0,2}|[0-3]", 1..4),
        lengths in lengths(),
    ) {
        let pointer: String = path
            .iter()
            .map(|step| format!("/{}", step.replace('~', "~0").replace('/', "~1")))
            .collect();
        let (items, failed) = json_items(document.to_string().as_bytes(), &pointer, &lengths);
        match document.pointer(&pointer) {
            Some(found @ serde_json::Value::Array(_)) => {
                prop_assert!(!failed);
                prop_assert_eq!(Value::from(items), Value::from(found));
            }
            _ => prop_assert!(failed && items.is_empty()),
        }
    }

    #[test]
    fn what_is_read_to_its_end_is_json(text in broken_json(), lengths in lengths()) {
        let (items, failed) = json_items(text.as_bytes(), "", &lengths);
        match read(&text) {
            Ok(Value::Array(array)) => {
                prop_assert!(!failed, "{}", text);
                prop_assert_eq!(&items[..], &array[..]);
            }
            _ => prop_assert!(failed, "{}", text),
        }
    }

    #[test]
    fn rows_are_their_fields(
        rows in prop::collection::vec(prop::collection::vec("[a-z\",\\\\é \n]{0,5}", 3), 0..5),
        lengths in lengths(),
    ) {
        let text: String = rows.iter().map(|row| quoted(row) + "\n").collect();
        let headers = ["a", "b", "c"].map(Into::into).to_vec();
        let items = CsvItems::new(input(text.as_bytes(), &lengths).unwrap(), CsvDelimiter::Comma, Some(headers));
        let (items, failed) = drained(items.unwrap());
        prop_assert!(!failed);
        let expected: Vec<Value> = rows
            .iter()
            .map(|row| serde_json::json!({"a": row[0], "b": row[1], "c": row[2]}))
            .map(|row| Value::from(&row))
            .collect();
        prop_assert_eq!(items, expected);
    }

    #[test]
    fn pieces_do_not_matter(
        text in "[a\",\\\\é\r\n1\\[\\]{}:]{0,40}",
        some in lengths(),
        others in lengths(),
    ) {
        let csv = |lengths: &[usize]| {
            let headers = vec!["a".into(), "b".into()];
            let items = CsvItems::new(input(text.as_bytes(), lengths).unwrap(), CsvDelimiter::Comma, Some(headers));
            drained(items.unwrap())
        };
        prop_assert_eq!(csv(&some), csv(&others));
        let lines = |lengths: &[usize]| drained(JsonLinesItems::new(input(text.as_bytes(), lengths).unwrap()));
        prop_assert_eq!(lines(&some), lines(&others));
        prop_assert_eq!(json_items(text.as_bytes(), "", &some), json_items(text.as_bytes(), "", &others));
    }

    #[test]
    fn garbage_is_no_danger(bytes in prop::collection::vec(any::<u8>(), 0..60), lengths in lengths()) {
        json_items(&bytes, "", &lengths);
        json_items(&bytes, "/a/0", &lengths);
        if let Ok(input) = input(&bytes, &lengths) {
            drained(JsonLinesItems::new(input));
        }
        if let Ok(input) = input(&bytes, &lengths)
            && let Ok(items) = CsvItems::new(input, CsvDelimiter::Pipe, None)
        {
            drained(items);
        }
    }
}
