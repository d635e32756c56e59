//! Numbers, words and placeholders.

use super::jackson::Complaint;
use super::{Reader, Spoilt, rule};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Node, StringStyle, Text};
use crate::value::Number;

impl Reader<'_> {
    /// Reads a number.
    pub(super) fn number(&mut self) -> Result<Node, Spoilt> {
        let start = self.at;
        let length = self.bytes[start..]
            .iter()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
            .count();
        let end = start + length;
        let goes_on = matches!(
            self.bytes.get(end),
            Some(b'A'..=b'Z' | b'a'..=b'z' | b'_' | 0x80..)
        );
        if !goes_on && let Some(number) = Number::parse(&self.text[start..end]) {
            self.at = end;
            return Ok(Node::new(Kind::Number(number), Span::new(start, end)));
        }
        Ok(self.bad_number())
    }

    fn bad_number(&mut self) -> Node {
        let start = self.at;
        let word = self.word_at(start).to_owned();
        let span = Span::new(start, start + word.len());
        self.at = start + word.len();
        let digits = word.trim_start_matches('-');
        let zeros = digits.len() > 1 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let help = if zeros {
            "a number has no zeros in front; if it is text, put it in double quotes"
        } else if word.contains('_') {
            "write the digits without `_`"
        } else if word.starts_with('+') {
            "write it without `+`"
        } else if digits.starts_with('.') || word.ends_with('.') {
            "digits stand on both sides of the `.`: `0.5`, `2.0`"
        } else {
            "numbers look like `3`, `-0.5` or `1e6`; text stands in double quotes"
        };
        let complaint = if zeros {
            Complaint::Zeros(start)
        } else {
            Complaint::None
        };
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                span,
                format!("`{}` is no JSON number", Self::shown(&word)),
            )
            .help(help),
            complaint,
        );
        Node::new(Kind::Error, span)
    }

    /// Reads `true`, `false`, `null`, a placeholder, or what stands in the place of a value and is none.
    pub(super) fn word(&mut self) -> Result<Node, Spoilt> {
        let start = self.at;
        let word = self.word_at(start);
        let kind = match word {
            "true" => Kind::Bool(true),
            "false" => Kind::Bool(false),
            "null" => Kind::Null,
            _ if self.text[start..].starts_with("${") => return self.placeholder(),
            _ => return self.foreign_value(),
        };
        self.at += word.len();
        Ok(Node::new(kind, Span::new(start, self.at)))
    }

    /// Reads `${…}` outside a string. What stands in it may hold braces and strings of its own, as Terraform's
    /// expressions do.
    fn placeholder(&mut self) -> Result<Node, Spoilt> {
        let start = self.at;
        let mut depth = 0_usize;
        let mut at = start + 1;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'"' => {
                    at = super::recovery::string_end(self.bytes, at);
                    continue;
                }
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b'\n' if depth == 1 => break,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                let name = self.text[start + 2..at - 1].trim();
                self.at = at;
                return Ok(Node::new(
                    Kind::Placeholder(name.into()),
                    Span::new(start, at),
                ));
            }
        }
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(start, self.line_end(start)),
                "the placeholder has no closing `}`",
            )
            .help("write `${name}`"),
            Complaint::Token(start),
        );
        self.at += 2;
        Err(Spoilt)
    }

    /// Reports `{% … %}` outside a string and goes behind it.
    pub(super) fn bare_jsonata(&mut self) -> Spoilt {
        let start = self.at;
        let line = &self.text[start..self.line_end(start)];
        let length = line.find("%}").map_or(2, |length| length + 2);
        let span = Span::new(start, start + length);
        self.at = start + length;
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                span,
                "a JSONata expression stands outside a string",
            )
            .help("put it in double quotes: `\"{% … %}\"`"),
            Complaint::Key(start + 1),
        );
        Spoilt
    }

    fn foreign_value(&mut self) -> Result<Node, Spoilt> {
        let start = self.at;
        if let Some((value, plain)) = self.foreign_string(Complaint::Value(start)) {
            let span = Span::new(start, self.at);
            let text = Text {
                value,
                style: StringStyle::SingleQuoted,
                filled: !plain,
            };
            return Ok(Node::new(Kind::String(text), span));
        }
        let word = self.word_at(start).to_owned();
        let mut signed = word.bytes();
        if matches!(signed.next(), Some(b'+' | b'.'))
            && matches!(signed.next(), Some(b'0'..=b'9' | b'.'))
            && !word.starts_with("..")
        {
            return Ok(self.bad_number());
        }
        let complaint =
            if word.starts_with(|first: char| first.is_alphabetic() || "_$".contains(first)) {
                Complaint::Token(start)
            } else {
                Complaint::Value(start)
            };
        let help = match &*word {
            "None" | "nil" | "undefined" => "write `null`".to_owned(),
            "NaN" | "Infinity" | "-Infinity" => "JSON has no such number".to_owned(),
            "..." => "write what the dots stand for, or remove them".to_owned(),
            "" => "a value is a string in double quotes, a number, `true`, `false`, `null`, an array or an object"
                .to_owned(),
            _ if self.open.is_empty() && self.text[start + word.len()..].starts_with(':') => {
                "this looks like YAML: give the file a name that ends in `.yaml`".to_owned()
            }
            _ if let Some(near) = text::nearest(&word, ["true", "false", "null"]) => {
                format!("write `{near}`; text stands in double quotes")
            }
            _ => format!("text stands in double quotes: `\"{}\"`", Self::shown(&word)),
        };
        let message = format!("expected a value, found {}", self.found(start));
        let diagnostic = Diagnostic::error(rule::SYNTAX, self.span_at(start), message);
        self.fault(diagnostic.help(help), complaint);
        self.at += self.span_at(start).len();
        Err(Spoilt)
    }
}
