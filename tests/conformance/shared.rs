//! Finds and reads the shared data.

use sfnrun::value::{Value, read};
use std::path::{Path, PathBuf};

/// A file or folder of the shared data, or nothing, with a line that says which cases are left out.
pub(crate) fn find(path: &str, what: &str) -> Option<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test binary reads its own setting"
    )]
    let root = std::env::var("SFNRUN_SHARED").map_or_else(
        |_| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared"),
        PathBuf::from,
    );
    let found = root.join(path);
    if found.exists() {
        return Some(found);
    }
    #[expect(clippy::print_stderr, reason = "what is left out must be seen")]
    {
        eprintln!("left out: {what}: {} is not there", found.display());
    }
    None
}

/// The JSON in a file of the shared data, or nothing, as for [`find`].
pub(crate) fn json(path: &str, what: &str) -> Option<Value> {
    find(path, what).map(|file| read_json(&file))
}

/// The JSON in a file that is there.
pub(crate) fn read_json(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).expect("the shared file can be read");
    read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The JSON of every file in a folder and the folders in it, in the order of the paths.
pub(crate) fn each_json(folder: &Path, visit: &mut dyn FnMut(Value)) {
    let entries = std::fs::read_dir(folder).expect("the shared folder can be read");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            each_json(&path, visit);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            visit(read_json(&path));
        }
    }
}
