//! `model-needs-inference-profile`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::{ModelId, model_call};

/// See `model-needs-inference-profile.md`.
pub(super) struct ModelNeedsInferenceProfile;

static META: Meta = Meta {
    id: "model-needs-inference-profile",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-needs-inference-profile.md"),
};

impl Rule for ModelNeedsInferenceProfile {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let parameter = model_call(&call.name)?.model?;
    let text = context.text_parameter(call, &[parameter])?;
    let id = ModelId::parse(&text)?;
    let (refused, source) = match context.models() {
        Some(list) => {
            let listed = list.find(id.model)?;
            (
                !id.profile && listed.profile_only,
                "as the list of models says",
            )
        }
        None => (id.needs_profile(), "as far as is known on 29 November 2026"),
    };
    if !refused {
        return None;
    }
    let message = format!(
        "`{}` calls `{}` by its own id, which on-demand throughput refuses",
        call.state_name(),
        id.model
    );
    let finding = META
        .finding(context.parameter_place(call, &[parameter]), message)
        .at(call.state.location.clone())
        .note(format!(
            "each call fails with `{}`, {source}",
            validation_error(call)
        ))
        .help(format!(
            "name an inference profile: `global.{0}`, or `us.{0}`, `eu.{0}` for one part of the world",
            id.model
        ));
    Some(finding)
}

/// The error of a request that the service refuses.
fn validation_error(call: &Call<'_>) -> &'static str {
    if call.name.starts_with("aws-sdk:") {
        "BedrockRuntime.ValidationException"
    } else {
        "Bedrock.ValidationException"
    }
}
