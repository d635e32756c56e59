//! Reads a mock file of our own format.

use super::super::findings::{Findings, article};
use super::answer::{Answer, Condition, Fault, IndexCondition, Numbers, Repeat, Says, Submitted};
use super::callback;
use super::calls::{Calls, calls};
use super::duration::Latency;
use super::expected::Expected;
use super::expression::Expression;
use super::model::{OwnMocks, StateMocks};
use super::pattern::Pattern;
use super::template::Template;
use crate::base::{DurationError, Spanned, duration as parse_duration};
use crate::source::{Kind, Node};
use crate::tasks::RecordedRun;
use crate::value::Str;
use indexmap::IndexMap;
use std::sync::Arc;

const FILE_KEYS: [&str; 7] = [
    "version", "latency", "states", "cases", "machines", "run", "calls",
];
const MACHINE_KEYS: [&str; 3] = ["latency", "states", "cases"];
const STATE_KEYS: [&str; 3] = ["each", "latency", "answers"];
const ANSWER_KEYS: [&str; 15] = [
    "result",
    "result.$",
    "payload",
    "payload.$",
    "error",
    "cause",
    "timeout",
    "never",
    "callback",
    "latency",
    "submitted",
    "repeat",
    "index",
    "attempt",
    "request",
];

/// Reads a file. What cannot be read is left out and told of.
pub(in crate::tasks) fn read(root: &Node, findings: &mut Findings) -> OwnMocks {
    let mut mocks = OwnMocks {
        span: root.span,
        ..OwnMocks::default()
    };
    let Some(members) = findings.members(root, "a mock file") else {
        return mocks;
    };
    let mut recorded = Calls::default();
    for member in members {
        let value = &member.value;
        match &*member.key.text {
            "version" => {
                if value.to_value().as_i64() != Some(1) && !value.is_hole() {
                    findings
                        .error(value.span, "this version of the format is not known")
                        .help("write `version: 1`");
                }
            }
            "latency" => mocks.latency = latency(value, findings).unwrap_or_default(),
            "states" => mocks.states = states(value, "`states`", findings),
            "cases" => mocks.cases = cases(value, findings),
            "machines" => mocks.machines = machines(value, mocks.latency, findings),
            "run" => mocks.run = RecordedRun::read(value, findings),
            "calls" => recorded = calls(value, findings),
            _ => {
                findings.unknown_key(&member.key, "a mock file", &FILE_KEYS);
                if root.get("states").is_none() {
                    findings.help("the states stand under `states`");
                }
            }
        }
    }
    recorded.hand_out(&mut mocks);
    if root.get("version").is_none() {
        findings
            .error(
                root.span,
                "a mock file says which version of the format it is in",
            )
            .help("write `version: 1` at its top");
    }
    if ["states", "cases", "machines", "calls"]
        .iter()
        .all(|key| root.get(key).is_none())
    {
        findings
            .error(root.span, "this mock file answers no state")
            .help("write the states under `states`");
    }
    mocks
}

/// Machines that are started, each with states and cases as the file has them for the machine itself.
fn machines(
    node: &Node,
    latency_of_file: Latency,
    findings: &mut Findings,
) -> IndexMap<Str, Spanned<Arc<OwnMocks>>> {
    let members = findings.members(node, "`machines`").unwrap_or_default();
    let mut machines = IndexMap::with_capacity(members.len());
    for member in members {
        let name = &member.key.text;
        let mut mocks = OwnMocks {
            span: member.value.span,
            latency: latency_of_file,
            ..OwnMocks::default()
        };
        let what = format!("the machine `{name}`");
        for part in findings.members(&member.value, &what).unwrap_or_default() {
            match &*part.key.text {
                "latency" => mocks.latency = latency(&part.value, findings).unwrap_or_default(),
                "states" => mocks.states = states(&part.value, "`states`", findings),
                "cases" => mocks.cases = cases(&part.value, findings),
                _ => {
                    findings.unknown_key(&part.key, &what, &MACHINE_KEYS);
                    findings.help("the states of the machine stand under its `states`");
                }
            }
        }
        let name = super::super::machines::machine_name(name).into();
        machines.insert(name, Spanned::new(Arc::new(mocks), member.key.span));
    }
    machines
}

