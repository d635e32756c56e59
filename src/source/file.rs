//! One source file: its text, its notation, and how to read it. Nothing here opens files.

use super::{Origin, Tree, duplicates, json, rule, yaml};
use crate::base::{LineColumn, LineIndex, Span, text};
use crate::diagnostics::Severity;
use std::fmt;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Bytes of the largest file that is read: 100 MiB. AWS takes definitions of up to 1 MB.
pub const MAX_BYTES: usize = 100 * 1024 * 1024;

/// A notation that definitions are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// JSON, with comments and trailing commas or without.
    Json,
    /// YAML.
    Yaml,
    /// HCL, the language of Terraform. It holds definitions, and is none.
    Hcl,
}

/// The text of one file. Clones share it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// What the user calls it: a path, or `<stdin>`.
    pub name: Arc<str>,
    /// The text, without a byte order mark. All spans are byte offsets in it.
    pub text: Arc<str>,
    lines: Lines,
    /// What it is written in.
    pub notation: Notation,
    /// Whether the file began with a byte order mark, which a writer puts back.
    pub byte_order_mark: bool,
    /// Where the text was cut out, if it is a part of another file.
    pub origin: Option<Arc<Origin>>,
}

/// The lines of a text, once they are asked for.
#[derive(Clone, Default)]
struct Lines(Arc<OnceLock<LineIndex>>);

impl fmt::Debug for Lines {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("…")
    }
}

/// Bytes that are no source text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FileError {
    /// The bytes are no UTF-8.
    #[error(
        "`{name}` is not UTF-8: byte 0x{byte:02X} at offset {offset} (line {}, column {})",
        place.line,
        place.column
    )]
    NotUtf8 {
        /// The file.
        name: String,
        /// The first wrong byte.
        byte: u8,
        /// Its offset in the file.
        offset: usize,
        /// The same place by line and column.
        place: LineColumn,
    },
    /// The text is UTF-16.
    #[error("`{name}` is UTF-16 ({order}), and definitions are UTF-8")]
    Utf16 {
        /// The file.
        name: String,
        /// `little-endian` or `big-endian`.
        order: &'static str,
    },
    /// The file is too big.
    #[error(
        "`{name}` is too big: {}, and sfnrun reads {}",
        text::bytes(*bytes as u64),
        text::bytes(MAX_BYTES as u64)
    )]
    TooBig {
        /// The file.
        name: String,
        /// Its size.
        bytes: usize,
    },
}

impl FileError {
    /// What to do.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => {
                "save it as UTF-8; if it is no text at all, it is no definition"
            }
            Self::Utf16 { .. } => {
                "save it as UTF-8: `iconv -f UTF-16 -t UTF-8`, or PowerShell's `Out-File -Encoding utf8`"
            }
            Self::TooBig { .. } => "AWS takes definitions of up to 1 MB; is this a definition?",
        }
    }
}

impl SourceFile {
    /// The text in `bytes`. The extension of `name` tells the notation; where it does not, the text does.
    ///
    /// # Errors
    /// Where the bytes are no UTF-8, or more than [`MAX_BYTES`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, FileError> {
        if bytes.len() > MAX_BYTES {
            return Err(FileError::TooBig {
                name: name.to_owned(),
                bytes: bytes.len(),
            });
        }
        if let Some(order) = utf16(&bytes) {
            return Err(FileError::Utf16 {
                name: name.to_owned(),
                order,
            });
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let byte = bytes.get(offset).copied().unwrap_or_default();
                let before = String::from_utf8_lossy(&bytes[..offset]);
                let place = LineIndex::new(&before).line_column(&before, offset);
                Err(FileError::NotUtf8 {
                    name: name.to_owned(),
                    byte,
                    offset,
                    place,
                })
            }
        }
    }

    /// A file of this text, with or without a byte order mark.
    pub fn new(name: &str, text: String) -> Self {
        let (text, byte_order_mark): (Arc<str>, bool) = match text.strip_prefix('\u{feff}') {
            Some(text) => (text.into(), true),
            None => (text.into(), false),
        };
        Self {
            name: name.into(),
            lines: Lines::default(),
            notation: Notation::of(name).unwrap_or_else(|| Notation::sniff(&text)),
            text,
            byte_order_mark,
            origin: None,
        }
    }

    /// The file with another text, in the notation that it had.
    #[must_use]
    pub fn with_text(&self, text: String) -> Self {
        Self {
            name: self.name.clone(),
            lines: Lines::default(),
            notation: self.notation,
            text: text.into(),
            byte_order_mark: self.byte_order_mark,
            origin: None,
        }
    }

    /// What to call what the file defines: the last part of its name up to its first dot; nothing where there is none.
    pub fn stem(&self) -> Option<&str> {
        let name = self.name.rsplit(['/', '\\']).next()?;
        let stem = name.split('.').next()?;
        (!stem.is_empty() && !stem.starts_with('<')).then_some(stem)
    }

    /// Reads the text. HCL is no tree of values: of it nothing is read here.
    pub fn read(&self) -> Tree {
        let mut tree = match self.notation {
            Notation::Json => json::read(&self.text),
            Notation::Yaml => yaml::read(&self.text),
            Notation::Hcl => Tree::default(),
        };
        duplicates::mend(&self.text, &mut tree);
        if has_extension(&self.name, &["jsonc", "json5"]) {
            // A name that says so tells that something takes comments and commas out before AWS sees the text.
            for diagnostic in &mut tree.diagnostics {
                if diagnostic.rule == rule::JSON_EXTENSION {
                    diagnostic.severity = Severity::Note;
                    diagnostic.fixes.clear();
                }
            }
        }
        tree
    }

    /// The text at `span`; nothing where the span is not of this file.
    pub fn slice(&self, span: Span) -> Option<&str> {
        self.text.get(span.range())
    }

    /// Its lines, which are looked for when they are first asked for. Clones share them.
    pub fn index(&self) -> &LineIndex {
        self.lines.0.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Line and column of a byte offset.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        self.index().line_column(&self.text, offset)
    }
}

