//! `unread-result`

use crate::analysis::{Read, Stage, Subject};
use crate::asl::{FlowId, QueryLanguage, ResultPath, State, StateId, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;
use foldhash::HashSet;
use std::collections::VecDeque;

/// See `unread-result.md`.
pub(super) struct UnreadResult;

static META: Meta = Meta {
    id: "unread-result",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unread-result.md"),
};

impl Rule for UnreadResult {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = &context.machine().states;
        let kept = states
            .iter()
            .filter_map(|state| kept_as(context, state).map(|(name, span)| (state, name, span)));
        // Most results go where all of the data is taken.
        let takes_all = states.iter().filter(|state| takes_all(context, state));
        let taken = context.graph().leads_to(takes_all.map(|state| state.id));
        kept.filter(|(state, name, _)| {
            let mut out = context.graph().out(state.id).iter();
            !out.any(|edge| taken[edge.to.0 as usize]) && !is_read_after(context, state.id, name)
        })
        .map(|(state, name, span)| finding(state, name, span))
        .collect()
    }
}

/// Whether a state after this one reads the member `name`.
fn is_read_after(context: &Context<'_>, state: StateId, name: &str) -> bool {
    let mut seen = HashSet::from_iter([state]);
    let mut queue = VecDeque::from([state]);
    while let Some(state) = queue.pop_front() {
        for edge in context.graph().out(state) {
            if reads_member(context, edge.to, name) {
                return true;
            }
            if seen.insert(edge.to) {
                queue.push_back(edge.to);
            }
        }
    }
    false
}

/// The member of the data under which a state of the machine's own flow keeps its result. What a branch or an iteration
/// ends with is read by the state around it.
fn kept_as<'c>(context: &Context<'c>, state: &'c State) -> Option<(&'c str, Span)> {
    let works = matches!(
        state.kind,
        StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
    );
    if !works || state.flow != FlowId::ROOT || context.flow().is_opaque(state.id) {
        return None;
    }
    let Some(ResultPath::Path(path)) = &state.io.result_path else {
        return None;
    };
    match &path.value.steps().first()?.kind {
        StepKind::Name(name) => Some((&**name, path.span)),
        _ => None,
    }
}

/// The steps of the paths by which a state reads its input; nothing for all of it.
fn first_steps<'c>(
    context: &'c Context<'_>,
    state: StateId,
) -> impl Iterator<Item = Option<&'c StepKind>> {
    let of_input = |read: &&Read| {
        matches!(
            read.subject,
            Subject::Data(Stage::Input | Stage::RawInput | Stage::Placed)
        )
    };
    let reads = context.reads(state).iter().filter(of_input);
    reads.map(|read| read.path.steps().first().map(|step| &step.kind))
}

fn reads_member(context: &Context<'_>, state: StateId, name: &str) -> bool {
    first_steps(context, state)
        .any(|step| matches!(step, Some(StepKind::Name(first)) if &**first == name))
}

/// Whether a state may take all of its input.
fn takes_all(context: &Context<'_>, state: &State) -> bool {
    if context.flow().is_opaque(state.id) {
        return true;
    }
    let hands_on_all = match &state.kind {
        StateKind::Task(_) | StateKind::Parallel(_) => match state.query_language {
            QueryLanguage::JsonPath => state.io.parameters.is_none(),
            QueryLanguage::Jsonata => state.io.arguments.is_none(),
        },
        // Its items may be anywhere in it.
        StateKind::Map(map) => map.items_path.is_none() && map.item_reader.is_none(),
        _ => false,
    };
    hands_on_all
        || first_steps(context, state.id).any(|step| !matches!(step, Some(StepKind::Name(_))))
}

fn finding(state: &State, name: &str, span: Span) -> Diagnostic {
    META.finding(
        span,
        format!("no state after `{}` reads `$.{name}`", state.name.value),
    )
    .labelled("its result is kept here")
    .at(format!("{}/ResultPath", state.location))
    .note("it goes along to the end, counts in every payload on the way, and is a part of the output of the execution")
    .help("where nobody needs it, `\"ResultPath\": null` throws it away")
}
