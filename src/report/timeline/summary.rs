//! The lines above and below the table.

use super::cost;
use super::options::{RunFacts, TimelineClock, TimelineOptions};
use super::totals::Totals;
use crate::asl::{QueryLanguage, StateId, StateMachine, WorkflowType};
use crate::base::text::{bytes, count, thousands};
use crate::engine::{Outcome, Status};
use crate::report::Style;
use crate::report::style::Paint;
use crate::report::text::{duration, fit, flow, tame, width};

/// What AWS takes as input, output or result, in bytes.
const PAYLOAD_LIMIT: u64 = crate::engine::Limits::PAYLOAD;

/// ` podcast  11 states · JSONPath · STANDARD · virtual clock · run 7f3a`
pub(super) fn header(machine: &StateMachine, options: &TimelineOptions) -> String {
    let style = options.style;
    let mut facts = vec![
        count(machine.states.len(), "state"),
        languages(machine),
        options.workflow_type.to_string(),
    ];
    facts.push(match options.clock {
        TimelineClock::Virtual => "virtual clock".to_owned(),
        TimelineClock::Wall => "wall clock".to_owned(),
        TimelineClock::Scaled(factor) => {
            format!("wall clock, waits {}{factor}", style.pick("×", "x"))
        }
        TimelineClock::Skipping => "real calls, waits skipped".to_owned(),
    });
    facts.extend(
        options
            .run_id
            .as_ref()
            .map(|run| format!("run {}", tame(run))),
    );
    let name = fit(&tame(&options.name), style.width.max(40) / 2, style);
    let columns = style.width.max(40).saturating_sub(width(&name) + 3);
    let lines = flow(&facts, style.dot(), columns.max(16));
    let indent = " ".repeat(width(&name) + 3);
    let facts = lines.join(&format!("\n{indent}"));
    format!(" {}  {facts}\n", style.paint(Paint::Bold, &name))
}

fn languages(machine: &StateMachine) -> String {
    let mut languages: Vec<QueryLanguage> = vec![machine.query_language];
    for state in &machine.states {
        if !languages.contains(&state.query_language) {
            languages.push(state.query_language);
        }
    }
    if machine
        .states
        .iter()
        .all(|state| state.query_language != machine.query_language)
        && languages.len() > 1
    {
        languages.remove(0);
    }
    languages
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(" and ")
}

/// How it ended, and the figures of the run.
pub(super) fn summary(
    machine: &StateMachine,
    totals: &Totals,
    outcome: Option<&Outcome>,
    facts: &RunFacts,
    options: &TimelineOptions,
    failed_children: Option<String>,
) -> String {
    let style = options.style;
    let status = status(machine, totals, outcome, facts, style);
    let mut pieces = vec![format!("{status} in {}", times(totals, facts, options))];
    if let Some(outcome) = outcome.filter(|outcome| outcome.status != Status::Succeeded) {
        pieces.extend(outcome.error.as_ref().map(|error| tame(error)));
    }
    pieces.push(format!(
        "{} of {}",
        totals.states_visited(),
        count(machine.states.len(), "state")
    ));
    pieces.push(counted(totals.events, "event"));
    let dollars = cost::dollars(totals, machine, options.workflow_type);
    let about = style.pick("≈", "~");
    let transitions = counted(totals.transitions, "transition");
    pieces.push(match options.workflow_type {
        WorkflowType::Standard => format!(
            "{transitions} {about} {}",
            crate::base::text::dollars(dollars)
        ),
        WorkflowType::Express => format!(
            "{transitions}{}1 request {about} {}",
            style.dot(),
            crate::base::text::dollars(dollars)
        ),
    });
    if totals.nested_executions > 0 {
        pieces.push(format!(
            "{} with {}",
            counted(totals.nested_executions, "nested execution"),
            counted(totals.nested_transitions, "transition")
        ));
    }
    pieces.extend(failed_children);
    if totals.retries > 0 {
        pieces.push(counted(totals.retries, "retry"));
    }
    if let Some((size, state)) = totals.largest_payload {
        let limit = if options.limits {
            format!(" of {}", round_bytes(PAYLOAD_LIMIT))
        } else {
            String::new()
        };
        pieces.push(format!(
            "largest payload {}{limit} ({})",
            bytes(size),
            name(machine, state, style)
        ));
    }
    if totals.peak_tasks > 1 {
        pieces.push(format!(
            "at most {} tasks at once",
            thousands(totals.peak_tasks)
        ));
    }
    pieces.extend(calls(totals));
    let lines = flow(&pieces, style.dot(), style.width.max(40) - 2);
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out.push(' ');
        match line.strip_prefix(&status).filter(|_| at == 0) {
            Some(rest) => {
                out.push_str(&style.paint(status_paint(totals, outcome), &status));
                out.push_str(rest);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// `SUCCEEDED`, `SUCCEEDED via Catch of FinalizeJob`, `FAILED`, `STOPPED` where the run could not go on, `RUNNING`.
fn status(
    machine: &StateMachine,
    totals: &Totals,
    outcome: Option<&Outcome>,
    facts: &RunFacts,
    style: Style,
) -> String {
    let Some(outcome) = outcome else {
        return facts.unfinished().to_owned();
    };
    match (outcome.status, totals.first_caught) {
        (Status::Succeeded, Some(state)) => {
            let others = totals.caught - 1;
            let more = if others > 0 {
                format!(" and {} more", thousands(others))
            } else {
                String::new()
            };
            format!(
                "{} via Catch of {}{more}",
                outcome.status,
                name(machine, state, style)
            )
        }
        (status, _) => status.to_string(),
    }
}

fn status_paint(totals: &Totals, outcome: Option<&Outcome>) -> Paint {
    match outcome.map(|outcome| outcome.status) {
        Some(Status::Succeeded) if totals.caught == 0 => Paint::Good,
        Some(Status::Succeeded) => Paint::Wait,
        _ => Paint::Bad,
    }
}

fn times(totals: &Totals, facts: &RunFacts, options: &TimelineOptions) -> String {
    let time = duration(totals.duration());
    let how = match options.clock {
        TimelineClock::Virtual => "virtual",
        TimelineClock::Wall => return time,
        TimelineClock::Scaled(_) => "waits scaled",
        TimelineClock::Skipping => "waits skipped",
    };
    match facts.real_duration {
        Some(real) => {
            let real = duration(i64::try_from(real.as_millis()).unwrap_or(i64::MAX));
            format!("{time} ({how}; {real} real)")
        }
        None => format!("{time} ({how})"),
    }
}

fn calls(totals: &Totals) -> Option<String> {
    let one = |(service, calls): (&String, &super::Calls)| {
        let most = if calls.most_a_minute < calls.total {
            format!(" ({} a minute at most)", thousands(calls.most_a_minute))
        } else {
            String::new()
        };
        format!("{} {}{most}", tame(service), thousands(calls.total))
    };
    let calls: Vec<String> = totals.calls.iter().map(one).collect();
    (!calls.is_empty()).then(|| format!("calls: {}", calls.join(", ")))
}

fn counted(number: u64, one: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), one)
}

/// `256 KiB`, without the fraction that [`bytes`] has.
fn round_bytes(number: u64) -> String {
    bytes(number).replace(".0 ", " ")
}

/// A state's name, shortened where the terminal is small.
fn name(machine: &StateMachine, state: StateId, style: Style) -> String {
    let state = machine.states.get(state.0 as usize);
    let name = tame(state.map_or("?", |state| &state.name.value));
    fit(&name, (style.width / 2).max(20), style)
}
