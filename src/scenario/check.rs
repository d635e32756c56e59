//! Holds what was expected against what happened.

use super::compare::{Mode, differences};
use super::model::{Expectation, Expected};
use super::record::Record;
use super::result::{Mismatch, Side};
use crate::asl::StateMachine;
use crate::base::{Spanned, duration_text};
use crate::engine::Outcome;
use crate::value::{Str, Value};

/// What does not hold, in the order of the file.
pub(super) fn check(
    expect: &[Expectation],
    outcome: &Outcome,
    record: &Record,
    machine: &StateMachine,
) -> Vec<Mismatch> {
    let mut checking = Checking {
        outcome,
        record,
        machine,
        at: None,
        mismatches: Vec::new(),
    };
    for expectation in expect {
        checking.at = Some(expectation);
        checking.hold(&expectation.expected);
    }
    checking.mismatches
}

struct Checking<'a> {
    outcome: &'a Outcome,
    record: &'a Record,
    machine: &'a StateMachine,
    at: Option<&'a Expectation>,
    mismatches: Vec<Mismatch>,
}

impl Checking<'_> {
    fn fail(&mut self, path: String, expected: Side, actual: Side) {
        let Some(at) = self.at else { return };
        self.mismatches.push(Mismatch {
            expectation: at.expected.key(),
            span: at.span,
            path,
            expected,
            actual,
        });
    }

    fn hold(&mut self, expected: &Expected) {
        match expected {
            Expected::Status(status) => {
                let actual = self.outcome.status;
                if *status != actual {
                    self.fail(String::new(), told(status), told(actual));
                }
            }
            Expected::Output(value) => self.output(value, Mode::Exact),
            // Loading has put the value in its place; without it nothing could be said.
            Expected::OutputFile(path) => self.fail(String::new(), told(path), Side::Nothing),
            Expected::OutputContains(value) => self.output(value, Mode::Contains),
            Expected::Error(error) => {
                self.text(error, self.outcome.error.clone(), |is| **is == **error)
            }
            Expected::Cause(cause) => {
                self.text(cause, self.outcome.cause.clone(), |is| **is == **cause)
            }
            Expected::CauseContains(parts) => {
                for part in parts {
                    self.text(
                        &format!("a text with `{part}`"),
                        self.outcome.cause.clone(),
                        |is| is.contains(&**part),
                    );
                }
            }
            Expected::Visits(names) => self.visits(names),
            Expected::Visited(keys) => self.reached(keys, true),
            Expected::NotVisited(keys) => self.reached(keys, false),
            Expected::ViaCatch(expected) => {
                if *expected != self.record.via_catch {
                    let side = |caught| {
                        told(if caught {
                            "an error is caught"
                        } else {
                            "no error is caught"
                        })
                    };
                    self.fail(String::new(), side(*expected), side(self.record.via_catch));
                }
            }
            Expected::Duration(bound) => {
                let duration = self.record.duration();
                if !bound.holds(duration) {
                    self.fail(
                        String::new(),
                        told(bound.words(duration_text)),
                        told(duration_text(duration)),
                    );
                }
            }
            Expected::Events(bound) => {
                let events = i64::try_from(self.record.events).unwrap_or(i64::MAX);
                if !bound.holds(events) {
                    self.fail(
                        String::new(),
                        told(bound.words(|count| count)),
                        told(events),
                    );
                }
            }
            Expected::Retries(bound) => {
                let retries = i64::try_from(self.record.retries).unwrap_or(i64::MAX);
                if !bound.holds(retries) {
                    self.fail(
                        String::new(),
                        told(bound.words(|count| count)),
                        told(retries),
                    );
                }
            }
        }
    }

    fn output(&mut self, expected: &Value, mode: Mode) {
        let Some(actual) = &self.outcome.output else {
            self.fail(String::new(), Side::Value(expected.clone()), Side::Nothing);
            return;
        };
        for difference in differences(expected, actual, mode) {
            self.fail(difference.path, difference.expected, difference.actual);
        }
    }

    fn text(&mut self, expected: &str, actual: Option<Str>, holds: impl Fn(&Str) -> bool) {
        if !actual.as_ref().is_some_and(holds) {
            let actual = actual.map_or(Side::Nothing, told);
            self.fail(String::new(), told(expected), actual);
        }
    }

    fn visits(&mut self, expected: &[Spanned<Str>]) {
        let actual: Vec<Str> = self
            .record
            .visits
            .iter()
            .map(|id| self.machine.state(*id).name.value.clone())
            .collect();
        let expected: Vec<Str> = expected.iter().map(|name| name.value.clone()).collect();
        if expected != actual {
            let same = expected
                .iter()
                .zip(&actual)
                .take_while(|(expected, actual)| expected == actual)
                .count();
            self.fail(
                format!("[{same}]"),
                Side::States(expected),
                Side::States(actual),
            );
        }
    }

    fn reached(&mut self, keys: &[Spanned<Str>], expected: bool) {
        for key in keys {
            let visited = self
                .machine
                .named(&key.value)
                .any(|state| self.record.visited.contains(&state));
            if visited != expected {
                let side = |visited| told(if visited { "visited" } else { "not visited" });
                self.fail(key.value.to_string(), side(expected), side(visited));
            }
        }
    }
}

fn told(thing: impl ToString) -> Side {
    Side::Text(thing.to_string())
}
