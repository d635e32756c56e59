//! Entries of a recording that were written before one of their secrets was known.

use super::notation::entry;
use crate::source::yaml;
use crate::tasks::scrub::Scrubber;
use crate::value::{Object, Value};

/// Members of an entry that hold what a Task was asked and gave.
const HELD: [&str; 6] = [
    "request",
    "result",
    "submitted",
    "error",
    "cause",
    "callback",
];

/// A recording in which what `scrubber` knows now is struck out of the entries that hold it; nothing where none does.
pub(super) fn struck_out(recording: &str, scrubber: &mut Scrubber) -> Option<String> {
    let (heading, entries) = recording.split_once("\ncalls:\n")?;
    let mut text = format!("{heading}\ncalls:\n");
    let mut changed = false;
    for written in each(entries) {
        let again = scrubber
            .knows_of(written)
            .then(|| written_again(written, scrubber))
            .flatten();
        changed |= again.is_some();
        text.push_str(again.as_deref().unwrap_or(written));
    }
    changed.then_some(text)
}

/// The entries of a list, each with the lines that belong to it.
fn each(entries: &str) -> impl Iterator<Item = &str> {
    let mut rest = entries;
    std::iter::from_fn(move || {
        let end = rest.find("\n- ").map_or(rest.len(), |end| end + 1);
        let (entry, behind) = rest.split_at(end);
        rest = behind;
        (!entry.is_empty()).then_some(entry)
    })
}

fn written_again(written: &str, scrubber: &mut Scrubber) -> Option<String> {
    let list = yaml::read(written).root?.to_value();
    let [Value::Object(record)] = &list.as_array()?[..] else {
        return None;
    };
    let struck = record.iter().map(|(key, value)| {
        let value = match HELD.contains(&&**key) {
            true => scrubber.value(value),
            false => value.clone(),
        };
        (key.clone(), value)
    });
    let struck: Object = struck.collect();
    if struck == *record {
        return None;
    }
    let mut text: String = struck
        .iter()
        .map(|(key, value)| entry(key, value))
        .collect();
    // The first line of the block begins the item of the list.
    text.replace_range(..2, "- ");
    text.extend(remarks(written));
    Some(text)
}

/// The comments that stand behind an entry.
fn remarks(written: &str) -> impl Iterator<Item = &str> {
    let lines = written.split_inclusive('\n');
    lines.filter(|line| line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::struck_out;
    use crate::tasks::scrub::Scrubber;

    const RECORDING: &str = "# heading\nversion: 1\ncalls:\n\
        - state: A\n  request:\n    say: hunter-22x\n    n: 1\n  result: a\n  token: hunter-22x\n  latency: 0s\n# a remark\n\
        - state: B\n  request: {}\n  result: |-\n    one\n    - two\n  latency: 1s\n";

    #[test]
    fn what_is_known_later_is_struck_out_of_what_was_written_before() {
        let mut scrubber = Scrubber::default();
        assert_eq!(struck_out(RECORDING, &mut scrubber), None);
        scrubber.value(&"postgres://ann:hunter-22x@host/db".into());
        let struck = RECORDING.replace("say: hunter-22x", "say: '***'");
        assert_eq!(struck_out(RECORDING, &mut scrubber), Some(struck.clone()));
        assert_eq!(struck_out(&struck, &mut scrubber), None);
    }
}
