//! `jsonpath-function`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `jsonpath-function.md`.
pub(super) struct JsonpathFunction;

static META: Meta = Meta {
    id: "jsonpath-function",
    category: Category::Expressions,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("jsonpath-function.md"),
};

impl Rule for JsonpathFunction {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (state, read) in context.paths() {
            let steps = read.path.steps().iter();
            let call = steps.enumerate().find_map(|(at, step)| match &step.kind {
                StepKind::Name(name) if name.ends_with(')') => name
                    .split_once('(')
                    .map(|(function, _)| (at, step, function.to_owned())),
                _ => None,
            });
            let Some((at, step, function)) = call else {
                continue;
            };
            let before = &read.path.text()[..step.span.start as usize];
            let names: Vec<&str> = read.path.steps()[..at]
                .iter()
                .filter_map(|step| match &step.kind {
                    StepKind::Name(name) => Some(&**name),
                    _ => None,
                })
                .collect();
            let message = format!(
                "`{}` calls a function, and paths in Step Functions have none",
                read.written
            );
            let finding = META
                .finding(context.place_in(read, step.span), message)
                .labelled(format!("looked for as a member named `{function}()`"))
                .at(format!("{}/{}", state.location, read.field))
                .note(format!(
                    "AWS takes the definition, and `{}` fails with `States.Runtime`: the path could not be found in the input",
                    state.name.value
                ));
            found.push(
                help(&function, before, &names.join("."))
                    .into_iter()
                    .fold(finding, Diagnostic::help),
            );
        }
        found
    }
}

/// What to write instead.
fn help(function: &str, list: &str, names: &str) -> Vec<String> {
    let jsonata = |name: &str| {
        format!(
            "in a state with `\"QueryLanguage\": \"JSONata\"` write `{{% ${name}($states.input.{names}) %}}`"
        )
    };
    match function {
        "length" | "size" => vec![
            format!("for a list write `States.ArrayLength({list})`"),
            jsonata("count"),
        ],
        "sum" | "min" | "max" => vec![jsonata(function)],
        "avg" => vec![jsonata("average")],
        "first" => vec![format!("write `{list}[0]`")],
        "last" => vec![format!("write `{list}[(@.length-1)]`")],
        "keys" => vec![jsonata("keys")],
        "concat" => vec![format!("for texts write `States.Format('{{}}…', {list})`")],
        _ => vec![
            jsonata(function),
            "or compute it in a Lambda function".to_owned(),
        ],
    }
}
