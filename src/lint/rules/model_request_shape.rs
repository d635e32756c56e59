//! `model-request-shape`

use crate::analysis::{Presence, Shape};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::{ModelId, model_call};

/// See `model-request-shape.md`.
pub(super) struct ModelRequestShape;

static META: Meta = Meta {
    id: "model-request-shape",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-request-shape.md"),
};

impl Rule for ModelRequestShape {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let model = model_call(&call.name)?;
    // Converse has one shape for all models.
    if model.prompts != ["Body"] {
        return None;
    }
    let text = context.text_parameter(call, &[model.model?])?;
    let family = ModelId::parse(&text)?.family()?;
    let body = context.parameter(call, &["Body"])?;
    if !matches!(body.shape, Shape::Object(_)) {
        return None;
    }
    let missing: Vec<&str> = family
        .needs
        .iter()
        .copied()
        .filter(|name| body.shape.member(name).presence == Presence::Never)
        .collect();
    if missing.is_empty() {
        return None;
    }
    let message = format!(
        "the request of `{}` has no {}, which {} needs",
        call.state_name(),
        text::alternatives(&missing),
        family.name
    );
    let finding = META
        .finding(context.parameter_place(call, &["Body"]), message)
        .at(call.state.location.clone())
        .label(context.parameter_place(call, &["ModelId"]), family.name)
        .note("Bedrock refuses each call with a validation error")
        .help(format!(
            "a request to {} has {}",
            family.name,
            family.needed()
        ));
    Some(finding)
}
