//! What a file holds: a definition, a template around one, or neither.

use super::{Key, Kind, Node, Tree};

/// What a tree turns out to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Finding<'t> {
    /// A definition.
    Definition {
        /// The definition itself.
        node: &'t Node,
        /// The key it stands under, where it is not the whole document: `definition`.
        within: Option<&'t Key>,
    },
    /// A template that holds definitions in its own way.
    Template {
        /// Whose.
        engine: Engine,
        /// The key that tells.
        key: &'t Key,
    },
    /// Neither.
    Neither,
}

/// A tool whose templates hold definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// AWS CloudFormation, or the CDK, which writes such templates.
    CloudFormation,
    /// AWS SAM.
    Sam,
    /// The Serverless Framework.
    Serverless,
    /// Terraform in JSON.
    Terraform,
}

impl Engine {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::CloudFormation => "CloudFormation",
            Self::Sam => "SAM",
            Self::Serverless => "Serverless Framework",
            Self::Terraform => "Terraform",
        }
    }
}

/// Keys under which tools put a definition.
const KEYS: [&str; 4] = ["definition", "Definition", "stateMachine", "StateMachine"];

/// Finds the definition in a tree: the whole document, or the value of a key such as `definition`.
pub fn looks_like_definition(tree: &Tree) -> Finding<'_> {
    let Some(root) = &tree.root else {
        return Finding::Neither;
    };
    if is_definition(root) {
        return Finding::Definition {
            node: root,
            within: None,
        };
    }
    if let Some((engine, key)) = engine(root) {
        return Finding::Template { engine, key };
    }
    let nested = KEYS
        .iter()
        .filter_map(|key| root.member(key))
        .chain(
            root.members()
                .filter(|members| members.len() == 1)
                .and_then(<[_]>::first),
        )
        .find(|member| is_definition(&member.value));
    match nested {
        Some(member) => Finding::Definition {
            node: &member.value,
            within: Some(&member.key),
        },
        None => Finding::Neither,
    }
}

/// Whether a mapping is meant as a definition: it has both fields that every definition has, or one of them as only a
/// definition has it.
fn is_definition(node: &Node) -> bool {
    let (start, states) = (node.get("StartAt"), node.get("States"));
    match (start, states) {
        (Some(_), Some(_)) => true,
        (Some(start), None) => start.text().is_some(),
        (None, Some(states)) => states
            .members()
            .is_some_and(|states| states.iter().any(|state| state.value.get("Type").is_some())),
        (None, None) => false,
    }
}

fn engine(root: &Node) -> Option<(Engine, &Key)> {
    let key = |name: &str| root.member(name).map(|member| &member.key);
    let sam = root
        .get("Transform")
        .is_some_and(|transform| match &transform.kind {
            Kind::String(text) => is_sam(&text.value),
            Kind::Array(items) => items
                .iter()
                .any(|item| item.text().is_some_and(|text| is_sam(text))),
            _ => false,
        });
    let typed = root
        .get("Resources")
        .and_then(Node::members)
        .and_then(|resources| {
            let types = resources
                .iter()
                .filter_map(|resource| resource.value.get("Type")?.text());
            let mut names = types.map(|name| &**name).filter(|name| name.contains("::"));
            let first = names.next()?;
            Some(
                first.starts_with("AWS::Serverless::")
                    || names.any(|name| name.starts_with("AWS::Serverless::")),
            )
        });
    if let Some(serverless) = typed {
        let engine = if sam || serverless {
            Engine::Sam
        } else {
            Engine::CloudFormation
        };
        return Some((engine, key("Resources")?));
    }
    if let Some(version) = key("AWSTemplateFormatVersion") {
        return Some((
            if sam {
                Engine::Sam
            } else {
                Engine::CloudFormation
            },
            version,
        ));
    }
    if let Some(machines) = key("stepFunctions") {
        return Some((Engine::Serverless, machines));
    }
    if let (Some(service), Some(_)) = (key("service"), key("provider")) {
        return Some((Engine::Serverless, service));
    }
    let resources = root.get("resource").and_then(Node::members)?;
    let terraform = resources
        .iter()
        .any(|member| member.key.text.starts_with("aws_"));
    terraform.then(|| key("resource").map(|key| (Engine::Terraform, key)))?
}

fn is_sam(transform: &str) -> bool {
    transform.starts_with("AWS::Serverless")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{json, yaml};

    /// What a text looks like, in one word.
    fn looks(tree: &Tree) -> String {
        match looks_like_definition(tree) {
            Finding::Definition { within: None, .. } => "definition".to_owned(),
            Finding::Definition {
                within: Some(key), ..
            } => format!("in {}", key.text),
            Finding::Template { engine, .. } => engine.name().to_owned(),
            Finding::Neither => "neither".to_owned(),
        }
    }

    #[test]
    fn tells_what_a_file_holds() {
        let cases = [
            ("{\"StartAt\": \"A\", \"States\": {}}", "definition"),
            ("{\"StartAt\": \"A\", \"Status\": {}}", "definition"),
            ("{\"States\": {\"A\": {\"Type\": \"Pass\"}}}", "definition"),
            ("{\"States\": [\"Ohio\", \"Utah\"]}", "neither"),
            (
                "{\"definition\": {\"StartAt\": \"A\", \"States\": {}}, \"name\": \"x\"}",
                "in definition",
            ),
            (
                "{\"only\": {\"StartAt\": \"A\", \"States\": {}}}",
                "in only",
            ),
            (
                "{\"a\": {\"StartAt\": \"A\", \"States\": {}}, \"b\": 1}",
                "neither",
            ),
            (
                "{\"name\": \"a package\", \"version\": \"1.0.0\"}",
                "neither",
            ),
            ("[]", "neither"),
            ("", "neither"),
            (
                "{\"resource\": {\"aws_sfn_state_machine\": {}}}",
                "Terraform",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(looks(&json::read(text)), expected, "{text}");
        }
        let cases = [
            (
                "Resources:\n  A:\n    Type: AWS::StepFunctions::StateMachine\n",
                "CloudFormation",
            ),
            (
                "Resources:\n  A:\n    Type: AWS::Serverless::StateMachine\n",
                "SAM",
            ),
            (
                "Transform: AWS::Serverless-2016-10-31\nResources:\n  A:\n    Type: AWS::S3::Bucket\n",
                "SAM",
            ),
            ("AWSTemplateFormatVersion: 2010-09-09\n", "CloudFormation"),
            (
                "service: x\nprovider: {name: aws}\n",
                "Serverless Framework",
            ),
            (
                "stepFunctions: {stateMachines: {}}\n",
                "Serverless Framework",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(looks(&yaml::read(text)), expected, "{text}");
        }
    }
}
