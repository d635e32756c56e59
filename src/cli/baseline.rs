//! `--baseline`: the file, and which names files have in it.

use super::error::CliError;
use super::input;
use super::output_file::write_file;
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::lint::Baseline;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// Findings that are known.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub struct BaselineOptions {
    /// Report only findings that are not in this file.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<String>,
    /// Write what is found to the file of `--baseline`, instead of reporting it.
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,
}

/// A baseline in its file.
pub(super) struct BaselineFile<'a> {
    path: &'a str,
    /// The folder that names in it start at.
    folder: PathBuf,
    baseline: Baseline,
}

impl<'a> BaselineFile<'a> {
    /// A file that is to be written.
    pub(super) fn empty(path: &'a str) -> Result<Self, CliError> {
        let folder = Path::new(path)
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let folder =
            fs::canonicalize(folder).map_err(|error| CliError::unwritable(path, &error))?;
        Ok(Self {
            path,
            folder,
            baseline: Baseline::default(),
        })
    }

    /// Reads a file.
    pub(super) fn read(path: &'a str) -> Result<Self, CliError> {
        let help = format!("`--baseline {path} --write-baseline` writes it");
        let source = input::source_file(path).map_err(|error| error.help(&help))?;
        let baseline = Baseline::read(&source.text).map_err(|error| {
            CliError::new(format!("`{path}` is no baseline: {error}")).help(&help)
        })?;
        Ok(Self {
            baseline,
            ..Self::empty(path)?
        })
    }

    /// What a file is called in it: its path from the folder of the baseline on.
    pub(super) fn name_of(&self, path: &str) -> String {
        let Ok(whole) = fs::canonicalize(path) else {
            return path.to_owned();
        };
        let inner = whole.strip_prefix(&self.folder).unwrap_or(&whole);
        let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    /// Whether there is no such file.
    pub(super) fn is_gone(&self, name: &str) -> bool {
        !name.starts_with('<') && !self.folder.join(name).exists()
    }

    /// Writes it.
    pub(super) fn write(&self) -> Result<(), CliError> {
        write_file(self.path, &self.baseline.text())
    }
}

/// Takes out of what was found what the baseline knows, or writes the baseline; of each file its path and its findings.
/// Gives the line that tells of it, where there is something to tell.
pub(super) fn apply<'f>(
    options: &BaselineOptions,
    files: impl Iterator<Item = (&'f str, &'f mut Vec<Diagnostic>)>,
) -> Result<Option<String>, CliError> {
    let Some(path) = &options.baseline else {
        return Ok(None);
    };
    if options.write_baseline {
        let mut file = BaselineFile::empty(path)?;
        for (name, found) in files {
            let name = file.name_of(name);
            file.baseline.add(&name, found);
        }
        file.write()?;
        let count = text::count(file.baseline.len(), "finding");
        return Ok(Some(format!("{count} written to `{path}`\n")));
    }
    let file = BaselineFile::read(path)?;
    let mut met = file.baseline.meet();
    let mut known = 0;
    for (name, found) in files {
        let before = found.len();
        met.take_out(&file.name_of(name), found);
        known += before - found.len();
    }
    let known = text::count(known, "known finding");
    Ok(Some(match met.stale(|name| file.is_gone(name)) {
        0 => format!("{known} left out\n"),
        stale => format!(
            "{known} left out; {} of `{path}` no longer there: `--write-baseline` writes it anew\n",
            text::count(stale, "finding")
        ),
    }))
}
