//! `blob-with-quotes`

use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::services::Request;
use crate::services::api::{Scalar, Shape};

/// See `blob-with-quotes.md`.
pub(super) struct BlobWithQuotes;

static META: Meta = Meta {
    id: "blob-with-quotes",
    category: Category::Integrations,
    severity: Severity::Note,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("blob-with-quotes.md"),
};

impl Rule for BlobWithQuotes {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for request in context.task_requests() {
            let Some(Request::Api(takes)) = request.takes else {
                continue;
            };
            if !request.integration.sdk {
                continue;
            }
            let members = takes
                .operation
                .input
                .and_then(|input| takes.service.structure(input))
                .map(|input| &input.members[..])
                .unwrap_or_default();
            let blobs = members.iter().filter(|member| {
                matches!(
                    takes.service.shape(member.shape),
                    Shape::Scalar(Scalar::Blob | Scalar::StreamingBlob)
                )
            });
            for blob in blobs {
                let name = takes.spelling.member(blob.name);
                let Some(given) = request.given(&name) else {
                    continue;
                };
                if given.literal().is_none() {
                    continue;
                }
                let state = &request.state.name.value;
                let finding = META
                    .finding(
                        given.member.value.span,
                        format!("`{name}` of `{state}` is sent as JSON: its bytes begin and end with a quotation mark"),
                    )
                    .at(format!("{}/{name}", request.location()))
                    .note("Step Functions sends the JSON of a value as bytes, even where the value is a text");
                found.push(finding);
            }
        }
        found
    }
}
