//! `model-without-guardrail`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::model_call;

/// See `model-without-guardrail.md`.
pub(super) struct ModelWithoutGuardrail;

static META: Meta = Meta {
    id: "model-without-guardrail",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-without-guardrail.md"),
};

impl Rule for ModelWithoutGuardrail {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let parameter = match model_call(&call.name)?.name {
        "aws-sdk:bedrockruntime:converse" => "GuardrailConfig",
        "bedrock:invokeModel" | "aws-sdk:bedrockruntime:invokeModel" => "GuardrailIdentifier",
        _ => return None,
    };
    if !context.lacks(call, &[parameter]) {
        return None;
    }
    let message = format!("`{}` calls a model without a guardrail", call.state_name());
    let finding = META
        .finding(call.resource, message)
        .at(call.state.location.clone())
        .help(format!("name one with `{parameter}`"));
    Some(finding)
}
