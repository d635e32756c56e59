//! Tables of texts: what is read of them, and what is said.

use super::*;
use crate::base::LineIndex;
use crate::diagnostics::Severity;

/// What is said of a text: line, column and message of each finding.
fn said(text: &str) -> Vec<String> {
    let index = LineIndex::new(text);
    let place = |found: &Diagnostic| {
        let place = index.line_column(text, found.span().start as usize);
        format!("{}:{} {}", place.line, place.column, found.message)
    };
    read(text).diagnostics.iter().map(place).collect()
}

/// What is read of a text, holes as null.
fn value(text: &str) -> String {
    read(text)
        .root
        .map_or_else(String::new, |root| root.to_value().to_compact_json())
}

fn help(text: &str) -> String {
    read(text).diagnostics[0].help.join(" ")
}

fn check(cases: &[(&str, &str, &[&str])]) {
    for (text, expected, messages) in cases {
        assert_eq!(said(text), *messages, "{text}");
        assert_eq!(value(text), *expected, "{text}");
    }
}

#[test]
fn commas_and_colons() {
    check(&[
        ("[1,,2]", "[1,2]", &["1:4 expected a value, found `,`"]),
        ("[,1]", "[1]", &["1:2 expected a value, found `,`"]),
        (
            "{,}",
            "{}",
            &["1:2 expected a key in double quotes, found `,`"],
        ),
        ("[1 2]", "[1,2]", &["1:4 expected `,` or `]`, found `2`"]),
        (
            "{\"a\": 1\n \"b\": 2, \"c\": 3}",
            "{\"a\":1,\"b\":2,\"c\":3}",
            &["2:2 expected `,` or `}`, found the string `\"b\"`"],
        ),
        (
            "{\"a\": 1; \"b\": 2}",
            "{\"a\":1,\"b\":2}",
            &["1:8 expected `,` or `}`, found `;`"],
        ),
        (
            "{\"a\" 1, \"b\" = 2}",
            "{\"a\":1,\"b\":2}",
            &[
                "1:6 expected `:` after the key `a`, found `1`",
                "1:13 expected `:` after the key `b`, found `=`",
            ],
        ),
        (
            "{\"a\"\n\"b\": 1}",
            "{\"a\":null,\"b\":1}",
            &["1:2 the key `a` has no value"],
        ),
        (
            "{\"a\":, \"b\": }",
            "{\"a\":null,\"b\":null}",
            &[
                "1:6 the key `a` has no value",
                "1:13 the key `b` has no value",
            ],
        ),
        (
            "[\"a\": 1, 2]",
            "[\"a\",2]",
            &["1:5 expected `,` or `]`, found `:`"],
        ),
        (
            "{\"a\": \"b\": 1, \"c\": 2}",
            "{\"a\":\"b\",\"c\":2}",
            &["1:10 expected `,` or `}`, found `:`"],
        ),
        (
            "{\"a\": \"x \"y\" z\", \"b\": 1}",
            "{\"a\":\"x \",\"b\":1}",
            &["1:11 expected `,` or `}`, found `y`"],
        ),
    ]);
    assert!(help("{\"a\": \"x \"y\" z\"}").contains("`\\\"`"));
    let fix = &read("{\"a\": 1\n \"b\": 2}").diagnostics[0].fixes[0];
    assert_eq!((fix.edits[0].span, &*fix.edits[0].text), (Span::at(7), ","));
}

#[test]
fn brackets() {
    check(&[
        (
            "{",
            "{}",
            &["1:1 the text ends, and this `{` is not closed"],
        ),
        (
            "[1, {\"a\": 2",
            "[1,{\"a\":2}]",
            &["1:5 the text ends, and this `{` is not closed"],
        ),
        (
            "{\n \"a\": [\n  1\n },\n \"b\": 3\n}",
            "{\"a\":[1],\"b\":3}",
            &["4:2 expected `]`, found `}`"],
        ),
        (
            "{\n \"a\": {\n  \"b\": 1\n ],\n \"c\": 3\n}",
            "{\"a\":{\"b\":1},\"c\":3}",
            &["4:2 expected `}`, found `]`"],
        ),
        (
            "{\n \"a\": [\n  [\n   1\n}",
            "{\"a\":[[1]]}",
            &["5:1 expected `]`, found `}`"],
        ),
        (
            "{\"a\": 1}}",
            "{\"a\":1}",
            &["1:9 expected the end of the text, found `}`"],
        ),
        (
            "{} {\"b\": 2}",
            "{}",
            &["1:4 expected the end of the text, found `{`"],
        ),
        // Indentation tells which bracket is not closed.
        (
            "{\n  \"a\": {\n    \"b\": {\n  },\n  \"c\": 1\n}",
            "{\"a\":{\"b\":{},\"c\":1}}",
            &["3:10 the text ends, and this `{` is not closed"],
        ),
    ]);
    assert!(read("{\"a\": [1}").lossy);
}

