//! A top-down operator precedence parser: tokens to the tree as written.

use super::lexer::Lexer;
use super::raw::{Raw, RawKind};
use super::token::{Operator, Token, TokenKind};
use crate::base::Span;
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::signature::Signature;
use crate::value::{Number, Str, Value};

/// Levels that an expression may nest. AWS evaluates 100.
pub(super) const MAX_NESTING: u32 = 200;

pub(super) struct Parser<'t> {
    lexer: Lexer<'t>,
    token: Token<'t>,
    nesting: u32,
}

impl<'t> Parser<'t> {
    /// Reads a whole expression.
    pub(super) fn parse(text: &'t str) -> Fallible<Raw> {
        let mut lexer = Lexer::new(text);
        let token = lexer.next(false)?;
        let mut parser = Self {
            lexer,
            token,
            nesting: 0,
        };
        let raw = parser.expression(0)?;
        if !matches!(parser.token.kind, TokenKind::End) {
            return Err(parser.error("S0201"));
        }
        Ok(raw)
    }

    fn error(&self, code: &'static str) -> crate::query::jsonata::error::Failure {
        Open::new(code).at(self.token.span).token(self.token.text())
    }

    /// Takes the current token and reads the next.
    fn advance(&mut self, after_operand: bool) -> Fallible<Token<'t>> {
        let next = self.lexer.next(after_operand)?;
        if let TokenKind::Operator(Operator::Bang | Operator::Tilde) = next.kind {
            return Err(Open::new("S0204").at(next.span).token(next.text()));
        }
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn expect(&mut self, operator: Operator, after_operand: bool) -> Fallible<()> {
        if !self.token.is(operator) {
            let code = match self.token.kind {
                TokenKind::End => "S0203",
                _ => "S0202",
            };
            let expected = Value::string(operator.text()).to_json();
            return Err(self.error(code).value("value", expected));
        }
        self.advance(after_operand).map(drop)
    }

    /// Whether the current token is `operator`; if so, it is taken.
    fn take(&mut self, operator: Operator) -> Fallible<bool> {
        let found = self.token.is(operator);
        if found {
            self.advance(false)?;
        }
        Ok(found)
    }

