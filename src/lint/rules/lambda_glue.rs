//! `lambda-glue`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::glued_call;

/// See `lambda-glue.md`.
pub(super) struct LambdaGlue;

static META: Meta = Meta {
    id: "lambda-glue",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("lambda-glue.md"),
};

impl Rule for LambdaGlue {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls().filter(|call| call.is(&["lambda:invoke"]));
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let resource = call.task.resource.as_ref()?;
    let function = match resource.value.function_name() {
        Some(name) => name.to_owned(),
        None => {
            let text = context.text_parameter(call, &["FunctionName"])?;
            match text.strip_prefix("arn:") {
                Some(arn) => arn.split(':').nth(5)?.to_owned(),
                None => text.split(':').next()?.to_owned(),
            }
        }
    };
    let integration = glued_call(&function)?;
    let place = context.parameter_place(call, &["FunctionName"]);
    let message = format!(
        "the function `{function}` does what `{integration}` does without a function, by its name"
    );
    let finding = META
        .finding(place, message)
        .at(call.state.location.clone())
        .note("a function between costs time, money and code to keep, and hides the service's errors behind its own")
        .help(format!("use `\"Resource\": \"arn:aws:states:::{integration}\"`"));
    Some(finding)
}