#[test]
fn words_and_numbers() {
    check(&[
        (
            "{\"a\": tru, \"b\": True, \"c\": None, \"d\": foo bar, \"e\": 1}",
            "{\"a\":null,\"b\":null,\"c\":null,\"d\":null,\"e\":1}",
            &[
                "1:7 expected a value, found `tru`",
                "1:17 expected a value, found `True`",
                "1:28 expected a value, found `None`",
                "1:39 expected a value, found `foo`",
            ],
        ),
        (
            "[01, +1, .5, 1_000, 0x1F, 1., -, 2]",
            "[null,null,null,null,null,null,null,2]",
            &[
                "1:2 `01` is no JSON number",
                "1:6 `+1` is no JSON number",
                "1:10 `.5` is no JSON number",
                "1:14 `1_000` is no JSON number",
                "1:21 `0x1F` is no JSON number",
                "1:27 `1.` is no JSON number",
                "1:31 `-` is no JSON number",
            ],
        ),
        ("[1e400, -0, 1.50]", "[1e400,-0,1.50]", &[]),
        (
            "{\"a\": [1, ...]}",
            "{\"a\":[1,null]}",
            &["1:11 expected a value, found `...`"],
        ),
        (
            "{..., \"a\": 1}",
            "{\"a\":1}",
            &["1:2 something is left out here"],
        ),
        (
            "StartAt: A\n",
            "null",
            &["1:1 expected a value, found `StartAt`"],
        ),
    ]);
    assert_eq!(help("[True]"), "write `true`; text stands in double quotes");
    assert_eq!(help("[None]"), "write `null`");
    assert!(help("StartAt: A\n").contains("`.yaml`"));
}

#[test]
fn strings() {
    check(&[
        (
            r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
            r#""\"\\/\b\f\n\r\té😀""#,
            &[],
        ),
        (
            "{\"a\": \"x\\qy\\z\", \"b\": \"\\u12\"}",
            "{\"a\":\"x\\\\qy\\\\z\",\"b\":\"\\\\u12\"}",
            &[
                "1:9 a backslash before `q` is no escape of JSON",
                "1:23 a backslash before `u` is no escape of JSON",
            ],
        ),
        (
            "[\"x\ty\tz\"]",
            "[\"x\\ty\\tz\"]",
            &["1:4 a tab stands in a string"],
        ),
        (
            "[\"\u{1}\"]",
            "[\"\\u0001\"]",
            &["1:3 the control character U+0001 stands in a string"],
        ),
        (
            "{\"a\": \"{% (\n $x\n) %}\", \"b\": 1}",
            "{\"a\":\"{% (\\n $x\\n) %}\",\"b\":1}",
            &["1:12 a line break stands in a string"],
        ),
        (
            "{\"a\": \"x,\n \"b\": 1}",
            "{\"a\":\"x\",\"b\":1}",
            &["1:7 the string has no closing `\"`"],
        ),
        (
            "{\"a\": \"x\r\n}",
            "{\"a\":\"x\"}",
            &["1:7 the string has no closing `\"`"],
        ),
        (
            "{\"a\": \"x",
            "{\"a\":\"x\"}",
            &["1:7 the string has no closing `\"`"],
        ),
        (
            "[\"\\ud83d\"]",
            "[\"\u{fffd}\"]",
            &["1:3 `\\ud83d` is half a surrogate pair and no character"],
        ),
    ]);
}

