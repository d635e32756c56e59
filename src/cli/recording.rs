//! The file that `--record` or `--record-missing` names.

use super::args::Exec;
use super::error::CliError;
use super::input;
use super::output_file::rewrite_file;
use crate::asl::StateMachine;
use crate::engine::{Event, VisitId};
use crate::run::{Consumer, NestedRun, RunId};
use crate::tasks::{
    RecordedCall, RecordedRun, Recorder, StartedHere, recording_heading, whole_part,
};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A recording that is being written: an entry a call, each of them written out when the call is over, so that a run that is
/// killed leaves all calls that were. A fault is kept until the end: it must not stop the run.
#[derive(Debug)]
pub(super) struct RecordingFile {
    path: String,
    file: File,
    recorder: Recorder,
    calls: usize,
    /// The number of the first file that this run writes beside it.
    first_file: usize,
    fault: Option<io::Error>,
}

/// What is done with a recording that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    Nothing,
    Everything,
}

impl RecordingFile {
    /// Opens the file, before anything runs; nothing where none is asked for.
    pub(super) fn open(
        arguments: &Exec,
        machine: Arc<StateMachine>,
        run: &RecordedRun,
    ) -> Result<Option<Self>, CliError> {
        let (path, kept) = match (&arguments.record, &arguments.record_missing) {
            (Some(path), _) => (path, Kept::Nothing),
            (None, Some(path)) => (path, Kept::Everything),
            (None, None) => return Ok(None),
        };
        let heading = format!(
            "What the Tasks of {} were asked and gave. To replay it:\n  sfnrun exec {} --input INPUT --mocks {path}\n\
             `sfnrun explain mocks` tells of the format.",
            arguments.definition, arguments.definition
        );
        Self::at(path, kept, &heading, machine, run, arguments.show_tokens).map(Some)
    }

    /// Writes a recording of `run` anew. `heading` tells in a comment of what it is one.
    #[cfg(feature = "aws")]
    pub(super) fn anew(
        path: &str,
        heading: &str,
        machine: Arc<StateMachine>,
        run: &RecordedRun,
        show_tokens: bool,
    ) -> Result<Self, CliError> {
        Self::at(path, Kept::Nothing, heading, machine, run, show_tokens)
    }

    fn at(
        path: &str,
        kept: Kept,
        heading: &str,
        machine: Arc<StateMachine>,
        run: &RecordedRun,
        show_tokens: bool,
    ) -> Result<Self, CliError> {
        let unwritable = |error: io::Error| CliError::unwritable(path, &error);
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(unwritable)?;
        // Where files cannot be locked, nobody can tell.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(CliError::new(format!("another run records to `{path}`"))
                .help("give each run a file of its own"));
        }
        let text = recording_at(path)?;
        let folder = files_of(path);
        let keeps = kept == Kept::Everything && !text.is_empty();
        let end = if keeps { whole_part(&text) } else { 0 };
        file.set_len(end as u64).map_err(unwritable)?;
        if !keeps {
            clear(&beside(path, &folder));
            let heading = recording_heading(heading, run);
            file.write_all(heading.as_bytes()).map_err(unwritable)?;
        }
        let first = last_number(&beside(path, &folder)) + 1;
        let recorder = Recorder::new(machine, &folder, first, show_tokens);
        let began = RecordedRun::in_recording(&text[..end]).start;
        let recorder = match (began, run.start) {
            (Some(began), Some(start)) if began != start => recorder.going_on(start),
            _ => recorder,
        };
        Ok(Self {
            path: path.to_owned(),
            file,
            recorder,
            calls: 0,
            first_file: first,
            fault: None,
        })
    }

    /// Ends the recording of an execution that is `over`: what it no longer waited for is noted as never answered. `remark` is
    /// written below it as a comment. How many calls were recorded.
    pub(super) fn finish(mut self, over: bool, remark: Option<&str>) -> Result<usize, CliError> {
        if over {
            for call in self.recorder.finish() {
                self.keep(&call);
            }
        }
        if let Some(fault) = &self.fault {
            return Err(CliError::unwritable(&self.path, fault));
        }
        if self.recorder.has_learned() {
            self.strike_out()?;
        }
        if let Some(remark) = remark {
            self.add(remark)
                .map_err(|error| CliError::unwritable(&self.path, &error))?;
        }
        Ok(self.calls)
    }

    /// Adds a remark to what stands there now.
    fn add(&mut self, remark: &str) -> io::Result<()> {
        let comment = self.recorder.comment(remark);
        let mut file = OpenOptions::new().append(true).open(&self.path)?;
        file.write_all(comment.as_bytes())
    }

    /// Strikes out of what was written what was found to be a secret only afterwards.
    fn strike_out(&mut self) -> Result<(), CliError> {
        let folder = beside(&self.path, &files_of(&self.path));
        let files = numbered(&folder).filter(|(number, _)| *number >= self.first_file);
        for (_, path) in files {
            let path = path.to_string_lossy();
            let text = read(&path)?;
            if let Some(struck) = self.recorder.struck_out_of_file(&text) {
                rewrite_file(&path, struck.as_bytes())?;
            }
        }
        let text = read(&self.path)?;
        match self.recorder.struck_out_afterwards(&text) {
            Some(struck) => rewrite_file(&self.path, struck.as_bytes()),
            None => Ok(()),
        }
    }

    fn keep(&mut self, call: &RecordedCall) {
        if self.fault.is_some() {
            return;
        }
        match self.write(call) {
            Ok(()) => self.calls += 1,
            Err(fault) => self.fault = Some(fault),
        }
    }

    /// The files of an entry are there before it is.
    fn write(&mut self, call: &RecordedCall) -> io::Result<()> {
        for (name, content) in &call.files {
            let path = beside(&self.path, name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let part = path.with_extension("part");
            fs::write(&part, content)?;
            fs::rename(&part, &path)?;
        }
        self.file.write_all(call.text.as_bytes())
    }
}

