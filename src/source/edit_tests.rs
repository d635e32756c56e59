//! Edits keep what they do not change.

use super::*;
use crate::source::SourceFile;

fn root(source: &str) -> Node {
    let tree = SourceFile::new("a", source.to_owned()).read();
    assert!(tree.diagnostics.iter().all(|one| one.rule != "syntax"));
    tree.root.unwrap()
}

fn with(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.span);
    let mut text = source.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

fn removed(source: &str, key: &str) -> Option<String> {
    let object = root(source);
    let member = object.member(key).unwrap();
    remove_member(source, &object, member).map(|edit| with(source, vec![edit]))
}

fn inserted(source: &str, object: &str, after: &str) -> String {
    let span = |part: &str| {
        let at = source.find(part).unwrap();
        Span::new(at, at + part.len())
    };
    let value = NewValue::Text("$.error");
    let edit = insert_member(source, span(object), span(after), "ResultPath", value).unwrap();
    with(source, vec![edit])
}

#[test]
fn members_are_inserted_in_the_style_of_the_file() {
    let compact = r#"[{"Next": "B"}]"#;
    assert_eq!(
        inserted(compact, r#"{"Next": "B"}"#, r#""B""#),
        r#"[{"Next": "B", "ResultPath": "$.error"}]"#
    );
    let lines = "{\n  \"Next\": \"B\", // on\n  \"Comment\": \"\"\n}";
    assert_eq!(
        inserted(lines, lines, "\"B\""),
        "{\n  \"Next\": \"B\", // on\n  \"ResultPath\": \"$.error\",\n  \"Comment\": \"\"\n}"
    );
    let last = "{\n  \"Next\": \"B\" /* on */\n}";
    assert_eq!(
        inserted(last, last, "\"B\""),
        "{\n  \"Next\": \"B\", /* on */\n  \"ResultPath\": \"$.error\"\n}"
    );
    let yaml = "Catch:\r\n  - Next: B # on\r\n    Comment: x\r\n";
    assert_eq!(
        inserted(yaml, "Next: B # on\r\n    Comment: x", "B"),
        "Catch:\r\n  - Next: B # on\r\n    ResultPath: $.error\r\n    Comment: x\r\n"
    );
}

#[test]
fn objects_of_hcl_are_written_as_hcl() {
    let inserted = |source: &str, key: &str, value: &str| {
        let object = Span::new(source.find('{').unwrap(), source.find('}').unwrap() + 1);
        let at = source.find("\"B\"").unwrap();
        let after = Span::new(at, at + 3);
        let edit = insert_member(source, object, after, key, NewValue::Text(value)).unwrap();
        with(source, vec![edit])
    };
    assert_eq!(
        inserted("x = { Next = \"B\" }", "a.$", "${b}"),
        "x = { Next = \"B\", \"a.$\" = \"$${b}\" }"
    );
    assert_eq!(
        inserted("x = {\n  Next = \"B\" # on\n}", "ResultPath", "$.e"),
        "x = {\n  Next = \"B\" # on\n  ResultPath = \"$.e\"\n}"
    );
    let renamed = |key: &str| {
        let source = "{ Iterator = 1 }";
        with(
            source,
            vec![replace_text(source, Span::new(2, 10), key).unwrap()],
        )
    };
    assert_eq!(renamed("ItemProcessor"), "{ ItemProcessor = 1 }");
    assert_eq!(renamed("a.$"), "{ \"a.$\" = 1 }");
}

#[test]
fn strings_are_added_to_lists_as_they_are_written() {
    let added = |source: &str, last: &str| {
        let at = source.rfind(last).unwrap();
        let edit = insert_item(source, Span::new(at, at + last.len()), &["C", "D"]).unwrap();
        with(source, vec![edit])
    };
    assert_eq!(added(r#"["A", "B"]"#, r#""B""#), r#"["A", "B", "C", "D"]"#);
    assert_eq!(
        added("[\n  \"A\",\n  \"B\"\n]", "\"B\""),
        "[\n  \"A\",\n  \"B\",\n  \"C\",\n  \"D\"\n]"
    );
    assert_eq!(
        added("ErrorEquals:\n  - A\n  - B\n", "B"),
        "ErrorEquals:\n  - A\n  - B\n  - C\n  - D\n"
    );
    // A comment stays with what it is about.
    assert_eq!(
        added("[\n  \"A\", // a\n  \"B\" // b\n]", "\"B\""),
        "[\n  \"A\", // a\n  \"B\", // b\n  \"C\",\n  \"D\"\n]"
    );
    assert_eq!(
        added("ErrorEquals:\n  - A # a\n  - B # b\n", "B"),
        "ErrorEquals:\n  - A # a\n  - B # b\n  - C\n  - D\n"
    );
}

#[test]
fn a_block_scalar_keeps_its_lines() {
    let source = "a:\n  b: |\n    text\nc: 1\n";
    let object = root(source);
    let inner = object.get("a").unwrap();
    let after = inner.get("b").unwrap().span;
    let value = NewValue::Json("true");
    let edit = insert_member(source, inner.span, after, "End", value).unwrap();
    assert_eq!(
        with(source, vec![edit]),
        "a:\n  b: |\n    text\n  End: true\nc: 1\n"
    );
}

#[test]
fn texts_keep_their_quotes() {
    let replaced = |source: &str, value: &str| {
        let object = root(source);
        let span = object.get("a").unwrap().span;
        replace_text(source, span, value).map(|edit| with(source, vec![edit]))
    };
    let cases = [
        (r#"{"a": "b" }"#, "c\"d", Some(r#"{"a": "c\"d" }"#)),
        ("a: 'b' # c\n", "it's", Some("a: 'it''s' # c\n")),
        ("a: b # c\n", "$.d", Some("a: $.d # c\n")),
        ("a: b\n", "yes", Some("a: \"yes\"\n")),
        ("a: b\n", "d: e", Some("a: \"d: e\"\n")),
        ("a: b\n", "1.0", Some("a: \"1.0\"\n")),
        ("a: |\n  b\n", "c", None),
        ("a: b${c}\n", "d", None),
    ];
    for (source, value, expected) in cases {
        assert_eq!(replaced(source, value).as_deref(), expected, "{source}");
    }
}

#[test]
fn members_go_with_their_comma_or_their_lines() {
    let cases = [
        (r#"{"a": 1}"#, "a", Some("{}")),
        (r#"{"a": 1, "b": 2}"#, "a", Some(r#"{"b": 2}"#)),
        (r#"{"a": 1, "b": 2}"#, "b", Some(r#"{"a": 1}"#)),
        (
            "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}",
            "b",
            Some("{\n  \"a\": 1\n}"),
        ),
        (
            "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}",
            "b",
            Some("{\n  \"a\": 1,\n  \"c\": 3\n}"),
        ),
        ("{\"a\": 1, // one\n \"b\": 2}", "b", None),
        ("a: 1\nb:\n  - 2 # two\nc: 3\n", "b", Some("a: 1\nc: 3\n")),
        ("a: 1\r\nb: 2", "b", Some("a: 1\r\n")),
        ("a: 1\nb: 2\n", "a", Some("b: 2\n")),
        ("a: 1\n", "a", None),
        ("x: &x {y: 1}\na: *x\nb: 2\n", "a", None),
    ];
    for (source, key, expected) in cases {
        assert_eq!(removed(source, key).as_deref(), expected, "{source}");
    }
}

#[test]
fn items_change_places() {
    let moved = |source: &str| {
        let root = root(source);
        move_item_to_end(source, root.items().unwrap(), 0).map(|edits| with(source, edits))
    };
    let cases = [
        ("[1, 2,  3]", Some("[2, 3,  1]")),
        ("[{\n  \"a\": 1\n}, 2]", Some("[2, {\n  \"a\": 1\n}]")),
        ("- a: 1\n  b: 2\n- c\n", Some("- c\n- a: 1\n  b: 2\n")),
        ("- a: 1\n# the other\n- c\n", None),
        ("- &a 1\n- &b 2\n", None),
    ];
    for (source, expected) in cases {
        assert_eq!(moved(source).as_deref(), expected, "{source}");
    }
    let source = "- a\n- b\n- c\n";
    let edit = keep_item(source, root(source).items().unwrap(), 1).unwrap();
    assert_eq!(with(source, vec![edit]), "- b\n");
}

#[test]
fn values_are_put_into_brackets() {
    let wrapped = |source: &str| {
        let object = root(source);
        wrap_in_array(source, object.get("a").unwrap()).map(|edits| with(source, edits))
    };
    let cases = [
        (r#"{"a": "b"}"#, Some(r#"{"a": ["b"]}"#)),
        ("a: States.ALL # all\n", Some("a: [States.ALL] # all\n")),
        ("a: {b: 1}\n", Some("a: [{b: 1}]\n")),
        ("a:\n  b: 1\n", None),
        ("a: b, c\n", None),
    ];
    for (source, expected) in cases {
        assert_eq!(wrapped(source).as_deref(), expected, "{source}");
    }
}
