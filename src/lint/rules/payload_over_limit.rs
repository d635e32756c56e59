//! `payload-over-limit`

use crate::analysis::{Carrier, Estimate, Size};
use crate::asl::{State, StateKind};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `payload-over-limit.md`.
pub(super) struct PayloadOverLimit;

static META: Meta = Meta {
    id: "payload-over-limit",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("payload-over-limit.md"),
};

impl Rule for PayloadOverLimit {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        context
            .estimates()
            .iter()
            .filter_map(|estimate| finding(context, estimate))
            .collect()
    }
}

/// The first payload of a state that passes the limit, where its input does not: a big input is the fault of a state
/// before, or of the execution's input.
fn finding(context: &Context<'_>, estimate: &Estimate) -> Option<Diagnostic> {
    let state = context.state(estimate.state);
    let name = &state.name.value;
    let starts = context.machine().root().start == Some(estimate.state);
    if estimate.input.may_pass_limit() && !starts {
        return None;
    }
    let passing = |size: Option<Size>| size.filter(|size| size.may_pass_limit());
    let (size, what, span) = if let Some(size) = passing(Some(estimate.input)) {
        let what = format!("the input of the execution, which `{name}` gets,");
        (size, what, state.name.span)
    } else if let Some(size) = passing(estimate.request) {
        let what = format!("what `{name}` hands to its work");
        (size, what, request_span(state))
    } else if let Some(size) = passing(estimate.result) {
        (size, format!("the result of `{name}`"), result_span(state))
    } else {
        let size = passing(estimate.output)?;
        (size, format!("the output of `{name}`"), state.name.span)
    };
    let message = if size.surely_over_limit() {
        format!(
            "{what} takes at least {}, and 256 KiB is the limit",
            text::bytes(size.low)
        )
    } else {
        format!(
            "{what} may take {}, and 256 KiB is the limit",
            text::bytes(size.high)
        )
    };
    let mut finding = META
        .finding(span, message)
        .labelled(bounds(size))
        .at(state.location.clone());
    if let Some(carrier) = &estimate.carrier {
        finding = finding.note(carried(carrier));
    }
    finding = finding.note(
        "a payload of more than 262,144 bytes ends in `States.DataLimitExceeded`; of a task `Catch` takes it, of a Pass \
         state it fails the execution",
    );
    Some(advice(state).into_iter().fold(finding, Diagnostic::help))
}

fn bounds(size: Size) -> String {
    let known = if size.low == size.high {
        text::bytes(size.high)
    } else {
        format!("{} to {}", text::bytes(size.low), text::bytes(size.high))
    };
    if size.bounded {
        known
    } else {
        format!("{known}, and parts of unknown size")
    }
}

fn carried(carrier: &Carrier) -> String {
    let mut words = format!(
        "`{}` carries {} of it",
        carrier.path,
        text::bytes(carrier.size.high)
    );
    if let Some((least, most, item)) = carrier.items {
        let count = usize::try_from(most.unwrap_or(least)).unwrap_or(usize::MAX);
        words.push_str(&format!(
            ": {} of up to {} each",
            text::count(count, "item"),
            text::bytes(item.high)
        ));
    }
    words
}

fn request_span(state: &State) -> Span {
    let parameters = state
        .io
        .parameters
        .as_ref()
        .map(|parameters| parameters.span);
    let arguments = state.io.arguments.as_ref().map(|arguments| arguments.span);
    parameters.or(arguments).unwrap_or(state.name.span)
}

fn result_span(state: &State) -> Span {
    match &state.kind {
        StateKind::Task(task) => task
            .resource
            .as_ref()
            .map_or(state.name.span, |resource| resource.span),
        _ => state.name.span,
    }
}

/// What can be done about it in a state of this kind.
fn advice(state: &State) -> Vec<String> {
    let by_reference = "keep it in S3, and pass the key from state to state";
    let narrow = "keep only what later states read, with `ResultSelector`";
    match &state.kind {
        StateKind::Map(_) => vec![
            "let each iteration write its result to S3 and return the key".to_owned(),
            "or make it a Distributed Map with a `ResultWriter`".to_owned(),
        ],
        StateKind::Task(task) => {
            let resource = task
                .resource
                .as_ref()
                .and_then(|resource| resource.value.integration());
            match resource {
                Some(integration) if integration.service.starts_with("bedrock") => vec![
                    "let the model write its answer to S3: `\"Output\": {\"S3Uri\": …}`".to_owned(),
                    "or lower `max_tokens`".to_owned(),
                ],
                _ => vec![narrow.to_owned(), format!("or {by_reference}")],
            }
        }
        StateKind::Parallel(_) => vec![narrow.to_owned(), format!("or {by_reference}")],
        _ => vec![by_reference.to_owned()],
    }
}
