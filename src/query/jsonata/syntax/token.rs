//! Tokens.

use crate::base::Span;
use std::borrow::Cow;

/// Everything that stands between operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Dot,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    Comma,
    At,
    Hash,
    Semicolon,
    Colon,
    Question,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Bar,
    Equal,
    Less,
    Greater,
    Caret,
    StarStar,
    DotDot,
    ColonEqual,
    NotEqual,
    LessEqual,
    GreaterEqual,
    TildeGreater,
    And,
    Or,
    In,
    Ampersand,
    Bang,
    Tilde,
}

impl Operator {
    /// The operator that this character alone is.
    pub(super) fn single(byte: u8) -> Option<Self> {
        Some(match byte {
            b'.' => Self::Dot,
            b'[' => Self::OpenBracket,
            b']' => Self::CloseBracket,
            b'{' => Self::OpenBrace,
            b'}' => Self::CloseBrace,
            b'(' => Self::OpenParen,
            b')' => Self::CloseParen,
            b',' => Self::Comma,
            b'@' => Self::At,
            b'#' => Self::Hash,
            b';' => Self::Semicolon,
            b':' => Self::Colon,
            b'?' => Self::Question,
            b'+' => Self::Plus,
            b'-' => Self::Minus,
            b'*' => Self::Star,
            b'/' => Self::Slash,
            b'%' => Self::Percent,
            b'|' => Self::Bar,
            b'=' => Self::Equal,
            b'<' => Self::Less,
            b'>' => Self::Greater,
            b'^' => Self::Caret,
            b'&' => Self::Ampersand,
            b'!' => Self::Bang,
            b'~' => Self::Tilde,
            _ => return None,
        })
    }

    /// How strongly it binds what stands to its left; 0 where it never follows an operand.
    pub(super) fn power(self) -> u8 {
        match self {
            Self::OpenBracket | Self::OpenParen | Self::At | Self::Hash => 80,
            Self::Dot => 75,
            Self::OpenBrace => 70,
            Self::Star | Self::Slash | Self::Percent => 60,
            Self::Plus | Self::Minus | Self::Ampersand => 50,
            Self::Equal
            | Self::Less
            | Self::Greater
            | Self::Caret
            | Self::NotEqual
            | Self::LessEqual
            | Self::GreaterEqual
            | Self::TildeGreater
            | Self::In => 40,
            Self::And => 30,
            Self::Or => 25,
            Self::Question => 20,
            Self::ColonEqual => 10,
            _ => 0,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Dot => ".",
            Self::OpenBracket => "[",
            Self::CloseBracket => "]",
            Self::OpenBrace => "{",
            Self::CloseBrace => "}",
            Self::OpenParen => "(",
            Self::CloseParen => ")",
            Self::Comma => ",",
            Self::At => "@",
            Self::Hash => "#",
            Self::Semicolon => ";",
            Self::Colon => ":",
            Self::Question => "?",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Percent => "%",
            Self::Bar => "|",
            Self::Equal => "=",
            Self::Less => "<",
            Self::Greater => ">",
            Self::Caret => "^",
            Self::StarStar => "**",
            Self::DotDot => "..",
            Self::ColonEqual => ":=",
            Self::NotEqual => "!=",
            Self::LessEqual => "<=",
            Self::GreaterEqual => ">=",
            Self::TildeGreater => "~>",
            Self::And => "and",
            Self::Or => "or",
            Self::In => "in",
            Self::Ampersand => "&",
            Self::Bang => "!",
            Self::Tilde => "~",
        }
    }
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub(super) kind: TokenKind<'t>,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TokenKind<'t> {
    Operator(Operator),
    Name(&'t str),
    /// Without the `$`.
    Variable(&'t str),
    String(Cow<'t, str>),
    /// The number as it is written.
    Number(&'t str),
    True,
    False,
    Null,
    Regex {
        pattern: &'t str,
        flags: &'t str,
    },
    End,
}

impl Token<'_> {
    pub(super) fn is(&self, operator: Operator) -> bool {
        matches!(self.kind, TokenKind::Operator(own) if own == operator)
    }

    /// What messages call it.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match &self.kind {
            TokenKind::Operator(operator) => Cow::Borrowed(operator.text()),
            TokenKind::Name(text) | TokenKind::Variable(text) | TokenKind::Number(text) => {
                Cow::Borrowed(text)
            }
            TokenKind::String(text) => Cow::Borrowed(text),
            TokenKind::True => Cow::Borrowed("true"),
            TokenKind::False => Cow::Borrowed("false"),
            TokenKind::Null => Cow::Borrowed("null"),
            TokenKind::Regex { pattern, flags } => Cow::Owned(format!("/{pattern}/{flags}")),
            TokenKind::End => Cow::Borrowed("(end)"),
        }
    }
}
