//! JSONPath. Goals: a compiled simple path 100 ns; a filter over 10,000 items 0.5 ms.

use divan::{Bencher, black_box};
use sfnrun::query::jsonpath::Path;
use sfnrun::value::{Value, read};

fn path(text: &str) -> Path {
    Path::parse(text).expect("the path compiles")
}

fn nested() -> Value {
    read(r#"{"x": 1, "a": {"y": [1, 2], "b": {"z": null, "c": {"d": "found"}}}}"#).expect("JSON")
}

/// 10,000 objects; 4,900 of them have `a > 50`.
fn items() -> Value {
    let items =
        (0..10_000).map(|at| format!(r#"{{"id": "item-{at}", "a": {}, "tag": "t"}}"#, at % 100));
    let text = format!(r#"{{"items": [{}]}}"#, items.collect::<Vec<_>>().join(", "));
    read(&text).expect("JSON")
}

#[divan::bench]
fn simple(bencher: Bencher<'_, '_>) {
    let (path, value) = (path("$.a.b.c"), nested());
    bencher.bench(|| path.select(black_box(&value)).is_ok());
}

#[divan::bench]
fn simple_missing(bencher: Bencher<'_, '_>) {
    let (path, value) = (path("$.a.b.zz"), nested());
    bencher.bench(|| path.select(black_box(&value)).is_err());
}

#[divan::bench]
fn simple_compile_and_select(bencher: Bencher<'_, '_>) {
    let value = nested();
    bencher.bench(|| path(black_box("$.a.b.c")).select(&value).is_ok());
}

#[divan::bench(args = [
    "$.items[?(@.a > 50)]",
    "$.items[?(@.a > 50 && @.tag == 't')]",
    "$.items[*].id",
    "$.items[*].zz",
    "$..id",
])]
fn ten_thousand_items(bencher: Bencher<'_, '_>, text: &str) {
    let (path, value) = (path(text), items());
    bencher.bench(|| path.select(black_box(&value)).expect("the path is found"));
}
