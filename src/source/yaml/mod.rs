//! YAML, read into the same tree as JSON. The events come from `granit-parser`, which nothing outside this folder names.
//!
//! Plain scalars follow the core schema of YAML 1.2, except where YAML 1.1 takes them for something else: words like
//! `yes` become the booleans that deployment tools make of them, and numbers on which the versions disagree stay text.
//! Both are reported.

mod anchors;
mod fault;
mod frame;
mod scalar;
#[cfg(test)]
mod tests;

use super::directive::MARK;
use super::findings::Findings;
use super::interner::Interner;
use super::{Comment, Key, Kind, Node, StringStyle, Tag, Text, Tree, rule, template};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use anchors::Anchors;
use frame::{Frame, Slot};
use granit_parser::{Event, Parser, Placement, ScalarStyle, StrInput, StructureStyle};

pub use super::json::MAX_DEPTH;

/// Values that are read, those that come in through aliases counted each time.
pub const MAX_VALUES: usize = 1_000_000;

/// Reads YAML text, and never fails: see [`Tree::diagnostics`]. Of several documents the first that holds anything is
/// read.
pub fn read(text: &str) -> Tree {
    let mut reader = Reader::new(text);
    reader.stream();
    reader.finish()
}

/// Reading ends here; the reason is reported.
struct Stopped;

