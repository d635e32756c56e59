//! What AWS refuses and accepts: recorded answers, linters' fixtures, every definition that AWS ran, real files.

use crate::shared;
use libtest_mimic::{Failed, Trial};
use sfnrun::analysis::variable_references;
use sfnrun::asl::{Definition, LowerOptions, WorkflowType, lower};
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::source::{Bindings, Finding, SourceFile, looks_like_definition};
use sfnrun::value::{Value, read};
use std::path::Path;

mod known;

/// The folders of `conformance/lint` and what is compared.
const FOLDERS: [&str; 8] = [
    "aws-measured",
    "localstack",
    "statelint",
    "statelint-py",
    "asl-validator",
    "asl-language-service",
    "cfn-lint",
    "probes",
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in FOLDERS {
        let what = format!("the lint fixtures of {folder}");
        if let Some(root) = shared::find(&format!("conformance/lint/{folder}"), &what) {
            fixtures(folder, &root, &mut trials);
        }
    }
    if let Some(root) = shared::find("conformance/aws", "definitions that AWS answered for") {
        shared::each_json(&root, &mut |case| trials.extend(recorded(&case)));
    }
    if let Some(root) = shared::find("corpus/real", "574 real files") {
        corpus(&root, &mut trials);
    }
    trials
}

fn fixtures(folder: &'static str, root: &Path, trials: &mut Vec<Trial>) {
    let manifest = shared::read_json(&root.join("manifest.json"));
    for entry in manifest.as_array().expect("a manifest is a list").iter() {
        let file = text(entry, "file")
            .expect("an entry names its file")
            .to_owned();
        let valid = entry
            .get("valid")
            .and_then(Value::as_bool)
            .expect("an entry has a verdict");
        let why = text(entry, "why").unwrap_or_default().to_owned();
        let express = text(entry, "type") == Some("EXPRESS");
        let path = root.join(&file);
        let known = known::difference(folder, &file);
        let wanted = entry
            .get("diagnostics")
            .filter(|_| folder == "aws-measured")
            .cloned();
        let name = format!("lint::{folder}::{file}");
        let check = move || {
            let content = std::fs::read(&path).expect("a fixture can be read");
            let found = errors(&file, content, express);
            let refused = !found.is_empty();
            if let Some(reason) = known {
                // A difference that is gone must leave the list.
                return match refused == valid {
                    true => Ok(()),
                    false => Err(format!("no longer differs: {reason}").into()),
                };
            }
            match &wanted {
                Some(wanted) => same_findings(&found, wanted),
                None if refused != valid => Ok(()),
                None if valid => {
                    Err(format!("valid ({why}), and refused: {}", told(&found)).into())
                }
                None => Err(format!("invalid ({why}), and accepted").into()),
            }
        };
        trials.push(Trial::test(name, check));
    }
}

/// Every definition of a recorded case: what AWS ran has no error, what it refused has AWS's.
fn recorded(case: &Value) -> Option<Trial> {
    let id = text(case, "id")?.to_owned();
    let definition = match (text(case, "definitionText"), case.get("definition")) {
        (Some(text), _) => text.to_owned(),
        (None, Some(definition)) => whole(definition),
        (None, None) => return None,
    };
    let express = text(case, "type") == Some("EXPRESS");
    let expect = case.get("expect")?;
    let problems = expect
        .get("problems")
        .or_else(|| expect.get("diagnostics"))
        .cloned()
        .or_else(|| refusal(expect));
    if let Some(wanted) = expect.get("variableReferences").cloned() {
        let check = move || same_references(&definition, express, &wanted);
        return Some(Trial::test(format!("lint::variables::{id}"), check));
    }
    let name = match &problems {
        Some(_) => format!("lint::validation::{id}"),
        None => format!("lint::accepted::{id}"),
    };
    let check = move || {
        let found = errors(
            "definition.asl.json",
            definition.clone().into_bytes(),
            express,
        );
        match &problems {
            Some(wanted) => same_findings(&found, wanted),
            None if found.is_empty() => Ok(()),
            None => Err(format!("AWS took it, and it is refused: {}", told(&found)).into()),
        }
    };
    Some(Trial::test(name, check))
}

/// The variables that each state refers to, as DescribeStateMachine lists them, and no error.
fn same_references(definition: &str, express: bool, wanted: &Value) -> Result<(), Failed> {
    let name = "definition.asl.json";
    let found = errors(name, definition.as_bytes().to_vec(), express);
    if !found.is_empty() {
        return Err(format!("AWS took it, and it is refused: {}", told(&found)).into());
    }
    let source = SourceFile::new(name, definition.to_owned());
    let definition = Definition::load(source, &Bindings::default(), WorkflowType::Standard);
    let machine = definition.machine.ok_or("there is no machine")?;
    let ours = variable_references(&machine)
        .into_iter()
        .map(|(state, names)| {
            let names: Value = names.into_iter().map(Value::from).collect();
            (state, names)
        });
    let ours = Value::from(ours.collect::<sfnrun::value::Object>());
    match ours == *wanted {
        true => Ok(()),
        false => Err(format!("AWS: {}\nours: {}", wanted.to_json(), ours.to_json()).into()),
    }
}

/// The finding in the message of a refused TestState: `'CODE: words at location'`.
fn refusal(expect: &Value) -> Option<Value> {
    let message = text(expect, "message")
        .filter(|_| text(expect, "apiError") == Some("InvalidDefinition"))?;
    let inner = message
        .strip_prefix("Invalid State Machine Definition: '")?
        .strip_suffix('\'')?;
    let (code, rest) = inner.split_once(": ")?;
    let (words, location) = rest.rsplit_once(" at ")?;
    let finding = [("code", code), ("message", words), ("location", location)];
    Some(
        finding
            .into_iter()
            .map(|(key, value)| (key, Value::from(value)))
            .collect::<sfnrun::value::Object>(),
    )
    .map(|finding| Value::from(vec![finding.into()]))
}

