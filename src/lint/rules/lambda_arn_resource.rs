//! `lambda-arn-resource`

use crate::asl::{ResourceKind, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `lambda-arn-resource.md`.
pub(super) struct LambdaArnResource;

static META: Meta = Meta {
    id: "lambda-arn-resource",
    category: Category::Integrations,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("lambda-arn-resource.md"),
};

impl Rule for LambdaArnResource {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let found = states.filter_map(|state| {
            let StateKind::Task(task) = &state.kind else {
                return None;
            };
            let resource = task.resource.as_ref()?;
            if resource.value.kind != ResourceKind::LambdaFunction {
                return None;
            }
            let name = &state.name.value;
            let finding = META
                .finding(resource.span, format!("`{name}` calls a Lambda function by its ARN"))
                .at(format!("{}/Resource", state.location))
                .help(
                    "write `arn:aws:states:::lambda:invoke`, the function in `FunctionName` and its input in `Payload`; \
                     the result is then in `Payload`, too",
                );
            Some(finding)
        });
        found.collect()
    }
}
