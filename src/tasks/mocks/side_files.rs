//! `$file`: values that stand in files beside the mock file.

use super::super::findings::Findings;
use crate::source::{Key, Kind, Member, Node, StringStyle, Text};

/// The tree of a mock file in which every `{ $file: PATH }` has become `{ $json: TEXT }`, with the text that `read` gives.
pub(in crate::tasks) fn with_side_files(
    root: &Node,
    read: &dyn Fn(&str) -> Result<String, String>,
    findings: &mut Findings,
) -> Option<Node> {
    names_file(root).then(|| {
        let mut root = root.clone();
        fill(&mut root, read, findings);
        root
    })
}

fn names_file(node: &Node) -> bool {
    match &node.kind {
        Kind::Object(members) => members
            .iter()
            .any(|member| &*member.key.text == "$file" || names_file(&member.value)),
        Kind::Array(items) => items.iter().any(names_file),
        _ => false,
    }
}

fn fill(node: &mut Node, read: &dyn Fn(&str) -> Result<String, String>, findings: &mut Findings) {
    match &mut node.kind {
        Kind::Array(items) => {
            for item in items {
                fill(item, read, findings);
            }
        }
        Kind::Object(members) => {
            if let [only] = &members[..]
                && &*only.key.text == "$file"
            {
                node.kind = match text_of(only, read, findings) {
                    Some(text) => Kind::Object(vec![text]),
                    // It has been told; nothing else is to be said of it.
                    None => Kind::Error,
                };
                return;
            }
            for member in members {
                fill(&mut member.value, read, findings);
            }
        }
        _ => {}
    }
}

fn text_of(
    member: &Member,
    read: &dyn Fn(&str) -> Result<String, String>,
    findings: &mut Findings,
) -> Option<Member> {
    let path = findings.text(&member.value, "`$file`, a path from the mock file,")?;
    match read(path) {
        Ok(text) => {
            let text = Text {
                value: text.into(),
                style: StringStyle::Json,
                filled: true,
            };
            Some(Member {
                key: Key {
                    text: "$json".into(),
                    span: member.key.span,
                },
                value: Node::new(Kind::String(text), member.value.span),
            })
        }
        Err(fault) => {
            findings
                .error(
                    member.value.span,
                    format!("`{path}` beside the mock file cannot be read: {fault}"),
                )
                .help("the files of a recording go with it");
            None
        }
    }
}
