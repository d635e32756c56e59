//! The entries of a history as they stand in its JSON.

use crate::base::{Span, Timestamp, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Kind, Node, Tree};
use crate::value::{Str, Value, read};

/// The rule under which every finding about a history stands.
pub(super) const RULE: &str = "history-file";

/// One entry of `events`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Where it stands in the file.
    pub(super) span: Span,
    pub(super) at: Timestamp,
    pub(super) id: u64,
    pub(super) previous: u64,
    /// `type`
    pub(super) name: Str,
    /// Its one `…EventDetails` object; null where it has none.
    details: Value,
}

impl Entry {
    /// A text of the details.
    pub(super) fn text(&self, key: &str) -> Option<Str> {
        self.details.get(key).and_then(Value::as_str).map(Str::from)
    }

    /// A number of the details.
    pub(super) fn number(&self, key: &str) -> Option<u64> {
        let number = self.details.get(key)?.as_i64()?;
        u64::try_from(number).ok()
    }

    /// A value that stands as JSON text in the details: `input`, `output`, `parameters`. Null where it is missing, as in a
    /// history without execution data.
    pub(super) fn data(&self, key: &str) -> Value {
        self.text(key).map_or(Value::Null, |text| parsed(&text))
    }

    /// `assignedVariables`
    pub(super) fn assigned(&self) -> Vec<(Str, Value)> {
        let variables = self
            .details
            .get("assignedVariables")
            .and_then(Value::as_object);
        let variables = variables.into_iter().flat_map(|object| object.iter());
        variables
            .map(|(name, text)| (name.clone(), parsed(text.as_str().unwrap_or_default())))
            .collect()
    }

    /// The role of `taskCredentials`.
    pub(super) fn role(&self) -> Option<Str> {
        let credentials = self.details.get("taskCredentials")?;
        credentials.get("roleArn")?.as_str().map(Str::from)
    }

    /// Whether the details say that a part of the data was left out.
    fn is_truncated(&self) -> bool {
        let details = self.details.as_object().into_iter();
        details
            .flat_map(|object| object.values())
            .any(|value| value.get("truncated").and_then(Value::as_bool) == Some(true))
    }

    /// Whether it should hold data and does not.
    fn lacks_data(&self) -> bool {
        let key = match &*self.name {
            "ExecutionStarted" => "input",
            "ExecutionSucceeded" => "output",
            name if name.ends_with("StateEntered") => "input",
            name if name.ends_with("StateExited") => "output",
            _ => return false,
        };
        self.details.get(key).is_none()
    }
}

fn parsed(text: &str) -> Value {
    read(text).unwrap_or_else(|_| Value::from(text))
}

