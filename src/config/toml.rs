//! TOML into the tree that every notation is read into, its places kept.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::source::{Key, Kind, Member, Node, StringStyle, Text};
use crate::value::Number;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

/// Reads a text. Of one that is broken there is no tree, and all that is wrong with it.
pub(super) fn read(text: &str, rule: &'static str) -> Result<Node, Vec<Diagnostic>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        Ok(object(table.get_ref(), span(table.span())))
    } else {
        let told = errors.iter().map(|error| fault(error, text, rule));
        Err(told.collect())
    }
}

fn fault(error: &Error, text: &str, rule: &'static str) -> Diagnostic {
    let range = error.span().unwrap_or(text.len()..text.len());
    // The parser speaks of fragments in its own words; the place tells the rest.
    let message = format!("this is not TOML: {}", error.message());
    Diagnostic::error(rule, span(range), message)
}

fn span(range: Range<usize>) -> Span {
    Span::new(range.start, range.end)
}

/// A table, its members in the order of the text.
fn object(table: &DeTable<'_>, place: Span) -> Node {
    let members = table.iter().map(|(key, value)| Member {
        key: Key {
            text: key.get_ref().as_ref().into(),
            span: span(key.span()),
        },
        value: node(value),
    });
    let mut members: Vec<Member> = members.collect();
    members.sort_by_key(|member| member.key.span);
    Node::new(Kind::Object(members), place)
}

fn node(value: &Spanned<DeValue<'_>>) -> Node {
    let place = span(value.span());
    let kind = match value.get_ref() {
        DeValue::String(text) => string(text),
        DeValue::Boolean(truth) => Kind::Bool(*truth),
        DeValue::Integer(integer) => number(
            i64::from_str_radix(integer.as_str(), integer.radix())
                .ok()
                .map(|integer| integer.to_string()),
            integer.as_str(),
        ),
        DeValue::Float(float) => number(Some(float.as_str().to_owned()), float.as_str()),
        DeValue::Datetime(time) => string(&time.to_string()),
        DeValue::Array(items) => Kind::Array(items.iter().map(node).collect()),
        DeValue::Table(table) => return object(table, place),
    };
    Node::new(kind, place)
}

/// A number; as a text where JSON has no such number, as `inf`.
fn number(text: Option<String>, written: &str) -> Kind {
    match text.as_deref().and_then(Number::parse) {
        Some(number) => Kind::Number(number),
        None => string(written),
    }
}

fn string(text: &str) -> Kind {
    Kind::String(Text {
        value: text.into(),
        style: StringStyle::DoubleQuoted,
        filled: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_places_are_kept() {
        let text = "b = 'x'\na = [1, 0x1F, 2.5, inf, true]\n[t]\nwhen = 2026-01-02\n";
        let root = read(text, "r").unwrap();
        assert_eq!(
            root.to_value().to_compact_json(),
            r#"{"b":"x","a":[1,31,2.5,"inf",true],"t":{"when":"2026-01-02"}}"#
        );
        let member = root.member("a").unwrap();
        assert_eq!(&text[member.key.span.range()], "a");
        assert_eq!(
            &text[member.value.span.range()],
            "[1, 0x1F, 2.5, inf, true]"
        );
        assert_eq!(&text[root.get("b").unwrap().span.range()], "'x'");
    }

    #[test]
    fn a_broken_text_is_told_with_its_place() {
        let text = "a = [1\nb = \n";
        let told = read(text, "r").unwrap_err();
        assert!(
            told[0].message.starts_with("this is not TOML: "),
            "{told:?}"
        );
        assert!(told[0].span().start >= 5);
        let twice = read("a = 1\na = 2\n", "r").unwrap_err();
        assert_eq!(twice[0].message, "this is not TOML: duplicate key");
        assert_eq!(twice[0].span(), Span::new(6, 7));
    }
}
