//! `map-without-max-concurrency`

use crate::asl::{Map, ProcessorMode, Quantity, ResourceKind, State, StateKind};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::throttling_error;
use crate::source::edit::{self, NewValue};

/// See `map-without-max-concurrency.md`.
pub(super) struct MapWithoutMaxConcurrency;

static META: Meta = Meta {
    id: "map-without-max-concurrency",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("map-without-max-concurrency.md"),
};

impl Rule for MapWithoutMaxConcurrency {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let maps = states.filter_map(|state| match &state.kind {
            StateKind::Map(map) => Some((state, &**map)),
            _ => None,
        });
        maps.filter_map(|(state, map)| finding(context, state, map))
            .collect()
    }
}

/// A service that is called inside a Map.
struct Called {
    name: String,
    error: Option<&'static str>,
    span: Span,
}

fn finding(context: &Context<'_>, state: &State, map: &Map) -> Option<Diagnostic> {
    if state
        .unresolved
        .iter()
        .any(|field| &*field.value == "MaxConcurrency")
    {
        return None;
    }
    let zero = match &map.max_concurrency {
        None => None,
        Some(quantity) => match &quantity.value {
            Quantity::Literal(number) if number.as_i64() == Some(0) => Some(quantity.span),
            _ => return None,
        },
    };
    let name = &state.name.value;
    let called = map
        .processor
        .map(|flow| called(context, flow))
        .unwrap_or_default();
    let how_many = match map.mode {
        ProcessorMode::Inline => "about 40 iterations",
        ProcessorMode::Distributed(_) => "up to 10,000 child executions",
    };
    let (span, message) = match zero {
        Some(span) => (
            span,
            format!("`MaxConcurrency` of `{name}` is 0, which sets no limit"),
        ),
        None => (
            state.name.span,
            format!("Map `{name}` has no `MaxConcurrency`"),
        ),
    };
    let mut finding = META
        .finding(span, message)
        .labelled(format!("AWS runs {how_many} at a time"))
        .at(state.location.clone());
    if let Some(first) = called.first() {
        finding = finding.label(first.span, format!("each iteration calls {}", first.name));
    }
    let names: Vec<&str> = called.iter().filter_map(|called| called.error).collect();
    if let [first, others @ ..] = &names[..] {
        let mut errors = vec![*first];
        errors.extend(others.iter().filter(|error| *error != first));
        errors.dedup();
        errors.truncate(3);
        let services: Vec<&str> = called.iter().map(|called| called.name.as_str()).collect();
        let services = services[..services.len().min(3)].join(", ");
        finding = finding.note(format!(
            "`MaxConcurrency` is a contract with the quota of what is called ({services}): beyond it calls fail with {}",
            text::alternatives(&errors)
        ));
    }
    let help = "set `MaxConcurrency` to what the called service takes at a time, or read it with `MaxConcurrencyPath`";
    finding = finding.help(help);
    Some(match fix(context, state, zero) {
        Some(fix) => finding.fix(fix),
        None => finding,
    })
}

/// A number to begin with: what is right, only the quota of the called service tells.
fn fix(context: &Context<'_>, state: &State, zero: Option<Span>) -> Option<Fix> {
    let number = START.to_string();
    let edit = match zero {
        Some(span) => edit::replace(span, &*number),
        None => context.insert_member(state, "MaxConcurrency", NewValue::Json(&number))?,
    };
    let title = format!("set `MaxConcurrency` to {number}");
    Some(Fix::unsafe_(title, vec![edit]))
}

/// The `MaxConcurrency` that the fix writes.
const START: u32 = 10;

/// The services that are called inside a flow, each once.
fn called(context: &Context<'_>, flow: crate::asl::FlowId) -> Vec<Called> {
    let mut found: Vec<Called> = Vec::new();
    for state in context.states_within(flow) {
        let StateKind::Task(task) = &state.kind else {
            continue;
        };
        let Some(resource) = &task.resource else {
            continue;
        };
        let (name, error) = match &resource.value.kind {
            ResourceKind::LambdaFunction => {
                ("Lambda".to_owned(), throttling_error("lambda:invoke"))
            }
            ResourceKind::Integration(integration) => {
                let name = format!("{}:{}", integration.resource_type(), integration.action);
                let error = throttling_error(&name);
                (format!("`{name}`"), error)
            }
            _ => continue,
        };
        if !found.iter().any(|called| called.name == name) {
            found.push(Called {
                name,
                error,
                span: resource.span,
            });
        }
    }
    // One whose throttling is known tells more.
    found.sort_by_key(|called| called.error.is_none());
    found
}