struct Reader<'t> {
    text: &'t str,
    /// Bytes of a byte order mark, which the parser does not see.
    offset: usize,
    open: Vec<Frame>,
    root: Option<Node>,
    values: usize,
    anchors: Anchors,
    keys: Interner,
    comments: Vec<Comment>,
    findings: Findings,
    lossy: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            offset: if text.starts_with('\u{feff}') { 3 } else { 0 },
            open: Vec::new(),
            root: None,
            values: 0,
            anchors: Anchors::default(),
            keys: Interner::new(),
            comments: Vec::new(),
            findings: Findings::default(),
            lossy: false,
        }
    }

    fn stream(&mut self) {
        let options = granit_parser::options! {
            // Looking for them takes a fifth of the time, and nobody but the linter is spoken to in comments.
            emit_comments: self.text.contains(MARK),
            emit_unresolved_aliases: true,
            block_scalar_eof_without_line_feed: true,
            max_buffered_comment_events: usize::MAX,
            flow_nesting_limit: MAX_DEPTH,
            block_nesting_limit: MAX_DEPTH,
        };
        let mut parser = Parser::new_from_str_with_options(&self.text[self.offset..], options);
        loop {
            match parser.next_event() {
                Some(Ok((Event::DocumentEnd, _))) if self.holds_something() => {
                    return self.count_documents(&mut parser);
                }
                Some(Ok((Event::DocumentEnd, _))) => self.anchors = Anchors::default(),
                Some(Ok((Event::StreamEnd, _))) | None => return,
                Some(Ok((event, span))) => {
                    if let Err(Stopped) = self.event(event, &span) {
                        return self.give_up();
                    }
                }
                Some(Err(error)) => {
                    let finding = fault::finding(self.text, self.offset, &error);
                    self.findings.push(finding);
                    return self.give_up();
                }
            }
        }
    }

    fn finish(mut self) -> Tree {
        let broken = self.lossy || self.root.is_none();
        if broken && let Some(found) = template::find(self.text, "YAML") {
            return Tree {
                root: None,
                comments: self.comments,
                diagnostics: vec![found],
                lossy: true,
            };
        }
        if !self.holds_something() && self.findings.is_empty() {
            self.root = None;
            self.findings.push(
                Diagnostic::error(rule::SYNTAX, Span::default(), "the text is empty")
                    .help("a definition is a mapping with `StartAt` and `States`"),
            );
        }
        Tree {
            root: self.root,
            comments: self.comments,
            diagnostics: self.findings.finish(),
            lossy: self.lossy,
        }
    }

    /// Whether the document so far is more than an empty one.
    fn holds_something(&self) -> bool {
        self.root
            .as_ref()
            .is_some_and(|root| !root.span.is_empty() || root.kind != Kind::Null)
    }

    /// Closes what is open, so that what was read so far is in the tree.
    fn give_up(&mut self) {
        self.lossy = true;
        while let Some(frame) = self.open.pop() {
            let node = frame.close(None, &mut self.findings);
            self.place(node, None);
        }
    }

    /// Reports what follows the document that was read.
    fn count_documents<'i>(&mut self, parser: &mut Parser<'i, StrInput<'i>>) {
        let (mut count, mut second) = (1, None);
        while let Some(Ok((event, span))) = parser.next_event() {
            match event {
                Event::DocumentStart(..) => {
                    count += 1;
                    second = second.or(Some(self.span(&span)));
                }
                Event::Comment(text, placement) => self.comment(&text, placement, &span),
                _ => {}
            }
        }
        if let Some(second) = second {
            let message = format!(
                "this file holds {}, and only the first is read",
                text::count(count, "YAML document")
            );
            self.findings.push(
                Diagnostic::warning(rule::YAML_DOCUMENTS, second, message)
                    .labelled("the second begins here")
                    .help("put each definition in a file of its own"),
            );
        }
    }

    fn event(&mut self, event: Event<'_>, span: &granit_parser::Span) -> Result<(), Stopped> {
        let anchor = event.anchor_id();
        let place = self.span(span);
        match event {
            Event::Comment(text, placement) => self.comment(&text, placement, span),
            Event::Scalar(text, style, _, tag) => {
                self.count(1, place)?;
                if self.awaits_key() {
                    let merge = style == ScalarStyle::Plain && text == "<<" && tag.is_none();
                    return self.key(&text, place, merge, anchor);
                }
                let node = self.scalar(&text, style, tag.as_deref(), span);
                self.finished(node, anchor)?;
            }
            Event::SequenceStart(style, _, tag) => {
                let tag = tag.and_then(|tag| self.tag(&tag, span));
                self.start(Slot::Sequence(Vec::new()), style, tag, anchor, place)?;
            }
            Event::MappingStart(style, _, tag) => {
                let tag = tag.and_then(|tag| self.tag(&tag, span));
                self.start(Slot::mapping(), style, tag, anchor, place)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(frame) = self.open.pop() {
                    let anchor = frame.anchor;
                    let node = frame.close(Some(place), &mut self.findings);
                    self.finished(node, anchor)?;
                }
            }
            Event::Alias(id) => self.alias(id, place)?,
            Event::UnresolvedAlias(name) => {
                self.unknown_alias(&name, place);
                self.place(Node::new(Kind::Error, place), None);
            }
            _ => {}
        }
        Ok(())
    }

    fn comment(&mut self, text: &str, placement: Placement, span: &granit_parser::Span) {
        self.comments.push(Comment {
            span: self.span(span),
            text: text.trim().to_owned(),
            own_line: placement != Placement::Right,
        });
    }

    fn awaits_key(&self) -> bool {
        self.open.last().is_some_and(Frame::awaits_key)
    }

    fn key(
        &mut self,
        text: &str,
        span: Span,
        merge: bool,
        anchor: Option<usize>,
    ) -> Result<(), Stopped> {
        let text = self.keys.get(text);
        if let Some(anchor) = anchor {
            let text = Text {
                value: text.clone(),
                style: StringStyle::Plain,
                filled: false,
            };
            self.define(anchor, &Node::new(Kind::String(text), span))?;
        }
        if let Some(frame) = self.open.last_mut() {
            frame.set_key(Key { text, span }, merge);
        }
        Ok(())
    }

    fn start(
        &mut self,
        slot: Slot,
        style: StructureStyle,
        tag: Option<Box<Tag>>,
        anchor: Option<usize>,
        span: Span,
    ) -> Result<(), Stopped> {
        self.count(1, span)?;
        if self.open.len() == MAX_DEPTH {
            self.too_deep(span);
            return Err(Stopped);
        }
        let flow = style == StructureStyle::Flow;
        self.open.push(Frame::new(slot, flow, tag, anchor, span));
        Ok(())
    }

    /// Takes a value that is complete to where it belongs.
    fn finished(&mut self, node: Node, anchor: Option<usize>) -> Result<(), Stopped> {
        if let Some(anchor) = anchor {
            self.define(anchor, &node)?;
        }
        self.place(node, None);
        Ok(())
    }

    /// Puts a value into the collection that is open; `alias` is where it stands if not in its own place.
    fn place(&mut self, node: Node, alias: Option<Span>) {
        let place = alias.unwrap_or(node.span);
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(frame) => {
                if let Some(finding) = frame.place(node, place) {
                    self.lossy = true;
                    self.findings.push(finding);
                }
            }
        }
    }

    /// Counts values against the limit.
    fn count(&mut self, values: usize, span: Span) -> Result<(), Stopped> {
        self.values = self.values.saturating_add(values);
        if self.values <= MAX_VALUES {
            return Ok(());
        }
        let limit = text::thousands(MAX_VALUES as u64);
        self.findings.push(
            Diagnostic::error(
                rule::SYNTAX,
                span,
                format!("this text holds more than {limit} values, and sfnrun reads no more"),
            )
            .help("each alias counts as often as it is used"),
        );
        Err(Stopped)
    }

    fn too_deep(&mut self, span: Span) {
        self.findings.push(Diagnostic::error(
            rule::SYNTAX,
            span,
            format!("this nests deeper than {MAX_DEPTH} levels of sequences and mappings"),
        ));
    }

    /// Where an event stands in the whole text.
    fn span(&self, span: &granit_parser::Span) -> Span {
        let range = span.byte_range().unwrap_or_default();
        Span::new(range.start + self.offset, range.end + self.offset)
    }

    /// A tag other than those of the core schema.
    fn tag(&self, tag: &granit_parser::Tag, span: &granit_parser::Span) -> Option<Box<Tag>> {
        let standard =
            tag.is_yaml_core_schema() || tag.original_handle() == "!!" || tag.original() == "!";
        if standard {
            return None;
        }
        let place = span.tag_span().map(|place| self.span(&place));
        Some(Box::new(Tag {
            name: tag.original(),
            span: place.unwrap_or_else(|| self.span(span)),
        }))
    }
}
