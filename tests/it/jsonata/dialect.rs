//! What AWS adds, leaves out, and shows in its own way. Where no other source is named, the answer was measured on AWS
//! with TestState and reported in floci-io/floci issues 2662 to 2745 (August 2026).

use super::{evaluate, evaluate_with, json, shown};
use sfnrun::query::jsonata::{ErrorKind, Limits};

#[test]
fn there_is_no_eval() {
    assert_eq!(
        shown("$eval('1')"),
        "T1006: Attempted to invoke a non-function"
    );
}

#[test]
fn functions_that_aws_adds() {
    assert_eq!(shown("$range(0, 6, 2)"), "[0,2,4,6]");
    assert_eq!(shown("$partition([1,2,3,4], 2)"), "[[1,2],[3,4]]");
    assert_eq!(shown("$random(42)"), "0.7275636800328681");
    // The digests are those of RFC 1321 and FIPS 180-4 for `abc`.
    assert_eq!(
        shown("$hash('abc', 'MD5')"),
        "\"900150983cd24fb0d6963f7d28e17f72\""
    );
    assert_eq!(
        shown("$hash('abc', 'SHA-1')"),
        "\"a9993e364706816aba3e25717850c26c9cd0d89d\""
    );
    assert_eq!(
        shown("$hash('abc', 'SHA-256')"),
        "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\""
    );
    assert_eq!(shown(r#"$parse('{"a": [1, 2]}').a[1]"#), "2");
    assert_eq!(shown("$length($uuid())"), "36");
}

#[test]
fn a_seed_decides_what_is_random() {
    assert_eq!(evaluate("$random()"), evaluate("$random()"));
    assert_eq!(shown("$random() < 1"), "true");
}

#[test]
fn division_by_zero_is_carried() {
    assert_eq!(shown("1/0"), "\"Infinity\"");
    assert_eq!(shown("[1/0]"), "[\"Infinity\"]");
    assert_eq!(shown("{'a': -1/0}"), "{\"a\":\"-Infinity\"}");
    assert!(shown("1/0 + 1").starts_with("D1001"));
}

#[test]
fn pictures_and_zones() {
    assert!(shown("$formatNumber(1, 'x')").starts_with("D3086"));
    assert_eq!(shown("$string(1e20)"), "\"100000000000000000000\"");
    assert_eq!(
        shown("$fromMillis(0, '[H01]:[m01][Z]', '+05:30')"),
        "\"00:05+00:05\""
    );
}

#[test]
fn the_clock_comes_from_outside() {
    assert_eq!(shown("$millis()"), "1780000000000");
    assert_eq!(shown("$now()"), "\"2026-05-28T20:26:40.000Z\"");
}

#[test]
fn integers_beyond_doubles_pass_through() {
    let states = json(r#"{"input": {"id": 9007199254740993, "list": [12345678901234567890]}}"#);
    let shown = |text| {
        evaluate_with(text, &states, Limits::AWS).map(|value| value.map(|value| value.to_json()))
    };
    assert_eq!(
        shown("$states.input.id"),
        Ok(Some("9007199254740993".to_owned()))
    );
    assert_eq!(
        shown("{'id': $states.input.id}"),
        Ok(Some("{\"id\":9007199254740993}".to_owned()))
    );
    assert_eq!(
        shown("$states.input.list"),
        Ok(Some("[12345678901234567890]".to_owned()))
    );
    assert_eq!(
        shown("[$states.input.list, 1]"),
        Ok(Some("[12345678901234567890,1]".to_owned()))
    );
    // What is computed is a double, as in JavaScript.
    assert_eq!(
        shown("$states.input.id + 0"),
        Ok(Some("9007199254740992".to_owned()))
    );
}

#[test]
fn what_is_read_keeps_its_text() {
    let states = json(r#"{"input": {"list": [1,  2]}}"#);
    let value = evaluate_with("$states.input.list", &states, Limits::AWS);
    assert_eq!(
        value.map(|value| value.map(|value| value.to_json())),
        Ok(Some("[1,  2]".to_owned()))
    );
}

#[test]
fn a_function_is_no_result() {
    let error = evaluate("$fn := function($x){$x}").expect_err("a function is no value");
    assert_eq!(error.kind, ErrorKind::FunctionResult);
}

#[test]
fn errors_say_where() {
    // Positions are those of jsonata-js 2.0.6: UTF-16 units up to the end of the token.
    for (text, code, position) in [
        ("1 + 'a'", "T2002", 3),
        ("'é' & ('𝒳' - 1)", "T2001", 13),
        ("$sum('a', 1)", "T0410", 5),
        ("foo.", "S0207", 4),
        ("(1", "S0203", 2),
        ("$uppercase(1)", "T0410", 11),
        ("[1..'a']", "T2004", 4),
        ("/", "S0302", 1),
    ] {
        let error = evaluate(text).expect_err(text);
        assert_eq!(
            (error.code, error.position(text)),
            (code, position),
            "{text}"
        );
    }
}

#[test]
fn messages_are_filled_in() {
    assert_eq!(
        shown("1 + 'a'"),
        "T2002: The right side of the \"+\" operator must evaluate to a number"
    );
    assert_eq!(
        shown("$sum('a')"),
        "T0412: Argument 1 of function \"sum\" must be an array of \"numbers\""
    );
    assert_eq!(
        shown("$number('x')"),
        "D3030: Unable to cast value to a number: \"x\""
    );
    assert_eq!(shown("$error('no luck')"), "D3137: no luck");
    assert_eq!(
        shown("(1"),
        "S0203: Expected \")\" before end of expression"
    );
    assert_eq!(
        shown("sum(1)"),
        "T1005: Attempted to invoke a non-function. Did you mean $sum?"
    );
}
