//! Encoding, digests, JSON.

use super::{evaluate, fails, gives};

#[test]
fn encoding_and_hash() {
    let long = |length: usize| format!("{{\"s\":\"{}\"}}", "a".repeat(length));
    gives(&[
        (
            "docs",
            "States.Base64Encode($.s)",
            "{\"s\":\"Data to encode\"}",
            "\"RGF0YSB0byBlbmNvZGU=\"",
        ),
        (
            "Base64Encode-020",
            "States.Base64Encode('🚀')",
            "{}",
            "\"8J+agA==\"",
        ),
        ("Base64Decode-002", "States.Base64Decode('')", "{}", "\"\""),
        (
            "Base64Decode-005",
            "States.Base64Decode('44GT44KT44Gr44Gh44Gv')",
            "{}",
            "\"こんにちは\"",
        ),
        (
            "Base64Decode-018",
            "States.Base64Decode($.s)",
            "{\"s\":\"YWJjAGRlZg==\"}",
            "\"abc\\u0000def\"",
        ),
        (
            "commons-codec on note on Base64Decode 014",
            "States.Base64Decode('YWI')",
            "{}",
            "\"ab\"",
        ),
        (
            "commons-codec on note on Base64Decode 015",
            "States.Base64Decode('YQ==YQ')",
            "{}",
            "\"a\"",
        ),
        (
            "commons-codec on note on Base64Decode 019",
            "States.Base64Decode(' YWJjZA== ')",
            "{}",
            "\"abcd\"",
        ),
        (
            "docs",
            "States.Hash($.d, $.a)",
            "{\"d\":\"input data\",\"a\":\"SHA-1\"}",
            "\"aaff4a450a104cd177d28d18d74485e8cae074b7\"",
        ),
        (
            "Hash-001",
            "States.Hash('hello', 'MD5')",
            "{}",
            "\"5d41402abc4b2a76b9719d911017c592\"",
        ),
        (
            "Hash-004",
            "States.Hash('hello', 'SHA-384')",
            "{}",
            "\"59e1748777448c69de6b800d7a33bbfb9ff1b463e44354c3553bcdb9c666fa90125a3c79f90397bdf5f6a13de828684f\"",
        ),
        (
            "Hash-031",
            "States.Hash('🚀', 'SHA-256')",
            "{}",
            "\"ebbc0b2870eb323f2b6cffa5c493ceef81ae7eb36afc73d4e0367301631daec5\"",
        ),
    ]);
    assert!(
        evaluate("States.Hash($.s, 'SHA-256')", &long(10_000)).is_ok(),
        "Hash-012"
    );
    assert!(
        evaluate("States.Base64Encode($.s)", &long(10_000)).is_ok(),
        "Base64Encode-009"
    );
    fails(&[
        (
            "Hash-013",
            "States.Hash($.s, 'SHA-256')",
            &long(10_001),
            "Invalid arguments in States.Hash",
        ),
        (
            "Hash-016",
            "States.Hash('hello', 123)",
            "{}",
            "Invalid arguments in States.Hash",
        ),
        (
            "Hash-021",
            "States.Hash('data', 'sha-256')",
            "{}",
            "Invalid arguments in States.Hash",
        ),
        (
            "Hash-018",
            "States.Hash('hello')",
            "{}",
            "Invalid arguments in States.Hash",
        ),
        (
            "Base64Encode-010",
            "States.Base64Encode($.s)",
            &long(10_001),
            "Invalid arguments in States.Base64Encode",
        ),
        (
            "Base64Encode-011",
            "States.Base64Encode(123)",
            "{}",
            "Invalid arguments in States.Base64Encode",
        ),
        (
            "Base64Decode-008",
            "States.Base64Decode($.s)",
            &long(10_001),
            "Invalid arguments in States.Base64Decode",
        ),
        (
            "Base64Decode-011",
            "States.Base64Decode()",
            "{}",
            "Invalid arguments in States.Base64Decode",
        ),
    ]);
}

#[test]
fn json_manipulation() {
    gives(&[
        (
            "docs",
            "States.JsonMerge($.a, $.b, false)",
            "{\"a\":{\"a\":{\"a1\":1,\"a2\":2},\"b\":2},\"b\":{\"a\":{\"a3\":1,\"a4\":2},\"c\":3}}",
            "{\"a\":{\"a3\":1,\"a4\":2},\"b\":2,\"c\":3}",
        ),
        (
            "note on JsonMerge 015",
            "States.JsonMerge($.a, $.b, 'false')",
            "{\"a\":{},\"b\":{}}",
            "{}",
        ),
        (
            "StringToJson-009",
            "States.StringToJson($.j)",
            "{\"j\":\" {\\\"a\\\": 1} \"}",
            "{\"a\":1}",
        ),
        (
            "StringToJson-003",
            "States.StringToJson($.j)",
            "{\"j\":\"\\\"hello\\\"\"}",
            "\"hello\"",
        ),
        (
            "StringToJson-006",
            "States.StringToJson($.j)",
            "{\"j\":\"null\"}",
            "null",
        ),
        (
            "docs",
            "States.JsonToString($.j)",
            "{\"j\": {\"name\": \"Foo\", \"year\": 2020}}",
            "\"{\\\"name\\\":\\\"Foo\\\",\\\"year\\\":2020}\"",
        ),
        (
            "JsonToString-019",
            "States.JsonToString($.n)",
            "{\"n\":[-1,3.5,-9007199254740991]}",
            "\"[-1,3.5,-9007199254740991]\"",
        ),
    ]);
    let source = |line: usize, column: usize| {
        format!(
            "[Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled); line: {line}, column: {column}]"
        )
    };
    let convert = "Cannot convert String to Json in States.StringToJson, caused by: ";
    fails(&[
        (
            "StringToJson-011",
            "States.StringToJson($.json)",
            "{\"json\":\"{bad json}\"}",
            &format!(
                "{convert}Unexpected character ('b' (code 98)): was expecting double-quote to start field name\n at {}",
                source(1, 2)
            ),
        ),
        (
            "StringToJson-012",
            "States.StringToJson($.json)",
            "{\"json\":\"{\\\"a\\\":1\"}",
            &format!(
                "{convert}Unexpected end-of-input: expected close marker for Object (start marker at {})\n at {}",
                source(1, 1),
                source(1, 7)
            ),
        ),
        (
            "StringToJson-014",
            "States.StringToJson($.json)",
            "{\"json\":\"undefined\"}",
            &format!(
                "{convert}Unrecognized token 'undefined': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')\n at {}",
                source(1, 10)
            ),
        ),
        (
            "StringToJson-015",
            "States.StringToJson($.json)",
            "{\"json\":123}",
            "Invalid arguments in States.StringToJson",
        ),
        (
            "StringToJson-019",
            "States.StringToJson($.a, $.b)",
            "{\"a\":\"1\",\"b\":\"2\"}",
            "Invalid arguments in States.StringToJson",
        ),
        (
            "JsonToString-013",
            "States.JsonToString()",
            "{}",
            "Invalid arguments in States.JsonToString: only a single argument is allowed.",
        ),
        (
            "JsonToString-014",
            "States.JsonToString($.a, $.b)",
            "{\"a\":1,\"b\":2}",
            "Invalid arguments in States.JsonToString: only a single argument is allowed.",
        ),
    ]);
}