    fn expression(&mut self, power: u8) -> Fallible<Raw> {
        self.nesting += 1;
        self.check_nesting(self.nesting)?;
        let token = self.advance(true)?;
        let mut left = self.prefix(token)?;
        while let TokenKind::Operator(operator) = self.token.kind {
            if power >= operator.power() {
                break;
            }
            let token = self.advance(false)?;
            left = self.infix(operator, token.span, left)?;
            self.check_nesting(left.height)?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    fn check_nesting(&self, levels: u32) -> Fallible<()> {
        if levels <= MAX_NESTING {
            return Ok(());
        }
        let message = format!("The expression nests deeper than {MAX_NESTING} levels");
        Err(Open::with_message("U1001", message)
            .kind(crate::query::jsonata::ErrorKind::Syntax)
            .at(self.token.span))
    }

    /// What begins with `token`.
    fn prefix(&mut self, token: Token<'t>) -> Fallible<Raw> {
        let span = token.span;
        let kind = match token.kind {
            TokenKind::Name(name) => RawKind::Name(name.into()),
            TokenKind::Variable(name) => RawKind::Variable(name.into()),
            TokenKind::String(text) => RawKind::String(Str::from(&*text)),
            TokenKind::Number(text) => RawKind::Number(literal(text)),
            TokenKind::True => RawKind::Constant(Value::Bool(true)),
            TokenKind::False => RawKind::Constant(Value::Bool(false)),
            TokenKind::Null => RawKind::Constant(Value::Null),
            TokenKind::Regex { pattern, flags } => RawKind::Regex {
                pattern: pattern.to_owned(),
                flags: flags.to_owned(),
            },
            TokenKind::End => RawKind::End,
            TokenKind::Operator(operator) => match operator {
                Operator::And | Operator::Or | Operator::In => {
                    RawKind::Name(operator.text().into())
                }
                Operator::Minus => RawKind::Negate(Box::new(self.expression(70)?)),
                Operator::Star => RawKind::Wildcard,
                Operator::StarStar => RawKind::Descendants,
                Operator::Percent => RawKind::Parent,
                Operator::OpenParen => self.block()?,
                Operator::OpenBracket => self.array()?,
                Operator::OpenBrace => RawKind::Object(self.pairs()?),
                Operator::Bar => self.transform()?,
                _ => {
                    return Err(Open::new("S0211").at(span).token(operator.text()));
                }
            },
        };
        Ok(Raw::new(kind, span))
    }

    fn block(&mut self) -> Fallible<RawKind> {
        let mut expressions = Vec::new();
        while !self.token.is(Operator::CloseParen) {
            expressions.push(self.expression(0)?);
            if !self.take(Operator::Semicolon)? {
                break;
            }
        }
        self.expect(Operator::CloseParen, true)?;
        Ok(RawKind::Block(expressions))
    }

    fn array(&mut self) -> Fallible<RawKind> {
        let mut items = Vec::new();
        if !self.token.is(Operator::CloseBracket) {
            loop {
                let mut item = self.expression(0)?;
                if self.token.is(Operator::DotDot) {
                    let span = self.advance(false)?.span;
                    let end = self.expression(0)?;
                    item = Raw::new(
                        RawKind::Binary(Operator::DotDot, Box::new(item), Box::new(end)),
                        span,
                    );
                }
                items.push(item);
                if !self.take(Operator::Comma)? {
                    break;
                }
            }
        }
        self.expect(Operator::CloseBracket, true)?;
        Ok(RawKind::Array(items))
    }

    fn pairs(&mut self) -> Fallible<Vec<(Raw, Raw)>> {
        let mut pairs = Vec::new();
        if !self.token.is(Operator::CloseBrace) {
            loop {
                let key = self.expression(0)?;
                self.expect(Operator::Colon, false)?;
                pairs.push((key, self.expression(0)?));
                if !self.take(Operator::Comma)? {
                    break;
                }
            }
        }
        self.expect(Operator::CloseBrace, true)?;
        Ok(pairs)
    }

    fn transform(&mut self) -> Fallible<RawKind> {
        let pattern = Box::new(self.expression(0)?);
        self.expect(Operator::Bar, false)?;
        let update = Box::new(self.expression(0)?);
        let delete = if self.take(Operator::Comma)? {
            Some(Box::new(self.expression(0)?))
        } else {
            None
        };
        self.expect(Operator::Bar, false)?;
        Ok(RawKind::Transform(pattern, update, delete))
    }

    /// What `operator`, which was taken, makes of `left`.
    fn infix(&mut self, operator: Operator, span: Span, left: Raw) -> Fallible<Raw> {
        let kind = match operator {
            Operator::OpenParen => return self.call(span, left),
            Operator::OpenBracket => return self.brackets(span, left),
            Operator::Caret => self.order_by(left)?,
            Operator::OpenBrace => RawKind::GroupBy(Box::new(left), self.pairs()?),
            Operator::Question => {
                let then = Box::new(self.expression(0)?);
                let otherwise = if self.take(Operator::Colon)? {
                    Some(Box::new(self.expression(0)?))
                } else {
                    None
                };
                RawKind::Condition(Box::new(left), then, otherwise)
            }
            Operator::ColonEqual => {
                if !matches!(left.kind, RawKind::Variable(_)) {
                    return Err(Open::new("S0212").at(left.span).token(left.kind.token()));
                }
                let value = self.expression(Operator::ColonEqual.power() - 1)?;
                RawKind::Binary(operator, Box::new(left), Box::new(value))
            }
            Operator::At | Operator::Hash => {
                let variable = self.expression(operator.power())?;
                if !matches!(variable.kind, RawKind::Variable(_)) {
                    return Err(Open::new("S0214").at(variable.span).token(operator.text()));
                }
                RawKind::Binary(operator, Box::new(left), Box::new(variable))
            }
            _ => {
                let right = self.expression(operator.power())?;
                RawKind::Binary(operator, Box::new(left), Box::new(right))
            }
        };
        Ok(Raw::new(kind, span))
    }

    /// `[]` keeps arrays of what stands before it; anything else in brackets is a predicate.
    fn brackets(&mut self, span: Span, mut left: Raw) -> Fallible<Raw> {
        if self.token.is(Operator::CloseBracket) {
            let mut step = &mut left;
            while let RawKind::Binary(Operator::OpenBracket, inner, _) = &mut step.kind {
                step = inner;
            }
            step.keep_array = true;
            self.advance(false)?;
            return Ok(left);
        }
        let predicate = self.expression(0)?;
        self.expect(Operator::CloseBracket, true)?;
        let kind = RawKind::Binary(Operator::OpenBracket, Box::new(left), Box::new(predicate));
        Ok(Raw::new(kind, span))
    }

    fn order_by(&mut self, left: Raw) -> Fallible<RawKind> {
        self.expect(Operator::OpenParen, false)?;
        let mut terms = Vec::new();
        loop {
            let descending = self.token.is(Operator::Greater);
            if descending || self.token.is(Operator::Less) {
                self.advance(false)?;
            }
            terms.push((descending, self.expression(0)?));
            if !self.take(Operator::Comma)? {
                break;
            }
        }
        self.expect(Operator::CloseParen, false)?;
        Ok(RawKind::OrderBy(Box::new(left), terms))
    }

    fn call(&mut self, span: Span, left: Raw) -> Fallible<Raw> {
        let mut arguments = Vec::new();
        let mut partial = false;
        if !self.token.is(Operator::CloseParen) {
            loop {
                if self.token.is(Operator::Question) {
                    partial = true;
                    let token = self.advance(false)?;
                    arguments.push(Raw::new(RawKind::Placeholder, token.span));
                } else {
                    arguments.push(self.expression(0)?);
                }
                if !self.take(Operator::Comma)? {
                    break;
                }
            }
        }
        self.expect(Operator::CloseParen, true)?;
        if matches!(&left.kind, RawKind::Name(name) if matches!(&**name, "function" | "λ")) {
            return self.lambda(span, arguments);
        }
        let kind = RawKind::Call {
            callee: Box::new(left),
            arguments,
            partial,
        };
        Ok(Raw::new(kind, span))
    }

    fn lambda(&mut self, span: Span, arguments: Vec<Raw>) -> Fallible<Raw> {
        let mut parameters = Vec::new();
        for (at, argument) in arguments.into_iter().enumerate() {
            match argument.kind {
                RawKind::Variable(name) => parameters.push(name),
                other => {
                    return Err(Open::new("S0208")
                        .at(argument.span)
                        .token(other.token())
                        .value("value", (at + 1).to_string()));
                }
            }
        }
        let signature = if self.token.is(Operator::Less) {
            Some(Box::new(self.signature()?))
        } else {
            None
        };
        self.expect(Operator::OpenBrace, false)?;
        let body = Box::new(self.expression(0)?);
        self.expect(Operator::CloseBrace, false)?;
        let kind = RawKind::Lambda {
            parameters,
            signature,
            body,
        };
        Ok(Raw::new(kind, span))
    }

    /// `<…>`: put together from tokens, as the reference does, so that blanks do not count.
    fn signature(&mut self) -> Fallible<Signature> {
        let start = self.token.span;
        let mut depth = 1;
        let mut text = "<".to_owned();
        while depth > 0
            && !self.token.is(Operator::OpenBrace)
            && !matches!(self.token.kind, TokenKind::End)
        {
            self.advance(false)?;
            if self.token.is(Operator::Greater) {
                depth -= 1;
            } else if self.token.is(Operator::Less) {
                depth += 1;
            }
            text.push_str(&self.token.text());
        }
        self.expect(Operator::Greater, false)?;
        Signature::parse(&text).map_err(|failure| failure.at(start))
    }
}

/// A number as it is written, where JSON can write it so; integers keep all their digits.
fn literal(text: &str) -> Value {
    match text.parse::<i64>() {
        Ok(int) => Value::from(int),
        Err(_) => Number::parse(text).map_or(Value::Null, Value::from),
    }
}
