//! Reads what must hold after a scenario.

use super::bound::Bound;
use super::findings::Findings;
use super::model::{Expectation, Expected};
use super::reading::path;
use crate::base::{DurationError, Span, Spanned, duration};
use crate::engine::Status;
use crate::source::{Kind, Node};
use crate::value::Str;

/// What may be expected.
pub(super) const KEYS: [&str; 14] = [
    "status",
    "output",
    "output-file",
    "output-contains",
    "error",
    "cause",
    "cause-contains",
    "visits",
    "visited",
    "not-visited",
    "via-catch",
    "duration",
    "events",
    "retries",
];

const STATUSES: [(&str, Status); 4] = [
    ("SUCCEEDED", Status::Succeeded),
    ("FAILED", Status::Failed),
    ("TIMED_OUT", Status::TimedOut),
    ("ABORTED", Status::Aborted),
];

/// Reads `expect`. Without a status it is FAILED where an error or cause is expected, else SUCCEEDED; it then stands at
/// `name`, the place of the scenario's name.
pub(super) fn expectations(
    node: Option<&Node>,
    name: Span,
    findings: &mut Findings,
) -> Vec<Expectation> {
    let members = node
        .and_then(|node| findings.format.members(node, "`expect`"))
        .unwrap_or_default();
    let mut expect = Vec::with_capacity(members.len() + 1);
    for member in members {
        if !KEYS.contains(&&*member.key.text) {
            findings.format.unknown_key(&member.key, "`expect`", &KEYS);
            continue;
        }
        if let Some(expected) = expected(&member.key.text, &member.value, findings) {
            let span = member.key.span.join(member.value.span);
            expect.push(Expectation { span, expected });
        }
    }
    let has = |keys: &[&str]| {
        members
            .iter()
            .any(|member| keys.contains(&&*member.key.text))
    };
    if !has(&["status"]) {
        let fails = has(&["error", "cause", "cause-contains"]);
        let expected = Expected::Status(if fails {
            Status::Failed
        } else {
            Status::Succeeded
        });
        expect.insert(
            0,
            Expectation {
                span: name,
                expected,
            },
        );
    }
    expect
}

fn expected(key: &str, node: &Node, findings: &mut Findings) -> Option<Expected> {
    if node.is_hole() {
        return None;
    }
    let what = format!("`{key}`");
    Some(match key {
        "status" => Expected::Status(findings.choice(node, &what, &STATUSES)?),
        "output" => Expected::Output(node.to_value()),
        "output-file" => Expected::OutputFile(path(node, &what, findings)?.value),
        "output-contains" => Expected::OutputContains(node.to_value()),
        "error" => Expected::Error(findings.word(node, &what)?),
        "cause" => Expected::Cause(findings.word(node, &what)?),
        "cause-contains" => {
            let texts = words(node, &what, findings)?;
            Expected::CauseContains(texts.into_iter().map(|text| text.value).collect())
        }
        "visits" => Expected::Visits(words(node, &what, findings)?),
        "visited" => Expected::Visited(words(node, &what, findings)?),
        "not-visited" => Expected::NotVisited(words(node, &what, findings)?),
        "via-catch" => Expected::ViaCatch(findings.truth(node, &what)?),
        "duration" => Expected::Duration(time(node, findings)?),
        "events" => Expected::Events(figure(node, &what, findings)?),
        _ => Expected::Retries(figure(node, &what, findings)?),
    })
}

/// One text, or a list of texts.
fn words(node: &Node, what: &str, findings: &mut Findings) -> Option<Vec<Spanned<Str>>> {
    let Kind::Array(items) = &node.kind else {
        let word = findings.word(node, what)?;
        return Some(vec![Spanned::new(word, node.span)]);
    };
    let item = format!("an item of {what}");
    let mut found = Vec::with_capacity(items.len());
    for node in items {
        found.push(Spanned::new(findings.word(node, &item)?, node.span));
    }
    Some(found)
}

fn time(node: &Node, findings: &mut Findings) -> Option<Bound> {
    if node.to_value().as_f64() == Some(0.0) {
        return Some(Bound::exactly(0));
    }
    let bound = match &node.kind {
        Kind::Number(_) => Err(DurationError::NoUnit),
        _ => Bound::parse(findings.format.text(node, "`duration`")?, duration),
    };
    match bound {
        Ok(bound) => filled(bound, node, "`duration`", findings),
        Err(error) => {
            findings
                .format
                .error(node.span, format!("`duration`: {error}"));
            findings
                .format
                .help(error.help())
                .help("put `<=`, `>=`, `<` or `>` before it, or write `40s..2m`");
            None
        }
    }
}

fn figure(node: &Node, what: &str, findings: &mut Findings) -> Option<Bound> {
    let bound = match (node.to_value().as_i64(), node.text()) {
        (Some(number), _) => Some(Bound::exactly(number)),
        (None, Some(text)) => Bound::parse(text, str::parse).ok(),
        (None, None) => None,
    };
    match bound {
        Some(bound) => filled(bound, node, what, findings),
        None => {
            findings
                .format
                .error(
                    node.span,
                    format!("{what} is a whole number, or a bound for one"),
                )
                .help("write `3`, `'<= 3'`, `'>= 3'` or `2..4`");
            None
        }
    }
}

fn filled(bound: Bound, node: &Node, what: &str, findings: &mut Findings) -> Option<Bound> {
    if bound.is_empty() {
        findings
            .format
            .error(node.span, format!("nothing lies in this range of {what}"));
        findings.format.help("write the smaller figure first");
        return None;
    }
    Some(bound)
}
