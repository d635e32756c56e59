//! From text to tokens.

use super::token::{Operator, Token, TokenKind};
use crate::base::Span;
use crate::query::jsonata::error::{Fallible, Open};
use std::borrow::Cow;

pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token. `after_operand` says that a `/` divides; else it begins a regular expression.
    pub(super) fn next(&mut self, after_operand: bool) -> Fallible<Token<'t>> {
        self.skip_blanks()?;
        let start = self.at;
        let Some(first) = self.byte(0) else {
            return Ok(self.token(TokenKind::End, start));
        };
        if first == b'/' && !after_operand {
            self.at += 1;
            return self.regex(start);
        }
        let double = match (first, self.byte(1)) {
            (b'.', Some(b'.')) => Some(Operator::DotDot),
            (b':', Some(b'=')) => Some(Operator::ColonEqual),
            (b'!', Some(b'=')) => Some(Operator::NotEqual),
            (b'>', Some(b'=')) => Some(Operator::GreaterEqual),
            (b'<', Some(b'=')) => Some(Operator::LessEqual),
            (b'*', Some(b'*')) => Some(Operator::StarStar),
            (b'~', Some(b'>')) => Some(Operator::TildeGreater),
            _ => None,
        };
        if let Some(operator) = double {
            self.at += 2;
            return Ok(self.token(TokenKind::Operator(operator), start));
        }
        if let Some(operator) = Operator::single(first) {
            self.at += 1;
            return Ok(self.token(TokenKind::Operator(operator), start));
        }
        match first {
            b'"' | b'\'' => self.string(first, start),
            b'0'..=b'9' => self.number(start),
            b'`' => self.quoted_name(start),
            _ => Ok(self.name(start)),
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn token(&self, kind: TokenKind<'t>, start: usize) -> Token<'t> {
        Token {
            kind,
            span: Span::new(start, self.at),
        }
    }

    fn skip_blanks(&mut self) -> Fallible<()> {
        loop {
            while matches!(self.byte(0), Some(byte) if is_blank(byte)) {
                self.at += 1;
            }
            if !self.text[self.at..].starts_with("/*") {
                return Ok(());
            }
            match self.text[self.at + 2..].find("*/") {
                Some(length) => self.at += length + 4,
                None => return Err(Open::new("S0106").at(Span::new(self.at, self.at))),
            }
        }
    }

    /// A regular expression ends at a `/` outside of brackets that no backslash escapes.
    fn regex(&mut self, start: usize) -> Fallible<Token<'t>> {
        let from = self.at;
        let mut depth = 0_i64;
        let mut backslashes = 0_usize;
        while let Some(byte) = self.byte(0) {
            match byte {
                b'/' if depth == 0 && backslashes.is_multiple_of(2) => {
                    let pattern = &self.text[from..self.at];
                    self.at += 1;
                    if pattern.is_empty() {
                        return Err(Open::new("S0301").at(Span::new(start, self.at - 1)));
                    }
                    let flags = self.at;
                    while matches!(self.byte(0), Some(b'i' | b'm')) {
                        self.at += 1;
                    }
                    let flags = &self.text[flags..self.at];
                    return Ok(self.token(TokenKind::Regex { pattern, flags }, start));
                }
                b'(' | b'[' | b'{' if backslashes == 0 => depth += 1,
                b')' | b']' | b'}' if backslashes == 0 => depth -= 1,
                _ => {}
            }
            backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
            self.at += 1;
        }
        Err(Open::new("S0302").at(Span::new(start, self.at)))
    }

    fn string(&mut self, quote: u8, start: usize) -> Fallible<Token<'t>> {
        self.at += 1;
        let from = self.at;
        let mut text = String::new();
        let mut copied = from;
        while let Some(byte) = self.byte(0) {
            if byte == quote {
                let rest = &self.text[copied..self.at];
                self.at += 1;
                let whole = if copied == from {
                    Cow::Borrowed(rest)
                } else {
                    text.push_str(rest);
                    Cow::Owned(text)
                };
                return Ok(self.token(TokenKind::String(whole), start));
            }
            self.at += 1;
            if byte == b'\\' {
                text.push_str(&self.text[copied..self.at - 1]);
                self.escape(&mut text)?;
                copied = self.at;
            }
        }
        Err(Open::new("S0101").at(Span::new(start, self.at)))
    }

    /// What follows a backslash.
    fn escape(&mut self, text: &mut String) -> Fallible<()> {
        let here = self.at;
        let Some(letter) = self.text[here..].chars().next() else {
            return Err(Open::new("S0103").at(Span::new(here - 1, here)).token(""));
        };
        self.at += letter.len_utf8();
        let plain = match letter {
            '"' | '\\' | '/' => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let unit = self
                    .hex_unit()
                    .ok_or_else(|| Open::new("S0104").at(Span::new(here - 1, here)))?;
                self.surrogates(unit)
            }
            _ => {
                return Err(Open::new("S0103")
                    .at(Span::new(here - 1, here))
                    .token(letter.to_string()));
            }
        };
        text.push(plain);
        Ok(())
    }

    fn hex_unit(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }

    /// Joins a pair of surrogates; half a pair, which no string can hold, becomes U+FFFD.
    fn surrogates(&mut self, unit: u32) -> char {
        if (0xD800..0xDC00).contains(&unit) && self.text[self.at..].starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            match self.hex_unit() {
                Some(low @ 0xDC00..=0xDFFF) => {
                    let joined = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                    return char::from_u32(joined).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                _ => self.at = back,
            }
        }
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn number(&mut self, start: usize) -> Fallible<Token<'t>> {
        let bytes = self.text.as_bytes();
        let digits = |from: usize| {
            bytes[from..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count()
        };
        let mut end = start
            + if bytes[start] == b'0' {
                1
            } else {
                digits(start)
            };
        if bytes.get(end) == Some(&b'.') {
            let fraction = digits(end + 1);
            if fraction > 0 {
                end += 1 + fraction;
            }
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits((end + 1 + sign).min(bytes.len()));
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let text = &self.text[start..end];
        if !text.parse::<f64>().is_ok_and(f64::is_finite) {
            return Err(Open::new("S0102").at(Span::at(start)).token(text));
        }
        self.at = end;
        Ok(self.token(TokenKind::Number(text), start))
    }

    fn quoted_name(&mut self, start: usize) -> Fallible<Token<'t>> {
        self.at += 1;
        match self.text[self.at..].find('`') {
            Some(length) => {
                let name = &self.text[self.at..self.at + length];
                self.at += length + 1;
                Ok(self.token(TokenKind::Name(name), start))
            }
            None => {
                self.at = self.text.len();
                Err(Open::new("S0105").at(Span::new(start, self.at)))
            }
        }
    }

    fn name(&mut self, start: usize) -> Token<'t> {
        let rest = &self.text.as_bytes()[start..];
        let length = rest
            .iter()
            .position(|byte| is_blank(*byte) || Operator::single(*byte).is_some());
        self.at = start + length.unwrap_or(rest.len());
        let name = &self.text[start..self.at];
        let kind = match name {
            "or" => TokenKind::Operator(Operator::Or),
            "in" => TokenKind::Operator(Operator::In),
            "and" => TokenKind::Operator(Operator::And),
            "true" => TokenKind::True,
            "false" => TokenKind::False,
            "null" => TokenKind::Null,
            _ => match name.strip_prefix('$') {
                Some(variable) => TokenKind::Variable(variable),
                None => TokenKind::Name(name),
            },
        };
        self.token(kind, start)
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b)
}
