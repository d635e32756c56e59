//! `jsonata-type`

use crate::analysis::{Refused, TypeFault, Written, type_faults};
use crate::asl::State;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonata::ValueKind;

/// See `jsonata-type.md`.
pub(super) struct JsonataType;

static META: Meta = Meta {
    id: "jsonata-type",
    category: Category::Expressions,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonata-type.md"),
};

impl Rule for JsonataType {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states
            .flat_map(|state| {
                let faults = type_faults(state, context.evaluated(state.id));
                faults
                    .into_iter()
                    .map(move |(written, fault)| finding(context, state, written, &fault))
            })
            .collect()
    }
}

fn finding(
    context: &Context<'_>,
    state: &State,
    written: &Written,
    fault: &TypeFault,
) -> Diagnostic {
    let text = &written.expression.text;
    let part = text.get(fault.span.range()).unwrap_or(text);
    let inside = |offset: u32| written.expression.offset + offset as usize;
    let place = context.part(
        written.expression.span,
        Span::new(inside(fault.span.start), inside(fault.span.end)),
        part,
    );
    let found = fault.found;
    let message = match fault.refused {
        Refused::Arithmetic => format!("{found} stands where an operator takes numbers"),
        Refused::Order => format!("{found} stands where an operator takes numbers or strings"),
        Refused::Argument(name, number) => {
            format!("`${name}` does not take {found} as argument {number}")
        }
        Refused::Field(wanted) => {
            format!(
                "`{}` takes {}, and this gives {found}",
                written.field,
                word(wanted)
            )
        }
    };
    let severity = if fault.certain {
        Severity::Error
    } else {
        Severity::Warning
    };
    let what = match fault.refused {
        Refused::Field(_) => "the expression returned an unexpected result type",
        _ => "the expression threw an error during evaluation",
    };
    let finding = Diagnostic::new(META.id, severity, place, message)
        .labelled(format!("this is {found}"))
        .at(format!("{}/{}", state.location, written.field))
        .note(format!(
            "`{}` evaluates it for {}; AWS fails the state with `States.QueryEvaluationError`: {what}",
            state.name.value,
            written.place()
        ));
    match fault.refused {
        Refused::Arithmetic if found == "a string" => {
            finding.help("`&` joins strings, `$number(…)` makes a number of one")
        }
        Refused::Argument(..) if found != "a string" => finding
            .help("`$string(…)` makes a string of any value, `$number(…)` a number of a string"),
        _ => finding,
    }
}

fn word(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::String => "a string",
        ValueKind::Number => "a number",
        ValueKind::Boolean => "a boolean",
        ValueKind::Null => "null",
        ValueKind::Object => "an object",
        ValueKind::Array => "an array",
    }
}
