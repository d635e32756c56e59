//! What to do about the errors that people meet most.

use crate::asl::{Condition, Quantity, StateKind, StateMachine, Task};
use crate::base::Spanned;
use crate::base::text::{self, alternatives, list, nearest};
use crate::diagnostics::Diagnostic;
use crate::engine::Failure;
use crate::engine::Secrets;
use crate::query::jsonpath::{Path, Root, StepKind};
use crate::report::Style;
use crate::report::preview::Shortener;
use crate::value::{Value, read};

/// The payload quota, for people.
pub(super) const LIMIT: &str = "256 KiB";
/// Keys that a hint lists.
const MOST_KEYS: usize = 8;
/// Parts of a value whose size is told.
const MOST_PARTS: usize = 3;
/// Variables of a Choice whose values are told.
const MOST_VARIABLES: usize = 4;

/// Adds what is known of this kind of failure.
pub(super) fn hints(
    machine: &StateMachine,
    failure: &Failure,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let state = machine.state(failure.state);
    let value = failure
        .culprit
        .as_ref()
        .and_then(|culprit| culprit.value.as_ref());
    let cause = failure.cause.as_deref().unwrap_or_default();
    match (failure.name(), &state.kind, value) {
        ("States.DataLimitExceeded", kind, value) => data_limit(kind, value, diagnostic),
        (_, StateKind::Choice(_), value) if is_no_choice(failure) => {
            no_choice(machine, failure, value, diagnostic)
        }
        ("States.Timeout" | "States.HeartbeatTimeout", StateKind::Task(task), _) => {
            time_limit(task, diagnostic)
        }
        (_, kind, Some(value)) => match missing(cause, value) {
            Some(missing) => missing.explain(matches!(kind, StateKind::Choice(_)), diagnostic),
            None => diagnostic,
        },
        (name, StateKind::Task(_), None) => service_error(name, cause, diagnostic),
        _ => diagnostic,
    }
}

/// A cause without AWS's `An error occurred while executing the state 'A' (entered at the event id #2). `.
pub(super) fn without_preamble(cause: &str) -> &str {
    match cause.strip_prefix("An error occurred while executing the state '") {
        Some(rest) => rest.split_once("). ").map_or(cause, |(_, detail)| detail),
        None => cause,
    }
}

/// What a cause says: of the JSON that a Lambda function gives, its `errorMessage`.
pub(super) fn task_message(cause: &str) -> String {
    let message = read(cause)
        .ok()
        .and_then(|value| Some(value.get("errorMessage")?.as_str()?.to_owned()));
    message.unwrap_or_else(|| cause.to_owned())
}

// --- paths that find nothing ---

/// A step of a path that leads nowhere.
struct Missing<'v> {
    path: String,
    /// The path up to the step.
    before: String,
    name: String,
    /// What is there.
    there: &'v Value,
}

/// The path that the cause names, if it finds nothing in `value`.
pub(super) fn missing_path(cause: &str, value: &Value) -> Option<String> {
    missing(cause, value).map(|missing| missing.path)
}

/// Where the path that the cause names ends in `value`.
fn missing<'v>(cause: &str, value: &'v Value) -> Option<Missing<'v>> {
    let start = cause.find("'$")? + 1;
    let text = &cause[start..start + cause[start..].find('\'')?];
    let path = Path::parse(text)
        .ok()
        .filter(|path| *path.root() == Root::Input)?;
    let mut there = value;
    for step in path.steps() {
        let StepKind::Name(name) = &step.kind else {
            return None;
        };
        match there.get(name) {
            Some(inner) => there = inner,
            None => {
                return Some(Missing {
                    before: text
                        .get(..step.span.start as usize)
                        .unwrap_or(text)
                        .to_owned(),
                    path: text.to_owned(),
                    name: name.to_string(),
                    there,
                });
            }
        }
    }
    None
}

impl Missing<'_> {
    fn explain(&self, in_choice: bool, diagnostic: Diagnostic) -> Diagnostic {
        let Self {
            path,
            before,
            name,
            there,
        } = self;
        let Some(object) = there.as_object() else {
            return diagnostic.labelled(format!(
                "`{before}` is no object, but this {}",
                there.kind()
            ));
        };
        let keys: Vec<&str> = object.keys().map(|key| &**key).collect();
        let mut diagnostic = diagnostic.labelled(format!("`{before}` has no `{name}`"));
        if let Some(near) = nearest(name, keys.iter().copied()) {
            let better = format!(
                "{before}.{near}{}",
                path.get(before.len() + 1 + name.len()..)
                    .unwrap_or_default()
            );
            diagnostic = diagnostic.help(format!("did you mean `{better}`?"));
        }
        if in_choice {
            diagnostic = diagnostic.help(format!(
                "where it may be missing, ask first: `{{\"Variable\": \"{path}\", \"IsPresent\": true}}` within an `And`"
            ));
        }
        let shown = &keys[..keys.len().min(MOST_KEYS)];
        let more = match keys.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match shown {
            [] => diagnostic.note(format!("`{before}` is an empty object")),
            _ => diagnostic.note(format!("`{before}` has {}{more}", list(shown))),
        }
    }
}

// --- sizes ---

