//! `end-of-life-model`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::{ListedModel, ModelId, model_call};

/// See `end-of-life-model.md`.
pub(super) struct EndOfLifeModel;

static META: Meta = Meta {
    id: "end-of-life-model",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("end-of-life-model.md"),
};

impl Rule for EndOfLifeModel {
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
    if let Some(list) = context.models() {
        let listed = list.find(id.model)?;
        return listed
            .legacy
            .then(|| legacy(context, call, &id, parameter, listed));
    }
    let end = id.end()?;
    let message = format!(
        "`{}` calls `{}`, which {}",
        call.state_name(),
        id.model,
        end.describe()
    );
    let mut finding = META
        .finding(context.parameter_place(call, &[parameter]), message)
        .at(call.state.location.clone())
        .help("call a model that is active, and try the prompt on it: answers differ from version to version");
    if end.over {
        finding = finding.note("each call fails: Bedrock does not know the id any more");
    } else {
        finding.severity = Severity::Note;
    }
    Some(finding)
}

/// What there is to say of a model that the user's list calls legacy.
fn legacy(
    context: &Context<'_>,
    call: &Call<'_>,
    id: &ModelId<'_>,
    parameter: &str,
    listed: &ListedModel,
) -> Diagnostic {
    let end = match &listed.end {
        Some(day) => format!(", and reaches the end of its life on {day}"),
        None => String::new(),
    };
    let message = format!(
        "`{}` calls `{}`, which the list of models calls legacy{end}",
        call.state_name(),
        id.model
    );
    let mut finding = META
        .finding(context.parameter_place(call, &[parameter]), message)
        .at(call.state.location.clone())
        .help("call a model that is active, and try the prompt on it: answers differ from version to version");
    finding.severity = Severity::Note;
    finding
}
