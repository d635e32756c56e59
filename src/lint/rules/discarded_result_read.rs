//! `discarded-result-read`

use crate::analysis::{Arrival, Presence, Read, Stage, Subject, Verdict};
use crate::asl::{ResultPath, State, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `discarded-result-read.md`.
pub(super) struct DiscardedResultRead;

static META: Meta = Meta {
    id: "discarded-result-read",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("discarded-result-read.md"),
};

impl Rule for DiscardedResultRead {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states
            .filter_map(|state| {
                let mut verdicts = context.verdicts(state.id).iter();
                verdicts.find_map(|verdict| finding(context, state, verdict))
            })
            .collect()
    }
}

fn finding(context: &Context<'_>, state: &State, verdict: &Verdict) -> Option<Diagnostic> {
    let name = first_name(&verdict.read)?;
    let open = verdict
        .lookups
        .iter()
        .filter(|(_, lookup)| lookup.found.presence == Presence::Unknown);
    let arrivals = context.flow().arrivals(state.id);
    let mut ways = open.filter_map(|(way, _)| arrivals.get(*way));
    let (task, thrown) = ways.find_map(|arrival| thrown_away(context, state, arrival, name))?;
    let (from, to) = (&task.name.value, &state.name.value);
    let written = &verdict.read.written;
    Some(
        META.finding(
            context.place(&verdict.read),
            format!("`{to}` reads `{written}`, and `{from}`, whose result has a `{name}`, throws its result away"),
        )
        .at(format!("{}/{}", state.location, verdict.read.field))
        .label(thrown, "throws the result away and keeps the input")
        .note(format!(
            "unless the input has a `{name}` of its own, AWS fails the state with `States.Runtime`, which nothing catches"
        ))
        .help(format!(
            "give `{from}` a `ResultPath` such as `$.result`, and read `{}`",
            written.replacen('$', "$.result", 1)
        )),
    )
}

/// The last Task on a way whose result has a member `name` and is thrown away, with the `null` that does it; nothing where
/// the data was made anew since, or where a state on the way reads that member from it, too.
fn thrown_away<'c>(
    context: &Context<'c>,
    state: &State,
    arrival: &Arrival,
    name: &str,
) -> Option<(&'c State, Span)> {
    for before in arrival.way.states().map(|id| context.state(id)) {
        if before.flow != state.flow {
            return None;
        }
        let mut reads = context.reads(before.id).iter().filter_map(first_name);
        if reads.any(|read| read == name) {
            return None;
        }
        match (&before.kind, &before.io.result_path) {
            (StateKind::Task(_), Some(ResultPath::Discard(span))) => {
                let stages = context.flow().stages(before.id).first()?;
                let result = stages.selected.as_ref()?;
                if result.fields().any(|(member, _)| &**member == name) {
                    return Some((before, *span));
                }
            }
            (StateKind::Choice(_) | StateKind::Wait(_), _) | (_, Some(_)) => {}
            _ => return None,
        }
    }
    None
}

/// The member of the state's input that a path begins with.
fn first_name(read: &Read) -> Option<&str> {
    if !matches!(read.subject, Subject::Data(Stage::Input | Stage::RawInput)) {
        return None;
    }
    match &read.path.steps().first()?.kind {
        StepKind::Name(name) => Some(&**name),
        _ => None,
    }
}
