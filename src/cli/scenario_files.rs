//! Scenario files, and the files beside them.

use super::discover;
use super::error::CliError;
use crate::scenario::{Files, Unreadable};
use crate::source::SourceFile;
use std::fs;
use std::path::{Path, PathBuf};

const EXTENSIONS: [&str; 3] = ["yaml", "yml", "json"];

/// What a path stands for: a file, or those of a folder that are scenario files by their name, in order.
pub(super) fn find(path: &str) -> Result<Vec<String>, CliError> {
    let facts = fs::metadata(path).map_err(|error| CliError::unreadable(path, &error))?;
    if facts.is_dir() {
        discover::walk(path, is_scenario_file)
    } else {
        Ok(vec![path.to_owned()])
    }
}

/// Whether it is called `scenarios.yaml` or `x.scenarios.yaml`, or the same with `yml` or `json`.
fn is_scenario_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    EXTENSIONS.contains(&extension) && (stem == "scenarios" || stem.ends_with(".scenarios"))
}

/// The files of this machine.
pub(super) struct LocalFiles;

impl Files for LocalFiles {
    fn read(&self, path: &str, from: &str) -> Result<SourceFile, Unreadable> {
        let name = beside(from, path);
        let bytes = fs::read(&name).map_err(|error| {
            let fault = CliError::unreadable(&name, &error);
            Unreadable {
                message: fault.message().to_owned(),
                help: None,
            }
        })?;
        SourceFile::from_bytes(&name, bytes).map_err(|error| Unreadable {
            message: error.to_string(),
            help: Some(error.help().to_owned()),
        })
    }

    fn folder(&self, path: &str, from: &str) -> Result<PathBuf, Unreadable> {
        let name = beside(from, path);
        // `scenarios.yaml` beside the folder leaves nothing of `.`.
        let folder = if name.is_empty() { "." } else { &name };
        if Path::new(folder).is_dir() {
            Ok(PathBuf::from(folder))
        } else {
            Err(Unreadable {
                message: format!("there is no folder `{folder}`"),
                help: None,
            })
        }
    }
}

/// The path of a file that `from` calls `path`, without `.` and with `a/..` taken out where nothing but names is there.
fn beside(from: &str, path: &str) -> String {
    let folder = Path::new(from).parent().unwrap_or_else(|| Path::new(""));
    let mut whole = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if ends_in_name(&whole) => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    whole.to_string_lossy().into_owned()
}

fn ends_in_name(path: &Path) -> bool {
    matches!(
        path.components().next_back(),
        Some(std::path::Component::Normal(_))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenario_files_are_known_by_name() {
        let known = [
            "scenarios.yaml",
            "a/podcast.scenarios.yml",
            "scenarios.json",
        ];
        let others = [
            "scenarios",
            "myscenarios.yaml",
            "scenarios.yaml.bak",
            "a.json",
            "scenarios.txt",
        ];
        assert!(known.iter().all(|name| is_scenario_file(Path::new(name))));
        assert!(!others.iter().any(|name| is_scenario_file(Path::new(name))));
    }

    #[test]
    fn paths_are_relative_to_the_scenario_file() {
        let separator = |path: &str| path.replace('/', std::path::MAIN_SEPARATOR_STR);
        for (from, path, expected) in [
            ("a/scenarios.yaml", "x.json", "a/x.json"),
            ("scenarios.yaml", "./b/x.json", "b/x.json"),
            ("a/b/scenarios.yaml", "../x.json", "a/x.json"),
            ("scenarios.yaml", "../../x.json", "../../x.json"),
            ("a/scenarios.yaml", "/etc/x.json", "/etc/x.json"),
        ] {
            assert_eq!(beside(from, path), separator(expected), "{from} {path}");
        }
    }
}
