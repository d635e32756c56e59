//! `--fix`, `--diff` and `--statistics`.

use super::{folder, sfnrun_in};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// One fix that is safe (`type` for `Type`), and one that is not and shows when that is mended (`Nxt` for `Next`).
const SLIPS: &str = "{\n  // kept\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": {\"type\": \"Pass\", \"Nxt\": \"B\"},\n    \"B\": {\"Type\": \"Succeed\"}\n  }\n}\n";
const SAFE: &str = "{\n  // kept\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": {\"Type\": \"Pass\", \"Nxt\": \"B\"},\n    \"B\": {\"Type\": \"Succeed\"}\n  }\n}\n";
const ALL: &str = "{\n  // kept\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": {\"Type\": \"Pass\", \"Next\": \"B\"},\n    \"B\": {\"Type\": \"Succeed\"}\n  }\n}\n";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

#[test]
fn safe_fixes_are_applied_and_the_others_on_demand() {
    let place = folder(&[("a.jsonc", SLIPS)]);
    let said = sfnrun_in(place.path(), &["validate", "a.jsonc"]);
    assert!(
        said.err.ends_with("1 finding can be fixed with `--fix`\n"),
        "{}",
        said.err
    );
    let said = sfnrun_in(place.path(), &["validate", "--fix", "a.jsonc"]);
    assert_eq!(said.code, Some(1));
    assert_eq!(read(place.path(), "a.jsonc"), SAFE);
    assert!(said.err.contains("1 fixed, "), "{}", said.err);
    assert!(said.err.ends_with("(1 with `--fix=all`)\n"), "{}", said.err);
    let said = sfnrun_in(place.path(), &["validate", "--fix=all", "a.jsonc"]);
    assert_eq!(read(place.path(), "a.jsonc"), ALL);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let before = fs::metadata(place.path().join("a.jsonc"))
        .expect("there")
        .modified()
        .ok();
    sfnrun_in(place.path(), &["validate", "--fix=all", "a.jsonc"]);
    let after = fs::metadata(place.path().join("a.jsonc"))
        .expect("there")
        .modified()
        .ok();
    assert_eq!(before, after, "a file without a change is not written");
    assert_eq!(
        fs::read_dir(place.path()).expect("a folder").count(),
        1,
        "no temporary file stays"
    );
}

#[test]
fn a_diff_writes_nothing_and_tells_by_its_exit_code() {
    let place = folder(&[("a.jsonc", SLIPS), ("b.jsonc", ALL)]);
    let said = sfnrun_in(
        place.path(),
        &["validate", "--diff", "--fix=all", "a.jsonc", "b.jsonc"],
    );
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.out,
        "--- a.jsonc\n+++ a.jsonc\n@@ -2,7 +2,7 @@\n   // kept\n   \"StartAt\": \"A\",\n   \"States\": {\n\
         -    \"A\": {\"type\": \"Pass\", \"Nxt\": \"B\"},\n+    \"A\": {\"Type\": \"Pass\", \"Next\": \"B\"},\n     \
         \"B\": {\"Type\": \"Succeed\"}\n   }\n }\n"
    );
    assert!(said.err.contains("2 would be fixed, "), "{}", said.err);
    assert_eq!(read(place.path(), "a.jsonc"), SLIPS);
    let said = sfnrun_in(place.path(), &["validate", "--diff", "b.jsonc"]);
    assert_eq!((said.code, said.out.as_str()), (Some(0), ""));
}

#[test]
fn line_ends_mark_permissions_and_links_stay() {
    let windows = format!("\u{feff}{}", SLIPS.replace('\n', "\r\n"));
    let place = folder(&[("a.jsonc", &windows)]);
    let file = place.path().join("a.jsonc");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("a.jsonc", place.path().join("link.jsonc")).expect("linked");
        sfnrun_in(place.path(), &["validate", "--fix", "link.jsonc"]);
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        let link = fs::symlink_metadata(place.path().join("link.jsonc")).expect("there");
        assert!(link.file_type().is_symlink());
        let mut permissions = fs::metadata(&file).expect("there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).expect("set");
        let said = sfnrun_in(place.path(), &["validate", "--fix=all", "a.jsonc"]);
        assert_eq!(said.code, Some(2));
        assert!(
            said.err.contains("cannot write `a.jsonc`: it is read-only"),
            "{}",
            said.err
        );
    }
    #[cfg(not(unix))]
    sfnrun_in(place.path(), &["validate", "--fix", "a.jsonc"]);
    assert_eq!(
        fs::read_to_string(&file).expect("there"),
        format!("\u{feff}{}", SAFE.replace('\n', "\r\n"))
    );
}

#[test]
fn standard_input_comes_out_mended() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .args(["validate", "--fix", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary was built with the tests");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(SLIPS.as_bytes()).expect("written");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), SAFE);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("1 fixed, "), "{told}");
}

#[test]
fn statistics_stand_in_place_of_the_findings() {
    let place = folder(&[("a.jsonc", SLIPS)]);
    let said = sfnrun_in(place.path(), &["validate", "--statistics", "a.jsonc"]);
    assert!(
        said.out
            .contains("     1  error    missing-field                  1 with `--fix`\n"),
        "{}",
        said.out
    );
    let said = sfnrun_in(
        place.path(),
        &["validate", "--statistics", "--format", "json", "a.jsonc"],
    );
    assert!(
        said.out.contains("\"rule\": \"missing-field\""),
        "{}",
        said.out
    );
    let said = sfnrun_in(
        place.path(),
        &["validate", "--statistics", "--format", "sarif", "a.jsonc"],
    );
    assert_eq!(said.code, Some(2));
}

#[test]
fn timings_go_to_standard_error() {
    let place = folder(&[("a.jsonc", ALL)]);
    let said = sfnrun_in(place.path(), &["validate", "--timings", "a.jsonc"]);
    assert_eq!(said.code, Some(0));
    let parts: Vec<&str> = said
        .err
        .lines()
        .filter_map(|line| line.split_once(" ms  "))
        .map(|(_, part)| part)
        .collect();
    for part in ["reading", "catch-drops-input", "printing"] {
        assert!(parts.contains(&part), "{}", said.err);
    }
    assert_eq!(parts.last(), Some(&"all"));
}

#[test]
fn findings_go_to_a_file() {
    let place = folder(&[("a.jsonc", SLIPS)]);
    let said = sfnrun_in(
        place.path(),
        &[
            "validate",
            "--format",
            "sarif",
            "--output",
            "out.sarif",
            "a.jsonc",
        ],
    );
    assert_eq!((said.code, said.out.as_str()), (Some(1), ""));
    assert!(said.err.contains(" in 1 file"), "{}", said.err);
    let log: serde_json::Value =
        serde_json::from_str(&read(place.path(), "out.sarif")).expect("it is JSON");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "json-extension");
    let said = sfnrun_in(place.path(), &["validate", "--format", "github", "a.jsonc"]);
    assert!(
        said.out.contains(
            "::error file=a.jsonc,line=5,col=11,endLine=5,endColumn=17,title=missing-field::"
        ),
        "{}",
        said.out
    );
}
