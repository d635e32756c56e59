//! Terraform in JSON.

use super::cloudformation::express;
use super::deployment::{logging, tracing};
use super::{Body, Deployment, Found, Machine, Substitutions, inline};
use crate::base::Spanned;
use crate::source::cutting::Cutting;
use crate::source::{Engine, Node};

/// Finds the machines among the resources.
pub(super) fn machines(root: &Node, found: &mut Found<'_>) {
    let machines = root
        .get("resource")
        .and_then(|resources| resources.get("aws_sfn_state_machine"))
        .and_then(Node::members);
    for member in machines.unwrap_or_default() {
        let block = |name: &str| {
            let node = member.value.get(name)?;
            // A block may be a list of one.
            Some(node.items().and_then(<[Node]>::first).unwrap_or(node))
        };
        let body = match member.value.get("definition") {
            Some(node) if node.text().is_some() => {
                let mut cutting = Cutting::default();
                if let Some(text) = node.text() {
                    let writing = inline::writing(node, found.file);
                    cutting.copy(text, found.file.parts_of_string(node), writing);
                }
                inline::json(cutting, found.file, node.span, &mut found.diagnostics)
            }
            other => {
                found.not_followed(
                    other.map_or(member.key.span, |node| node.span),
                    &format!("the definition of `{}`", member.key.text),
                    "give it as a string of JSON",
                );
                Body::Unknown
            }
        };
        found.own(&member.key, &member.value);
        found.machines.push(Machine {
            name: Spanned::new(member.key.text.clone(), member.key.span),
            body,
            express: member.value.get("type").and_then(express),
            substitutions: Substitutions::default(),
            deployment: Deployment {
                engine: Engine::Terraform,
                place: member.key.span,
                logging: logging(
                    block("logging_configuration"),
                    "level",
                    "include_execution_data",
                ),
                tracing: tracing(block("tracing_configuration"), "enabled"),
            },
        });
    }
}
