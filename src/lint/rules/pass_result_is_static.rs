//! `pass-result-is-static`

use crate::asl::{QueryLanguage, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::template::ValueExpression;
use crate::source::{Kind, Node};

/// See `pass-result-is-static.md`.
pub(super) struct PassResultIsStatic;

static META: Meta = Meta {
    id: "pass-result-is-static",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("pass-result-is-static.md"),
};

impl Rule for PassResultIsStatic {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let speaking = states.filter(|state| state.query_language == QueryLanguage::JsonPath);
        speaking
            .filter_map(|state| finding(context, state))
            .collect()
    }
}

fn finding(context: &Context<'_>, state: &State) -> Option<Diagnostic> {
    let StateKind::Pass(pass) = &state.kind else {
        return None;
    };
    let result = context.node(pass.result.as_ref()?.span)?;
    let node = expression(result)?;
    let message = format!(
        "`Result` of `{}` holds a path, and comes out as it is written",
        state.name.value
    );
    let finding = META
        .finding(node.span, message)
        .label(result.span, "`Result` is no template")
        .at(format!("{}/Result", state.location))
        .help("write it as `Parameters`, with keys that end in `.$`")
        .aws(
            "PASS_RESULT_IS_STATIC",
            "Attempt to use a path in the result of a pass state.",
        );
    Some(finding)
}

/// The first text that is meant as a path or an intrinsic function: under a key with `.$`, or by its looks.
// Recursion is bounded: the readers of source text allow a fixed depth.
fn expression(node: &Node) -> Option<&Node> {
    match &node.kind {
        Kind::String(text) => {
            let begins = ["$.", "$$."]
                .iter()
                .any(|start| text.value.starts_with(start));
            (begins && ValueExpression::parse(&text.value).is_ok()).then_some(node)
        }
        Kind::Array(items) => items.iter().find_map(expression),
        Kind::Object(members) => members.iter().find_map(|member| {
            if member.key.text.ends_with(".$") && member.value.text().is_some() {
                return Some(&member.value);
            }
            expression(&member.value)
        }),
        _ => None,
    }
}
