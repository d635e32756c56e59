//! Numbers, texts, identifiers.

use super::{evaluate, fails, gives};

#[test]
fn mathematics() {
    gives(&[
        (
            "docs",
            "States.MathAdd($.value1, $.step)",
            "{\"value1\":111,\"step\":-1}",
            "110",
        ),
        (
            "MathAdd-005",
            "States.MathAdd($.a, $.b)",
            "{\"a\":1.6,\"b\":2.7}",
            "5",
        ),
        (
            "MathAdd-010",
            "States.MathAdd(-2147483648, 0)",
            "{}",
            "-2147483648",
        ),
        (
            "MathAdd-024",
            "States.Array(States.MathAdd($.x, -1), States.MathAdd($.x, 1))",
            "{\"x\":5}",
            "[4,6]",
        ),
        (
            "MathRandom-019",
            "States.MathRandom(States.MathAdd($.base, 1), States.MathAdd($.base, 5), 42)",
            "{\"base\":0}",
            "3",
        ),
    ]);
    // MathRandom-007b: AWS's fifty samples of this lie in 1..=4, 1 among them.
    for _ in 0..50 {
        let drawn = evaluate("States.MathRandom(1.6, 5.4)", "{}").map(|value| value.as_i64());
        assert!(matches!(drawn, Ok(Some(1..=4))), "{drawn:?}");
    }
    fails(&[
        (
            "MathAdd-011",
            "States.MathAdd(2147483647, 1)",
            "{}",
            "Invalid arguments in States.MathAdd",
        ),
        (
            "MathAdd-013",
            "States.MathAdd(3000000000, 1)",
            "{}",
            "Invalid arguments in States.MathAdd",
        ),
        (
            "MathAdd-017",
            "States.MathAdd('a', 1)",
            "{}",
            "Invalid arguments in States.MathAdd",
        ),
        (
            "MathAdd-021",
            "States.MathAdd(1)",
            "{}",
            "Invalid arguments in States.MathAdd",
        ),
        (
            "MathRandom-004",
            "States.MathRandom(1, 1)",
            "{}",
            "Invalid arguments in States.MathRandom",
        ),
        (
            "MathRandom-005",
            "States.MathRandom(10, 5)",
            "{}",
            "Invalid arguments in States.MathRandom",
        ),
        (
            "note on MathRandom 008",
            "States.MathRandom(1.4, 1.6)",
            "{}",
            "Invalid arguments in States.MathRandom",
        ),
        (
            "MathRandom-018",
            "States.MathRandom(1, 10, null)",
            "{}",
            "Invalid arguments in States.MathRandom",
        ),
        (
            "MathRandom-014",
            "States.MathRandom(1, 10, 5, 99)",
            "{}",
            "Invalid arguments in States.MathRandom",
        ),
    ]);
}

#[test]
fn strings_and_identifiers() {
    gives(&[
        (
            "docs",
            "States.StringSplit($.s, ',')",
            "{\"s\":\"1,2,3,4,5\"}",
            "[\"1\",\"2\",\"3\",\"4\",\"5\"]",
        ),
        (
            "docs",
            "States.StringSplit($.s, '.+,=')",
            "{\"s\":\"This.is+a,test=string\"}",
            "[\"This\",\"is\",\"a\",\"test\",\"string\"]",
        ),
        (
            "note on StringSplit 003",
            "States.StringSplit($.s, ',')",
            "{\"s\":\"a,,b\"}",
            "[\"a\",\"b\"]",
        ),
        (
            "note on StringSplit 007",
            "States.StringSplit('', ',')",
            "{}",
            "[]",
        ),
        (
            "Format-002",
            "States.Format('{} {} {}', $.a, $.b, $.c)",
            "{\"a\":\"x\",\"b\":2,\"c\":true}",
            "\"x 2 true\"",
        ),
        (
            "Format-003",
            "States.Format('Name: \\'{}\\', Surname: \"{}\"', $.n, $.s)",
            "{\"n\":\"G\",\"s\":\"M\"}",
            "\"Name: 'G', Surname: \\\"M\\\"\"",
        ),
        (
            "Format-005",
            "States.Format($.t, $.n)",
            "{\"t\":\"Hello {}\",\"n\":\"Ada\"}",
            "\"Hello Ada\"",
        ),
        (
            "Format-006",
            "States.Format('{}:{}', $.n, $$.Execution.Input.suffix)",
            "{\"n\":\"job\"}",
            "\"job:run\"",
        ),
        (
            "Format-007",
            "States.Format('arn:{}', States.JsonToString($.o))",
            "{\"o\":{\"k\":1}}",
            "\"arn:{\\\"k\\\":1}\"",
        ),
        (
            "note on Format 015",
            "States.Format('{}', States.StringToJson($.j))",
            "{\"j\":\"\\\"x\\\"\"}",
            "\"\\\"x\\\"\"",
        ),
        (
            "docs, escapes",
            "States.Format('\\{\\}\\\\ {}', 1)",
            "{}",
            "\"{}\\\\ 1\"",
        ),
    ]);
    for expression in [
        "States.UUID()",
        "States.UUID( )",
        "States.UUID('x')",
        "States.UUID(1, 2)",
    ] {
        let value = evaluate(expression, "{}").expect("UUID-001, -002, -008, -010");
        assert_eq!(value.as_str().map(str::len), Some(36));
    }
    let mismatch = "Invalid arguments in States.Format: number of arguments do not match the occurrences of {}.";
    fails(&[
        (
            "StringSplit-016",
            "States.StringSplit($.v, ',')",
            "{\"v\":123}",
            "Invalid arguments in States.StringSplit",
        ),
        (
            "Format-018",
            "States.Format('Hello {', $.a)",
            "{\"a\":\"x\"}",
            "Invalid template in States.Format: matching '}' not found for '{'.",
        ),
        (
            "Format-019",
            "States.Format('Hello {{}}', $.a)",
            "{\"a\":\"x\"}",
            "Invalid template in States.Format: matching '}' not found for '{'.",
        ),
        (
            "Format-020",
            "States.Format('}')",
            "{}",
            "Invalid template in States.Format: matching '{' not found for '}'.",
        ),
        (
            "note on Format 011",
            "States.Format($.t, $.n)",
            "{\"t\":123,\"n\":\"Ada\"}",
            mismatch,
        ),
    ]);
}
