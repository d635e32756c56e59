//! The readers, with the bytes they read. Goals: JSON 100 MB/s, YAML 15 MB/s.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use sfnrun::source::{SourceFile, json, yaml};

/// A definition of about a megabyte, laid out as published ones are: 2,100 Tasks with retriers and catchers.
fn definition() -> String {
    let mut text = String::from(
        "{\n  \"Comment\": \"generated\",\n  \"StartAt\": \"Task0\",\n  \"States\": {\n",
    );
    for at in 0..2_100 {
        text.push_str(&format!(
            "    \"Task{at}\": {{\n      \"Type\": \"Task\",\n      \"Resource\": \"arn:aws:states:::lambda:invoke\",\n      \
             \"Parameters\": {{\n        \"FunctionName\": \"arn:aws:lambda:us-east-1:123456789012:function:f{at}\",\n        \
             \"Payload.$\": \"$.items[{at}]\"\n      }},\n      \"Retry\": [\n        {{\n          \"ErrorEquals\": [\n            \
             \"Lambda.TooManyRequestsException\"\n          ],\n          \"IntervalSeconds\": 2,\n          \"BackoffRate\": 1.5\n        \
             }}\n      ],\n      \"ResultPath\": \"$.result\",\n      \"Next\": \"Task{}\"\n    }},\n",
            at + 1
        ));
    }
    text.push_str("    \"Task2100\": {\n      \"Type\": \"Succeed\"\n    }\n  }\n}\n");
    text
}

/// The same in YAML.
fn definition_in_yaml() -> String {
    let value: serde_json::Value = serde_json::from_str(&definition()).expect("it is JSON");
    serde_yaml::to_string(&value).expect("every JSON value can be written as YAML")
}

#[divan::bench]
fn json_megabyte(bencher: Bencher<'_, '_>) {
    let text = definition();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| json::read(black_box(&text)));
}

#[divan::bench(sample_count = 3)]
fn json_100_megabytes(bencher: Bencher<'_, '_>) {
    let one = definition();
    let text = format!(
        "[{}{one}]",
        format!("{one},").repeat(100 * 1_000_000 / (one.len() + 1) - 1)
    );
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| json::read(black_box(&text)));
}

#[divan::bench(sample_count = 3)]
fn json_100_megabytes_of_ones(bencher: Bencher<'_, '_>) {
    let text = format!("[{}1]", "1,".repeat(50_000_000 - 2));
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| json::read(black_box(&text)));
}

#[divan::bench(sample_count = 3)]
fn json_100_megabytes_of_brackets(bencher: Bencher<'_, '_>) {
    let text = "[".repeat(100_000_000);
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| json::read(black_box(&text)));
}

#[divan::bench]
fn yaml_650_kilobytes(bencher: Bencher<'_, '_>) {
    let text = definition_in_yaml();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| yaml::read(black_box(&text)));
}

#[divan::bench(sample_count = 1)]
fn yaml_100_megabytes(bencher: Bencher<'_, '_>) {
    let one = format!(
        "- {}",
        definition_in_yaml().trim_end().replace('\n', "\n  ")
    );
    let text = format!("{one}\n").repeat(100 * 1_000_000 / (one.len() + 1));
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| yaml::read(black_box(&text)));
}

#[divan::bench]
fn places_in_a_long_string(bencher: Bencher<'_, '_>) {
    let text = format!("[\"{}\"]", "line\\n".repeat(1_000));
    let file = SourceFile::new("a.json", text);
    let tree = file.read();
    let items = tree
        .root
        .as_ref()
        .and_then(|root| root.items())
        .expect("a list");
    bencher.bench(|| file.offset_in_string(black_box(&items[0]), 4_000));
}
