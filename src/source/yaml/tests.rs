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

fn check(cases: &[(&str, &str, &[&str])]) {
    for (text, expected, messages) in cases {
        assert_eq!(said(text), *messages, "{text}");
        assert_eq!(value(text), *expected, "{text}");
    }
}

#[test]
fn collections_and_scalars() {
    check(&[
        (
            "a: 1\nb: [x, {y: z}]\nc:\n- 1.5\n- two words\n",
            "{\"a\":1,\"b\":[\"x\",{\"y\":\"z\"}],\"c\":[1.5,\"two words\"]}",
            &[],
        ),
        (
            "a:\nb: ~\nc: True\n",
            "{\"a\":null,\"b\":null,\"c\":true}",
            &[],
        ),
        ("1: 2\ntrue: 3\n~: 5\n", "{\"1\":2,\"true\":3,\"~\":5}", &[]),
        (
            "a: |\n  x\n   y\nb: >-\n  x\n  y\n",
            "{\"a\":\"x\\n y\\n\",\"b\":\"x y\"}",
            &[],
        ),
        // As PyYAML: a text that ends without a line feed has none.
        ("a: |\n  x", "{\"a\":\"x\"}", &[]),
        (
            "{\"a\": 1, \"b\": [true, null]}",
            "{\"a\":1,\"b\":[true,null]}",
            &[],
        ),
        ("\u{feff}a: 1\r\nb: 2\r\n", "{\"a\":1,\"b\":2}", &[]),
        ("%YAML 1.1\n---\na: 1\n...\n", "{\"a\":1}", &[]),
    ]);
}

#[test]
fn words_of_yaml_1_1_are_booleans_as_values_and_text_as_keys() {
    let text = "yes: NO\non: \"NO\"\nc: 'y'\nd: Off\ne: nO\n";
    let tree = read(text);
    assert_eq!(
        value(text),
        "{\"yes\":false,\"on\":\"NO\",\"c\":\"y\",\"d\":false,\"e\":\"nO\"}"
    );
    assert_eq!(
        said(text),
        [
            "1:6 `NO` without quotes is the boolean false",
            "4:4 `Off` without quotes is the boolean false",
        ]
    );
    let found = &tree.diagnostics[0];
    assert_eq!(
        (found.rule, found.severity),
        (rule::YAML_BOOLEAN, Severity::Warning)
    );
    assert_eq!(found.help[0], "if it is text, quote it: `\"NO\"`");
    let fix = &found.fixes[0];
    assert_eq!(
        (
            fix.safe,
            &*fix.edits[0].text,
            &text[fix.edits[0].span.range()]
        ),
        (false, "\"NO\"", "NO")
    );
    let word = tree
        .root
        .as_ref()
        .and_then(|root| root.get("yes")?.yaml_word);
    assert_eq!(word.map(crate::source::YamlWord::text), Some("NO"));
}

#[test]
fn numbers_on_which_versions_disagree_are_text() {
    let tree = read("a: 010\nb: [1_000]\nc: 12:30:45\n");
    for found in &tree.diagnostics {
        assert_eq!(
            (found.rule, found.severity),
            (rule::YAML_NUMBER, Severity::Warning)
        );
    }
    assert_eq!(tree.diagnostics.len(), 3);
    assert_eq!(
        value("a: 010\nb: [1_000]\nc: 12:30:45\n"),
        "{\"a\":\"010\",\"b\":[\"1_000\"],\"c\":\"12:30:45\"}"
    );
    check(&[(
        "a: \"010\"\nb: 1000\n010: 1\n",
        "{\"a\":\"010\",\"b\":1000,\"010\":1}",
        &[],
    )]);
}

