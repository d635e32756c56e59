//! All files of `corpus/real`, the files that they name among them: none is answered with a panic, and how many are
//! understood whole is counted.

use crate::shared;
use sfnrun::asl::{Definition, Definitions, LoadOptions, load};
use sfnrun::diagnostics::Diagnostic;
use sfnrun::source::{Bindings, SourceFile, Unreadable, rule};
use sfnrun::value::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How much of a file is understood.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    files: usize,
    /// Files of which every machine is understood.
    whole: usize,
    machines: usize,
    understood: usize,
}

/// Why a machine is not understood: the rule that says so.
fn why(definition: &Definition, all: &[Diagnostic]) -> Option<&'static str> {
    let reasons = [
        rule::TEMPLATE_NOT_READ,
        rule::DEFINITION_FILE,
        rule::DEFINITION_NOT_JSON,
        rule::NOT_FOLLOWED,
        rule::SYNTAX,
    ];
    let told = |found: &[Diagnostic]| {
        let found = found.iter();
        found
            .map(|one| one.rule)
            .find(|rule| reasons.contains(rule))
    };
    let reason = told(&definition.diagnostics).or_else(|| told(all));
    reason.or(match definition.machine {
        Some(_) => None,
        None => Some("no-machine"),
    })
}

/// Reads a file of the corpus; the files that it names are those that the manifest says.
fn read(root: &Path, entry: &Value) -> Option<(String, Definitions)> {
    let name = entry.get("file").and_then(Value::as_str)?;
    let text = fs::read_to_string(root.join(name)).ok()?;
    let references = entry.get("definition_refs").and_then(Value::as_object);
    let read = |path: &str, _: &str| {
        let named = references.into_iter().flat_map(|all| all.iter());
        let mut files = named.filter_map(|(_, one)| {
            let uri = one.get("uri")?.as_str()?;
            let same = uri.trim_start_matches("./") == path.trim_start_matches("./");
            one.get("file")?.as_str().filter(|_| same)
        });
        let missing = || Unreadable {
            message: format!("`{path}` is not in the corpus"),
            help: None,
        };
        let file = files.next().ok_or_else(missing)?;
        let text = fs::read_to_string(root.join(file)).map_err(|_| missing())?;
        Ok(SourceFile::new(file, text))
    };
    let options = LoadOptions {
        bindings: &Bindings::default(),
        workflow_type: None,
        read: &read,
    };
    let file = SourceFile::new(name, text);
    Some((name.to_owned(), load(file, &options)))
}

#[test]
fn most_files_are_understood_whole() {
    let Some(root) = shared::find("corpus/real", "1,030 real files") else {
        return;
    };
    let manifest = shared::read_json(&root.join("manifest.json"));
    let entries = manifest.as_array().expect("the manifest is a list");
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut reasons: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for entry in entries.iter() {
        let kind = entry
            .get("kind")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let Some((name, definitions)) = read(&root, entry) else {
            panic!("{entry:?} cannot be read");
        };
        let count = counts.entry(kind).or_default();
        count.files += 1;
        let told = &definitions.diagnostics;
        let mut whole = true;
        for definition in &definitions.list {
            count.machines += 1;
            match why(definition, told) {
                None => count.understood += 1,
                Some(reason) => {
                    whole = false;
                    let files = reasons.entry((kind, reason)).or_default();
                    files.push(name.clone());
                }
            }
        }
        if definitions.list.is_empty() {
            whole = false;
            let reason = told.first().map_or("no-machine", |one| one.rule);
            let files = reasons.entry((kind, reason)).or_default();
            files.push(name.clone());
        }
        count.whole += usize::from(whole);
    }
    println!("{counts:#?}\n{reasons:#?}");
    let app = &counts["app"];
    assert_eq!(app.files, 574);
    assert!(app.whole >= 560, "{app:?}: {reasons:#?}");
    let others = &counts["tool-test"];
    assert_eq!(others.files, 456);
    assert!(others.whole >= 440, "{others:?}: {reasons:#?}");
}
