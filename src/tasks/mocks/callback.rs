//! `callback`: what comes back with the task token, and when.

use super::super::handler::TimedOutcome;
use super::answer::Fault;
use super::expression::Scope;
use super::template::Template;
use crate::diagnostics::Diagnostic;
use crate::engine::TaskOutcome;

/// Signs of life that one `every` may give.
pub(super) const MOST_HEARTBEATS: i64 = 100_000;

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
