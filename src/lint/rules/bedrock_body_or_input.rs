//! `bedrock-body-or-input`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `bedrock-body-or-input.md`.
pub(super) struct BedrockBodyOrInput;

static META: Meta = Meta {
    id: "bedrock-body-or-input",
    category: Category::GenerativeAi,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("bedrock-body-or-input.md"),
};

impl Rule for BedrockBodyOrInput {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let requests = context.task_requests().iter();
        let calls = requests.filter(|request| {
            let integration = request.integration;
            !integration.sdk
                && &*integration.service == "bedrock"
                && &*integration.action == "invokeModel"
                && request.is_written_out()
        });
        let found = calls.filter_map(|request| {
            let name = &request.state.name.value;
            let finding = match (request.given("Body"), request.given("Input")) {
                (Some(body), Some(input)) => META
                    .finding(
                        input.member.key.span,
                        format!("`{name}` gives the model both `Body` and `Input`"),
                    )
                    .label(body.member.key.span, "the request is here already")
                    .help("keep `Body`, or `Input` with the `S3Uri` of a request that is too big for the state's data"),
                (None, None) => META
                    .finding(
                        request.written.span,
                        format!("`{name}` gives the model neither `Body` nor `Input`"),
                    )
                    .labelled("no request in here")
                    .help("put the model's request into `Body`, or into S3 and name it in `\"Input\": {\"S3Uri\": …}`"),
                _ => return None,
            };
            Some(finding.at(request.location()))
        });
        found.collect()
    }
}