#[test]
fn tags() {
    let text = "a: !Sub \"${x}\"\nb: !Ref 5\nc: !!str 5\nd: !!int \"7\"\ne: !Join [a, b]\nf: ! 5\n";
    let tree = read(text);
    assert_eq!(tree.diagnostics, []);
    let root = tree.root.unwrap();
    let tag = |key: &str| {
        root.get(key).and_then(|node| {
            node.tag
                .as_deref()
                .map(|tag| (&*tag.name, &text[tag.span.range()]))
        })
    };
    assert_eq!(tag("a"), Some(("!Sub", "!Sub")));
    assert_eq!(tag("e"), Some(("!Join", "!Join")));
    assert_eq!((tag("c"), tag("d"), tag("f")), (None, None, None));
    assert_eq!(
        value(text),
        "{\"a\":\"${x}\",\"b\":\"5\",\"c\":\"5\",\"d\":7,\"e\":[\"a\",\"b\"],\"f\":\"5\"}"
    );
    check(&[(
        "a: !!int x\n",
        "{\"a\":\"x\"}",
        &["1:10 the tag `!!int` calls this a number, and it is none"],
    )]);
}

#[test]
fn placeholders_without_quotes_may_be_anything() {
    let root = read("a: ${x}\nb: ${x}-y\nc: \"${x}\"\nd: ${AWS::Region}\n")
        .root
        .unwrap();
    let kind = |key: &str| root.get(key).map(|node| node.kind.clone()).unwrap();
    assert_eq!(kind("a"), Kind::Placeholder("x".into()));
    assert!(matches!(kind("b"), Kind::String(_)));
    assert!(matches!(kind("c"), Kind::String(_)));
    assert_eq!(kind("d"), Kind::Placeholder("AWS::Region".into()));
}

#[test]
fn aliases_and_merge_keys() {
    check(&[
        (
            "a: &x {b: 1}\nc: *x\n",
            "{\"a\":{\"b\":1},\"c\":{\"b\":1}}",
            &[],
        ),
        ("a: &x k\n*x : 2\n", "{\"a\":\"k\",\"k\":2}", &[]),
        (
            "d: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\nc:\n  <<: [*b, {x: 4, z: 4}]\n",
            "{\"d\":{\"x\":1,\"y\":2},\"a\":{\"y\":3,\"x\":1},\"c\":{\"x\":1,\"y\":2,\"z\":4}}",
            &[],
        ),
        ("a: {\"<<\": 1}\n", "{\"a\":{\"<<\":1}}", &[]),
        (
            "a: {<<: 5}\n",
            "{\"a\":{}}",
            &["1:5 a merge key `<<` takes a mapping, or a list of mappings"],
        ),
        (
            "a: *nope\nb: 1\n",
            "{\"a\":null,\"b\":1}",
            &["1:4 no anchor `&nope` stands before the alias `*nope`"],
        ),
        (
            "a: &x [*x]\n",
            "{\"a\":[null]}",
            &["1:8 the alias stands inside the value that it stands for"],
        ),
    ]);
    let root = read("a: &x {b: 1}\nc: *x\n").root.unwrap();
    let aliased = |key: &str| {
        root.get(key)
            .map(|node| (node.aliased, node.get("b").unwrap().aliased))
    };
    assert_eq!(
        (aliased("a"), aliased("c")),
        (Some((false, false)), Some((true, true)))
    );
    assert_eq!(root.get("c").unwrap().span, root.get("a").unwrap().span);
}

#[test]
fn alias_bombs_are_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let found = said(&text);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].ends_with("this text holds more than 1,000,000 values, and sfnrun reads no more")
    );
    let mut deep = "a0: &a0 [x]\n".to_owned();
    for level in 1..1_000 {
        deep.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    let found = said(&deep);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].ends_with("this nests deeper than 128 levels of sequences and mappings"),
        "{found:?}"
    );
}

#[test]
fn deep_nesting_is_one_error_and_quick() {
    let flow = |levels: usize| format!("a: {}1{}\n", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(said(&flow(MAX_DEPTH - 1)), Vec::<String>::new());
    let block = (0..10_000)
        .map(|level| format!("{}a:\n", " ".repeat(level.min(300))))
        .collect::<String>();
    for text in [
        flow(MAX_DEPTH),
        flow(10_000),
        "- ".repeat(10_000),
        "[{a: ".repeat(10_000),
        block,
    ] {
        let found = said(&text);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].contains("this nests deeper than 128 levels"),
            "{found:?}"
        );
    }
}

