//! What is a call and what is none, and what is certain to fail.

use super::*;
use crate::base::Span;
use proptest::prelude::*;

fn refused(text: &str) -> (usize, String, Option<String>) {
    let error = IntrinsicCall::parse(text).expect_err(text);
    (error.offset, error.message, error.help)
}

#[test]
fn finds_calls_and_paths_with_their_places() {
    let text = "States.Format('{} {}', States.ArrayGetItem($.a['x,)'].b, 0), $$.Execution.Id)";
    let call = IntrinsicCall::parse(text).unwrap();
    let calls: Vec<_> = call
        .calls()
        .iter()
        .map(|call| (call.function, &text[call.span.range()]))
        .collect();
    assert_eq!(
        calls,
        [
            (IntrinsicFunction::Format, text),
            (
                IntrinsicFunction::ArrayGetItem,
                "States.ArrayGetItem($.a['x,)'].b, 0)"
            ),
        ]
    );
    let paths: Vec<_> = call
        .paths()
        .iter()
        .map(|(path, span)| (path.text().to_owned(), &text[span.range()]))
        .collect();
    assert_eq!(
        paths,
        [
            ("$.a['x,)'].b".to_owned(), "$.a['x,)'].b"),
            ("$$.Execution.Id".to_owned(), "$$.Execution.Id"),
        ]
    );
    assert_eq!(call.faults(), []);
}

#[test]
fn paths_end_where_the_argument_ends() {
    for (text, expected) in [
        (
            "States.Array($.a[?(@.b == 'x,y')] , 1)",
            "$.a[?(@.b == 'x,y')]",
        ),
        ("States.Array($.it's)", "$.it's"),
        ("States.Array($.list.length(), 1)", "$.list.length()"),
        ("States.Array($.l[(@.length-1)].x)", "$.l[(@.length-1)].x"),
        ("States.Array($)", "$"),
        ("States.Array($v['a','b'])", "$v['a','b']"),
    ] {
        let call = IntrinsicCall::parse(text).unwrap();
        assert_eq!(call.paths()[0].0.text(), expected);
    }
}

/// The first three are refused by AWS for the recorded or reported reason: `UUID-016` to `-019` in tiny-asl-machine,
/// `scenarios/base_scenarios.illegal_escapes~…`.
#[test]
fn says_where_a_call_is_none() {
    for (text, offset, message) in [
        ("States.UUID(", 12, "expected an argument, found the end"),
        ("States.UUID)", 11, "expected `(` after `States.UUID`"),
        ("States.UUID(,)", 12, "expected an argument"),
        (
            "States.UUID() trailing",
            14,
            "expected the end after the closing parenthesis",
        ),
        (
            "States.StringToJson('{\"text\":\"An \\\"x\\\"\"}')",
            33,
            "`\\\"` is no escape in an intrinsic function",
        ),
        (
            "States.Base64Decode('YWJj\\nZA==')",
            25,
            "`\\n` is no escape in an intrinsic function",
        ),
        ("States.Array('a", 13, "the string has no end"),
        ("States.Array('a\\'", 13, "the string has no end"),
        ("States.Array(1.)", 13, "`1.` is no number"),
        ("States.Array(01)", 13, "`01` is no number"),
        (
            "States.Array([1,2])",
            13,
            "an object or array cannot be written as an argument",
        ),
        (
            "States.Array(\"a\")",
            13,
            "a string stands in single quotes here",
        ),
        ("States.Array($.a $.b)", 16, "a blank is not allowed here"),
        (
            "States.Array(1 2)",
            15,
            "expected `,` or `)` after the argument",
        ),
        ("States.Array(name)", 13, "`name` is no argument"),
        (
            "States.Array(1, States.Lenght($.a))",
            16,
            "there is no intrinsic function `States.Lenght`",
        ),
        ("States", 0, "there is no intrinsic function `States`"),
        ("", 0, "expected an intrinsic function"),
    ] {
        let (at, words, _) = refused(text);
        assert_eq!((at, words.as_str()), (offset, message), "{text}");
    }
}

#[test]
fn helps_with_slips() {
    for (text, help) in [
        ("States.Fromat('x')", "did you mean `States.Format`?"),
        ("States.Array(\"a\")", "write `'…'` instead of `\"…\"`"),
        ("States.Array('\\\"')", "write `\"` without the backslash"),
        (
            "States.Array(name)",
            "write `'name'` for the text, `$.name` for the value in the input",
        ),
    ] {
        assert_eq!(refused(text).2.as_deref(), Some(help));
    }
}

#[test]
fn nests_ten_levels() {
    let nested =
        |levels: usize| format!("{}{}", "States.Array(".repeat(levels), ")".repeat(levels));
    assert!(IntrinsicCall::parse(&nested(10)).is_ok());
    assert_eq!(
        refused(&nested(11)).1,
        "intrinsic functions nest deeper than 10 levels"
    );
    assert_eq!(refused(&nested(100_000)).0, 130);
}

#[test]
fn blanks_may_stand_around() {
    let call = IntrinsicCall::parse(" States.Array ( 1 ,\n'a' )\n").unwrap();
    assert_eq!(call.root().arguments.len(), 2);
    assert!(IntrinsicCall::is_meant(" States.Array()"));
    assert!(!IntrinsicCall::is_meant("$.States.Array()"));
}

