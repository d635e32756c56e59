//! JSON as people write it: read to the end whatever is wrong with it, every value with its place.
//!
//! Comments and trailing commas are read and reported once a file; an unquoted `${name}` is a value of unknown type.
//! A syntax error spoils one member: the reader reports it, is silent until the next `,` or closing bracket at that
//! depth, and goes on.

mod balance;
mod blanks;
pub(super) mod escape;
mod extension;
mod jackson;
mod recovery;
mod scalar;
mod string;
#[cfg(test)]
mod tests;

use super::findings::Findings;
use super::interner::Interner;
use super::{
    Comment, Key, Kind, Member, Node, StringStyle, Text, Tree, duplicates, rule, template,
};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::value::Str;
pub(super) use recovery::string_end;

use extension::Extensions;
use jackson::{Complaint, FirstFault};

/// Levels of arrays and objects that are read. The largest published definition has about thirty.
pub const MAX_DEPTH: usize = 128;

/// Values that are read, which bounds the memory a text can take.
pub const MAX_VALUES: usize = 5_000_000;

/// Reads JSON text, and never fails: see [`Tree::diagnostics`].
pub fn read(text: &str) -> Tree {
    let mut reader = Reader::new(text);
    let root = reader.document();
    reader.finish(root)
}

/// A value could not be read. It is reported, and the rest of its member is to be skipped.
struct Spoilt;

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// Offsets of the brackets that are open.
    open: Vec<usize>,
    /// Values so far.
    values: usize,
    /// Whether reading has ended early, or at the end of a text that lacks closing brackets.
    ended: bool,
    /// Whether a closing bracket did not match, so that what follows the document is its consequence.
    unbalanced: bool,
    /// Where a closing bracket was reported that closes several levels.
    mismatch: Option<usize>,
    /// Where a token was reported that is read all the same.
    reported: Option<usize>,
    /// Whether members were skipped.
    lossy: bool,
    keys: Interner,
    comments: Vec<Comment>,
    findings: Findings,
    extensions: Extensions,
    first_fault: Option<FirstFault>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: if text.starts_with('\u{feff}') { 3 } else { 0 },
            open: Vec::new(),
            values: 0,
            ended: false,
            unbalanced: false,
            mismatch: None,
            reported: None,
            lossy: false,
            keys: Interner::new(),
            comments: Vec::new(),
            findings: Findings::default(),
            extensions: Extensions::default(),
            first_fault: None,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn document(&mut self) -> Option<Node> {
        self.blanks();
        if self.peek().is_none() {
            if !self.ended {
                self.empty();
            }
            return None;
        }
        let start = self.at;
        let root = match self.value() {
            Ok(root) => root,
            Err(Spoilt) => {
                self.lossy = true;
                self.skip_member();
                return Some(Node::new(Kind::Error, Span::new(start, self.at)));
            }
        };
        self.blanks();
        if self.at < self.bytes.len() && !self.ended && !self.unbalanced {
            self.trailing_text();
        }
        Some(root)
    }

    fn finish(mut self, root: Option<Node>) -> Tree {
        let broken = !self.findings.is_empty() || self.extensions.any_foreign();
        if broken && let Some(found) = template::find(self.text, "JSON") {
            return Tree {
                root: None,
                comments: self.comments,
                diagnostics: vec![found],
                lossy: true,
            };
        }
        let extensions = std::mem::take(&mut self.extensions);
        extensions.report(&mut self.findings);
        if let Some(fault) = self.first_fault.take() {
            fault.attach(self.text, &mut self.findings);
        }
        Tree {
            root,
            comments: self.comments,
            diagnostics: self.findings.finish(),
            lossy: self.lossy,
        }
    }

    /// Reads a value at its first byte, which is not blank.
    fn value(&mut self) -> Result<Node, Spoilt> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(self.too_many());
        }
        match self.bytes[self.at] {
            b'"' => {
                let start = self.at;
                let value = self.string();
                Ok(self.text_node(value, start))
            }
            b'{' if self.bytes.get(self.at + 1) == Some(&b'%') => Err(self.bare_jsonata()),
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        }
    }

    fn text_node(&self, value: Str, start: usize) -> Node {
        let text = Text {
            value,
            style: StringStyle::Json,
            filled: false,
        };
        Node::new(Kind::String(text), Span::new(start, self.at))
    }

    /// Reads an array or object with `inside`, which begins behind the opening bracket.
    fn nested(&mut self, inside: impl FnOnce(&mut Self) -> Kind) -> Result<Node, Spoilt> {
        if self.open.len() == MAX_DEPTH {
            return Ok(self.too_deep());
        }
        let start = self.at;
        self.open.push(start);
        self.at += 1;
        let kind = inside(self);
        self.open.pop();
        Ok(Node::new(kind, Span::new(start, self.at)))
    }

    fn array(&mut self) -> Kind {
        let mut items = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b']' | b'}') | None => {
                    self.close(b']');
                    break;
                }
                Some(b',') => {
                    self.doubled_comma();
                    continue;
                }
                Some(_) => {}
            }
            let start = self.at;
            match self.value() {
                Ok(item) => items.push(item),
                Err(Spoilt) => {
                    self.skip_member();
                    items.push(Node::new(Kind::Error, Span::new(start, self.at)));
                }
            }
            if self.separator() {
                break;
            }
        }
        Kind::Array(items)
    }

    fn object(&mut self) -> Kind {
        let mut members = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                Some(b'}' | b']') | None => {
                    self.close(b'}');
                    break;
                }
                Some(b',') => {
                    self.doubled_comma();
                    continue;
                }
                Some(_) => {}
            }
            match self.member() {
                Ok(member) => members.push(member),
                Err(Spoilt) => {
                    self.lossy = true;
                    self.skip_member();
                }
            }
            if self.separator() {
                break;
            }
        }
        duplicates::check(&members, &mut self.findings);
        Kind::Object(members)
    }

    fn member(&mut self) -> Result<Member, Spoilt> {
        let key = self.key()?;
        self.blanks();
        if self.peek() == Some(b':') {
            self.at += 1;
        } else if !self.missing_colon(&key) {
            return Ok(self.hole(key));
        }
        self.blanks();
        if let Some(b',' | b'}' | b']') | None = self.peek() {
            self.missing_value(&key);
            return Ok(self.hole(key));
        }
        let start = self.at;
        let value = self.value().unwrap_or_else(|Spoilt| {
            self.skip_member();
            Node::new(Kind::Error, Span::new(start, self.at))
        });
        Ok(Member { key, value })
    }

    fn hole(&self, key: Key) -> Member {
        Member {
            key,
            value: Node::new(Kind::Error, Span::at(self.at)),
        }
    }

    fn key(&mut self) -> Result<Key, Spoilt> {
        let start = self.at;
        let text = match self.bytes[start] {
            b'"' => match self.plain_string() {
                Some(text) => self.keys.get(text),
                None => self.string(),
            },
            _ => self.foreign_key()?,
        };
        Ok(Key {
            text,
            span: Span::new(start, self.at),
        })
    }

    /// Reads what follows a member or item: true when it is the last of its array or object, and the closing bracket
    /// is read too.
    fn separator(&mut self) -> bool {
        if self.ended {
            return true;
        }
        let end = self.at;
        self.blanks();
        match self.peek() {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.blanks();
                if let Some(b']' | b'}') = self.peek() {
                    self.trailing_comma(comma);
                }
            }
            Some(b']' | b'}') | None => {}
            Some(_) => self.missing_comma(end),
        }
        false
    }

    fn too_many(&mut self) -> Spoilt {
        let limit = text::thousands(MAX_VALUES as u64);
        let span = Span::at(self.at);
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                span,
                format!("this text holds more than {limit} values, and sfnrun reads no more"),
            )
            .help("AWS takes definitions of up to 1 MB; is this a definition?"),
            Complaint::None,
        );
        self.stop();
        Spoilt
    }

    fn too_deep(&mut self) -> Node {
        let start = self.at;
        self.fault(
            Diagnostic::error(
                rule::SYNTAX,
                Span::new(start, start + 1),
                format!("this nests deeper than {MAX_DEPTH} levels of arrays and objects"),
            )
            .labelled("what is inside is not read"),
            Complaint::None,
        );
        self.lossy = true;
        self.skip_brackets();
        Node::new(Kind::Error, Span::new(start, self.at))
    }

    /// Ends reading where it is.
    fn stop(&mut self) {
        self.ended = true;
        self.lossy = true;
        self.at = self.bytes.len();
    }
}
