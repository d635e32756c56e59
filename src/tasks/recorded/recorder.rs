//! Writes the calls of Tasks down while an execution goes on.

use super::calls::{Call, End};
use super::flows::Flows;
use super::notation::{entry, meant, result};
use super::writing::Writer;
use crate::asl::{StateId, StateMachine};
use crate::base::{Timestamp, duration_text};
use crate::engine::{Event, EventKind, TaskToken, VisitId};
use crate::tasks::scrub::Scrubber;
use crate::value::{Object, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// The longest value in a recording itself, in bytes of JSON. What is longer goes to a file beside it.
const LONGEST: u64 = 16 * 1024;

/// Follows an execution and gives each call of a Task when it is over, as an entry of `calls` in a mock file. Secrets,
/// task tokens and account numbers are struck out.
#[derive(Debug)]
pub struct Recorder {
    machine: Arc<StateMachine>,
    folder: String,
    next_file: usize,
    show_tokens: bool,
    flows: Flows,
    /// Calls by visit, in the order in which they began.
    open: IndexMap<VisitId, Open>,
    /// How often the visits that go on have called.
    attempts: IndexMap<VisitId, u64>,
    scrubber: Scrubber,
    now: Timestamp,
}

#[derive(Debug)]
struct Open {
    state: StateId,
    call: Call,
    request: Value,
    token: Option<TaskToken>,
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
            machine,
            folder: folder.to_owned(),
            next_file: first_file,
            show_tokens,
            flows: Flows::default(),
            open: IndexMap::new(),
            attempts: IndexMap::new(),
            scrubber: Scrubber::default(),
            now: Timestamp(0),
        }
    }

    /// Follows an event: the call that is over with it, if one is.
    pub fn event(&mut self, event: &Event) -> Option<RecordedCall> {
        self.flows.event(event);
        self.now = event.at;
        let visit = event.visit?;
        if let EventKind::TaskScheduled {
            parameters, token, ..
        } = &event.kind
        {
            let (state, call) = Call::begin(event, &self.flows)?;
            if let Some(token) = token {
                self.scrubber.learn(token);
            }
            *self.attempts.entry(visit).or_default() += 1;
            let open = Open {
                state,
                call,
                request: parameters.clone(),
                token: token.clone(),
            };
            self.open.insert(visit, open);
            return None;
        }
        let is_over = match event.kind {
            EventKind::StateExited { .. } | EventKind::StateFailed { .. } => {
                self.attempts.swap_remove(&visit);
                return None;
            }
            // Nobody waits for it any more: it was never answered.
            EventKind::TaskStateAborted { .. } => {
                let open = self.open.get_mut(&visit)?;
                open.call.lasted_until(event.at);
                true
            }
            _ => self.open.get_mut(&visit)?.call.hear(event),
        };
        is_over.then(|| self.close(visit)).flatten()
    }

    /// The calls that were not over when the execution was: they were never answered.
    pub fn finish(&mut self) -> Vec<RecordedCall> {
        let now = self.now;
        let visits: Vec<VisitId> = self.open.keys().copied().collect();
        let closed = visits.into_iter().filter_map(|visit| {
            self.open.get_mut(&visit)?.call.lasted_until(now);
            self.close(visit)
        });
        closed.collect()
    }

    fn close(&mut self, visit: VisitId) -> Option<RecordedCall> {
        let Open {
            state,
            mut call,
            request,
            token,
        } = self.open.shift_remove(&visit)?;
        let request = self.scrubber.value(&request);
        call.submitted = call.submitted.map(|output| self.scrubber.value(&output));
        call.end = call.end.map(|end| self.scrubbed(end));
        let machine = Arc::clone(&self.machine);
        let writer = Writer {
            machine: &machine,
            strike: &Value::clone,
        };
        let mut record = Object::new();
        record.insert("state", writer.key(state).into());
        if !call.iterations.is_empty() {
            record.insert("index", writer.index(&call.iterations));
        }
        let attempt = self.attempts.get(&visit).copied().unwrap_or(1);
        if attempt > 1 {
            let attempt = i64::try_from(attempt).unwrap_or(i64::MAX);
            record.insert("attempt", attempt.into());
        }
        if let Some(resource) = writer.resource(state) {
            let resource = self.scrubber.text(&resource.text);
            record.insert("resource", resource.into());
        }
        record.insert("request", result(&request));
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

    fn scrubbed(&mut self, end: End) -> End {
        match end {
            End::Succeeded(output) => End::Succeeded(self.scrubber.value(&output)),
            End::Failed { error, cause } => End::Failed {
                error,
                cause: cause.map(|cause| self.scrubber.text(&cause)),
            },
            End::TimedOut => End::TimedOut,
        }
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

/// The text with which a recording begins. `heading` is written above it as a comment.
pub fn recording_heading(heading: &str) -> String {
    let lines = heading.lines().map(|line| format!("# {line}\n"));
    lines.chain(["version: 1\ncalls:\n".to_owned()]).collect()
}
