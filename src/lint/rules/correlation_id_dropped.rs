//! `correlation-id-dropped`

use crate::analysis::Read;
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `correlation-id-dropped.md`.
pub(super) struct CorrelationIdDropped;

static META: Meta = Meta {
    id: "correlation-id-dropped",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("correlation-id-dropped.md"),
};

impl Rule for CorrelationIdDropped {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls: Vec<&Call<'_>> = context.calls().filter(|call| hands_on(call)).collect();
        let reads = |call: &Call<'_>| {
            let all = context.reads(call.state.id).iter();
            all.filter(|read| matches!(read.field, "Parameters" | "Arguments"))
        };
        let bearer = calls.iter().find_map(|call| {
            let id = reads(call).find(|read| is_correlation_id(read))?;
            Some((call.state_name(), id))
        });
        let Some((bearer, id)) = bearer else {
            return Vec::new();
        };
        let without = calls.iter().filter(|call| {
            let known = call
                .parameters()
                .and_then(|span| context.node(span))
                .is_some_and(|node| node.members().is_some());
            known && !reads(call).any(|read| carries(read, id))
        });
        without
            .map(|call| finding(context, call, bearer, id))
            .collect()
    }
}

/// Calls that hand work or news to somebody who may log it.
fn hands_on(call: &Call<'_>) -> bool {
    call.is(&[
        "events:putEvents",
        "http:invoke",
        "lambda:invoke",
        "sns:publish",
        "sqs:sendMessage",
        "states:startExecution",
    ])
}

/// The last name of a path, in words: `correlationId`, `x-correlation-id` and `trace_id`.
fn is_correlation_id(read: &Read) -> bool {
    let last = read
        .written
        .rsplit(['.', '\'', '"'])
        .find(|part| part.contains(char::is_alphabetic));
    let words = text::words(last.unwrap_or_default());
    let mut words = words
        .iter()
        .map(String::as_str)
        .skip_while(|word| *word == "x");
    let first = words.next();
    matches!(first, Some("correlation" | "trace"))
        && words.next() == Some("id")
        && words.next().is_none()
}

/// Whether a path hands the id on: it is the id, whatever it is called there, or holds it.
fn carries(read: &Read, id: &Read) -> bool {
    is_correlation_id(read)
        || read.is_whole()
        || id.written.starts_with(&format!("{}.", read.written))
}

fn finding(context: &Context<'_>, call: &Call<'_>, bearer: &str, id: &Read) -> Diagnostic {
    let message = format!(
        "`{}` does not hand on `{}`, as `{bearer}` does",
        call.state_name(),
        id.written
    );
    META.finding(call.resource, message)
        .labelled("what comes after cannot be told to belong to it")
        .label(context.place(id), "it is handed on here")
        .at(call.state.location.clone())
        .help("add it to what is sent, as a member or as an attribute of the message")
}
