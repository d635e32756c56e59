//! `prompt-without-data`

use crate::analysis::Shape;
use crate::asl::QueryLanguage;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `prompt-without-data.md`.
pub(super) struct PromptWithoutData;

static META: Meta = Meta {
    id: "prompt-without-data",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("prompt-without-data.md"),
};

impl Rule for PromptWithoutData {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let prompts = model_call(&call.name)?.prompts;
    let is_prompt = |parameter: &str| prompts.contains(&parameter);
    let (state, resource) = (call.state, call.resource);
    let (span, field) = match (
        state.query_language,
        &state.io.parameters,
        &state.io.arguments,
    ) {
        (QueryLanguage::JsonPath, Some(parameters), _) => {
            let mut expressions = parameters.value.expressions().into_iter();
            if expressions
                .any(|one| is_prompt(one.location.split(['.', '[']).next().unwrap_or_default()))
            {
                return None;
            }
            (parameters.span, "Parameters")
        }
        (QueryLanguage::Jsonata, _, Some(arguments)) => {
            let mut expressions = arguments.expressions().into_iter();
            let parameter = |location: &str| location.split(['/', '[']).nth(1).map(str::to_owned);
            if expressions
                .any(|(location, _)| parameter(&location).is_none_or(|name| is_prompt(&name)))
            {
                return None;
            }
            (arguments.span, "Arguments")
        }
        _ => return None,
    };
    let written_out = prompts.iter().any(|name| {
        let prompt = context.parameter(call, &[name]);
        prompt.is_some_and(|found| matches!(found.shape, Shape::Object(_) | Shape::Array(_)))
    });
    if !written_out {
        return None;
    }
    let finding = META
        .finding(
            resource,
            format!(
                "the prompt of `{}` holds no data of the execution",
                state.name.value
            ),
        )
        .at(state.location.clone())
        .label(
            span,
            format!("nothing in `{field}` is read from the input, the context or a variable"),
        )
        .note("the model is asked the same in every execution");
    Some(finding.help(match state.query_language {
        QueryLanguage::JsonPath => {
            "put the data into the prompt: `\"text.$\": \"States.Format('Summarize: {}', $.document)\"`"
        }
        QueryLanguage::Jsonata => "put the data into the prompt: `\"text\": \"{% 'Summarize: ' & $states.input.document %}\"`",
    }))
}
