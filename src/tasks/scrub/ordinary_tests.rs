//! What ordinary data are left as they are: definitions, and what AWS gave when it was recorded.

use super::Scrubber;
use super::accounts::{STAND_IN, numbers};
use crate::source::yaml;
use crate::value::{Value, read};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of JSON in a folder and the folders in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json" || extension == "yaml")
        {
            found.push(path);
        }
    }
}

/// Texts that are others, each with what it was.
fn differences(was: &Value, is: &Value, found: &mut Vec<(String, String)>) {
    match (was, is) {
        (Value::Array(was), Value::Array(is)) => {
            for (was, is) in was.iter().zip(is.iter()) {
                differences(was, is, found);
            }
        }
        (Value::Object(was), Value::Object(is)) => {
            for ((key, was), (other, is)) in was.iter().zip(is.iter()) {
                differences(&key.clone().into(), &other.clone().into(), found);
                differences(was, is, found);
            }
        }
        _ if was == is => {}
        _ => found.push((was.to_compact_json(), is.to_compact_json())),
    }
}

/// What becomes other texts in the files of a folder, each with what it is then. Accounts are no other text.
fn struck_out_of(folder: &Path) -> BTreeMap<String, String> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    assert!(!paths.is_empty(), "{}", folder.display());
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("it reads");
        let value = match path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            true => yaml::read(&text).root.map(|root| root.to_value()),
            // Some files of the suites are to be refused.
            false => read(&text).ok(),
        };
        if let Some(value) = value {
            differences(&value, &Scrubber::default().value(&value), &mut found);
        }
    }
    found.retain(|(was, is)| with_one_account(was) != with_one_account(is));
    found.into_iter().collect()
}

fn with_one_account(text: &str) -> String {
    let mut text = text.to_owned();
    for at in numbers(&text.clone()) {
        text.replace_range(at, STAND_IN);
    }
    text
}

#[test]
fn definitions_and_their_mocks_stay_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
    assert_eq!(struck_out_of(&folder), BTreeMap::new());
}

/// LocalStack's snapshots of what AWS gave: 1,068 cases with requests, results, errors and histories.
#[test]
fn what_aws_gave_stays_as_it_is() {
    #[expect(clippy::disallowed_methods, reason = "a test reads where its data lie")]
    let root = std::env::var("SFNRUN_SHARED");
    let root = root.map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    let folder = root.join("conformance/aws");
    if !folder.exists() {
        eprintln!("left out: what AWS gave: {} is not there", folder.display());
        return;
    }
    let found = struck_out_of(&folder);
    // Task tokens, and what a secret of Secrets Manager holds.
    let secrets = [
        "\"<<task_token>:1>\"",
        "\"HelloWorld\"",
        "\"NoSuchTaskToken\"",
        "\"a_task_token\"",
        "\"abcd123\"",
        "\"plain_text\"",
    ];
    assert_eq!(found.keys().collect::<Vec<_>>(), secrets);
    assert!(found.values().all(|is| is == "\"***\""), "{found:?}");
}
