//! What a file says to the linter: `sfnrun: ignore[rule] reason`, in a comment or in a `Comment` field.

use super::{Comment, Kind, Node, SourceFile, Tree};
use crate::base::{Span, Spanned};
use std::collections::HashSet;
use std::ops::Range;

/// A directive: findings of some rules are meant, in some part of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive {
    /// From `sfnrun:` to the end of its reason.
    pub span: Span,
    /// The rules.
    pub rules: Vec<Spanned<String>>,
    /// Whether it says why.
    pub has_reason: bool,
    /// The part of the file that it is about: findings that begin in it.
    pub scope: Span,
    /// What is taken out of the file to be rid of it.
    pub removal: Span,
    /// Whether there is no list of rules behind it that can be read.
    pub broken: bool,
}

/// The word that a directive begins with.
pub(super) const MARK: &str = "sfnrun:";

/// A directive in a text; all ranges are of that text.
#[derive(Debug, PartialEq, Eq)]
struct Parsed {
    range: Range<usize>,
    rules: Vec<Range<usize>>,
    has_reason: bool,
    whole_file: bool,
    broken: bool,
}

/// The directives of a file, in the order of its text.
///
/// In a comment a directive is about the line that the comment stands on or, where it has a line to itself, about the next
/// line that is no comment; if the key of a state stands there, about the whole state. In a `Comment` field it is about the
/// object that has the field: the state, or the machine. `sfnrun: ignore-file[…]` is about the whole file.
pub fn directives(file: &SourceFile, tree: &Tree) -> Vec<Directive> {
    if !file.text.contains(MARK) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let seen = look_through(tree.root.as_ref());
    in_comments(file, &tree.comments, &seen.states, &mut found);
    for (node, owner) in seen.comments {
        in_field(file, node, owner, &mut found);
    }
    found.sort_by_key(|directive| directive.span);
    found
}

/// The directives in the comments of a template, in the order of its text.
///
/// They are about what those of a definition are about, and besides that about what begins on the line of `owners`: a machine,
/// its definition.
pub(super) fn in_template<'t>(
    file: &SourceFile,
    comments: &[Comment],
    definitions: impl Iterator<Item = &'t Node>,
    owners: Vec<Span>,
) -> Vec<Directive> {
    if !file.text.contains(MARK) {
        return Vec::new();
    }
    let mut wholes = owners;
    for definition in definitions {
        wholes.extend(look_through(Some(definition)).states);
    }
    wholes.sort();
    let mut found = Vec::new();
    in_comments(file, comments, &wholes, &mut found);
    found.sort_by_key(|directive| directive.span);
    found
}

/// What directives are about, and where they stand.
#[derive(Default)]
struct Seen<'t> {
    /// The members of all `States`, from key to end of value.
    states: Vec<Span>,
    /// The values of all `Comment` fields, each with the place of the object that has it.
    comments: Vec<(&'t Node, Span)>,
}

/// Looks through a tree; it may be deep.
fn look_through(root: Option<&Node>) -> Seen<'_> {
    let mut seen = Seen::default();
    let mut open: Vec<(&Node, Span)> = root.map(|root| (root, root.span)).into_iter().collect();
    while let Some((node, place)) = open.pop() {
        match &node.kind {
            Kind::Array(items) => open.extend(items.iter().map(|item| (item, item.span))),
            Kind::Object(members) => {
                for member in members {
                    let whole = member.key.span.join(member.value.span);
                    match &*member.key.text {
                        "Comment" => seen.comments.push((&member.value, place)),
                        "States" => {
                            let states = member.value.members().unwrap_or_default().iter();
                            seen.states
                                .extend(states.map(|state| state.key.span.join(state.value.span)));
                        }
                        _ => {}
                    }
                    open.push((&member.value, whole));
                }
            }
            _ => {}
        }
    }
    seen.states.sort();
    seen
}

fn in_comments(
    file: &SourceFile,
    comments: &[Comment],
    wholes: &[Span],
    found: &mut Vec<Directive>,
) {
    let lines = Lines { file, comments };
    let mut own_lines = None;
    for comment in comments {
        let written = &file.text[comment.span.range()];
        let Some(offset) = written.find(&*comment.text) else {
            continue;
        };
        let base = comment.span.start as usize + offset;
        let place = |range: &Range<usize>| Span::new(base + range.start, base + range.end);
        let parsed = parse(&comment.text);
        let alone = parsed.len() == 1;
        for one in parsed {
            let scope = if one.whole_file {
                Span::new(0, file.text.len() + 1)
            } else {
                let own_lines = own_lines.get_or_insert_with(|| lines.of_comments());
                lines.scope(comment, own_lines, wholes)
            };
            let whole = alone && one.range.start == 0;
            let span = place(&one.range);
            found.push(Directive {
                span,
                rules: named(&comment.text, &one, &place),
                has_reason: one.has_reason,
                scope,
                removal: if whole {
                    lines.of_comment(comment)
                } else {
                    span
                },
                broken: one.broken,
            });
        }
    }
}

