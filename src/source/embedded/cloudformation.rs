//! Templates of CloudFormation and SAM, and what the CDK writes.

use super::deployment::{logging, tracing};
use super::intrinsic::{self, Call};
use super::{
    Body, Deployment, FileReference, Found, Inline, Machine, Reading, Substitution, Substitutions,
    inline,
};
use crate::base::{Span, Spanned};
use crate::diagnostics::Severity;
use crate::source::cutting::Cutting;
use crate::source::{Engine, Key, Member, Node, Tree};

/// The properties of a machine, as one of the two resource types spells them.
struct Spelling {
    engine: Engine,
    workflow_type: &'static str,
    logging: &'static str,
    tracing: &'static str,
    file: &'static str,
}

const CLOUD_FORMATION: Spelling = Spelling {
    engine: Engine::CloudFormation,
    workflow_type: "StateMachineType",
    logging: "LoggingConfiguration",
    tracing: "TracingConfiguration",
    file: "DefinitionS3Location",
};

const SAM: Spelling = Spelling {
    engine: Engine::Sam,
    workflow_type: "Type",
    logging: "Logging",
    tracing: "Tracing",
    file: "DefinitionUri",
};

/// Finds the machines among the resources of a template.
pub(super) fn machines(root: &Node, found: &mut Found<'_>) {
    let resources = root.get("Resources").and_then(Node::members);
    for resource in resources.unwrap_or_default() {
        let spelling = match resource.value.get("Type").and_then(Node::text) {
            Some(name) if &**name == "AWS::StepFunctions::StateMachine" => &CLOUD_FORMATION,
            Some(name) if &**name == "AWS::Serverless::StateMachine" => &SAM,
            _ => continue,
        };
        machine(resource, spelling, found);
    }
}

fn machine(resource: &Member, spelling: &Spelling, found: &mut Found<'_>) {
    let Key { text, span } = &resource.key;
    let property = |name: &str| {
        let properties = resource.value.get("Properties")?;
        properties.member(name)
    };
    let value = |name: &str| property(name).map(|member| &member.value);
    let mut substitutions = Substitutions {
        how: "`DefinitionSubstitutions`",
        missing: Some(Severity::Warning),
        ..Substitutions::default()
    };
    match value("DefinitionSubstitutions") {
        Some(list) => substitute(list, &mut substitutions),
        None => {
            // `${!name}` of `Fn::Sub` is CloudFormation's way to write `${name}`, and here nothing else is there to fill it.
            let definition = ["DefinitionString", "Definition"]
                .into_iter()
                .find_map(value);
            substitutions
                .implied
                .extend(definition.map(intrinsic::escaped_names).unwrap_or_default());
        }
    }
    found.own(&resource.key, &resource.value);
    for name in ["DefinitionString", "Definition", spelling.file] {
        if let Some(member) = property(name) {
            found.own(&member.key, &member.value);
        }
    }
    let body = if let Some(member) = property("DefinitionString") {
        text_body(&member.value, &mut substitutions, found)
    } else if let Some(member) = property("Definition") {
        object_body(&member.value, member.key.span, &mut substitutions, found)
    } else if let Some(member) = property(spelling.file) {
        file_body(&member.value, member.key.span, found)
    } else {
        found.not_followed(
            *span,
            &format!("the definition of `{text}`"),
            "give it as `Definition`, `DefinitionString`, `DefinitionUri` or `DefinitionS3Location`",
        );
        Body::Unknown
    };
    found.machines.push(Machine {
        name: Spanned::new(text.clone(), *span),
        body,
        express: value(spelling.workflow_type).and_then(express),
        substitutions,
        deployment: Deployment {
            engine: spelling.engine,
            place: *span,
            logging: logging(value(spelling.logging), "Level", "IncludeExecutionData"),
            tracing: tracing(value(spelling.tracing), "Enabled"),
        },
    });
}

/// Whether a type is that of Express machines; nothing where it is not known.
pub(super) fn express(node: &Node) -> Option<bool> {
    match &**node.text()? {
        "EXPRESS" => Some(true),
        "STANDARD" => Some(false),
        _ => None,
    }
}

/// Adds the members of a mapping to the substitutions.
pub(super) fn substitute(list: &Node, substitutions: &mut Substitutions) {
    let members = list.members().filter(|_| !list.is_unknown());
    let Some(members) = members else {
        // What it holds is known at deployment only.
        substitutions.missing = None;
        return;
    };
    for Member { key, value } in members {
        substitutions.list.push(Substitution {
            name: Spanned::new(key.text.clone(), key.span),
            value: is_literal(value).then(|| value.clone()),
        });
    }
}

