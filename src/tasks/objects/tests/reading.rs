//! Items that are read.

use super::super::MemoryStore;
use super::{failed, format, gives, items, items_of, read_all};
use crate::asl::{CsvDelimiter, InputType, ItemFormat, ManifestType};

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