impl Notation {
    /// The notation that the extension of a file's name tells.
    pub fn of(name: &str) -> Option<Self> {
        if has_extension(name, &["json", "jsonc", "json5"]) {
            Some(Self::Json)
        } else if has_extension(name, &["yaml", "yml"]) {
            Some(Self::Yaml)
        } else if has_extension(name, &["tf", "tofu"]) {
            Some(Self::Hcl)
        } else {
            None
        }
    }

    /// The notation that the first characters suggest.
    fn sniff(text: &str) -> Self {
        let text = text.trim_start();
        if text.is_empty()
            || text.starts_with(['{', '[', '"'])
            || text.starts_with("//")
            || text.starts_with("/*")
        {
            Self::Json
        } else {
            Self::Yaml
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::Hcl => "HCL",
        }
    }
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        extensions
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The byte order, if the bytes are UTF-16: by its mark, or by zero bytes where ASCII text has them.
fn utf16(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, ..] => Some("little-endian"),
        [0xfe, 0xff, ..] => Some("big-endian"),
        [first, 0, third, 0, ..] if *first != 0 && *third != 0 => Some("little-endian"),
        [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => Some("big-endian"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_tells_the_notation_and_else_the_text() {
        let cases = [
            ("a.asl.json", "x", Notation::Json),
            ("a.JSON", "x", Notation::Json),
            ("a.jsonc", "x", Notation::Json),
            ("a.asl.yml", "{}", Notation::Yaml),
            ("a.yaml", "{}", Notation::Yaml),
            ("a.asl", "\n {}", Notation::Json),
            ("a.asl", "// c\n{}", Notation::Json),
            ("a.asl", "StartAt: A", Notation::Yaml),
            ("a.asl", "# c\nStartAt: A", Notation::Yaml),
            ("<stdin>", "---\nStartAt: A", Notation::Yaml),
            ("dir.json/a", "StartAt: A", Notation::Yaml),
        ];
        for (name, text, notation) in cases {
            assert_eq!(
                SourceFile::new(name, text.to_owned()).notation,
                notation,
                "{name}: {text}"
            );
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let file = SourceFile::from_bytes("a.json", b"\xef\xbb\xbf{}".to_vec()).unwrap();
        assert_eq!((&*file.text, file.byte_order_mark), ("{}", true));
        assert!(file.read().diagnostics.is_empty());
    }

    #[test]
    fn bytes_that_are_no_utf8_are_named() {
        let error =
            SourceFile::from_bytes("a.json", b"{\n \"\xc3\xa9\": \"\xe9\"}".to_vec()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`a.json` is not UTF-8: byte 0xE9 at offset 10 (line 2, column 8)"
        );
        let utf16 = |bytes: &[u8]| {
            SourceFile::from_bytes("a.json", bytes.to_vec())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            utf16(b"\xff\xfe{\0}\0"),
            "`a.json` is UTF-16 (little-endian), and definitions are UTF-8"
        );
        assert_eq!(
            utf16(b"\0{\0\"\0}"),
            "`a.json` is UTF-16 (big-endian), and definitions are UTF-8"
        );
    }

    #[test]
    fn big_files_are_refused() {
        let error = SourceFile::from_bytes("a.json", vec![b' '; MAX_BYTES + 1]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`a.json` is too big: 100.0 MiB, and sfnrun reads 100.0 MiB"
        );
        assert!(error.help().contains("1 MB"));
    }

    #[test]
    fn a_name_that_says_so_excuses_comments() {
        let severity = |name: &str| {
            let tree = SourceFile::new(name, "{} // c".to_owned()).read();
            tree.diagnostics[0].severity
        };
        assert_eq!(severity("a.json"), Severity::Warning);
        assert_eq!(severity("a.jsonc"), Severity::Note);
    }
}
