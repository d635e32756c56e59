//! What the optimised integrations tell of the HTTP answer.

use crate::value::{Object, Value};

/// Names that the services of AWS write with other letters than small ones. The connection gives small ones alone.
const WRITTEN: [&str; 9] = [
    "Server",
    "Date",
    "Content-Type",
    "Content-Length",
    "Connection",
    "X-Amzn-Trace-Id",
    "X-Amz-Executed-Version",
    "x-amzn-RequestId",
    "x-amzn-Remapped-Content-Length",
];

/// `SdkHttpMetadata`: all headers as lists, the last of each name, and the status.
pub(super) fn http(status: u16, headers: &[(String, String)]) -> Value {
    let mut all = Object::new();
    let mut last = Object::new();
    for (name, value) in headers {
        let name = written(name);
        let mut values: Vec<Value> = all
            .get(name)
            .and_then(Value::as_array)
            .map_or_else(Vec::new, |values| values.to_vec());
        values.push(value.as_str().into());
        all.insert(name, values.into());
        last.insert(name, value.as_str().into());
    }
    let members: Object = [
        ("AllHttpHeaders", Value::from(all)),
        ("HttpHeaders", Value::from(last)),
        ("HttpStatusCode", Value::from(i64::from(status))),
    ]
    .into_iter()
    .collect();
    members.into()
}

/// `SdkResponseMetadata`: the id of the request.
pub(super) fn response(request_id: Option<&str>) -> Value {
    let members: Object = request_id
        .map(|id| ("RequestId", Value::from(id)))
        .into_iter()
        .collect();
    members.into()
}

fn written(name: &str) -> &str {
    WRITTEN
        .into_iter()
        .find(|written| written.eq_ignore_ascii_case(name))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value;

    #[test]
    fn metadata_looks_as_recorded() {
        // Recorded: services/dynamodb_task_service.base_integrations~DYNAMODB_PUT_QUERY.
        let headers = [
            ("server", "Server"),
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amzn-requestid", "R1"),
            ("x-amz-crc32", "2745614147"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let expected = r#"{
            "AllHttpHeaders": {
                "Server": ["Server"],
                "Content-Type": ["application/x-amz-json-1.0"],
                "x-amzn-RequestId": ["R1"],
                "x-amz-crc32": ["2745614147"]
            },
            "HttpHeaders": {
                "Server": "Server",
                "Content-Type": "application/x-amz-json-1.0",
                "x-amzn-RequestId": "R1",
                "x-amz-crc32": "2745614147"
            },
            "HttpStatusCode": 200
        }"#;
        assert_eq!(http(200, &headers), value::read(expected).unwrap());
        assert_eq!(response(Some("R1")).to_json(), r#"{"RequestId":"R1"}"#);
    }
}
