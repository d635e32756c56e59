//! Strict JSON text to values: inputs, task results, mock files, `States.StringToJson`.

use super::measure::Text;
use super::number::is_json_number;
use super::object::Members;
use super::{Array, Number, Object, Str, Value};
use thiserror::Error;

/// Levels of arrays and objects that are read.
pub const MAX_DEPTH: u32 = 1_000;

/// Text that is no JSON.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ReadError {
    /// What is wrong, in lower case and without the place.
    pub message: String,
    /// Byte offset of the first byte that is wrong.
    pub offset: usize,
}

/// Reads one JSON text (RFC 8259). Of a key that stands twice, the last value counts.
///
/// # Errors
/// Where the text is not JSON, or nests deeper than [`MAX_DEPTH`].
pub fn read(text: &str) -> Result<Value, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader {
        text: text.into(),
        at: 0,
        depth: 0,
        compact: true,
    };
    reader.blanks();
    let value = reader.value()?;
    reader.blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.error("expected the end of the JSON text")),
    }
}

struct Reader {
    text: Str,
    at: usize,
    depth: u32,
    /// Whether all since the start of the innermost open array or object is written as we would write it.
    compact: bool,
}

impl Reader {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        let start = self.at;
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.compact &= start == self.at;
    }

    fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError {
            message: message.into(),
            offset: self.at,
        }
    }

    fn value(&mut self) -> Result<Value, ReadError> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(self.error("expected a JSON value")),
            None => Err(self.error("expected a JSON value, found the end")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, ReadError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.error("expected a JSON value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, ReadError> {
        let bytes = &self.text.as_bytes()[self.at..];
        let length = bytes
            .iter()
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'))
            .count();
        if !is_json_number(&bytes[..length]) {
            return Err(self.error("this is no JSON number"));
        }
        let number = Number::from_json(&self.text[self.at..self.at + length]);
        self.at += length;
        Ok(Value::Number(number))
    }

    /// Reads an array or object with `items` and gives it its text if it is not compact.
    fn nested<T>(
        &mut self,
        items: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<(T, Option<Text>), ReadError> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("this nests deeper than {MAX_DEPTH} levels")));
        }
        let (start, outer_compact) = (self.at, self.compact);
        self.depth += 1;
        self.compact = true;
        self.at += 1;
        let items = items(self)?;
        self.at += 1;
        self.depth -= 1;
        let text = (!self.compact).then(|| Text {
            whole: self.text.clone(),
            range: u32::try_from(start).unwrap_or(u32::MAX)
                ..u32::try_from(self.at).unwrap_or(u32::MAX),
        });
        self.compact &= outer_compact;
        Ok((items, text))
    }

    fn array(&mut self) -> Result<Value, ReadError> {
        let (items, text) = self.nested(|reader| {
            let mut items = Vec::new();
            reader.blanks();
            while reader.peek() != Some(b']') {
                if !items.is_empty() {
                    reader.expect(b',', "expected `,` or `]`")?;
                    reader.blanks();
                }
                items.push(reader.value()?);
                reader.blanks();
            }
            Ok(items)
        })?;
        Ok(Value::Array(Array::with_text(items, text)))
    }

    fn object(&mut self) -> Result<Value, ReadError> {
        let (members, text) = self.nested(|reader| {
            let mut members = Members::default();
            reader.blanks();
            while reader.peek() != Some(b'}') {
                if !members.is_empty() {
                    reader.expect(b',', "expected `,` or `}`")?;
                    reader.blanks();
                }
                if reader.peek() != Some(b'"') {
                    return Err(reader.error("expected a key in double quotes"));
                }
                let key = reader.string()?;
                reader.blanks();
                reader.expect(b':', "expected `:` after the key")?;
                reader.blanks();
                let value = reader.value()?;
                if members.insert(key, value).is_some() {
                    reader.compact = false;
                }
                reader.blanks();
            }
            Ok(members)
        })?;
        Ok(Value::Object(Object::with_text(members, text)))
    }

    fn expect(&mut self, byte: u8, message: &str) -> Result<(), ReadError> {
        if self.peek() != Some(byte) {
            return Err(self.error(message));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<Str, ReadError> {
        self.at += 1;
        let start = self.at;
        let plain = self.text.as_bytes()[start..]
            .iter()
            .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
        let Some(plain) = plain else {
            self.at = self.text.len();
            return Err(self.error("the string has no end"));
        };
        self.at += plain;
        if self.peek() == Some(b'"') {
            self.at += 1;
            return Ok(self.text[start..self.at - 1].into());
        }
        let mut text = self.text[start..self.at].to_owned();
        let (written, mut from) = (start - 1, self.at);
        loop {
            match self.peek() {
                None => return Err(self.error("the string has no end")),
                Some(b'"') => {
                    text.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    text.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    text.push(self.escape()?);
                    from = self.at;
                }
                Some(0..0x20) => {
                    return Err(self.error("a control character in a string must be escaped"));
                }
                Some(_) => self.at += 1,
            }
        }
        // `\/` and `\u0041` are not what we would write: such a text is kept.
        self.compact &= super::write::string_size(&text) == (self.at - written) as u64;
        Ok(text.into())
    }

    fn escape(&mut self) -> Result<char, ReadError> {
        let Some(byte) = self.peek() else {
            return Err(self.error("the string has no end"));
        };
        let plain = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return Err(self.error("this is no JSON escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode_escape(&mut self) -> Result<char, ReadError> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let after_first = self.at;
        if self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = after_first;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self) -> Result<u32, ReadError> {
        let digits = self
            .text
            .as_bytes()
            .get(self.at..self.at + 4)
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(code) = digits else {
            return Err(self.error("`\\u` needs four hexadecimal digits"));
        };
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_json() {
        let value = read("{\"a\":[1,2.5,true,null],\"b\":\"\\u00e9\\ud83d\\ude00\\/\"}").unwrap();
        assert_eq!(value.get("b").and_then(Value::as_str), Some("é😀/"));
        assert_eq!(
            value.get("a").and_then(Value::as_array).map(|a| a.len()),
            Some(4)
        );
        assert_eq!(
            value.to_compact_json(),
            "{\"a\":[1,2.5,true,null],\"b\":\"é😀/\"}"
        );
    }

    #[test]
    fn says_where_it_is_no_json() {
        let cases = [
            ("", 0, "expected a JSON value, found the end"),
            ("[1,]", 3, "expected a JSON value"),
            ("{a:1}", 1, "expected a key in double quotes"),
            ("{\"a\" 1}", 5, "expected `:` after the key"),
            ("[1 2]", 3, "expected `,` or `]`"),
            ("1 2", 2, "expected the end of the JSON text"),
            ("\"a", 2, "the string has no end"),
            ("\"\\x\"", 2, "this is no JSON escape"),
            ("01", 0, "this is no JSON number"),
            (
                "\"\t\"",
                1,
                "a control character in a string must be escaped",
            ),
        ];
        for (text, offset, message) in cases {
            let error = read(text).unwrap_err();
            assert_eq!(
                (error.offset, error.message.as_str()),
                (offset, message),
                "{text}"
            );
        }
    }

    #[test]
    fn refuses_deep_nesting() {
        let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(read(&deep(1_000)).is_ok());
        let error = read(&deep(1_001)).unwrap_err();
        assert_eq!(error.message, "this nests deeper than 1000 levels");
        assert!(read(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn a_doubled_key_keeps_the_text_and_the_last_value() {
        let value = read("{\"a\":1,\"a\":2}").unwrap();
        assert_eq!(value.get("a").and_then(Value::as_i64), Some(2));
    }
}
