//! All files of `corpus/real`, the files that they name among them: none is answered with a panic, and how many are
//! understood whole is counted.

use crate::real_files;
use sfnrun::asl::Definition;
use sfnrun::diagnostics::Diagnostic;
use sfnrun::source::rule;
use std::collections::BTreeMap;

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

#[test]
fn most_files_are_understood_whole() {
    let files = real_files::all();
    if files.is_empty() {
        return;
    }
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut reasons: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for file in files {
        let kind = if file.app { "app" } else { "tool-test" };
        let definitions = file.load();
        let name = file.name;
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
