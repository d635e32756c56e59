//! White space and comments.

use super::extension::Extension;
use super::{Comment, Complaint, Reader};
use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::source::rule;

impl Reader<'_> {
    /// Goes to the next byte that is neither white space nor part of a comment.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'/') if self.comment() => {}
                Some(b'#') => self.hash_comment(),
                Some(0x80..) if self.foreign_blank() => {}
                _ => return,
            }
        }
    }

    /// Reads a comment, if one begins here.
    fn comment(&mut self) -> bool {
        let start = self.at;
        let (text, end) = match self.bytes.get(start + 1) {
            Some(b'/') => {
                let end = self.line_end(start);
                (&self.text[start + 2..end], end)
            }
            Some(b'*') => match self.text[start + 2..].find("*/") {
                Some(length) => (
                    &self.text[start + 2..start + 2 + length],
                    start + length + 4,
                ),
                None => {
                    self.fault(
                        Diagnostic::error(
                            rule::SYNTAX,
                            Span::new(start, start + 2),
                            "the comment has no end",
                        )
                        .help("close it with `*/`"),
                        Complaint::None,
                    );
                    self.stop();
                    return true;
                }
            },
            _ => return false,
        };
        self.take_comment(start, end, text);
        self.extension(
            Extension::Comment,
            Span::new(start, end),
            Complaint::Comment(start),
        );
        true
    }

    /// Reads a comment as YAML has it.
    fn hash_comment(&mut self) {
        let start = self.at;
        let end = self.line_end(start);
        self.take_comment(start, end, &self.text[start + 1..end]);
        self.extension(
            Extension::HashComment,
            Span::new(start, end),
            Complaint::Value(start),
        );
    }

    fn take_comment(&mut self, start: usize, end: usize, text: &str) {
        self.at = end;
        let span = Span::new(start, end);
        let before = self.text[..start].trim_end_matches([' ', '\t']);
        self.comments.push(Comment {
            span,
            text: text.trim().to_owned(),
            own_line: before.is_empty() || before.ends_with('\n'),
        });
    }

    /// Offset of the end of the line, its line feed and carriage return not included.
    pub(super) fn line_end(&self, from: usize) -> usize {
        let end = self.bytes[from..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(self.bytes.len(), |length| from + length);
        if self.bytes[from..end].ends_with(b"\r") {
            end - 1
        } else {
            end
        }
    }

    /// Reads a character that looks like white space and is none in JSON: a no-break space from a web page.
    fn foreign_blank(&mut self) -> bool {
        let Some(found) = self.text[self.at..].chars().next() else {
            return false;
        };
        if !found.is_whitespace() && found != '\u{feff}' && found != '\u{200b}' {
            return false;
        }
        let start = self.at;
        self.at += found.len_utf8();
        let span = Span::new(start, self.at);
        self.extension(Extension::Blank, span, Complaint::Character(start));
        true
    }
}