fn in_field(file: &SourceFile, node: &Node, owner: Span, found: &mut Vec<Directive>) {
    let Some(text) = node.text() else {
        return;
    };
    let place = |range: &Range<usize>| file.span_in_string(node, range.clone());
    for one in parse(text) {
        let span = place(&one.range);
        let scope = if one.whole_file {
            Span::new(0, file.text.len() + 1)
        } else {
            owner
        };
        found.push(Directive {
            span,
            rules: named(text, &one, &place),
            has_reason: one.has_reason,
            scope,
            removal: span,
            broken: one.broken,
        });
    }
}

fn named(
    text: &str,
    parsed: &Parsed,
    place: &impl Fn(&Range<usize>) -> Span,
) -> Vec<Spanned<String>> {
    let rules = parsed.rules.iter();
    rules
        .map(|range| Spanned::new(text[range.clone()].to_owned(), place(range)))
        .collect()
}

/// Lines of a file with comments in it.
struct Lines<'f> {
    file: &'f SourceFile,
    comments: &'f [Comment],
}

impl Lines<'_> {
    fn line_of(&self, offset: usize) -> usize {
        self.file.line_column(offset).line
    }

    fn start(&self, line: usize) -> usize {
        self.file
            .index()
            .line_start(line)
            .unwrap_or(self.file.text.len())
    }

    /// The lines that hold nothing but a comment.
    fn of_comments(&self) -> HashSet<usize> {
        let alone = self.comments.iter().filter(|comment| comment.own_line);
        alone
            .flat_map(|comment| {
                let first = self.line_of(comment.span.start as usize);
                first..=self.line_of(comment.span.end as usize)
            })
            .collect()
    }

    /// What a comment is about: a line, and the `wholes` that begin on it.
    fn scope(&self, comment: &Comment, own_lines: &HashSet<usize>, wholes: &[Span]) -> Span {
        let mut line = self.line_of(comment.span.start as usize);
        if comment.own_line {
            line = self.line_of(comment.span.end as usize) + 1;
            while line <= self.file.index().lines()
                && (own_lines.contains(&line) || self.is_blank(line))
            {
                line += 1;
            }
        }
        let span = Span::new(self.start(line), self.start(line + 1));
        let first = wholes.partition_point(|whole| whole.start < span.start);
        let of_line = wholes[first..]
            .iter()
            .take_while(|whole| whole.start < span.end);
        of_line.fold(span, |scope, whole| scope.join(*whole))
    }

    fn is_blank(&self, line: usize) -> bool {
        let range = self.start(line)..self.start(line + 1);
        self.file.text[range].trim().is_empty()
    }

    /// A comment with what goes with it: its whole line, or the blanks before it.
    fn of_comment(&self, comment: &Comment) -> Span {
        let text = &self.file.text;
        let (start, end) = (comment.span.start as usize, comment.span.end as usize);
        let line = self.line_of(end);
        let rest = &text[end..self.start(line + 1)];
        if comment.own_line && rest.trim().is_empty() {
            let first = self.line_of(start);
            return Span::new(self.start(first), self.start(line + 1));
        }
        let before = text[..start].trim_end_matches([' ', '\t']).len();
        Span::new(before, end)
    }
}

/// The directives in a text.
fn parse(text: &str) -> Vec<Parsed> {
    let marks: Vec<usize> = text.match_indices(MARK).map(|(at, _)| at).collect();
    let ends = marks.iter().skip(1).copied().chain([text.len()]);
    let parts = marks.iter().zip(ends);
    parts
        .filter_map(|(start, end)| parse_one(text, *start, end))
        .collect()
}

