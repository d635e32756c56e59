//! Writes the calls of Tasks down while an execution goes on.

use super::afterwards;
use super::calls::End;
use super::followed::{Followed, Open};
use super::notation::{entry, meant, result};
use super::writing::Writer;
use crate::asl::StateMachine;
use crate::base::{Timestamp, duration_text};
use crate::engine::{Event, EventKind, VisitId};
use crate::tasks::RecordedRun;
use crate::tasks::scrub::Scrubber;
use crate::value::{Object, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The longest value in a recording itself, in bytes of JSON. What is longer goes to a file beside it.
const LONGEST: u64 = 16 * 1024;

/// Follows the executions of a run and gives each call of a Task when it is over, as an entry of `calls` in a mock file.
/// Secrets, task tokens and account numbers are struck out.
#[derive(Debug)]
pub struct Recorder {
    folder: String,
    next_file: usize,
    show_tokens: bool,
    /// When the run started, where another one began the recording.
    start: Option<Timestamp>,
    /// By their numbers in the run: 0 is the one that was asked for.
    executions: BTreeMap<u64, Followed>,
    scrubber: Scrubber,
    /// How much the scrubber knew when the first entry was given.
    known_at_first: Option<usize>,
}

/// An execution that a Task started and that is run here.
#[derive(Clone, Copy, Debug)]
pub struct StartedHere<'a> {
    /// Its number in the run, not 0.
    pub number: u64,
    /// The number of the execution that started it.
    pub parent: u64,
    /// The visit of the state that started it, in that execution.
    pub visit: VisitId,
    /// The name of its machine.
    pub name: &'a str,
    /// Which of the executions of a run it is, in words that are the same in every run.
    pub place: &'a str,
    /// Its machine.
    pub machine: &'a Arc<StateMachine>,
}

/// A call that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCall {
    /// Its entry: whole lines, the last of them says how long it took.
    pub text: String,
    /// Files that the entry names: path from the recording, and content.
    pub files: Vec<(String, String)>,
}

impl Recorder {
    /// Follows an execution of `machine`. Long values go to files in `folder`, which is named from the recording; the
    /// first of them is numbered `first_file`. Tokens are written down only with `show_tokens`.
    pub fn new(
        machine: Arc<StateMachine>,
        folder: &str,
        first_file: usize,
        show_tokens: bool,
    ) -> Self {
        Self {
            folder: folder.to_owned(),
            next_file: first_file,
            show_tokens,
            start: None,
            executions: BTreeMap::from([(0, Followed::new(machine, None))]),
            scrubber: Scrubber::default(),
            known_at_first: None,
        }
    }

    /// Goes on with a recording that a run which started at another time began.
    pub fn going_on(self, start: Timestamp) -> Self {
        Self {
            start: Some(start),
            ..self
        }
    }

    /// Follows an event of the execution that was asked for: the call that is over with it, if one is.
    pub fn event(&mut self, event: &Event) -> Option<RecordedCall> {
        let over = self
            .executions
            .get_mut(&0)?
            .event(event, &mut self.scrubber);
        over.and_then(|over| self.close(0, over))
    }

    /// Follows an event of one that a Task started.
    pub fn event_of(&mut self, started: StartedHere<'_>, event: &Event) -> Option<RecordedCall> {
        if matches!(event.kind, EventKind::ExecutionStarted { .. }) && event.child.is_none() {
            let whose = (started.name.into(), started.place.into());
            let followed = Followed::new(Arc::clone(started.machine), Some(whose));
            self.executions.insert(started.number, followed);
            if let Some(parent) = self.executions.get_mut(&started.parent) {
                parent.ran(started.visit, started.name);
            }
        }
        let followed = self.executions.get_mut(&started.number)?;
        let over = followed.event(event, &mut self.scrubber);
        // What was given up with it is kept: it was never answered.
        if is_end(event) && followed.is_idle() {
            self.executions.remove(&started.number);
        }
        over.and_then(|over| self.close(started.number, over))
    }

    /// Leaves out a call that goes on: it was answered from this recording. `execution` is its number in the run.
    pub fn leave_out(&mut self, execution: u64, visit: VisitId) {
        if let Some(followed) = self.executions.get_mut(&execution) {
            followed.leave_out(visit);
        }
    }

    /// The calls that were not over when the run was: they were never answered.
    pub fn finish(&mut self) -> Vec<RecordedCall> {
        let mut open = Vec::new();
        for (number, followed) in &mut self.executions {
            open.extend(
                followed
                    .given_up()
                    .into_iter()
                    .map(|visit| (*number, visit)),
            );
        }
        let closed = open.into_iter();
        closed
            .filter_map(|(number, visit)| self.close(number, visit))
            .collect()
    }

    /// A recording without the secrets that were found after its entries were written; nothing where it holds none of them.
    pub fn struck_out_afterwards(&mut self, recording: &str) -> Option<String> {
        afterwards::struck_out(recording, &mut self.scrubber)
    }

    /// The same of a file that an entry names.
    pub fn struck_out_of_file(&mut self, json: &str) -> Option<String> {
        let struck = self.scrubber.text(&json.into());
        (*struck != *json).then(|| struck.to_string())
    }

    /// A remark as a comment of the recording, without secrets and account numbers.
    pub fn comment(&mut self, remark: &str) -> String {
        let remark = self.scrubber.text(&remark.into());
        remark.lines().map(|line| format!("# {line}\n")).collect()
    }

    /// Whether it has found secrets since it gave its first entry.
    pub fn has_learned(&self) -> bool {
        let first = self.known_at_first;
        first.is_some_and(|known| self.scrubber.knowledge() > known)
    }

