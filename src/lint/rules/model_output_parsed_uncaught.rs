//! `model-output-parsed-uncaught`

use crate::asl::{Assign, QueryLanguage, State, StateType};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::intrinsic::IntrinsicFunction;
use crate::query::template::{JsonataTemplate, PayloadTemplate, ValueExpression};

/// See `model-output-parsed-uncaught.md`.
pub(super) struct ModelOutputParsedUncaught;

static META: Meta = Meta {
    id: "model-output-parsed-uncaught",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-output-parsed-uncaught.md"),
};

impl Rule for ModelOutputParsedUncaught {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states.filter_map(|state| finding(context, state)).collect()
    }
}

fn finding(context: &Context<'_>, state: &State) -> Option<Diagnostic> {
    let (function, error) = match state.query_language {
        QueryLanguage::JsonPath => ("States.StringToJson", "States.IntrinsicFailure"),
        QueryLanguage::Jsonata => ("$parse", "States.QueryEvaluationError"),
    };
    if context.catcher(state, error).is_some() {
        return None;
    }
    let parsing = parsing(state);
    let (span, model) = context.verdicts(state.id).iter().find_map(|verdict| {
        let span = *parsing.iter().find(|span| **span == verdict.read.span)?;
        let mut lookups = verdict.lookups.iter();
        let model = lookups.find_map(|(_, lookup)| context.model_answer(lookup.found.origin))?;
        Some((span, model))
    })?;
    let message = format!(
        "`{}` reads the answer of a model as JSON, and nothing catches `{error}`",
        state.name.value
    );
    let mut finding = META
        .finding(span, message)
        .labelled(format!("`{function}` fails on anything but JSON"))
        .at(state.location.clone())
        .note("a model that was asked for JSON answers now and then with a word before it, with a fence around it, or cut off at its limit");
    if model.id != state.id {
        finding = finding.label(model.name.span, "the answer comes from here");
    }
    let here = matches!(state.state_type(), StateType::Task);
    Some(finding.help(if here {
        format!("catch `{error}`, to ask again or to go on without")
    } else {
        format!("parse it in the Task that calls the model, or put both into a Parallel, and catch `{error}` there")
    }))
}

/// The strings of a state in which text is read as JSON.
fn parsing(state: &State) -> Vec<Span> {
    let mut found = Vec::new();
    let io = &state.io;
    let payloads = io.parameters.iter().chain(&io.result_selector);
    for template in payloads {
        in_payload(&template.value, &mut found);
    }
    for template in io.arguments.iter().chain(&io.output) {
        in_jsonata(template, &mut found);
    }
    match &io.assign {
        Some(Assign::JsonPath(template)) => in_payload(&template.value, &mut found),
        Some(Assign::Jsonata(template)) => in_jsonata(template, &mut found),
        None => {}
    }
    found
}

fn in_payload(template: &PayloadTemplate, found: &mut Vec<Span>) {
    for one in template.expressions() {
        if let ValueExpression::Intrinsic(call) = one.expression {
            let mut calls = call.calls().into_iter();
            if calls.any(|call| call.function == IntrinsicFunction::StringToJson) {
                found.push(one.span);
            }
        }
    }
}

fn in_jsonata(template: &JsonataTemplate, found: &mut Vec<Span>) {
    for (_, one) in template.expressions() {
        let Some(expression) = &one.expression else {
            continue;
        };
        let mut calls = expression.analysis().calls.iter();
        if calls.any(|call| &*call.name == "parse") {
            found.push(one.span);
        }
    }
}
