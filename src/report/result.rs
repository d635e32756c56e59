//! The result of a run for programs.

use super::timeline::{RunFacts, Timeline, TimelineClock, Totals};
use crate::asl::StateMachine;
use crate::engine::Outcome;
use crate::value::{Number, Object, Value};

/// Version of the format. It only grows: members are added, none changes its meaning.
const VERSION: i64 = 1;

/// A run as one JSON object:
/// `{"version": 1, "name", "status", "output", "error", "cause", "startDate", "stopDate", "durationMilliseconds",
/// "realMilliseconds", "clock", "virtualClock", "states": {"total", "visited"}, "events", "transitions", "retries", "caught",
/// "cost": {"currency", "amount"}, "largestPayload": {"bytes", "state"}, "peakTasks", "calls": {SERVICE: {"total",
/// "mostAMinute"}}, "nested": {"executions", "transitions"}}`.
///
/// `status` is AWS's, or `STOPPED` where the run could not go on. An execution in AWS that is not over is `RUNNING`. Members without a value are null; `output` is the
/// output itself and not a text. Dates are RFC 3339 in the execution's own time, `amount` is in dollars.
pub fn execution_result(
    machine: &StateMachine,
    timeline: &Timeline,
    outcome: Option<&Outcome>,
    facts: RunFacts,
) -> Value {
    let totals = timeline.totals();
    let options = timeline.options();
    let text = |text: Option<&str>| text.map_or(Value::Null, Value::from);
    let date = |at: Option<crate::base::Timestamp>| {
        at.map_or(Value::Null, |at| Value::from(at.to_string()))
    };
    let real = facts
        .real_duration
        .map(|real| number(u64::try_from(real.as_millis()).unwrap_or(u64::MAX)));
    let (clock, is_virtual) = match options.clock {
        TimelineClock::Virtual => ("virtual", true),
        TimelineClock::Wall | TimelineClock::Scaled(_) => ("wall", false),
        TimelineClock::Skipping => ("skip", false),
    };
    let status = outcome.map_or_else(
        || facts.unfinished().to_owned(),
        |outcome| outcome.status.to_string(),
    );
    let output = outcome
        .and_then(|outcome| outcome.output.clone())
        .unwrap_or_default();
    object([
        ("version", Value::from(VERSION)),
        ("name", Value::from(options.name.as_str())),
        ("status", Value::from(status)),
        ("output", output),
        (
            "error",
            text(outcome.and_then(|outcome| outcome.error.as_deref())),
        ),
        (
            "cause",
            text(outcome.and_then(|outcome| outcome.cause.as_deref())),
        ),
        ("startDate", date(totals.start)),
        ("stopDate", date(totals.end)),
        (
            "durationMilliseconds",
            number(u64::try_from(totals.duration()).unwrap_or_default()),
        ),
        ("realMilliseconds", real.unwrap_or_default()),
        ("clock", Value::from(clock)),
        ("virtualClock", Value::from(is_virtual)),
        ("states", states(machine, totals)),
        ("events", number(totals.events)),
        ("transitions", number(totals.transitions)),
        ("retries", number(totals.retries)),
        ("caught", number(totals.caught)),
        (
            "cost",
            object([
                ("currency", Value::from("USD")),
                ("amount", amount(timeline.dollars(machine))),
            ]),
        ),
        ("largestPayload", largest(machine, totals)),
        ("peakTasks", number(totals.peak_tasks)),
        ("calls", calls(totals)),
        (
            "nested",
            object([
                ("executions", number(totals.nested_executions)),
                ("transitions", number(totals.nested_transitions)),
            ]),
        ),
    ])
}

fn states(machine: &StateMachine, totals: &Totals) -> Value {
    let visited = machine
        .states
        .iter()
        .zip(&totals.visited)
        .filter(|(_, visited)| **visited);
    object([
        ("total", number(machine.states.len() as u64)),
        (
            "visited",
            visited
                .map(|(state, _)| Value::from(state.name.value.clone()))
                .collect(),
        ),
    ])
}

fn largest(machine: &StateMachine, totals: &Totals) -> Value {
    let Some((bytes, state)) = totals.largest_payload else {
        return Value::Null;
    };
    object([
        ("bytes", number(bytes)),
        (
            "state",
            Value::from(machine.state(state).name.value.clone()),
        ),
    ])
}

fn calls(totals: &Totals) -> Value {
    let services = totals.calls.iter().map(|(service, calls)| {
        let figures = object([
            ("total", number(calls.total)),
            ("mostAMinute", number(calls.most_a_minute)),
        ]);
        (service.as_str(), figures)
    });
    Value::Object(services.collect())
}

/// Dollars with nine decimals at most, and no exponent.
fn amount(dollars: f64) -> Value {
    let text = format!("{dollars:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    Number::parse(text).map_or(Value::Null, Value::from)
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().collect::<Object>())
}

fn number(number: u64) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::history::testing::{fail, machine, run, succeed};
    use crate::report::timeline::TimelineOptions;
    use std::time::Duration;

    #[test]
    fn has_what_a_program_asks_for() {
        let machine = machine(
            r#"{"StartAt": "Work", "States": {
                "Work": {"Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:work",
                    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 3}], "ResultPath": "$.got", "Next": "Done"},
                "Done": {"Type": "Succeed"}}}"#,
        );
        let (events, outcome) = run(&machine, Options::default(), r#"{"n": 1.50}"#, |request| {
            if request.retries == 0 {
                fail(500, "Busy", "try again")
            } else {
                succeed(250, "[1,2]")
            }
        });
        let mut timeline = Timeline::new(TimelineOptions {
            name: "work".to_owned(),
            ..TimelineOptions::default()
        });
        for event in &events {
            timeline.event(event, &machine);
        }
        let facts = RunFacts {
            real_duration: Some(Duration::from_millis(7)),
            ..RunFacts::default()
        };
        timeline.finish(&machine, outcome.as_ref(), facts);
        // Two states entered and one tried again at $0.000025; {"n":1.50,"got":[1,2]} has 22 bytes.
        assert_eq!(
            execution_result(&machine, &timeline, outcome.as_ref(), facts).to_pretty_json(),
            r#"{
  "version": 1,
  "name": "work",
  "status": "SUCCEEDED",
  "output": {
    "n": 1.50,
    "got": [
      1,
      2
    ]
  },
  "error": null,
  "cause": null,
  "startDate": "2026-01-01T00:00:00.000Z",
  "stopDate": "2026-01-01T00:00:03.750Z",
  "durationMilliseconds": 3750,
  "realMilliseconds": 7,
  "clock": "virtual",
  "virtualClock": true,
  "states": {
    "total": 2,
    "visited": [
      "Work",
      "Done"
    ]
  },
  "events": 12,
  "transitions": 3,
  "retries": 1,
  "caught": 0,
  "cost": {
    "currency": "USD",
    "amount": 0.000075
  },
  "largestPayload": {
    "bytes": 22,
    "state": "Work"
  },
  "peakTasks": 1,
  "calls": {
    "lambda": {
      "total": 2,
      "mostAMinute": 2
    }
  },
  "nested": {
    "executions": 0,
    "transitions": 0
  }
}"#
        );
    }
}
