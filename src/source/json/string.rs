//! Strings.

use super::escape::{self, Escape};
use super::extension::Extension;
use super::jackson::Complaint;
use super::{Reader, rule};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::value::Str;

/// What a line break in a string means.
enum LineBreak {
    /// The closing quote was forgotten: the string ends at this offset.
    Forgotten(usize),
    /// The string goes on in the next line.
    Inside,
}

impl<'t> Reader<'t> {
    /// Reads a string in double quotes.
    pub(super) fn string(&mut self) -> Str {
        match self.plain_string() {
            Some(plain) => plain.into(),
            None => self.escaped_string(),
        }
    }

    /// Reads a string that holds no escape; stays where it is if it does, or if something is wrong.
    pub(super) fn plain_string(&mut self) -> Option<&'t str> {
        let start = self.at + 1;
        let length = self.bytes[start..]
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
        let end = start + length;
        if self.bytes[end] != b'"' {
            return None;
        }
        self.at = end + 1;
        Some(&self.text[start..end])
    }

    fn escaped_string(&mut self) -> Str {
        let start = self.at;
        let mut text = String::new();
        let (mut from, mut at) = (start + 1, start + 1);
        let mut reported = false;
        loop {
            match self.bytes.get(at) {
                None => {
                    text.push_str(&self.text[from..]);
                    self.open_ended(start);
                    break;
                }
                Some(b'"') => {
                    text.push_str(&self.text[from..at]);
                    self.at = at + 1;
                    break;
                }
                Some(b'\\') => {
                    let (value, length) = match escape::decode(&self.bytes[at..]) {
                        Escape::Char { value, length } => (value, length),
                        Escape::Half => {
                            self.half_pair(at);
                            (char::REPLACEMENT_CHARACTER, 6)
                        }
                        Escape::Unknown => {
                            if !std::mem::replace(&mut reported, true) {
                                self.bad_escape(at);
                            }
                            at += 1;
                            continue;
                        }
                    };
                    text.push_str(&self.text[from..at]);
                    text.push(value);
                    at += length;
                    from = at;
                }
                Some(b'\n' | b'\r') => {
                    if !reported {
                        match self.line_break(start, at) {
                            LineBreak::Inside => reported = true,
                            LineBreak::Forgotten(end) => {
                                text.push_str(&self.text[from..end]);
                                self.at = end;
                                break;
                            }
                        }
                    }
                    at += 1;
                }
                Some(0..0x20) => {
                    if !std::mem::replace(&mut reported, true) {
                        self.control(at);
                    }
                    at += 1;
                }
                Some(_) => at += 1,
            }
        }
        text.into()
    }

    /// Reports a string that goes on to the end of the text.
    fn open_ended(&mut self, start: usize) {
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(start, self.line_end(start)),
                "the string has no closing `\"`",
            )
            .help("close it with `\"`"),
            Complaint::EndOfString,
        );
        self.stop();
    }

    /// Decides what the line break at `at` means in the string that begins at `start`, and reports it.
    fn line_break(&mut self, start: usize, at: usize) -> LineBreak {
        let mut quote = at;
        while let Some(byte) = self.bytes.get(quote) {
            match byte {
                b'"' => break,
                b'\\' => quote += 2,
                _ => quote += 1,
            }
        }
        let behind = self.text.get(quote + 1..).map(str::trim_start);
        let closes = behind.is_some_and(|behind| behind.starts_with([',', '}', ']']));
        if closes {
            let mut diagnostic = Diagnostic::error(
                rule::SYNTAX,
                Span::at(at),
                "a line break stands in a string",
            )
            .label(Span::new(start, start + 1), "the string begins here")
            .help("write `\\n`, or put the string on one line");
            if self.text[start + 1..at].starts_with("{%") {
                diagnostic = diagnostic
                    .help("JSONata does not need the line breaks; YAML definitions may hold them");
            }
            self.fault(diagnostic, Complaint::Control(at));
            return LineBreak::Inside;
        }
        let line = self.text[start + 1..at].trim_end();
        let end = start + 1 + line.strip_suffix(',').unwrap_or(line).len();
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(start, end),
                "the string has no closing `\"`",
            )
            .help("close it with `\"` on the same line"),
            Complaint::Control(at),
        );
        LineBreak::Forgotten(end)
    }

    fn bad_escape(&mut self, at: usize) {
        let shown = self.text[at + 1..].chars().next();
        let (length, name) = match shown {
            Some('\n' | '\r') | None => (1, "at the end of a line".to_owned()),
            Some(shown) => (1 + shown.len_utf8(), format!("before `{shown}`")),
        };
        let help = match shown {
            Some('u') => "`\\u` takes four hexadecimal digits: `\\u00e9`",
            Some('\'') => "`'` needs no backslash in a JSON string",
            Some('x') => "write `\\u00…` with two hexadecimal digits",
            _ => "a backslash itself is written `\\\\`",
        };
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(at, at + length),
                format!("a backslash {name} is no escape of JSON"),
            )
            .help(help),
            Complaint::Escape(at + 1),
        );
    }

    fn half_pair(&mut self, at: usize) {
        let shown = &self.text[at..at + 6];
        self.findings.push(
            Diagnostic::new(
                rule::SYNTAX,
                Severity::Warning,
                Span::new(at, at + 6),
                format!("`{shown}` is half a surrogate pair and no character"),
            )
            .help("write the character itself, or both halves"),
        );
    }

    fn control(&mut self, at: usize) {
        let byte = self.bytes[at];
        let (name, help) = match byte {
            b'\t' => ("a tab".to_owned(), "write `\\t`".to_owned()),
            _ => (
                format!("the control character U+{byte:04X}"),
                format!("write `\\u{byte:04x}`"),
            ),
        };
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(at, at + 1),
                format!("{name} stands in a string"),
            )
            .help(help),
            Complaint::Control(at),
        );
    }

    /// Reads a string in quotes that JSON does not have, if one begins here: its text, and whether that text is its
    /// source.
    pub(super) fn foreign_string(&mut self, complaint: Complaint) -> Option<(Str, bool)> {
        let start = self.at;
        let open = self.text[start..].chars().next()?;
        let close: &[char] = match open {
            '\'' => &['\''],
            '`' => &['`'],
            '“' | '”' | '„' => &['”', '“', '"'],
            '‘' | '’' => &['’', '‘', '\''],
            _ => return None,
        };
        let inner = start + open.len_utf8();
        let line = &self.text[inner..self.line_end(start)];
        let mut escaped = false;
        let length = line.find(|found: char| {
            let ends = close.contains(&found) && !escaped;
            escaped = found == '\\' && !escaped;
            ends
        })?;
        let text = &line[..length];
        let end = inner + length + line[length..].chars().next().map_or(0, char::len_utf8);
        let span = Span::new(start, end);
        self.at = end;
        self.extension(Extension::Quotes, span, complaint);
        let plain = !text.contains(['\\', '"']) && !text.chars().any(char::is_control);
        if plain {
            self.extension_edit(Extension::Quotes, span, format!("\"{text}\""));
        }
        Some((text.into(), plain && open.len_utf8() == 1))
    }

    /// A shortened copy of `text` for a message.
    pub(super) fn shown(text: &str) -> String {
        text::shorten(text, 40)
    }
}
