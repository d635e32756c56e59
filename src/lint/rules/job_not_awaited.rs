//! `job-not-awaited`

use crate::asl::{Pattern, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::Job;

/// See `job-not-awaited.md`.
pub(super) struct JobNotAwaited;

static META: Meta = Meta {
    id: "job-not-awaited",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("job-not-awaited.md"),
};

impl Rule for JobNotAwaited {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let jobs: Vec<_> = context
            .calls()
            .filter(|call| call.pattern == Pattern::RequestResponse)
            .filter_map(|call| Some((Job::started_by(&call.name)?, call)))
            .collect();
        if jobs.is_empty() || hides_a_poll(context) {
            return Vec::new();
        }
        jobs.iter()
            .filter_map(|(job, call)| finding(context, job, call))
            .collect()
    }
}

/// Whether something may ask for a job, or be told of its end, that cannot be seen: a function, a callback, a placeholder.
fn hides_a_poll(context: &Context<'_>) -> bool {
    let mut states = context.machine().states.iter();
    states.any(|state| {
        matches!(&state.kind, StateKind::Task(_))
            && Call::of(state).is_none_or(|call| {
                call.is(&["lambda:invoke"]) || call.pattern == Pattern::WaitForTaskToken
            })
    })
}

fn finding(context: &Context<'_>, job: &Job, call: &Call<'_>) -> Option<Diagnostic> {
    let after = context
        .graph()
        .after(call.state.id, |edge| !edge.exit.is_catch());
    let works = |state: &&State| {
        matches!(
            state.kind,
            StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
        )
    };
    // Who starts it last may leave it to itself, and let its end start something else.
    let next = after.iter().map(|id| context.state(*id)).find(works)?;
    if context.calls().any(|other| job.is_polled_by(&other.name)) {
        return None;
    }
    let message = format!(
        "`{}` starts a job and does not wait for it: `{}` begins while it runs",
        call.state_name(),
        next.name.value
    );
    let finding = META
        .finding(call.resource, message)
        .labelled("comes back as soon as the job is accepted")
        .label(next.name.span, "finds no result yet")
        .at(call.state.location.clone());
    let poll = job.polls.first().unwrap_or(&"");
    Some(if job.sync {
        finding.help("add `.sync` to the `Resource`")
    } else {
        finding.help(format!(
            "wait and ask with `aws-sdk:{}:{poll}` in a loop until it is done, or let its end start the rest",
            job.service
        ))
    })
}