    fn close(&mut self, execution: u64, visit: VisitId) -> Option<RecordedCall> {
        let followed = self.executions.get_mut(&execution)?;
        let Open {
            state,
            mut call,
            request,
            token,
            ran,
        } = followed.close(visit)?;
        // A secret that is known from the answer may stand in the question.
        let (request, submitted, end) = loop {
            let before = self.scrubber.knowledge();
            let scrubbed = (
                self.scrubber.value(&request),
                (call.submitted.as_ref()).map(|output| self.scrubber.value(output)),
                (call.end.as_ref()).map(|end| scrubbed(end, &mut self.scrubber)),
            );
            if self.scrubber.knowledge() == before {
                break scrubbed;
            }
        };
        (call.submitted, call.end) = (submitted, end);
        self.known_at_first.get_or_insert(self.scrubber.knowledge());
        let writer = Writer {
            machine: &followed.machine,
            strike: &Value::clone,
        };
        let mut record = Object::new();
        record.insert("state", writer.key(state).into());
        if let Some((machine, place)) = &followed.whose {
            record.insert("machine", machine.clone().into());
            record.insert("execution", place.clone().into());
        }
        if !call.iterations.is_empty() {
            record.insert("index", writer.index(&call.iterations));
        }
        let attempt = followed.attempts(visit);
        if attempt > 1 {
            let attempt = i64::try_from(attempt).unwrap_or(i64::MAX);
            record.insert("attempt", attempt.into());
        }
        if let Some(resource) = writer.resource(state) {
            let resource = self.scrubber.text(&resource.text);
            record.insert("resource", resource.into());
        }
        if let Some(start) = self.start {
            record.insert("start-time", start.to_string().into());
        }
        record.insert("request", result(&request));
        if let Some(machine) = ran {
            record.insert("ran", machine.into());
        }
        if let (Some(token), true) = (token, self.show_tokens) {
            record.insert("token", token.reveal().clone().into());
        }
        for (key, value) in writer.answer(state, &call).iter() {
            if &**key != "latency" {
                record.insert(key.clone(), value.clone());
            }
        }
        record.insert("latency", duration_text(call.latency).into());
        Some(self.written(&record))
    }

    /// The lines of a record. Values that are too long for it go to files.
    fn written(&mut self, record: &Object) -> RecordedCall {
        let mut text = String::new();
        let mut files = Vec::new();
        let state = record.get("state").and_then(Value::as_str).unwrap_or("");
        for (key, value) in record.iter() {
            let long =
                matches!(&**key, "request" | "result" | "submitted") && value.size() > LONGEST;
            if !long {
                text.push_str(&entry(key, value));
                continue;
            }
            let path = format!(
                "{}/{:04}-{}-{key}.json",
                self.folder,
                self.next_file,
                plain(state)
            );
            self.next_file += 1;
            let reference: Object = [("$file", Value::from(path.as_str()))]
                .into_iter()
                .collect();
            text.push_str(&entry(key, &reference.into()));
            files.push((path, meant(value)));
        }
        // The first line of the block begins the item of the list.
        text.replace_range(..2, "- ");
        RecordedCall { text, files }
    }
}

/// Whether an execution is over with an event, and not one that a distributed Map started.
fn is_end(event: &Event) -> bool {
    let ends = matches!(
        event.kind,
        EventKind::ExecutionSucceeded { .. }
            | EventKind::ExecutionFailed { .. }
            | EventKind::ExecutionTimedOut { .. }
            | EventKind::ExecutionAborted { .. }
    );
    ends && event.child.is_none()
}

fn scrubbed(end: &End, scrubber: &mut Scrubber) -> End {
    match end {
        End::Succeeded(output) => End::Succeeded(scrubber.value(output)),
        End::Failed { error, cause } => End::Failed {
            error: error.as_ref().map(|error| scrubber.text(error)),
            cause: cause.as_ref().map(|cause| scrubber.text(cause)),
        },
        End::TimedOut => End::TimedOut,
    }
}

/// A name of a state as a part of a file's name.
fn plain(state: &str) -> String {
    let plain = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() => letter,
        _ => '_',
    };
    state.chars().take(40).map(plain).collect()
}

/// How much of a recording is whole, in bytes: the last entry may be cut off where the run was killed. Everything, where
/// it is no recording.
pub fn whole_part(recording: &str) -> usize {
    let Some(list) = recording.find("\ncalls:\n") else {
        return recording.len();
    };
    let first = list + "\ncalls:\n".len();
    let mut whole = first;
    let mut at = first;
    for line in recording[first..].split_inclusive('\n') {
        at += line.len();
        // A key of the file itself: somebody has gone on writing.
        if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return recording.len();
        }
        let between = line.trim().is_empty() || line.starts_with('#');
        let last_of_entry = line.starts_with("  latency: ") || between && whole == at - line.len();
        if last_of_entry && line.ends_with('\n') {
            whole = at;
        }
    }
    whole
}

/// The text with which a recording begins, with what is known of the run. `heading` is written above it as a comment, without
/// secrets and account numbers.
pub fn recording_heading(heading: &str, run: &RecordedRun) -> String {
    let heading = Scrubber::default().text(&heading.into());
    let lines = heading.lines().map(|line| format!("# {line}\n"));
    let members = run.members().map(|(key, value)| entry(key, &value));
    let members: String = members.collect();
    let run = match members.is_empty() {
        true => members,
        false => format!("run:\n{members}"),
    };
    lines
        .chain([format!("version: 1\n{run}calls:\n")])
        .collect()
}
