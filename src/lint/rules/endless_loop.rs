//! `endless-loop`

use crate::analysis::{Edge, Loops};
use crate::asl::{Flow, State, StateId, StateKind, Transition, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use foldhash::HashSet;

/// See `endless-loop.md`.
pub(super) struct EndlessLoop;

static META: Meta = Meta {
    id: "endless-loop",
    category: Category::Structure,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("endless-loop.md"),
};

impl Rule for EndlessLoop {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        let ends = machine.states.iter().filter(|state| may_end(state));
        let leads = context.graph().leads_to(ends.map(|state| state.id));
        let flows = machine.flows.iter();
        let mut found: Vec<Diagnostic> = flows
            .filter_map(|flow| in_flow(context, flow, &leads))
            .collect();
        let states = machine.states.iter();
        let still: Vec<bool> = states
            .map(|state| leads[state.id.0 as usize] && is_still(context, state))
            .collect();
        let still = |edge: &Edge| still[edge.from.0 as usize] && still[edge.to.0 as usize];
        let loops = Loops::new(machine, context.graph(), still);
        found.extend(
            loops
                .all()
                .iter()
                .filter_map(|members| stuck(context, members)),
        );
        found
    }
}

/// Whether a state leaves all data as it is, and looks at nothing that changes by itself.
fn is_still(context: &Context<'_>, state: &State) -> bool {
    let moves = match &state.kind {
        StateKind::Pass(pass) => pass.result.is_some(),
        StateKind::Wait(_) => false,
        StateKind::Choice(choice) => {
            let mut rules = choice.rules.iter();
            rules.any(|rule| rule.assign.is_some() || rule.output.is_some())
        }
        _ => true,
    };
    let io = &state.io;
    let changes = io.assign.is_some()
        || io.output.is_some()
        || io.arguments.is_some()
        || io.parameters.is_some()
        || io.input_path.is_some()
        || io.output_path.is_some()
        || io.result_path.is_some();
    let text = context.text().get(state.span.range()).unwrap_or_default();
    let changing = [
        "$$",
        "context",
        "$now",
        "$millis",
        "$random",
        "$uuid",
        "${",
        "States.UUID",
        "States.MathRandom",
    ];
    !moves
        && !changes
        && state.unresolved.is_empty()
        && !changing.iter().any(|word| text.contains(word))
}

/// A loop in which nothing changes, so that its Choices decide in each round as they did in the one before.
fn stuck(context: &Context<'_>, members: &[StateId]) -> Option<Diagnostic> {
    let mut states = members.iter().map(|id| context.state(*id));
    let choice = states.find(|state| matches!(state.kind, StateKind::Choice(_)))?;
    let names: Vec<String> = members
        .iter()
        .map(|id| format!("`{}`", context.name(*id)))
        .collect();
    let message = format!(
        "what `{}` looks at does not change on the way back to it: it decides as before, and the loop never ends",
        choice.name.value
    );
    Some(
        META.finding(choice.name.span, message)
            .labelled("decides the same in each round")
            .at(choice.location.clone())
            .note(format!(
                "the loop is {}, and none of them changes the data or a variable",
                text::list(&names)
            ))
            .help(
                "ask anew in the loop, with a Task that says how things are, or count the rounds",
            ),
    )
}

/// Whether a flow may end in a state otherwise than by an error of its work.
fn may_end(state: &State) -> bool {
    match &state.kind {
        StateKind::Succeed | StateKind::Fail(_) => true,
        StateKind::Choice(choice) => choice.default.is_none(),
        _ => !matches!(state.transition, Transition::Next(_)),
    }
}

fn in_flow(context: &Context<'_>, flow: &Flow, leads: &[bool]) -> Option<Diagnostic> {
    let reached = context.graph().reached(context.machine(), flow.id)?;
    let ends = |state: &&StateId| leads[state.0 as usize];
    // Of a flow without any end AWS tells, and `no-terminal-state`.
    flow.states.iter().find(ends)?;
    let trapped = |state: &StateId| reached[state.0 as usize] && !leads[state.0 as usize];
    let entry = flow.states.iter().find_map(|state| {
        let into = |edge: &&crate::analysis::Edge| !trapped(&edge.from) && trapped(&edge.to);
        let edge = context.graph().out(*state).iter().find(into)?;
        reached[state.0 as usize].then_some(edge.to)
    });
    let entry = entry.or(flow.start.filter(trapped))?;
    let state = context.state(entry);
    let end = match context.workflow_type() {
        WorkflowType::Standard => "the 25,000 events of its history end the execution",
        WorkflowType::Express => "the five minutes of an Express workflow end the execution",
    };
    let message = format!(
        "from `{}` no way leads to an end: only an error, a timeout or {end}",
        state.name.value
    );
    Some(
        META.finding(state.name.span, message)
            .labelled("what comes here goes round for ever")
            .at(state.location.clone())
            .note(format!("it goes round {}", round(context, entry)))
            .help("lead out of the loop, for instance by a Choice that counts or asks whether the work is done"),
    )
}

/// The first way from a state that comes back on itself: `` `A` → `B` → `A` ``.
fn round(context: &Context<'_>, from: StateId) -> String {
    const SHOWN: usize = 8;
    let mut names = vec![format!("`{}`", context.name(from))];
    let mut seen = HashSet::from_iter([from]);
    let mut state = from;
    while let Some(edge) = context.graph().out(state).first() {
        state = edge.to;
        if names.len() == SHOWN {
            names.push("…".to_owned());
            break;
        }
        names.push(format!("`{}`", context.name(state)));
        if !seen.insert(state) {
            break;
        }
    }
    names.join(" → ")
}