/// Whether a value is known before the deployment.
fn is_literal(value: &Node) -> bool {
    !value.is_unknown() && value.members().is_none() && value.items().is_none()
}

/// The definition in a string, put together by functions or not.
pub(super) fn text_body(
    node: &Node,
    substitutions: &mut Substitutions,
    found: &mut Found<'_>,
) -> Body {
    let call = Call::of(node);
    if let Some(call) = &call
        && call.name == "ToJsonString"
        && call.argument.members().is_some()
    {
        let argument = Node {
            tag: None,
            ..call.argument.clone()
        };
        return object_body(&argument, call.span, substitutions, found);
    }
    if node.members().is_some() && call.is_none() {
        // AWS refuses it as a string, and yet one sees what is meant.
        return object_body(node, node.span, substitutions, found);
    }
    if let Some((_, variables)) = call.as_ref().and_then(Call::sub) {
        for Member { key, value } in variables {
            substitutions.list.push(Substitution {
                name: Spanned::new(key.text.clone(), key.span),
                value: is_literal(value).then(|| value.clone()),
            });
        }
    }
    let mut cutting = Cutting::default();
    intrinsic::cut(node, found.file, &mut cutting, &mut substitutions.implied);
    inline::json(cutting, found.file, node.span, &mut found.diagnostics)
}

/// The definition as an object.
pub(super) fn object_body(
    node: &Node,
    key: Span,
    substitutions: &mut Substitutions,
    found: &mut Found<'_>,
) -> Body {
    if let Some(call) = Call::of(node) {
        let location = call
            .argument
            .get("Parameters")
            .and_then(|parameters| parameters.get("Location"));
        return match location.and_then(Node::text) {
            Some(path) if call.name == "Transform" && !path.starts_with("s3:") => {
                Body::File(FileReference {
                    path: path.to_string(),
                    span: location.map_or(call.span, |location| location.span),
                    reading: Reading {
                        intrinsics: true,
                        ..Reading::default()
                    },
                })
            }
            _ => {
                found.not_followed(
                    call.span,
                    &format!("`{}`, which gives the definition,", call.name),
                    "put the definition itself here, or the path of its file",
                );
                Body::Unknown
            }
        };
    }
    if node.members().is_none() {
        found.not_followed(
            if node.span.is_empty() { key } else { node.span },
            "a definition that is no object",
            "`Definition` takes an object with `StartAt` and `States`; a text goes into `DefinitionString`",
        );
        return Body::Unknown;
    }
    for choice in intrinsic::structural_choices(node) {
        found.not_followed(
            choice,
            "`Fn::If`, on which it depends how the states hang together,",
            "both ways are possible, and neither is checked; let two machines stand under the two conditions, or choose with a Choice state",
        );
    }
    let root = intrinsic::resolve(node, &mut substitutions.implied);
    Body::Inline(Box::new(Inline {
        file: found.file.clone(),
        tree: Tree {
            root: Some(root),
            comments: Vec::new(),
            diagnostics: Vec::new(),
            lossy: found.tree.lossy,
        },
    }))
}

/// The definition in a file that is packaged with the template.
fn file_body(node: &Node, key: Span, found: &mut Found<'_>) -> Body {
    if let Some(path) = node.text().filter(|path| is_local(path)) {
        return Body::File(FileReference {
            path: path.to_string(),
            span: node.span,
            reading: Reading::default(),
        });
    }
    // The CDK keeps the file beside the template, under the name that the key of the object has: a hash.
    let object = node.get("Key").and_then(Node::text);
    if let Some(asset) = object.filter(|object| is_hash(object)) {
        return Body::File(FileReference {
            path: format!("asset.{asset}"),
            span: node.span,
            reading: Reading {
                optional: true,
                ..Reading::default()
            },
        });
    }
    found.not_followed(
        if node.span.is_empty() { key } else { node.span },
        "a definition that lies in S3",
        "name the local file, which `sam package` or `aws cloudformation package` uploads",
    );
    Body::Unknown
}

/// Whether a name is a hash, with an ending or without.
fn is_hash(name: &str) -> bool {
    const DIGITS: usize = 32;
    let stem = name.split('.').next().unwrap_or_default();
    stem.len() >= DIGITS && stem.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_local(path: &str) -> bool {
    !path.contains("://") && !path.contains("${")
}
