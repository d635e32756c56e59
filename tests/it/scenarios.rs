//! Scenario files: every example of `SCENARIOS.md`, and the program itself.

use sfnrun::report::Style;
use sfnrun::report::scenario::{CaseResult, Lines, Tally, junit};
use sfnrun::scenario::{Files, Loaded, Unreadable, Verdict, load};
use sfnrun::source::SourceFile;
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output};
use std::time::Duration;

const PAGE: &str = include_str!("../../src/scenario/SCENARIOS.md");

/// The code blocks of the page: what stands behind the fence, and the text.
fn blocks() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let text = lines.by_ref().take_while(|line| *line != "```");
        found.push((info, text.map(|line| format!("{line}\n")).collect()));
    }
    found
}

struct Page(BTreeMap<&'static str, String>);

impl Files for Page {
    fn read(&self, path: &str, _: &str) -> Result<SourceFile, Unreadable> {
        let text = self.0.get(path).ok_or_else(|| Unreadable {
            message: format!("the page has no `{path}`"),
            help: None,
        })?;
        Ok(SourceFile::new(path, text.clone()))
    }
}

fn page() -> Page {
    let named = blocks()
        .into_iter()
        .filter_map(|(info, text)| Some((info.split_once(' ')?.1, text)));
    Page(named.collect())
}

fn results(loaded: &Loaded) -> Vec<CaseResult> {
    let results = loaded.cases.iter().map(|case| CaseResult {
        group: loaded.group().to_owned(),
        file: loaded.file.clone(),
        name: case.name.to_string(),
        verdict: case.run(&mut []),
        real: Duration::ZERO,
    });
    results.collect()
}

#[test]
fn every_example_of_the_page_does_what_it_says() {
    let page = page();
    let files: Vec<&str> = page
        .0
        .keys()
        .copied()
        .filter(|name| name.ends_with("scenarios.yaml"))
        .collect();
    assert_eq!(files.len(), 5, "{files:?}");
    let mut tally = Tally::default();
    for name in files {
        let loaded = load(SourceFile::new(name, page.0[name].clone()), &page);
        assert_eq!(loaded.diagnostics, [], "{name}");
        let mut lines = Lines::new(Style::default());
        for result in results(&loaded) {
            let told = lines.case(&result);
            if name == "failing.scenarios.yaml" {
                let (_, shown) = blocks()
                    .into_iter()
                    .find(|(info, _)| *info == "text")
                    .unwrap();
                assert_eq!(told, shown);
            } else {
                assert!(result.verdict.is_passed(), "{name}\n{told}");
            }
            tally.add(&result.verdict);
        }
    }
    assert_eq!(tally.to_string(), "10 scenarios: 9 passed, 1 failed");
}

/// A folder with the files of the page.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the test can do this");
    fs::create_dir(folder.path().join("order")).expect("the test can do this");
    for (name, text) in page().0 {
        fs::write(folder.path().join("order").join(name), text).expect("the test can do this");
    }
    folder
}

