//! `callback-without-token`

use crate::asl::{QueryLanguage, State};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::request::TaskRequest;
use crate::lint::{Category, Context, Meta, Rule};
use crate::source::{Kind, Node};

/// See `callback-without-token.md`.
pub(super) struct CallbackWithoutToken;

static META: Meta = Meta {
    id: "callback-without-token",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("callback-without-token.md"),
};

impl Rule for CallbackWithoutToken {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let requests = context.task_requests().iter();
        requests
            .filter(|request| {
                request.is_callback() && !may_hold_token(request.state, request.written)
            })
            .map(finding)
            .collect()
    }
}

fn finding(request: &TaskRequest<'_>) -> Diagnostic {
    let name = &request.state.name.value;
    let token = match request.state.query_language {
        QueryLanguage::JsonPath => "\"token.$\": \"$$.Task.Token\"",
        QueryLanguage::Jsonata => "\"token\": \"{% $states.context.Task.Token %}\"",
    };
    let message = format!(
        "`{name}` waits for its task token to come back, and does not send it: no `{}` reads it",
        request.field
    );
    META.finding(request.written.span, message)
        .labelled("the task token is nowhere in here")
        .at(request.location())
        .note("nobody can end the task then: the execution waits until it times out, or for a year")
        .help(format!(
            "send it with what the other side reads, as `{token}`"
        ))
}

/// Whether the task token may be in a value: where it, or the part of the context object that holds it, is read, and where
/// what stands there is not known.
fn may_hold_token(state: &State, node: &Node) -> bool {
    if node.is_unknown() {
        return true;
    }
    match &node.kind {
        Kind::Array(items) => items.iter().any(|item| may_hold_token(state, item)),
        Kind::Object(members) => members
            .iter()
            .any(|member| member.key.text.contains("${") || may_hold_token(state, &member.value)),
        Kind::String(text) => {
            let text = &*text.value;
            let reads = match state.query_language {
                QueryLanguage::JsonPath => reads_token(text),
                QueryLanguage::Jsonata => expression_reads_token(text),
            };
            reads || text.contains("${")
        }
        _ => false,
    }
}

/// Whether a path or an intrinsic function reads `$$.Task.Token`, or something that it is in.
fn reads_token(text: &str) -> bool {
    text.match_indices("$$").any(|(at, _)| {
        let rest = &text[at + 2..];
        let path: String = rest
            .chars()
            .take_while(|c| {
                c.is_alphanumeric() || matches!(c, '.' | '[' | ']' | '\'' | '"' | '_' | '*')
            })
            .filter(|c| c.is_alphanumeric() || matches!(c, '*' | '.'))
            .collect();
        let path = path.trim_matches('.');
        path.is_empty() || path.starts_with("Task") || path.contains('*') || path.contains("..")
    })
}

/// Whether an expression reads `$states.context.Task.Token`, or something that it is in.
fn expression_reads_token(text: &str) -> bool {
    text.match_indices("$states").any(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let Some(rest) = rest.strip_prefix('.') else {
            return true;
        };
        let name = |text: &str| -> String {
            text.trim_start()
                .chars()
                .take_while(|c| c.is_alphanumeric())
                .collect()
        };
        match name(rest).as_str() {
            "input" | "result" | "errorOutput" => false,
            "context" => {
                let rest = rest.trim_start()["context".len()..].trim_start();
                let part = rest.strip_prefix('.').map(name);
                !matches!(
                    part.as_deref(),
                    Some("Execution" | "State" | "StateMachine" | "Map")
                )
            }
            _ => true,
        }
    })
}
