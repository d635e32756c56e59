//! `conversation-grows`

use crate::analysis::Loops;
use crate::asl::{Assign, StateId};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::template::JsonataString;
use crate::services::model_call;

/// See `conversation-grows.md`.
pub(super) struct ConversationGrows;

static META: Meta = Meta {
    id: "conversation-grows",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("conversation-grows.md"),
};

impl Rule for ConversationGrows {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let loops = Loops::new(context.machine(), context.graph(), |_| true);
        let all = loops.all().iter();
        all.filter_map(|members| finding(context, members))
            .collect()
    }
}

fn finding(context: &Context<'_>, members: &[StateId]) -> Option<Diagnostic> {
    let states = members.iter().map(|id| context.state(*id));
    let call = states
        .clone()
        .filter_map(Call::of)
        .find(|call| model_call(&call.name).is_some())?;
    let (state, name, span) = states.clone().find_map(|state| {
        let Some(Assign::Jsonata(template)) = &state.io.assign else {
            return None;
        };
        let (name, span) = template
            .expressions()
            .into_iter()
            .find_map(|(location, expression)| appended(&location, expression))?;
        Some((state, name, span))
    })?;
    let message = format!(
        "`${name}` gets longer in each round of the loop through `{}`",
        call.state_name()
    );
    let finding = META
        .finding(span, message)
        .labelled("is added to, and nothing is taken away")
        .label(call.state.name.span, "is sent all of it, and paid for it, in each round")
        .at(state.location.clone())
        .note("a variable and what a state hands on have 256 KiB: with answers of 4 KiB that is some sixty rounds, with documents a few")
        .help(format!(
            "keep the last of it (`$append(${name}, …)[[-20..-1]]`), or keep it in DynamoDB or S3 and hand on its key"
        ));
    Some(finding)
}

/// The variable that an expression adds to, where it is just that: `$append($messages, …)` under `messages`.
fn appended(location: &str, expression: &JsonataString) -> Option<(String, Span)> {
    let name = location.strip_prefix('/')?;
    let analysis = expression.expression.as_ref()?.analysis();
    let adds = analysis.calls.iter().any(|call| &*call.name == "append");
    let to_itself = analysis
        .variables
        .iter()
        .any(|variable| &*variable.name == name);
    (adds && to_itself && !analysis.takes_parts).then(|| (name.to_owned(), expression.span))
}
