//! `unknown-path`

use super::catch_drops_input::{drops_input, place_for_error};
use crate::analysis::{Lookup, Origin, Read, Shape, Verdict};
use crate::asl::{QueryLanguage, State, StateId, StateKind};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Label, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::{Step, StepKind};

/// See `unknown-path.md`.
pub(super) struct UnknownPath;

static META: Meta = Meta {
    id: "unknown-path",
    category: Category::DataFlow,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unknown-path.md"),
};

impl Rule for UnknownPath {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            // What is lost at one place is told of once a state.
            let mut told: Vec<(Origin, Severity, usize)> = Vec::new();
            for verdict in context.verdicts(state.id) {
                let Some(missing) = missing(context, verdict) else {
                    continue;
                };
                let key = |origin| {
                    move |one: &&(Origin, Severity, usize)| {
                        (one.0, one.1) == (origin, missing.severity)
                    }
                };
                let before = missing
                    .lookup
                    .found
                    .origin
                    .and_then(|origin| told.iter().find(key(origin)));
                if let Some((_, _, number)) = before {
                    let finding: &mut Diagnostic = &mut found[*number];
                    finding.labels.push(Label {
                        span: place(context, state, &missing),
                        text: format!("nor is there `{}`", verdict.read.written),
                    });
                    continue;
                }
                if let Some(origin) = missing.lookup.found.origin {
                    told.push((origin, missing.severity, found.len()));
                }
                found.push(finding(context, state, &missing));
            }
        }
        found
    }
}

/// A path that leads nowhere, and one of the ways on which it does.
struct Missing<'c> {
    read: &'c Read,
    severity: Severity,
    /// Whether it leads nowhere on every way on which it is read.
    never: bool,
    way: usize,
    lookup: &'c Lookup,
}

impl Missing<'_> {
    fn step(&self) -> &Step {
        &self.read.path.steps()[self.lookup.at]
    }
}

fn missing<'c>(context: &Context<'_>, verdict: &'c Verdict) -> Option<Missing<'c>> {
    let never = verdict.never_exists();
    // Where only some ways lose it by a catcher, `catch-drops-input` tells of it, at the catcher.
    let (way, lookup) = verdict
        .missing()
        .find(|(_, lookup)| never || !is_told_at_the_catcher(context, lookup))?;
    Some(Missing {
        read: &verdict.read,
        severity: if verdict.fails_always() {
            Severity::Error
        } else {
            Severity::Warning
        },
        never,
        way,
        lookup,
    })
}

fn place(context: &Context<'_>, state: &State, missing: &Missing<'_>) -> Span {
    match state.query_language {
        QueryLanguage::JsonPath => context.place_in(missing.read, missing.step().span),
        QueryLanguage::Jsonata => context.place(missing.read),
    }
}

fn finding(context: &Context<'_>, state: &State, missing: &Missing<'_>) -> Diagnostic {
    let Missing {
        read,
        severity,
        way,
        lookup,
        ..
    } = missing;
    let name = &state.name.value;
    let message = if missing.never {
        format!(
            "`{}` cannot exist here: `{name}` reads it for {}",
            read.written,
            read.place()
        )
    } else {
        format!(
            "`{}` does not exist on every way here: `{name}` reads it for {}",
            read.written,
            read.place()
        )
    };
    let step = &missing.step().kind;
    let mut finding = Diagnostic::new(META.id, *severity, place(context, state, missing), message)
        .labelled(what_is_missing(lookup, step))
        .at(format!("{}/{}", state.location, read.field));
    let arrivals = context.flow().arrivals(state.id);
    if let Some(origin) = lookup.found.origin {
        if let Some(span) = made_at(context, origin) {
            finding = finding.label(span, describe(context, origin, &lookup.container));
        }
        if origin.state().is_some_and(|maker| maker != state.id) {
            let to = context.way(&arrivals[*way].way, Some(origin), state.id);
            finding = finding.note(format!("the data comes on the way {to}"));
        }
    }
    finding = finding.note(consequence(read, state));
    finding.help.extend(near(lookup, step, &read.written));
    finding.help.extend(mend(context, lookup));
    finding
}

fn is_told_at_the_catcher(context: &Context<'_>, lookup: &Lookup) -> bool {
    match lookup.found.origin {
        Some(Origin::Caught { state, catcher }) => {
            let state = context.state(state);
            drops_input(state, &state.catch[catcher as usize])
        }
        _ => false,
    }
}

/// `no `orderId` in `{Error, Cause}``
fn what_is_missing(lookup: &Lookup, step: &StepKind) -> String {
    let container = summary(&lookup.container);
    match step {
        StepKind::Name(name) => format!("no `{name}` in {container}"),
        StepKind::Index(index) => format!("no item {index} in {container}"),
        StepKind::FromEnd(_) => format!("no such item in {container}"),
        _ => format!("nothing here in {container}"),
    }
}

