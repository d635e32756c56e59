//! `type-mismatch`

use crate::analysis::{Mismatch, mismatches};
use crate::asl::State;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `type-mismatch.md`.
pub(super) struct TypeMismatch;

static META: Meta = Meta {
    id: "type-mismatch",
    category: Category::DataFlow,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("type-mismatch.md"),
};

impl Rule for TypeMismatch {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states
            .flat_map(|state| {
                let found = mismatches(context.flow(), state);
                found
                    .into_iter()
                    .map(move |mismatch| finding(context, state, &mismatch))
            })
            .collect()
    }
}

fn finding(context: &Context<'_>, state: &State, mismatch: &Mismatch) -> Diagnostic {
    let Mismatch {
        field,
        path,
        wanted,
        ..
    } = mismatch;
    let arrivals = context.flow().arrivals(state.id);
    let always = mismatch.times == arrivals.len();
    let found = mismatch.found.describe();
    let name = &state.name.value;
    let where_ = if always { "" } else { " on some ways" };
    let message = match *field {
        "ResultPath" => format!(
            "`ResultPath` of `{name}` leads through `{path}`, where it needs {wanted}, and that is {found}{where_}"
        ),
        "ItemsPath" => format!(
            "Map `{name}` takes its items from `{path}`, which is {found}{where_} and no array"
        ),
        _ => format!("`{field}` of `{name}` needs {wanted}, and `{path}` is {found}{where_}"),
    };
    let severity = if always {
        Severity::Error
    } else {
        Severity::Warning
    };
    let mut finding = Diagnostic::new(
        META.id,
        severity,
        mismatch.span.unwrap_or(state.name.span),
        message,
    )
    .at(match mismatch.span {
        Some(_) => format!("{}/{field}", state.location),
        None => state.location.clone(),
    });
    if let Some(arrival) = arrivals.get(mismatch.way) {
        let origin = arrival.incoming.input.origin();
        if arrival.way.last_exit().is_some() {
            let way = context.way(&arrival.way, origin, state.id);
            finding = finding.note(format!("the data comes on the way {way}"));
        }
    }
    match *field {
        "ResultPath" => finding
            .note("AWS fails the state with `States.ResultPathMatchFailure`")
            .help("put the result under a name of its own"),
        "ItemsPath" => finding
            .note("AWS fails the state: the items of a Map must be an array")
            .help("name the array with `ItemsPath`, or with `Items` in JSONata"),
        _ => finding.note("AWS fails the state with `States.Runtime`, which nothing catches"),
    }
}
