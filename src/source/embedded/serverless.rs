//! `serverless.yml` with the plugin serverless-step-functions.

use super::cloudformation::{self, express};
use super::deployment::{logging, tracing};
use super::{Body, Deployment, FileReference, Found, Machine, Reading, Substitutions};
use crate::base::Spanned;
use crate::source::{Engine, Key, Kind, Member, Node};

/// Finds the machines that the plugin makes, and those among the resources of CloudFormation.
pub(super) fn machines(root: &Node, found: &mut Found<'_>) {
    let machines = root
        .get("stepFunctions")
        .and_then(|functions| functions.get("stateMachines"));
    if let Some(machines) = machines {
        of_plugin(machines, root, found);
    }
    if let Some(resources) = root.get("resources") {
        match resources.items() {
            Some(items) => {
                for item in items {
                    cloudformation::machines(item, found);
                }
            }
            None => cloudformation::machines(resources, found),
        }
    }
}

fn of_plugin(machines: &Node, root: &Node, found: &mut Found<'_>) {
    if let Some(members) = machines.members() {
        for member in members {
            machine(&member.key, &member.value, root, found);
        }
        return;
    }
    // A list of mappings is merged.
    if let Some(items) = machines.items() {
        for item in items {
            of_plugin(item, root, found);
        }
        return;
    }
    match local(machines, root) {
        Some(node) if node.members().is_some() => of_plugin(node, root, found),
        _ => found.not_followed(
            machines.span,
            "a list of state machines that stands elsewhere",
            "name the file that holds the definition itself, as in `definition: ${file(machine.asl.yml)}`",
        ),
    }
}

fn machine(key: &Key, node: &Node, root: &Node, found: &mut Found<'_>) {
    let node = local(node, root).unwrap_or(node);
    found.own(key, node);
    if let Some(member) = node.member("definition") {
        found.own(&member.key, &member.value);
    }
    let mut substitutions = Substitutions::default();
    let mut body = match node.member("definition") {
        Some(member) => body(member, root, &mut substitutions, found),
        None => {
            found.not_followed(
                if node.members().is_some() {
                    key.span
                } else {
                    node.span
                },
                &format!("the definition of `{}`", key.text),
                "give it as `definition`",
            );
            Body::Unknown
        }
    };
    if let Body::Inline(inline) = &mut body
        && let Some(definition) = &mut inline.tree.root
    {
        pseudo_parameters(definition);
        resolve(definition, root, LONGEST_CHAIN);
    }
    found.machines.push(Machine {
        name: Spanned::new(key.text.clone(), key.span),
        body,
        express: node.get("type").and_then(express),
        substitutions,
        deployment: Deployment {
            engine: Engine::Serverless,
            place: key.span,
            logging: logging(node.get("loggingConfig"), "level", "includeExecutionData"),
            tracing: tracing(node.get("tracingConfig"), "enabled"),
        },
    });
}

fn body(
    member: &Member,
    root: &Node,
    substitutions: &mut Substitutions,
    found: &mut Found<'_>,
) -> Body {
    let node = &member.value;
    if let Some(elsewhere) = local(node, root)
        && elsewhere.members().is_some()
    {
        return cloudformation::object_body(elsewhere, member.key.span, substitutions, found);
    }
    let Some(text) = node.text() else {
        return cloudformation::object_body(node, member.key.span, substitutions, found);
    };
    if let Some((path, keys)) = file(text) {
        return Body::File(FileReference {
            path,
            span: node.span,
            reading: Reading {
                intrinsics: true,
                keys,
                ..Reading::default()
            },
        });
    }
    cloudformation::text_body(node, substitutions, found)
}

/// Makes `#{AWS::Region}`, as the plugin serverless-pseudo-parameters has it, a placeholder like others: in as many bytes,
/// so that places stay.
fn pseudo_parameters(node: &mut Node) {
    match &mut node.kind {
        Kind::String(text) if text.value.contains("#{") => {
            text.value = text.value.replace("#{", "${").into();
        }
        Kind::Array(items) => items.iter_mut().for_each(pseudo_parameters),
        Kind::Object(members) => {
            for member in members {
                pseudo_parameters(&mut member.value);
            }
        }
        _ => {}
    }
}

/// Values that name one another.
const LONGEST_CHAIN: usize = 8;

/// Puts scalars in the places of the `${self:a.b}` that name them. They keep their kind: of a text in quotes, too, the
/// framework makes the number that it names. Lists and mappings are not copied, as copies of copies could have no end.
fn resolve(node: &mut Node, root: &Node, left: usize) {
    if let Some(value) = local(node, root) {
        let is_scalar = !matches!(value.kind, Kind::Array(_) | Kind::Object(_) | Kind::Error);
        if is_scalar && value.tag.is_none() && left > 0 {
            node.kind = value.kind.clone();
            resolve(node, root, left - 1);
        }
        return;
    }
    match &mut node.kind {
        Kind::Array(items) => items.iter_mut().for_each(|item| resolve(item, root, left)),
        Kind::Object(members) => {
            for member in members {
                resolve(&mut member.value, root, left);
            }
        }
        _ => {}
    }
}

/// The value in the same file that a node names which is nothing but `${self:a.b}`.
fn local<'n>(node: &Node, root: &'n Node) -> Option<&'n Node> {
    let expression = match &node.kind {
        Kind::Placeholder(expression) => &**expression,
        _ => {
            let text = node.text()?.trim();
            text.strip_prefix("${")?.strip_suffix('}')?
        }
    };
    let path = expression.strip_prefix("self:")?;
    path.split('.').try_fold(root, |node, key| node.get(key))
}

/// Path and keys of `${file(path):a.b}`.
fn file(text: &str) -> Option<(String, Vec<String>)> {
    let inner = text.trim().strip_prefix("${file(")?.strip_suffix('}')?;
    let (path, keys) = inner.split_once(')')?;
    if path.contains("${") {
        return None;
    }
    let keys = match keys.strip_prefix(':') {
        Some(keys) => keys.split('.').map(str::to_owned).collect(),
        None if keys.is_empty() => Vec::new(),
        None => return None,
    };
    Some((path.trim().trim_matches(['"', '\'']).to_owned(), keys))
}
