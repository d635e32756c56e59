//! `whole-input-to-third-party`

use crate::analysis::{Read, Stage, Subject};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `whole-input-to-third-party.md`.
pub(super) struct WholeInputToThirdParty;

static META: Meta = Meta {
    id: "whole-input-to-third-party",
    category: Category::Security,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("whole-input-to-third-party.md"),
};

impl Rule for WholeInputToThirdParty {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let (parameters, whom) = outside(call)?;
    let read = whole_input(context, call, parameters)?;
    let message = format!(
        "`{}` hands the whole of its input to {whom}",
        call.state_name()
    );
    let finding = META
        .finding(context.place(read), message)
        .labelled("all that the execution was started with, and all that was added on the way")
        .at(call.state.location.clone())
        .help("name the members that are needed there");
    Some(finding)
}

/// Where one of the parameters of a call is given the whole input of its state, which is not known to be an object of a few
/// named members.
pub(super) fn whole_input<'c>(
    context: &'c Context<'_>,
    call: &Call<'_>,
    parameters: &[&str],
) -> Option<&'c Read> {
    let verdicts = context.verdicts(call.state.id).iter();
    let mut whole = verdicts.filter(|verdict| {
        let chosen = verdict
            .lookups
            .iter()
            .all(|(_, lookup)| lookup.found.shape.is_closed());
        takes_all(&verdict.read)
            && !chosen
            && stands_under(context, call, &verdict.read, parameters)
    });
    whole.next().map(|verdict| &verdict.read)
}

/// The parameters in which data leaves, and to whom.
fn outside(call: &Call<'_>) -> Option<(&'static [&'static str], &'static str)> {
    if call.is(&["http:invoke"]) {
        return Some((&["RequestBody", "QueryParameters"], "an address on the web"));
    }
    Some((model_call(&call.name)?.prompts, "a model"))
}

fn takes_all(read: &Read) -> bool {
    read.is_whole() && matches!(read.subject, Subject::Data(Stage::Input | Stage::RawInput))
}

fn stands_under(context: &Context<'_>, call: &Call<'_>, read: &Read, parameters: &[&str]) -> bool {
    parameters.iter().any(|name| {
        context.parameter_node(call, &[name]).is_some_and(|node| {
            node.span.start <= read.span.start && read.span.end <= node.span.end
        })
    })
}