#[test]
fn finds_what_fails_in_every_run() {
    let array = "States.ArrayGetItem($.a, -1)";
    for (text, part, message) in [
        (
            "States.ArrayRange(1, 5)",
            "States.ArrayRange(1, 5)",
            "`States.ArrayRange` takes 3 arguments, not 2",
        ),
        (
            "States.MathRandom(1)",
            "States.MathRandom(1)",
            "`States.MathRandom` takes 2 to 3 arguments, not 1",
        ),
        (
            "States.Format()",
            "States.Format()",
            "`States.Format` takes at least 1 argument, not 0",
        ),
        (
            "States.Format('{} {}', 1)",
            "'{} {}'",
            "the template has 2 placeholders `{}` for 1 value",
        ),
        (
            "States.Format('a {b}', 1)",
            "{",
            "`{` alone is no placeholder in a template of `States.Format`",
        ),
        (
            "States.Format('a }')",
            "}",
            "`}` alone is no placeholder in a template of `States.Format`",
        ),
        (
            "States.MathAdd('1', $.a)",
            "'1'",
            "`States.MathAdd` needs a number here, not a string",
        ),
        (
            "States.ArrayLength(null)",
            "null",
            "`States.ArrayLength` needs an array here, not null",
        ),
        (
            "States.Hash($.a, 'SHA256')",
            "'SHA256'",
            "`SHA256` is no algorithm of `States.Hash`",
        ),
        (
            "States.JsonMerge($.a, $.b, true)",
            "true",
            "`States.JsonMerge` cannot merge deeply",
        ),
        (
            "States.ArrayPartition($.a, 0.9)",
            "0.9",
            "the size of a chunk must be at least 1",
        ),
        (
            "States.ArrayRange(1, 9, 0)",
            "0",
            "the step of a range cannot be 0",
        ),
        (
            "States.MathRandom(1.4, 1.6)",
            "1.6",
            "the end must be greater than the start",
        ),
        (array, "-1", "an index cannot be negative"),
    ] {
        let faults = IntrinsicCall::parse(text).unwrap().faults();
        let [fault] = &faults[..] else {
            panic!("{text}: {faults:?}")
        };
        assert_eq!(
            (&text[fault.span.range()], fault.message.as_str()),
            (part, message)
        );
        assert!(fault.fails);
    }
}

#[test]
fn warns_of_what_surprises() {
    let faults = |text: &str| IntrinsicCall::parse(text).unwrap().faults();
    let [uuid] = &faults("States.UUID('x')")[..] else {
        panic!()
    };
    assert_eq!(
        (uuid.message.as_str(), uuid.fails),
        ("`States.UUID` takes no arguments, not 1", false)
    );
    let many = format!("States.Array({})", ["States.UUID()"; 10].join(", "));
    let [count] = &faults(&many)[..] else {
        panic!()
    };
    assert_eq!(
        count.message,
        "this field calls 11 intrinsic functions, AWS allows 10"
    );
    assert_eq!((count.span, count.fails), (Span::new(0, many.len()), false));
    // The documentation's example with nine.
    let nine = "States.Format('{}.{}.{}', States.ArrayGetItem(States.StringSplit(States.ArrayGetItem(States.StringSplit($.ImageRecipe.Arn, '/'), 2), '.'), 0), States.ArrayGetItem(States.StringSplit(States.ArrayGetItem(States.StringSplit($.ImageRecipe.Arn, '/'), 2), '.'), 1), 1)";
    assert_eq!(faults(nine), []);
}

proptest! {
    /// Calls with pieces knocked out, doubled and swapped never panic, and offsets lie in the text.
    #[test]
    fn no_text_makes_it_panic(pieces in prop::collection::vec(0..PIECES.len(), 0..24), cut in 0..200_usize) {
        let mut text: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        check(&text);
        text.insert_str(0, "States.Array(");
        check(&text);
        let cut = (0..=cut.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        check(&text[..cut]);
        text.push(')');
        check(&text);
    }
}

const PIECES: &[&str] = &[
    "States.Format(",
    "States.ArrayRange(",
    "States.StringToJson(",
    "States.MathRandom(",
    "States.Hash(",
    "States.JsonMerge(",
    "States.Base64Decode(",
    "States.StringSplit(",
    "States.ArrayPartition(",
    "States.ArrayGetItem(",
    "States.MathAdd(",
    "States.ArrayUnique(",
    "States.Nope(",
    "(",
    ")",
    ")",
    ")",
    ",",
    ", ",
    "'{}'",
    "'a\\'{}'",
    "'",
    "\\",
    "{",
    "}",
    "'MD5'",
    "$",
    "$.a",
    "$.a[0]",
    "$.l[?(@.x > 1)]",
    "$$.Execution.Id",
    "$v",
    "[",
    "]",
    "1",
    "-1",
    "1.5",
    "1e309",
    "-9223372036854775808",
    "2147483647",
    "true",
    "false",
    "null",
    "é",
    "🚀",
    "\n",
    " ",
    "''",
];

fn check(text: &str) {
    use crate::base::Random;
    use crate::query::{Environment, Variables};
    use crate::value::read;
    match IntrinsicCall::parse(text) {
        Err(error) => assert!(text.is_char_boundary(error.offset), "{text:?}: {error:?}"),
        Ok(call) => {
            for fault in call.faults() {
                assert!(
                    text.get(fault.span.range()).is_some(),
                    "{text:?}: {fault:?}"
                );
            }
            let input = read("{\"a\":[1,{\"x\":\"{}\"}],\"l\":[{\"x\":2}]}").unwrap();
            let environment = Environment {
                input: &input,
                context: &read("{\"Execution\":{\"Id\":\"e\"}}").unwrap(),
                variables: &Variables::from_iter([("v", input.clone())]),
                random: &std::cell::RefCell::new(Random::new(7)),
            };
            // What is said to fail always does fail, unless something before it fails first.
            let evaluated = call.evaluate(&environment);
            if call.faults().iter().any(|fault| fault.fails) {
                assert!(evaluated.is_err(), "{text:?} gives {evaluated:?}");
            }
        }
    }
}
