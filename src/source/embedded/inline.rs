//! Definitions that are the text of a string.

use super::{Body, Inline, not_followed};
use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::source::cutting::{Cutting, Writing};
use crate::source::{Kind, Node, Notation, SourceFile, StringStyle, rule, yaml};

/// The definition whose text has been cut out of `file`, where it is named at `span`. AWS takes JSON only.
pub(super) fn json(
    cutting: Cutting,
    file: &SourceFile,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> Body {
    if let Some(name) = crate::source::placeholder::whole(cutting.text.trim()) {
        diagnostics.push(not_followed(
            span,
            &format!("`{name}`, which is to be the definition,"),
            "put the definition itself here, or the path of its file",
        ));
        return Body::Unknown;
    }
    // A directive, a comment and an error of syntax are the reader's business.
    let first = cutting.text.trim_start().chars().next();
    if matches!(first, Some('{' | '%' | '/')) {
        return text(cutting, file, Notation::Json);
    }
    diagnostics.push(not_json(&cutting.text, span));
    Body::Unknown
}

/// The definition whose text has been cut out of `file`.
pub(super) fn text(cutting: Cutting, file: &SourceFile, notation: Notation) -> Body {
    let file = cutting.finish(file, notation);
    let mut tree = file.read();
    if let super::Finding::Definition { node, .. } = super::looks_like_definition(&tree) {
        let span = node.span;
        if let Some(root) = tree.root.take() {
            tree.root = Some(super::at(root, span));
        }
    }
    Body::Inline(Box::new(Inline { file, tree }))
}

fn not_json(text: &str, span: Span) -> Diagnostic {
    let finding = Diagnostic::error(
        rule::DEFINITION_NOT_JSON,
        span,
        "the definition is a string that holds no JSON object",
    );
    let is_yaml = || {
        let tree = yaml::read(text);
        tree.root.is_some_and(|root| root.get("States").is_some())
    };
    if text.trim().is_empty() {
        finding.help("give a definition: an object with `StartAt` and `States`")
    } else if is_yaml() {
        finding
            .help("AWS takes a string only as JSON: write the definition as an object, without quotes or `|`, or as JSON")
            .note("it is YAML")
    } else {
        finding.help("a definition is an object with `StartAt` and `States`")
    }
}

/// How edits are written in a string.
pub(super) fn writing(node: &Node, file: &SourceFile) -> Option<Writing> {
    let Kind::String(text) = &node.kind else {
        return None;
    };
    match text.style {
        StringStyle::Json | StringStyle::DoubleQuoted | StringStyle::Hcl => Some(Writing::Escaped),
        StringStyle::Literal => {
            let first = file.parts_of_string(node).first()?.source.start;
            let line = file.text[..first].rfind('\n').map_or(0, |at| at + 1);
            Some(Writing::Lines {
                indent: first - line,
            })
        }
        StringStyle::Folded => Some(Writing::Folded),
        StringStyle::SingleQuoted => Some(Writing::SingleQuoted),
        StringStyle::Plain => None,
    }
}
