//! `result-drops-input`

use crate::analysis::{Arrival, Origin, Presence, Read, Stage, Subject};
use crate::asl::{QueryLanguage, State, StateId, StateKind};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::{Path, StepKind};
use crate::source::edit::NewValue;

/// See `result-drops-input.md`.
pub(super) struct ResultDropsInput;

static META: Meta = Meta {
    id: "result-drops-input",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("result-drops-input.md"),
};

impl Rule for ResultDropsInput {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states
            .filter(|state| replaces(state) && !context.flow().is_opaque(state.id))
            .filter_map(|state| finding(context, state))
            .collect()
    }
}

/// Whether a Task is given a choice of the input, and its result, of which nothing is known, takes the place of all of it.
fn replaces(state: &State) -> bool {
    let io = &state.io;
    matches!(state.kind, StateKind::Task(_))
        && state.query_language == QueryLanguage::JsonPath
        && io.parameters.is_some()
        && io.result_path.is_none()
        && io.result_selector.is_none()
}

fn finding(context: &Context<'_>, task: &State) -> Option<Diagnostic> {
    let origin = Origin::Result(task.id);
    let given: Vec<&Read> = context
        .reads(task.id)
        .iter()
        .filter(|read| reads_input(read))
        .collect();
    // A task that is given everything may hand everything on.
    if given.iter().any(|read| read.is_whole()) || given.is_empty() {
        return None;
    }
    for later in &context.machine().states {
        let arrival = context
            .flow()
            .arrivals(later.id)
            .iter()
            .find(|arrival| comes_from(arrival, origin));
        let Some(arrival) = arrival else { continue };
        for read in context.reads(later.id) {
            let known = context
                .verdicts(later.id)
                .iter()
                .find(|verdict| verdict.read.span == read.span);
            let open = known.is_some_and(|verdict| {
                verdict.lookups.iter().all(|(_, lookup)| {
                    lookup.found.presence == Presence::Unknown
                        && lookup.found.origin == Some(origin)
                })
            });
            if !open || !reads_input(read) || read.is_whole() || was_given(&given, &read.path) {
                continue;
            }
            let Some((witness, witnessed)) = witness(context, task, &read.path) else {
                continue;
            };
            let name = &task.name.value;
            let message = format!(
                "the result of `{name}` replaces its input, yet `{}` reads `{}`, which only that input is known to have",
                context.name(later.id),
                read.written
            );
            let way = context.way(&arrival.way, Some(origin), later.id);
            let mut finding = META
                .finding(task.name.span, message)
                .labelled("has no `ResultPath`")
                .at(task.location.clone())
                .label(context.place(read), "is it still there?")
                .label(
                    context.place(witnessed),
                    format!("`{}` reads it from the input", context.name(witness)),
                )
                .note(format!("on the way {way} the input is what the task returns, and the task is not given `{}`", read.written))
                .help(format!("give `{name}` a `ResultPath` such as `$.result`: the input stays, the result is put beside it"));
            let value = NewValue::Text("$.result");
            if let Some(edit) = context.insert_member(task, "ResultPath", value) {
                // What reads the result after it has to be changed as well.
                let title = "add `\"ResultPath\": \"$.result\"`";
                finding = finding.fix(Fix::unsafe_(title, vec![edit]));
            }
            return Some(finding);
        }
    }
    None
}

fn reads_input(read: &Read) -> bool {
    matches!(read.subject, Subject::Data(Stage::Input | Stage::RawInput))
}

fn comes_from(arrival: &Arrival, origin: Origin) -> bool {
    arrival.incoming.input.origin() == Some(origin)
}

/// Whether a path, something in it or something around it was handed to the task.
fn was_given(given: &[&Read], path: &Path) -> bool {
    given
        .iter()
        .any(|read| is_prefix(&read.path, path) || is_prefix(path, &read.path))
}

fn is_prefix(short: &Path, long: &Path) -> bool {
    let kinds = |path: &Path| {
        path.steps()
            .iter()
            .map(|step| step.kind.clone())
            .collect::<Vec<_>>()
    };
    kinds(long).starts_with(&kinds(short))
}

/// The task itself or a state before it that reads something in the same member of the execution's input. What other tasks
/// returned proves nothing: the answers of one service look alike.
fn witness<'c>(context: &'c Context<'_>, task: &State, path: &Path) -> Option<(StateId, &'c Read)> {
    let StepKind::Name(member) = &path.steps().first()?.kind else {
        return None;
    };
    let arrivals = context.flow().arrivals(task.id);
    let before = arrivals.iter().flat_map(|arrival| arrival.way.states());
    let mut states: Vec<StateId> = std::iter::once(task.id).chain(before).collect();
    states.dedup();
    states.into_iter().find_map(|id| {
        let mut arrivals = context.flow().arrivals(id).iter();
        let same = arrivals.any(|arrival| comes_from(arrival, Origin::ExecutionInput));
        let reads = context.reads(id).iter();
        let read = reads.filter(|read| reads_input(read)).find(|read| {
            matches!(read.path.steps().first().map(|step| &step.kind), Some(StepKind::Name(name)) if name == member)
        })?;
        same.then_some((id, read))
    })
}
