//! Strings of HCL: quoted ones and heredocs, with `${…}` in them.

use super::scan::interpolation_end;
use crate::base::Span;
use crate::source::placeholder;
use crate::source::string_map::Part;
use std::ops::Range;

/// A string.
#[derive(Clone, Debug, Default)]
pub(in crate::source) struct Template {
    /// Its value, escapes resolved; each interpolation is a `${name}`.
    pub(in crate::source) value: String,
    /// Where the parts of the value stand.
    pub(in crate::source) parts: Vec<Part>,
    /// What is filled in.
    pub(in crate::source) holes: Vec<Hole>,
    /// Whether it is a heredoc, and how many blanks its lines lose.
    pub(in crate::source) heredoc: Option<usize>,
    /// Where it ends, behind its mark, in the source.
    pub(super) end: usize,
    /// Whether it has an end.
    pub(super) closed: bool,
}

/// An interpolation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::source) struct Hole {
    /// What it is called in the value: `var.name`.
    pub(in crate::source) name: String,
    /// Its expression as it is written.
    pub(in crate::source) expression: String,
    /// Where it stands, `${` and `}` included.
    pub(in crate::source) span: Span,
}

/// The string whose opening quote is at `at`.
pub(super) fn quoted(text: &str, at: usize) -> Template {
    let mut scanner = Scanner::new(text, at + 1, text.len());
    scanner.quoted();
    scanner.made
}

/// The heredoc whose `<<` is at `at`; nothing if there is none.
pub(super) fn heredoc(text: &str, at: usize) -> Option<Template> {
    let heredoc = Heredoc::find(text, at)?;
    let mut scanner = Scanner::new(text, heredoc.content.start, heredoc.content.end);
    scanner.lines(heredoc.indent(text));
    Some(Template {
        heredoc: Some(heredoc.indent(text)),
        end: heredoc.end,
        closed: heredoc.closed,
        ..scanner.made
    })
}

/// The end of the heredoc that begins at `at`, behind its mark.
pub(super) fn heredoc_end(text: &str, at: usize) -> Option<usize> {
    Heredoc::find(text, at).map(|heredoc| heredoc.end)
}

/// A whole text as `templatefile` reads it.
pub(in crate::source) fn of_text(text: &str) -> Template {
    let mut scanner = Scanner::new(text, 0, text.len());
    scanner.lines(0);
    scanner.made
}

/// The parts of the value of the quoted string at `range`.
pub(in crate::source) fn quoted_parts(text: &str, range: Range<usize>) -> Vec<Part> {
    quoted(text, range.start).parts
}

/// Bytes of the longest mark of a heredoc that is looked for.
const LONGEST_MARK: usize = 250;

/// Where a heredoc's lines are.
struct Heredoc {
    content: Range<usize>,
    /// Whether it begins with `<<-`, so that its lines lose their common indentation.
    flush: bool,
    end: usize,
    closed: bool,
}

