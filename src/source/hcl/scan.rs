//! What is passed over: blanks, comments, and expressions of which only the end matters.

use super::Reader;
use super::template::heredoc_end;
use crate::base::Span;
use crate::source::Comment;
use std::collections::btree_map::Entry;
use std::ops::Range;

impl Reader<'_> {
    /// Passes blanks and comments, and line breaks if they mean nothing here.
    pub(super) fn blanks(&mut self, line_breaks: bool) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' if line_breaks => self.at += 1,
                b'#' => self.line_comment(1),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.line_comment(2),
                b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => {
                    let start = self.at;
                    let inner = start + 2;
                    let length = self.text[inner..].find("*/");
                    let end = length.map_or(self.bytes.len(), |length| inner + length);
                    self.at = (end + 2).min(self.bytes.len());
                    self.comment(start, inner..end);
                }
                _ => return,
            }
        }
    }

    /// Passes a comment that goes to the end of the line, whose mark has `mark` bytes.
    fn line_comment(&mut self, mark: usize) {
        let start = self.at;
        self.skip_line();
        let line = self.text[start..self.at].trim_end();
        self.at = start + line.len().max(mark);
        self.comment(start, start + mark..self.at);
    }

    /// Keeps the comment from `start` to here, whose text is at `inner`.
    fn comment(&mut self, start: usize, inner: Range<usize>) {
        if let Entry::Vacant(place) = self.comments.entry(start) {
            let before = self.text[..start].trim_end_matches([' ', '\t']);
            place.insert(Comment {
                span: Span::new(start, self.at),
                text: self.text[inner].trim().to_owned(),
                own_line: before.is_empty() || before.ends_with('\n'),
            });
        }
    }

    /// Goes to the end of the line, before its break.
    pub(super) fn skip_line(&mut self) {
        let end = self.text[self.at..].find('\n');
        self.at = end.map_or(self.bytes.len(), |end| self.at + end);
    }

    /// Passes an expression up to where it ends: a comma, a closing bracket that it did not open, or a line break, if
    /// that ends it.
    pub(super) fn skip_expression(&mut self, line_break_ends: bool) {
        let mut open = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' | b'[' | b'{' => open += 1,
                b')' | b']' | b'}' if open == 0 => return,
                b')' | b']' | b'}' => open -= 1,
                b',' if open == 0 => return,
                b'\n' if open == 0 && line_break_ends => return,
                b'"' => {
                    self.at = skip_quoted(self.bytes, self.at);
                    continue;
                }
                b'<' if self.text[self.at..].starts_with("<<") => {
                    if let Some(end) = heredoc_end(self.text, self.at) {
                        self.at = end;
                        continue;
                    }
                }
                b'#' | b'/' => {
                    let before = self.at;
                    self.blanks(false);
                    if self.at > before {
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }
}

/// What is open while an expression is passed.
enum Open {
    Brace,
    Quote,
}

/// The end of the `${…}` or `%{…}` that begins at `at`, behind its brace.
pub(super) fn interpolation_end(bytes: &[u8], at: usize) -> Option<usize> {
    skip(bytes, at + 2, Open::Brace)
}

/// The end of the quoted string that begins at `at`, behind its quote; of the text where there is none.
fn skip_quoted(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at + 1, Open::Quote).unwrap_or(bytes.len())
}

fn skip(bytes: &[u8], mut at: usize, first: Open) -> Option<usize> {
    let mut open = vec![first];
    while let (Some(byte), Some(inside)) = (bytes.get(at), open.last()) {
        let opens = bytes.get(at + 1) == Some(&b'{');
        match (inside, byte) {
            (Open::Quote, b'\\') => at += 1,
            (Open::Quote, b'"') | (Open::Brace, b'}') => {
                open.pop();
            }
            (Open::Quote, b'$' | b'%') if opens => {
                // `$${` is a dollar and a brace.
                if bytes[at - 1] != *byte {
                    open.push(Open::Brace);
                }
                at += 1;
            }
            (Open::Brace, b'"') => open.push(Open::Quote),
            (Open::Brace, b'{') => open.push(Open::Brace),
            _ => {}
        }
        at += 1;
        if open.is_empty() {
            return Some(at);
        }
    }
    None
}
