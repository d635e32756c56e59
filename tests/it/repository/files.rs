//! Length of files, and words that do not belong in them.

use super::{files, root, text};

/// Lines of a source file: one that is longer holds two things.
const LONGEST: usize = 900;

#[test]
fn no_source_file_is_longer_than_900_lines() {
    let root = root();
    let long: Vec<String> = ["src", "tests"]
        .iter()
        .flat_map(|folder| files(&root.join(folder), "rs"))
        .filter_map(|path| {
            let lines = text(&path).lines().count();
            (lines > LONGEST).then(|| format!("{}: {lines} lines", path.display()))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn no_source_file_puts_work_off() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
    ];
    let found: Vec<String> = files(&root().join("src"), "rs")
        .into_iter()
        .filter_map(|path| {
            let text = text(&path);
            let mark = marks.iter().find(|mark| text.contains(*mark))?;
            Some(format!("{}: `{mark}`", path.display()))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
