//! Applies fixes to a file.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix};
use crate::source::{SourceFile, rule};
use std::collections::BTreeMap;

/// The most rounds of one file. Fixes that do not touch one another are applied in one round, so that few are needed.
const MOST_ROUNDS: usize = 50;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that may be applied unseen.
    Safe,
    /// All.
    All,
}

impl Which {
    /// The fix of a finding that is applied: the first of this kind.
    pub fn of(self, diagnostic: &Diagnostic) -> Option<&Fix> {
        let mut fixes = diagnostic.fixes.iter();
        fixes.find(|fix| fix.safe || self == Self::All)
    }
}

/// A file whose fixes were applied.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The file, with its new text.
    pub file: SourceFile,
    /// What is found in it now.
    pub left: Vec<Diagnostic>,
    /// How many findings of each rule were mended.
    pub fixed: BTreeMap<&'static str, usize>,
}

/// Applies fixes round by round, until none is left that can be applied.
///
/// `check` finds what is wrong with a text, and is asked again after each round. Of fixes that touch one another the first in
/// the text goes first. A fix that would break the syntax of the file is left out.
pub fn mend(
    mut file: SourceFile,
    which: Which,
    check: &mut dyn FnMut(&SourceFile) -> Vec<Diagnostic>,
) -> Mended {
    let mut left = check(&file);
    let mut fixed = BTreeMap::new();
    let mut refused: Vec<Fix> = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let wanted = left
            .iter()
            .filter_map(|diagnostic| Some((diagnostic.rule, which.of(diagnostic)?)))
            .filter(|(_, fix)| !refused.contains(fix));
        let taken = apart(wanted);
        if taken.is_empty() {
            break;
        }
        let fixes: Vec<&Fix> = taken.iter().map(|(_, fix)| *fix).collect();
        let (taken, next, found) = match attempt(&file, &fixes, &left, check) {
            Some((next, found)) => (taken, next, found),
            // One of them breaks the file: the first is tried alone, and what breaks it is not tried again.
            None => match attempt(&file, &fixes[..1], &left, check) {
                Some((next, found)) => (taken[..1].to_vec(), next, found),
                None => {
                    refused.push(fixes[0].clone());
                    continue;
                }
            },
        };
        for (rule, _) in &taken {
            *fixed.entry(*rule).or_default() += 1;
        }
        file = next;
        left = found;
    }
    Mended { file, left, fixed }
}

/// The fixes that do not touch one before them, in the order of the text.
fn apart<'d>(
    wanted: impl Iterator<Item = (&'static str, &'d Fix)>,
) -> Vec<(&'static str, &'d Fix)> {
    let mut wanted: Vec<_> = wanted
        .filter_map(|(rule, fix)| Some((reach(fix)?, rule, fix)))
        .collect();
    wanted.sort_by_key(|(reach, ..)| *reach);
    let mut end = None;
    let mut taken = Vec::new();
    for (reach, rule, fix) in wanted {
        if end.is_none_or(|end| reach.start > end) {
            end = Some(reach.end);
            taken.push((rule, fix));
        }
    }
    taken
}

/// From the first to the last place that a fix changes.
fn reach(fix: &Fix) -> Option<Span> {
    fix.edits
        .iter()
        .map(|edit| edit.span)
        .reduce(|one, other| one.join(other))
}

/// The file with fixes applied, and what is found in it; nothing where they break it.
fn attempt(
    file: &SourceFile,
    fixes: &[&Fix],
    before: &[Diagnostic],
    check: &mut dyn FnMut(&SourceFile) -> Vec<Diagnostic>,
) -> Option<(SourceFile, Vec<Diagnostic>)> {
    let edits = fixes.iter().flat_map(|fix| &fix.edits);
    let text = applied(&file.text, edits)?;
    if *text == *file.text {
        return None;
    }
    let next = file.with_text(text);
    let found = check(&next);
    let breaks = |found: &[Diagnostic]| {
        let of_syntax = |one: &&Diagnostic| matches!(one.rule, rule::SYNTAX | rule::DUPLICATE_KEY);
        found.iter().filter(of_syntax).count()
    };
    (breaks(&found) <= breaks(before)).then_some((next, found))
}

/// A text with edits applied; nothing where two overlap or one is not in the text.
pub fn applied<'e>(text: &str, edits: impl Iterator<Item = &'e Edit>) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.collect();
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.span.start as usize)?);
        out.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::edit::replace;

    /// Each `x` is a finding, whose fix is what `with` stands for.
    fn find(file: &SourceFile, with: &str, safe: bool) -> Vec<Diagnostic> {
        let found = file.text.match_indices('x').map(|(at, _)| {
            let span = Span::new(at, at + 1);
            let edits = vec![replace(span, with)];
            let fix = if safe {
                Fix::safe("replace it", edits)
            } else {
                Fix::unsafe_("replace it", edits)
            };
            Diagnostic::error("no-x", span, "an x").fix(fix)
        });
        let broken = file
            .text
            .matches('!')
            .map(|_| Diagnostic::error(rule::SYNTAX, Span::at(0), "broken"));
        found.chain(broken).collect()
    }

    fn mended(text: &str, with: &str, which: Which) -> (String, usize, usize) {
        let file = SourceFile::new("a.json", text.to_owned());
        let mended = mend(file, which, &mut |file| {
            find(file, with, which == Which::Safe)
        });
        let fixed = mended.fixed.values().sum();
        (mended.file.text.to_string(), fixed, mended.left.len())
    }

    #[test]
    fn fixes_are_applied_until_none_is_left() {
        assert_eq!(mended("x xx", "y", Which::Safe), ("y yy".to_owned(), 3, 0));
        assert_eq!(mended("\u{feff}x", "y", Which::All), ("y".to_owned(), 1, 0));
        assert_eq!(mended("abc", "y", Which::All), ("abc".to_owned(), 0, 0));
    }

    #[test]
    fn one_that_breaks_the_file_or_changes_nothing_is_left_out() {
        assert_eq!(mended("x x", "!", Which::All), ("x x".to_owned(), 0, 2));
        assert_eq!(mended("x", "x", Which::All), ("x".to_owned(), 0, 1));
    }

    #[test]
    fn one_that_never_ends_is_stopped() {
        let file = SourceFile::new("a.json", "x".to_owned());
        let mended = mend(file, Which::Safe, &mut |file| {
            find(file, "xx", true).into_iter().take(1).collect()
        });
        assert_eq!(mended.file.text.len(), 1 + MOST_ROUNDS);
    }

    #[test]
    fn unsafe_fixes_are_for_those_who_ask() {
        let file = SourceFile::new("a.json", "x".to_owned());
        let mended = mend(file, Which::Safe, &mut |file| find(file, "y", false));
        assert_eq!((&*mended.file.text, mended.left.len()), ("x", 1));
    }
}
