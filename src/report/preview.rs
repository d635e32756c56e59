//! Values in little room: shortened, and as the difference to another.

use super::Style;
use super::text::{fit, fit_start, tame, width};
use crate::base::text;
use crate::engine::Secrets;
use crate::value::Value;
use std::borrow::Cow;

/// Most changes that [`changes`] lists.
const MOST_CHANGES: usize = 12;
/// How deep [`changes`] looks into objects.
const DEEPEST: usize = 6;
/// From this size on a shortened value says how big it is.
const BIG: u64 = 1024;

/// How values are shortened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shortener<'a> {
    /// Most columns of a value.
    pub(crate) columns: usize,
    pub(crate) style: Style,
    /// What must not be shown. It is struck out before a text is cut: half a token is still half a token.
    pub(crate) secrets: &'a Secrets,
}

impl Shortener<'_> {
    /// A text without task tokens.
    fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.secrets.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut masked = text.to_owned();
        self.secrets.mask(&mut masked);
        Cow::Owned(masked)
    }

    /// A value as JSON. What is left out is `…`; where a big value was cut, its size follows.
    pub(crate) fn preview(&self, value: &Value) -> String {
        let size = value.size();
        let suffix = if size >= BIG {
            format!(" ({})", text::bytes(size))
        } else {
            String::new()
        };
        let mut writer = Writer {
            shortener: *self,
            out: String::new(),
            left: self.columns.saturating_sub(suffix.len()),
            cut: false,
        };
        writer.value(value, 0);
        if writer.cut {
            writer.out + &suffix
        } else {
            writer.out
        }
    }

    /// What differs between two values, by path; and how many changes more there are than are listed.
    pub(crate) fn changes(&self, before: &Value, after: &Value) -> (Vec<Change>, usize) {
        let mut found = Found {
            shortener: *self,
            changes: Vec::new(),
            more: 0,
        };
        compare(before, after, "$", 0, &mut found);
        (found.changes, found.more)
    }
}

struct Writer<'a> {
    shortener: Shortener<'a>,
    out: String,
    left: usize,
    cut: bool,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        let text = fit(text, self.left, self.shortener.style);
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
        let string = &*self.shortener.masked(string);
        // A long text is not turned into JSON as a whole.
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
        let ellipsis = self.shortener.style.ellipsis();
        let shortened = fit_start(&tame(&start), room, self.shortener.style);
        self.push(&format!(
            "\"{}{ellipsis}\"",
            shortened.trim_end_matches(ellipsis)
        ));
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
                .map(|key| format!("\"{}\": ", tame(&self.shortener.masked(key))))
                .unwrap_or_default();
            let needed = separator.len() + width(&key) + 2 + END;
            if self.left < needed || depth >= DEEPEST {
                self.cut = true;
                let ellipsis = self.shortener.style.ellipsis();
                let text = format!("{separator}{ellipsis}{} more{close}", count - at);
                let short = format!("{ellipsis}{close}");
                self.push(if width(&text) <= self.left {
                    &text
                } else {
                    &short
                });
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

struct Found<'a> {
    shortener: Shortener<'a>,
    changes: Vec<Change>,
    more: usize,
}

impl Found<'_> {
    fn add(&mut self, sign: char, path: &str, value: &Value) {
        if self.changes.len() == MOST_CHANGES {
            self.more += 1;
            return;
        }
        self.changes.push(Change {
            sign,
            path: tame(path),
            value: self.shortener.preview(value),
        });
    }
}

fn compare(before: &Value, after: &Value, path: &str, depth: usize, found: &mut Found<'_>) {
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

    fn shorten(secrets: &Secrets, columns: usize) -> Shortener<'_> {
        Shortener {
            columns,
            style: Style::default(),
            secrets,
        }
    }

    fn short(text: &str, columns: usize) -> String {
        let preview = shorten(&Secrets::default(), columns).preview(&read(text).unwrap());
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
        let (changes, more) = shorten(&Secrets::default(), 30).changes(&before, &after);
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
        let secrets = Secrets::default();
        let shortener = shorten(&secrets, 30);
        let (listed, more) = shortener.changes(&Value::empty_object(), &after);
        assert_eq!((listed.len(), more), (12, 88));
        assert_eq!(
            shortener.changes(&Value::from(1), &Value::from(2)).0[0].path,
            "$"
        );
    }

    #[test]
    fn strikes_out_secrets_before_it_cuts() {
        let token = "0123456789abcdef".repeat(8);
        let mut secrets = Secrets::default();
        secrets.add(&crate::engine::TaskToken::new(token.as_str().into()));
        let value = read(&format!(
            r#"{{"url": "https://x/?t={token}&u=1", "t": "{token}"}}"#
        ))
        .unwrap();
        assert_eq!(
            shorten(&secrets, 60).preview(&value),
            r#"{"url": "https://x/?t=***&u=1", "t": "***"}"#
        );
    }
}
