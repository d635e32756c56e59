//! `unassigned-variable`

use crate::analysis::{Assignment, Need, Subject, Verdict};
use crate::asl::{FlowId, ProcessorMode, QueryLanguage, State, StateId, StateKind};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Label, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use foldhash::{HashMap, HashMapExt};

/// See `unassigned-variable.md`.
pub(super) struct UnassignedVariable;

static META: Meta = Meta {
    id: "unassigned-variable",
    category: Category::DataFlow,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unassigned-variable.md"),
};

/// Places that a finding shows.
const LABELS: usize = 5;

impl Rule for UnassignedVariable {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        // A variable is told of once; where it is missing for certain, in each state.
        let mut told: HashMap<(&str, Option<StateId>), usize> = HashMap::new();
        for state in &context.machine().states {
            for verdict in context.verdicts(state.id) {
                let Subject::Variable(name) = &verdict.read.subject else {
                    continue;
                };
                let Some(finding) = finding(context, state, verdict, name) else {
                    continue;
                };
                let certain = finding.severity == Severity::Error;
                let key = (&**name, certain.then_some(state.id));
                match told.get(&key) {
                    None => {
                        told.insert(key, found.len());
                        found.push(finding);
                    }
                    Some(number) if !certain => {
                        let before = &mut found[*number];
                        if before.labels.len() < LABELS {
                            before.labels.push(Label {
                                span: finding.span(),
                                text: "nor here".to_owned(),
                            });
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        found
    }
}

fn finding(
    context: &Context<'_>,
    state: &State,
    verdict: &Verdict,
    variable: &str,
) -> Option<Diagnostic> {
    let read = &verdict.read;
    let never = verdict.is_never_set();
    let (way, _) = verdict.unset.first()?;
    // A part of an expression may be meant for the case that there is none.
    let certain = read.need == Need::Must || read.need == Need::MustButIndex;
    if read.need == Need::Asked || !certain && !never {
        return None;
    }
    let name = &state.name.value;
    let setters: Vec<&Assignment> = context
        .assignments()
        .iter()
        .filter(|one| &*one.name == variable)
        .collect();
    let message = match (never, setters.is_empty()) {
        (true, true) => format!(
            "no state assigns `${variable}`, which `{name}` reads for {}",
            read.place()
        ),
        (true, false) => format!(
            "`${variable}` is never assigned on a way here: `{name}` reads it for {}",
            read.place()
        ),
        (false, _) => format!(
            "`${variable}` is not assigned on every way here: `{name}` reads it for {}",
            read.place()
        ),
    };
    let severity = if never && certain && verdict.certain {
        Severity::Error
    } else {
        Severity::Warning
    };
    let mut finding = Diagnostic::new(META.id, severity, context.place(read), message)
        .at(format!("{}/{}", state.location, read.field));
    if let Some(setter) = setters.first() {
        finding = finding.label(context.assigned_at(setter), "assigned here");
    }
    if never {
        let why = setters
            .first()
            .and_then(|setter| why(context, state, setter));
        finding.notes.extend(why);
    } else if let Some(arrival) = context.flow().arrivals(state.id).get(*way) {
        let way = context.way(&arrival.way, None, state.id);
        finding = finding.note(format!("it has no value on the way {way}"));
    }
    finding = finding.note(match state.query_language {
        QueryLanguage::JsonPath => "AWS fails the state with `States.Runtime`, which nothing catches",
        QueryLanguage::Jsonata => "a variable that is not assigned is nothing (undefined); where that is the value of the whole \
             expression AWS fails the state with `States.QueryEvaluationError`",
    });
    if setters.is_empty() {
        let names = context.assignments().iter().map(|one| &*one.name);
        finding = match text::nearest(variable, names) {
            Some(near) => finding.help(format!("did you mean `${near}`?")),
            None => finding.help(format!(
                "set it before with `Assign`, as in `\"Assign\": {{\"{variable}\": …}}`"
            )),
        };
    } else if !never {
        finding = finding.help("assign it a first value in a state that every way passes");
    }
    Some(finding)
}

/// Why a variable that is set somewhere is not set here.
fn why(context: &Context<'_>, state: &State, setter: &Assignment) -> Option<String> {
    let owner = context.name(setter.state);
    let flow = context.state(setter.state).flow;
    if setter.state == state.id {
        return Some(format!(
            "all expressions of `{owner}` see the variables as they were when it was entered: what it assigns is for the states \
             after it"
        ));
    }
    if let Some(map) = child_executions_between(context, state.flow, flow) {
        return Some(format!(
            "the items of the distributed Map `{}` are executions of their own, which see no variables from outside",
            context.name(map)
        ));
    }
    if !flows_around(context, state.flow).contains(&flow) {
        let around = context.machine().flow(flow).owner()?;
        return Some(format!(
            "`{owner}` is inside of `{}`: what is assigned there ends with it; hand it out as a part of the result",
            context.name(around)
        ));
    }
    Some(format!(
        "no way leads from `{owner}` to `{}`",
        state.name.value
    ))
}

/// A flow and those that it is nested in, from the inside out.
fn flows_around(context: &Context<'_>, flow: FlowId) -> Vec<FlowId> {
    let machine = context.machine();
    let outwards = |flow: &FlowId| {
        let owner = machine.flow(*flow).owner()?;
        Some(machine.state(owner).flow)
    };
    std::iter::successors(Some(flow), outwards).collect()
}

/// The distributed Map that stands between a flow and one around it.
fn child_executions_between(
    context: &Context<'_>,
    inner: FlowId,
    outer: FlowId,
) -> Option<StateId> {
    let around = flows_around(context, inner);
    let depth = around.iter().position(|flow| *flow == outer)?;
    let mut owners = around[..depth]
        .iter()
        .filter_map(|flow| context.machine().flow(*flow).owner());
    owners.find(|owner| {
        matches!(&context.state(*owner).kind, StateKind::Map(map) if map.mode != ProcessorMode::Inline)
    })
}
