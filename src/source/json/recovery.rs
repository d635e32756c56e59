//! Syntax errors: what is said of them, and where reading goes on.

use super::jackson::{Complaint, FirstFault};
use super::{Key, Reader, Spoilt, balance};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Edit, Fix};
use crate::source::rule;

impl Reader<'_> {
    /// Reports a syntax error. Where there are too many, reading ends: the text is something else.
    pub(super) fn fault(&mut self, diagnostic: Diagnostic, complaint: Complaint) {
        if self.findings.is_full() {
            self.stop();
        }
        if self.first_fault.is_none() {
            self.first_fault = Some(FirstFault::finding(self.findings.len(), complaint));
        }
        self.findings.push(diagnostic);
    }

    /// What stands at `at`, for a message: `` `}` ``, `the end of the text`.
    pub(super) fn found(&self, at: usize) -> String {
        let Some(first) = self.text[at..].chars().next() else {
            return "the end of the text".to_owned();
        };
        if first == '"' {
            let string = &self.text[self.span_at(at).range()];
            return format!("the string `{}`", text::shorten(string, 40));
        }
        let word = self.word_at(at);
        if word.is_empty() {
            return if first.is_control() || first.is_whitespace() {
                format!("U+{:04X}", u32::from(first))
            } else {
                format!("`{first}`")
            };
        }
        format!("`{}`", text::shorten(word, 40))
    }

    /// The letters, digits and signs that stand at `at` without a break.
    pub(super) fn word_at(&self, at: usize) -> &str {
        let rest = &self.text[at..];
        let end = rest
            .find(|found: char| !(found.is_alphanumeric() || "_$.-+".contains(found)))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    /// The span of the word or string at `at`, or of the one character there.
    pub(super) fn span_at(&self, at: usize) -> Span {
        if self.bytes.get(at) == Some(&b'"') {
            let end = self.line_end(at);
            let length = self.text[at + 1..end].find('"');
            return Span::new(at, length.map_or(end, |length| at + length + 2));
        }
        let length = match self.word_at(at).len() {
            0 => self.text[at..].chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        Span::new(at, at + length)
    }

    /// Whether the innermost open bracket is that of an object.
    fn in_object(&self) -> bool {
        self.open.last().is_some_and(|at| self.bytes[*at] == b'{')
    }

    /// Ends an array or object: reads `close`, or reports that another bracket or the end of the text stands there.
    pub(super) fn close(&mut self, close: u8) {
        match self.peek() {
            None => self.unclosed(),
            Some(found) if found == close => self.at += 1,
            Some(_) => self.mismatched(close),
        }
    }

    fn unclosed(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        self.lossy = true;
        let innermost = self.open.last().copied().unwrap_or_default();
        let suspect = balance::suspect(self.text);
        let open = suspect.map_or(innermost, |suspect| suspect.open);
        let bracket = char::from(self.bytes[open]);
        let close = closing(self.bytes[open]);
        let mut diagnostic = Diagnostic::error(
            rule::SYNTAX,
            Span::new(open, open + 1),
            format!("the text ends, and this `{bracket}` is not closed"),
        )
        .help(format!("add the missing `{close}`"));
        let last = self.last_character();
        if last.start as usize != open {
            diagnostic = diagnostic.label(last, "the text ends here");
        }
        if let Some(suspect) = suspect {
            diagnostic = diagnostic.label(
                Span::new(suspect.close, suspect.close + 1),
                "this closes it, though it is indented otherwise",
            );
        }
        self.fault(diagnostic, Complaint::End(innermost));
    }

    /// The last character that is no white space.
    fn last_character(&self) -> Span {
        let text = self.text.trim_end();
        let length = text.chars().next_back().map_or(0, char::len_utf8);
        Span::new(text.len() - length, text.len())
    }

    fn mismatched(&mut self, close: u8) {
        let at = self.at;
        if self.mismatch == Some(at) {
            return;
        }
        let found = self.bytes[at];
        let open = self.open.last().copied().unwrap_or_default();
        let outer = self
            .open
            .iter()
            .rev()
            .find(|open| closing(self.bytes[**open]) == char::from(found));
        let missing = outer.is_some_and(|outer| !balance::belongs(self.text, at, open, *outer));
        let (wanted, found) = (char::from(close), char::from(found));
        let diagnostic = Diagnostic::error(
            rule::SYNTAX,
            Span::new(at, at + 1),
            format!("expected `{wanted}`, found `{found}`"),
        )
        .label(
            Span::new(open, open + 1),
            format!("this is to be closed by `{wanted}`"),
        );
        let help = if missing {
            format!("add `{wanted}` before it")
        } else {
            format!("write `{wanted}`")
        };
        self.unbalanced = true;
        self.lossy = true;
        self.fault(diagnostic.help(help), Complaint::None);
        if missing {
            self.mismatch = Some(at);
        } else {
            self.at += 1;
        }
    }

    /// Reads a `,` where a member or item should stand.
    pub(super) fn doubled_comma(&mut self) {
        let at = self.at;
        let (wanted, complaint) = if self.in_object() {
            ("a key in double quotes", Complaint::Key(at))
        } else {
            ("a value", Complaint::Value(at))
        };
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(at, at + 1),
                format!("expected {wanted}, found `,`"),
            )
            .help("remove the comma, or write what is missing before it"),
            complaint,
        );
        self.at += 1;
    }

    /// Reports that no `:` follows the key: true where the value can be read all the same.
    pub(super) fn missing_colon(&mut self, key: &Key) -> bool {
        let at = self.at;
        let same_line = !self.text[key.span.end as usize..at].contains('\n');
        let name = text::shorten(&key.text, 40);
        match self.peek() {
            None => return false,
            Some(b',' | b'}' | b']') => {
                self.no_value(&name, key.span, Complaint::Colon(at));
                return false;
            }
            Some(b'"') if !same_line => {
                self.no_value(&name, key.span, Complaint::Colon(at));
                self.reported = Some(at);
                return false;
            }
            Some(_) => {}
        }
        let mut diagnostic = Diagnostic::error(
            rule::SYNTAX,
            self.span_at(at),
            format!(
                "expected `:` after the key `{name}`, found {}",
                self.found(at)
            ),
        );
        let goes_on = match self.bytes[at] {
            b'=' => {
                self.at += if self.bytes.get(at + 1) == Some(&b'>') {
                    2
                } else {
                    1
                };
                diagnostic = diagnostic.help("write `:` between key and value");
                true
            }
            b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n' if same_line => {
                let colon = Edit {
                    span: Span::at(key.span.end as usize),
                    text: ":".to_owned(),
                };
                diagnostic = diagnostic.help("write `:` between key and value").fix(Fix {
                    title: "insert `:`".to_owned(),
                    safe: false,
                    edits: vec![colon],
                });
                true
            }
            _ => {
                diagnostic = diagnostic.help("a member is a key in double quotes, `:` and a value");
                false
            }
        };
        self.fault(diagnostic, Complaint::Colon(at));
        if !goes_on {
            self.skip_member();
        }
        goes_on
    }

    /// Reports that nothing follows the `:` of a key.
    pub(super) fn missing_value(&mut self, key: &Key) {
        let at = self.at;
        if at < self.bytes.len() {
            let name = text::shorten(&key.text, 40);
            self.no_value(&name, self.span_at(at), Complaint::Value(at));
        }
    }

    fn no_value(&mut self, name: &str, span: Span, complaint: Complaint) {
        self.fault(
            Diagnostic::error(rule::SYNTAX, span, format!("the key `{name}` has no value"))
                .help("write a value behind the key, or remove it"),
            complaint,
        );
    }

    /// Reports what stands where a `,` should, behind a member or item that ends at `end`.
    pub(super) fn missing_comma(&mut self, end: usize) {
        let at = self.at;
        if self.reported == Some(at) {
            return;
        }
        let (close, container) = if self.in_object() {
            ('}', "Object")
        } else {
            (']', "Array")
        };
        let begins = if self.in_object() {
            self.key_at(at)
        } else {
            matches!(self.bytes[at], b'"' | b'{' | b'[' | b'0'..=b'9' | b'-')
        };
        let beside = self.text[end..at].trim().is_empty() && !self.text[end..at].contains('\n');
        let quoted = self.bytes[end - 1] == b'"' && beside;
        let mut diagnostic = Diagnostic::error(
            rule::SYNTAX,
            self.span_at(at),
            format!("expected `,` or `{close}`, found {}", self.found(at)),
        );
        if begins && !(quoted && at == end) {
            let comma = Edit {
                span: Span::at(end),
                text: ",".to_owned(),
            };
            diagnostic = diagnostic
                .label(Span::at(end), "the `,` is missing here")
                .fix(Fix {
                    title: "insert `,`".to_owned(),
                    safe: false,
                    edits: vec![comma],
                });
            self.fault(diagnostic, Complaint::Comma(at, container));
            return;
        }
        diagnostic = match self.bytes[at] {
            b':' if container == "Array" => diagnostic
                .help("an array holds values only: members with keys stand in `{` and `}`"),
            b':' => diagnostic
                .help("two keys stand in a row: remove one, or put `,` and a value between them"),
            b';' => {
                self.fault(
                    diagnostic.help("write `,`"),
                    Complaint::Comma(at, container),
                );
                self.at += 1;
                return;
            }
            _ if quoted => diagnostic
                .help("a `\"` inside a string is written `\\\"`")
                .help("JSONata takes strings in single quotes too: `'…'`"),
            _ => diagnostic.help(format!(
                "write `,` before the next one, or close with `{close}`"
            )),
        };
        self.fault(diagnostic, Complaint::Comma(at, container));
        self.lossy = true;
        self.skip_member();
        if self.peek() == Some(b',') {
            self.at += 1;
        }
    }

    /// Whether a key in double quotes and its `:` stand at `at`.
    fn key_at(&self, at: usize) -> bool {
        let end = self.line_end(at);
        let rest = &self.text[at..end];
        rest.strip_prefix('"')
            .and_then(|rest| rest.split_once('"'))
            .is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
    }

    /// Reads a key that is not in double quotes, or reports what stands in the place of a key.
    pub(super) fn foreign_key(&mut self) -> Result<crate::value::Str, Spoilt> {
        use super::extension::Extension;
        let start = self.at;
        if let Some((text, _)) = self.foreign_string(Complaint::Key(start)) {
            return Ok(text);
        }
        let word = self.word_at(start).to_owned();
        let end = start + word.len();
        let colon = self.text[end..]
            .trim_start_matches([' ', '\t'])
            .starts_with(':');
        if colon && word.starts_with(|first: char| first.is_alphanumeric() || "_$".contains(first))
        {
            let span = Span::new(start, end);
            self.extension(Extension::UnquotedKey, span, Complaint::Key(start));
            self.extension_edit(Extension::UnquotedKey, span, format!("\"{word}\""));
            self.at = end;
            return Ok(self.keys.get(&word));
        }
        let rest = &self.text[start..];
        let (message, help) = if rest.starts_with("${") {
            (
                "a placeholder stands in the place of a key".to_owned(),
                "put the key in double quotes; members that a template fills in cannot be checked",
            )
        } else if rest.starts_with("...") || rest.starts_with('…') {
            (
                "something is left out here".to_owned(),
                "write the members that the dots stand for, or remove them",
            )
        } else {
            let found = self.found(start);
            let help = match self.bytes[start] {
                b':' => "write a key in double quotes before the `:`",
                _ => "a member is a key in double quotes, `:` and a value",
            };
            (
                format!("expected a key in double quotes, found {found}"),
                help,
            )
        };
        let diagnostic = Diagnostic::error(rule::SYNTAX, self.span_at(start), message).help(help);
        self.fault(diagnostic, Complaint::Key(start));
        Err(Spoilt)
    }

    /// Reports a text without anything in it.
    pub(super) fn empty(&mut self) {
        let message = if self.comments.is_empty() {
            "the text is empty"
        } else {
            "the text holds nothing but comments"
        };
        self.fault(
            Diagnostic::error(rule::SYNTAX, Span::at(self.at), message)
                .help("a definition is an object with `StartAt` and `States`"),
            Complaint::Empty,
        );
    }

    /// Reports text behind the document.
    pub(super) fn trailing_text(&mut self) {
        let at = self.at;
        let help = match self.bytes[at] {
            b'}' | b']' => "a bracket too many: remove it, or add the one it is to close",
            b'{' => "one file holds one definition",
            b',' => "remove the comma",
            _ => "remove what follows the closing bracket",
        };
        let diagnostic = Diagnostic::error(
            rule::SYNTAX,
            self.span_at(at),
            format!("expected the end of the text, found {}", self.found(at)),
        );
        self.fault(diagnostic.help(help), Complaint::None);
        self.lossy = true;
    }

    /// Goes to the `,` or closing bracket that ends the member, or to the end of the text.
    pub(super) fn skip_member(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth == 0 => return,
                b'}' | b']' => depth -= 1,
                b',' if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Goes behind the bracket that closes the one here.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.skip_string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
        self.ended = true;
    }

    /// Goes behind the string here, or to the end of the line.
    fn skip_string(&mut self) {
        self.at = string_end(self.bytes, self.at);
    }
}

/// Offset behind the string whose opening quote is at `at`, or of the end of its line.
pub(in crate::source) fn string_end(bytes: &[u8], mut at: usize) -> usize {
    at += 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 1,
            b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

fn closing(open: u8) -> char {
    if open == b'{' { '}' } else { ']' }
}
