//! `whole-input-to-topic`

use super::whole_input_to_third_party::whole_input;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};

/// See `whole-input-to-topic.md`.
pub(super) struct WholeInputToTopic;

static META: Meta = Meta {
    id: "whole-input-to-topic",
    category: Category::Security,
    severity: Severity::Note,
    pedantic: true,
    since: "0.1.0",
    fixable: false,
    page: include_str!("whole-input-to-topic.md"),
};

impl Rule for WholeInputToTopic {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context
            .calls()
            .filter(|call| call.is(&["sns:publish", "aws-sdk:sns:publish"]));
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let read = whole_input(context, call, &["Message"])?;
    let message = format!("`{}` publishes the whole of its input", call.state_name());
    let finding = META
        .finding(context.place(read), message)
        .labelled("all that the execution was started with, and all that was added on the way")
        .at(call.state.location.clone())
        .help("name the members that the subscribers need");
    Some(finding)
}
