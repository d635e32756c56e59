//! Items and results, over objects in memory and in a folder.

use super::{FolderStore, ItemStreams, MemoryStore, ObjectStore, OverlayStore, StoreError};
use crate::asl::{
    CsvDelimiter, InputType, ItemFormat, ManifestType, Resource, StateId, Transformation,
    WriterConfig,
};
use crate::base::Timestamp;
use crate::engine::{
    ChildResult, Item, Outcome, ReadRequest, ReaderId, Status, WriteRequest, WriterId,
};
use crate::tasks::{ItemFault, ItemStore, Served};
use crate::value::{Value, read};
use std::fs;
use std::io::{Read, Write};

fn json(text: &str) -> Value {
    read(text).unwrap()
}

fn format(input_type: InputType) -> ItemFormat {
    ItemFormat {
        input_type: Some(input_type),
        ..ItemFormat::default()
    }
}

/// The items that a reader gives, two at a time; its fault where it fails.
fn read_all(
    store: impl ObjectStore + 'static,
    action: &str,
    parameters: &str,
    format: ItemFormat,
) -> Result<Vec<Item>, String> {
    let mut streams = ItemStreams::new(store);
    let reader = ReaderId(3);
    let request = ReadRequest {
        reader,
        state: StateId(0),
        state_name: "Each".into(),
        resource: Resource::parse(&format!("arn:aws:states:::s3:{action}")),
        parameters: json(parameters),
        format,
    };
    let text = |fault: ItemFault| fault.to_string();
    streams.open_reader(&request).map_err(text)?;
    let mut all = Vec::new();
    loop {
        let Served::Now((items, last)) = streams.read(reader, 2).map_err(text)? else {
            panic!("a store in memory answers at once");
        };
        assert!(items.len() <= 2);
        all.extend(items);
        if last {
            return Ok(all);
        }
    }
}

/// The items that a reader gives, as JSON; its fault where it fails.
fn items_of(
    store: impl ObjectStore + 'static,
    action: &str,
    parameters: &str,
    format: ItemFormat,
) -> Result<Vec<String>, String> {
    let items = read_all(store, action, parameters, format)?;
    Ok(items
        .iter()
        .map(|item| item.value.to_compact_json())
        .collect())
}

