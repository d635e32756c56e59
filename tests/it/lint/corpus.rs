//! The linter on real files, each by all rules, the files that it names aside.

use crate::real_files::{self, RealFile};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::lint::{Choices, Selection, Selector, findings_in, registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;

/// A file, and what is found in it.
struct Checked {
    name: String,
    app: bool,
    has_machine: bool,
    length: u32,
    found: Vec<Diagnostic>,
}

/// All files. They are checked once for all tests, on two threads.
fn checked() -> &'static [Checked] {
    static CHECKED: OnceLock<Vec<Checked>> = OnceLock::new();
    CHECKED.get_or_init(|| {
        let files = real_files::all();
        let half = files.len().div_ceil(2);
        let (first, second) = files.split_at(half);
        let check = |files: &[RealFile]| files.iter().map(check).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            let other = scope.spawn(|| check(second));
            let mut all = check(first);
            all.extend(other.join().expect("a thread that checks does not panic"));
            all
        })
    })
}

fn check(file: &RealFile) -> Checked {
    let selection = Selection::default().with(&Choices {
        extend: vec![Selector::Pedantic],
        ..Choices::default()
    });
    let definitions = file.load();
    let source = &definitions.file;
    Checked {
        name: file.name.clone(),
        app: file.app,
        has_machine: definitions.list.iter().any(|one| one.machine.is_some()),
        length: u32::try_from(source.text.len()).expect("a file that is read is small"),
        found: findings_in(source, &definitions, &[], &selection),
    }
}

/// No finding may be common among files that people run: each rule that is on by default as a warning is silent of two in
/// three. And each rule that is printed has a page.
#[test]
fn warnings_are_rare_in_sound_files_and_all_are_explained() {
    let mut machines = 0;
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for file in checked() {
        let mut warned = BTreeSet::new();
        for found in &file.found {
            let meta = registry::find(found.rule)
                .unwrap_or_else(|| panic!("{}: `{}` has no page", file.name, found.rule));
            if found.severity == Severity::Warning && !meta.pedantic {
                warned.insert(found.rule);
            }
            for label in &found.labels {
                assert!(label.span.end <= file.length, "{}: {found:#?}", file.name);
            }
        }
        if file.app && file.has_machine {
            machines += 1;
            for rule in warned {
                *fired.entry(rule).or_default() += 1;
            }
        }
    }
    for (rule, count) in &fired {
        assert!(
            count * 3 < machines,
            "`{rule}` fires in {count} of {machines} files"
        );
    }
}

/// Findings of a rule, and files that have one.
#[derive(Clone, Copy, Default)]
struct Count {
    findings: usize,
    files: usize,
}

/// The table of `corpus.txt`.
fn table() -> String {
    let mut counts: BTreeMap<&str, [Count; 2]> = BTreeMap::new();
    for file in checked() {
        let kind = usize::from(!file.app);
        let mut rules = BTreeSet::new();
        for found in &file.found {
            counts.entry(found.rule).or_default()[kind].findings += 1;
            rules.insert(found.rule);
        }
        for rule in rules {
            counts.entry(rule).or_default()[kind].files += 1;
        }
    }
    let app = checked().iter().filter(|file| file.app).count();
    let mut table = format!(
        "What the linter finds in real files, by all rules. Of each rule: findings, and files that have one, among the {app} that\n\
         were written to do a job, and among the {} of test suites. `*`: the rule is off by default.\n\n\
         {:<36}{:>14}{:>8}{:>16}{:>8}\n",
        checked().len() - app,
        "rule",
        "job: findings",
        "files",
        "tests: findings",
        "files"
    );
    for (rule, [app, other]) in counts {
        let off = registry::find(rule).is_some_and(|meta| meta.pedantic);
        let name = format!("{rule}{}", if off { " *" } else { "" });
        let _ = writeln!(
            table,
            "{name:<36}{:>14}{:>8}{:>16}{:>8}",
            app.findings, app.files, other.findings, other.files
        );
    }
    table
}

/// What a change of the linter does to real files shows in `corpus.txt`. `UPDATE_PAGES=1` writes it anew.
#[test]
fn findings_in_real_files_are_those_that_are_written_down() {
    if checked().is_empty() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/lint/corpus.txt");
    let table = table();
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    if written == table {
        return;
    }
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::write(&path, table).expect("the table can be written");
        return;
    }
    let changed = table
        .lines()
        .filter(|line| !written.lines().any(|one| one == *line));
    panic!(
        "tests/it/lint/corpus.txt is stale; run the tests with UPDATE_PAGES=1, and read what has changed; now:\n{}",
        changed.collect::<Vec<_>>().join("\n")
    );
}

/// What the linter calls an error in a published file, each read and found to be right.
const ERRORS: [(&str, &str, &str); 7] = [
    (
        "0340_aws-samples_step-functions-workflows-collection_statemachine.asl.json",
        "unknown-api",
        "Lookout for Vision, which AWS shut down on 31 October 2025",
    ),
    (
        "0397_aws-samples_step-functions-workflows-collection_statemachine.asl.json",
        "unknown-api",
        "IoT Analytics, which AWS shut down on 15 December 2025",
    ),
    (
        "0390_aws-samples_step-functions-workflows-collection_statemachine.asl.json",
        "unknown-path",
        "the answer of CloudFormation replaces the input, and has no `error`",
    ),
    (
        "0438_aws-samples_step-functions-workflows-collection_statemachine.asl.json",
        "unknown-path",
        "Polly answers with `SynthesisTask`, in which `TaskStatus` is",
    ),
    (
        "sample-batch-lambda_0.asl.json",
        "unknown-path",
        "`lambda:invoke` answers with an envelope, in which there is no `batch_input`",
    ),
    (
        "dynamic-agent-with-registry-template.json",
        "unknown-path",
        "the answer of DynamoDB replaces the input, which the next state goes on reading",
    ),
    (
        "web-search-agent.json",
        "unknown-path",
        "the Pass state that makes `validated_input` does not put `url` into it",
    ),
];

#[test]
fn errors_in_published_files_are_real() {
    let rules: BTreeSet<&str> = registry::rules()
        .iter()
        .map(|rule| rule.meta().id)
        .collect();
    for file in checked().iter().filter(|file| file.app) {
        let errors = file
            .found
            .iter()
            .filter(|one| one.severity == Severity::Error);
        for error in errors.filter(|one| rules.contains(one.rule)) {
            let known = ERRORS
                .iter()
                .any(|(name, rule, _)| file.name.ends_with(name) && error.rule == *rule);
            assert!(known, "{}: {error:#?}", file.name);
        }
    }
}
