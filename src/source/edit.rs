//! Ready edits that keep the formatting of the file: JSON with comments or without, YAML in blocks and in flow style, objects
//! of HCL.
//!
//! Each looks at how the place is written and writes alike. Where the text does not show how, as at an alias, a block
//! scalar, a placeholder that was filled or a comment between two values, there is no edit.

use super::tree::{Member, Node, YamlWord};
use crate::base::Span;
use crate::diagnostics::Edit;

/// Writes `value` in place of the string at `span`, in the same quotes.
pub fn replace_text(source: &str, span: Span, value: &str) -> Option<Edit> {
    let old = source.get(span.range())?;
    if old.contains("${") {
        return None;
    }
    let text = match old.chars().next()? {
        '"' => json_string(value),
        '\'' if !value.contains(char::is_control) => format!("'{}'", value.replace('\'', "''")),
        '|' | '>' | '\'' => return None,
        _ if is_hcl_key(source, span) => hcl_key(value),
        _ => yaml_text(value),
    };
    Some(Edit { span, text })
}

/// Whether a name without quotes is a key of HCL: `=` stands behind it.
fn is_hcl_key(source: &str, span: Span) -> bool {
    let behind = source[span.end as usize..].trim_start_matches([' ', '\t']);
    behind.starts_with('=')
}

/// A key of HCL, in quotes where it is no identifier.
fn hcl_key(key: &str) -> String {
    let bare = key.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    if bare {
        key.to_owned()
    } else {
        hcl_string(key)
    }
}

/// A string of HCL in which nothing is filled in.
fn hcl_string(value: &str) -> String {
    json_string(value).replace("${", "$${").replace("%{", "%%{")
}

/// Writes `text` as it is in place of what stands at `span`.
pub fn replace(span: Span, text: impl Into<String>) -> Edit {
    let text = text.into();
    Edit { span, text }
}

/// A string for a place where the text shows no quotes: bare in YAML where that is certain to be the same text.
fn yaml_text(value: &str) -> String {
    let plain = value.starts_with(|c: char| c.is_alphabetic() || c == '$')
        && !value.ends_with(' ')
        && value
            .chars()
            .all(|c| c.is_alphanumeric() || "_-.$/()@ ".contains(c))
        && !matches!(&*value.to_lowercase(), "true" | "false" | "null")
        && YamlWord::find(value).is_none();
    if plain {
        value.to_owned()
    } else {
        json_string(value)
    }
}

