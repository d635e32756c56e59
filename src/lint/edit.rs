//! Ready edits that keep the formatting of the file.

use crate::base::Span;
use crate::diagnostics::Edit;
use crate::source::edit::{self, NewValue};

/// Inserts the member `key` with the string `value` behind the member whose value stands at `after`, in the object at
/// `object`. Nothing where the source does not show how.
pub(super) fn insert_member(
    source: &str,
    object: Span,
    after: Span,
    key: &str,
    value: &str,
) -> Option<Edit> {
    edit::insert_member(source, object, after, key, NewValue::Text(value))
}

/// Inserts strings behind the last string of a list, which stands at `last`. Nothing where the source does not show how.
pub(super) fn insert_item(source: &str, last: Span, values: &[&str]) -> Option<Edit> {
    let written = source.get(last.range())?;
    let before = &source[..last.start as usize];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let quote = match written.chars().next()? {
        quote @ ('"' | '\'') => quote.to_string(),
        '|' | '>' => return None,
        _ => String::new(),
    };
    let separator = if line.trim_start().starts_with("- ") && line.trim_start().len() == 2 {
        format!("\n{line}")
    } else if line.trim().is_empty() && !line.is_empty() {
        format!(",\n{line}")
    } else {
        ", ".to_owned()
    };
    let text = values
        .iter()
        .map(|value| format!("{separator}{quote}{value}{quote}"))
        .collect();
    Some(Edit {
        span: Span::at(last.end as usize),
        text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inserted(source: &str, object: &str, after: &str) -> String {
        let span = |part: &str| {
            let at = source.find(part).unwrap();
            Span::new(at, at + part.len())
        };
        let edit =
            insert_member(source, span(object), span(after), "ResultPath", "$.error").unwrap();
        let mut text = source.to_owned();
        text.replace_range(edit.span.range(), &edit.text);
        text
    }

    #[test]
    fn keeps_the_style_of_the_file() {
        let compact = r#"[{"Next": "B"}]"#;
        assert_eq!(
            inserted(compact, r#"{"Next": "B"}"#, r#""B""#),
            r#"[{"Next": "B", "ResultPath": "$.error"}]"#
        );
        let lines = "{\n  \"Next\": \"B\", // on\n  \"Comment\": \"\"\n}";
        assert_eq!(
            inserted(lines, lines, "\"B\""),
            "{\n  \"Next\": \"B\",\n  \"ResultPath\": \"$.error\", // on\n  \"Comment\": \"\"\n}"
        );
        let yaml = "Catch:\r\n  - Next: B # on\r\n    Comment: x\r\n";
        assert_eq!(
            inserted(yaml, "Next: B # on\r\n    Comment: x", "B"),
            "Catch:\r\n  - Next: B # on\r\n    ResultPath: $.error\r\n    Comment: x\r\n"
        );
    }

    #[test]
    fn adds_to_lists_as_they_are_written() {
        let added = |source: &str, last: &str| {
            let at = source.rfind(last).unwrap();
            let edit = insert_item(source, Span::new(at, at + last.len()), &["C", "D"]).unwrap();
            let mut text = source.to_owned();
            text.replace_range(edit.span.range(), &edit.text);
            text
        };
        assert_eq!(added(r#"["A", "B"]"#, r#""B""#), r#"["A", "B", "C", "D"]"#);
        assert_eq!(
            added("[\n  \"A\",\n  \"B\"\n]", "\"B\""),
            "[\n  \"A\",\n  \"B\",\n  \"C\",\n  \"D\"\n]"
        );
        assert_eq!(
            added("ErrorEquals:\n  - A\n  - B\n", "B"),
            "ErrorEquals:\n  - A\n  - B\n  - C\n  - D\n"
        );
    }
}
