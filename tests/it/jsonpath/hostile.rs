//! No text and no document may make a path panic.

use super::{cases, oracle};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use sfnrun::base::Random;
use sfnrun::query::jsonpath::{Path, ReferencePath};
use sfnrun::query::{Environment, Variables};
use sfnrun::value::{Object, Value, read};
use std::cell::RefCell;

/// What mutations put in: everything that means something in a path, and some that does not.
const PIECES: [&str; 36] = [
    "$",
    "$$",
    "@",
    ".",
    "..",
    "[",
    "]",
    "(",
    ")",
    "'",
    "\"",
    "\\",
    "?",
    "*",
    ",",
    ":",
    "-",
    " ",
    "&&",
    "||",
    "==",
    "!=",
    "<",
    ">",
    "=~",
    "!@",
    "null",
    "true",
    "1",
    "99999999999",
    "é",
    "𐐀",
    "\u{0}",
    "length()",
    "[?(@",
    "[(@.length-1)]",
];

fn selectors() -> Vec<String> {
    cases(&oracle())
        .map(|(selector, _)| selector.to_owned())
        .collect()
}

/// A selector of the table, up to eight times cut, doubled or added to.
fn mutated() -> impl Strategy<Value = String> {
    let edits = prop::collection::vec((any::<Index>(), 0..3_usize, select(&PIECES[..])), 0..8);
    (select(selectors()), edits).prop_map(|(mut text, edits)| {
        for (place, kind, piece) in edits {
            let bounds: Vec<usize> = text
                .char_indices()
                .map(|(at, _)| at)
                .chain([text.len()])
                .collect();
            let at = bounds[place.index(bounds.len())];
            let next = bounds
                .iter()
                .copied()
                .find(|bound| *bound > at)
                .unwrap_or(at);
            match kind {
                0 => text.replace_range(at..next, ""),
                1 => text.insert_str(at, piece),
                _ => {
                    let rest = text[at..].to_owned();
                    text.push_str(&rest);
                }
            }
        }
        text
    })
}

fn documents() -> impl Strategy<Value = Value> {
    let texts = select(vec!["", "x", "null", "true", "1", "1e5", "it's", "é", "𐐀"]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        texts.prop_map(Value::from),
        Just(read("12345678901234567890").expect("JSON")),
    ];
    leaf.prop_recursive(5, 40, 5, |inner| {
        let names = select(vec![
            "a", "b", "id", "k", "l", "items", "o", "x", "é", "it's",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..5)
                .prop_map(|members| Value::from(members.into_iter().collect::<Object>())),
        ]
    })
}

fn try_all(text: &str, document: &Value) {
    if let Ok(reference) = ReferencePath::parse(text)
        && let Ok(changed) = reference.set(document, Value::from("put"))
    {
        let put = reference
            .path()
            .select(&changed)
            .expect("what was put is there");
        assert_eq!(*put, Value::from("put"), "{text}");
        assert_eq!(
            reference.select(&changed).ok(),
            Some(&Value::from("put")),
            "{text}"
        );
    }
    match Path::parse(text) {
        Ok(path) => {
            let environment = Environment {
                input: document,
                context: document,
                variables: &Variables::from_iter([("a", document.clone())]),
                random: &RefCell::new(Random::new(0)),
            };
            for step in path.steps() {
                assert!(text.get(step.span.range()).is_some(), "{text}: {step:?}");
            }
            if let Ok(value) = path.evaluate(&environment) {
                assert!(path.is_definite() || value.as_array().is_some(), "{text}");
            }
        }
        Err(error) => assert!(text.is_char_boundary(error.offset), "{text}: {error:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn mutated_selectors(text in mutated(), document in documents()) {
        try_all(&text, &document);
    }

    #[test]
    fn any_text(text in "\\PC{0,40}", document in documents()) {
        try_all(&text, &document);
        try_all(&format!("$.{text}"), &document);
        try_all(&format!("$[?({text})]"), &document);
    }
}

#[test]
fn long_and_deep() {
    for piece in PIECES {
        for front in ["", "$", "$.", "$[", "$[?(", "$[?(@.a == "] {
            let text = format!("{front}{}", piece.repeat(50_000));
            let error = Path::parse(&text).err();
            assert!(
                error.is_none_or(|error| error.offset <= text.len()),
                "{front} and many {piece}"
            );
        }
    }
}

/// `{"a": [{"a": [… 1 …]}]}`, 1,800 levels.
fn deep() -> Value {
    (0..900).fold(Value::from(1_i64), |inner, _| {
        Value::from(Object::from_iter([("a", Value::from(vec![inner]))]))
    })
}

#[test]
fn deep_documents() {
    let document = deep();
    let found = |steps: &str| {
        let path = Path::parse(&format!("${steps}")).expect("it compiles");
        let value = path.select(&document).expect("it finds something");
        value.as_array().map(|found| found.len())
    };
    assert_eq!(found(&"[*]".repeat(500)), Some(1));
    assert_eq!(found(&".a[0:]".repeat(250)), Some(1));
    assert_eq!(found(&"[?(@.a)].a[*]".repeat(160)), Some(1));
    assert_eq!(found("..a"), Some(900));
    assert_eq!(found("..*"), Some(1_800));
}

#[test]
fn a_path_that_multiplies_without_end_is_stopped() {
    let path = Path::parse("$..*..*..*..*").expect("it compiles");
    let error = path.select(&deep()).expect_err("it never ends");
    assert_eq!(error.message, "The path selects more than 20000000 values");
}
