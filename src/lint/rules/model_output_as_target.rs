//! `model-output-as-target`

use crate::analysis::Subject;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::target_parameter;

/// See `model-output-as-target.md`.
pub(super) struct ModelOutputAsTarget;

static META: Meta = Meta {
    id: "model-output-as-target",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-output-as-target.md"),
};

impl Rule for ModelOutputAsTarget {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let verdicts = context.verdicts(call.state.id).iter();
    let (read, what, model) = verdicts
        .filter(|verdict| matches!(verdict.read.field, "Parameters" | "Arguments"))
        .filter(|verdict| verdict.read.subject != Subject::Context)
        .find_map(|verdict| {
            let key = verdict.read.key.as_deref()?;
            let what = target_parameter(&call.name, key.trim_end_matches(".$"))?;
            let mut lookups = verdict.lookups.iter();
            let model =
                lookups.find_map(|(_, lookup)| context.model_answer(lookup.found.origin))?;
            Some((&verdict.read, what, model))
        })?;
    let message = format!(
        "the answer of a model says {what} in `{}`",
        call.state_name()
    );
    let finding = META
        .finding(context.place(read), message)
        .at(call.state.location.clone())
        .label(model.name.span, "the model answers here")
        .note("who writes into the prompt writes into the answer")
        .help("let the answer choose among values of yours: a Choice state, or a look-up in a list that you keep");
    Some(finding)
}