fn cases(node: &Node, findings: &mut Findings) -> IndexMap<Str, Spanned<Vec<StateMocks>>> {
    let members = findings.members(node, "`cases`").unwrap_or_default();
    let read = members.iter().map(|member| {
        let states = states(
            &member.value,
            &format!("the case `{}`", member.key.text),
            findings,
        );
        (
            member.key.text.clone(),
            Spanned::new(states, member.key.span),
        )
    });
    read.collect()
}

fn states(node: &Node, what: &str, findings: &mut Findings) -> Vec<StateMocks> {
    let members = findings.members(node, what).unwrap_or_default();
    let mut states = Vec::with_capacity(members.len());
    for member in members {
        let key = Spanned::new(member.key.text.clone(), member.key.span);
        states.extend(state(key, &member.value, findings));
    }
    states
}

fn state(key: Spanned<Str>, node: &Node, findings: &mut Findings) -> Option<StateMocks> {
    let mut mocks = StateMocks {
        key,
        execution: None,
        each_iteration: false,
        answers: Vec::new(),
        latency: None,
        recorded: false,
        span: node.span,
    };
    match &node.kind {
        Kind::Array(items) => mocks.answers = list(items, &mocks.key, findings),
        Kind::Object(members) if node.get("answers").is_some() || node.get("each").is_some() => {
            for member in members {
                match &*member.key.text {
                    "each" => mocks.each_iteration = each(&member.value, findings),
                    "latency" => mocks.latency = latency(&member.value, findings),
                    "answers" => {
                        let items = findings
                            .items(&member.value, "`answers`")
                            .unwrap_or_default();
                        mocks.answers = list(items, &mocks.key, findings);
                    }
                    _ => findings.unknown_key(&member.key, "a state with `answers`", &STATE_KEYS),
                }
            }
            if node.get("answers").is_none() {
                findings
                    .error(node.span, format!("`{}` has no answers", mocks.key.value))
                    .help("write them as a list under `answers`");
            }
        }
        Kind::Object(_) => mocks.answers.extend(answer(node, findings)),
        Kind::Error => return None,
        _ => {
            let message = format!(
                "`{}` is answered by a mapping or a list, but here is {}",
                mocks.key.value,
                article(node)
            );
            findings
                .error(node.span, message)
                .help("write `result:` before the result of the task, as in `{ result: 1 }`");
            return None;
        }
    }
    Some(mocks)
}

/// A list is a sequence, each answer given once; where one of them has a condition it is a list of rules, each given as
/// often as it is asked for. `repeat` says otherwise.
fn list(items: &[Node], key: &Spanned<Str>, findings: &mut Findings) -> Vec<Answer> {
    if items.is_empty() {
        findings.error(
            key.span,
            format!("the list of answers of `{}` is empty", key.value),
        );
    }
    let mut answers: Vec<Answer> = Vec::with_capacity(items.len());
    for item in items {
        answers.extend(answer(item, findings));
    }
    if answers.iter().all(|answer| answer.condition.is_empty()) {
        for answer in answers
            .iter_mut()
            .filter(|answer| answer.repeat == Repeat::Unsaid)
        {
            answer.repeat = Repeat::Times(1);
        }
    }
    answers
}

fn each(node: &Node, findings: &mut Findings) -> bool {
    match findings.text(node, "`each`").map(|text| &**text) {
        Some("iteration") => true,
        Some("state") | None => false,
        Some(_) => {
            findings
                .error(node.span, "`each` is `iteration` or `state`")
                .help("`iteration`: every iteration of a Map goes through the answers for itself");
            false
        }
    }
}

