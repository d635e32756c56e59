//! From places in a string's value to places in the source: through escapes, folded lines and the indentation of blocks.

use super::json::escape::{self, Escape};
use super::{Kind, Node, SourceFile, StringStyle, hcl};
use crate::base::Span;
use std::ops::Range;

/// A part of a value, and where in the source it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Bytes of the value.
    pub(super) value: Range<usize>,
    /// The bytes of the source that they come from.
    pub(super) source: Range<usize>,
}

impl Part {
    /// Whether value and source are the same bytes, rather than a character and its escape.
    pub(super) fn is_copy(&self) -> bool {
        self.value.len() == self.source.len()
    }
}

impl SourceFile {
    /// Where in the text the byte at `offset` of a string's value stands. Of an escape it is the backslash, of a break
    /// that YAML folds the end of the line before it, of the end of the value the place behind its last character. A
    /// string with a filled placeholder, and anything but a string, is one place: its beginning.
    pub fn offset_in_string(&self, node: &Node, offset: usize) -> usize {
        let start = node.span.start as usize;
        let Kind::String(string) = &node.kind else {
            return start;
        };
        if string.filled {
            return start;
        }
        let parts = parts(&self.text, node.span, &string.value, string.style);
        let next = parts.partition_point(|part| part.value.start <= offset);
        let Some(part) = next.checked_sub(1).and_then(|index| parts.get(index)) else {
            return start;
        };
        if offset >= part.value.end {
            part.source.end
        } else if part.is_copy() {
            part.source.start + (offset - part.value.start)
        } else {
            part.source.start
        }
    }

    /// Where in the text a part of a string's value stands.
    pub fn span_in_string(&self, node: &Node, range: Range<usize>) -> Span {
        let start = self.offset_in_string(node, range.start);
        let end = self.offset_in_string(node, range.end);
        Span::new(start, end.max(start))
    }
}

impl SourceFile {
    /// The parts of a string's value; none of anything else, or where a placeholder was filled.
    pub(super) fn parts_of_string(&self, node: &Node) -> Vec<Part> {
        match &node.kind {
            Kind::String(string) if !string.filled => {
                parts(&self.text, node.span, &string.value, string.style)
            }
            _ => Vec::new(),
        }
    }
}

/// The parts of a value in order. Between them are the blanks and line feeds that folding makes.
fn parts(text: &str, span: Span, value: &str, style: StringStyle) -> Vec<Part> {
    let mut parts = Parts {
        text,
        wanted: value.len(),
        made: 0,
        list: Vec::new(),
    };
    let range = span.start as usize..(span.end as usize).min(text.len());
    match style {
        StringStyle::Json => parts.json(range),
        StringStyle::Plain => parts.flow(range, None),
        StringStyle::SingleQuoted => parts.flow(range.start + 1..range.end, Some(b'\'')),
        StringStyle::DoubleQuoted => parts.flow(range.start + 1..range.end, Some(b'"')),
        StringStyle::Literal | StringStyle::Folded => parts.block(range.start, value),
        StringStyle::Hcl => return hcl::quoted_parts(text, range),
    }
    parts.list
}

struct Parts<'t> {
    text: &'t str,
    /// Bytes of the whole value.
    wanted: usize,
    /// Bytes of the value so far.
    made: usize,
    list: Vec<Part>,
}

impl Parts<'_> {
    /// Adds `length` bytes of the value that come from `source`.
    fn add(&mut self, source: Range<usize>, length: usize) {
        let value = self.made..self.made + length;
        self.made = value.end;
        if let Some(last) = self.list.last_mut() {
            let goes_on = last.is_copy()
                && length == source.len()
                && last.source.end == source.start
                && last.value.end == value.start;
            if goes_on {
                last.source.end = source.end;
                last.value.end = value.end;
                return;
            }
        }
        self.list.push(Part { value, source });
    }

    /// A string as the JSON reader reads it.
    fn json(&mut self, range: Range<usize>) {
        let bytes = self.text.as_bytes();
        let mut at = range.start + 1;
        while self.made < self.wanted && at < range.end {
            let (value, source) = if bytes[at] == b'\\' {
                match escape::decode(&bytes[at..]) {
                    Escape::Char { value, length } => (value.len_utf8(), length),
                    Escape::Half => (char::REPLACEMENT_CHARACTER.len_utf8(), 6),
                    Escape::Unknown => (1, 1),
                }
            } else {
                (1, 1)
            };
            self.add(at..at + source, value);
            at += source;
        }
    }

    /// A YAML scalar in quotes or plain, whose lines are folded (YAML 1.2.2, section 6.5).
    fn flow(&mut self, range: Range<usize>, quote: Option<u8>) {
        let bytes = self.text.as_bytes();
        let mut at = range.start;
        while self.made < self.wanted && at < range.end {
            match bytes[at] {
                b' ' | b'\t' | b'\n' | b'\r' => at = self.white_space(at, range.end),
                b'\'' if quote == Some(b'\'') => {
                    self.add(at..at + 2, 1);
                    at += 2;
                }
                b'\\' if quote == Some(b'"') => at = self.yaml_escape(at, range.end),
                _ => {
                    self.add(at..at + 1, 1);
                    at += 1;
                }
            }
        }
    }

    /// Blanks and line breaks: blanks inside a line are text, around line breaks they are not. One break is a blank,
    /// more are one line feed less.
    fn white_space(&mut self, start: usize, end: usize) -> usize {
        let rest = &self.text[start..end];
        let length = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let breaks = breaks(&rest[..length]);
        if breaks == 0 {
            self.add(start..start + length, length);
        } else {
            self.made += (breaks - 1).max(1);
        }
        start + length
    }

    fn yaml_escape(&mut self, at: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let digits = match bytes.get(at + 1) {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            Some(b'\n' | b'\r') => {
                let rest = &self.text[at + 1..end];
                let length = rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
                self.made += breaks(&rest[..length]).saturating_sub(1);
                return at + 1 + length;
            }
            Some(other) => {
                let length = match other {
                    b'N' => '\u{85}'.len_utf8(),
                    b'_' => '\u{a0}'.len_utf8(),
                    b'L' | b'P' => '\u{2028}'.len_utf8(),
                    _ => 1,
                };
                self.add(at..at + 2, length);
                return at + 2;
            }
            None => return end,
        };
        if digits == 4
            && let Escape::Char { value, length } = escape::decode(&bytes[at..])
        {
            self.add(at..at + length, value.len_utf8());
            return at + length;
        }
        let code = self
            .text
            .get(at + 2..at + 2 + digits)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        self.add(at..at + 2 + digits, code.map_or(1, char::len_utf8));
        at + 2 + digits
    }

    /// A block scalar, whose header begins at `start`. Its lines stand in the value in the same order, so they are found
    /// there one after the other, whatever folding put between them.
    fn block(&mut self, start: usize, value: &str) {
        let Some(header) = self.text[start..].find('\n') else {
            return;
        };
        let body = start + header + 1;
        let Some(indent) = block_indent(&self.text[body..], value) else {
            return;
        };
        let mut at = body;
        for line in self.text[body..].split_inclusive('\n') {
            let begin = at;
            at += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            let Some(content) = line.get(indent..).filter(|content| !content.is_empty()) else {
                continue;
            };
            let rest = &value[self.made..];
            let breaks = rest.len() - rest.trim_start_matches('\n').len();
            let skipped = if breaks == 0 && rest.starts_with(' ') && !rest.starts_with(content) {
                1
            } else {
                breaks
            };
            if !rest[skipped..].starts_with(content) {
                return;
            }
            self.made += skipped;
            let source = begin + indent;
            self.add(source..source + content.len(), content.len());
            if self.made == self.wanted {
                return;
            }
        }
    }
}

