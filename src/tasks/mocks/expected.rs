//! What a request was when its answer was recorded, and how it differs from that.

use super::run_marks::RunMarks;
use crate::analysis::Volatile;
use crate::base::Timestamp;
use crate::engine::TaskRequest;
use crate::tasks::scrub::{Scrubber, is_alike};
use crate::value::{Str, Value};

/// What a request was.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Expected {
    /// What was asked for.
    pub(super) resource: Option<Str>,
    /// With what, without secrets.
    pub(super) request: Option<Value>,
    /// When the run started that asked for it, where it was not the one that began the recording.
    pub(super) start: Option<Timestamp>,
}

impl Expected {
    /// Any resource, with this request.
    pub(super) fn request(request: Value) -> Self {
        Self {
            resource: None,
            request: Some(request),
            start: None,
        }
    }

    /// How a request differs from what it was, a line for what was (`-`) and one for what is (`+`) at each place; nothing
    /// where it does not. Secrets are struck out of it first, as they were when it was recorded. What is `volatile` is another
    /// one in every run, and so may be an instant: one is as good as another. With `marks`, so may be what
    /// shows in numbers and in longer texts that it is another run.
    pub(super) fn drift(
        &self,
        request: &TaskRequest,
        volatile: &Volatile,
        marks: Option<RunMarks>,
        scrubber: &mut Scrubber,
    ) -> Option<String> {
        if let Some(token) = &request.token {
            scrubber.learn(token);
        }
        let mut drift = Drift {
            marks: marks.map(|marks| marks.of_run_at(self.start)),
            ..Drift::default()
        };
        if let Some(resource) = &self.resource {
            let now = scrubber.text(&request.resource.text);
            let was = resource.clone().into();
            drift.compare("resource", &was, &now.into(), &Volatile::Nothing);
        }
        if let Some(expected) = &self.request {
            let now = scrubber.value(&request.parameters);
            drift.compare("$", expected, &now, volatile);
        }
        drift.text()
    }
}

/// Places that are shown of a request that has changed.
const SHOWN: usize = 10;

/// Letters that are shown of a value that has changed.
const LETTERS: usize = 160;

#[derive(Default)]
struct Drift {
    marks: Option<RunMarks>,
    lines: Vec<String>,
    places: usize,
}

impl Drift {
    /// Compares what stands at `path`.
    fn compare(&mut self, path: &str, was: &Value, is: &Value, volatile: &Volatile) {
        match (was, is) {
            _ if *volatile == Volatile::Whole && self.may_vary(was, is) => {}
            (Value::Array(was), Value::Array(is)) => {
                for (index, item) in was.iter().enumerate() {
                    let part = volatile.item(index);
                    self.member(&format!("{path}[{index}]"), Some(item), is.get(index), part);
                }
                for (index, item) in is.iter().enumerate().skip(was.len()) {
                    let part = volatile.item(index);
                    self.member(&format!("{path}[{index}]"), None, Some(item), part);
                }
            }
            (Value::Object(was), Value::Object(is)) => {
                for (key, member) in was.iter() {
                    let part = volatile.member(key);
                    self.member(&format!("{path}.{key}"), Some(member), is.get(key), part);
                }
                for (key, member) in is.iter().filter(|(key, _)| was.get(key).is_none()) {
                    let part = volatile.member(key);
                    self.member(&format!("{path}.{key}"), None, Some(member), part);
                }
            }
            (Value::String(one), Value::String(other))
                if self.marks.is_none()
                    && Timestamp::parse(one).is_some()
                    && Timestamp::parse(other).is_some() => {}
            (Value::String(was), Value::String(is)) if is_alike(was, is) => {}
            _ if was == is => {}
            _ if self.marks.is_some_and(|marks| marks.account_for(was, is)) => {}
            _ => self.tell(path, Some(was), Some(is)),
        }
    }

    /// Whether what is another one in every run may be this one: anything, where nothing is known of the run; else something of
    /// the same kind, and if it is a reading of the clock, a likely one.
    fn may_vary(&self, was: &Value, is: &Value) -> bool {
        self.marks.is_none_or(|marks| marks.may_vary(was, is))
    }

