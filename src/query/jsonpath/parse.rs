//! Text to steps, as lenient and as odd as Jayway's compiler.

use super::{PathSyntaxError, Root, Step, StepKind, Steps, parse_filter};
use crate::base::Span;
use crate::value::Str;
use std::ops::Range;

/// More steps than any real path has; bounds the recursion of the evaluation.
const MAX_STEPS: usize = 500;

type Parsed<T> = Result<T, PathSyntaxError>;

/// Compiles a whole path: root and steps.
pub(super) fn path(text: &str) -> Parsed<(Root, Steps)> {
    let body = trim(text, 0..text.len());
    if body.is_empty() {
        return Err(PathSyntaxError::new("the path is empty", 0));
    }
    if text[body.clone()].starts_with("$$") {
        let steps = steps(text, body.start + 2..body.end, false)?;
        return Ok((Root::Context, steps));
    }
    let Some(rest) = text[body.clone()].strip_prefix('$') else {
        return Err(PathSyntaxError::new("a path starts with `$`", body.start));
    };
    let name = &rest[..rest.find(['.', '[', ' ']).unwrap_or(rest.len())];
    let start = body.start + 1;
    let root = match name {
        "" => Root::Input,
        name => Root::Variable(variable_name(name, start)?),
    };
    let steps = steps(text, start + name.len()..body.end, false)?;
    Ok((root, steps))
}

/// Compiles what stands behind the root.
pub(super) fn steps(text: &str, range: Range<usize>, in_filter: bool) -> Parsed<Steps> {
    match text[range.clone()].bytes().next() {
        None | Some(b'.' | b'[') => Compiler::new(text, range, in_filter).run(),
        Some(b' ') => Err(PathSyntaxError::new(
            "a blank is not allowed here",
            range.start,
        )),
        Some(_) => Err(PathSyntaxError::new(
            "expected `.` or `[` after the root",
            range.start,
        )),
    }
}

fn variable_name(name: &str, offset: usize) -> Parsed<Str> {
    let odd = name.char_indices().find(|(at, char)| {
        let fits = !char.is_ascii() || char.is_ascii_alphabetic() || *char == '_';
        !(fits || *at > 0 && char.is_ascii_digit())
    });
    match odd {
        None => Ok(name.into()),
        Some((at, char)) => Err(PathSyntaxError::new(
            format!(
                "`{char}` cannot stand in the name of a variable; expected `$.`, `$[` or a name"
            ),
            offset + at,
        )),
    }
}

/// Without what Java's `trim` takes away at both ends.
pub(super) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = part.len() - part.trim_start_matches(|char| char <= ' ').len();
    let kept = part[start..].trim_end_matches(|char| char <= ' ').len();
    range.start + start..range.start + start + kept
}

struct Compiler<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    in_filter: bool,
    steps: Vec<Step>,
}

impl<'t> Compiler<'t> {
    fn new(text: &'t str, range: Range<usize>, in_filter: bool) -> Self {
        Self {
            text,
            at: range.start,
            end: range.end,
            in_filter,
            steps: Vec::new(),
        }
    }

    fn run(mut self) -> Parsed<Steps> {
        if self.text[self.at..self.end].ends_with("..") {
            return Err(PathSyntaxError::new(
                "a path cannot end with `..`",
                self.end - 2,
            ));
        }
        while let Some(byte) = self.peek() {
            let start = self.at;
            match byte {
                b' ' => return Err(PathSyntaxError::new("a blank is not allowed here", self.at)),
                b'.' => self.dot()?,
                b'[' => self.bracket()?,
                b'*' => {
                    self.at += 1;
                    self.push(StepKind::Wildcard, start)?;
                }
                b'$' => {
                    self.at += 1;
                    self.push(StepKind::Root, start)?;
                }
                _ => self.name(start)?,
            }
        }
        Ok(Steps::new(self.steps))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes()[..self.end].get(self.at).copied()
    }

    fn push(&mut self, kind: StepKind, start: usize) -> Parsed<()> {
        if self.steps.len() == MAX_STEPS {
            return Err(PathSyntaxError::new(
                format!("a path has at most {MAX_STEPS} steps"),
                start,
            ));
        }
        self.steps.push(Step {
            kind,
            span: Span::new(start, self.at),
        });
        Ok(())
    }