/// `` `{Error, Cause}` ``, `a string`, `an array of 2 items`.
pub(super) fn summary(shape: &Shape) -> String {
    const SHOWN: usize = 6;
    match shape {
        Shape::Object(_) => {
            let optional = |always: bool| if always { "" } else { "?" };
            let names = shape
                .fields()
                .map(|(name, field)| format!("{name}{}", optional(field.always)));
            let mut names: Vec<String> = names.collect();
            let more = names.len() > SHOWN;
            names.truncate(SHOWN);
            let more = if more { ", …" } else { "" };
            format!("`{{{}{more}}}`", names.join(", "))
        }
        Shape::Array(_) => match shape.count() {
            (_, Some(most)) => format!(
                "an array of {}",
                text::count(usize::try_from(most).unwrap_or(usize::MAX), "item")
            ),
            _ => "an array".to_owned(),
        },
        other => other.describe().to_owned(),
    }
}

/// The place that made the data.
fn made_at(context: &Context<'_>, origin: Origin) -> Option<Span> {
    let state = context.state(origin.state()?);
    let io = &state.io;
    Some(match origin {
        Origin::Caught { catcher, .. } => {
            let catcher = &state.catch[catcher as usize];
            catcher
                .next
                .as_ref()
                .map_or(catcher.span, |next| next.name.span)
        }
        Origin::Parameters(_) => io
            .parameters
            .as_ref()
            .map_or(state.name.span, |parameters| parameters.span),
        Origin::ResultSelector(_) => io
            .result_selector
            .as_ref()
            .map_or(state.name.span, |selector| selector.span),
        Origin::Output(_) => io
            .output
            .as_ref()
            .map_or(state.name.span, |output| output.span),
        Origin::Result(id) => result_span(context, id),
        _ => state.name.span,
    })
}

fn result_span(context: &Context<'_>, id: StateId) -> Span {
    let state = context.state(id);
    match &state.kind {
        StateKind::Task(task) => task
            .resource
            .as_ref()
            .map_or(state.name.span, |resource| resource.span),
        _ => state.name.span,
    }
}

fn describe(context: &Context<'_>, origin: Origin, container: &Shape) -> String {
    let name = origin
        .state()
        .map(|state| context.name(state))
        .unwrap_or_default();
    let what = summary(container);
    match origin {
        Origin::ExecutionInput => "the input of the execution".to_owned(),
        Origin::Caught { .. } => "from here on the input is only `{Error, Cause}`".to_owned(),
        Origin::Result(_) => format!("the result of `{name}` is {what}"),
        Origin::Parameters(_) => format!("this makes {what}"),
        Origin::ResultSelector(_) => format!("this keeps only {what}"),
        Origin::Literal(_) | Origin::Output(_) => format!("`{name}` gives {what}"),
        Origin::Nothing(_) => format!("a path of `{name}` is `null`, which leaves an empty object"),
        Origin::Item(_) => format!("an item of `{name}`"),
    }
}

/// What AWS does about it.
fn consequence(read: &Read, state: &State) -> String {
    if state.query_language == QueryLanguage::Jsonata {
        return "AWS fails the state with `States.QueryEvaluationError`: the expression returned nothing (undefined)".to_owned();
    }
    match &read.key {
        Some(key) => format!(
            "AWS fails the state with `States.Runtime`, which nothing catches: \"The JSONPath '{}' specified for the field \
             '{key}' could not be found in the input\"",
            read.written
        ),
        None => "AWS fails the state with `States.Runtime`, which nothing catches".to_owned(),
    }
}

fn near(lookup: &Lookup, step: &StepKind, written: &str) -> Option<String> {
    let StepKind::Name(name) = step else {
        return None;
    };
    let names = lookup.container.fields().map(|(name, _)| &**name);
    let near = text::nearest(name, names)?;
    Some(format!(
        "did you mean `{}`?",
        written.replacen(&**name, near, 1)
    ))
}

/// How to keep what is lost.
fn mend(context: &Context<'_>, lookup: &Lookup) -> Option<String> {
    let origin = lookup.found.origin?;
    let name = context.name(origin.state()?);
    match origin {
        Origin::Caught { state, catcher }
            if context.state(state).query_language == QueryLanguage::Jsonata =>
        {
            Some(format!(
                "give `Catch[{catcher}]` of `{name}` an `Output` with what is needed later, such as \
             `{{% $merge([$states.input, {{'error': $states.errorOutput}}]) %}}`"
            ))
        }
        Origin::Caught { catcher, .. } => Some(format!(
            "add `\"ResultPath\": \"{}\"` to `Catch[{catcher}]` of `{name}`: the input stays, the error is put beside it",
            place_for_error(context, origin)
        )),
        Origin::Result(id) => {
            let state = context.state(id);
            if !matches!(state.kind, StateKind::Task(_)) {
                return None;
            }
            match state.query_language {
                QueryLanguage::JsonPath => state.io.result_path.is_none().then(|| {
                    format!("the result of `{name}` replaces its input: a `ResultPath` such as `$.result` keeps both")
                }),
                QueryLanguage::Jsonata => state.io.output.is_none().then(|| {
                    format!("without `Output` the result of `{name}` replaces its input: give it one that keeps what is needed later")
                }),
            }
        }
        _ => None,
    }
}
