//! Distributed Maps over S3 as moto has it, which `SFNRUN_MOTO` names by its URL.

use super::{exec, machine, output};
use crate::aws_exec::{runtime, told};
use crate::moto_server;
use serde_json::{Value, json};
use sfnrun::aws::{Call, Client, Credentials, Options};
use sfnrun::services::api::Spelling;

/// What is read in each way: reader, and the items that it gives.
fn ways() -> Vec<(&'static str, Value, Value)> {
    let object = |key: &str, config: Value| {
        json!({
            "Resource": "arn:aws:states:::s3:getObject",
            "ReaderConfig": config,
            "Parameters": { "Bucket": "sfnrun-maps", "Key": key }
        })
    };
    let rows = json!([{ "n": "1" }, { "n": "2" }]);
    let csv = json!({ "InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW" });
    let athena = json!({
        "InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW", "ManifestType": "ATHENA_DATA"
    });
    vec![
        ("CSV", object("rows.csv", csv), rows.clone()),
        (
            "JSON at a pointer",
            object(
                "all.json",
                json!({ "InputType": "JSON", "ItemsPointer": "/a/b" }),
            ),
            json!([1, [2], "é"]),
        ),
        (
            "JSONL",
            object("lines.jsonl", json!({ "InputType": "JSONL" })),
            json!([1, { "a": 2 }]),
        ),
        (
            "an inventory",
            object("manifest.json", json!({ "InputType": "MANIFEST" })),
            json!([
                { "Bucket": "b", "Key": "k" }
            ]),
        ),
        ("an Athena manifest", object("athena.csv", athena), rows),
        (
            "an empty object",
            object("empty.jsonl", json!({ "InputType": "JSONL" })),
            json!([]),
        ),
        (
            "what a listing names",
            json!({
                "Resource": "arn:aws:states:::s3:listObjectsV2",
                "ReaderConfig": { "InputType": "JSON", "Transformation": "LOAD_AND_FLATTEN" },
                "Parameters": { "Bucket": "sfnrun-maps", "Prefix": "many/" }
            }),
            (0..40).collect(),
        ),
    ]
}

fn objects() -> Vec<(String, String)> {
    let inventory = json!({
        "destinationBucket": "arn:aws:s3:::sfnrun-maps", "fileFormat": "CSV", "fileSchema": "Bucket, Key",
        "files": [{ "key": "data.csv" }]
    });
    let mut objects: Vec<(String, String)> = [
        ("rows.csv", "n\n1\n2\n"),
        ("all.json", r#"{"a":{"b":[1,[2],"é"]}}"#),
        ("lines.jsonl", "1\n{\"a\":2}\n"),
        ("data.csv", "\"b\",\"k\"\n"),
        ("athena.csv", "s3://sfnrun-maps/rows.csv\n"),
        ("empty.jsonl", ""),
    ]
    .into_iter()
    .map(|(key, content)| (key.to_owned(), content.to_owned()))
    .collect();
    objects.push(("manifest.json".to_owned(), inventory.to_string()));
    objects.extend((0..40).map(|number| (format!("many/{number:02}"), format!("[{number}]"))));
    objects
}

#[test]
fn maps_read_and_write_s3_of_moto() {
    let ways = ways();
    let Some(moto) = moto_server::alone() else {
        eprintln!(
            "{} readers and a writer are left out: `SFNRUN_MOTO` names no moto server",
            ways.len()
        );
        return;
    };
    let runtime = runtime();
    let client = Client::new(Options {
        region: Some("eu-west-1".to_owned()),
        endpoint_url: Some(moto.url.clone()),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    });
    let call = |action: &str, parameters: Value| -> Value {
        let parameters = sfnrun::value::read(&parameters.to_string()).expect("JSON");
        // Bodies are sent as they are.
        let call = Call {
            spelling: Spelling::Optimised,
            ..Call::new("s3", action, parameters)
        };
        let answer = runtime.block_on(client.call(call));
        let result = answer.expect("moto answers").result.to_json();
        serde_json::from_str(&result).expect("JSON")
    };
    call("createBucket", json!({ "Bucket": "sfnrun-maps" }));
    for (key, content) in objects() {
        call(
            "putObject",
            json!({ "Bucket": "sfnrun-maps", "Key": key, "Body": content }),
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let options = ["--aws", "--yes", "--endpoint-url", &moto.url];
    for (what, reader, expected) in ways {
        let mut state = super::each(0);
        state["ItemReader"] = reader;
        state["ItemProcessor"]["StartAt"] = "Keep".into();
        state["ItemProcessor"]["States"] = json!({ "Keep": { "Type": "Pass", "End": true } });
        state["ResultWriter"]["Parameters"] = json!({ "Bucket": "sfnrun-maps", "Prefix": "out" });
        let run = exec(folder.path(), &machine(state), &options);
        assert_eq!(run.status.code(), Some(0), "{what}: {}", told(&run));
        let details = &output(&run)["ResultWriterDetails"];
        let read = |key: &str| -> Value {
            let object = call(
                "getObject",
                json!({ "Bucket": details["Bucket"], "Key": key }),
            );
            let body = object["Body"].as_str().expect("a text");
            serde_json::from_str(body).expect("JSON")
        };
        let manifest = read(details["Key"].as_str().expect("a key"));
        let written = match &manifest["ResultFiles"]["SUCCEEDED"][0]["Key"] {
            Value::String(key) => read(key),
            _ => json!([]),
        };
        assert_eq!(written, expected, "{what}");
    }
}