/// A JSON string, which is a YAML string as well.
pub fn json_string(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

/// What is written for a new member.
#[derive(Clone, Copy, Debug)]
pub enum NewValue<'a> {
    /// A string.
    Text(&'a str),
    /// JSON, as it is: a number, an array.
    Json(&'a str),
}

/// Inserts the member `key` behind the member whose value ends at `after`, in the object at `object`.
pub fn insert_member(
    source: &str,
    object: Span,
    after: Span,
    key: &str,
    value: NewValue<'_>,
) -> Option<Edit> {
    let text = source.get(object.range())?;
    let end = after.end as usize;
    if !(object.start <= after.start && after.end <= object.end) {
        return None;
    }
    if let Some(inside) = text.strip_prefix('{') {
        let blanks = &inside[..inside.find(|c: char| !c.is_whitespace())?];
        let of_lines = blanks.contains('\n');
        if source[..after.start as usize].trim_end().ends_with('=') {
            let separator = if of_lines { blanks } else { " " };
            let value = match value {
                NewValue::Text(text) => hcl_string(text),
                NewValue::Json(text) => text.to_owned(),
            };
            let member = format!("{separator}{} = {value}", hcl_key(key));
            return Some(behind(
                source,
                end,
                if of_lines { "" } else { "," },
                &member,
            ));
        }
        let separator = if of_lines { blanks } else { " " };
        let value = match value {
            NewValue::Text(text) => json_string(text),
            NewValue::Json(text) => text.to_owned(),
        };
        let member = format!("{separator}\"{key}\": {value}");
        return Some(behind(source, end, ",", &member));
    }
    // A block mapping: its keys all stand in the column of the first.
    let column = source[line_start(source, object.start as usize)..object.start as usize]
        .chars()
        .count();
    // A block scalar takes its last line break with it.
    let end = end - usize::from(source[..end].ends_with('\n'));
    let line_end = source[end..].find('\n').map_or(source.len(), |at| end + at);
    let line_end = source[..line_end]
        .strip_suffix('\r')
        .map_or(line_end, str::len);
    let value = match value {
        NewValue::Text(text) => yaml_text(text),
        NewValue::Json(text) => text.to_owned(),
    };
    Some(Edit {
        span: Span::at(line_end),
        text: format!("{}{}{key}: {value}", line_break(source), " ".repeat(column)),
    })
}

/// Inserts strings behind the last string of a list, which stands at `last`. Nothing where the source does not show how.
pub fn insert_item(source: &str, last: Span, values: &[&str]) -> Option<Edit> {
    let written = source.get(last.range())?;
    let before = &source[..last.start as usize];
    let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    let quote = match written.chars().next()? {
        quote @ ('"' | '\'') => quote.to_string(),
        '|' | '>' => return None,
        _ => String::new(),
    };
    let (comma, separator) = if line.trim_start().starts_with("- ") && line.trim_start().len() == 2
    {
        ("", format!("\n{line}"))
    } else if line.trim().is_empty() && !line.is_empty() {
        (",", format!("\n{line}"))
    } else {
        (",", " ".to_owned())
    };
    let values = values
        .iter()
        .map(|value| format!("{separator}{quote}{value}{quote}"));
    let text = values.collect::<Vec<_>>().join(comma);
    Some(behind(source, last.end as usize, comma, &text))
}

/// Puts `text` behind the value that ends at `end`, with `comma` between. Where the text begins a line, a comment behind the
/// value stays on the value's line.
fn behind(source: &str, end: usize, comma: &str, text: &str) -> Edit {
    let plain = || replace(Span::at(end), format!("{comma}{text}"));
    let rest = source[end..].split(['\n', '\r']).next().unwrap_or_default();
    let after = rest.trim_start();
    let has_comma = after.starts_with(',');
    let comment = after.strip_prefix(',').unwrap_or(after).trim_start();
    let is_comment = comment.starts_with("//")
        || comment.starts_with('#')
        || comment.starts_with("/*") && comment.trim_end().ends_with("*/");
    let line_end = end + rest.len();
    if !text.starts_with(['\n', '\r']) || !is_comment {
        plain()
    } else if comma.is_empty() {
        replace(Span::at(line_end), text)
    } else if has_comma {
        replace(Span::at(line_end), format!("{text}{comma}"))
    } else {
        replace(Span::new(end, line_end), format!("{comma}{rest}{text}"))
    }
}

/// Removes a member of `object`, with its comma or its lines.
pub fn remove_member(source: &str, object: &Node, member: &Member) -> Option<Edit> {
    let members = object.members()?;
    let at = members
        .iter()
        .position(|one| one.key.span == member.key.span)?;
    let spans: Vec<Span> = members
        .iter()
        .map(|member| member.key.span.join(member.value.span))
        .collect();
    let own = spans[at];
    let inside = |span: &Span| object.span.start <= span.start && span.end <= object.span.end;
    let ordered = spans.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if !spans.iter().all(inside) || !ordered || member.value.aliased {
        return None;
    }
    let flow = source.get(object.span.range())?.starts_with('{');
    let span = match (at, spans.get(at + 1)) {
        (0, None) if flow => own,
        (0, None) => return None,
        (0, Some(next)) => {
            plain_gap(source, own.end, next.start)?;
            Span::new(own.start as usize, next.start as usize)
        }
        (_, _) if flow => {
            let before = spans[at - 1].end;
            plain_gap(source, before, own.start)?;
            Span::new(before as usize, own.end as usize)
        }
        _ => whole_lines(source, own)?,
    };
    Some(replace(span, ""))
}

/// The lines of a value that has them for itself, comments behind it included.
fn whole_lines(source: &str, span: Span) -> Option<Span> {
    let start = line_start(source, span.start as usize);
    let end = span.end as usize;
    let rest = &source[end..];
    let line = &rest[..rest.find('\n').map_or(rest.len(), |at| at + 1)];
    let behind = line.trim();
    let alone = source[start..span.start as usize].trim().is_empty()
        && (behind.is_empty() || behind.starts_with('#'));
    alone.then(|| Span::new(start, end + line.len()))
}

/// Puts brackets around a value, which becomes the only item of an array.
pub fn wrap_in_array(source: &str, value: &Node) -> Option<Vec<Edit>> {
    let text = source.get(value.span.range())?;
    if value.aliased || text.contains("${") || text.is_empty() {
        return None;
    }
    match text.chars().next()? {
        '"' | '\'' | '{' => {}
        // A block mapping has no brackets to stand in.
        _ if value.members().is_some() => return None,
        '|' | '>' => return None,
        _ if yaml_text(text) == text => {}
        _ => return None,
    }
    let brackets = [(value.span.start, "["), (value.span.end, "]")];
    let edits = brackets.map(|(at, bracket)| replace(Span::at(at as usize), bracket));
    Some(edits.to_vec())
}

/// Leaves the item at `kept` of an array, and no other.
pub fn keep_item(source: &str, items: &[Node], kept: usize) -> Option<Edit> {
    let (first, last) = (items.first()?.span, items.last()?.span);
    separated(source, items)?;
    let text = source.get(items.get(kept)?.span.range())?;
    Some(replace(first.join(last), text))
}

/// Moves the item at `at` of an array to its end. The others move up.
pub fn move_item_to_end(source: &str, items: &[Node], at: usize) -> Option<Vec<Edit>> {
    separated(source, items)?;
    let moved = items.get(at..)?;
    let from = moved.iter().cycle().skip(1);
    let edits = moved.iter().zip(from).map(|(place, from)| {
        let text = source.get(from.span.range())?;
        Some(replace(place.span, text))
    });
    edits.collect()
}

/// That nothing but commas, dashes and blanks stands between the items, each in its own place.
fn separated(source: &str, items: &[Node]) -> Option<()> {
    if items.iter().any(|item| item.aliased || item.tag.is_some()) {
        return None;
    }
    for pair in items.windows(2) {
        plain_gap(source, pair[0].span.end, pair[1].span.start)?;
    }
    // A comment behind the last is about the last.
    let rest = &source[items.last()?.span.end as usize..];
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    let behind = line.trim_start_matches([' ', '\t', ',', ']', '}']);
    (!behind.starts_with(['#', '/'])).then_some(())
}

/// That nothing but separators stands between two places, no comment above all.
fn plain_gap(source: &str, start: u32, end: u32) -> Option<()> {
    let gap = source.get(start as usize..end as usize)?;
    gap.chars()
        .all(|c| c.is_whitespace() || c == ',' || c == '-')
        .then_some(())
}

/// The line break that the file has.
pub(super) fn line_break(source: &str) -> &'static str {
    let line_end = source.find('\n').unwrap_or_default();
    if source[..line_end].ends_with('\r') {
        "\r\n"
    } else {
        "\n"
    }
}

fn line_start(source: &str, offset: usize) -> usize {
    source[..offset].rfind('\n').map_or(0, |at| at + 1)
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
