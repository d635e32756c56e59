//! Executions in AWS, in a build that cannot call it.

use crate::cli::args::{Diff, Exec, History};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::terminal::Terminal;
use crate::engine::Names;
use crate::history::ImportedHistory;

fn cannot<T>() -> Result<T, CliError> {
    Err(CliError::new("this build cannot call AWS")
        .help("build it with the feature `aws`, which is on by default"))
}

pub(crate) fn history(_: &History, _: &Terminal) -> Result<Exit, CliError> {
    cannot()
}

pub(crate) fn exec(_: &Exec, _: &str, _: &Terminal) -> Result<Exit, CliError> {
    cannot()
}

pub(crate) fn recorded(_: &Diff, _: &Terminal) -> Result<(ImportedHistory, Names), CliError> {
    cannot()
}
