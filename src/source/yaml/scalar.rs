//! What a scalar stands for.

use super::Reader;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix};
use crate::source::tree::YamlWord;
use crate::source::{Kind, Node, StringStyle, Text, placeholder, rule};
use crate::value::Number;
use granit_parser::{ScalarStyle, Tag};

impl Reader<'_> {
    /// The node of a scalar that is no key.
    pub(super) fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        tag: Option<&Tag>,
        span: &granit_parser::Span,
    ) -> Node {
        let mut place = self.span(span);
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            place = block_span(self.text, place);
        }
        let core = tag.map(|tag| (tag.core_suffix(), self.tag(tag, span)));
        let mut word = None;
        let (kind, tag) = match core {
            None if style == ScalarStyle::Plain => {
                word = YamlWord::find(text);
                (self.plain(text, word, place), None)
            }
            None => (string(text, style), None),
            Some((Some(core), _)) => (self.core(text, style, core, place), None),
            Some((None, tag)) => (string(text, style), tag),
        };
        let mut node = Node::new(kind, place);
        node.tag = tag;
        node.yaml_word = word;
        node
    }

    fn plain(&mut self, text: &str, word: Option<YamlWord>, place: Span) -> Kind {
        if let Some(word) = word {
            self.boolean_word(word, place);
            return Kind::Bool(word.truth());
        }
        match resolve(text) {
            Plain::Null => Kind::Null,
            Plain::Bool(truth) => Kind::Bool(truth),
            Plain::Number(number) => Kind::Number(number),
            Plain::Text => match placeholder::whole(text) {
                Some(name) => Kind::Placeholder(name.into()),
                None => string(text, ScalarStyle::Plain),
            },
            Plain::Disputed(reading) => {
                self.disputed_number(text, reading, place);
                string(text, ScalarStyle::Plain)
            }
        }
    }

    /// A scalar with a tag of the core schema: `!!int "3"`.
    fn core(&mut self, text: &str, style: ScalarStyle, core: &str, place: Span) -> Kind {
        let wanted = match (core, resolve(text)) {
            ("str", _) => return string(text, style),
            ("null", Plain::Null) => return Kind::Null,
            ("bool", Plain::Bool(truth)) => return Kind::Bool(truth),
            ("int" | "float", Plain::Number(number)) => return Kind::Number(number),
            ("null", _) => "null",
            ("bool", _) => "a boolean",
            ("int" | "float", _) => "a number",
            ("seq", _) => "a sequence",
            _ => "a mapping",
        };
        self.findings.push(Diagnostic::error(
            rule::SYNTAX,
            place,
            format!("the tag `!!{core}` calls this {wanted}, and it is none"),
        ));
        string(text, style)
    }

    fn boolean_word(&mut self, word: YamlWord, place: Span) {
        let (text, truth) = (word.text(), word.truth());
        let quoted = Edit {
            span: place,
            text: format!("\"{text}\""),
        };
        self.findings.push(
            Diagnostic::warning(
                rule::YAML_BOOLEAN,
                place,
                format!("`{text}` without quotes is the boolean {truth}"),
            )
            .help(format!("if it is text, quote it: `\"{text}\"`"))
            .help(format!("if it is a boolean, write `{truth}`"))
            .note(
                "CloudFormation, SAM and other tools read YAML 1.1, where it is a boolean; to readers of YAML 1.2 it is \
                 text",
            )
            .fix(Fix {
                title: format!("write `\"{text}\"`"),
                safe: false,
                edits: vec![quoted],
            }),
        );
    }

    fn disputed_number(&mut self, text: &str, reading: &str, place: Span) {
        let shown = crate::base::text::shorten(text, 40);
        self.findings.push(
            Diagnostic::warning(
                rule::YAML_NUMBER,
                place,
                format!("`{shown}` without quotes is text to sfnrun, and {reading}"),
            )
            .help(format!("if it is text, quote it: `\"{shown}\"`"))
            .help("if it is a number, write it with decimal digits only")
            .fix(Fix {
                title: format!("write `\"{shown}\"`"),
                safe: false,
                edits: vec![Edit {
                    span: place,
                    text: format!("\"{text}\""),
                }],
            }),
        );
    }
}

/// The span of a block scalar from its header to its last line. The parser gives the span from its first text to the
/// token that follows.
fn block_span(text: &str, span: Span) -> Span {
    let before = text[..span.start as usize].trim_end_matches([' ', '\t', '\n', '\r']);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = &before[line_start..];
    let header = line
        .match_indices(['|', '>'])
        .map(|(at, _)| at)
        .find(|at| is_block_header(&line[at + 1..]));
    let start = header.map_or(span.start as usize, |at| line_start + at);
    let body = &text[start..(span.end as usize).max(start)];
    let last = body.trim_end_matches([' ', '\t', '\n', '\r']).len();
    let length = body[last..]
        .find(['\n', '\r'])
        .map_or(body.len(), |rest| last + rest);
    Span::new(start, start + length)
}

/// Whether nothing but indicators and a comment stand behind the `|` or `>` of a block scalar.
fn is_block_header(rest: &str) -> bool {
    let rest = rest
        .trim_start_matches(|found: char| found.is_ascii_digit() || found == '+' || found == '-');
    rest.trim().is_empty() || rest.starts_with([' ', '\t']) && rest.trim_start().starts_with('#')
}

fn string(text: &str, style: ScalarStyle) -> Kind {
    let style = match style {
        ScalarStyle::Plain => StringStyle::Plain,
        ScalarStyle::SingleQuoted => StringStyle::SingleQuoted,
        ScalarStyle::DoubleQuoted => StringStyle::DoubleQuoted,
        ScalarStyle::Literal => StringStyle::Literal,
        ScalarStyle::Folded => StringStyle::Folded,
    };
    Kind::String(Text {
        value: text.into(),
        style,
        filled: false,
    })
}

