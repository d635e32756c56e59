//! What is known of a job: which call tells of it, what its answers mean, and which call stops it.

use crate::value::{Object, Value};

/// A job that a Task starts and waits for.
#[derive(Clone, Copy, Debug)]
pub(in crate::tasks::calls) struct Job {
    /// The integration: `glue`.
    pub(super) service: &'static str,
    /// The actions that start it.
    pub(super) starts: &'static [&'static str],
    /// The action that tells of it.
    pub(super) describe: &'static str,
    /// What that is asked.
    pub(super) takes: &'static [Taken],
    /// Where the job is in the answer, a JSON Pointer.
    pub(super) at: &'static str,
    /// Where its state is in it.
    pub(super) status: &'static str,
    /// The states in which it has ended well.
    pub(super) succeeded: &'static [&'static str],
    /// The states in which it has ended badly.
    pub(super) failed: &'static [&'static str],
    /// Whether it has ended well when the service does not know it any more.
    pub(super) ends_when_gone: bool,
    /// Says of a job that has ended whether it did well, where its state does not.
    pub(super) judges: Option<fn(&Value) -> bool>,
    /// What the Task's result is.
    pub(super) gives: Gives,
    /// The call that stops it, where Step Functions makes one.
    pub(super) stop: Option<Stop>,
}

/// The call that stops a job.
#[derive(Clone, Copy, Debug)]
pub(in crate::tasks::calls) struct Stop {
    /// The action.
    pub(super) action: &'static str,
    /// What it is asked.
    pub(super) takes: &'static [Taken],
}

/// A parameter of the call that tells of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// Its name.
    pub(super) parameter: &'static str,
    /// Where its value comes from.
    pub(super) from: Source,
    /// Whether it is a list of this one value.
    pub(super) in_list: bool,
}

/// Where a value comes from; by JSON Pointers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// From the parameters of the Task.
    Request(&'static str),
    /// From what the start gave.
    Start(&'static str),
    /// This text.
    Text(&'static str),
}

/// What the result of a Task is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gives {
    /// The job.
    Thing,
    /// An object with the job under this key.
    Within(&'static str),
    /// All that the service says of it.
    Answer,
}

pub(super) const fn taken(parameter: &'static str, from: Source) -> Taken {
    Taken {
        parameter,
        from,
        in_list: false,
    }
}

pub(super) const fn listed(parameter: &'static str, from: Source) -> Taken {
    Taken {
        in_list: true,
        ..taken(parameter, from)
    }
}

pub(super) const fn job(
    service: &'static str,
    starts: &'static [&'static str],
    describe: &'static str,
    takes: &'static [Taken],
) -> Job {
    Job {
        service,
        starts,
        describe,
        takes,
        at: "",
        status: "/Status",
        succeeded: &[],
        failed: &[],
        ends_when_gone: false,
        judges: None,
        gives: Gives::Thing,
        stop: None,
    }
}

pub(super) const fn stop(action: &'static str, takes: &'static [Taken]) -> Option<Stop> {
    Some(Stop { action, takes })
}

impl Job {
    /// What people find the job by: what the start gave to ask for it, else what the Task names it.
    pub(in crate::tasks::calls) fn name(&self, request: &Value, started: &Value) -> Option<String> {
        let text = |taken: &Taken, is_start: bool| {
            let value = match (taken.from, is_start) {
                (Source::Start(pointer), true) => started.pointer(pointer)?,
                (Source::Request(pointer), false) => request.pointer(pointer)?,
                _ => return None,
            };
            value.as_str().map(str::to_owned)
        };
        [true, false].into_iter().find_map(|is_start| {
            let names = self.takes.iter().filter_map(|taken| text(taken, is_start));
            Some(names.collect::<Vec<_>>().join("/")).filter(|name| !name.is_empty())
        })
    }
}

/// Parameters: each from the request of the start, or from its result.
pub(super) fn parameters(takes: &[Taken], request: &Value, started: &Value) -> Value {
    let members = takes.iter().filter_map(|taken| {
        let value = match taken.from {
            Source::Request(pointer) => request.pointer(pointer)?.clone(),
            Source::Start(pointer) => started.pointer(pointer)?.clone(),
            Source::Text(text) => text.into(),
        };
        let value = match taken.in_list {
            true => Value::from_iter([value]),
            false => value,
        };
        Some((taken.parameter, value))
    });
    members.collect::<Object>().into()
}
