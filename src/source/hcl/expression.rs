//! Expressions.

use super::{Expression, ExpressionKind, Item, MAX_DEPTH, Reader, template};
use crate::base::Span;
use crate::source::Key;
use crate::source::placeholder;
use crate::value::Number;

impl Reader<'_> {
    /// Reads an expression. In an attribute and in an object a line break ends it, in brackets it does not.
    pub(super) fn expression(&mut self, line_break_ends: bool) -> Expression {
        let start = self.at;
        let mut kind = self.operand();
        let mut end = self.at;
        self.blanks(!line_break_ends);
        let goes_on = self
            .peek()
            .is_some_and(|byte| b"+-*/%<>!=&|?.[".contains(&byte));
        if goes_on {
            kind = ExpressionKind::Other;
            self.skip_expression(line_break_ends);
            end = start + self.text[start..self.at].trim_end().len();
        }
        Expression {
            span: Span::new(start, end),
            kind,
        }
    }

    fn operand(&mut self) -> ExpressionKind {
        let Some(byte) = self.peek() else {
            return ExpressionKind::Other;
        };
        match byte {
            b'"' => self.quoted(),
            b'<' => self.heredoc(),
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::tuple),
            b'(' => self.nested(Self::parenthesis),
            b'0'..=b'9' | b'-' => self.number(),
            _ => match self.name() {
                Some(name) => self.named(&name),
                None => {
                    self.skip_expression(true);
                    ExpressionKind::Other
                }
            },
        }
    }

    fn quoted(&mut self) -> ExpressionKind {
        let start = self.at;
        let template = template::quoted(self.text, start);
        self.at = template.end;
        if !template.closed {
            let span = self.span_from(start);
            self.unterminated(span, "this string", "close it with `\"` on the same line");
        }
        ExpressionKind::Template(template)
    }

    fn heredoc(&mut self) -> ExpressionKind {
        let start = self.at;
        let Some(template) = template::heredoc(self.text, start) else {
            self.skip_expression(true);
            return ExpressionKind::Other;
        };
        self.at = template.end;
        if !template.closed {
            let line = self.text[start..].lines().next().unwrap_or_default();
            let mark = line.trim_start_matches(['<', '-']).trim_end();
            self.unterminated(
                Span::new(start, start + line.len()),
                &format!("the heredoc `{}`", line.trim_end()),
                &format!("write `{mark}` on a line of its own behind it"),
            );
        }
        ExpressionKind::Template(template)
    }

    /// Reads something in brackets with `inside`, which begins at the bracket.
    fn nested(&mut self, inside: impl FnOnce(&mut Self) -> ExpressionKind) -> ExpressionKind {
        if self.depth == MAX_DEPTH {
            let start = self.at;
            self.skip_expression(true);
            let first = Span::new(start, start + 1);
            self.not_read(first, &format!("what nests deeper than {MAX_DEPTH} levels"));
            return ExpressionKind::Other;
        }
        self.depth += 1;
        let kind = inside(self);
        self.depth -= 1;
        kind
    }

    fn parenthesis(&mut self) -> ExpressionKind {
        let start = self.at;
        self.at += 1;
        self.blanks(true);
        let inner = self.expression(false);
        self.close(start, b')');
        inner.kind
    }

    fn tuple(&mut self) -> ExpressionKind {
        let start = self.at;
        self.at += 1;
        self.blanks(true);
        if self.is_for() {
            return self.comprehension(start, b']');
        }
        ExpressionKind::Tuple(self.list(start, b']'))
    }

    /// The items up to the closing bracket, with commas between them.
    fn list(&mut self, start: usize, closing: u8) -> Vec<Expression> {
        let mut items = Vec::new();
        loop {
            self.blanks(true);
            match self.peek() {
                None => break,
                Some(byte) if byte == closing => break,
                Some(b',') => self.at += 1,
                // `f(list...)`
                Some(b'.') => self.at += 1,
                Some(b')' | b']' | b'}') => break,
                Some(_) => {
                    let before = self.at;
                    items.push(self.expression(false));
                    if self.at == before {
                        self.at += 1;
                    }
                }
            }
        }
        self.close(start, closing);
        items
    }

    fn object(&mut self) -> ExpressionKind {
        let start = self.at;
        self.at += 1;
        self.blanks(true);
        if self.is_for() {
            return self.comprehension(start, b'}');
        }
        let mut items = Vec::new();
        loop {
            self.blanks(true);
            match self.peek() {
                None | Some(b'}' | b')' | b']') => break,
                Some(b',') => self.at += 1,
                Some(_) => match self.item() {
                    Some(item) => items.push(item),
                    None => {
                        let from = self.at;
                        self.skip_expression(true);
                        let span = self.span_from(from).join(self.character(from));
                        self.not_read(span, "this part of the object");
                        if self.at == from {
                            self.at = (from + 1).min(self.bytes.len());
                        }
                    }
                },
            }
        }
        self.close(start, b'}');
        ExpressionKind::Object(items)
    }

    fn item(&mut self) -> Option<Item> {
        let key = self.key()?;
        self.blanks(false);
        if !matches!(self.peek(), Some(b'=' | b':')) {
            return None;
        }
        self.at += 1;
        self.blanks(true);
        let value = self.expression(true);
        Some(Item { key, value })
    }

    fn key(&mut self) -> Option<Key> {
        let start = self.at;
        let text = match self.peek()? {
            b'"' => match self.quoted() {
                ExpressionKind::Template(template) => template.value,
                _ => return None,
            },
            b'(' => {
                let start = self.at;
                self.at += 1;
                self.blanks(true);
                let inner = self.expression(false);
                self.close(start, b')');
                match inner.text() {
                    Some(text) => text.to_owned(),
                    None => format!(
                        "${{{}}}",
                        placeholder::name_of(&self.text[inner.span.range()])
                    ),
                }
            }
            b'0'..=b'9' => match self.number() {
                ExpressionKind::Number(number) => number.text().into_owned(),
                _ => return None,
            },
            _ => return self.name(),
        };
        Some(Key {
            text: text.into(),
            span: self.span_from(start),
        })
    }

    fn is_for(&self) -> bool {
        let rest = &self.text[self.at..];
        rest.strip_prefix("for")
            .is_some_and(|rest| rest.starts_with([' ', '\t', '\n', '\r']))
    }

    fn comprehension(&mut self, start: usize, closing: u8) -> ExpressionKind {
        while !matches!(self.peek(), None | Some(b')' | b']' | b'}')) {
            self.skip_expression(false);
            if self.peek() == Some(b',') {
                self.at += 1;
            }
        }
        self.close(start, closing);
        ExpressionKind::Other
    }

    fn close(&mut self, start: usize, closing: u8) {
        self.blanks(true);
        match self.peek() {
            Some(byte) if byte == closing => self.at += 1,
            None => self.unclosed(start, closing),
            Some(_) => {
                let span = self.character(self.at);
                self.not_read(
                    Span::new(start, start + 1).join(span),
                    &format!("what has no `{}` at its end", char::from(closing)),
                );
                // The bracket belongs to something outside.
                if !matches!(self.peek(), Some(b')' | b']' | b'}')) {
                    self.skip_expression(false);
                }
            }
        }
    }

    /// Reports a bracket that is open at the end of the text, once for the innermost.
    pub(super) fn unclosed(&mut self, start: usize, closing: u8) {
        if !std::mem::replace(&mut self.unclosed, true) {
            let opening = char::from(self.bytes[start]);
            let help = format!("close it with `{}`", char::from(closing));
            self.unterminated(
                Span::new(start, start + 1),
                &format!("this `{opening}`"),
                &help,
            );
        }
    }

    fn number(&mut self) -> ExpressionKind {
        let start = self.at;
        let bytes = self.bytes;
        self.at += usize::from(bytes[start] == b'-');
        while self.peek().is_some_and(|byte| {
            let sign = matches!(byte, b'+' | b'-')
                && matches!(bytes[self.at - 1], b'e' | b'E')
                && self.at > start;
            byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E') || sign
        }) {
            self.at += 1;
        }
        match Number::parse(&self.text[start..self.at]) {
            Some(number) => ExpressionKind::Number(number),
            None => {
                self.skip_expression(true);
                ExpressionKind::Other
            }
        }
    }

    /// Behind a name: a keyword, a call or a reference.
    fn named(&mut self, name: &Key) -> ExpressionKind {
        match (&*name.text, self.peek()) {
            (name, Some(b'(')) => {
                let name = name.to_owned();
                return self.nested(|reader| {
                    let start = reader.at;
                    reader.at += 1;
                    let arguments = reader.list(start, b')');
                    ExpressionKind::Call { name, arguments }
                });
            }
            ("true", _) => return ExpressionKind::Bool(true),
            ("false", _) => return ExpressionKind::Bool(false),
            ("null", _) => return ExpressionKind::Null,
            _ => {}
        }
        let mut names = vec![name.text.to_string()];
        loop {
            let before = self.at;
            let next = match self.peek() {
                Some(b'.') => {
                    self.at += 1;
                    self.name().map(|name| name.text.to_string())
                }
                Some(b'[') if self.bytes.get(self.at + 1) == Some(&b'"') => {
                    let index = template::quoted(self.text, self.at + 1);
                    self.at = index.end + 1;
                    let plain = index.closed
                        && index.holes.is_empty()
                        && self.bytes.get(index.end) == Some(&b']');
                    plain.then_some(index.value)
                }
                _ => return ExpressionKind::Reference(names),
            };
            match next {
                Some(next) => names.push(next),
                None => {
                    self.at = before;
                    self.skip_expression(true);
                    return ExpressionKind::Other;
                }
            }
        }
    }
}
