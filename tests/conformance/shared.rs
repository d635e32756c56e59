//! Finds and reads the shared data.

use sfnrun::value::{Value, read};
use std::path::PathBuf;

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
    let file = find(path, what)?;
    let text = std::fs::read_to_string(&file).expect("the shared file can be read");
    Some(read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}
