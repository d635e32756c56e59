//! Items of `"InputType": "CSV"`.
//!
//! AWS reads CSV as Java's opencsv does: what the developer guide says under "How Step Functions parses input CSV files"
//! (a backslash escapes only itself, quotes and delimiters, and is dropped before anything else; `{""MyKey"":""MyValue""}`
//! without quotes around it gives `{"MyKey":"MyValue"}`) is what that library's CSVParser does, and no CSV library of
//! Rust. So this is written after the behaviour of that parser.

use super::lines::{LineEnd, Lines};
use super::{Input, LONGEST, ReadFault};
use crate::asl::CsvDelimiter;
use crate::value::{Object, Str, Value};
use std::collections::HashSet;

/// Bytes of headers (developer guide, "ItemReader (Map)").
const HEADERS: usize = 10 * 1024;

/// The rows of a CSV object, each an object of texts by header.
///
/// Fields beyond the headers are dropped, missing ones are empty (recorded:
/// scenarios/base_scenarios.map_item_reader_csv_headers_decl_extra_fields, …csv_headers_first_line). An empty line is a
/// row of one empty field, as in opencsv.
pub(in crate::tasks::objects) struct CsvItems {
    records: Records,
    /// Nothing where the object is empty and they stand in its first row.
    headers: Option<Vec<Str>>,
}

impl CsvItems {
    /// The rows under these headers, or under those of the first row.
    pub(in crate::tasks::objects) fn new(
        input: Input,
        delimiter: CsvDelimiter,
        headers: Option<Vec<Str>>,
    ) -> Result<Self, ReadFault> {
        let mut records = Records {
            lines: Lines::new(input, LineEnd::Any),
            parser: Parser::new(delimiter),
            fields: Vec::new(),
        };
        let headers = match headers {
            Some(headers) => Some(headers),
            None if records.read()? => {
                Some(records.fields.iter().map(|name| name[..].into()).collect())
            }
            None => None,
        };
        if let Some(headers) = &headers {
            check(headers, &records)?;
        }
        Ok(Self { records, headers })
    }
}

fn check(headers: &[Str], records: &Records) -> Result<(), ReadFault> {
    let mut seen = HashSet::new();
    if !headers.iter().all(|header| seen.insert(header)) {
        return Err(ReadFault::DuplicateHeaders);
    }
    let size: usize = headers.iter().map(|header| header.len() + 1).sum();
    if size > HEADERS {
        return Err(ReadFault::LongHeaders(
            records.lines.input().place().clone(),
        ));
    }
    Ok(())
}

impl Iterator for CsvItems {
    type Item = Result<Value, ReadFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let headers = self.headers.as_ref()?;
        match self.records.read() {
            Err(fault) => return Some(Err(fault)),
            Ok(false) => return None,
            Ok(true) => {}
        }
        let fields = &self.records.fields;
        let members = headers.iter().enumerate().map(|(column, header)| {
            let field = fields.get(column).map_or("", String::as_str);
            (Str::clone(header), Value::from(field))
        });
        Some(Ok(Value::Object(members.collect::<Object>())))
    }
}

/// The records of a CSV text.
struct Records {
    lines: Lines,
    parser: Parser,
    /// The fields of the record that was read last.
    fields: Vec<String>,
}

impl Records {
    /// Reads the next record; false where there is none.
    fn read(&mut self) -> Result<bool, ReadFault> {
        self.fields.clear();
        let mut first = None;
        loop {
            let Some(line) = self.lines.next_line()? else {
                return match first {
                    None => Ok(false),
                    Some(line) => Err(ReadFault::OpenQuote {
                        place: self.lines.input().place().clone(),
                        line,
                    }),
                };
            };
            let complete = self.parser.line(line, &mut self.fields);
            if complete {
                return Ok(true);
            }
            first = first.or(Some(self.lines.number()));
            if self.parser.open.as_ref().map_or(0, String::len) > LONGEST {
                return Err(ReadFault::TooLong {
                    place: self.lines.input().place().clone(),
                    offset: self.lines.input().offset(),
                });
            }
        }
    }
}

/// Takes lines apart into fields.
struct Parser {
    delimiter: u8,
    /// A quoted field that goes on in the next line.
    open: Option<String>,
    /// Whether something of a field has been seen. opencsv keeps this between the lines of a record.
    in_field: bool,
}

impl Parser {
    fn new(delimiter: CsvDelimiter) -> Self {
        Self {
            delimiter: match delimiter {
                CsvDelimiter::Comma => b',',
                CsvDelimiter::Pipe => b'|',
                CsvDelimiter::Semicolon => b';',
                CsvDelimiter::Space => b' ',
                CsvDelimiter::Tab => b'\t',
            },
            open: None,
            in_field: false,
        }
    }

