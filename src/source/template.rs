//! Templates whose text is neither JSON nor YAML until directives in it are carried out: Jinja, Go templates, Terraform.

use super::json::string_end;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::rule;

/// Words that begin a directive in Jinja (`{% if … %}`) or Terraform (`%{ if … }`).
const WORDS: [&str; 24] = [
    "if",
    "elif",
    "else",
    "endif",
    "for",
    "endfor",
    "set",
    "endset",
    "block",
    "endblock",
    "macro",
    "endmacro",
    "include",
    "import",
    "from",
    "raw",
    "endraw",
    "with",
    "endwith",
    "extends",
    "call",
    "endcall",
    "filter",
    "endfilter",
];

/// Bytes that a directive has at most.
const LONGEST: usize = 1_000;

/// The first directive outside strings, if there is one: then the text is a template and cannot be read as `notation`.
pub(super) fn find(text: &str, notation: &str) -> Option<Diagnostic> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'%' => {
                if let Some((engine, length)) = directive(&text[at..]) {
                    return Some(finding(engine, notation, Span::new(at, at + length)));
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The name of the template engine whose directive `text` begins with, and the directive's length.
fn directive(text: &str) -> Option<(&'static str, usize)> {
    let (engine, close) = match text.get(..2)? {
        "{{" => ("Jinja, Handlebars or Go", "}}"),
        "{%" => ("Jinja", "%}"),
        "{#" => ("Jinja", "#}"),
        "%{" => ("Terraform", "}"),
        _ => return None,
    };
    let end = text.floor_char_boundary(LONGEST);
    let line = text[..end].lines().next()?;
    let length = 2 + line[2..].find(close)? + close.len();
    let inner = line[2..length - close.len()].trim_start_matches(['-', '~', '+', ' ', '\t']);
    let word = inner.split(|found: char| !found.is_alphanumeric()).next()?;
    let fits = match close {
        "}}" => {
            inner.starts_with(|first: char| first.is_alphabetic() || "._$#/>^!".contains(first))
        }
        "#}" => true,
        _ => WORDS.contains(&word),
    };
    fits.then_some((engine, length))
}

fn finding(engine: &str, notation: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        rule::TEMPLATE_NOT_READ,
        Severity::Note,
        span,
        format!("this is a template of {engine}, and it is no {notation} until its directives are carried out"),
    )
    .labelled("a directive of the template")
    .help("render it first, and hand in the result")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_directives_from_typing_errors() {
        let cases = [
            ("{\"a\": {{ name }}}", true),
            ("{\"a\": {{.Values.x}}}", true),
            ("{ {% if x %}\"a\": 1{% endif %} }", true),
            ("{ {%- for x in y %} }", true),
            ("{ %{ if x }\"a\": 1%{ endif } }", true),
            ("{# a remark #}{}", true),
            ("{\"a\": {{\"b\": 1}}}", false),
            ("{\"a\": {% $x %}}", false),
            ("{\"a\": \"{{ name }} {% if x %}\"}", false),
            ("{\"a\": {%", false),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text, "JSON").is_some(), expected, "{text}");
        }
    }
}
