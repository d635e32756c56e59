//! `child-without-parent-id`

use crate::asl::{Pattern, QueryLanguage};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::source::Kind;

/// See `child-without-parent-id.md`.
pub(super) struct ChildWithoutParentId;

static META: Meta = Meta {
    id: "child-without-parent-id",
    category: Category::Integrations,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("child-without-parent-id.md"),
};

const PARENT: &str = "AWS_STEP_FUNCTIONS_STARTED_BY_EXECUTION_ID";

impl Rule for ChildWithoutParentId {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let requests = context.task_requests().iter();
        let starts = requests.filter(|request| {
            let integration = request.integration;
            !integration.sdk
                && &*integration.service == "states"
                && &*integration.action == "startExecution"
                && integration.pattern != Pattern::WaitForTaskToken
                && request.is_written_out()
        });
        let found = starts.filter_map(|request| {
            let name = &request.state.name.value;
            let (span, known) = match request.given("Input") {
                None => (request.written.span, true),
                Some(input) if input.is_dynamic() => (input.member.value.span, false),
                Some(input) => match &input.member.value.kind {
                    Kind::Object(members) => (
                        input.member.value.span,
                        !members.iter().any(|member| {
                            member
                                .key
                                .text
                                .strip_suffix(".$")
                                .unwrap_or(&member.key.text)
                                == PARENT
                        }),
                    ),
                    _ => (input.member.value.span, false),
                },
            };
            if !known {
                return None;
            }
            let line = match request.state.query_language {
                QueryLanguage::JsonPath => format!("\"{PARENT}.$\": \"$$.Execution.Id\""),
                QueryLanguage::Jsonata => {
                    format!("\"{PARENT}\": \"{{% $states.context.Execution.Id %}}\"")
                }
            };
            let finding = META
                .finding(
                    span,
                    format!("`{name}` starts an execution that is not told who started it"),
                )
                .at(request.location())
                .note("the console then shows no link between the two executions")
                .help(format!("add `{line}` to its `Input`"));
            Some(finding)
        });
        found.collect()
    }
}