    /// Adds the fields of a line; false where its last one goes on in the next.
    fn line(&mut self, line: &str, fields: &mut Vec<String>) -> bool {
        let bytes = line.as_bytes();
        let mut quoted = self.open.is_some();
        let mut field = self.open.take().unwrap_or_default();
        // What is kept of the line and not yet in the field.
        let (mut from, mut at) = (0, 0);
        while let Some(&byte) = bytes.get(at) {
            let next = bytes.get(at + 1).copied();
            match byte {
                b'\\' => {
                    field.push_str(&line[from..at]);
                    from = at + 1;
                    if next.is_some_and(|next| self.is_special(next)) {
                        at += 1;
                    }
                    self.in_field = true;
                }
                b'"' if (quoted || self.in_field) && next == Some(b'"') => {
                    field.push_str(&line[from..=at]);
                    at += 1;
                    from = at + 1;
                    self.in_field = !self.in_field;
                }
                b'"' => {
                    field.push_str(&line[from..at]);
                    from = at + 1;
                    quoted = !quoted;
                    if self.is_embedded(line, at) {
                        if !field.is_empty() && field.chars().all(char::is_whitespace) {
                            field.clear();
                        } else {
                            field.push('"');
                        }
                    }
                    self.in_field = !self.in_field;
                }
                _ if byte == self.delimiter && !quoted => {
                    field.push_str(&line[from..at]);
                    from = at + 1;
                    fields.push(std::mem::take(&mut field));
                    self.in_field = false;
                }
                _ => self.in_field = true,
            }
            at += 1;
        }
        field.push_str(&line[from..]);
        if quoted {
            field.push('\n');
            self.open = Some(field);
            return false;
        }
        self.in_field = false;
        fields.push(field);
        true
    }

    fn is_special(&self, byte: u8) -> bool {
        byte == b'"' || byte == b'\\' || byte == self.delimiter
    }

    /// Whether a quote stands in the middle of a field, as in `a,bc"d"ef,g`, and so is kept. In the first three
    /// characters of a line (UTF-16 code units) it never counts as that.
    fn is_embedded(&self, line: &str, quote: usize) -> bool {
        let bytes = line.as_bytes();
        let before = line[..quote].encode_utf16().take(3).count();
        let next = bytes.get(quote + 1).copied();
        before == 3
            && bytes[quote - 1] != self.delimiter
            && next.is_some_and(|next| next != self.delimiter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(lines: &[&str]) -> Vec<String> {
        let mut parser = Parser::new(CsvDelimiter::Comma);
        let mut fields = Vec::new();
        let complete: Vec<bool> = lines
            .iter()
            .map(|line| parser.line(line, &mut fields))
            .collect();
        assert_eq!(complete.last(), Some(&true), "{lines:?}");
        fields
    }

    /// The example of the developer guide, "How Step Functions parses input CSV files".
    #[test]
    fn reads_the_example_of_the_guide() {
        let lines = [
            "abc,123,\"This string contains commas, a double quotation marks (\"\"), and a newline (",
            ")\",{\"\"MyKey\"\":\"\"MyValue\"\"},\"[1,2,3]\"",
        ];
        let expected = [
            "abc",
            "123",
            "This string contains commas, a double quotation marks (\"), and a newline (\n)",
            "{\"MyKey\":\"MyValue\"}",
            "[1,2,3]",
        ];
        assert_eq!(fields(&lines), expected);
    }

    /// The rules of the same page on backslashes.
    #[test]
    fn reads_backslashes_as_the_guide_says() {
        let cases = [
            (
                r"C:\\Program Files\\MyApp.exe,6534512",
                vec![r"C:\Program Files\MyApp.exe", "6534512"],
            ),
            (r"a\,b,c", vec!["a,b", "c"]),
            (r"a\nb", vec!["anb"]),
            (r#""a\"b",c"#, vec![r#"a"b"#, "c"]),
        ];
        for (line, expected) in cases {
            assert_eq!(fields(&[line]), expected, "{line}");
        }
    }

    #[test]
    fn reads_quotes() {
        let cases = [
            ("", vec![""]),
            (",", vec!["", ""]),
            ("\"\",x", vec!["", "x"]),
            ("\"a\",\"b,c\"", vec!["a", "b,c"]),
            ("\"\"\"a\"\"\"", vec!["\"a\""]),
            ("xyz,bc\"d\"ef,g", vec!["xyz", "bc\"d\"ef", "g"]),
            ("é,\"ü\"", vec!["é", "ü"]),
        ];
        for (line, expected) in cases {
            assert_eq!(fields(&[line]), expected, "{line}");
        }
    }
}