/// Number of line breaks.
fn breaks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
        + text.bytes().filter(|byte| *byte == b'\r').count()
        - text.matches("\r\n").count()
}

/// Columns that the lines of a block scalar are indented by: what its first line with text has more of them than the
/// same line of its value.
fn block_indent(body: &str, value: &str) -> Option<usize> {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = |text: &str| {
        text.split('\n')
            .find(|line| !line.trim().is_empty())
            .map(blanks)
    };
    first(body)?.checked_sub(first(value)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each character of the first string of `text`, the source from its place on, cut to `length` bytes.
    fn places(name: &str, text: &str) -> Vec<(char, usize)> {
        let file = SourceFile::new(name, text.to_owned());
        let tree = file.read();
        assert_eq!(tree.diagnostics, [], "{text}");
        let root = tree.root.unwrap();
        let node = root.get("k").unwrap_or(&root);
        let value = node.text().unwrap().clone();
        value
            .char_indices()
            .map(|(at, found)| (found, file.offset_in_string(node, at)))
            .collect()
    }

    #[test]
    fn follows_json_escapes() {
        let text = r#"{"k": "a\n\u00e9\ud83d\ude00é\/z"}"#;
        assert_eq!(
            places("a.json", text),
            [
                ('a', 7),
                ('\n', 8),
                ('é', 10),
                ('😀', 16),
                ('é', 28),
                ('/', 30),
                ('z', 32)
            ]
        );
    }

    #[test]
    fn follows_the_styles_of_yaml() {
        let cases: [(&str, &[(char, usize)]); 8] = [
            ("k: ab", &[('a', 3), ('b', 4)]),
            (
                "k: a b\n  c\n\n  d",
                &[
                    ('a', 3),
                    (' ', 4),
                    ('b', 5),
                    (' ', 6),
                    ('c', 9),
                    ('\n', 10),
                    ('d', 14),
                ],
            ),
            ("k: 'it''s'", &[('i', 4), ('t', 5), ('\'', 6), ('s', 8)]),
            (
                "k: \"a\\x41\\n\\\n  b\"",
                &[('a', 4), ('A', 5), ('\n', 9), ('b', 15)],
            ),
            (
                "k: |\n  ab\n   c\n",
                &[
                    ('a', 7),
                    ('b', 8),
                    ('\n', 9),
                    (' ', 12),
                    ('c', 13),
                    ('\n', 14),
                ],
            ),
            ("k: |2-\n   a", &[(' ', 9), ('a', 10)]),
            (
                "k: >-\n  a\n  b\n\n  c\n",
                &[('a', 8), (' ', 9), ('b', 12), ('\n', 13), ('c', 17)],
            ),
            (
                "k: |\r\n  a\r\n  b\r\n",
                &[('a', 8), ('\n', 9), ('b', 13), ('\n', 14)],
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(places("a.yaml", text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_end_of_the_value_is_behind_its_last_character() {
        let file = SourceFile::new("a.json", r#"{"k": "a\n"}"#.to_owned());
        let tree = file.read();
        let node = tree.root.as_ref().and_then(|root| root.get("k")).unwrap();
        assert_eq!(file.offset_in_string(node, 2), 10);
        assert_eq!(file.offset_in_string(node, 99), 10);
        assert_eq!(file.span_in_string(node, 1..2), Span::new(8, 10));
    }
}
