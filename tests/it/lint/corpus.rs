//! The linter on real files: 574 that were written to do a job, 456 of test suites, odd and often wrong on purpose.

use crate::checked::check;
use crate::shared;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::Severity;
use sfnrun::lint::registry;
use sfnrun::value::Value;
use std::collections::{BTreeMap, BTreeSet};

struct File {
    name: String,
    app: bool,
    text: String,
}

fn files() -> Vec<File> {
    let Some(root) = shared::find("corpus/real", "1,030 real files") else {
        return Vec::new();
    };
    let manifest = shared::read_json(&root.join("manifest.json"));
    let entries = manifest.as_array().expect("the manifest is a list").clone();
    let text = |entry: &Value, key: &str| {
        entry
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let read = entries.iter().filter_map(|entry| {
        let name = text(entry, "file");
        let bytes = std::fs::read(root.join(&name)).ok()?;
        Some(File {
            app: text(entry, "kind") == "app",
            text: String::from_utf8_lossy(&bytes).into_owned(),
            name,
        })
    });
    read.collect()
}

/// No finding may be common among files that people run: each rule that is on by default as a warning is silent of two in
/// three. And each rule that is printed has a page.
#[test]
fn warnings_are_rare_in_sound_files_and_all_are_explained() {
    let files = files();
    let mut machines = 0;
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        let checked = check(&file.name, &file.text, WorkflowType::Standard);
        for found in &checked.diagnostics {
            assert!(
                registry::find(found.rule).is_some(),
                "{}: `{}` has no page",
                file.name,
                found.rule
            );
            for label in &found.labels {
                assert!(
                    file.text.get(label.span.range()).is_some(),
                    "{}: {found:#?}",
                    file.name
                );
            }
        }
        if !file.app || checked.machine.is_none() {
            continue;
        }
        machines += 1;
        let warnings = checked
            .diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Warning);
        for rule in warnings.map(|one| one.rule).collect::<BTreeSet<_>>() {
            *fired.entry(rule).or_default() += 1;
        }
    }
    for (rule, count) in &fired {
        assert!(
            count * 3 < machines,
            "`{rule}` fires in {count} of {machines} files"
        );
    }
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
    for file in files().iter().filter(|file| file.app) {
        let checked = check(&file.name, &file.text, WorkflowType::Standard);
        let errors = checked
            .diagnostics
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
