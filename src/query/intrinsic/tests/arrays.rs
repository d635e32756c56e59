//! Functions over arrays.

use super::{evaluate, fails, gives};

#[test]
fn arrays() {
    gives(&[
        ("docs", "States.Array($.Id)", "{\"Id\":123456}", "[123456]"),
        (
            "Array-003",
            "States.Array(42, true, null, 'hello')",
            "{}",
            "[42,true,null,\"hello\"]",
        ),
        (
            "Array-010",
            "States.Array( $.a , $.b )",
            "{\"a\":1,\"b\":2}",
            "[1,2]",
        ),
        (
            "docs",
            "States.ArrayPartition($.a,4)",
            "{\"a\":[1,2,3,4,5,6,7,8,9]}",
            "[[1,2,3,4],[5,6,7,8],[9]]",
        ),
        (
            "note on ArrayPartition 008",
            "States.ArrayPartition($.a, 2.6)",
            "{\"a\":[1,2,3,4,5]}",
            "[[1,2],[3,4],[5]]",
        ),
        (
            "ArrayPartition-024",
            "States.ArrayPartition($.a, 2147483647)",
            "{\"a\":[1,2,3]}",
            "[[1,2,3]]",
        ),
        (
            "docs",
            "States.ArrayContains($.a, $.b)",
            "{\"a\":[1,2,3],\"b\":2}",
            "true",
        ),
        (
            "ArrayContains-004",
            "States.ArrayContains($.a, null)",
            "{\"a\":[1,null,3]}",
            "true",
        ),
        (
            "ArrayContains-018",
            "States.ArrayContains($.a, false)",
            "{\"a\":[0,1,-1,-1.5]}",
            "false",
        ),
        (
            "note on ArrayContains 006",
            "States.ArrayContains($.a, $.b)",
            "{\"a\":[{\"a\":1,\"b\":2}],\"b\":{\"b\":2,\"a\":1}}",
            "false",
        ),
        (
            "note on ArrayContains 021",
            "States.ArrayContains($.a, true)",
            "{\"a\":[\"true\"]}",
            "true",
        ),
        ("docs", "States.ArrayRange(1, 9, 2)", "{}", "[1,3,5,7,9]"),
        ("ArrayRange-006", "States.ArrayRange(3, 3, -1)", "{}", "[3]"),
        (
            "ArrayRange-007",
            "States.ArrayRange(5, 1, -2)",
            "{}",
            "[5,3,1]",
        ),
        ("ArrayRange-008", "States.ArrayRange(5, 1, 1)", "{}", "[]"),
        ("ArrayRange-009", "States.ArrayRange(1, 5, -1)", "{}", "[]"),
        (
            "note on ArrayRange 010",
            "States.ArrayRange(1.6, 1.4, 1)",
            "{}",
            "[1]",
        ),
        (
            "note on ArrayRange 011",
            "States.ArrayRange(5.4, -0.6, -2.4)",
            "{}",
            "[5,3,1]",
        ),
        (
            "docs",
            "States.ArrayGetItem($.a, 5)",
            "{\"a\":[1,2,3,4,5,6,7,8,9]}",
            "6",
        ),
        (
            "note on ArrayGetItem 014",
            "States.ArrayGetItem($.a, 1.2)",
            "{\"a\":[10,20,30]}",
            "20",
        ),
        (
            "note on ArrayGetItem 012",
            "States.ArrayGetItem($.a, 999)",
            "{\"a\":[]}",
            "null",
        ),
        (
            "docs",
            "States.ArrayLength($.a)",
            "{\"a\":[1,2,3,4,5,6,7,8,9]}",
            "9",
        ),
        (
            "docs",
            "States.ArrayUnique($.a)",
            "{\"a\":[1,2,3,3,3,3,3,3,4]}",
            "[1,2,3,4]",
        ),
        (
            "note on ArrayUnique 004",
            "States.ArrayUnique($.a)",
            "{\"a\":[true,false,true,false]}",
            "[false,true]",
        ),
    ]);
    assert_eq!(
        evaluate("States.ArrayRange(1000, 1, -1)", "{}").map(|a| a.as_array().map(|a| a.len())),
        Ok(Some(1_000))
    );
    fails(&[
        (
            "ArrayPartition-011",
            "States.ArrayPartition($.a, 0.49)",
            "{\"a\":[1,2,3]}",
            "Invalid arguments in States.ArrayPartition",
        ),
        (
            "ArrayPartition-014",
            "States.ArrayPartition('not-array', 2)",
            "{}",
            "Invalid arguments in States.ArrayPartition",
        ),
        (
            "ArrayPartition-019",
            "States.ArrayPartition($.a, -1)",
            "{\"a\":[1,2,3]}",
            "Invalid arguments in States.ArrayPartition",
        ),
        (
            "ArrayContains-014",
            "States.ArrayContains($.a)",
            "{\"a\":[1,2,3]}",
            "Invalid arguments in States.ArrayContains",
        ),
        (
            "ArrayRange-015",
            "States.ArrayRange(1, 10, 0)",
            "{}",
            "Invalid arguments in States.ArrayRange",
        ),
        (
            "ArrayRange-016",
            "States.ArrayRange(1, 10, 0.49)",
            "{}",
            "Invalid arguments in States.ArrayRange",
        ),
        (
            "ArrayRange-018",
            "States.ArrayRange(1, 1001, 1)",
            "{}",
            "Invalid arguments in States.ArrayRange",
        ),
        (
            "ArrayRange-020",
            "States.ArrayRange(1001, 1, -1)",
            "{}",
            "Invalid arguments in States.ArrayRange",
        ),
        (
            "ArrayRange-022",
            "States.ArrayRange(1, 5, 1, 99)",
            "{}",
            "Invalid arguments in States.ArrayRange",
        ),
        (
            "ArrayGetItem-010",
            "States.ArrayGetItem($.a, 3)",
            "{\"a\":[10,20,30]}",
            "Invalid arguments in States.ArrayGetItem",
        ),
        (
            "ArrayGetItem-011",
            "States.ArrayGetItem($.a, -1)",
            "{\"a\":[10,20,30]}",
            "Invalid arguments in States.ArrayGetItem",
        ),
        (
            "ArrayGetItem-013",
            "States.ArrayGetItem($.a, '1')",
            "{\"a\":[10,20,30]}",
            "Invalid arguments in States.ArrayGetItem",
        ),
        (
            "ArrayLength-010",
            "States.ArrayLength($.o)",
            "{\"o\":{\"k\":1}}",
            "Invalid arguments in States.ArrayLength",
        ),
        (
            "IntrinsicComposition-003",
            "States.ArrayLength(States.JsonToString($.items))",
            "{\"items\":[1,2,3]}",
            "Invalid arguments in States.ArrayLength",
        ),
    ]);
}