    fn member(&mut self, path: &str, was: Option<&Value>, is: Option<&Value>, volatile: &Volatile) {
        match (was, is) {
            (Some(was), Some(is)) => self.compare(path, was, is, volatile),
            _ => self.tell(path, was, is),
        }
    }

    fn tell(&mut self, path: &str, was: Option<&Value>, is: Option<&Value>) {
        self.places += 1;
        if self.places > SHOWN {
            return;
        }
        for (mark, value) in [('-', was), ('+', is)] {
            if let Some(value) = value {
                let json = value.to_compact_json();
                let mut shown: String = json.chars().take(LETTERS).collect();
                if shown.len() < json.len() {
                    shown.push('…');
                }
                self.lines.push(format!("{mark} {path}: {shown}"));
            }
        }
    }

    fn text(mut self) -> Option<String> {
        if self.places > SHOWN {
            self.lines.push(format!("and {} more", self.places - SHOWN));
        }
        (!self.lines.is_empty()).then(|| self.lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Drift, Volatile};
    use crate::value::read;

    fn drift(was: &str, is: &str) -> Option<String> {
        let value = |text: &str| read(text).expect("it is JSON");
        let mut drift = Drift::default();
        drift.compare("$", &value(was), &value(is), &Volatile::Nothing);
        drift.text()
    }

    #[test]
    fn instants_order_and_notation_may_differ() {
        let was = r#"{"at":"2026-01-31T08:00:00Z","n":1}"#;
        let is = r#"{"n": 1.0, "at": "2026-02-01T09:30:00.123Z"}"#;
        assert_eq!(drift(was, is), None);
    }

    #[test]
    fn what_varies_is_there_and_may_be_anything() {
        let value = |text: &str| read(text).expect("it is JSON");
        let volatile = Volatile::Members(vec![("id".into(), Volatile::Whole)]);
        for (was, is, drifts) in [
            (r#"{"id":"a","n":1}"#, r#"{"id":["b"],"n":1}"#, false),
            (r#"{"id":"a","n":1}"#, r#"{"id":"b","n":2}"#, true),
            (r#"{"id":"a","n":1}"#, r#"{"n":1}"#, true),
        ] {
            let mut drift = Drift::default();
            drift.compare("$", &value(was), &value(is), &volatile);
            assert_eq!(drift.text().is_some(), drifts, "{is}");
        }
    }

    #[test]
    fn what_was_struck_out_may_be_another_one() {
        let was = r#"{"token":"***","url":"https://h/?a=***&b=***","text":"it is ***"}"#;
        let is = r#"{"token":"AAAA-one","url":"https://h/?a=1&b=2","text":"it is secret"}"#;
        assert_eq!(drift(was, is), None);
        for (was, is) in [
            (r#""it is ***""#, r#""it was secret""#),
            (r#""***, ***.""#, r#""one. two""#),
            (r#""***""#, "1"),
            (r#""a***a""#, r#""a""#),
            (r#""""#, r#""secret""#),
        ] {
            assert!(drift(was, is).is_some(), "{was} {is}");
        }
    }

    #[test]
    fn every_place_that_has_changed_is_told() {
        let was = r#"{"at":"2026-01-31T08:00:00Z","list":[1,{"a":true},3],"gone":null}"#;
        let is = r#"{"at":"today","list":[1,{"a":false}],"new":"x"}"#;
        let told = [
            r#"- $.at: "2026-01-31T08:00:00Z""#,
            r#"+ $.at: "today""#,
            "- $.list[1].a: true",
            "+ $.list[1].a: false",
            "- $.list[2]: 3",
            "- $.gone: null",
            r#"+ $.new: "x""#,
        ];
        assert_eq!(drift(was, is), Some(told.join("\n")));
        let many = format!("[{}]", ["1"; 12].join(","));
        let last = drift("[]", &many).expect("it has changed");
        assert!(last.ends_with("+ $[9]: 1\nand 2 more"), "{last}");
    }
}
