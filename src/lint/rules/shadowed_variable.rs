//! `shadowed-variable`

use crate::analysis::Assignment;
use crate::asl::{FlowId, ProcessorMode, StateId, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use foldhash::{HashMap, HashMapExt, HashSet};

/// See `shadowed-variable.md`.
pub(super) struct ShadowedVariable;

static META: Meta = Meta {
    id: "shadowed-variable",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("shadowed-variable.md"),
};

impl Rule for ShadowedVariable {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut first: HashMap<(FlowId, &str), &Assignment> = HashMap::new();
        for one in context.assignments() {
            let flow = context.state(one.state).flow;
            first.entry((flow, &one.name)).or_insert(one);
        }
        let assignments = context.assignments().iter();
        let set: HashSet<(StateId, &str)> = assignments
            .clone()
            .map(|one| (one.state, &*one.name))
            .collect();
        assignments
            .filter_map(|inner| {
                let flow = context.state(inner.state).flow;
                // The Parallel or Map that it is in sets the variable outside, as from what it gives.
                let owner = context.machine().flow(flow).owner()?;
                if set.contains(&(owner, &*inner.name)) {
                    return None;
                }
                let mut around = scopes_around(context, flow);
                let outer = around.find_map(|flow| first.get(&(flow, &*inner.name)))?;
                Some(finding(context, inner, outer))
            })
            .collect()
    }
}

/// The flows around a flow whose variables it sees, from the inside out.
fn scopes_around(context: &Context<'_>, flow: FlowId) -> impl Iterator<Item = FlowId> {
    let outwards = move |flow: &FlowId| {
        let owner = context.machine().flow(*flow).owner()?;
        let owner = context.state(owner);
        match &owner.kind {
            StateKind::Map(map) if map.mode != ProcessorMode::Inline => None,
            _ => Some(owner.flow),
        }
    };
    std::iter::successors(Some(flow), outwards).skip(1)
}

fn finding(context: &Context<'_>, inner: &Assignment, outer: &Assignment) -> Diagnostic {
    let (name, within, without) = (
        &inner.name,
        context.name(inner.state),
        context.name(outer.state),
    );
    let flow = context.machine().flow(context.state(inner.state).flow);
    let owner = flow
        .owner()
        .map(|owner| context.name(owner))
        .unwrap_or_default();
    META.finding(
        context.assigned_at(inner),
        format!("`{within}` assigns `${name}` inside of `{owner}`, and `{without}` assigns it outside: the one outside stays as it is"),
    )
    .labelled("ends with the branch or the iteration")
    .label(context.assigned_at(outer), "not changed from inside")
    .at(format!("{}/Assign", context.state(inner.state).location))
    .note("branches and iterations have variables of their own; they see those outside, and cannot change them")
    .help(format!("give it another name, and hand its value out as a part of the result of `{owner}`"))
}
