//! Distributed Maps over a folder that stands for S3, as the program runs them.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Reads a CSV, fails where `n` is 2, and writes the results.
fn machine(tolerated: u32) -> Value {
    json!({
        "StartAt": "Each",
        "States": {
            "Each": {
                "Type": "Map",
                "Label": "Rows",
                "MaxConcurrency": 1,
                "ToleratedFailureCount": tolerated,
                "ItemReader": {
                    "Resource": "arn:aws:states:::s3:getObject",
                    "ReaderConfig": { "InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW" },
                    "Parameters": { "Bucket": "in", "Key.$": "$.key" }
                },
                "ItemProcessor": {
                    "ProcessorConfig": { "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" },
                    "StartAt": "Which",
                    "States": {
                        "Which": {
                            "Type": "Choice",
                            "Choices": [{ "Variable": "$.n", "StringEquals": "2", "Next": "Refuse" }],
                            "Default": "Keep"
                        },
                        "Refuse": { "Type": "Fail", "Error": "Two", "Cause": "no twos" },
                        "Keep": { "Type": "Pass", "End": true }
                    }
                },
                "ResultWriter": {
                    "Resource": "arn:aws:states:::s3:putObject",
                    "Parameters": { "Bucket": "out", "Prefix": "jobs" },
                    "WriterConfig": { "Transformation": "COMPACT", "OutputType": "JSON" }
                },
                "End": true
            }
        }
    })
}

/// A folder with the machine, and `s3/in/rows.csv` of four rows.
fn folder(tolerated: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    fs::create_dir_all(folder.path().join("s3/in")).expect("writable");
    put("map.asl.json", &machine(tolerated).to_string());
    put("s3/in/rows.csv", "n\n1\n2\n3\n4\n");
    folder
}

fn sfnrun(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    command.args(arguments).current_dir(folder);
    command.env("NO_COLOR", "1");
    command
        .output()
        .expect("the binary was built with the tests")
}

fn exec(folder: &Path, more: &[&str]) -> Output {
    let arguments = ["exec", "map.asl.json", "--input", r#"{"key":"rows.csv"}"#];
    sfnrun(folder, &[&arguments[..], more].concat())
}

fn read(path: &Path) -> Value {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// The folder of the results of the only Map Run.
fn results(folder: &Path) -> std::path::PathBuf {
    let mut runs = fs::read_dir(folder.join("s3/out/jobs")).expect("results");
    let run = runs.next().expect("a Map Run").expect("readable").path();
    assert!(runs.next().is_none());
    run
}

#[test]
fn results_are_written_and_the_output_names_their_manifest() {
    let folder = folder(1);
    let output = exec(folder.path(), &["--s3", "s3"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let run = results(folder.path());
    let uuid = run
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let arn = output["MapRunArn"].as_str().expect("an ARN");
    assert!(arn.ends_with(&format!("/Rows:{uuid}")), "{arn}");
    assert_eq!(
        output["ResultWriterDetails"],
        json!({ "Bucket": "out", "Key": format!("jobs/{uuid}/manifest.json") })
    );
    assert_eq!(
        read(&run.join("SUCCEEDED_0.json")),
        json!([{ "n": "1" }, { "n": "3" }, { "n": "4" }])
    );
    let failed = read(&run.join("FAILED_0.json"));
    assert_eq!(failed[0]["Input"], r#"{"n":"2"}"#);
    assert_eq!(failed[0]["Error"], "Two");
    let manifest = read(&run.join("manifest.json"));
    assert_eq!(manifest["MapRunArn"], arn);
    assert_eq!(manifest["ResultFiles"]["PENDING"], json!([]));
    let key = format!("jobs/{uuid}/SUCCEEDED_0.json");
    assert_eq!(manifest["ResultFiles"]["SUCCEEDED"][0]["Key"], key.as_str());
}

#[test]
fn a_map_run_that_fails_exports_what_it_did_not_start() {
    let folder = folder(0);
    let output = exec(folder.path(), &["--s3", "s3"]);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let run = results(folder.path());
    assert_eq!(read(&run.join("SUCCEEDED_0.json")), json!([{ "n": "1" }]));
    assert_eq!(read(&run.join("FAILED_0.json"))[0]["Error"], "Two");
    let pending = read(&run.join("PENDING_0.json"));
    let inputs: Vec<&Value> = pending
        .as_array()
        .expect("an array")
        .iter()
        .map(|entry| &entry["Input"])
        .collect();
    assert_eq!(inputs, [r#"{"n":"3"}"#, r#"{"n":"4"}"#]);
}

#[test]
fn without_a_folder_the_run_ends_and_says_what_to_give() {
    let folder = folder(0);
    let output = exec(folder.path(), &[]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(
        told.contains("the Map `Each` reads or writes objects, and nothing stands for S3"),
        "{told}"
    );
    assert!(told.contains("give `--s3 DIR`"), "{told}");
    let output = exec(folder.path(), &["--s3", "nowhere"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_cannot_be_read_ends_the_run() {
    let folder = folder(0);
    fs::write(folder.path().join("s3/in/rows.csv"), b"\x1f\x8b\x08\x00").expect("writable");
    let output = exec(folder.path(), &["--s3", "s3"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(4), "{told}");
    assert!(
        told.contains("s3://in/rows.csv, which is compressed with gzip"),
        "{told}"
    );
}

#[test]
fn a_scenario_reads_the_folder_and_leaves_it_as_it_is() {
    let folder = folder(0);
    let scenarios = "version: 1
definition: map.asl.json
scenarios:
  the results are too bad:
    s3: s3
    input: { key: rows.csv }
    expect: { error: States.ExceedToleratedFailureThreshold }
  there is no such object:
    s3: s3
    input: { key: none.csv }
    expect: { error: States.ItemReaderFailed, cause: 'The specified key does not exist. (Bucket: in, Key: none.csv)' }
";
    fs::write(folder.path().join("scenarios.yaml"), scenarios).expect("writable");
    let output = sfnrun(folder.path(), &["test"]);
    let told = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(!folder.path().join("s3/out").exists());
}