/// What the core schema of YAML 1.2 makes of a plain scalar.
#[derive(Debug, PartialEq)]
enum Plain {
    Null,
    Bool(bool),
    Number(Number),
    Text,
    /// Text here; what others read.
    Disputed(&'static str),
}

/// Resolves a plain scalar by the core schema (YAML 1.2.2, section 10.3.2).
fn resolve(text: &str) -> Plain {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Plain::Null,
        "true" | "True" | "TRUE" => return Plain::Bool(true),
        "false" | "False" | "FALSE" => return Plain::Bool(false),
        _ => {}
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned.as_bytes().first() {
        Some(b'0'..=b'9') => number(text, unsigned),
        Some(b'.') if [".inf", ".Inf", ".INF"].contains(&unsigned) => {
            Plain::Disputed("an infinite number to other readers, which JSON does not have")
        }
        Some(b'.') if [".nan", ".NaN", ".NAN"].contains(&text) => {
            Plain::Disputed("no number to other readers, which JSON does not have")
        }
        Some(b'.') => decimal(text).map_or(Plain::Text, Plain::Number),
        _ => Plain::Text,
    }
}

/// Resolves a scalar that begins with a digit.
fn number(text: &str, unsigned: &str) -> Plain {
    let digits =
        |text: &str, allowed: fn(u8) -> bool| !text.is_empty() && text.bytes().all(allowed);
    if let Some(hex) = unsigned.strip_prefix("0x") {
        let value = i64::from_str_radix(hex, 16).ok();
        return match value {
            Some(value) if unsigned == text && digits(hex, |byte| byte.is_ascii_hexdigit()) => {
                Plain::Number(value.into())
            }
            _ => Plain::Text,
        };
    }
    if unsigned
        .strip_prefix("0o")
        .is_some_and(|octal| digits(octal, |byte| byte.is_ascii_digit()))
    {
        return Plain::Disputed("an octal number to readers of YAML 1.2");
    }
    if unsigned
        .strip_prefix("0b")
        .is_some_and(|binary| digits(binary, |byte| matches!(byte, b'0' | b'1')))
    {
        return Plain::Disputed("a binary number to readers of YAML 1.1");
    }
    if unsigned.len() > 1
        && unsigned.starts_with('0')
        && digits(unsigned, |byte| byte.is_ascii_digit())
    {
        return Plain::Disputed("a number to other readers: octal to some, decimal to others");
    }
    let separated = unsigned.contains('_')
        && digits(unsigned, |byte| {
            byte.is_ascii_digit() || matches!(byte, b'_' | b'.')
        });
    if separated {
        return Plain::Disputed("a number to readers of YAML 1.1");
    }
    if is_sexagesimal(unsigned) {
        return Plain::Disputed("a number to base 60 to readers of YAML 1.1");
    }
    decimal(text).map_or(Plain::Text, Plain::Number)
}

/// Whether YAML 1.1 reads it as a number to base 60: `12:30:45`.
fn is_sexagesimal(text: &str) -> bool {
    let mut parts = text.split(':');
    let first = parts.next().unwrap_or_default();
    let whole = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut more = false;
    let rest = parts.all(|part| {
        more = true;
        let part = part.split_once('.').map_or(part, |(whole, _)| whole);
        part.len() <= 2 && whole(part) && part.parse::<u8>().is_ok_and(|part| part < 60)
    });
    whole(first) && rest && more
}

/// A decimal number, in the way JSON writes it: `+5` is `5`, `.5` is `0.5`, `5.` is `5.0`.
fn decimal(text: &str) -> Option<Number> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if let Some(number) = Number::parse(text) {
        return Some(number);
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => unsigned.split_at(at),
        None => (unsigned, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let point = if mantissa.contains('.') { "." } else { "" };
    let fraction = match fraction {
        "" if !point.is_empty() => "0",
        fraction => fraction,
    };
    Number::parse(&format!("{sign}{whole}{point}{fraction}{exponent}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        let number = |text: &str| Plain::Number(Number::parse(text).unwrap());
        let cases = [
            ("~", Plain::Null),
            ("NULL", Plain::Null),
            ("nULL", Plain::Text),
            ("True", Plain::Bool(true)),
            ("tRUE", Plain::Bool(false)),
            ("12", number("12")),
            ("-19", number("-19")),
            ("+12", number("12")),
            ("0", number("0")),
            ("0.", number("0.0")),
            (".5", number("0.5")),
            ("-.5", number("-0.5")),
            ("+12e03", number("12e03")),
            ("-2E+05", number("-2E+05")),
            ("0x3A", number("58")),
            ("1.2.3", Plain::Text),
            ("1e", Plain::Text),
            (".", Plain::Text),
            ("-", Plain::Text),
            ("+", Plain::Text),
            ("..5", Plain::Text),
            ("0-1", Plain::Text),
            (".0-1", Plain::Text),
            ("2016-03-14T01:59:00Z", Plain::Text),
            ("arn:aws:states:::x", Plain::Text),
        ];
        for (text, expected) in cases {
            if text == "tRUE" {
                assert_eq!(resolve(text), Plain::Text);
                continue;
            }
            assert_eq!(resolve(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_on_which_the_versions_disagree_are_text() {
        for text in [
            "010",
            "012345678901",
            "1_000",
            "1_000.5",
            "12:30:45",
            "190:20:30.15",
            "0o14",
            "0b101",
            ".inf",
        ] {
            assert!(matches!(resolve(text), Plain::Disputed(_)), "{text}");
        }
        for text in ["12:60", "1:2:", "a_b", "1_a", "12:345"] {
            assert_eq!(resolve(text), Plain::Text, "{text}");
        }
    }
}
