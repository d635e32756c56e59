//! `--baseline`: the file, and which names files have in it.

use super::error::CliError;
use super::input;
use super::output_file::write_file;
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::lint::Baseline;
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Findings that are known.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub struct BaselineOptions {
    /// Report only findings that are not in this file, instead of the `baseline` of the configuration.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<String>,
    /// Write what is found to the baseline, instead of reporting it.
    #[arg(long)]
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
        let help = "`--write-baseline` writes it";
        let source = input::source_file(path).map_err(|error| error.help(help))?;
        let baseline = Baseline::read(&source.text).map_err(|error| {
            CliError::new(format!("`{path}` is no baseline: {error}")).help(help)
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

/// What was found in a file, and the baseline that knows of it.
pub(super) struct Known<'f> {
    /// The file.
    pub(super) path: &'f str,
    /// Its baseline.
    pub(super) baseline: Option<&'f str>,
    /// Its findings.
    pub(super) found: &'f mut Vec<Diagnostic>,
}

/// Takes out of what was found what the baselines know, or writes them. Gives the lines that tell of it.
pub(super) fn apply(options: &BaselineOptions, files: Vec<Known<'_>>) -> Result<String, CliError> {
    let mut by_baseline: BTreeMap<&str, Vec<(&str, &mut Vec<Diagnostic>)>> = BTreeMap::new();
    for Known {
        path,
        baseline,
        found,
    } in files
    {
        match options.baseline.as_deref().or(baseline) {
            Some(baseline) => by_baseline.entry(baseline).or_default().push((path, found)),
            None if options.write_baseline => {
                return Err(CliError::new(format!("no baseline is named for `{path}`"))
                    .help("name one with `--baseline FILE`, or as `baseline` in sfnrun.toml"));
            }
            None => {}
        }
    }
    let lines = by_baseline.into_iter().map(|(path, files)| {
        if options.write_baseline {
            write(path, files)
        } else {
            take_out(path, files)
        }
    });
    lines.collect()
}

fn write(path: &str, files: Vec<(&str, &mut Vec<Diagnostic>)>) -> Result<String, CliError> {
    let mut file = BaselineFile::empty(path)?;
    for (name, found) in files {
        let name = file.name_of(name);
        file.baseline.add(&name, found);
    }
    file.write()?;
    let count = text::count(file.baseline.len(), "finding");
    Ok(format!("{count} written to `{path}`\n"))
}

fn take_out(path: &str, files: Vec<(&str, &mut Vec<Diagnostic>)>) -> Result<String, CliError> {
    let file = BaselineFile::read(path)?;
    let mut met = file.baseline.meet();
    let mut known = 0;
    for (name, found) in files {
        let before = found.len();
        met.take_out(&file.name_of(name), found);
        known += before - found.len();
    }
    let known = text::count(known, "known finding");
    Ok(match met.stale(|name| file.is_gone(name)) {
        0 => format!("{known} left out\n"),
        stale => format!(
            "{known} left out; {} of `{path}` no longer there: `--write-baseline` writes it anew\n",
            text::count(stale, "finding")
        ),
    })
}
