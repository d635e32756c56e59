//! `definitions/review-with-fallback/batch`

use super::{
    everything_is_used, folder, read_definition, scenarios_pass, sfnrun, transcript, validated,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const SYSTEM: &str = "review-with-fallback/batch";
const DEFINITIONS: [&str; 2] = ["batch.asl.json", "batch-csv.asl.json"];

#[test]
fn every_scenario_passes() {
    scenarios_pass(SYSTEM, 9);
}

#[test]
fn every_definition_and_every_case_is_used() {
    everything_is_used(SYSTEM);
}

#[test]
fn the_readme_prints_what_comes_out() {
    transcript::holds("definitions/review-with-fallback/batch/README.md");
}

/// The figures of the published description: 500 at a time, five documents a child, results to S3. The two forms differ in
/// where the documents are listed, and in nothing else.
#[test]
fn both_forms_have_the_published_figures() {
    let [mut folder, csv] = DEFINITIONS.map(|name| read_definition(SYSTEM, name));
    for definition in [&folder, &csv] {
        let map = &definition["States"]["SummarizeDocuments"];
        assert_eq!(map["MaxConcurrency"], 500);
        assert_eq!(map["ItemBatcher"]["MaxItemsPerBatch"], 5);
        assert_eq!(
            map["ItemProcessor"]["ProcessorConfig"]["Mode"],
            "DISTRIBUTED"
        );
        assert_eq!(
            map["ResultWriter"]["Resource"],
            "arn:aws:states:::s3:putObject"
        );
    }
    folder["Comment"] = csv["Comment"].clone();
    folder["States"]["SummarizeDocuments"]["ItemReader"] =
        csv["States"]["SummarizeDocuments"]["ItemReader"].clone();
    assert_eq!(folder, csv);
}

#[test]
fn validate_finds_nothing() {
    for name in DEFINITIONS {
        assert_eq!(validated(SYSTEM, name, &[]), Vec::<String>::new(), "{name}");
    }
}

/// The results are in S3: a line for each of the twelve documents, whichever child it was in.
#[test]
fn the_results_are_written() {
    let s3 = tempfile::tempdir().expect("a folder");
    copy(&folder(SYSTEM).join("s3"), s3.path());
    let root = format!("definitions/{SYSTEM}");
    let output = sfnrun(&[
        "exec",
        &format!("{root}/batch.asl.json"),
        "--input",
        &format!("{root}/inputs/folder.json"),
        "--mocks",
        &format!("{root}/mocks.yaml#document-gone"),
        "--s3",
        &s3.path().to_string_lossy(),
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let manifest = output["Results"]["ResultWriterDetails"]["Key"]
        .as_str()
        .expect("a key");
    let results = s3.path().join("results-123456789012").join(manifest);
    let lines = fs::read_to_string(results.with_file_name("SUCCEEDED_0.jsonl")).expect("results");
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert_eq!(lines.len(), 12);
    let failed: Vec<&Value> = lines
        .iter()
        .filter(|line| line["Status"] == "FAILED")
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["Key"], "incoming/loan-0077.txt");
    assert_eq!(failed[0]["Error"], "S3.NoSuchKeyException");
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target: PathBuf = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&target).expect("the folder can be made");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("the file can be copied");
        }
    }
}