/// The items of an object.
fn items(content: impl Into<Vec<u8>>, format: ItemFormat) -> Result<Vec<String>, String> {
    let store = MemoryStore::default();
    store.put("b", "k", content);
    items_of(store, "getObject", r#"{"Bucket":"b","Key":"k"}"#, format)
}

fn failed(cause: &str) -> Result<Vec<String>, String> {
    Err(format!("States.ItemReaderFailed: {cause}"))
}

fn gives(items: &[&str]) -> Result<Vec<String>, String> {
    Ok(items.iter().map(|&item| item.to_owned()).collect())
}

#[test]
fn reads_json_arrays() {
    let json = || format(InputType::Json);
    assert_eq!(items(" [ ] ", json()), gives(&[]));
    assert_eq!(
        items("\u{feff}[1, \"a,]\\\"\" ,{\"x\":[2,{}]}]\n", json()),
        gives(&["1", "\"a,]\\\"\"", "{\"x\":[2,{}]}"])
    );
    for content in ["{\"Hello\": \"world\"}", "1", "\"[1]\"", "null"] {
        assert_eq!(
            items(content, json()),
            failed("Attempting to map over non-iterable node.")
        );
    }
}

#[test]
fn goes_to_the_array_that_a_pointer_names() {
    let at = |content: &str, pointer: &str| {
        let format = ItemFormat {
            items_pointer: Some(pointer.into()),
            ..format(InputType::Json)
        };
        items(content, format)
    };
    let content = r#"{"x":"\"[{","a/b":[0,{"m~n":{"é":[1,2]}}],"rest": never read"#;
    assert_eq!(at(content, "/a~1b/1/m~0n/é"), gives(&["1", "2"]));
    let not_iterable = failed("Attempting to map over non-iterable node.");
    for pointer in ["/x", "/a~1b/0", "/a~1b/7", "/a~1b/01", "/a~1b/1/m~0n/o"] {
        assert_eq!(at(content, pointer), not_iterable, "{pointer}");
    }
    assert_eq!(
        at("[1]", "a"),
        failed("`a` is no JSON pointer: it has to begin with `/`")
    );
}

#[test]
fn tells_where_json_is_broken() {
    let cases = [
        ("", 0, "expected a JSON value, found the end"),
        ("[1,]", 3, "expected a JSON value"),
        ("[1 2]", 3, "expected the end of the JSON text"),
        ("[1}", 2, "expected `,` or `]`"),
        ("[1,", 3, "expected a JSON value"),
        ("[1", 2, "the text ends inside an array or object"),
        ("[1] x", 4, "expected the end of the JSON text"),
        ("hello", 0, "expected a JSON value"),
    ];
    for (content, offset, message) in cases {
        assert_eq!(
            items(content, format(InputType::Json)),
            failed(&format!("s3://b/k is no JSON at byte {offset}: {message}")),
            "{content}"
        );
    }
    assert_eq!(
        items(b"[\"a\xff\"]", format(InputType::Json)),
        failed("s3://b/k is not UTF-8 at byte 3")
    );
}

#[test]
fn reads_json_lines() {
    let lines = || format(InputType::JsonLines);
    assert_eq!(
        items("{\"a\":1}\r\n\n  \n[2]\n3", lines()),
        gives(&["{\"a\":1}", "[2]", "3"])
    );
    assert_eq!(
        items("1\n\n{a}", lines()),
        failed("line 3 of s3://b/k is no JSON: expected a key in double quotes")
    );
}

#[test]
fn reads_csv_as_recorded() {
    // scenarios/base_scenarios.map_item_reader_base_csv_headers_first_line
    let rows = "Col1,Col2,Col3\nValue1,Value2,Value3\n,,,\ntrue,1,'HelloWorld'\nNull,None,\n   \n";
    let expected = gives(&[
        r#"{"Col1":"Value1","Col2":"Value2","Col3":"Value3"}"#,
        r#"{"Col1":"","Col2":"","Col3":""}"#,
        r#"{"Col1":"true","Col2":"1","Col3":"'HelloWorld'"}"#,
        r#"{"Col1":"Null","Col2":"None","Col3":""}"#,
        r#"{"Col1":"   ","Col2":"","Col3":""}"#,
    ]);
    assert_eq!(items(rows, format(InputType::Csv)), expected);
    let carriage_returns = format!("\u{feff}{}", rows.replace('\n', "\r\n"));
    assert_eq!(items(carriage_returns, format(InputType::Csv)), expected);
    // scenarios/base_scenarios.map_item_reader_csv_headers_decl_extra_fields, …_duplicate_headers
    let given = |headers: &[&str]| ItemFormat {
        csv_headers: Some(headers.iter().map(|&header| header.into()).collect()),
        ..format(InputType::Csv)
    };
    assert_eq!(
        items("Value1,Value2\n", given(&["H1"])),
        gives(&[r#"{"H1":"Value1"}"#])
    );
    let duplicates = failed("CSV headers cannot contain duplicates.");
    assert_eq!(items("1", given(&["H1", "H1"])), duplicates);
    assert_eq!(items("a,a\n1,2", format(InputType::Csv)), duplicates);
}

#[test]
fn reads_csv_of_every_delimiter() {
    for (csv_delimiter, content) in [
        (CsvDelimiter::Comma, "a,b\n\"1\n2\",|"),
        (CsvDelimiter::Pipe, "a|b\r\"1\r2\"|\\|"),
        (CsvDelimiter::Semicolon, "a;b\n\"1\n2\";|"),
        (CsvDelimiter::Space, "a b\n\"1\n2\" |"),
        (CsvDelimiter::Tab, "a\tb\n\"1\n2\"\t|"),
    ] {
        let format = ItemFormat {
            csv_delimiter,
            ..format(InputType::Csv)
        };
        let expected = gives(&[r#"{"a":"1\n2","b":"|"}"#]);
        assert_eq!(items(content, format), expected, "{csv_delimiter:?}");
    }
}

#[test]
fn tells_what_is_wrong_with_csv() {
    assert_eq!(items("", format(InputType::Csv)), gives(&[]));
    assert_eq!(
        items("a\n1\n\"2\n3", format(InputType::Csv)),
        failed("the quoted field that begins in line 3 of s3://b/k has no end")
    );
    assert_eq!(
        items(b"a\n1\n\xff", format(InputType::Csv)),
        failed("s3://b/k is not UTF-8 at byte 4")
    );
    assert_eq!(
        items("x".repeat(11_000), format(InputType::Csv)),
        failed("the CSV headers of s3://b/k are larger than 10 KiB")
    );
    assert_eq!(
        items(
            "a\n".to_owned() + &"x".repeat(17 << 20),
            format(InputType::Csv)
        ),
        failed("an item of s3://b/k is longer than 16 MiB (at byte 2)")
    );
}

#[test]
fn what_cannot_be_read_here_is_no_failure_of_the_map() {
    let unsupported = |text: &str| Err(format!("{text} is not supported"));
    assert_eq!(
        items("PAR1", format(InputType::Parquet)),
        unsupported("a Map over a Parquet file")
    );
    assert_eq!(
        items(b"\x1f\x8b\x08", format(InputType::Csv)),
        unsupported("a Map over s3://b/k, which is compressed with gzip")
    );
    assert_eq!(
        items(r#"{"fileFormat":"ORC"}"#, format(InputType::Manifest)),
        unsupported("a Map over an S3 inventory in the format ORC")
    );
    assert_eq!(
        items_of(
            MemoryStore::default(),
            "listObjectsV2",
            r#"{"Bucket":"b","Delimiter":"/"}"#,
            ItemFormat::default()
        ),
        unsupported("a Map over a listing with `Delimiter`")
    );
}

#[test]
fn tells_of_objects_that_are_not_there() {
    let store = MemoryStore::default();
    store.make_bucket("b");
    let read = |parameters| {
        items_of(
            store.clone(),
            "getObject",
            parameters,
            format(InputType::Csv),
        )
    };
    assert_eq!(
        read(r#"{"Bucket":"c","Key":"k"}"#),
        failed("The specified bucket does not exist (Bucket: c)")
    );
    assert_eq!(
        read(r#"{"Bucket":"b","Key":"k"}"#),
        failed("The specified key does not exist. (Bucket: b, Key: k)")
    );
    assert_eq!(
        read(r#"{"Bucket":"b","Key":1}"#),
        failed("the ItemReader needs a text for `Key`")
    );
}

#[test]
fn lists_objects_as_the_guide_shows_them() {
    let store = MemoryStore::default();
    store.put("b", "in/1.txt", "Hello");
    store.put("b", "in/2.txt", "");
    store.put("b", "out/1.txt", "");
    let listed = items_of(
        store,
        "listObjectsV2",
        r#"{"Bucket":"b","Prefix":"in/"}"#,
        ItemFormat::default(),
    );
    // The MD5 digests of `Hello` and of nothing are known.
    let expected = gives(&[
        r#"{"Etag":"\"8b1a9953c4611296a827abf8c47804d7\"","Key":"in/1.txt","LastModified":0,"Size":5,"StorageClass":"STANDARD"}"#,
        r#"{"Etag":"\"d41d8cd98f00b204e9800998ecf8427e\"","Key":"in/2.txt","LastModified":0,"Size":0,"StorageClass":"STANDARD"}"#,
    ]);
    assert_eq!(listed, expected);
}

#[test]
fn reads_many_objects_as_one() {
    let store = MemoryStore::default();
    store.put("b", "in/1", "[1,2]");
    store.put("b", "in/2", "[]");
    store.put("b", "in/3", "[3]");
    let format = ItemFormat {
        load_and_flatten: true,
        ..format(InputType::Json)
    };
    let parameters = r#"{"Bucket":"b","Prefix":"in/"}"#;
    let listed = items_of(store, "listObjectsV2", parameters, format);
    assert_eq!(listed, gives(&["1", "2", "3"]));
}

/// The developer guide, "Accessing execution data from the Context object": a listing has the URI of the bucket for a source,
/// everything else that of the object.
#[test]
fn items_know_where_they_come_from() {
    let store = MemoryStore::default();
    store.put("b", "in/1", "[1]");
    store.put("b", "in/2", "[2]");
    store.put("b", "athena.csv", "s3://b/in/1\n");
    let sources = |action: &str, parameters: &str, format: ItemFormat| -> Vec<String> {
        let items = read_all(store.clone(), action, parameters, format).unwrap();
        items.iter().map(|item| item.source.to_string()).collect()
    };
    let one = r#"{"Bucket":"b","Key":"in/2"}"#;
    let listing = r#"{"Bucket":"b","Prefix":"in/"}"#;
    assert_eq!(
        sources("getObject", one, format(InputType::Json)),
        ["S3://b/in/2"]
    );
    assert_eq!(
        sources("listObjectsV2", listing, ItemFormat::default()),
        ["S3://b", "S3://b"]
    );
    let flattened = ItemFormat {
        load_and_flatten: true,
        ..format(InputType::Json)
    };
    assert_eq!(
        sources("listObjectsV2", listing, flattened),
        ["S3://b/in/1", "S3://b/in/2"]
    );
    let manifest = ItemFormat {
        manifest_type: Some(ManifestType::AthenaData),
        ..format(InputType::Json)
    };
    let athena = r#"{"Bucket":"b","Key":"athena.csv"}"#;
    assert_eq!(sources("getObject", athena, manifest), ["S3://b/in/1"]);
}

#[test]
fn reads_manifests() {
    let store = MemoryStore::default();
    let manifest = r#"{"sourceBucket":"s","destinationBucket":"arn:aws:s3:::d","fileFormat":"CSV",
        "fileSchema":"Bucket, Key, Size","files":[{"key":"data/1.csv"},{"key":"data/2.csv"}]}"#;
    store.put("b", "manifest.json", manifest);
    store.put("d", "data/1.csv", "\"s\",\"k1\",\"10\"\n");
    store.put("d", "data/2.csv", "\"s\",\"k2\",\"20\"\n");
    let parameters = r#"{"Bucket":"b","Key":"manifest.json"}"#;
    let expected = gives(&[
        r#"{"Bucket":"s","Key":"k1","Size":"10"}"#,
        r#"{"Bucket":"s","Key":"k2","Size":"20"}"#,
    ]);
    for format in [
        format(InputType::Manifest),
        ItemFormat {
            manifest_type: Some(ManifestType::S3Inventory),
            ..ItemFormat::default()
        },
    ] {
        let read = items_of(store.clone(), "getObject", parameters, format);
        assert_eq!(read, expected);
    }
    store.put(
        "b",
        "athena.csv",
        "s3://d/1.jsonl\n\n\"s3://d/2.jsonl\"\nnowhere\n",
    );
    store.put("d", "1.jsonl", "1\n2\n");
    store.put("d", "2.jsonl", "3\n");
    let format = ItemFormat {
        manifest_type: Some(ManifestType::AthenaData),
        ..format(InputType::JsonLines)
    };
    let parameters = r#"{"Bucket":"b","Key":"athena.csv"}"#;
    assert_eq!(
        items_of(store, "getObject", parameters, format),
        failed("s3://b/athena.csv is no Athena data manifest: line 4 is no `s3://bucket/key`")
    );
}

fn child(name: &str, status: Status, output: Option<&str>) -> ChildResult {
    ChildResult {
        writer: WriterId(1),
        name: name.into(),
        execution_arn: format!("arn:aws:states:us-east-1:1:execution:m/L:{name}").into(),
        state_machine_arn: "arn:aws:states:us-east-1:1:stateMachine:m/L".into(),
        input: json("{\"a\": 1}"),
        started: Timestamp(0),
        stopped: Timestamp(1500),
        outcome: Outcome {
            status,
            output: output.map(json),
            error: (status == Status::Failed).then(|| "Oops".into()),
            cause: (status == Status::Failed).then(|| "it broke".into()),
            failure: None,
        },
    }
}

/// Opens a writer to the bucket `b`, which is there.
fn writing(store: &MemoryStore, config: WriterConfig, prefix: &str) -> ItemStreams {
    store.make_bucket("b");
    let mut streams = ItemStreams::new(store.clone());
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: json(&format!(r#"{{"Bucket":"b","Prefix":"{prefix}"}}"#)),
        config,
        map_run_arn: "arn:aws:states:us-east-1:1:mapRun:m/L:uuid".into(),
    };
    streams.open_writer(&request).unwrap();
    streams
}

fn content(store: &MemoryStore, key: &str) -> String {
    let bytes = store.get("b", key).unwrap_or_else(|| panic!("no {key}"));
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The shapes are those of the developer guide, "ResultWriter (Map)"; the output is recorded in
/// scenarios/base_scenarios.map_state_result_writer.
#[test]
fn writes_results_as_the_guide_shows_them() {
    let store = MemoryStore::default();
    let mut streams = writing(&store, WriterConfig::default(), "jobs");
    streams
        .write(&child("one", Status::Succeeded, Some("[1]")))
        .unwrap();
    streams.write(&child("two", Status::Failed, None)).unwrap();
    streams
        .write(&child("three", Status::Succeeded, Some("2")))
        .unwrap();
    streams.write_pending(WriterId(1), &json("[7]")).unwrap();
    assert!(store.keys("b").is_empty(), "nothing is there until all is");
    let details = json(r#"{"Bucket":"b","Key":"jobs/uuid/manifest.json"}"#);
    assert_eq!(
        streams.close_writer(WriterId(1)).unwrap(),
        Served::Now(details)
    );
    let succeeded = content(&store, "jobs/uuid/SUCCEEDED_0.json");
    let entries = json(&succeeded);
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(
        entries[0],
        json(
            r#"{"ExecutionArn":"arn:aws:states:us-east-1:1:execution:m/L:one","Input":"{\"a\": 1}",
            "InputDetails":{"Included":true},"Name":"one","Output":"[1]","OutputDetails":{"Included":true},
            "RedriveCount":0,"RedriveStatus":"NOT_REDRIVABLE",
            "RedriveStatusReason":"Execution is SUCCEEDED and cannot be redriven.",
            "StartDate":"1970-01-01T00:00:00.000Z","StateMachineArn":"arn:aws:states:us-east-1:1:stateMachine:m/L",
            "Status":"SUCCEEDED","StopDate":"1970-01-01T00:00:01.500Z"}"#
        )
    );
    let failed = content(&store, "jobs/uuid/FAILED_0.json");
    let entry = json(&failed).as_array().unwrap()[0].clone();
    let text = |name: &str| entry.get(name).and_then(Value::as_str).map(str::to_owned);
    assert_eq!(text("Error").as_deref(), Some("Oops"));
    assert_eq!(text("Cause").as_deref(), Some("it broke"));
    assert_eq!(text("Status").as_deref(), Some("FAILED"));
    assert!(entry.get("Output").is_none());
    assert_eq!(
        content(&store, "jobs/uuid/PENDING_0.json"),
        r#"[{"Input":"[7]","InputDetails":{"Included":true},"Status":"PENDING"}]"#
    );
    let pending = content(&store, "jobs/uuid/PENDING_0.json").len();
    let expected = format!(
        r#"{{"DestinationBucket":"b","MapRunArn":"arn:aws:states:us-east-1:1:mapRun:m/L:uuid","ResultFiles":{{"FAILED":[{{"Key":"jobs/uuid/FAILED_0.json","Size":{}}}],"PENDING":[{{"Key":"jobs/uuid/PENDING_0.json","Size":{pending}}}],"SUCCEEDED":[{{"Key":"jobs/uuid/SUCCEEDED_0.json","Size":{}}}]}}}}"#,
        failed.len(),
        succeeded.len()
    );
    assert_eq!(content(&store, "jobs/uuid/manifest.json"), expected);
}

#[test]
fn transforms_results() {
    let written = |transformation, json_lines| {
        let store = MemoryStore::default();
        let config = WriterConfig {
            json_lines,
            transformation,
        };
        let mut streams = writing(&store, config, "");
        for output in ["[1,[2]]", "{ \"x\": 3 }", "[]"] {
            let result = child("one", Status::Succeeded, Some(output));
            streams.write(&result).unwrap();
        }
        streams.write(&child("two", Status::Failed, None)).unwrap();
        streams.close_writer(WriterId(1)).unwrap();
        let extension = if json_lines { "jsonl" } else { "json" };
        assert!(
            content(&store, &format!("uuid/FAILED_0.{extension}")).contains("Oops"),
            "of those that fail all is written"
        );
        content(&store, &format!("uuid/SUCCEEDED_0.{extension}"))
    };
    let compact = |json_lines| written(Transformation::Compact, json_lines);
    let flatten = |json_lines| written(Transformation::Flatten, json_lines);
    assert_eq!(compact(false), r#"[[1,[2]],{"x":3},[]]"#);
    assert_eq!(compact(true), "[1,[2]]\n{\"x\":3}\n[]\n");
    assert_eq!(flatten(false), r#"[1,[2],{"x":3}]"#);
    assert_eq!(flatten(true), "1\n[2]\n{\"x\":3}\n");
}

#[test]
fn begins_a_new_file_where_one_gets_too_large() {
    let store = MemoryStore::default();
    store.make_bucket("b");
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: Value::empty_object(),
        config: WriterConfig {
            transformation: Transformation::Compact,
            ..WriterConfig::default()
        },
        map_run_arn: "arn:aws:states:us-east-1:1:mapRun:m/L:uuid".into(),
    };
    let shared: std::sync::Arc<dyn ObjectStore> = std::sync::Arc::new(store.clone());
    let mut files =
        super::results::ResultFiles::new(shared, &request, "b".to_owned(), "p/").unwrap();
    files.roll_over_at(10);
    for _ in 0..3 {
        files
            .write(&child("one", Status::Succeeded, Some("12345")))
            .unwrap();
    }
    files.finish().unwrap();
    let keys: Vec<String> = (0..3)
        .map(|n| format!("p/uuid/SUCCEEDED_{n}.json"))
        .collect();
    assert_eq!(store.keys("b")[..3], keys[..]);
    assert_eq!(store.keys("b")[3], "p/uuid/manifest.json");
    assert!(keys.iter().all(|key| content(&store, key) == "[12345]"));
}

#[test]
fn a_place_that_cannot_be_written_fails_the_map_before_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let mut streams = ItemStreams::new(FolderStore::new(folder.path()));
    let request = WriteRequest {
        writer: WriterId(1),
        state: StateId(0),
        state_name: "Each".into(),
        parameters: json(r#"{"Bucket":"b","Prefix":"../x"}"#),
        config: WriterConfig::default(),
        map_run_arn: "x:uuid".into(),
    };
    let fault = streams.open_writer(&request).unwrap_err();
    let expected = "States.ResultWriterFailed: the key `../x/uuid/manifest.json` cannot be the path of a file in the folder of the bucket `b`: `.` and `..` would lead elsewhere";
    assert_eq!(fault.to_string(), expected);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_stands_for_s3() {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in [
        ("b/a-b", "1"),
        ("b/a/z", "22"),
        ("b/a/b/c", "333"),
        ("b/a0", ""),
        ("b/é", ""),
        ("other/x", ""),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let store = FolderStore::new(folder.path());
    let keys = |prefix: &str| -> Vec<(String, u64)> {
        let listed = store.list("b", prefix).unwrap();
        listed
            .map(|object| object.unwrap())
            .map(|object| (object.key, object.size))
            .collect()
    };
    // In the order of bytes `-` comes before `/`, and `0` after it.
    let all = [("a-b", 1), ("a/b/c", 3), ("a/z", 2), ("a0", 0), ("é", 0)];
    assert_eq!(keys(""), all.map(|(key, size)| (key.to_owned(), size)));
    assert_eq!(keys("a/b"), [("a/b/c".to_owned(), 3)]);
    assert_eq!(keys("a/"), [("a/b/c".to_owned(), 3), ("a/z".to_owned(), 2)]);
    assert_eq!(keys("b"), []);
    let mut content = String::new();
    store
        .open("b", "a/b/c")
        .unwrap()
        .read_to_string(&mut content)
        .unwrap();
    assert_eq!(content, "333");
}

#[test]
fn a_folder_keeps_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("s3/b/a")).unwrap();
    fs::write(folder.path().join("secret"), "x").unwrap();
    let store = FolderStore::new(folder.path().join("s3"));
    assert!(store.list("c", "").is_err());
    for key in [
        "",
        "/etc/passwd",
        "../../secret",
        "a/../../secret",
        "a//b",
        "a/",
        "./a",
        "a\\..\\b",
        "a\0",
    ] {
        let fault = store.open("b", key).err();
        assert!(
            matches!(fault, Some(StoreError::Key { .. })),
            "{key:?}: {fault:?}"
        );
        assert!(store.create("b", key).is_err(), "{key:?}");
    }
    for bucket in ["", ".", "..", "../s3", "/", "b/a", ".git"] {
        let fault = store.open(bucket, "a").err();
        assert!(
            matches!(fault, Some(StoreError::BucketName { .. })),
            "{bucket:?}: {fault:?}"
        );
    }
    assert!(matches!(
        store.open("b", "a").err(),
        Some(StoreError::NoSuchKey { .. })
    ));
    assert!(matches!(
        store.open("c", "a").err(),
        Some(StoreError::NoSuchBucket { .. })
    ));
}

#[test]
fn an_object_is_there_when_it_is_finished() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    let store = FolderStore::new(folder.path());
    let count = || store.list("b", "").unwrap().count();
    let files = || fs::read_dir(folder.path().join("b/x")).unwrap().count();
    let mut writer = store.create("b", "x/y").unwrap();
    writer.write_all(b"12").unwrap();
    assert_eq!((count(), files()), (0, 1));
    drop(writer);
    assert_eq!((count(), files()), (0, 0));
    let mut writer = store.create("b", "x/y").unwrap();
    writer.write_all(b"12").unwrap();
    writer.finish().unwrap();
    assert_eq!((count(), files()), (1, 1));
    assert_eq!(fs::read(folder.path().join("b/x/y")).unwrap(), b"12");
}

#[test]
fn an_overlay_changes_nothing_below() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("b")).unwrap();
    for name in ["1", "3"] {
        fs::write(folder.path().join("b").join(name), "below").unwrap();
    }
    let store = OverlayStore::new(FolderStore::new(folder.path()));
    for key in ["2", "3", "4"] {
        let mut writer = store.create("b", key).unwrap();
        writer.write_all(b"above!").unwrap();
        writer.finish().unwrap();
    }
    let listed = store.list("b", "").unwrap();
    let listed: Vec<_> = listed
        .map(|object| object.unwrap())
        .map(|object| (object.key, object.size))
        .collect();
    let expected = [("1", 5), ("2", 6), ("3", 6), ("4", 6)];
    assert_eq!(listed, expected.map(|(key, size)| (key.to_owned(), size)));
    let read = |key: &str| {
        let mut content = String::new();
        store
            .open("b", key)
            .unwrap()
            .read_to_string(&mut content)
            .unwrap();
        content
    };
    assert_eq!(
        (read("1").as_str(), read("3").as_str()),
        ("below", "above!")
    );
    assert_eq!(fs::read_dir(folder.path().join("b")).unwrap().count(), 2);
    store.create("new", "x").unwrap().finish().unwrap();
    assert_eq!(store.list("new", "").unwrap().count(), 1);
    assert!(!folder.path().join("new").exists());
}
