//! `unqualified-arn`

use crate::asl::ResourceKind;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `unqualified-arn.md`.
pub(super) struct UnqualifiedArn;

static META: Meta = Meta {
    id: "unqualified-arn",
    category: Category::Integrations,
    severity: Severity::Warning,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("unqualified-arn.md"),
};

impl Rule for UnqualifiedArn {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let (span, what, name) = unqualified(context, call)?;
    let message = format!(
        "`{}` calls {what} `{name}`, which a deployment changes while executions run",
        call.state_name()
    );
    let finding = META
        .finding(span, message)
        .labelled("neither version nor alias")
        .at(call.state.location.clone())
        .note("an execution may run its first half with the old code and its second half with the new")
        .help("call an alias, and move it when the new version has proved itself");
    Some(finding)
}

/// Where a function or machine is named without version or alias, what it is, and its name.
fn unqualified(context: &Context<'_>, call: &Call<'_>) -> Option<(Span, &'static str, String)> {
    if let Some(resource) = &call.task.resource
        && resource.value.kind == ResourceKind::LambdaFunction
    {
        let parts: Vec<&str> = resource.value.text.split(':').collect();
        return open_function(&parts[6..]).map(|name| (resource.span, "the function", name));
    }
    if *call.name == *"lambda:invoke" {
        let text = context.text_parameter(call, &["FunctionName"])?;
        if !context.lacks(call, &["Qualifier"]) {
            return None;
        }
        let parts: Vec<&str> = match text.strip_prefix("arn:") {
            Some(arn) => arn.split(':').skip(5).collect(),
            None => text.split(':').collect(),
        };
        let name = open_function(&parts)?;
        return Some((
            context.parameter_place(call, &["FunctionName"]),
            "the function",
            name,
        ));
    }
    if !call.is(&["states:startExecution", "aws-sdk:sfn:startExecution"]) {
        return None;
    }
    let text = context.text_parameter(call, &["StateMachineArn"])?;
    match text.split(':').collect::<Vec<_>>()[..] {
        ["arn", _, "states", _, _, "stateMachine", name] => {
            let place = context.parameter_place(call, &["StateMachineArn"]);
            Some((place, "the machine", name.to_owned()))
        }
        _ => None,
    }
}

/// The function's name, where nothing or `$LATEST` comes after it.
fn open_function(parts: &[&str]) -> Option<String> {
    match parts {
        [name] | [name, "$LATEST"] => Some((*name).to_owned()),
        _ => None,
    }
}