#[test]
fn placeholders() {
    let text = "{\"a\": ${x}, \"b\": [${AWS::Region}], \"c\": ${jsonencode({\"d\" = 1})}, \"e\": \"${f}\"}";
    let tree = read(text);
    assert_eq!(tree.diagnostics, []);
    let root = tree.root.unwrap();
    let kind = |key: &str| root.get(key).map(|node| node.kind.clone()).unwrap();
    assert_eq!(kind("a"), Kind::Placeholder("x".into()));
    assert_eq!(root.get("a").unwrap().span, Span::new(6, 10));
    assert_eq!(
        root.get("b").unwrap().items().unwrap()[0].kind,
        Kind::Placeholder("AWS::Region".into())
    );
    assert_eq!(
        kind("c"),
        Kind::Placeholder("jsonencode({\"d\" = 1})".into())
    );
    assert_eq!(
        root.get("e").unwrap().text().map(|text| &**text),
        Some("${f}")
    );
    check(&[
        (
            "{\"a\": ${x\n}",
            "{\"a\":null}",
            &["1:7 the placeholder has no closing `}`"],
        ),
        (
            "{${states}, \"a\": 1}",
            "{\"a\":1}",
            &["1:2 a placeholder stands in the place of a key"],
        ),
    ]);
}

#[test]
fn json5_is_read_and_told_once_a_kind() {
    check(&[
        (
            "{a: 1, $b_1: 2, 'c': 'd'}",
            "{\"a\":1,\"$b_1\":2,\"c\":\"d\"}",
            &[
                "1:2 2 keys stand without double quotes",
                "1:17 2 strings stand in quotes other than `\"`",
            ],
        ),
        (
            "{“a”: ‘b’}",
            "{\"a\":\"b\"}",
            &["1:2 2 strings stand in quotes other than `\"`"],
        ),
        (
            "{\"a\":\u{a0}1}",
            "{\"a\":1}",
            &["1:6 a character looks like a blank and is none in JSON"],
        ),
        ("# c\n{}", "{}", &["1:1 `#` begins no comment in JSON"]),
    ]);
    let fixes = |text: &str| read(text).diagnostics[0].fixes.clone();
    let [fix] = &fixes("{a: 1}")[..] else {
        panic!("one fix")
    };
    assert_eq!(
        (fix.safe, fix.edits[0].span, &*fix.edits[0].text),
        (true, Span::new(1, 2), "\"a\"")
    );
}

#[test]
fn comments_and_trailing_commas_are_warnings() {
    let text = "// one\n{\"a\": 1, /* two */ \"b\": [1, 2,],} // three";
    let tree = read(text);
    assert_eq!(
        said(text),
        [
            "1:1 JSON has no comments, and here are 3",
            "2:30 in 2 places a `,` stands behind the last member or item",
        ]
    );
    for found in &tree.diagnostics {
        assert_eq!(
            (found.rule, found.severity),
            (rule::JSON_EXTENSION, Severity::Warning)
        );
    }
    let comments: Vec<_> = tree
        .comments
        .iter()
        .map(|comment| (&*comment.text, comment.own_line))
        .collect();
    assert_eq!(comments, [("one", true), ("two", false), ("three", false)]);
    let fix = &tree.diagnostics[1].fixes[0];
    let commas: Vec<_> = fix
        .edits
        .iter()
        .map(|edit| &text[edit.span.range()])
        .collect();
    assert_eq!(commas, [",", ","]);
    assert!(!tree.lossy);
}

#[test]
fn doubled_keys_are_kept() {
    let tree = read("{\"a\": 1, \"b\": 2, \"a\": 3}");
    let [found] = &tree.diagnostics[..] else {
        panic!("one finding")
    };
    assert_eq!(
        (found.rule, found.severity),
        (rule::DUPLICATE_KEY, Severity::Error)
    );
    let places: Vec<_> = found.labels.iter().map(|label| label.span).collect();
    assert_eq!(places, [Span::new(17, 20), Span::new(1, 4)]);
    assert_eq!(tree.root.unwrap().members().map(<[Member]>::len), Some(3));
    let many: Vec<String> = (0..40).map(|key| format!("\"{}\": 1", key % 20)).collect();
    assert_eq!(
        read(&format!("{{{}}}", many.join(", "))).diagnostics.len(),
        20
    );
}

#[test]
fn nothing_and_next_to_nothing() {
    check(&[
        ("", "", &["1:1 the text is empty"]),
        (" \n\t", "", &["2:2 the text is empty"]),
        ("/* x", "", &["1:1 the comment has no end"]),
        ("\u{feff}{\"a\": 1}\r\n", "{\"a\":1}", &[]),
        ("null", "null", &[]),
    ]);
    assert_eq!(read("\u{feff}[1]").root.unwrap().span, Span::new(3, 6));
}

