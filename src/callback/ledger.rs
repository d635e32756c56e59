//! The file in which a run notes its open tokens, for `sfnrun token`.
//!
//! One line of JSON for each thing that happens, so that a run that is killed leaves a file that can be read: first the
//! run, then each token that opens and each task that closes. Only the user can read it, and it goes when the run ends.

use crate::engine::{TaskId, TaskToken};
use crate::value::{self, Object, Str, Value};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// So long a run may take to let itself be called: it is on this machine.
const PATIENCE: Duration = Duration::from_secs(1);

/// The file of a run that goes on.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    /// The tasks whose tokens are open.
    open: HashSet<TaskId>,
}

/// A run as its ledger tells of it.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// The port of its API.
    pub port: u16,
    /// Its tokens that are open.
    pub open: Vec<Entry>,
}

/// A token that is open.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The state that waits.
    pub state: String,
    /// In which iterations of Maps, outermost first.
    pub iterations: Vec<i64>,
    /// In which execution, where a Task of the run has started it.
    pub within: Option<StartedExecution>,
    /// The token.
    pub token: TaskToken,
}

/// An execution that a Task of the run has started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedExecution {
    /// The name of its machine.
    pub machine: String,
    /// What started it, which no two executions of a run have in common.
    pub place: String,
}

/// A ledger that cannot be written or read.
#[derive(Debug, Error)]
#[error("{path}: {source}")]
pub struct LedgerError {
    path: PathBuf,
    source: io::Error,
}

impl Ledger {
    /// Opens the ledger of the run `id` in the folder `folder`, which it makes. The run listens on `port`: whoever else is said to
    /// in that folder was killed, and its ledger goes.
    ///
    /// # Errors
    /// Where the folder cannot be made or the file not be written.
    pub fn open(folder: &Path, id: &str, port: u16) -> Result<Self, LedgerError> {
        let path = folder.join(format!("{id}.jsonl"));
        let fault = |source| LedgerError {
            path: path.clone(),
            source,
        };
        private_folder(folder).map_err(fault)?;
        for (path, run) in ledgers(folder)? {
            if run.port == port {
                fs::remove_file(&path).or_else(gone).map_err(fault)?;
            }
        }
        let file = private_file(&path).map_err(fault)?;
        let mut ledger = Self {
            path: path.clone(),
            file,
            open: HashSet::new(),
        };
        let mut line = Object::new();
        line.insert("version", 1.into());
        line.insert("run", id.into());
        line.insert("port", i64::from(port).into());
        ledger.write(line).map_err(fault)?;
        Ok(ledger)
    }

    /// A token opens.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn opened(&mut self, task: TaskId, entry: &Entry) -> Result<(), LedgerError> {
        let mut line = Object::new();
        line.insert("open", Value::from(task.0 as i64));
        line.insert("state", entry.state.as_str().into());
        let iterations = entry.iterations.iter().map(|index| Value::from(*index));
        line.insert("iterations", iterations.collect());
        if let Some(within) = &entry.within {
            line.insert("machine", within.machine.as_str().into());
            line.insert("place", within.place.as_str().into());
        }
        line.insert("token", entry.token.reveal().clone().into());
        self.open.insert(task);
        self.note(line)
    }

    /// Nobody waits for a task any more. Of a task without an open token there is nothing to note.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn closed(&mut self, task: TaskId) -> Result<(), LedgerError> {
        if !self.open.remove(&task) {
            return Ok(());
        }
        let mut line = Object::new();
        line.insert("closed", Value::from(task.0 as i64));
        self.note(line)
    }

    fn note(&mut self, line: Object) -> Result<(), LedgerError> {
        self.write(line).map_err(|source| LedgerError {
            path: self.path.clone(),
            source,
        })
    }

    fn write(&mut self, line: Object) -> io::Result<()> {
        let mut text = Value::from(line).to_json();
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

impl Drop for Ledger {
    fn drop(&mut self) {
        // A file that stays tells of a run that nobody answers for: `sfnrun token` finds nobody on its port.
        let _ = fs::remove_file(&self.path);
    }
}

/// The runs that have a ledger in `folder`, by id. A ledger whose run was killed, so that nobody listens on its port, is removed.
///
/// # Errors
/// Where the folder is there and cannot be read. A file that is no ledger is passed over.
pub fn runs(folder: &Path) -> Result<Vec<Run>, LedgerError> {
    let mut runs = Vec::new();
    for (path, run) in ledgers(folder)? {
        match listens(run.port) {
            true => runs.push(run),
            // One that cannot be removed is asked again the next time.
            false => drop(fs::remove_file(path)),
        }
    }
    runs.sort_by(|one: &Run, other| one.id.cmp(&other.id));
    Ok(runs)
}

/// Whether somebody listens on a port of this machine. Whoever is too busy to answer does.
fn listens(port: u16) -> bool {
    let address = (Ipv4Addr::LOCALHOST, port).into();
    let refused = |fault: &io::Error| fault.kind() == io::ErrorKind::ConnectionRefused;
    !TcpStream::connect_timeout(&address, PATIENCE).is_err_and(|fault| refused(&fault))
}

fn gone(fault: io::Error) -> io::Result<()> {
    match fault.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(fault),
    }
}

/// The ledgers in `folder`, with their files.
fn ledgers(folder: &Path) -> Result<Vec<(PathBuf, Run)>, LedgerError> {
    let fault = |source| LedgerError {
        path: folder.to_owned(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fault(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(fault)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
            && let Ok(text) = fs::read_to_string(&path)
            && let Some(run) = read(&text)
        {
            found.push((path, run));
        }
    }
    Ok(found)
}

/// What a ledger says; nothing where it is none. The last line may be cut off.
fn read(text: &str) -> Option<Run> {
    let mut lines = text.lines().map_while(|line| value::read(line).ok());
    let first = lines.next()?;
    let mut open = BTreeMap::new();
    for line in lines {
        let number = |member| line.get(member).and_then(Value::as_i64);
        if let Some(closed) = number("closed") {
            open.remove(&closed);
        } else if let Some(task) = number("open") {
            let iterations = line.get("iterations").and_then(Value::as_array)?;
            let text = |member| line.get(member).and_then(Value::as_str).map(str::to_owned);
            let within = text("machine").zip(text("place"));
            let entry = Entry {
                state: text("state")?,
                within: within.map(|(machine, place)| StartedExecution { machine, place }),
                iterations: iterations.iter().filter_map(Value::as_i64).collect(),
                token: TaskToken::new(Str::from(line.get("token")?.as_str()?)),
            };
            open.insert(task, entry);
        }
    }
    Some(Run {
        id: first.get("run")?.as_str()?.to_owned(),
        port: u16::try_from(first.get("port")?.as_i64()?).ok()?,
        open: open.into_values().collect(),
    })
}

#[cfg(unix)]
fn private_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(unix)]
fn private_file(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(not(unix))]
fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}
