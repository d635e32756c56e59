//! Text to an intrinsic function call.

use super::call::{Argument, ArgumentKind, FunctionCall};
use super::error::IntrinsicSyntaxError;
use super::function::IntrinsicFunction;
use crate::base::Span;
use crate::query::jsonpath::Path;
use crate::value::{Number, Value};

/// Levels of calls in each other (AWS's documentation: "up to 10 intrinsic functions").
pub(super) const DEEPEST: usize = 10;

pub(super) fn parse(text: &str) -> Result<FunctionCall, IntrinsicSyntaxError> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    parser.blanks();
    let call = parser.call()?;
    parser.blanks();
    match parser.peek() {
        None => Ok(call),
        Some(_) => Err(parser.error("expected the end after the closing parenthesis")),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn error(&self, message: impl Into<String>) -> IntrinsicSyntaxError {
        IntrinsicSyntaxError::new(message, self.at)
    }

    /// The characters from here on that satisfy `belongs`; moves behind them.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest
            .find(|character| !belongs(character))
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn call(&mut self) -> Result<FunctionCall, IntrinsicSyntaxError> {
        let start = self.at;
        let name =
            self.take(|character| character.is_alphanumeric() || matches!(character, '.' | '_'));
        let function = IntrinsicFunction::named(name).ok_or_else(|| unknown(name, start))?;
        let name_span = Span::new(start, self.at);
        self.blanks();
        if self.peek() != Some('(') {
            return Err(self.error(format!("expected `(` after `{name}`")));
        }
        if self.depth == DEEPEST {
            return Err(IntrinsicSyntaxError::new(
                format!("intrinsic functions nest deeper than {DEEPEST} levels"),
                start,
            )
            .help("compute a part of it in a state before"));
        }
        self.depth += 1;
        self.at += 1;
        let arguments = self.arguments()?;
        self.depth -= 1;
        Ok(FunctionCall {
            function,
            span: Span::new(start, self.at),
            name_span,
            arguments,
        })
    }

    /// The arguments up to the closing parenthesis, and that.
    fn arguments(&mut self) -> Result<Vec<Argument>, IntrinsicSyntaxError> {
        let mut arguments = Vec::new();
        self.blanks();
        if self.peek() == Some(')') {
            self.at += 1;
            return Ok(arguments);
        }
        loop {
            self.blanks();
            arguments.push(self.argument()?);
            self.blanks();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') => {
                    self.at += 1;
                    return Ok(arguments);
                }
                Some(_) => return Err(self.error("expected `,` or `)` after the argument")),
                None => return Err(self.error("expected `)`, found the end")),
            }
        }
    }

    fn argument(&mut self) -> Result<Argument, IntrinsicSyntaxError> {
        let start = self.at;
        let kind = match self.peek() {
            Some('\'') => self.string()?,
            Some('$') => self.path()?,
            Some('-' | '+' | '.' | '0'..='9') => self.number()?,
            Some(character) if character.is_alphabetic() => self.word()?,
            Some('"') => {
                return Err(self
                    .error("a string stands in single quotes here")
                    .help("write `'…'` instead of `\"…\"`"));
            }
            Some('{' | '[') => {
                return Err(self
                    .error("an object or array cannot be written as an argument")
                    .help("build an array with `States.Array(…)`, take an object from a path"));
            }
            Some(_) => return Err(self.error("expected an argument")),
            None => return Err(self.error("expected an argument, found the end")),
        };
        Ok(Argument {
            kind,
            span: Span::new(start, self.at),
        })
    }

    fn word(&mut self) -> Result<ArgumentKind, IntrinsicSyntaxError> {
        let start = self.at;
        let word =
            self.take(|character| character.is_alphanumeric() || matches!(character, '.' | '_'));
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            _ if self.rest().trim_start().starts_with('(') || word.starts_with("States.") => {
                self.at = start;
                return self.call().map(ArgumentKind::Call);
            }
            _ => {
                return Err(
                    IntrinsicSyntaxError::new(format!("`{word}` is no argument"), start).help(
                        format!(
                            "write `'{word}'` for the text, `$.{word}` for the value in the input"
                        ),
                    ),
                );
            }
        };
        Ok(ArgumentKind::Literal(value))
    }

    fn number(&mut self) -> Result<ArgumentKind, IntrinsicSyntaxError> {
        let start = self.at;
        let digits = self.take(|character| {
            character.is_ascii_alphanumeric() || matches!(character, '-' | '+' | '.')
        });
        let number = Number::parse(digits)
            .ok_or_else(|| IntrinsicSyntaxError::new(format!("`{digits}` is no number"), start))?;
        Ok(ArgumentKind::Literal(Value::Number(number)))
    }

    fn string(&mut self) -> Result<ArgumentKind, IntrinsicSyntaxError> {
        let start = self.at;
        let mut value = String::new();
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\'' => {
                    let written = &self.text[start + 1..start + at];
                    self.at = start + at + 1;
                    return Ok(ArgumentKind::Text {
                        value: value.into(),
                        written: written.into(),
                    });
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('\'' | '{' | '}' | '\\'))) => value.push(escaped),
                    Some((_, other)) => return Err(illegal_escape(other, start + at)),
                    None => break,
                },
                other => value.push(other),
            }
        }
        Err(IntrinsicSyntaxError::new("the string has no end", start).help("end it with `'`"))
    }

    fn path(&mut self) -> Result<ArgumentKind, IntrinsicSyntaxError> {
        let start = self.at;
        let length = path_length(self.rest());
        let text = self.rest()[..length].trim_end();
        self.at += text.len();
        match Path::parse(text) {
            Ok(path) => Ok(ArgumentKind::Path(path)),
            Err(error) => Err(IntrinsicSyntaxError::new(
                error.message,
                start + error.offset,
            )),
        }
    }
}

