//! Tests of shapes.

use super::*;
use crate::value::read;

fn literal(json: &str) -> Shape {
    Shape::literal(&read(json).unwrap(), None)
}

#[test]
fn literals_know_their_bytes_and_members() {
    for json in [
        "{}",
        "[]",
        "[1,2]",
        r#"{"a":[1,{"b":"x"}],"é":null}"#,
        r#"{ "a" : [ 1 ] }"#,
    ] {
        assert_eq!(
            literal(json).size(),
            Size::exact(json.len() as u64),
            "{json}"
        );
    }
    let shape = literal(r#"{"a":{"b":"x"}}"#);
    let inner = shape.member("a");
    assert_eq!(inner.presence, Presence::Always);
    assert_eq!(
        inner.shape.member("b").shape.literal_value(),
        Some(&Value::from("x"))
    );
    assert_eq!(inner.shape.member("c").presence, Presence::Never);
    assert_eq!(
        shape
            .member("a")
            .shape
            .member("b")
            .shape
            .member("c")
            .presence,
        Presence::Never
    );
}

#[test]
fn examples_claim_nothing_of_what_they_lack() {
    let value = read(r#"{"a":1}"#).unwrap();
    let shape = Shape::sample(&value, None);
    assert_eq!(shape.member("a").presence, Presence::Always);
    assert_eq!(shape.member("b").presence, Presence::Unknown);
    assert_eq!(shape.size(), Size::exact(7));
}

#[test]
fn joining_tells_always_from_sometimes() {
    let joined = literal(r#"{"a":1,"b":"x"}"#).join(&literal(r#"{"a":2}"#));
    assert_eq!(joined.member("a").presence, Presence::Always);
    assert_eq!(joined.member("a").shape.literal_value(), None);
    assert_eq!(joined.member("b").presence, Presence::Sometimes);
    assert_eq!(joined.member("c").presence, Presence::Never);
    assert_eq!(joined.size(), Size::between(7, 15));
    let open = joined.join(&Shape::open_object([], None));
    assert_eq!(open.member("b").presence, Presence::Unknown);
    assert!(!open.size().bounded);
    assert_eq!(
        literal("1").join(&literal("[]")).member("a").presence,
        Presence::Unknown
    );
}

#[test]
fn arrays_know_how_many_items_they_have() {
    let pair = literal("[1,\"x\"]");
    assert_eq!(pair.item_at(1).shape.describe(), "a string");
    assert_eq!(pair.item_at(-1).shape.describe(), "a string");
    assert_eq!(pair.item_at(2).presence, Presence::Never);
    let some = Shape::array(Some(literal("10")), 2, Some(5));
    assert_eq!(some.item_at(1).presence, Presence::Always);
    assert_eq!(some.item_at(4).presence, Presence::Unknown);
    assert_eq!(some.item_at(5).presence, Presence::Never);
    assert_eq!(some.size(), Size::between(7, 16));
    assert_eq!(
        Shape::array(None, 0, None).item_at(0).presence,
        Presence::Never
    );
}

#[test]
fn nothing_grows_for_ever() {
    let mut shape = literal("{}");
    for _ in 0..100 {
        let next = Shape::closed([("a", shape.clone()), ("b", shape.clone())], None);
        shape = shape.widen(&next);
    }
    let grown = Shape::closed([("a", shape.clone()), ("b", shape.clone())], None);
    assert_eq!(shape.widen(&grown), shape);
    assert!(!shape.size().bounded);
}

#[test]
fn members_are_set_and_merged() {
    let base = literal(r#"{"a":1}"#);
    let set = base.with_member("b", literal("22"));
    assert_eq!(set.size(), Size::exact(r#"{"a":1,"b":22}"#.len() as u64));
    let merged = set.merged_with(&literal(r#"{"b":"x","c":3}"#));
    assert_eq!(
        merged.size(),
        Size::exact(r#"{"a":1,"b":"x","c":3}"#.len() as u64)
    );
    assert_eq!(merged.member("d").presence, Presence::Never);
    let any = Shape::unknown(None).with_member("b", literal("22"));
    assert_eq!(any.member("b").presence, Presence::Always);
    assert_eq!(any.member("a").presence, Presence::Unknown);
}
