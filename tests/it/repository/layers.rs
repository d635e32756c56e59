//! A module imports only from rows above its own in the table of `src/ARCHITECTURE.md`.

use super::{files, root, text};
use std::collections::BTreeMap;

/// Module to layer, from the table.
fn layers() -> BTreeMap<String, u32> {
    let page = text(&root().join("src/ARCHITECTURE.md"));
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
        let layer = cells.next()?.parse().ok()?;
        let module = cells.next()?.trim_matches('`').to_owned();
        Some((module, layer))
    });
    rows.collect()
}

/// The top-level modules that a source text names with `crate::` or, in a group, behind `use crate::{`.
fn imports(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let name: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            found.push((number + 1, name));
        }
    }
    found
}

#[test]
fn modules_import_only_from_layers_above_their_own() {
    let layers = layers();
    assert!(layers.len() >= 10, "the table of layers is not found");
    let source = root().join("src");
    let mut faults = Vec::new();
    for path in files(&source, "rs") {
        let relative = path.strip_prefix(&source).expect("below src");
        let first = relative.iter().next().expect("a name").to_string_lossy();
        let module = first.trim_end_matches(".rs");
        if matches!(module, "lib" | "main") {
            continue;
        }
        let Some(own) = layers.get(module) else {
            faults.push(format!(
                "`{module}` is not in the table of src/ARCHITECTURE.md"
            ));
            continue;
        };
        for (line, name) in imports(&text(&path)) {
            match layers.get(&name) {
                _ if name == module => {}
                Some(layer) if layer < own => {}
                Some(layer) => faults.push(format!(
                    "{}:{line}: `{module}` (layer {own}) uses `{name}` (layer {layer})",
                    relative.display()
                )),
                None => faults.push(format!(
                    "{}:{line}: `crate::{name}` is no module of the table: name modules one by one",
                    relative.display()
                )),
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_module_of_the_table_exists() {
    for module in layers().keys() {
        let folder = root().join("src").join(module);
        assert!(
            folder.is_dir(),
            "`{module}` is in the table of src/ARCHITECTURE.md and not in src/"
        );
    }
}