impl Heredoc {
    fn find(text: &str, at: usize) -> Option<Self> {
        let rest = text[at..].strip_prefix("<<")?;
        let (flush, rest) = match rest.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, rest),
        };
        let break_at = rest[..rest.floor_char_boundary(LONGEST_MARK)].find('\n')?;
        let mark = rest[..break_at].trim_end_matches('\r');
        let is_mark = mark.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && mark
                .chars()
                .all(|found| found.is_alphanumeric() || found == '_' || found == '-');
        if !is_mark {
            return None;
        }
        let start = text.len() - rest.len() + break_at + 1;
        let mut line_start = start;
        for line in text[start..].split_inclusive('\n') {
            if line.trim() == mark {
                let blanks = line.len() - line.trim_start().len();
                return Some(Self {
                    content: start..line_start,
                    flush,
                    end: line_start + blanks + mark.len(),
                    closed: true,
                });
            }
            line_start += line.len();
        }
        Some(Self {
            content: start..text.len(),
            flush,
            end: text.len(),
            closed: false,
        })
    }

    /// Blanks that each line loses.
    fn indent(&self, text: &str) -> usize {
        if !self.flush {
            return 0;
        }
        let lines = text[self.content.clone()].lines();
        lines
            .filter(|line| !line.trim().is_empty())
            .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
            .min()
            .unwrap_or(0)
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    /// Whether an interpolation was found that has no end.
    open: bool,
    made: Template,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, at: usize, end: usize) -> Self {
        Self {
            text,
            at,
            end,
            open: false,
            made: Template::default(),
        }
    }

    /// Adds `value` for the next `length` bytes of the source.
    fn add(&mut self, value: &str, length: usize) {
        let made = self.made.value.len();
        let part = Part {
            value: made..made + value.len(),
            source: self.at..self.at + length,
        };
        self.made.value.push_str(value);
        self.at += length;
        match self.made.parts.last_mut() {
            Some(last)
                if last.is_copy()
                    && part.is_copy()
                    && last.source.end == part.source.start
                    && last.value.end == part.value.start =>
            {
                last.source.end = part.source.end;
                last.value.end = part.value.end;
            }
            _ => self.made.parts.push(part),
        }
    }

    fn copy(&mut self, length: usize) {
        let text = self.text;
        self.add(&text[self.at..self.at + length], length);
    }

    fn quoted(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at += 1;
                    self.made.closed = true;
                    break;
                }
                // A string ends on its line.
                b'\n' => break,
                b'\\' => self.escape(),
                b'$' | b'%' => {
                    self.mark();
                    if self.open {
                        // It swallows all that follows.
                        self.at = self.end;
                    }
                }
                _ => {
                    let rest = &self.text[self.at..];
                    let length = rest.find(['"', '\n', '\\', '$', '%']).unwrap_or(rest.len());
                    self.copy(length);
                }
            }
        }
        self.made.end = self.at;
    }

    fn lines(&mut self, indent: usize) {
        let mut begins = true;
        while self.at < self.end {
            let rest = &self.text[self.at..self.end];
            if begins {
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                self.at += blanks.min(indent);
                begins = false;
                continue;
            }
            match rest.as_bytes()[0] {
                b'$' | b'%' => self.mark(),
                b'\n' => {
                    self.copy(1);
                    begins = true;
                }
                _ => {
                    let length = rest.find(['\n', '$', '%']).unwrap_or(rest.len());
                    self.copy(length);
                }
            }
        }
        self.made.end = self.at;
    }

    /// At `$` or `%`: an interpolation, an escaped one, a directive, or just the sign.
    fn mark(&mut self) {
        let rest = &self.text[self.at..self.end];
        if rest.starts_with("$${") || rest.starts_with("%%{") {
            let text = if rest.starts_with('$') { "${" } else { "%{" };
            return self.add(text, 3);
        }
        if self.open || !rest.starts_with("${") {
            return self.copy(1);
        }
        match interpolation_end(&self.text.as_bytes()[..self.end], self.at) {
            Some(end) => {
                let length = end - self.at;
                let expression = rest[2..length - 1].trim_matches('~').trim();
                let name = placeholder::name_of(expression);
                self.made.holes.push(Hole {
                    name: name.clone(),
                    expression: expression.to_owned(),
                    span: Span::new(self.at, end),
                });
                self.add(&format!("${{{name}}}"), length);
            }
            None => {
                self.open = true;
                self.copy(1);
            }
        }
    }

    fn escape(&mut self) {
        let rest = &self.text[self.at..];
        let digits = match rest.as_bytes().get(1) {
            Some(b'n') => return self.add("\n", 2),
            Some(b'r') => return self.add("\r", 2),
            Some(b't') => return self.add("\t", 2),
            Some(b'"') => return self.add("\"", 2),
            Some(b'\\') => return self.add("\\", 2),
            Some(b'u') => 4,
            Some(b'U') => 8,
            _ => return self.copy(1),
        };
        let decoded = rest
            .get(2..2 + digits)
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        match decoded {
            Some(decoded) => self.add(decoded.encode_utf8(&mut [0; 4]), 2 + digits),
            None => self.copy(1),
        }
    }
}