fn parse_one(text: &str, start: usize, end: usize) -> Option<Parsed> {
    let rest = text[start + MARK.len()..end].trim_start();
    let rest = rest.strip_prefix("ignore")?;
    let (rest, whole_file) = match rest.strip_prefix("-file") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    if rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_') {
        return None;
    }
    let range = start..start + text[start..end].trim_end().len();
    let list = rest
        .trim_start()
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'));
    let Some((list, reason)) = list else {
        return Some(Parsed {
            range,
            rules: Vec::new(),
            has_reason: true,
            whole_file,
            broken: true,
        });
    };
    let list_start = end - reason.len() - 1 - list.len();
    let mut at = list_start;
    let mut rules = Vec::new();
    for name in list.split(',') {
        let from = at + name.len() - name.trim_start().len();
        if !name.trim().is_empty() {
            rules.push(from..from + name.trim().len());
        }
        at += name.len() + 1;
    }
    Some(Parsed {
        range,
        broken: rules.is_empty(),
        rules,
        has_reason: reason.contains(char::is_alphanumeric),
        whole_file,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directives of a text: names, whether there is a reason, the text of the scope, and that of the removal.
    fn found(name: &str, text: &str) -> Vec<(Vec<String>, bool, String, String)> {
        let file = SourceFile::new(name, text.to_owned());
        let tree = file.read();
        let list = directives(&file, &tree).into_iter();
        list.map(|one| {
            for rule in &one.rules {
                assert_eq!(text[rule.span.range()], rule.value);
            }
            let end = (one.scope.end as usize).min(text.len());
            (
                one.rules.into_iter().map(|rule| rule.value).collect(),
                one.has_reason,
                text[one.scope.start as usize..end].trim().to_owned(),
                text[one.removal.range()].to_owned(),
            )
        })
        .collect()
    }

    fn one(
        names: &[&str],
        reason: bool,
        scope: &str,
        removal: &str,
    ) -> (Vec<String>, bool, String, String) {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        (names, reason, scope.to_owned(), removal.to_owned())
    }

    #[test]
    fn a_comment_is_about_its_line_the_next_or_a_state() {
        let text = "StartAt: A # sfnrun: ignore[a] why\n\
                    States:\n\
                    \x20 # sfnrun: ignore[b, c] why\n\
                    \x20 # more words\n\
                    \n\
                    \x20 A:\n\
                    \x20   Type: Pass\n\
                    \x20   # sfnrun: ignore[d]\n\
                    \x20   End: true\n\
                    \x20 B: # sfnrun: ignore[e] why\n\
                    \x20   Type: Succeed\n";
        assert_eq!(
            found("m.yaml", text),
            [
                one(
                    &["a"],
                    true,
                    "StartAt: A # sfnrun: ignore[a] why",
                    " # sfnrun: ignore[a] why"
                ),
                one(
                    &["b", "c"],
                    true,
                    "A:\n    Type: Pass\n    # sfnrun: ignore[d]\n    End: true",
                    "  # sfnrun: ignore[b, c] why\n"
                ),
                one(&["d"], false, "End: true", "    # sfnrun: ignore[d]\n"),
                one(
                    &["e"],
                    true,
                    "B: # sfnrun: ignore[e] why\n    Type: Succeed",
                    " # sfnrun: ignore[e] why"
                ),
            ]
        );
    }

    #[test]
    fn json_with_comments_has_them_too() {
        let text = "{\n  \"States\": {\n    // sfnrun: ignore[a] why\n    \"A\": {\n      \"Type\": \"Pass\" /* sfnrun: ignore[b] why */,\n      \"End\": true\n    }\n  }\n}";
        let list = found("m.jsonc", text);
        assert_eq!(list.len(), 2);
        assert!(
            list[0].2.starts_with("\"A\": {") && list[0].2.ends_with('}'),
            "{list:?}"
        );
        assert!(
            list[1].2.starts_with("\"Type\"") && list[1].2.ends_with("*/,"),
            "{list:?}"
        );
        assert_eq!(list[1].3, " /* sfnrun: ignore[b] why */");
    }

    #[test]
    fn a_comment_field_is_about_its_object() {
        let text = r#"{"Comment": "x sfnrun: ignore-file[m] why", "States": {"A": {"Comment": "sfnrun: ignore[a] it \"is\" so. sfnrun: ignore[b] why"}}}"#;
        let state = r#""A": {"Comment": "sfnrun: ignore[a] it \"is\" so. sfnrun: ignore[b] why"}"#;
        assert_eq!(
            found("m.json", text),
            [
                one(&["m"], true, text, "sfnrun: ignore-file[m] why"),
                one(&["a"], true, state, r#"sfnrun: ignore[a] it \"is\" so."#),
                one(&["b"], true, state, "sfnrun: ignore[b] why"),
            ]
        );
    }

    #[test]
    fn what_is_none_and_what_is_broken() {
        let broken = |text: &str| {
            let parsed = parse(text);
            parsed.iter().map(|one| one.broken).collect::<Vec<_>>()
        };
        assert_eq!(broken("run sfnrun: it works"), [] as [bool; 0]);
        assert_eq!(broken("sfnrun: ignored[a]"), [] as [bool; 0]);
        assert_eq!(broken("sfnrun: ignore all of it"), [true]);
        assert_eq!(broken("sfnrun: ignore[a"), [true]);
        assert_eq!(broken("sfnrun: ignore[ ]"), [true]);
        assert_eq!(broken("sfnrun:ignore [ a ,b ] why"), [false]);
        let parsed = parse("sfnrun:ignore [ a ,b ] — ");
        assert_eq!(parsed[0].rules, [16..17, 19..20]);
        assert!(!parsed[0].has_reason);
    }
}
