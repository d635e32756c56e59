//! `callback`: what comes back with the task token, and when.

use super::super::findings::Findings;
use super::super::handler::TimedOutcome;
use super::answer::Fault;
use super::expression::Scope;
use super::reading::{cause, duration, expression, flag};
use super::template::Template;
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::engine::TaskOutcome;
use crate::source::Node;
use crate::value::Value;

const STEP_KEYS: [&str; 7] = [
    "after",
    "every",
    "until",
    "heartbeat",
    "success",
    "success.$",
    "failure",
];

/// Signs of life that one `every` may give.
const MOST_HEARTBEATS: i64 = 100_000;

/// One thing that comes back.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Milliseconds after the start of the task; of `every` the first time.
    pub(super) after: i64,
    /// What comes.
    pub(super) sends: Sends,
}

/// What comes back.
#[derive(Clone, Debug)]
pub(super) enum Sends {
    /// `SendTaskHeartbeat`: at `after`, and where `every` is given, again after so many milliseconds up to `until`.
    Heartbeat {
        /// Milliseconds from one to the next.
        every: Option<i64>,
        /// Milliseconds after the start of the task.
        until: i64,
    },
    /// `SendTaskSuccess`
    Success(Template),
    /// `SendTaskFailure`
    Failure(Fault),
}

impl Step {
    /// The result that it sends, where it takes nothing from the request.
    pub(super) fn constant_result(&self) -> Option<Value> {
        match &self.sends {
            Sends::Success(template) => template.constant(),
            Sends::Heartbeat { .. } | Sends::Failure(_) => None,
        }
    }
}

/// Adds what the steps say to a script, in order of time.
pub(super) fn play(
    steps: &[Step],
    scope: &Scope<'_>,
    script: &mut Vec<TimedOutcome>,
) -> Result<(), Box<Diagnostic>> {
    for step in steps {
        match &step.sends {
            Sends::Heartbeat { every: None, .. } => {
                script.push(TimedOutcome::new(step.after, TaskOutcome::Heartbeat));
            }
            Sends::Heartbeat {
                every: Some(every),
                until,
            } => {
                let times = (until - step.after) / (*every).max(1);
                for time in 0..=times.min(MOST_HEARTBEATS) {
                    script.push(TimedOutcome::new(
                        step.after + time * every,
                        TaskOutcome::Heartbeat,
                    ));
                }
            }
            Sends::Success(template) => {
                let output = template.evaluate(scope)?;
                script.push(TimedOutcome::new(
                    step.after,
                    TaskOutcome::Succeeded(output),
                ));
            }
            Sends::Failure(Fault { error, cause }) => {
                let (error, cause) = (error.clone(), cause.clone());
                script.push(TimedOutcome::new(
                    step.after,
                    TaskOutcome::Failed { error, cause },
                ));
            }
        }
    }
    script.sort_by_key(|timed| timed.after);
    Ok(())
}

/// Reads the steps.
pub(super) fn read(node: &Node, findings: &mut Findings) -> Vec<Step> {
    let items = findings.items(node, "`callback`").unwrap_or_default();
    let mut steps = Vec::with_capacity(items.len());
    for item in items {
        steps.extend(step(item, findings));
    }
    if items.is_empty() && node.items().is_some() {
        findings
            .error(node.span, "`callback` is empty")
            .help("write `never: true` where nobody answers");
    }
    steps
}

fn step(node: &Node, findings: &mut Findings) -> Option<Step> {
    let members = findings.members(node, "a step of `callback`")?;
    let (mut after, mut every, mut until) = (None, None, None);
    let mut heartbeat = false;
    let mut sends = Vec::new();
    for member in members {
        let (key, value) = (&member.key, &member.value);
        match &*key.text {
            "after" => after = duration(value, "`after`", findings),
            "every" => every = duration(value, "`every`", findings),
            "until" => until = duration(value, "`until`", findings),
            "heartbeat" => {
                heartbeat = flag(value, "`heartbeat`", findings);
            }
            "success" => sends.push(Sends::Success(Template::read(value, findings))),
            "success.$" => {
                sends.extend(expression(value, "`success.$`", findings).map(Sends::Success))
            }
            "failure" => sends.extend(failure(value, findings).map(Sends::Failure)),
            _ => findings.unknown_key(key, "a step of `callback`", &STEP_KEYS),
        }
    }
    if (node.get("every").is_some() || node.get("until").is_some())
        && node.get("heartbeat").is_none()
    {
        findings.error(node.span, "`every` and `until` are for `heartbeat: true`");
        return None;
    }
    if heartbeat {
        if (every.is_some()) != (until.is_some()) {
            findings
                .error(node.span, "`every` and `until` stand together")
                .help("write `{ every: 50m, until: 20h, heartbeat: true }`");
            return None;
        }
        let start = after.or(every);
        if let (Some(every), Some(until)) = (every, until)
            && (every == 0 || until / every > MOST_HEARTBEATS)
        {
            findings.error(
                node.span,
                format!(
                    "one step gives at most {} heartbeats",
                    text::thousands(MOST_HEARTBEATS.unsigned_abs())
                ),
            );
            return None;
        }
        let until = until.or(start).unwrap_or_default();
        after = start;
        sends.push(Sends::Heartbeat { every, until });
    }
    let count = sends.len();
    match (after, sends.into_iter().next()) {
        (Some(after), Some(sends)) if count == 1 => return Some(Step { after, sends }),
        (_, Some(_)) if count > 1 => {
            findings
                .error(node.span, "a step of `callback` sends one thing")
                .help("write a step for each");
        }
        (None, _) if node.get("after").is_none() && node.get("every").is_none() => {
            findings
                .error(node.span, "this step of `callback` does not say when")
                .help("write `after: 2h`, counted from the start of the task");
        }
        (_, None)
            if !["heartbeat", "success", "success.$", "failure"]
                .iter()
                .any(|key| node.get(key).is_some()) =>
        {
            findings
                .error(node.span, "this step of `callback` sends nothing")
                .help("write `heartbeat: true`, `success: …` or `failure: { error: …, cause: … }`");
        }
        _ => {}
    }
    None
}

fn failure(node: &Node, findings: &mut Findings) -> Option<Fault> {
    let members = findings.members(node, "`failure`")?;
    let mut fault = Fault::default();
    for member in members {
        match &*member.key.text {
            "error" => fault.error = findings.text(&member.value, "`error`").cloned(),
            "cause" => fault.cause = cause(&member.value),
            _ => findings.unknown_key(&member.key, "`failure`", &["error", "cause"]),
        }
    }
    Some(fault)
}
