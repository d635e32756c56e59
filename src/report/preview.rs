//! Values in little room: shortened, and as the difference to another.

use super::Style;
use super::text::{fit, tame, width};
use crate::base::text;
use crate::value::Value;

/// Most changes that [`changes`] lists.
const MOST_CHANGES: usize = 12;
/// How deep [`changes`] looks into objects.
const DEEPEST: usize = 6;
/// From this size on a shortened value says how big it is.
const BIG: u64 = 1024;

/// A value as JSON in at most `columns` columns. What is left out is `…`; where a big value was cut, its size follows.
pub(crate) fn preview(value: &Value, columns: usize, style: Style) -> String {
    let size = value.size();
    let suffix = if size >= BIG {
        format!(" ({})", text::bytes(size))
    } else {
        String::new()
    };
    let mut writer = Writer {
        style,
        out: String::new(),
        left: columns.saturating_sub(suffix.len()),
        cut: false,
    };
    writer.value(value, 0);
    if writer.cut {
        writer.out + &suffix
    } else {
        writer.out
    }
}

struct Writer {
    style: Style,
    out: String,
    left: usize,
    cut: bool,
}

impl Writer {
    fn push(&mut self, text: &str) {
        let text = fit(text, self.left, self.style);
        self.left -= width(&text).min(self.left);
        self.out.push_str(&text);
    }

    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(array) if !array.is_empty() => {
                let items = array.iter().map(|item| (None, item));
                self.members("[", items, "]", depth);
            }
            Value::Object(object) if !object.is_empty() => {
                let members = object.iter().map(|(key, value)| (Some(&**key), value));
                self.members("{", members, "}", depth);
            }
            Value::String(string) => self.string(string),
            _ => self.push(&value.to_compact_json()),
        }
    }

    fn string(&mut self, string: &str) {
        // Two quotes and what a cut costs; a long text is not turned into JSON as a whole.
        let room = self.left.saturating_sub(2).max(1);
        let start: String = string.chars().take(room + 1).collect();
        if start.len() == string.len() {
            let json = tame(&Value::from(string).to_compact_json());
            if width(&json) <= self.left {
                self.push(&json);
                return;
            }
        }
        self.cut = true;
        let shortened = super::text::fit_start(&tame(&start), room, self.style);
        let ellipsis = self.style.ellipsis();
        let shortened = shortened.trim_end_matches(ellipsis);
        self.push(&format!("\"{shortened}{ellipsis}\""));
    }

    fn members<'v>(
        &mut self,
        open: &str,
        members: impl ExactSizeIterator<Item = (Option<&'v str>, &'v Value)>,
        close: &str,
        depth: usize,
    ) {
        /// `…12 more}`, kept free for the end.
        const END: usize = 10;
        let count = members.len();
        self.push(open);
        for (at, (key, value)) in members.enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            let key = key
                .map(|key| format!("\"{}\": ", tame(key)))
                .unwrap_or_default();
            let needed = separator.len() + width(&key) + 2 + END;
            if self.left < needed || depth >= DEEPEST {
                self.cut = true;
                let ellipsis = self.style.ellipsis();
                self.push(&format!("{separator}{ellipsis}{} more{close}", count - at));
                return;
            }
            self.push(separator);
            self.push(&key);
            let reserved = if at + 1 < count {
                END.min(self.left)
            } else {
                1
            };
            self.left -= reserved;
            self.value(value, depth + 1);
            self.left += reserved;
        }
        self.push(close);
    }
}

/// How one value differs from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// `+` came, `-` went, `~` is another.
    pub(crate) sign: char,
    /// Where: `$.job.status`.
    pub(crate) path: String,
    /// The new value, or the old one of what went.
    pub(crate) value: String,
}

/// What differs between two values, by path; and how many changes more there are than are listed. Values are shortened
/// to `columns`.
pub(crate) fn changes(
    before: &Value,
    after: &Value,
    columns: usize,
    style: Style,
) -> (Vec<Change>, usize) {
    let mut found = Found {
        changes: Vec::new(),
        more: 0,
        columns,
        style,
    };
    compare(before, after, "$", 0, &mut found);
    (found.changes, found.more)
}

