//! No text may make the parser or the evaluator panic, overflow the stack or run on.

use super::evaluate_with;
use crate::shared;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sfnrun::query::jsonata::{Expression, Limits};
use sfnrun::value::{Value, read};

const LIMITS: Limits = Limits {
    steps: 200_000,
    ..Limits::AWS
};

/// Runs in a thread with little stack. Without optimisation, frames are many times bigger.
fn on_a_small_stack(run: impl FnOnce() + Send) {
    const STACK: usize = if cfg!(debug_assertions) {
        8 << 20
    } else {
        1 << 19
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let handle = thread.spawn_scoped(scope, run).expect("the thread starts");
        handle.join().expect("nothing panics");
    });
}

#[test]
fn deep_nesting_is_refused_or_evaluated() {
    on_a_small_stack(|| {
        for size in [50, 99, 100, 101, 190, 200, 201, 1_000, 100_000] {
            let shapes = [
                ("(", ")"),
                ("[", "]"),
                ("{'a':", "}"),
                ("-", ""),
                ("$f(", ")"),
                ("function($x){", "}"),
                ("a[", "]"),
                ("a.(", ")"),
                ("a^(", ")"),
                ("a{'k':", "}"),
                ("1 ? ", " : 2"),
                ("|a|{},", "|"),
                ("1+", ""),
                ("a.", ""),
                ("$x := ", ""),
                ("(a.%.", ")"),
            ];
            for (open, close) in shapes {
                let text = format!("{}1{}", open.repeat(size), close.repeat(size));
                let _ = evaluate_with(&text, &Value::empty_object(), LIMITS);
                let text = format!("{}1", open.repeat(size));
                let _ = evaluate_with(&text, &Value::empty_object(), LIMITS);
            }
            for chain in [
                "1+", "a.", "'a'&", "a@$x.", "x ~> ", "1 and ", "a[0]", "$f()", "a{}.", "a.%.",
            ] {
                let text = format!("{}b", chain.repeat(size));
                let _ = evaluate_with(&text, &Value::empty_object(), LIMITS);
                let _ = evaluate_with(&chain.repeat(size), &Value::empty_object(), LIMITS);
            }
        }
    });
}

#[test]
fn values_that_grow_deep_are_refused() {
    on_a_small_stack(|| {
        for text in [
            "$reduce([1..20000], function($a, $v){ {'a': $a} }, {})",
            "$reduce([1..20000], function($a, $v){ [[$a]] }, [])",
            "$reduce([1..20000], function($a, $v){ [[$a, $sum]] }, [])",
            "$reduce([1..20000], function($a, $v){ {'a': $a, 'f': $sum} }, {})",
            "$count($reduce([1..20000], function($a, $v){ function(){ $a } }, 1))",
            "$reduce([1..20000], function($a, $v){ $a ~> $abs }, $abs)(1)",
            "$reduce([1..20000], function($a, $v){ $a(?) }, $abs)(1)",
            "$count($reduce([1..20000], function($a, $v){ $a.(function(){ 1 }) }, $abs))",
            "$reduce([1..20000], function($a, $v){ $zip([$a], [$v]) }, [])",
            "$reduce([1..20000], function($a, $v){ $merge([{'x': $a}]) }, {})",
            "($f := function($g, $n){ $n = 0 ? $g : $f(function(){ $g }, $n - 1) }; $count($f($abs, 20000)))",
        ] {
            let _ = evaluate_with(text, &Value::empty_object(), Limits::AWS);
        }
    });
}

#[test]
fn patterns_with_too_many_ways_end() {
    let text = "$contains($pad('', 200, 'a') & '!', /(a+)+b/)";
    let error = evaluate_with(text, &Value::empty_object(), LIMITS).expect_err("it takes too long");
    assert_eq!(error.kind, sfnrun::query::jsonata::ErrorKind::Limit);
}

#[test]
fn closures_in_circles_end() {
    let text = "($even := function($n){ $n = 0 ? true : $odd($n - 1) };
                 $odd := function($n){ $n = 0 ? false : $even($n - 1) }; $even(1000))";
    let result = evaluate_with(text, &Value::empty_object(), Limits::AWS);
    assert_eq!(result, Ok(Some(Value::Bool(true))));
}

