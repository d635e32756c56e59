//! Answers as botocore reads them.
//!
//! `moto-responses.jsonl` holds operations in all protocols, the headers (`h`) and the body (`b`) that the serializers of moto
//! 5.2.5 made of random results, and what the parsers of botocore 1.44.8 read in them (`e`), in Step Functions' spelling,
//! with instants in ISO-8601 and bytes as text.

use super::{Response, read};
use crate::services::api::{self, Spelling};
use crate::value::{self, Value};

const CASES: &str = include_str!("moto-responses.jsonl");

#[test]
fn answers_are_read_as_botocore_reads_them() {
    let mut count = 0;
    for line in CASES.lines() {
        let case = value::read(line).unwrap();
        let text = |name: &str| case.get(name).and_then(Value::as_str).unwrap();
        let service = api::service(text("s")).unwrap();
        let operation = service.operation_named(text("o")).unwrap();
        let headers = case.get("h").and_then(Value::as_object).unwrap();
        let response = Response {
            status: 200,
            headers: headers
                .iter()
                .map(|(name, value)| (name.to_string(), value.as_str().unwrap().to_owned()))
                .collect(),
            body: text("b").as_bytes().to_vec(),
        };
        let result = read(service, operation, &response, Spelling::Sdk).unwrap();
        let expected = case.get("e").unwrap();
        assert_eq!(&result, expected, "{}:{}", service.name, operation.name);
        count += 1;
    }
    assert!(count > 250, "{count} answers are compared");
}
