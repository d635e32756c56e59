//! Files that the user names for results: written beside their place and moved there when they are whole.

use super::error::CliError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written.
#[derive(Debug)]
pub(super) struct OutputFile {
    path: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
}

impl OutputFile {
    /// Opens it, so that a place that cannot be written is known before anything runs.
    pub(super) fn open(path: &str) -> Result<Self, CliError> {
        let path = PathBuf::from(path);
        let mut temporary = path.clone().into_os_string();
        temporary.push(".part");
        let temporary = PathBuf::from(temporary);
        let file = File::create(&temporary).map_err(|error| fault(&path, &error))?;
        Ok(Self {
            path,
            temporary,
            writer: BufWriter::new(file),
        })
    }

    /// Moves the finished file to its place.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        let done = self
            .writer
            .flush()
            .and_then(|()| fs::rename(&self.temporary, &self.path));
        done.map_err(|error| fault(&self.path, &error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Writes a whole file: under a temporary name first, then renamed.
pub(super) fn write_file(path: &str, text: &str) -> Result<(), CliError> {
    let mut file = OutputFile::open(path)?;
    file.write_all(text.as_bytes())
        .map_err(|error| fault(Path::new(path), &error))?;
    file.finish()
}

/// Replaces a file by another text. Its permissions stay, and a link to it stays a link.
pub(super) fn rewrite_file(path: &str, text: &[u8]) -> Result<(), CliError> {
    let refused = |error: io::Error| CliError::unwritable(path, &error);
    let place = fs::canonicalize(path).map_err(refused)?;
    let permissions = fs::metadata(&place).map_err(refused)?.permissions();
    if permissions.readonly() {
        return Err(CliError::new(format!(
            "cannot write `{path}`: it is read-only"
        )));
    }
    let mut file = OutputFile::open(&place.to_string_lossy())?;
    let done = file
        .write_all(text)
        .and_then(|()| fs::set_permissions(&file.temporary, permissions));
    done.map_err(refused)?;
    file.finish()
}

fn fault(path: &Path, error: &io::Error) -> CliError {
    CliError::unwritable(&path.to_string_lossy(), error)
}