fn answer(node: &Node, findings: &mut Findings) -> Option<Answer> {
    answer_with(node, &[], findings)
}

/// An answer beside which the keys `others` stand, that are read by whoever knows them.
pub(super) fn answer_with(node: &Node, others: &[&str], findings: &mut Findings) -> Option<Answer> {
    let members = findings.members(node, "an answer")?;
    let mut expected = None;
    let mut condition = Condition::default();
    let mut answer_latency = None;
    let mut repeat = Repeat::Unsaid;
    let mut submitted = Submitted::Unsaid;
    let mut says = Vec::new();
    for member in members {
        let (key, value) = (&member.key, &member.value);
        let said = match &*key.text {
            "result" => Some(Says::Result(Template::read(value, findings))),
            "payload" => Some(Says::Payload(Template::read(value, findings))),
            "result.$" => expression(value, "`result.$`", findings).map(Says::Result),
            "payload.$" => expression(value, "`payload.$`", findings).map(Says::Payload),
            "error" => Some(Says::Error(Fault {
                // `SendTaskFailure` may give no error at all.
                error: match value.kind {
                    Kind::Null => None,
                    _ => findings.text(value, "`error`").cloned(),
                },
                cause: node.get("cause").and_then(cause),
            })),
            "cause" => {
                if node.get("error").is_none() {
                    findings.error(key.span, "`cause` stands beside `error`");
                }
                None
            }
            "timeout" => flag(value, "`timeout`", findings).then_some(Says::Timeout),
            "never" => flag(value, "`never`", findings).then_some(Says::Never),
            "callback" => Some(Says::Callback(callback::read(value, findings))),
            "latency" => {
                answer_latency = latency(value, findings);
                None
            }
            "submitted" => {
                submitted = match value.kind {
                    Kind::Bool(false) => Submitted::Never,
                    _ => Submitted::Result(Template::read(value, findings)),
                };
                None
            }
            "repeat" => {
                repeat = read_repeat(value, findings);
                None
            }
            "index" => {
                condition.index = index(value, findings);
                None
            }
            "attempt" => {
                condition.attempt = numbers(value, "`attempt`", 1, findings);
                None
            }
            "when" => {
                condition.when = Some(Pattern::read(value, findings));
                None
            }
            "request" => {
                let request = Template::read(value, findings).constant();
                if request.is_none() {
                    findings.error(
                        value.span,
                        "`request` is the request as it was, and takes nothing from one",
                    );
                }
                expected = request.map(Expected::request);
                None
            }
            other if others.contains(&other) => None,
            _ => {
                findings.unknown_key(key, "an answer", &answer_keys());
                None
            }
        };
        says.extend(said.map(|said| (said, key.span)));
    }
    if let [_, (_, second), ..] = &says[..] {
        findings.error(*second, "an answer says one thing, this is the second").help(
            "write one of `result`, `payload`, `error`, `timeout`, `never` and `callback`, or a list of answers",
        );
    }
    let Some((says, says_span)) = says.into_iter().next() else {
        if !members.iter().any(|member| is_saying(&member.key.text)) {
            findings
                .error(node.span, "this answer says nothing")
                .help("write `result`, `payload`, `error`, `timeout`, `never` or `callback`");
        }
        return None;
    };
    Some(Answer {
        span: node.span,
        condition,
        repeat,
        latency: answer_latency,
        submitted,
        says,
        says_span,
        expected,
        ran: false,
    })
}

fn answer_keys() -> Vec<&'static str> {
    ANSWER_KEYS.into_iter().chain(["when"]).collect()
}

fn is_saying(key: &str) -> bool {
    matches!(
        key,
        "result"
            | "result.$"
            | "payload"
            | "payload.$"
            | "error"
            | "timeout"
            | "never"
            | "callback"
    )
}

pub(super) fn expression(node: &Node, what: &str, findings: &mut Findings) -> Option<Template> {
    Expression::read(node, what, findings).map(Template::Expression)
}