impl Consumer for RecordingFile {
    fn event(&mut self, event: &Event) {
        if let Some(call) = self.recorder.event(event) {
            self.keep(&call);
        }
    }

    fn nested(&mut self, run: &NestedRun, event: &Event) {
        let started = StartedHere {
            number: run.id.0,
            parent: run.parent.0,
            visit: run.visit,
            name: &run.name,
            place: &run.place,
            machine: &run.machine,
        };
        if let Some(call) = self.recorder.event_of(started, event) {
            self.keep(&call);
        }
    }

    fn refilled(&mut self, run: Option<&NestedRun>, visit: VisitId) {
        let execution = run.map_or(RunId::ROOT, |run| run.id);
        self.recorder.leave_out(execution.0, visit);
    }
}

fn read(path: &str) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| CliError::unreadable(path, &error))
}

/// The recording that stands at a path, which is empty where none does.
///
/// # Errors
/// Where something else stands there.
pub(super) fn recording_at(path: &str) -> Result<String, CliError> {
    if !Path::new(path).exists() {
        return Ok(String::new());
    }
    let text = input::source_file(path)?.text.to_string();
    match text.is_empty() || may_be_written(&text) {
        true => Ok(text),
        false => Err(CliError::new(format!(
            "`{path}` is no recording, and nothing is written over it"
        ))
        .help("name another file, or remove it")),
    }
}

/// Whether a text is a recording to which entries can be added, or that may be written anew: `calls` is the last it has.
fn may_be_written(text: &str) -> bool {
    let Some(at) = text.find("\ncalls:\n") else {
        return false;
    };
    let entries = text[at..].lines().skip(2);
    entries
        .into_iter()
        .all(|line| line.is_empty() || line.starts_with([' ', '-', '#']))
}

/// The folder of the values that are too long for the recording, named from it.
fn files_of(path: &str) -> String {
    let name = Path::new(path).file_stem().unwrap_or_default();
    format!("{}.files", name.to_string_lossy())
}

/// A file that is named from the recording.
pub(super) fn beside(recording: &str, path: &str) -> PathBuf {
    match Path::new(recording).parent() {
        Some(folder) => folder.join(path),
        None => PathBuf::from(path),
    }
}

/// The numbers of the files that a recording has.
fn numbered(folder: &Path) -> impl Iterator<Item = (usize, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let (number, _) = name.strip_suffix(".json")?.split_once('-')?;
        Some((number.parse().ok()?, entry.path()))
    })
}

fn last_number(folder: &Path) -> usize {
    numbered(folder)
        .map(|(number, _)| number)
        .max()
        .unwrap_or(0)
}

/// Removes the files of a recording that is written anew. One that cannot be removed is written over or stays unused.
fn clear(folder: &Path) {
    for (_, path) in numbered(folder) {
        let _ = fs::remove_file(path);
    }
}