struct Found {
    changes: Vec<Change>,
    more: usize,
    columns: usize,
    style: Style,
}

impl Found {
    fn add(&mut self, sign: char, path: &str, value: &Value) {
        if self.changes.len() == MOST_CHANGES {
            self.more += 1;
            return;
        }
        self.changes.push(Change {
            sign,
            path: tame(path),
            value: preview(value, self.columns, self.style),
        });
    }
}

fn compare(before: &Value, after: &Value, path: &str, depth: usize, found: &mut Found) {
    match (before, after) {
        (Value::Object(old), Value::Object(new))
            if depth < DEEPEST && (depth == 0 || !old.is_empty()) =>
        {
            if old.same(new) {
                return;
            }
            for (key, value) in new.iter() {
                let path = member(path, key);
                match old.get(key) {
                    Some(before) => compare(before, value, &path, depth + 1, found),
                    None => found.add('+', &path, value),
                }
            }
            for (key, value) in old.iter().filter(|(key, _)| !new.contains_key(key)) {
                found.add('-', &member(path, key), value);
            }
        }
        _ if before == after => {}
        _ => found.add('~', path, after),
    }
}

/// `$.a`, `$['a b']`
fn member(path: &str, key: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    if !key.is_empty() && key.chars().all(plain) {
        format!("{path}.{key}")
    } else {
        format!("{path}['{key}']")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn short(text: &str, columns: usize) -> String {
        let preview = preview(&read(text).unwrap(), columns, Style::default());
        assert!(width(&preview) <= columns, "{preview}");
        preview
    }

    #[test]
    fn shows_what_fits() {
        assert_eq!(
            short(r#"{"a": 1, "b": [true, null], "c": "x"}"#, 60),
            r#"{"a": 1, "b": [true, null], "c": "x"}"#
        );
        assert_eq!(
            short(
                r#"{"title": "State machines at home", "audio": "s3://podcasts/ep"}"#,
                40
            ),
            r#"{"title": "State machines at…", …1 more}"#
        );
        assert_eq!(
            short("[1,2,3,4,5,6,7,8,9,10,11,12]", 20),
            "[1, 2, 3, …9 more]"
        );
        assert_eq!(
            short(r#""a long text that does not fit""#, 12),
            "\"a long te…\""
        );
        assert_eq!(short("[]", 4), "[]");
        assert_eq!(
            short(r#"[[[[[[[[[[1]]]]]]]]]]"#, 40),
            "[[[[[[[…1 more]]]]]]]"
        );
    }

    #[test]
    fn says_how_big_a_value_is_that_was_cut() {
        let text = format!("{{\"summary\":\"{}\",\"n\":1}}", "x".repeat(3000));
        assert_eq!(
            short(&text, 50),
            "{\"summary\": \"xxxxxxxxxxxxxxx…\", …1 more} (2.9 KiB)"
        );
    }

    #[test]
    fn tells_what_came_went_and_changed() {
        let before = read(r#"{"job": {"status": "NEW", "id": 7}, "x": 1, "same": [1]}"#).unwrap();
        let after =
            read(r#"{"job": {"status": "DONE", "id": 7}, "same": [1], "epi sode": {"a": 1}}"#)
                .unwrap();
        let (changes, more) = changes(&before, &after, 30, Style::default());
        let lines: Vec<String> = changes
            .iter()
            .map(|c| format!("{} {} {}", c.sign, c.path, c.value))
            .collect();
        assert_eq!(
            lines,
            [
                "~ $.job.status \"DONE\"",
                "+ $['epi sode'] {\"a\": 1}",
                "- $.x 1"
            ]
        );
        assert_eq!(more, 0);
    }

    #[test]
    fn lists_a_dozen_changes_and_counts_the_rest() {
        let after: Value = Value::Object(
            (0..100)
                .map(|n| (format!("k{n}"), Value::from(n)))
                .collect(),
        );
        let (listed, more) = changes(&Value::empty_object(), &after, 30, Style::default());
        assert_eq!((listed.len(), more), (12, 88));
        assert_eq!(
            changes(&Value::from(1), &Value::from(2), 30, Style::default()).0[0].path,
            "$"
        );
    }
}
