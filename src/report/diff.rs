//! What has changed in a text.

use super::Style;
use super::style::Paint;
use super::text::tame;
use similar::TextDiff;

/// The change of the file `name` as a unified diff, which `patch` and `git apply` take. Empty where there is none.
pub fn diff(name: &str, old: &str, new: &str, style: Style) -> String {
    painted(&unified((name, old), (name, new)), style)
}

/// What differs between two texts, each with its name, as a unified diff.
pub(super) fn unified(old: (&str, &str), new: (&str, &str)) -> String {
    let diff = TextDiff::from_lines(old.1, new.1);
    diff.unified_diff()
        .context_radius(3)
        .header(old.0, new.0)
        .to_string()
}

/// A unified diff in colours, where there are colours.
pub(super) fn painted(diff: &str, style: Style) -> String {
    if !style.color {
        return diff.to_owned();
    }
    let lines = diff.lines().map(|line| {
        let paint = match line.as_bytes().first() {
            Some(b'+') => Paint::Good,
            Some(b'-') => Paint::Bad,
            Some(b'@') => Paint::Accent,
            _ => Paint::Plain,
        };
        format!("{}\n", style.paint(paint, &tame(line)))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_keeps_line_ends_and_says_where_the_last_is_missing() {
        let text = diff("a.json", "{\r\n1\r\n}", "{\r\n2\r\n}", Style::default());
        assert_eq!(
            text,
            "--- a.json\n+++ a.json\n@@ -1,3 +1,3 @@\n {\r\n-1\r\n+2\r\n }\n\\ No newline at end of file\n"
        );
        assert_eq!(diff("a.json", "{}", "{}", Style::default()), "");
    }

    #[test]
    fn on_a_terminal_it_is_coloured_and_harmless() {
        let style = Style {
            color: true,
            ..Style::default()
        };
        let text = diff("a", "a\n", "\u{1b}[31mb\n", style);
        assert!(text.contains("\u{1b}[1;31m-a\u{1b}[0m\n"), "{text:?}");
        assert!(text.contains("\u{1b}[32m+ [31mb\u{1b}[0m\n"), "{text:?}");
    }
}
