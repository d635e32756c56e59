//! How a task that waits is named: to people, and on the command line of `sfnrun token`.

use crate::callback::Entry;

/// `` `Ask` ``, or `` `Ask` of `charge` `` in an execution that a Task has started.
pub(super) fn named(entry: &Entry) -> String {
    let state = &entry.state;
    match &entry.within {
        None => format!("`{state}`"),
        Some(within) => format!("`{state}` of `{}`", within.machine),
    }
}

/// The options by which it is meant and no other one of its run: `--state 'Ask' --iteration 1 --started-by 'Charge[2]'`.
pub(super) fn which(entry: &Entry) -> String {
    let state = format!("--state {}", quoted(&entry.state));
    let parts = [state].into_iter().chain(iteration(entry));
    parts.chain(started_by(entry)).collect::<Vec<_>>().join(" ")
}

/// `--iteration 1,0`, where it is in one.
pub(super) fn iteration(entry: &Entry) -> Option<String> {
    let indices: Vec<String> = entry.iterations.iter().map(ToString::to_string).collect();
    (!indices.is_empty()).then(|| format!("--iteration {}", indices.join(",")))
}

/// `--started-by 'Charge[2]'`, where a Task has started its execution.
pub(super) fn started_by(entry: &Entry) -> Option<String> {
    let within = entry.within.as_ref()?;
    Some(format!("--started-by {}", quoted(&within.place)))
}

/// As a shell takes it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