fn sfnrun(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sfnrun"))
        .current_dir(folder.path())
        .arg("test")
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the test can do this")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_program_finds_files_and_tells_by_its_exit_code() {
    let folder = folder();
    let all = sfnrun(&folder, &[]);
    assert_eq!(all.status.code(), Some(1), "{}", stderr(&all));
    let told = stdout(&all);
    let total = |output: &Output| {
        let told = stdout(output);
        let last = told.lines().last().unwrap_or_default();
        assert_eq!(stderr(output), "", "the totals are told once");
        last.split(" · ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(total(&all), "10 scenarios: 9 passed, 1 failed in 5 files");
    assert!(told.contains("✗ failing: three parcels"), "{told}");
    assert!(told.contains("✓ order: throttling is retried"), "{told}");
    assert!(told.contains("order/failing.scenarios.yaml:9"), "{told}");
    let clean = sfnrun(&folder, &["order/scenarios.yaml"]);
    assert_eq!(clean.status.code(), Some(0), "{}", stderr(&clean));
    assert_eq!(total(&clean), "3 scenarios: 3 passed in 1 file");

    let filtered = sfnrun(&folder, &["--filter", "declined"]);
    assert_eq!(total(&filtered), "2 scenarios: 2 passed in 5 files");
    let nothing = sfnrun(&folder, &["--filter", "declnied"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(
        stderr(&nothing).contains("no scenario's name contains `declnied`"),
        "{}",
        stderr(&nothing)
    );
}

#[test]
fn faulty_files_and_empty_folders_have_codes_of_their_own() {
    let folder = folder();
    fs::create_dir(folder.path().join("empty")).unwrap();
    let empty = sfnrun(&folder, &["empty"]);
    assert_eq!(empty.status.code(), Some(3));
    assert!(
        stderr(&empty).contains("`empty` holds no scenario file"),
        "{}",
        stderr(&empty)
    );
    assert_eq!(sfnrun(&folder, &["absent"]).status.code(), Some(2));

    let text = "version: 1\ndefinition: ordre.asl.json\nscenarios:\n  a: {}\n";
    fs::write(folder.path().join("order/bad.scenarios.yaml"), text).unwrap();
    let faulty = sfnrun(&folder, &["order"]);
    assert_eq!(faulty.status.code(), Some(2));
    let told = stderr(&faulty);
    assert!(
        told.contains("cannot read `order/ordre.asl.json`"),
        "{told}"
    );
    assert!(told.contains("bad.scenarios.yaml:2:13"), "{told}");
    let told = stdout(&faulty);
    let last = told.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("10 scenarios: 9 passed, 1 failed"),
        "the other files are run: {last}"
    );
}

#[test]
fn a_timeline_shows_what_happened_in_scenarios_that_fail() {
    let folder = folder();
    let text = "version: 1\ndefinition: order.asl.json\nmocks: { Charge: { error: Bank.Closed } }\nscenarios:\n  a: { expect: { error: Bank.Closed } }\n  b: {}\n";
    fs::write(folder.path().join("order/bank.scenarios.yaml"), text).expect("the file is written");
    let output = sfnrun(&folder, &["order/bank.scenarios.yaml", "-v"]);
    let told = stdout(&output);
    let (before, after) = told.split_once("\u{2717} bank: b").expect("b fails");
    assert!(
        !before.contains("Charge"),
        "nothing is told of what passed: {before}"
    );
    assert!(
        after.contains("Charge") && after.contains("Bank.Closed"),
        "{after}"
    );
    assert!(
        after.contains("order/order.asl.json:4:"),
        "the place in the definition: {after}"
    );
    let quiet = stdout(&sfnrun(&folder, &["order/bank.scenarios.yaml"]));
    assert!(!quiet.contains("order.asl.json"), "{quiet}");
}

#[test]
fn junit_has_a_suite_for_each_file() {
    let folder = folder();
    sfnrun(&folder, &["order", "--junit", "results.xml"]);
    let xml = fs::read_to_string(folder.path().join("results.xml")).unwrap();
    let report = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    let suites: Vec<(&str, usize, usize)> = report
        .test_suites
        .iter()
        .map(|suite| (suite.name.as_str(), suite.test_cases.len(), suite.failures))
        .collect();
    assert_eq!(
        suites,
        [
            ("order/bill.scenarios.yaml", 2, 0),
            ("order/bounds.scenarios.yaml", 2, 0),
            ("order/failing.scenarios.yaml", 1, 1),
            ("order/scenarios.yaml", 3, 0),
            ("order/settings.scenarios.yaml", 2, 0),
        ]
    );
    let case = &report.test_suites[2].test_cases[0];
    assert_eq!(
        (
            case.name.as_str(),
            case.classname.as_ref().unwrap().as_str()
        ),
        ("three parcels", "failing")
    );
}

#[test]
fn a_run_is_the_same_each_time() {
    let page = page();
    let told = || {
        let name = "bounds.scenarios.yaml";
        let loaded = load(SourceFile::new(name, page.0[name].clone()), &page);
        let verdicts: Vec<Verdict> = results(&loaded)
            .into_iter()
            .map(|result| result.verdict)
            .collect();
        format!("{verdicts:?}")
    };
    assert_eq!(told(), told());
    assert!(junit(&[]).is_ok());
}
