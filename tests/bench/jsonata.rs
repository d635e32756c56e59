//! JSONata. Goals (µs on a quiet machine, the best of the peers measured in November 2026): concat 1.2, objctor 3.3,
//! choice 0.7, strfn 12, fib15 620, map10k 14,000, filter_reduce10k 7,000, sort10k 8,000, group10k 3,700, pred10k
//! 4,400, sumpath10k 620, descend10k 8,000; parse 10; binding a 1.6 MB `$states` 1.
//!
//! `tests/bench/jsonata/peers.sh` measures jsonata-js 2.0.6 on the same cases and data.

use divan::{Bencher, black_box};
use sfnrun::base::{Random, Timestamp};
use sfnrun::query::Variables;
use sfnrun::query::jsonata::{Bindings, Expression, Limits, StatesScope};
use sfnrun::value::{Value, read};
use std::cell::RefCell;

const CASES: &str = include_str!("jsonata/cases.json");

const SMALL: [&str; 5] = ["concat", "objctor", "choice", "strfn", "fib15"];
const BIG: [&str; 7] = [
    "map10k",
    "filter_reduce10k",
    "sort10k",
    "group10k",
    "pred10k",
    "sumpath10k",
    "descend10k",
];

fn expression(name: &str) -> String {
    let cases = read(CASES).expect("the cases are JSON");
    let text = ["small", "items10k"]
        .iter()
        .find_map(|set| cases.get(set)?.get(name)?.as_str());
    text.expect("the case is there").to_owned()
}

fn small() -> Value {
    let lines = (1..=3).map(|at| format!(r#"{{"sku": "S-{at}", "price": {at}.25, "qty": {at}}}"#));
    let lines: Vec<_> = lines.collect();
    let text = format!(
        r#"{{"input": {{"user": {{"name": "Ada", "tier": "gold"}}, "text": "a banana and an aardvark walk into a bar",
            "order": {{"id": "o-1", "status": "OPEN", "attempts": 2, "lines": [{}]}}}}}}"#,
        lines.join(",")
    );
    read(&text).expect("JSON")
}

/// 10,000 objects, about 1.6 MB. `peers.mjs` makes the same.
fn items() -> Value {
    let items = (0..10_000_u64).map(|at| {
        let scrambled = at * 7919 % 10_007;
        format!(
            r#"{{"id": "item-{at}", "name": "name {scrambled}", "category": "category {}", "status": "{}",
                "price": {}.5, "qty": {}, "address": {{"region": "region {}", "street": "{at} Long Street"}}}}"#,
            at % 20,
            if at % 3 == 0 { "OPEN" } else { "DONE" },
            scrambled % 100,
            at % 7,
            at % 5,
        )
    });
    let text = format!(
        r#"{{"input": {{"items": [{}]}}}}"#,
        items.collect::<Vec<_>>().join(",")
    );
    read(&text).expect("JSON")
}

fn evaluate(expression: &Expression, states: &Value) -> Option<Value> {
    let variables = Variables::default();
    let random = RefCell::new(Random::new(1));
    let bindings = Bindings {
        input: None,
        variables: &StatesScope {
            states,
            variables: &variables,
        },
        now: Timestamp(0),
        random: &random,
        limits: Limits {
            bytes: u64::MAX / 1_000,
            ..Limits::AWS
        },
        cancel: None,
    };
    expression.evaluate(&bindings).expect("it evaluates")
}

#[divan::bench(args = SMALL)]
fn eval_small(bencher: Bencher<'_, '_>, name: &str) {
    let states = small();
    let expression = Expression::parse(&expression(name)).expect("it compiles");
    bencher.bench(|| evaluate(black_box(&expression), black_box(&states)));
}

#[divan::bench(args = BIG)]
fn eval_items(bencher: Bencher<'_, '_>, name: &str) {
    let states = items();
    let expression = Expression::parse(&expression(name)).expect("it compiles");
    bencher.bench(|| evaluate(black_box(&expression), black_box(&states)));
}

#[divan::bench(args = SMALL.into_iter().chain(BIG))]
fn parse(bencher: Bencher<'_, '_>, name: &str) {
    let text = expression(name);
    bencher.bench(|| Expression::parse(black_box(&text)));
}

/// What it costs to hand over 1.6 MB: an expression that hands it on.
#[divan::bench]
fn bind_big_states(bencher: Bencher<'_, '_>) {
    let states = items();
    let expression = Expression::parse("$states").expect("it compiles");
    bencher.bench(|| evaluate(black_box(&expression), black_box(&states)));
}
