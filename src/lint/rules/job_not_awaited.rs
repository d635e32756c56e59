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
        let calls = context.calls();
        calls.filter_map(|call| finding(context, &call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let job = Job::started_by(&call.name)?;
    if call.pattern != Pattern::RequestResponse {
        return None;
    }
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
    let machine = context.machine();
    let asks =
        machine.states.iter().filter_map(Call::of).any(|other| {
            job.is_polled_by(&other.name) || other.pattern == Pattern::WaitForTaskToken
        });
    let unknown = machine.states.iter().any(|state| {
        matches!(&state.kind, StateKind::Task(_))
            && Call::of(state).is_none_or(|call| call.is(&["lambda:invoke"]))
    });
    if asks || unknown {
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
