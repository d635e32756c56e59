//! What is said of text that is no YAML.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::source::rule;
use granit_parser::{ErrorKind, ScanError};

/// The diagnostic for what the parser stopped at.
pub(super) fn finding(text: &str, offset: usize, error: &ScanError) -> Diagnostic {
    let at = error.marker().byte_offset().unwrap_or_default() + offset;
    let at = floor(text, at);
    let length = text[at..]
        .chars()
        .next()
        .filter(|found| *found != '\n' && *found != '\r')
        .map_or(0, char::len_utf8);
    let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[at..]
        .find('\n')
        .map_or(text.len(), |length| at + length);
    let line = &text[line_start..line_end];
    let (message, help) = words(error, line);
    let mut diagnostic = Diagnostic::error(rule::SYNTAX, Span::new(at, at + length), message);
    if line.contains("{%") {
        diagnostic = diagnostic.help("put a JSONata expression in quotes: `'{% … %}'`");
    } else if !help.is_empty() {
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn words(error: &ScanError, line: &str) -> (String, &'static str) {
    use ErrorKind as E;
    const INDENT: &str =
        "lines of one mapping or list begin in the same column, below the key they belong to";
    let (message, help) = match error.kind() {
        E::TabNotAllowed
        | E::TabInBlockIndentation
        | E::TabInIndentation
        | E::TabAtBlockScalarStart => (
            "a tab stands where YAML takes blanks only",
            "indent with blanks",
        ),
        E::TabInPlainScalar => (
            "a tab stands in text without quotes",
            "write blanks, or quote the text",
        ),
        E::InvalidIndentation
        | E::InvalidBlockScalarIndent
        | E::InvalidQuotedScalarIndent
        | E::InvalidFlowScalarIndent => (
            "the line is indented in a way that fits nothing above it",
            INDENT,
        ),
        E::ExpectedBlockMappingKey => (
            "expected a key of the mapping, found something else",
            "a member is `key: value`; its key begins in the column of the keys above",
        ),
        E::ExpectedBlockSequenceEntry => (
            "expected `- ` and an item, found something else",
            "items of a list begin with `- ` in the column of those above",
        ),
        E::MappingValueNotAllowed | E::InvalidColonPlacement | E::MappingKeyNotAllowed => (
            "a `: ` stands where no key can be",
            "quote text that holds `: `; otherwise look at the indentation",
        ),
        E::SimpleKeyExpected | E::InvalidSimpleKey => (
            "expected `:` behind the key",
            "a member is `key: value`; text over several lines stands indented below its key",
        ),
        E::BlockSequenceEntryNotAllowed | E::BlockEntryInFlowCollection => (
            "a list item `- ` stands where no list can be",
            "put the list below its key, or write `[a, b]`",
        ),
        E::ExpectedFlowMappingSeparator
        | E::UnexpectedEofFlowMapping
        | E::UnexpectedEofImplicitFlowMapping => (
            "expected `,` or `}` in a mapping that begins with `{`",
            "close it with `}`; quote text that begins with `{`",
        ),
        E::ExpectedFlowSequenceSeparator | E::UnexpectedEofFlowSequence => (
            "expected `,` or `]` in a list that begins with `[`",
            "close it with `]`; quote text that begins with `[`",
        ),
        E::UnclosedFlowCollection { .. } => ("a bracket is not closed", "add the closing bracket"),
        E::MismatchedFlowCollectionEnd { open, close } => {
            return (
                format!("`{open}` is closed by `{close}`"),
                "close each bracket by its own kind",
            );
        }
        E::MisplacedFlowCollectionEnd => (
            "a closing bracket stands without an opening one",
            "remove it, or quote the text",
        ),
        E::UnclosedQuotedScalar | E::DocumentIndicatorInQuotedScalar => {
            ("the text in quotes is not closed", "add the closing quote")
        }
        E::InvalidTrailingSingleQuotedScalar => (
            "something stands behind the closing `'`",
            "a `'` inside single quotes is written `''`",
        ),
        E::InvalidTrailingDoubleQuotedScalar => (
            "something stands behind the closing `\"`",
            "a `\"` inside double quotes is written `\\\"`",
        ),
        E::UnknownQuotedScalarEscape => (
            "a backslash stands before a character that needs none",
            "a backslash itself is written `\\\\`; in single quotes it needs no other",
        ),
        E::InvalidQuotedScalarHexEscape
        | E::InvalidLowSurrogateHexEscape
        | E::InvalidLowSurrogate
        | E::MissingLowSurrogate
        | E::UnpairedLowSurrogate
        | E::InvalidUnicodeEscape => (
            "the escape stands for no character",
            "`\\u` takes four hexadecimal digits, `\\x` two",
        ),
        E::UnexpectedCharacter { character } => {
            return (
                format!("text without quotes cannot begin with `{character}`"),
                "quote the text",
            );
        }
        E::CommentNotSeparated => (
            "a `#` stands directly behind a value",
            "put a blank before the comment",
        ),
        E::CommentInterceptedScalar => (
            "a comment stands inside text that goes on below it",
            "quote the text, or move the comment",
        ),
        E::RecursionLimitExceeded => {
            let limit = super::MAX_DEPTH;
            return (
                format!("this nests deeper than {limit} levels of sequences and mappings"),
                "",
            );
        }
        E::ZeroBlockScalarIndent | E::InvalidBlockScalarHeader => (
            "something stands behind the `|` or `>` that does not belong there",
            "begin the text in the next line",
        ),
        E::ExpectedNodeContent => (
            "expected a value, found something else",
            "quote text that holds signs of YAML",
        ),
        E::UndeclaredTagHandle => (
            "the tag's prefix is not declared",
            "quote text that begins with `!`",
        ),
        E::MissingAnchorOrAliasName => (
            "the name of an anchor `&` or alias `*` is missing",
            "quote text that begins with `&` or `*`",
        ),
        E::InvalidDocumentEnd | E::ExpectedDocumentStart => (
            "something stands behind the end of the document",
            "one file holds one definition; look at the indentation of this line",
        ),
        _ if line.trim_start().starts_with('%') => (
            "a `%` stands at the beginning of a line",
            "quote text that begins with `%`",
        ),
        other => return (format!("this is no YAML: {other}"), ""),
    };
    (message.to_owned(), help)
}
