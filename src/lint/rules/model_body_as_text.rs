//! `model-body-as-text`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::intrinsic::IntrinsicFunction;
use crate::query::template::ValueExpression;
use crate::services::model_call;

/// See `model-body-as-text.md`.
pub(super) struct ModelBodyAsText;

static META: Meta = Meta {
    id: "model-body-as-text",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("model-body-as-text.md"),
};

impl Rule for ModelBodyAsText {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(_: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let prompts = model_call(&call.name)?.prompts;
    let template = &call.state.io.parameters.as_ref()?.value;
    let one = template.expressions().into_iter().find(|one| {
        let parameter = one.location.split(['.', '[']).next().unwrap_or_default();
        // The whole of the parameter, not a text in it.
        prompts.contains(&parameter)
            && one.location == format!("{parameter}.$")
            && is_built(one.expression)
    })?;
    let field = one.field.trim_end_matches(".$");
    let message = format!(
        "`{}` builds the JSON of `{field}` with `States.Format`",
        call.state_name()
    );
    let finding = META
        .finding(one.span, message)
        .labelled("quotes and line breaks in what is put in are not escaped")
        .at(call.state.location.clone())
        .note("with a document that holds a quote the text is no JSON any more, or asks for something else")
        .help(format!(
            "give `{field}` as an object, and build only the text in it: `\"content.$\": \"States.Format('Summarize: {{}}', $.document)\"`"
        ));
    Some(finding)
}

/// Whether JSON text is put together: `States.Format('{\\"a\\": …}', …)`, also if it is read as JSON afterwards.
fn is_built(expression: &ValueExpression) -> bool {
    let ValueExpression::Intrinsic(call) = expression else {
        return false;
    };
    let calls = call.calls();
    let only = calls.iter().all(|call| {
        matches!(
            call.function,
            IntrinsicFunction::Format | IntrinsicFunction::StringToJson
        )
    });
    only && calls
        .iter()
        .any(|call| call.function == IntrinsicFunction::Format && !call.arguments[1..].is_empty())
}