#[test]
fn templates_are_told_in_one_note() {
    let text = "{\"a\": [\n{% for x in y %}\n{\"b\": {{ x }}},\n{% endfor %}\n]}";
    let tree = read(text);
    assert_eq!(tree.root, None);
    let [found] = &tree.diagnostics[..] else {
        panic!("one finding")
    };
    assert_eq!(
        (found.rule, found.severity),
        (rule::TEMPLATE_NOT_READ, Severity::Note)
    );
    assert_eq!(
        said("{\"a\": {% $x %}, \"b\": 1}"),
        ["1:7 a JSONata expression stands outside a string"]
    );
    assert_eq!(value("{\"a\": {% $x %}, \"b\": 1}"), "{\"a\":null,\"b\":1}");
}

#[test]
fn deep_nesting_is_one_error_and_quick() {
    let deep = |levels: usize| {
        format!(
            "{{\"a\": {}1{}, \"b\": 2}}",
            "[".repeat(levels),
            "]".repeat(levels)
        )
    };
    assert_eq!(said(&deep(MAX_DEPTH - 1)), Vec::<String>::new());
    let too_deep = deep(10_000);
    assert_eq!(said(&too_deep).len(), 1);
    assert!(value(&too_deep).ends_with(",\"b\":2}"));
    for text in ["[", "{\"a\":", "[{\"a\":[", "{", "[[}", "{[", "${"] {
        let found = said(&text.repeat(1_000_000 / text.len()));
        assert!(
            !found.is_empty() && found.len() <= 101,
            "{text}: {}",
            found.len()
        );
    }
}

#[test]
fn a_broken_text_does_not_flood() {
    let found = read(&"[tru fals,".repeat(1_000)).diagnostics;
    assert!(found.len() <= 101);
    let text = format!("[{}]", "nul, ".repeat(1_000));
    assert!(
        said(&text)
            .last()
            .unwrap()
            .contains("there are more than 100 findings")
    );
    let text = format!("[{}]", "/**/ ".repeat(200_000));
    assert_eq!(
        said(&text),
        ["1:2 JSON has no comments, and here are 200,000"]
    );
}

#[test]
fn says_what_aws_says() {
    // Recorded: validate_state_machine_definition_not_a_definition~NOT_A_DEF and ~EMPTY_STRING.
    let aws = |text: &str| read(text).diagnostics[0].aws.clone().unwrap();
    let found = aws("not a definition");
    assert_eq!(found.code, "INVALID_JSON_DESCRIPTION");
    assert_eq!(
        found.message,
        "Unrecognized token 'not': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n \
         at [Source: (String)\"not a definition\"; line: 1, column: 4]"
    );
    assert_eq!(
        found.location.as_deref(),
        Some("[Source: (String)\"not a definition\"; line: 1, column: 4]")
    );
    let found = aws(" ");
    assert_eq!(
        (found.code, &*found.message),
        (
            "SCHEMA_VALIDATION_FAILED",
            "Definition must be a valid JSON object"
        )
    );
    assert_eq!(found.location, None);
    // Only the first fault: Jackson stops there.
    let both = read("{\"a\": tru, \"b\": fals}").diagnostics;
    assert!(both[0].aws.is_some() && both[1].aws.is_none());
    let comment = read("{\"a\": 1, // c\n \"b\": fals}").diagnostics;
    assert!(
        comment[0]
            .aws
            .as_ref()
            .is_some_and(|found| found.message.contains("ALLOW_COMMENTS"))
    );
    assert!(comment[1].aws.is_none());
}

#[test]
fn keys_and_values_know_their_places() {
    let text = "{ \"a\" : [ 1 , \"x\" ] }";
    let root = read(text).root.unwrap();
    let member = &root.members().unwrap()[0];
    let slice = |span: Span| &text[span.range()];
    assert_eq!(slice(root.span), text);
    assert_eq!(slice(member.key.span), "\"a\"");
    assert_eq!(slice(member.value.span), "[ 1 , \"x\" ]");
    let items: Vec<_> = member
        .value
        .items()
        .unwrap()
        .iter()
        .map(|item| slice(item.span))
        .collect();
    assert_eq!(items, ["1", "\"x\""]);
}