/// Reads the entries of a history, in the order of their ids. What cannot be read is left out and told of.
pub(super) fn entries(tree: &Tree, findings: &mut Vec<Diagnostic>) -> Vec<Entry> {
    let Some(root) = &tree.root else {
        findings.push(empty());
        return Vec::new();
    };
    let events = match root.get("events") {
        Some(events) => events,
        None => root,
    };
    if events.items().is_some_and(<[Node]>::is_empty) {
        findings.push(
            Diagnostic::error(RULE, events.span, "this history has no events").help(HOW_TO_GET_ONE),
        );
        return Vec::new();
    }
    let Some(items) = events.items() else {
        let found = text::article(events.kind_name());
        let message = match root.members() {
            Some(_) if root.get("events").is_none() => "this history has no `events`".to_owned(),
            _ => format!("the events of a history are a list, but here is {found}"),
        };
        findings.push(Diagnostic::error(RULE, events.span, message).help(HOW_TO_GET_ONE));
        return Vec::new();
    };
    // The service writes it small, the command with `--max-items` big.
    if let Some(token) = root.member("nextToken").or(root.member("NextToken")) {
        findings.push(
            note(token.key.span, "this is one page of a history; events are missing")
                .help("`aws stepfunctions get-execution-history` without `--no-paginate` and `--max-items` gives all"),
        );
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(items.len());
    for item in items {
        let last = entries.last().map(|entry| entry.at);
        entries.extend(entry(item, last, findings));
        if findings.len() >= MOST_FINDINGS {
            return Vec::new();
        }
    }
    // `--reverse-order` gives the last first.
    entries.sort_by_key(|entry| entry.id);
    tell_disorder(&entries, findings);
    tell_what_is_missing(&entries, findings);
    entries
}

/// What is wrong with one event mostly is with all of them.
const MOST_FINDINGS: usize = 10;

/// Told of a file in which nothing stands.
pub(super) fn empty() -> Diagnostic {
    Diagnostic::error(RULE, Span::default(), "this history is empty").help(HOW_TO_GET_ONE)
}

const HOW_TO_GET_ONE: &str = "a history is what `aws stepfunctions get-execution-history --execution-arn ARN` prints, or `sfnrun exec --history FILE` writes";

pub(super) fn note(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(RULE, Severity::Note, span, message)
}

fn entry(node: &Node, last: Option<Timestamp>, findings: &mut Vec<Diagnostic>) -> Option<Entry> {
    let Some(members) = node.members() else {
        if !node.is_hole() {
            let found = text::article(node.kind_name());
            let message = format!("an event is an object, but here is {found}");
            findings.push(Diagnostic::error(RULE, node.span, message));
        }
        return None;
    };
    let mut missing = |key: &str, what: &str| {
        let span = node.get(key).map_or(node.span, |value| value.span);
        findings.push(Diagnostic::error(
            RULE,
            span,
            format!("the `{key}` of an event is {what}"),
        ));
    };
    let name = node.get("type").and_then(Node::text).cloned();
    if name.is_none() {
        missing("type", "a text");
    }
    let id = whole_number(node.get("id")).filter(|id| *id > 0);
    if id.is_none() {
        missing("id", "a whole number from 1");
    }
    let previous = match node.get("previousEventId") {
        None => Some(0),
        some => whole_number(some),
    };
    if previous.is_none() {
        missing("previousEventId", "a whole number");
    }
    let at = match node.get("timestamp") {
        None => Some(last.unwrap_or_default()),
        Some(node) => instant(node),
    };
    if at.is_none() {
        missing(
            "timestamp",
            "an instant as in `2026-01-31T08:00:00.250000+00:00`, or seconds since 1970",
        );
    }
    let details = members
        .iter()
        .find(|member| member.key.text.ends_with("EventDetails"))
        .map_or(Value::Null, |member| member.value.to_value());
    Some(Entry {
        span: node.span,
        at: at?,
        id: id?,
        previous: previous?,
        name: name?,
        details,
    })
}

fn whole_number(node: Option<&Node>) -> Option<u64> {
    match &node?.kind {
        Kind::Number(number) => number
            .as_i64()
            .and_then(|number| u64::try_from(number).ok()),
        _ => None,
    }
}

/// Version 2 of the `aws` command prints ISO 8601, version 1 seconds since 1970.
fn instant(node: &Node) -> Option<Timestamp> {
    match &node.kind {
        Kind::Number(number) => {
            let milliseconds = number.as_f64() * 1000.0;
            // Exact for every instant that a history can have.
            (milliseconds.abs() < 1e15).then(|| Timestamp(milliseconds.round() as i64))
        }
        _ => Timestamp::parse(node.text()?),
    }
}

/// AWS numbers events from 1 without a gap, and an event is led to by an earlier one.
fn tell_disorder(entries: &[Entry], findings: &mut Vec<Diagnostic>) {
    let disorder = entries.windows(2).find_map(|pair| {
        let [one, other] = pair else { return None };
        if one.id == other.id {
            let message = format!("two events have the id {}", other.id);
            return Some(
                Diagnostic::error(RULE, other.span, message).label(one.span, "the other one"),
            );
        }
        if one.id + 1 < other.id {
            let message = match other.id - one.id {
                2 => format!("event {} is missing", one.id + 1),
                _ => format!("the events {} to {} are missing", one.id + 1, other.id - 1),
            };
            let label = format!("event {} comes before it", one.id);
            return Some(Diagnostic::error(RULE, other.span, message).label(one.span, label));
        }
        None
    });
    let backwards = entries.iter().find(|entry| entry.previous >= entry.id);
    findings.extend(disorder);
    findings.extend(backwards.map(|entry| {
        let message = format!(
            "event {} has {} for its `previousEventId`, which does not come before it",
            entry.id, entry.previous
        );
        Diagnostic::error(RULE, entry.span, message)
    }));
}

fn tell_what_is_missing(entries: &[Entry], findings: &mut Vec<Diagnostic>) {
    if let Some(first) = entries.first()
        && &*first.name != "ExecutionStarted"
    {
        findings.push(note(
            first.span,
            "this history does not begin with `ExecutionStarted`",
        ));
    }
    if let Some(entry) = entries.iter().find(|entry| entry.is_truncated()) {
        let message = format!("AWS has cut the data of event {}", entry.id);
        findings.push(note(entry.span, message));
    } else if let Some(entry) = entries.iter().find(|entry| entry.lacks_data()) {
        findings.push(
            note(entry.span, "this history has no execution data")
                .help("leave `--no-include-execution-data` out"),
        );
    }
}
