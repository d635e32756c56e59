//! Values to JSON text.

use super::Value;

impl Value {
    /// The JSON text as AWS shows it: an untouched array or object as it was read, anything else compact.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }

    /// Appends what [`Value::to_json`] gives.
    pub fn write_json(&self, out: &mut String) {
        match self {
            Self::Array(array) => match array.text() {
                Some(text) => out.push_str(text),
                None => {
                    out.push('[');
                    for (at, item) in array.iter().enumerate() {
                        if at > 0 {
                            out.push(',');
                        }
                        item.write_json(out);
                    }
                    out.push(']');
                }
            },
            Self::Object(object) => match object.text() {
                Some(text) => out.push_str(text),
                None => {
                    out.push('{');
                    for (at, (key, value)) in object.iter().enumerate() {
                        if at > 0 {
                            out.push(',');
                        }
                        write_json_string(key, out);
                        out.push(':');
                        value.write_json(out);
                    }
                    out.push('}');
                }
            },
            scalar => write_scalar(scalar, out),
        }
    }

    /// The JSON text without any white space, even where the value was read with some.
    pub fn to_compact_json(&self) -> String {
        let mut text = String::new();
        write_layout(self, None, &mut text);
        text
    }

    /// The JSON text over several lines, two blanks a level.
    pub fn to_pretty_json(&self) -> String {
        let mut text = String::new();
        write_layout(self, Some(0), &mut text);
        text
    }
}

/// Writes a value anew, compact (`level` is `None`) or indented.
fn write_layout(value: &Value, level: Option<usize>, out: &mut String) {
    let inner = level.map(|level| level + 1);
    let line = |level: Option<usize>, out: &mut String| {
        if let Some(level) = level {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", level));
        }
    };
    match value {
        Value::Array(array) if !array.is_empty() => {
            out.push('[');
            for (at, item) in array.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                line(inner, out);
                write_layout(item, inner, out);
            }
            line(level, out);
            out.push(']');
        }
        Value::Object(object) if !object.is_empty() => {
            out.push('{');
            for (at, (key, value)) in object.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                line(inner, out);
                write_json_string(key, out);
                out.push_str(if level.is_some() { ": " } else { ":" });
                write_layout(value, inner, out);
            }
            line(level, out);
            out.push('}');
        }
        Value::Array(_) => out.push_str("[]"),
        Value::Object(_) => out.push_str("{}"),
        scalar => write_scalar(scalar, out),
    }
}

fn write_scalar(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(&number.text()),
        Value::String(text) => write_json_string(text, out),
        Value::Array(_) | Value::Object(_) => {}
    }
}

/// Appends a JSON string, quotes included.
pub fn write_json_string(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => {
                out.push_str(&text[from..at]);
                out.push_str(&format!("\\u{byte:04X}"));
                from = at + 1;
                continue;
            }
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(escape);
        from = at + 1;
    }
    out.push_str(&text[from..]);
    out.push('"');
}

/// The bytes of a text as a JSON string, quotes included.
pub fn string_size(text: &str) -> u64 {
    let needs_escape = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    // Counting is quick, and mostly there is nothing to count.
    if text
        .as_bytes()
        .iter()
        .filter(|byte| needs_escape(byte))
        .count()
        == 0
    {
        return text.len() as u64 + 2;
    }
    let escapes: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
            0..0x20 => 5,
            _ => 0,
        })
        .sum();
    (text.len() + escapes + 2) as u64
}

pub(super) fn scalar_size(value: &Value) -> u64 {
    match value {
        Value::Null | Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(number) => number.text().len() as u64,
        Value::String(text) => string_size(text),
        Value::Array(_) | Value::Object(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::value::read;

    #[test]
    fn keeps_or_drops_white_space() {
        let value = read(" {\"a\" : [ ], \"b\":{ \"c\":1 }} ").unwrap();
        assert_eq!(value.to_json(), "{\"a\" : [ ], \"b\":{ \"c\":1 }}");
        assert_eq!(value.to_compact_json(), "{\"a\":[],\"b\":{\"c\":1}}");
        assert_eq!(
            value.to_pretty_json(),
            "{\n  \"a\": [],\n  \"b\": {\n    \"c\": 1\n  }\n}"
        );
    }

    #[test]
    fn escapes_strings() {
        let value = crate::value::Value::from("\"\\\n\u{1}é\u{2028}");
        assert_eq!(value.to_json(), "\"\\\"\\\\\\n\\u0001é\u{2028}\"");
        assert_eq!(value.size(), value.to_json().len() as u64);
        assert_eq!(read(&value.to_json()).unwrap(), value);
    }
}
