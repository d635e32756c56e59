//! Terraform's language, as <https://developer.hashicorp.com/terraform/language/syntax/configuration> and
//! <https://developer.hashicorp.com/terraform/language/expressions/strings> have it.

use super::*;
use crate::diagnostics::Severity;

fn value(text: &str) -> Expression {
    let Read {
        body,
        diagnostics: found,
        ..
    } = read(&format!("x = {text}\n"));
    assert!(found.is_empty(), "{text}: {found:#?}");
    body.get("x").unwrap_or_else(|| panic!("{text}")).clone()
}

fn messages(text: &str) -> Vec<(Severity, String)> {
    let found = read(text).diagnostics;
    found
        .into_iter()
        .map(|one| (one.severity, one.message))
        .collect()
}

#[test]
fn blocks_have_labels_attributes_and_blocks() {
    let text = "# c\nresource \"a\" b { # c\n  name = \"x\" // c\n  /* c */ inner { on = true }\n  count=1\n}\nlocals { y = 1 }";
    let Read {
        body,
        diagnostics: found,
        ..
    } = read(text);
    assert!(found.is_empty(), "{found:#?}");
    let block = &body.blocks[0];
    assert_eq!(
        (&*block.kind.text, block.label(0), block.label(1)),
        ("resource", "a", "b")
    );
    assert_eq!(block.body.get("name").and_then(Expression::text), Some("x"));
    let inner = block.body.block("inner").unwrap();
    assert!(inner.body.get("on").unwrap().is(true));
    assert_eq!(&text[block.labels[0].span.range()], "\"a\"");
    assert!(body.blocks[1].body.get("y").is_some());
}

#[test]
fn tells_expressions_apart() {
    let names = |text: &str| match value(text).kind {
        ExpressionKind::Reference(names) => names.join("/"),
        ExpressionKind::Call { name, arguments } => format!("{name}({})", arguments.len()),
        ExpressionKind::Number(number) => number.text().into_owned(),
        ExpressionKind::Object(items) => format!("{{{}}}", items.len()),
        ExpressionKind::Tuple(items) => format!("[{}]", items.len()),
        ExpressionKind::Template(template) => template.value,
        ExpressionKind::Bool(truth) => truth.to_string(),
        ExpressionKind::Null => "null".to_owned(),
        ExpressionKind::Other => "other".to_owned(),
    };
    for (text, expected) in [
        ("a.b.c", "a/b/c"),
        ("local.x[\"y z\"].arn", "local/x/y z/arn"),
        ("a.b[0]", "other"),
        ("a.*.b", "other"),
        ("f(1, [2], {a = 3})", "f(3)"),
        ("f(\n  1,\n  2,\n)", "f(2)"),
        ("f(a...)", "f(1)"),
        ("-1.5e3", "-1.5e3"),
        ("10", "10"),
        ("{ a = 1, b : 2\n \"c d\" = 3 }", "{3}"),
        ("{}", "{0}"),
        ("[1, 2,\n 3,]", "[3]"),
        ("[for x in y : { a = x }]", "other"),
        ("{ for k, v in y : k => v if v }", "other"),
        ("a ? \"b\" : \"c\"", "other"),
        ("a + f({b = 1})", "other"),
        ("(a.b)", "a/b"),
        ("\"a\"", "a"),
        ("true", "true"),
        ("null", "null"),
        ("truely", "truely"),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
}

#[test]
fn strings_have_escapes_and_holes() {
    let template = |text: &str| match value(text).kind {
        ExpressionKind::Template(template) => template,
        kind => panic!("{text}: {kind:?}"),
    };
    let cases = [
        (r#""a\n\"\\\té\U0001F600""#, "a\n\"\\\té😀", 0),
        (r#""arn:${data.x.y}:z""#, "arn:${data.x.y}:z", 1),
        (r#""${ a.b["c"] }-${upper("}")}""#, "${a.b.c}-${upper}", 2),
        (r#""$${a} %%{b} $ %""#, "${a} %{b} $ %", 0),
        (r#""{% $states.input %}""#, "{% $states.input %}", 0),
        ("<<EOF\n  a\n  ${b}\nEOF", "  a\n  ${b}\n", 1),
        ("<<-EOF\n    a\n      b\n\n  EOF", "a\n  b\n\n", 0),
    ];
    for (text, expected, holes) in cases {
        let template = template(text);
        assert_eq!(
            (&*template.value, template.holes.len()),
            (expected, holes),
            "{text}"
        );
    }
}

/// Each part of a value is found in the source, and the parts are all of the value.
#[test]
fn parts_of_strings_are_where_they_say() {
    let text = "x = <<-EOF\n    {\"a\": \"$${b}\",\n     \"c\": \"${ d . e }\"}\n  EOF\n";
    let body = read(text).body;
    let ExpressionKind::Template(template) = &body.get("x").unwrap().kind else {
        panic!("a heredoc is a string");
    };
    let mut made = 0;
    for part in &template.parts {
        assert_eq!(part.value.start, made);
        made = part.value.end;
        if part.is_copy() {
            assert_eq!(
                &template.value[part.value.clone()],
                &text[part.source.clone()]
            );
        }
    }
    assert_eq!(made, template.value.len());
    assert_eq!(&text[template.holes[0].span.range()], "${ d . e }");
    assert_eq!(template.value, "{\"a\": \"${b}\",\n \"c\": \"${d.e}\"}\n");
}

#[test]
fn what_has_no_end_is_an_error_once() {
    let error = |message: &str| vec![(Severity::Error, message.to_owned())];
    assert_eq!(
        messages("x = <<EOF\n{\n"),
        error("the heredoc `<<EOF` has no end")
    );
    assert_eq!(
        messages("x = \"abc\ny = 1\n"),
        error("this string has no end")
    );
    assert_eq!(
        messages("a {\n b = [1, {c = 2\n"),
        error("this `{` has no end")
    );
}

#[test]
fn what_is_not_understood_is_a_note_and_the_rest_is_read() {
    let text = "x = 1\n?? what\ny = 2\n= 3\n} z = 4\n";
    let Read {
        body,
        diagnostics: found,
        ..
    } = read(text);
    assert!(found.iter().all(|one| one.severity == Severity::Note));
    assert_eq!(found.len(), 3, "{found:#?}");
    assert_eq!(
        body.attributes
            .iter()
            .map(|one| &*one.name.text)
            .collect::<Vec<_>>(),
        ["x", "y", "z"]
    );
}

#[test]
fn comments_are_kept_with_their_places() {
    let text =
        "# one \r\na = [ // two\n  1, /* three\n  */ 2\n]\nb = { # é\n  ? # once\n}\n/* no end";
    let comments = read(text).comments.into_iter();
    let found: Vec<(String, String, bool)> = comments
        .map(|one| (text[one.span.range()].to_owned(), one.text, one.own_line))
        .collect();
    let expected = [
        ("# one", "one", true),
        ("// two", "two", false),
        ("/* three\n  */", "three", false),
        ("# é", "é", false),
        ("# once", "once", false),
        ("/* no end", "no end", true),
    ];
    assert_eq!(
        found,
        expected.map(|(whole, text, own)| (whole.to_owned(), text.to_owned(), own))
    );
}
