//! Ready edits that keep the formatting of the file.

use crate::base::Span;
use crate::diagnostics::Edit;

/// Inserts the member `key` with the string `value` behind the member whose value stands at `after`, in the object at
/// `object`. Nothing where the source does not show how.
pub(super) fn insert_member(
    source: &str,
    object: Span,
    after: Span,
    key: &str,
    value: &str,
) -> Option<Edit> {
    let text = source.get(object.range())?;
    let end = after.end as usize;
    if let Some(inside) = text.strip_prefix('{') {
        let blanks = &inside[..inside.find(|c: char| !c.is_whitespace())?];
        let separator = if blanks.contains('\n') { blanks } else { " " };
        return Some(Edit {
            span: Span::at(end),
            text: format!(",{separator}\"{key}\": \"{value}\""),
        });
    }
    // A block mapping: its keys all stand in the column of the first.
    let line_start = source[..object.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let column = source[line_start..object.start as usize].chars().count();
    let line_end = source[end..].find('\n').map_or(source.len(), |at| end + at);
    let line_end = source[..line_end]
        .strip_suffix('\r')
        .map_or(line_end, str::len);
    let line_break = if source[line_end..].starts_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    Some(Edit {
        span: Span::at(line_end),
        text: format!("{line_break}{}{key}: {value}", " ".repeat(column)),
    })
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