/// The cause of a Lambda function's error is the JSON text of an object: it may be written as one.
pub(super) fn cause(node: &Node) -> Option<Str> {
    match (&node.kind, node.text()) {
        (Kind::Null | Kind::Error, _) => None,
        (_, Some(text)) => Some(text.clone()),
        _ => Some(node.to_value().to_compact_json().into()),
    }
}

/// `timeout` and `never` are written as `true`; `false` would say nothing.
pub(super) fn flag(node: &Node, what: &str, findings: &mut Findings) -> bool {
    let truth = findings.truth(node, what);
    if truth == Some(false) {
        findings.error(node.span, format!("{what} is `true` or left out"));
    }
    truth == Some(true)
}

fn read_repeat(node: &Node, findings: &mut Findings) -> Repeat {
    let value = node.to_value();
    if value.as_str() == Some("forever") {
        return Repeat::Forever;
    }
    let times = value
        .as_i64()
        .and_then(|times| u64::try_from(times).ok())
        .filter(|times| *times > 0);
    if times.is_none() && !node.is_hole() {
        findings.error(node.span, "`repeat` is a number of times from 1, or `forever`").help(
            "without it an answer of a sequence is given once, any other as often as it is asked for",
        );
    }
    times.map_or(Repeat::Unsaid, Repeat::Times)
}

fn latency(node: &Node, findings: &mut Findings) -> Option<Latency> {
    match Latency::parse(&duration_text(node, "`latency`", findings)?) {
        Ok(latency) => Some(latency),
        Err(fault) => {
            tell(node, fault, findings);
            None
        }
    }
}

pub(super) fn duration(node: &Node, what: &str, findings: &mut Findings) -> Option<i64> {
    match parse_duration(&duration_text(node, what, findings)?) {
        Ok(duration) => Some(duration),
        Err(fault) => {
            tell(node, fault, findings);
            None
        }
    }
}

fn duration_text(node: &Node, what: &str, findings: &mut Findings) -> Option<String> {
    match &node.kind {
        Kind::Number(number) => Some(number.text().into_owned()),
        _ => findings.text(node, what).map(ToString::to_string),
    }
}

fn tell(node: &Node, fault: DurationError, findings: &mut Findings) {
    findings
        .error(node.span, fault.to_string())
        .help(fault.help());
}

fn index(node: &Node, findings: &mut Findings) -> Option<IndexCondition> {
    let Some(members) = node.members() else {
        return numbers(node, "`index`", 0, findings).map(IndexCondition::Innermost);
    };
    let mut maps = Vec::with_capacity(members.len());
    for member in members {
        let numbers = numbers(&member.value, "`index`", 0, findings)?;
        maps.push((member.key.text.clone(), numbers));
    }
    Some(IndexCondition::ByMap(maps))
}

/// `17`, `3-5`, `[0, 3-5]`.
fn numbers(node: &Node, what: &str, least: u64, findings: &mut Findings) -> Option<Vec<Numbers>> {
    let nodes = match &node.kind {
        Kind::Array(items) => &items[..],
        _ => std::slice::from_ref(node),
    };
    let mut list = Vec::with_capacity(nodes.len());
    for node in nodes {
        let written = match &node.kind {
            Kind::Number(number) => number.text().into_owned(),
            Kind::String(text) => text.value.to_string(),
            Kind::Error => return None,
            _ => String::new(),
        };
        let (from, to) = written.split_once('-').unwrap_or((&written, &written));
        match (from.trim().parse::<u64>(), to.trim().parse::<u64>()) {
            (Ok(from), Ok(to)) if least <= from && from <= to => list.push(Numbers { from, to }),
            _ => {
                findings
                    .error(
                        node.span,
                        format!("{what} is a whole number from {least}, a range or a list of them"),
                    )
                    .help("write it as in `17`, `3-5` or `[0, 3-5]`");
                return None;
            }
        }
    }
    Some(list)
}
