//! `jsonata-undefined`

use super::unknown_path::summary;
use crate::analysis::{Read, Undefined, undefined};
use crate::asl::State;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `jsonata-undefined.md`.
pub(super) struct JsonataUndefined;

static META: Meta = Meta {
    id: "jsonata-undefined",
    category: Category::DataFlow,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonata-undefined.md"),
};

impl Rule for JsonataUndefined {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            // Of plain references `unknown-path` tells, and `unassigned-variable` of variables.
            let told: Vec<&Read> = context
                .verdicts(state.id)
                .iter()
                .filter(|verdict| verdict.missing().next().is_some() || !verdict.unset.is_empty())
                .map(|verdict| &verdict.read)
                .collect();
            let without = undefined(context.evaluated(state.id), &told);
            found.extend(without.iter().map(|one| finding(context, state, one)));
        }
        found
    }
}

fn finding(context: &Context<'_>, state: &State, undefined: &Undefined) -> Diagnostic {
    let written = &undefined.written;
    let expression = &written.expression;
    let part = undefined
        .miss
        .as_ref()
        .map_or(Span::new(0, expression.text.len()), |miss| miss.span);
    let text = expression
        .text
        .get(part.range())
        .unwrap_or(&expression.text);
    let inside = |offset: u32| expression.offset + offset as usize;
    let place = context.part(
        expression.span,
        Span::new(inside(part.start), inside(part.end)),
        text,
    );
    let name = &state.name.value;
    let message = if undefined.never {
        format!(
            "the expression that `{name}` has for {} has no value",
            written.place()
        )
    } else {
        format!(
            "the expression that `{name}` has for {} has no value on every way here",
            written.place()
        )
    };
    let severity = if undefined.never && undefined.written.is_always_evaluated(state) {
        Severity::Error
    } else {
        Severity::Warning
    };
    let mut finding = Diagnostic::new(META.id, severity, place, message)
        .at(format!("{}/{}", state.location, written.field));
    if let Some(miss) = &undefined.miss {
        finding = finding.labelled(format!(
            "no `{}` in {}",
            miss.name,
            summary(&miss.container)
        ));
    }
    if let Some(arrival) = context.flow().arrivals(state.id).get(undefined.way)
        && !undefined.never
    {
        let way = context.way(&arrival.way, None, state.id);
        finding = finding.note(format!("so it is on the way {way}"));
    }
    finding
        .note("AWS fails the state with `States.QueryEvaluationError`: the expression returned nothing (undefined)")
        .help("give it another value for that case, as in `{% $exists(…) ? … : null %}`")
}
