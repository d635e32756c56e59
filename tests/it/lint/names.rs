//! Every name that a finding can carry is a rule with a page.

use sfnrun::lint::registry;
use std::collections::BTreeSet;
use std::path::Path;

/// The string literals that stand where a diagnostic takes its rule's name, and the constants that hold such names.
#[test]
fn every_rule_in_the_source_has_a_page() {
    let mut named = BTreeSet::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut named,
    );
    assert!(named.len() > 30, "only {} names were found", named.len());
    let known: BTreeSet<String> = registry::all()
        .iter()
        .map(|meta| meta.id.to_owned())
        .collect();
    let without: Vec<&String> = named.difference(&known).collect();
    assert!(
        without.is_empty(),
        "no page under src/lint/rules for {without:?}"
    );
}

fn collect(folder: &Path, named: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder)
        .expect("the source is there")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, named);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().contains("test"))
        {
            let text = std::fs::read_to_string(&path).expect("a source file is text");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for before in [
                "Diagnostic::error(",
                "Diagnostic::warning(",
                "Diagnostic::new(",
                "RULE: &str =",
            ] {
                named.extend(literals(text, before));
            }
            // Lowering hands names on to helpers; the readers keep theirs in one list.
            if path.components().any(|part| part.as_os_str() == "lower") {
                named.extend(
                    literals(text, "(")
                        .into_iter()
                        .filter(|name| name.contains('-')),
                );
            }
            if path.ends_with("source/rule.rs") {
                named.extend(literals(text, ": &str ="));
            }
        }
    }
}

/// The kebab-case literals right behind `before`.
fn literals(text: &str, before: &str) -> Vec<String> {
    let names = text.match_indices(before).filter_map(|(at, _)| {
        let rest = text[at + before.len()..].trim_start().strip_prefix('"')?;
        let name = &rest[..rest.find('"')?];
        let kebab = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        kebab.then(|| name.to_owned())
    });
    names.collect()
}
