//! Text of a filter to its tests, as Jayway splits it.

use super::filter::OperandKind;
use super::parse::{steps, trim};
use super::{Comparison, Filter, Operand, Operator, PathSyntaxError, Test};
use crate::base::Span;
use crate::value::Number;
use std::ops::Range;

type Parsed<T> = Result<T, PathSyntaxError>;

/// In the order in which Jayway looks for them.
const OPERATORS: [(&str, Option<Operator>); 7] = [
    ("==", Some(Operator::Equal)),
    (">=", Some(Operator::GreaterOrEqual)),
    ("<=", Some(Operator::LessOrEqual)),
    ("!=", Some(Operator::NotEqual)),
    ("<", Some(Operator::Less)),
    (">", Some(Operator::Greater)),
    ("=~", None),
];

/// The filter in the brackets at `brackets`, whose `?` is at `mark`.
pub(super) fn filter(text: &str, brackets: Range<usize>, mark: usize) -> Parsed<Filter> {
    let brackets = bounds(text, brackets, mark)?;
    let start = brackets.start;
    let unwrapped = unwrap(text, brackets, "[", "]")
        .and_then(|inside| unwrap(text, inside, "?", ""))
        .and_then(|inside| unwrap(text, inside, "(", ")"));
    let Some(inside) = unwrapped else {
        return Err(PathSyntaxError::new(
            "a filter looks like `[?(@.name == 'value')]`",
            start,
        ));
    };
    let mut alternatives = Vec::new();
    let mut tests = Vec::new();
    let mut wanted = true;
    for piece in pieces(text, &inside) {
        let piece = trim(text, piece);
        match &text[piece.clone()] {
            operator @ ("&&" | "||") if wanted => {
                let message = format!("expected a test before `{operator}`");
                return Err(PathSyntaxError::new(message, piece.start));
            }
            "&&" => wanted = true,
            "||" => {
                wanted = true;
                alternatives.push(std::mem::take(&mut tests).into());
            }
            _ => {
                wanted = false;
                tests.push(test(text, piece)?);
            }
        }
    }
    if wanted {
        return Err(PathSyntaxError::new("expected a test", inside.end));
    }
    alternatives.push(tests.into());
    Ok(Filter {
        alternatives: alternatives.into(),
    })
}

/// From the `[` before the `?` to the `]` that closes it outside of quotes and parentheses.
fn bounds(text: &str, brackets: Range<usize>, mark: usize) -> Parsed<Range<usize>> {
    let start = text[brackets.start..mark]
        .rfind('[')
        .map_or(brackets.start, |at| brackets.start + at);
    let (mut parentheses, mut squares, mut quoted, mut before) = (0_i64, 0_i64, false, b' ');
    for (at, byte) in text[start..brackets.end].bytes().enumerate() {
        match byte {
            b'\'' if before != b'\\' => quoted = !quoted,
            _ if quoted => {}
            b'(' => parentheses += 1,
            b')' => parentheses -= 1,
            b'[' => squares += 1,
            b']' => {
                squares -= 1;
                if parentheses == 0 {
                    return match squares {
                        0 => Ok(start..start + at + 1),
                        _ => Err(PathSyntaxError::new(
                            "the brackets in the filter do not match",
                            start + at,
                        )),
                    };
                }
            }
            _ => {}
        }
        before = byte;
    }
    Err(PathSyntaxError::new("the filter is not closed", start))
}

/// What stands between `open` and `close`, without blanks around it.
fn unwrap(text: &str, range: Range<usize>, open: &str, close: &str) -> Option<Range<usize>> {
    let part = &text[range.clone()];
    let fits =
        part.starts_with(open) && part.ends_with(close) && part.len() >= open.len() + close.len();
    fits.then(|| trim(text, range.start + open.len()..range.end - close.len()))
}

/// Cut in front of and behind every `&&` and `||`.
fn pieces(text: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    let part = &text[range.clone()];
    let is_cut = |at: usize| {
        let (before, after) = part.as_bytes().split_at(at);
        before.ends_with(b"&&")
            || before.ends_with(b"||")
            || after.starts_with(b"&&")
            || after.starts_with(b"||")
    };
    let mut pieces = Vec::new();
    let mut from = 0;
    for at in (1..part.len()).filter(|at| is_cut(*at)) {
        pieces.push(range.start + from..range.start + at);
        from = at;
    }
    pieces.push(range.start + from..range.end);
    pieces
}

fn test(text: &str, piece: Range<usize>) -> Parsed<Test> {
    let part = &text[piece.clone()];
    let from = part.len() - part.trim_start_matches(['[', '?', '(', ' ']).len();
    let kept = part[from..].trim_end_matches([')', ' ']).len();
    let range = piece.start + from..piece.start + from + kept;
    let part = &text[range.clone()];
    let span = Span::new(range.start, range.end);
    let operator = OPERATORS
        .iter()
        .find_map(|(sign, operator)| Some((part.find(sign)?, *sign, *operator)));
    let Some((at, sign, operator)) = operator else {
        return existence(text, trim(text, range)).map(|comparison| Test { comparison, span });
    };
    let at = range.start + at;
    let Some(operator) = operator else {
        return Err(PathSyntaxError::new(
            "Step Functions has no regular expressions in filters",
            at,
        ));
    };
    let left = trim(text, range.start..at);
    let left = match text[left.clone()].starts_with("!@") {
        true => left.start + 1..left.end,
        false => left,
    };
    let left = operand(text, left)?;
    let right = operand(text, trim(text, at + sign.len()..range.end))?;
    let comparison = Comparison::Compare {
        left,
        operator,
        right,
    };
    Ok(Test { comparison, span })
}

fn existence(text: &str, range: Range<usize>) -> Parsed<Comparison> {
    let part = &text[range.clone()];
    if part.starts_with("!@") {
        return operand(text, range.start + 1..range.end).map(Comparison::Missing);
    }
    if part.starts_with(['$', '@']) {
        return operand(text, range).map(Comparison::Exists);
    }
    Err(PathSyntaxError::new(
        "expected a comparison such as `@.name == 'value'`",
        range.start,
    ))
}

fn operand(text: &str, range: Range<usize>) -> Parsed<Operand> {
    let part = &text[range.clone()];
    let error = |message: &str| Err(PathSyntaxError::new(message, range.start));
    let kind = if part.starts_with(['$', '@']) {
        let steps = steps(text, range.start + 1..range.end, true)?;
        if !steps.is_definite() {
            return error("a path in a filter must lead to one value");
        }
        OperandKind::Path {
            from_root: part.starts_with('$'),
            steps,
        }
    } else if part.starts_with("!@") {
        return error("`!` only asks whether a value is missing, as in `[?(!@.name)]`");
    } else if part == "'" || part == "/" || part == "/i" {
        return error("the text is not closed");
    } else if part.starts_with('\'') && part.ends_with('\'') {
        text_operand(&part[1..part.len() - 1], true)
    } else if part.starts_with('/') && (part.ends_with('/') || part.ends_with("/i")) {
        OperandKind::Pattern
    } else {
        text_operand(part, false)
    };
    let span = Span::new(range.start, range.end);
    Ok(Operand { kind, span })
}

fn text_operand(text: &str, quoted: bool) -> OperandKind {
    OperandKind::Text {
        text: text.into(),
        number: Number::parse(text),
        quoted,
    }
}
