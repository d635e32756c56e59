//! `when`: which requests an answer is for.

use super::super::findings::Findings;
use crate::source::{Kind, Node};
use crate::value::{MAX_DEPTH, Str, Value};

const OPERATORS: [&str; 3] = ["$like", "$exists", "$any"];

/// What a part of the request must look like.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    /// Equal to this; numbers by value.
    Equal(Value),
    /// An object that has at least these members.
    Members(Vec<(Str, Self)>),
    /// A list of exactly these items.
    Items(Vec<Self>),
    /// `$like`: a text with wildcards, as in `StringMatches`.
    Like(Vec<Glyph>),
    /// `$exists`: whether it is there at all.
    Exists(bool),
    /// `$any`: one of these.
    Any(Vec<Self>),
}

/// A piece of a text with wildcards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Glyph {
    /// Any text.
    Star,
    /// This letter.
    Letter(char),
}

impl Pattern {
    /// Reads a pattern.
    pub(super) fn read(node: &Node, findings: &mut Findings) -> Self {
        read(node, 0, findings)
    }

    /// Whether a value, or the lack of one, is as it must be.
    pub(super) fn matches(&self, value: Option<&Value>) -> bool {
        let Some(value) = value else {
            return match self {
                Self::Exists(there) => !there,
                Self::Any(patterns) => patterns.iter().any(|pattern| pattern.matches(None)),
                _ => false,
            };
        };
        match self {
            Self::Equal(expected) => value == expected,
            Self::Members(members) => {
                value.as_object().is_some()
                    && members
                        .iter()
                        .all(|(key, pattern)| pattern.matches(value.get(key)))
            }
            Self::Items(patterns) => value.as_array().is_some_and(|items| {
                items.len() == patterns.len()
                    && patterns
                        .iter()
                        .zip(items.iter())
                        .all(|(pattern, item)| pattern.matches(Some(item)))
            }),
            Self::Like(glyphs) => value.as_str().is_some_and(|text| is_like(text, glyphs)),
            Self::Exists(there) => *there,
            Self::Any(patterns) => patterns.iter().any(|pattern| pattern.matches(Some(value))),
        }
    }
}

fn read(node: &Node, depth: u32, findings: &mut Findings) -> Pattern {
    if depth == MAX_DEPTH {
        findings.error(
            node.span,
            format!("`when` nests at most {MAX_DEPTH} levels deep"),
        );
        return Pattern::Exists(true);
    }
    match &node.kind {
        Kind::Array(items) => Pattern::Items(
            items
                .iter()
                .map(|item| read(item, depth + 1, findings))
                .collect(),
        ),
        Kind::Object(members) => {
            if let [only] = &members[..] {
                let pattern = match &*only.key.text {
                    "$like" => findings
                        .text(&only.value, "`$like`")
                        .map(|text| Pattern::Like(glyphs(text))),
                    "$exists" => findings
                        .truth(&only.value, "`$exists`")
                        .map(Pattern::Exists),
                    "$any" => findings.items(&only.value, "`$any`").map(|items| {
                        Pattern::Any(
                            items
                                .iter()
                                .map(|item| read(item, depth + 1, findings))
                                .collect(),
                        )
                    }),
                    _ => None,
                };
                if OPERATORS.contains(&&*only.key.text) {
                    return pattern.unwrap_or(Pattern::Exists(true));
                }
            }
            let mut patterns = Vec::with_capacity(members.len());
            for member in members {
                let key = &member.key.text;
                let plain = match key.strip_prefix("$$") {
                    Some(plain) => format!("${plain}").into(),
                    None if OPERATORS.contains(&&**key) => {
                        findings.error(
                            member.key.span,
                            format!("`{key}` stands alone in its mapping, other keys cannot stand beside it"),
                        );
                        continue;
                    }
                    None if key.starts_with('$') => {
                        findings.unknown_key(&member.key, "`when`", &OPERATORS);
                        findings.help(format!("write `${key}` for a key that is called `{key}`"));
                        continue;
                    }
                    None => key.clone(),
                };
                patterns.push((plain, read(&member.value, depth + 1, findings)));
            }
            Pattern::Members(patterns)
        }
        _ => Pattern::Equal(node.to_value()),
    }
}

/// `*` stands for any text, `\*` and `\\` for themselves.
fn glyphs(text: &str) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        glyphs.push(match letter {
            '*' => Glyph::Star,
            '\\' => Glyph::Letter(letters.next().unwrap_or('\\')),
            _ => Glyph::Letter(letter),
        });
    }
    glyphs
}

/// Whether a text is like the glyphs. Goes back to the last star only, so it takes at most text × glyphs steps.
fn is_like(text: &str, glyphs: &[Glyph]) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let (mut at, mut glyph, mut last_star) = (0, 0, None);
    while at < letters.len() {
        match glyphs.get(glyph) {
            Some(Glyph::Star) => {
                last_star = Some((glyph, at));
                glyph += 1;
            }
            Some(Glyph::Letter(letter)) if *letter == letters[at] => {
                glyph += 1;
                at += 1;
            }
            _ => match last_star {
                Some((star, from)) => {
                    last_star = Some((star, from + 1));
                    glyph = star + 1;
                    at = from + 1;
                }
                None => return false,
            },
        }
    }
    glyphs[glyph..].iter().all(|glyph| *glyph == Glyph::Star)
}
