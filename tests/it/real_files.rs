//! The files of `corpus/real`: 574 that were written to do a job, 456 of test suites, odd and often wrong on purpose.

use crate::shared;
use sfnrun::asl::{Definitions, LoadOptions, load};
use sfnrun::source::{Bindings, SourceFile, Unreadable};
use sfnrun::value::Value;
use std::fs;
use std::path::PathBuf;

/// One of them.
pub(crate) struct RealFile {
    /// Its name in the folder.
    pub(crate) name: String,
    /// Whether it was written to do a job.
    pub(crate) app: bool,
    root: PathBuf,
    /// What it calls the files that it names, without `./`, and which of the folder they are.
    names: Vec<(String, String)>,
}

/// All of them, in the order of the manifest; none where they are not there.
pub(crate) fn all() -> Vec<RealFile> {
    let Some(root) = shared::find("corpus/real", "1,030 real files") else {
        return Vec::new();
    };
    let manifest = shared::read_json(&root.join("manifest.json"));
    let entries = manifest.as_array().expect("the manifest is a list");
    let text = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    let files = entries.iter().map(|entry| {
        let references = entry.get("definition_refs").and_then(Value::as_object);
        let references = references.into_iter().flat_map(|all| all.iter());
        let names = references.filter_map(|(_, one)| Some((text(one, "uri")?, text(one, "file")?)));
        RealFile {
            name: text(entry, "file").expect("an entry names its file"),
            app: text(entry, "kind").as_deref() == Some("app"),
            root: root.clone(),
            names: names
                .map(|(uri, file)| (plain(&uri).to_owned(), file))
                .collect(),
        }
    });
    files.collect()
}

impl RealFile {
    /// What it defines, the files that it names read with it.
    pub(crate) fn load(&self) -> Definitions {
        let text = |name: &str| fs::read_to_string(self.root.join(name));
        let read = |path: &str, _: &str| {
            let missing = || Unreadable {
                message: format!("`{path}` is not in the corpus"),
                help: None,
            };
            let mut names = self.names.iter();
            let (_, file) = names
                .find(|(uri, _)| uri == plain(path))
                .ok_or_else(missing)?;
            let text = text(file).map_err(|_| missing())?;
            Ok(SourceFile::new(file, text))
        };
        let options = LoadOptions {
            bindings: &Bindings::default(),
            workflow_type: None,
            read: &read,
        };
        let text = text(&self.name).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        load(SourceFile::new(&self.name, text), &options)
    }
}

fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}
