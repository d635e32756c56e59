//! `calls`: what the calls of Tasks gave, as `exec --record` writes it, one entry a call.

use super::super::findings::Findings;
use super::answer::{Answer, Numbers, Repeat};
use super::expected::Expected;
use super::model::StateMocks;
use super::reading::answer_with;
use crate::base::Spanned;
use crate::source::{Kind, Node};
use crate::value::Str;
use indexmap::IndexMap;

/// The keys of an entry beside those of an answer.
const KEYS: [&str; 3] = ["state", "resource", "token"];

/// Reads the calls: what each state was given, in order. Each answer is for one request.
pub(super) fn calls(node: &Node, findings: &mut Findings) -> Vec<StateMocks> {
    // A recording of a run that has not come to its first call.
    if matches!(node.kind, Kind::Null) {
        return Vec::new();
    }
    let mut by_state: IndexMap<Str, StateMocks> = IndexMap::new();
    for item in findings.items(node, "`calls`").unwrap_or_default() {
        let Some(state) = item.get("state") else {
            if findings.members(item, "a call").is_some() {
                findings
                    .error(item.span, "this call does not say which state made it")
                    .help("write `state: NAME`");
            }
            continue;
        };
        let (Some(name), Some(answer)) = (findings.text(state, "`state`"), call(item, findings))
        else {
            continue;
        };
        let of_state = by_state.entry(name.clone()).or_insert_with(|| StateMocks {
            key: Spanned::new(name.clone(), state.span),
            each_iteration: false,
            answers: Vec::new(),
            latency: None,
            recorded: true,
            span: item.span,
        });
        of_state.answers.push(answer);
    }
    by_state.into_values().collect()
}

fn call(node: &Node, findings: &mut Findings) -> Option<Answer> {
    let mut answer = answer_with(node, &KEYS, findings)?;
    if answer.repeat == Repeat::Unsaid {
        answer.repeat = Repeat::Times(1);
    }
    if answer.condition.attempt.is_none() {
        answer.condition.attempt = Some(vec![Numbers { from: 1, to: 1 }]);
    }
    if let Some(resource) = node.get("resource") {
        let resource = findings.text(resource, "`resource`").cloned();
        let expected = answer.expected.take().unwrap_or_default();
        answer.expected = Some(Expected {
            resource,
            ..expected
        });
    }
    Some(answer)
}