    /// A dot and what belongs to it: a second one, a name, `*`, or nothing where a bracket follows.
    fn dot(&mut self) -> Parsed<()> {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            None => Err(PathSyntaxError::new("expected a name after `.`", self.at)),
            Some(b'.') => {
                self.at += 1;
                self.push(StepKind::Recursive, start)
            }
            Some(b'[' | b' ') => Ok(()),
            Some(_) => self.name(start),
        }
    }

    /// A name without quotes: up to `.`, `[` or a blank.
    fn name(&mut self, start: usize) -> Parsed<()> {
        let from = self.at;
        let rest = &self.text[from..self.end];
        let name = &rest[..rest.find(['.', '[', ' ']).unwrap_or(rest.len())];
        self.at += name.len();
        if name == "*" {
            return self.push(StepKind::Wildcard, start);
        }
        if !name.contains(['\'', ']']) {
            return self.push(StepKind::Name(name.into()), start);
        }
        // Jayway puts `['` and `']` around the name and reads that.
        let quoted = format!("'{name}']");
        let names = quoted_names(&quoted).unwrap_or_default();
        self.push(names_step(names), start)
    }

    /// A bracket up to the one that closes it, wherever quotes are.
    fn bracket(&mut self) -> Parsed<()> {
        let start = self.at;
        let mut nested = 0_usize;
        let rest = &self.text[start..self.end];
        let close = rest.bytes().enumerate().skip(1).find(|(_, byte)| {
            match byte {
                b'[' => nested += 1,
                b']' if nested == 0 => return true,
                b']' => nested -= 1,
                _ => {}
            }
            false
        });
        let part = close.map_or(rest, |(at, _)| &rest[..=at]);
        self.at += part.len();
        if part == "[*]" {
            return self.push(StepKind::Wildcard, start);
        }
        let deciding = part.char_indices().find(|(_, char)| {
            matches!(char, '?' | '\'' | ':' | '-' | '@') || char.is_ascii_digit()
        });
        let unreadable = |message: &str| PathSyntaxError::new(message, start);
        let kind = match deciding {
            None => {
                let message = match close {
                    None => "the `[` is not closed",
                    Some(_) if part.contains('"') => "names in brackets stand in single quotes",
                    Some(_) => {
                        "expected an index, a name in single quotes, `*` or a filter in the brackets"
                    }
                };
                return Err(unreadable(message));
            }
            Some((at, '?')) if self.in_filter => {
                return Err(PathSyntaxError::new(
                    "a filter cannot stand in a filter",
                    start + at,
                ));
            }
            Some((at, '?')) => {
                StepKind::Filter(parse_filter::filter(self.text, start..self.at, start + at)?)
            }
            Some((at, '\'')) => {
                let names =
                    quoted_names(&part[at..]).ok_or_else(|| unreadable("the `[` is not closed"))?;
                names_step(names)
            }
            Some((at, _)) => indexes(&part[at..]).map_err(|message| unreadable(&message))?,
        };
        self.push(kind, start)
    }
}

fn names_step(mut names: Vec<Str>) -> StepKind {
    match names.len() {
        1 => StepKind::Name(names.remove(0)),
        _ => StepKind::Names(names.into()),
    }
}

/// The names between single quotes, up to the first `]`, which also counts inside quotes. Nothing where there is none.
fn quoted_names(text: &str) -> Option<Vec<Str>> {
    let inside = &text[..text.find(']')?];
    // Odd pieces are inside quotes; a piece that no quote closes is no name.
    let pieces: Vec<&str> = inside.split('\'').collect();
    let closed = pieces.len().saturating_sub(1);
    Some(
        pieces[..closed]
            .iter()
            .skip(1)
            .step_by(2)
            .map(|name| (*name).into())
            .collect(),
    )
}

/// What stands in brackets from the first digit, colon, minus or `@` on.
fn indexes(text: &str) -> Result<StepKind, String> {
    let mut reader = Characters {
        text: text.as_bytes(),
        at: 0,
    };
    if reader.peek()? == b'@' {
        return from_end(reader);
    }
    let mut numbers = Vec::new();
    let mut digits = String::new();
    let (mut list, mut open_end, mut open_start, mut between) = (false, false, false, false);
    while matches!(reader.peek()?, b'0'..=b'9' | b',' | b' ' | b':' | b'-') {
        match reader.peek()? {
            b' ' => {}
            b',' => {
                numbers.push(int(&digits)?);
                digits.clear();
                list = true;
            }
            b':' if digits.is_empty() => {
                open_start = true;
                reader.number_after_colon(&mut digits)?;
                numbers.push(int(&digits)?);
                digits.clear();
            }
            b':' => {
                numbers.push(int(&digits)?);
                digits.clear();
                reader.number_after_colon(&mut digits)?;
                if digits.is_empty() {
                    open_end = true;
                } else {
                    between = true;
                    numbers.push(int(&digits)?);
                    digits.clear();
                }
            }
            byte => digits.push(char::from(byte)),
        }
        if reader.peek()? == b']' {
            break;
        }
        reader.at += 1;
    }
    if !digits.is_empty() {
        numbers.push(int(&digits)?);
    }
    let number = |at: usize| numbers.get(at).copied();
    Ok(match numbers[..] {
        [index] if !open_start && !open_end => StepKind::Index(index),
        _ if list => StepKind::Indexes(numbers.into()),
        _ if open_end => StepKind::Slice {
            start: number(0),
            end: None,
        },
        _ if open_start => StepKind::Slice {
            start: None,
            end: number(0),
        },
        _ if between => StepKind::Slice {
            start: number(0),
            end: number(1),
        },
        _ => return Err("expected an index in the brackets".to_owned()),
    })
}

/// `@.length-1)`, also with `size()` and blanks.
fn from_end(mut reader: Characters<'_>) -> Result<StepKind, String> {
    reader.at += 2;
    let mut function = String::new();
    while reader.peek()? != b'-' {
        if !matches!(reader.peek()?, b' ' | b'(' | b')') {
            function.push(char::from(reader.peek()?));
        }
        reader.at += 1;
    }
    if !matches!(function.as_str(), "length" | "size") {
        return Err("only `[(@.length-n)]` counts from the end".to_owned());
    }
    let mut digits = String::new();
    while reader.peek()? != b')' {
        if reader.peek()? != b' ' {
            digits.push(char::from(reader.peek()?));
        }
        reader.at += 1;
    }
    int(&digits).map(StepKind::FromEnd)
}

fn int(digits: &str) -> Result<i32, String> {
    digits
        .parse()
        .map_err(|_| format!("`{digits}` is no index"))
}

struct Characters<'t> {
    text: &'t [u8],
    at: usize,
}

impl Characters<'_> {
    fn peek(&self) -> Result<u8, String> {
        self.text
            .get(self.at)
            .copied()
            .ok_or_else(|| "the `[` is not closed".to_owned())
    }

    fn number_after_colon(&mut self, digits: &mut String) -> Result<(), String> {
        self.at += 1;
        while matches!(self.peek()?, b'0'..=b'9' | b' ' | b'-') {
            if self.peek()? != b' ' {
                digits.push(char::from(self.peek()?));
            }
            self.at += 1;
        }
        Ok(())
    }
}
