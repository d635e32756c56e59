//! `prompt-without-data`

use crate::analysis::Shape;
use crate::asl::{QueryLanguage, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

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
        let states = context.machine().states.iter();
        states.filter_map(|state| finding(context, state)).collect()
    }
}

/// Calls that send a prompt to a model.
const MODEL_CALLS: [&str; 3] = [
    "bedrock:invokeModel",
    "aws-sdk:bedrockruntime:invokeModel",
    "aws-sdk:bedrockruntime:converse",
];

/// The parameters that hold the prompt.
const PROMPTS: [&str; 3] = ["Body", "Messages", "System"];

fn finding(context: &Context<'_>, state: &State) -> Option<Diagnostic> {
    let StateKind::Task(task) = &state.kind else {
        return None;
    };
    let resource = task.resource.as_ref()?;
    let integration = resource.value.integration()?;
    let name = format!("{}:{}", integration.resource_type(), integration.action);
    if !MODEL_CALLS.contains(&name.as_str()) {
        return None;
    }
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
    let written_out = context.flow().arrivals(state.id).iter().any(|arrival| {
        let request = context
            .flow()
            .stages(context.machine(), state, arrival)
            .request;
        PROMPTS.iter().any(|name| {
            matches!(
                request.member(name).shape,
                Shape::Object(_) | Shape::Array(_)
            )
        })
    });
    if !written_out {
        return None;
    }
    let finding = META
        .finding(
            resource.span,
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

fn is_prompt(parameter: &str) -> bool {
    PROMPTS.contains(&parameter)
}
