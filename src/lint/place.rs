//! From bytes inside a string's value to bytes of the source.

use crate::base::Span;

/// The place of bytes `part` of the value of the string at `span`, if the source has `written` just there; else the whole
/// string, as where it has escapes or a placeholder was filled.
pub(super) fn part_in_source(source: &str, span: Span, part: Span, written: &str) -> Span {
    let Some(string) = source.get(span.range()) else {
        return span;
    };
    let quote = usize::from(string.starts_with(['"', '\'']));
    let start = quote + part.start as usize;
    let end = start + written.len();
    if string.get(start..end) == Some(written) {
        let offset = span.start as usize;
        return Span::new(offset + start, offset + end);
    }
    // Escapes before it move it; where it stands but once it is found all the same.
    let mut found = string.match_indices(written);
    match (found.next(), found.next()) {
        (Some((at, _)), None) if !written.is_empty() => {
            let offset = span.start as usize + at;
            Span::new(offset, offset + written.len())
        }
        _ => span,
    }
}

/// The place of the key `key` of the object at `object`, quotes included; the object itself where the text does not show it.
pub(super) fn key_in_source(source: &str, object: Span, key: &str) -> Span {
    let Some(text) = source.get(object.range()) else {
        return object;
    };
    let quoted = [format!("\"{key}\""), format!("'{key}'"), key.to_owned()];
    for written in &quoted {
        let mut places = text.match_indices(written.as_str());
        let found = places.find(|(at, _)| {
            let before = text[..*at].chars().next_back();
            let whole = written != key
                || !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
            whole && text[at + written.len()..].trim_start().starts_with(':')
        });
        if let Some((at, _)) = found {
            let start = object.start as usize + at;
            return Span::new(start, start + written.len());
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_keys() {
        let key = |source: &str, key: &str| {
            let place = key_in_source(source, Span::new(0, source.len()), key);
            source[place.range()].to_owned()
        };
        assert_eq!(key(r#"{"x": "y", "y" : 1}"#, "y"), "\"y\"");
        assert_eq!(key("my: 1\ny: $y\n", "y"), "y");
        assert_eq!(key(r#"{"\u0079": 1}"#, "y"), r#"{"\u0079": 1}"#);
    }

    #[test]
    fn finds_parts_of_strings() {
        let source = r#"{"a.$": "States.Format('\"{}', $.b)", "c": "$.d"}"#;
        let string = |text: &str| {
            let at = source.find(text).unwrap();
            Span::new(at, at + text.len())
        };
        let path = part_in_source(source, string(r#""$.d""#), Span::new(0, 3), "$.d");
        assert_eq!(&source[path.range()], "$.d");
        let whole = string(r#""States.Format('\"{}', $.b)""#);
        let moved = part_in_source(source, whole, Span::new(20, 23), "$.b");
        assert_eq!(&source[moved.range()], "$.b");
        assert_eq!(
            part_in_source(source, whole, Span::new(20, 23), "$.x"),
            whole
        );
        assert_eq!(part_in_source("", whole, Span::new(0, 3), "$.x"), whole);
    }
}