/// TestState takes a state alone; the machine around it is ours, under the name that AWS gives it.
fn whole(definition: &Value) -> String {
    if definition.get("States").is_some() {
        return definition.to_json();
    }
    let mut states = sfnrun::value::Object::new();
    states.insert("StateName", definition.clone());
    let rules = ["Choices", "Catch"]
        .into_iter()
        .filter_map(|field| definition.get(field)?.as_array());
    let targets = rules.flat_map(|rules| rules.iter().filter_map(|rule| rule.get("Next")));
    let direct = ["Next", "Default"]
        .into_iter()
        .filter_map(|field| definition.get(field));
    for target in targets.chain(direct).filter_map(Value::as_str) {
        let end = read(r#"{"Type": "Succeed"}"#).expect("this is JSON");
        states.insert(target, end);
    }
    let mut machine = sfnrun::value::Object::new();
    machine.insert("StartAt", Value::from("StateName"));
    machine.insert("States", states.into());
    Value::from(machine).to_json()
}

fn corpus(root: &Path, trials: &mut Vec<Trial>) {
    let manifest = shared::read_json(&root.join("manifest.json"));
    for entry in manifest.as_array().expect("the manifest is a list").iter() {
        let file = text(entry, "file")
            .expect("an entry names its file")
            .to_owned();
        if text(entry, "kind") != Some("app") {
            continue;
        }
        let path = root.join(&file);
        let known = known::corpus(&file);
        let check = move || {
            let content = std::fs::read(&path).expect("a file can be read");
            let source =
                SourceFile::from_bytes(&file, content).map_err(|error| error.to_string())?;
            let tree = source.read();
            let Finding::Definition { node, .. } = looks_like_definition(&tree) else {
                return Ok(());
            };
            let options = LowerOptions {
                lossy: tree.lossy,
                ..LowerOptions::default()
            };
            let lowered = lower(node, &options);
            let found: Vec<Diagnostic> = lowered.diagnostics.into_iter().filter(is_error).collect();
            match (found.is_empty(), known) {
                (true, None) | (false, Some(_)) => Ok(()),
                (false, None) => {
                    Err(format!("errors in a published file: {}", told(&found)).into())
                }
                (true, Some(reason)) => Err(format!("no longer refused: {reason}").into()),
            }
        };
        let name = format!("lint::corpus::{}", text(entry, "file").unwrap_or_default());
        trials.push(Trial::test(name, check));
    }
}

fn errors(name: &str, content: Vec<u8>, express: bool) -> Vec<Diagnostic> {
    let source = SourceFile::from_bytes(name, content).expect("a fixture is text");
    let tree = source.read();
    let mut found = tree.diagnostics.clone();
    if let Some(root) = &tree.root {
        let options = LowerOptions {
            workflow_type: if express {
                WorkflowType::Express
            } else {
                WorkflowType::Standard
            },
            lossy: tree.lossy,
            ..LowerOptions::default()
        };
        found.extend(lower(root, &options).diagnostics);
    }
    found.retain(is_error);
    found
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

fn text<'c>(case: &'c Value, field: &str) -> Option<&'c str> {
    case.get(field).and_then(Value::as_str)
}

fn told(found: &[Diagnostic]) -> String {
    let lines: Vec<String> = found
        .iter()
        .map(|one| format!("[{}] {} at {}", one.rule, one.message, one.location))
        .collect();
    lines.join("; ")
}

/// Compares codes, words and locations with AWS's, in any order. Words that the source does not quote, and locations
/// that it does not give, are not compared; a missing end has none at AWS either.
fn same_findings(found: &[Diagnostic], wanted: &Value) -> Result<(), Failed> {
    let mut left: Vec<&Diagnostic> = found.iter().collect();
    for finding in wanted.as_array().ok_or("findings are a list")?.iter() {
        let code = text(finding, "code").ok_or("a finding has a code")?;
        let words = text(finding, "message")
            .unwrap_or_default()
            .replace("<partition>", "aws");
        let location = text(finding, "location");
        let matches = |one: &&Diagnostic| {
            one.aws.as_ref().is_some_and(|aws| {
                // Of a refusal that the thread does not quote only the fact is known; the code there is a guess.
                let unquoted = words.starts_with("(not quoted");
                let same_words = unquoted || aws.message == words || older(&words, &aws.message);
                let same_place = match (location, code) {
                    (None, "MISSING_END_STATE") => aws.location.is_none(),
                    (None, _) => true,
                    (Some(location), _) => aws.location.as_deref() == Some(location),
                };
                (aws.code == code || unquoted) && same_words && same_place
            })
        };
        let Some(at) = left.iter().position(matches) else {
            let ours: Vec<String> = found.iter().map(|one| format!("{:?}", one.aws)).collect();
            return Err(format!(
                "AWS: {code}: {words} at {location:?}\nours: {}\n{ours:#?}",
                told(found)
            )
            .into());
        };
        left.remove(at);
    }
    match &left[..] {
        [] => Ok(()),
        more => Err(format!(
            "more than AWS says: {:?}",
            more.iter().map(|one| &one.message).collect::<Vec<_>>()
        )
        .into()),
    }
}

/// Words that AWS has lengthened since (aws-measured/invalid/parameters-dollar-key-plain-value, of 2023, against the
/// same fault in assign-dollar-key-plain-value, of 2025).
fn older(words: &str, now: &str) -> bool {
    words.ends_with("must be a valid JSONPath")
        && now.strip_prefix(words) == Some(" or a valid intrinsic function call")
}
