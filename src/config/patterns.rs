//! Patterns of paths, as `.gitignore` has them.

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Patterns of paths, as `.gitignore` has them: one with a `/` before its end is held against the path from where it
/// starts, any other against every part; `**` crosses folders, a folder stands for all in it, `!` takes back.
#[derive(Clone, Debug)]
pub struct Patterns(Gitignore);

impl Default for Patterns {
    fn default() -> Self {
        Self(Gitignore::empty())
    }
}

impl Patterns {
    /// The patterns, and of those that are none their place in the list and why.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> (Self, Vec<(usize, String)>) {
        let mut builder = GitignoreBuilder::new("");
        let mut wrong = Vec::new();
        for (number, pattern) in patterns.into_iter().enumerate() {
            if leaves_a_class_open(pattern) {
                // The builder would take the bracket for itself.
                wrong.push((number, "unclosed character class; missing ']'".to_owned()));
            } else if let Err(error) = builder.add_line(None, pattern) {
                wrong.push((number, plain(&error)));
            }
        }
        match builder.build() {
            Ok(built) => (Self(built), wrong),
            Err(error) => {
                wrong.push((0, plain(&error)));
                (Self::default(), wrong)
            }
        }
    }

    /// Whether they hold a path, which is relative to where they start, its parts parted by `/`.
    pub fn holds(&self, path: &str) -> bool {
        !self.0.is_empty()
            && !path.starts_with('/')
            && self.0.matched_path_or_any_parents(path, false).is_ignore()
    }
}

/// Whether a `[` begins a class of characters that no `]` ends. A `]` that comes first is one of them.
fn leaves_a_class_open(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some(at) = rest.find(['[', '\\']) {
        let begins = rest[at..].starts_with('[');
        rest = &rest[at + 1..];
        if !begins {
            let mut escaped = rest.chars();
            escaped.next();
            rest = escaped.as_str();
            continue;
        }
        let inside = rest.strip_prefix(['!', '^']).unwrap_or(rest);
        let first = inside.chars().next().map_or(0, char::len_utf8);
        match inside[first..].find(']') {
            Some(end) => rest = &inside[first + end + 1..],
            None => return true,
        }
    }
    false
}

/// What is wrong, without the pattern itself.
fn plain(error: &ignore::Error) -> String {
    match error {
        ignore::Error::Glob { err, .. } => err.clone(),
        ignore::Error::WithLineNumber { err, .. } | ignore::Error::WithPath { err, .. } => {
            plain(err)
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(pattern: &str, path: &str) -> bool {
        let (patterns, wrong) = Patterns::new([pattern]);
        assert_eq!(wrong, []);
        patterns.holds(path)
    }

    #[test]
    fn patterns_are_those_of_gitignore() {
        for (pattern, path, expected) in [
            ("legacy/**", "legacy/a/b.json", true),
            ("legacy/**", "new/legacy/b.json", false),
            ("**/legacy/**", "new/legacy/b.json", true),
            ("legacy", "new/legacy/b.json", true),
            ("legacy/", "legacy/b.json", true),
            ("*.draft.json", "a/b.draft.json", true),
            ("/b.json", "a/b.json", false),
            ("a/*.json", "a/b/c.json", false),
            ("a/{b,c}.json", "a/c.json", true),
            ("legacy/**", "../legacy/b.json", false),
            ("b.json", "/a/b.json", false),
        ] {
            assert_eq!(holds(pattern, path), expected, "{pattern} {path}");
        }
        assert!(!Patterns::default().holds("a"));
        let (patterns, _) = Patterns::new(["legacy/**", "!legacy/kept.json"]);
        assert!(patterns.holds("legacy/a.json") && !patterns.holds("legacy/kept.json"));
    }

    #[test]
    fn a_class_that_is_not_closed_is_told() {
        for (pattern, wrong) in [
            ("[", true),
            ("a/[b-", true),
            ("[]", true),
            ("[]]", false),
            ("[!a]x[b]", false),
            ("a\\[b", false),
        ] {
            assert_eq!(!Patterns::new([pattern]).1.is_empty(), wrong, "{pattern}");
        }
    }

    #[test]
    fn a_wrong_pattern_is_told() {
        let (patterns, wrong) = Patterns::new(["a/**", "c{"]);
        assert_eq!(wrong.len(), 1);
        assert_eq!(wrong[0].0, 1);
        assert!(
            wrong[0].1.starts_with("unclosed alternate group"),
            "{wrong:?}"
        );
        assert!(patterns.holds("a/x"));
    }
}
