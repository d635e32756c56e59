//! Regular expressions with the meaning they have in JavaScript, and with a count of steps: a pattern such as `(a+)+b`
//! must not run on for ever.

mod program;
mod run;
mod syntax;

use super::error::{Fallible, Open};
use crate::value::Value;
use program::{Op, Program};
use run::{Flags, Run};

/// A compiled pattern.
#[derive(Debug)]
pub(super) struct Pattern {
    program: Program,
    groups: usize,
    flags: Flags,
    source: String,
    /// The letter that every match begins with.
    first: Option<char>,
}

/// Where a pattern matched: byte offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    /// One for each pair of parentheses; `None` where it took no part.
    pub(super) groups: Vec<Option<(usize, usize)>>,
}

impl Pattern {
    /// Compiles `pattern` with the flags `i` and `m`.
    ///
    /// # Errors
    /// S0303, a code of our own: the reference lets JavaScript's error through.
    pub(super) fn new(pattern: &str, flags: &str) -> Fallible<Self> {
        let bad = |reason: &str| Open::new("S0303").value("value", Value::from(reason).to_json());
        if flags.matches('i').count() > 1 || flags.matches('m').count() > 1 {
            return Err(bad("a flag stands twice"));
        }
        let (part, groups) = syntax::parse(pattern).map_err(bad)?;
        let program = Program::new(&part).map_err(bad)?;
        let flags = Flags {
            ignore_case: flags.contains('i'),
            multiline: flags.contains('m'),
        };
        let first = match &program.code[0].op {
            Op::Char(letter) if !flags.ignore_case => Some(*letter),
            _ => None,
        };
        Ok(Self {
            program,
            groups,
            flags,
            source: pattern.to_owned(),
            first,
        })
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The first match at or after byte `from`, which is a boundary of a character. `spend` is told the steps taken.
    ///
    /// # Errors
    /// Where the matcher takes more than `most_steps`, or `spend` fails.
    pub(super) fn find(
        &self,
        text: &str,
        from: usize,
        most_steps: u64,
        spend: impl FnOnce(u64) -> Fallible<()>,
    ) -> Fallible<Option<Found>> {
        let mut run = Run::new(&self.program, self.groups, text, self.flags, most_steps);
        let mut at = from;
        loop {
            if let Some(first) = self.first {
                match text[at..].find(first) {
                    Some(offset) => at += offset,
                    None => {
                        spend(run.steps)?;
                        return Ok(None);
                    }
                }
            }
            match run.match_at(at) {
                Err(run::OutOfSteps) => return Err(Open::limit(super::limits::TOO_LONG)),
                Ok(Some(end)) => {
                    spend(run.steps)?;
                    let groups = (1..=self.groups)
                        .map(|group| run.slots[group * 2].zip(run.slots[group * 2 + 1]));
                    return Ok(Some(Found {
                        start: at,
                        end,
                        groups: groups.collect(),
                    }));
                }
                Ok(None) => match text[at..].chars().next() {
                    Some(letter) => at += letter.len_utf8(),
                    None => {
                        spend(run.steps)?;
                        return Ok(None);
                    }
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(pattern: &str, flags: &str, text: &str) -> Option<Vec<Option<String>>> {
        let pattern = Pattern::new(pattern, flags).expect("the pattern compiles");
        let found = pattern
            .find(text, 0, 1_000_000, |_| Ok(()))
            .expect("it ends")?;
        let part = |range: (usize, usize)| text[range.0..range.1].to_owned();
        let groups = found.groups.iter().map(|group| group.map(part));
        Some(
            std::iter::once(Some(part((found.start, found.end))))
                .chain(groups)
                .collect(),
        )
    }

    /// Results as ECMAScript has them; not run through an engine.
    #[test]
    fn matches_as_javascript_does() {
        for (pattern, flags, text, expected) in [
            ("a|ab", "", "abc", Some(vec![Some("a")])),
            (
                "((a)|(ab))((c)|(bc))",
                "",
                "abc",
                Some(vec![
                    Some("abc"),
                    Some("a"),
                    Some("a"),
                    None,
                    Some("bc"),
                    None,
                    Some("bc"),
                ]),
            ),
            ("a[a-z]{2,4}?", "", "abcdefghi", Some(vec![Some("abc")])),
            (
                "(aa|aabaac|ba|b|c)*",
                "",
                "aabaac",
                Some(vec![Some("aaba"), Some("ba")]),
            ),
            (
                "(z)((a+)?(b+)?(c))*",
                "",
                "zaacbbbcac",
                Some(vec![
                    Some("zaacbbbcac"),
                    Some("z"),
                    Some("ac"),
                    Some("a"),
                    None,
                    Some("c"),
                ]),
            ),
            (
                "(?=(a+))a*b\\1",
                "",
                "baaabac",
                Some(vec![Some("aba"), Some("a")]),
            ),
            (
                "(.*?)a(?!(a+)b\\2c)\\2(.*)",
                "",
                "baaabaac",
                Some(vec![Some("baaabaac"), Some("ba"), None, Some("abaac")]),
            ),
            (
                "(?<=\\$)\\d+(\\.\\d*)?",
                "",
                "a $42.5",
                Some(vec![Some("42.5"), Some(".5")]),
            ),
            ("(?<!a)b", "", "abcb", Some(vec![Some("b")])),
            (
                "(?<year>\\d{4})-\\k<year>",
                "",
                "2020-2020",
                Some(vec![Some("2020-2020"), Some("2020")]),
            ),
            ("^b", "m", "a\nb", Some(vec![Some("b")])),
            ("É", "i", "é", Some(vec![Some("é")])),
            ("[^a-c]+", "i", "ABCd", Some(vec![Some("d")])),
            ("(?:a*)*$", "", "aab", Some(vec![Some("")])),
            ("a{,2}", "", "a{,2}", Some(vec![Some("a{,2}")])),
            ("\\bfoo\\b", "", "a foo.", Some(vec![Some("foo")])),
            ("[\\d-x]+", "", "1-x", Some(vec![Some("1-x")])),
            ("(a)|b", "", "b", Some(vec![Some("b"), None])),
            ("x", "", "abc", None),
        ] {
            let expected = expected.map(|groups| {
                groups
                    .into_iter()
                    .map(|group| group.map(str::to_owned))
                    .collect()
            });
            assert_eq!(
                find(pattern, flags, text),
                expected,
                "/{pattern}/{flags} on {text}"
            );
        }
    }

    #[test]
    fn refuses_what_javascript_refuses() {
        for pattern in [
            "+",
            "a**",
            "(",
            ")",
            "[",
            "(?x)",
            "[b-a]",
            "a{2,1}",
            "\\",
            "(?<a>x)(?<a>y)",
            "^*",
        ] {
            assert!(Pattern::new(pattern, "").is_err(), "{pattern}");
        }
    }

    #[test]
    fn ends_where_there_are_too_many_ways() {
        let pattern = Pattern::new("(a+)+b", "").expect("the pattern compiles");
        assert!(
            pattern
                .find(&"a".repeat(60), 0, 100_000, |_| Ok(()))
                .is_err()
        );
        assert!(Pattern::new("((a{1000}){1000}){1000}", "").is_err());
        assert!(Pattern::new("(?:){4000000000}", "").is_err());
    }
}
