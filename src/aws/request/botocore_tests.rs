//! Requests as botocore writes them.
//!
//! `botocore-requests.jsonl` holds operations of every service, with random parameters in Step Functions' spelling (`p`) and
//! what the serializers of botocore 1.44.8 made of the same values: method, path, query, headers, body (a list of the
//! fields where it is a form). Parameters for bytes are texts, whose JSON botocore was given.

use super::write;
use crate::services::api::{self, Protocol, Spelling};
use crate::value::{self, Value};

const CASES: &str = include_str!("botocore-requests.jsonl");

type Pairs = Vec<(String, String)>;

fn text<'a>(case: &'a Value, name: &str) -> &'a str {
    case.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn pairs(value: &Value) -> Pairs {
    let pair = |pair: &Value| {
        let part = |at: &str| pair.pointer(at).and_then(Value::as_str).unwrap().to_owned();
        (part("/0"), part("/1"))
    };
    value.as_array().unwrap().iter().map(pair).collect()
}

fn split(query: &str) -> impl Iterator<Item = (String, String)> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decoded(name), decoded(value)))
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        rest = tail;
        if *first == b'%' {
            let hex = std::str::from_utf8(&tail[..2]).unwrap();
            bytes.push(u8::from_str_radix(hex, 16).unwrap());
            rest = &tail[2..];
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn sorted(mut pairs: Pairs) -> Pairs {
    pairs.sort();
    pairs
}

/// botocore writes elements without content in their short form.
fn plain_xml(text: &str) -> String {
    let mut plain = text.to_owned();
    while let Some(end) = plain.find(" />") {
        let start = plain[..end].rfind('<').unwrap();
        let name = plain[start + 1..end].split(' ').next().unwrap().to_owned();
        plain.replace_range(end..end + 3, &format!("></{name}>"));
    }
    plain
}

#[test]
fn requests_are_those_of_botocore() {
    let mut count = 0;
    for line in CASES.lines() {
        let case = value::read(line).unwrap();
        let service = api::service(text(&case, "s")).unwrap();
        let operation = service.operation_named(text(&case, "o")).unwrap();
        let name = format!("{}:{}", service.name, operation.name);
        let parameters = case.get("p").unwrap();
        let request = write(service, operation, parameters, Spelling::Sdk)
            .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(request.method, text(&case, "m"), "{name}");
        let (path, fixed) = text(&case, "u")
            .split_once('?')
            .unwrap_or((text(&case, "u"), ""));
        assert_eq!(request.path, path, "{name}");
        let mut query = pairs(case.get("q").unwrap());
        query.extend(split(fixed));
        assert_eq!(sorted(request.query.clone()), sorted(query), "{name}");
        for (header, wanted) in case.get("h").and_then(Value::as_object).unwrap().iter() {
            // It asks for the codes that errors had in the query protocol; the names of the new one are enough.
            if &**header == "x-amzn-query-mode" {
                continue;
            }
            let found = request
                .headers
                .iter()
                .find(|(given, _)| **given == **header);
            let found = found.map(|(_, value)| value.as_str());
            assert_eq!(found, wanted.as_str(), "{name}: {header}");
        }
        let body = std::str::from_utf8(&request.body).unwrap();
        let wanted = case.get("b").unwrap();
        match service.protocol {
            Protocol::Query | Protocol::Ec2 => {
                assert_eq!(
                    sorted(split(body).collect()),
                    sorted(pairs(wanted)),
                    "{name}"
                );
            }
            Protocol::RestXml => {
                assert_eq!(body, plain_xml(wanted.as_str().unwrap()), "{name}");
            }
            _ => match value::read(wanted.as_str().unwrap()) {
                Ok(wanted) => assert_eq!(value::read(body).ok(), Some(wanted), "{name}"),
                Err(_) => assert_eq!(body, wanted.as_str().unwrap(), "{name}"),
            },
        }
        count += 1;
    }
    assert!(count > 500, "{count} requests are compared");
}