fn data_limit(kind: &StateKind, value: Option<&Value>, diagnostic: Diagnostic) -> Diagnostic {
    let mut parts: Vec<(String, u64)> = match value {
        Some(Value::Object(object)) => object
            .iter()
            .map(|(key, value)| (format!("`{key}`"), value.size()))
            .collect(),
        Some(Value::Array(array)) => array
            .iter()
            .enumerate()
            .map(|(at, value)| (format!("[{at}]"), value.size()))
            .collect(),
        _ => Vec::new(),
    };
    parts.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let shown: Vec<String> = parts
        .iter()
        .take(MOST_PARTS)
        .map(|(name, size)| format!("{name} {}", text::bytes(*size)))
        .collect();
    let mut diagnostic = diagnostic;
    if !shown.is_empty() {
        diagnostic = diagnostic.note(format!("largest parts: {}", shown.join(", ")));
    }
    let help = match kind {
        StateKind::Task(_) => {
            "keep only what later states read: `ResultSelector`, or `Output` in JSONata"
        }
        StateKind::Map(_) => {
            "let each iteration give less, or throw the results away: `\"ResultPath\": null`"
        }
        _ => "drop what later states do not read: `InputPath`, `Parameters`, `OutputPath`",
    };
    diagnostic
        .help(help)
        .help("put what is big into S3, and hand on its key")
}

// --- Choice ---

/// Whether no rule of a Choice held. AWS documents `States.NoChoiceMatched`, and gives `States.Runtime` with this text.
pub(super) fn is_no_choice(failure: &Failure) -> bool {
    let cause = failure.cause.as_deref().unwrap_or_default();
    failure.name() == "States.NoChoiceMatched"
        || cause.contains("Failed to transition out of the state.")
}

fn no_choice(
    machine: &StateMachine,
    failure: &Failure,
    value: Option<&Value>,
    diagnostic: Diagnostic,
) -> Diagnostic {
    let StateKind::Choice(choice) = &machine.state(failure.state).kind else {
        return diagnostic;
    };
    let mut paths: Vec<&Path> = Vec::new();
    let mut open: Vec<&Condition> = choice
        .rules
        .iter()
        .filter_map(|rule| rule.condition.as_ref())
        .rev()
        .collect();
    while let Some(condition) = open.pop() {
        match condition {
            Condition::And(inner) | Condition::Or(inner) => open.extend(inner.iter().rev()),
            Condition::Not(inner) => open.push(inner),
            Condition::Comparison(comparison) => {
                let path = &comparison.variable.value;
                if *path.root() == Root::Input
                    && !paths.iter().any(|known| known.text() == path.text())
                {
                    paths.push(path);
                }
            }
            Condition::Jsonata(_) | Condition::Literal(_) => {}
        }
    }
    let mut diagnostic = diagnostic;
    if let Some(value) = value {
        let secrets = Secrets::default();
        let shortener = Shortener {
            columns: 60,
            style: Style::default(),
            secrets: &secrets,
        };
        for path in paths.into_iter().take(MOST_VARIABLES) {
            diagnostic = diagnostic.note(match path.select(value) {
                Ok(found) => format!("`{}` is {}", path.text(), shortener.preview(&found)),
                Err(_) => format!("`{}` is not there", path.text()),
            });
        }
    }
    diagnostic.help("add a `Default`, which is taken where no rule holds")
}

// --- time limits ---

fn time_limit(task: &Task, mut diagnostic: Diagnostic) -> Diagnostic {
    let limits = [
        (&task.timeout, "TimeoutSeconds"),
        (&task.heartbeat, "HeartbeatSeconds"),
    ];
    let mut fields = Vec::new();
    for (limit, field) in limits {
        if let Some(Spanned { value, span }) = limit {
            fields.push(field);
            let seconds = match value {
                Quantity::Literal(number) => format!("{} s", number.text()),
                _ => "computed".to_owned(),
            };
            diagnostic = diagnostic.label(*span, format!("`{field}`: {seconds}"));
        }
    }
    if fields.is_empty() {
        return diagnostic.help(
            "give the task a `TimeoutSeconds` of its own: without one it may run for a year",
        );
    }
    let diagnostic = diagnostic.help(format!("give it more time: {}", alternatives(&fields)));
    if task.heartbeat.is_none() {
        return diagnostic;
    }
    diagnostic.note("a heartbeat that does not come is `States.Timeout` as well")
}

// --- services ---

/// Errors of services that pass by themselves (AWS's guide, "Handle transient Lambda service exceptions").
const TRANSIENT: [&str; 4] = [
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.TooManyRequestsException",
];

/// What the cause of such an error says where it comes again each time: words of AWS's services and of its SDK for Java, then
/// those of calls from here.
const LASTING: [&str; 10] = [
    "UnrecognizedClient",
    "ExpiredToken",
    "UnknownHostException",
    "PKIX path",
    "SSLHandshakeException",
    "Unable to load credentials",
    "the host is not found",
    "the encrypted connection fails",
    "the connection is refused",
    "is no URL",
];

fn service_error(name: &str, cause: &str, diagnostic: Diagnostic) -> Diagnostic {
    if name.contains("AccessDenied") || name == "States.Permissions" || is_denied(cause) {
        return diagnostic.help("the role of the state machine needs a permission for this call");
    }
    if LASTING.iter().any(|words| cause.contains(words)) {
        return diagnostic;
    }
    let throttled = [
        "Throttl",
        "TooManyRequests",
        "ProvisionedThroughputExceeded",
        "LimitExceeded",
    ];
    if TRANSIENT.contains(&name) || throttled.iter().any(|part| name.contains(part)) {
        return diagnostic.help(format!(
            "it passes by itself: `\"Retry\": [{{\"ErrorEquals\": [\"{name}\"], \"IntervalSeconds\": 2, \"MaxAttempts\": 6, \
             \"BackoffRate\": 2}}]`"
        ));
    }
    diagnostic
}

/// Whether a service says in a cause that the caller may not do that.
fn is_denied(cause: &str) -> bool {
    ["AccessDenied", "not authorized to perform"]
        .iter()
        .any(|words| cause.contains(words))
}