/// Expressions of the suite, to be mutated; a few where the suite is not there.
fn expressions() -> Vec<String> {
    let mut expressions: Vec<String> = [
        "$map([1..3], function($v, $i){ {'a': $v, 'b': [$i]} })^(>a)[0].b",
        "library.loans@$l.books@$b[$l.isbn = $b.isbn].{'t': $b.title}#$i",
        "Account.Order.Product.{'n': %.OrderID, 'p': $formatNumber(Price, '#,##0.00')}",
        "$replace('abcabc', /b(c)?/i, '$1-$$') & $fromMillis(0, '[Y]-[M01]')",
        "$states ~> |input|{'x': 1}, ['y']|",
    ]
    .map(str::to_owned)
    .to_vec();
    if let Some(folder) = shared::find(
        "conformance/jsonata/groups",
        "mutations of the JSONata suite",
    ) {
        collect(&folder, &mut expressions);
    }
    expressions
}

fn collect(folder: &std::path::Path, expressions: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the folder of the suite can be read");
    for path in entries.map(|entry| entry.expect("a folder can be listed").path()) {
        if path.is_dir() {
            collect(&path, expressions);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file of the suite can be read");
        let Ok(cases) = read(&text) else {
            continue;
        };
        let cases = match &cases {
            Value::Array(cases) => cases.to_vec(),
            _ => vec![cases],
        };
        let texts = cases
            .iter()
            .filter_map(|case| case.get("expr")?.as_str().map(str::to_owned));
        expressions.extend(texts);
    }
}

#[derive(Clone, Debug)]
enum Change {
    Delete(usize, usize),
    Insert(usize, usize),
    Repeat(usize, usize),
    Swap(usize, usize),
}

const PIECES: [&str; 40] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "%",
    "*",
    "**",
    "@$x",
    "#$i",
    ".",
    "..",
    ":=",
    "?",
    ":",
    ";",
    ",",
    "~>",
    "^(",
    "/a/",
    "/(a*)*b/",
    "$",
    "$$",
    "$x",
    "'",
    "\"",
    "`",
    "\\u12",
    "1e308",
    "-0",
    "function($x){",
    "<n-s?:x>",
    "and",
    "in",
    "null",
    "é",
    "𝒳",
    "/*",
];

fn mutate(expression: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = expression.chars().collect();
    for change in changes {
        let place = |at: usize| at % (letters.len() + 1);
        match *change {
            Change::Delete(at, count) => {
                let start = place(at);
                letters.drain(start..(start + count % 8).min(letters.len()));
            }
            Change::Insert(at, piece) => {
                let start = place(at);
                letters.splice(start..start, PIECES[piece % PIECES.len()].chars());
            }
            Change::Repeat(at, count) => {
                let start = place(at);
                let part = letters[start..(start + count % 16).min(letters.len())].to_vec();
                letters.splice(start..start, part);
            }
            Change::Swap(one, other) if !letters.is_empty() => {
                let (one, other) = (one % letters.len(), other % letters.len());
                letters.swap(one, other);
            }
            Change::Swap(..) => {}
        }
    }
    letters.into_iter().collect()
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<usize>()).prop_map(|(at, count)| Change::Delete(at, count)),
        (any::<usize>(), any::<usize>()).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (any::<usize>(), any::<usize>()).prop_map(|(at, count)| Change::Repeat(at, count)),
        (any::<usize>(), any::<usize>()).prop_map(|(one, other)| Change::Swap(one, other)),
    ]
}

#[test]
fn mutated_expressions_end_in_a_value_or_an_error() {
    let expressions = expressions();
    let states = read(
        r#"{"input": {"a": [1, 2, {"b": "x"}], "Account": {"Order": [{"OrderID": "o", "Product": [{"Price": 1}]}]}}}"#,
    )
    .expect("JSON");
    let strategy = (
        any::<prop::sample::Index>(),
        prop::collection::vec(change(), 1..6),
    );
    on_a_small_stack(move || {
        let mut runner = TestRunner::new(Config {
            cases: 3_000,
            failure_persistence: None,
            ..Config::default()
        });
        let outcome = runner.run(&strategy, |(index, changes)| {
            let text = mutate(&expressions[index.index(expressions.len())], &changes);
            if let Ok(expression) = Expression::parse(&text) {
                let _ = expression.analysis();
                let _ = evaluate_with(&text, &states, LIMITS);
            }
            Ok(())
        });
        outcome.expect("no mutation panics");
    });
}