/// How far a path reaches: to the `,` or `)` outside its own brackets, parentheses and quoted names.
fn path_length(text: &str) -> usize {
    let (mut open, mut brackets, mut quoted) = (0_usize, 0_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            // Only between brackets do quotes quote: `$.it's` is a name.
            b'\'' if brackets > 0 => quoted = !quoted,
            _ if quoted => {}
            b'[' => {
                brackets += 1;
                open += 1;
            }
            b']' => {
                brackets = brackets.saturating_sub(1);
                open = open.saturating_sub(1);
            }
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            b',' | b')' if open == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

fn unknown(name: &str, offset: usize) -> IntrinsicSyntaxError {
    let error = if name.is_empty() {
        IntrinsicSyntaxError::new("expected an intrinsic function", offset)
    } else {
        IntrinsicSyntaxError::new(format!("there is no intrinsic function `{name}`"), offset)
    };
    match IntrinsicFunction::nearest(name) {
        Some(function) => error.help(format!("did you mean `{function}`?")),
        None => error,
    }
}

/// Recorded as refused at creation: `scenarios/base_scenarios.illegal_escapes~ESCAPE_SEQUENCES_ILLEGAL_INTRINSIC_FUNCTION`
/// (`\"`), and `\n` in tiny-asl-machine's note on States.Base64Decode 020.
fn illegal_escape(escaped: char, offset: usize) -> IntrinsicSyntaxError {
    let shown = match escaped {
        escaped if escaped.is_control() => escaped.escape_debug().to_string(),
        escaped => escaped.to_string(),
    };
    let error = IntrinsicSyntaxError::new(
        format!("`\\{shown}` is no escape in an intrinsic function"),
        offset,
    );
    if escaped == '"' {
        error.help("write `\"` without the backslash")
    } else {
        error.help(
            "only `\\'`, `\\{`, `\\}` and `\\\\` are escapes; in JSON each backslash is doubled",
        )
    }
}