#[test]
fn several_documents() {
    check(&[
        ("---\n# nothing\n---\na: 1\n", "{\"a\":1}", &[]),
        (
            "a: 1\n---\nb: 2\n---\nc: 3\n",
            "{\"a\":1}",
            &["2:1 this file holds 3 YAML documents, and only the first is read"],
        ),
        ("", "", &["1:1 the text is empty"]),
        ("# c\n", "", &["1:1 the text is empty"]),
        ("---\n---\n", "", &["1:1 the text is empty"]),
    ]);
}

#[test]
fn syntax_errors_keep_what_came_before() {
    check(&[
        (
            "a: 1\nb:\n\tc: 1\n",
            "{\"a\":1,\"b\":null}",
            &["3:2 a tab stands where YAML takes blanks only"],
        ),
        (
            "a: b: c\n",
            "{\"a\":\"b\"}",
            &["1:5 a `: ` stands where no key can be"],
        ),
        (
            "a:\n  b: 1\n c: 2\n",
            "{\"a\":{\"b\":1}}",
            &["3:2 expected a key of the mapping, found something else"],
        ),
        (
            "a: 'x\n",
            "{\"a\":null}",
            &["1:4 the text in quotes is not closed"],
        ),
        (
            "a: \"\\q\"\n",
            "{\"a\":null}",
            &["1:4 a backslash stands before a character that needs none"],
        ),
        (
            "a: @x\n",
            "{\"a\":null}",
            &["1:4 text without quotes cannot begin with `@`"],
        ),
        (
            "a: *\n",
            "{\"a\":null}",
            &["1:4 the name of an anchor `&` or alias `*` is missing"],
        ),
        (
            "a: 1\nOutput: {% $x %}\n",
            "{\"a\":1,\"Output\":{}}",
            &["2:10 text without quotes cannot begin with `%`"],
        ),
        (
            "{a: b}: c\n",
            "{}",
            &["1:1 expected a key, found a mapping"],
        ),
        (
            "a: {b: 1, b: 2}\n",
            "{\"a\":{\"b\":2}}",
            &["1:11 the key `b` stands twice in one object"],
        ),
    ]);
    assert!(read("a: 1\nb: 'x\n").lossy);
    let help = &read("Output: {% $x %}\n").diagnostics[0].help;
    assert_eq!(*help, ["put a JSONata expression in quotes: `'{% … %}'`"]);
}

#[test]
fn templates_are_told_in_one_note() {
    for text in ["a: {{ x }}\n", "{% if x %}\na: 1\n{% endif %}\n"] {
        let tree = read(text);
        let [found] = &tree.diagnostics[..] else {
            panic!("one finding")
        };
        assert_eq!(
            (found.rule, found.severity),
            (rule::TEMPLATE_NOT_READ, Severity::Note)
        );
        assert_eq!(tree.root, None);
    }
    assert_eq!(read("a: '{{ x }}'\n").diagnostics, []);
}

#[test]
fn nodes_know_their_places() {
    let text = "# sfnrun: c\na: [1, {b: c}] # d\ne:\n  - 'x'\n  - |\n    y\n\nf: !Sub z\n";
    let tree = read(text);
    let root = tree.root.unwrap();
    let slice = |span: Span| &text[span.range()];
    let place = |key: &str| slice(root.get(key).unwrap().span);
    assert_eq!(slice(root.span), &text[12..text.len() - 1]);
    assert_eq!(place("a"), "[1, {b: c}]");
    assert_eq!(place("e"), "- 'x'\n  - |\n    y");
    assert_eq!(place("f"), "z");
    let items: Vec<_> = root
        .get("e")
        .unwrap()
        .items()
        .unwrap()
        .iter()
        .map(|item| slice(item.span))
        .collect();
    assert_eq!(items, ["'x'", "|\n    y"]);
    let comments: Vec<_> = tree
        .comments
        .iter()
        .map(|comment| (&*comment.text, comment.own_line))
        .collect();
    assert_eq!(comments, [("sfnrun: c", true), ("d", false)]);
    let key = &root.members().unwrap()[1].key;
    assert_eq!(slice(key.span), "e");
}
