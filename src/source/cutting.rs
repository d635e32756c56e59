//! A text that is put together out of parts of another file: the JSON in a string, a block or a heredoc of a template.
//!
//! It is read as a file of its own, so that all spans are offsets in it; what is found is then moved to where it stands
//! in the file that the user wrote.

use super::string_map::Part;
use super::{Notation, SourceFile};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, Label};
use std::ops::Range;
use std::sync::Arc;

/// Where a text was cut out.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file.
    pub file: SourceFile,
    /// The parts of the text, in order.
    parts: Vec<Part>,
    /// The pieces that were put together, in order.
    pieces: Vec<Piece>,
}

/// What came into a text at once: a string, or what stands for a value that is not known.
#[derive(Clone, Debug)]
struct Piece {
    /// Its bytes in the text.
    range: Range<usize>,
    /// How it is written where it comes from; nothing where nothing can be written in it.
    writing: Option<Writing>,
}

/// How text is written at the place that a cutting comes from, so that edits can be moved there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writing {
    /// As it is, each line behind this number of blanks.
    Lines {
        /// Blanks.
        indent: usize,
    },
    /// As it is, on one line.
    Folded,
    /// With the escapes of a JSON string.
    Escaped,
    /// On one line, each `'` twice.
    SingleQuoted,
}

/// A text that is being put together.
#[derive(Debug, Default)]
pub(super) struct Cutting {
    pub(super) text: String,
    parts: Vec<Part>,
    pieces: Vec<Piece>,
}

impl Cutting {
    /// Adds `value`, a string or a part of one, whose `parts` say where it stands.
    pub(super) fn copy(
        &mut self,
        value: &str,
        parts: impl IntoIterator<Item = Part>,
        writing: Option<Writing>,
    ) {
        let made = self.text.len();
        self.pieces.push(Piece {
            range: made..made + value.len(),
            writing,
        });
        self.parts.extend(parts.into_iter().map(|part| Part {
            value: part.value.start + made..part.value.end + made,
            source: part.source,
        }));
        self.text.push_str(value);
    }

    /// Adds a text that stands for what is at `span`.
    pub(super) fn stand_in(&mut self, text: &str, span: Span) {
        let part = Part {
            value: 0..text.len(),
            source: span.range(),
        };
        self.copy(text, [part], None);
    }

    /// The text as a file, cut out of `file`.
    pub(super) fn finish(self, file: &SourceFile, notation: Notation) -> SourceFile {
        let mut cut = SourceFile::new(&file.name, self.text);
        cut.notation = notation;
        cut.origin = Some(Arc::new(Origin {
            file: file.clone(),
            parts: self.parts,
            pieces: self.pieces,
        }));
        cut
    }
}

impl Origin {
    /// The place in the file that the text at `span` was cut out of.
    pub fn span(&self, span: Span) -> Span {
        let start = self.offset(span.start as usize);
        if span.is_empty() {
            return Span::at(start);
        }
        // Of the last byte, for behind it another part may begin.
        let last = span.end as usize - 1;
        let end = match self.part(last) {
            Some(part) if part.is_copy() && last < part.value.end => {
                part.source.start + (last - part.value.start) + 1
            }
            Some(part) => part.source.end,
            None => start,
        };
        Span::new(start, end.max(start))
    }

    fn offset(&self, offset: usize) -> usize {
        match self.part(offset) {
            Some(part) if offset >= part.value.end => part.source.end,
            Some(part) if part.is_copy() => part.source.start + (offset - part.value.start),
            Some(part) => part.source.start,
            None => self.parts.first().map_or(0, |part| part.source.start),
        }
    }

    fn part(&self, offset: usize) -> Option<&Part> {
        let next = self
            .parts
            .partition_point(|part| part.value.start <= offset);
        self.parts.get(next.checked_sub(1)?)
    }

    fn fix(&self, fix: &Fix) -> Option<Fix> {
        let edits = fix.edits.iter();
        let edits: Option<Vec<Edit>> = edits.map(|edit| self.edit(edit)).collect();
        Some(Fix {
            edits: edits?,
            ..fix.clone()
        })
    }

    /// An edit, written for the string that it is in. Nothing where it goes beyond one string, and where it has to do with
    /// what only stands for an expression.
    fn edit(&self, edit: &Edit) -> Option<Edit> {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let next = self
            .pieces
            .partition_point(|piece| piece.range.start <= start);
        let piece = self.pieces.get(next.checked_sub(1)?)?;
        let marks = ["${", "%{"];
        if end > piece.range.end
            || self.splits(start)
            || self.splits(end)
            || marks.iter().any(|mark| edit.text.contains(mark))
        {
            return None;
        }
        let text = edit.text.replace("\r\n", "\n");
        let text = piece.writing?.write(&text)?;
        let line_break = super::edit::line_break(&self.file.text);
        Some(Edit {
            span: self.span(edit.span),
            text: text.replace('\n', line_break),
        })
    }

    /// Whether an offset is inside an escape, or inside what stands for an expression.
    fn splits(&self, offset: usize) -> bool {
        self.part(offset).is_some_and(|part| {
            !part.is_copy() && part.value.start < offset && offset < part.value.end
        })
    }
}

impl Writing {
    /// The text as it is written; nothing where it cannot be. Line feeds in it are breaks of the file.
    fn write(self, text: &str) -> Option<String> {
        let plain = !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t'));
        let one_line = !text.contains('\n');
        match self {
            _ if !plain => None,
            Self::Lines { indent } => {
                Some(text.replace('\n', &format!("\n{}", " ".repeat(indent))))
            }
            Self::Folded => one_line.then(|| text.to_owned()),
            Self::Escaped => {
                let quoted = crate::value::Value::from(text).to_compact_json();
                Some(quoted[1..quoted.len() - 1].to_owned())
            }
            Self::SingleQuoted => one_line.then(|| text.replace('\'', "''")),
        }
    }
}

impl SourceFile {
    /// The file that the user wrote: this one, or the one that it was cut out of.
    pub fn home(&self) -> &Self {
        self.origin.as_ref().map_or(self, |origin| &origin.file)
    }

    /// A finding in this text, moved to where it stands in [`Self::home`].
    pub fn at_home(&self, mut finding: Diagnostic) -> Diagnostic {
        if let Some(origin) = &self.origin {
            for Label { span, .. } in &mut finding.labels {
                *span = origin.span(*span);
            }
            finding.fixes = finding
                .fixes
                .iter()
                .filter_map(|fix| origin.fix(fix))
                .collect();
        }
        finding
    }

    /// A place in this text, in [`Self::home`].
    pub fn place_at_home(&self, span: Span) -> Span {
        self.origin
            .as_ref()
            .map_or(span, |origin| origin.span(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The host `ab"c\"d${e.f}g"`, with the string's value and a stand-in for the interpolation.
    fn cut() -> SourceFile {
        let host = SourceFile::new("a.tf", r#"ab"c\"d${e [0]}g""#.to_owned());
        let parts = [
            part(0..1, 3..4),
            part(1..2, 4..6),
            part(2..3, 6..7),
            part(3..7, 7..15),
            part(7..8, 15..16),
        ];
        let mut cutting = Cutting::default();
        cutting.copy("c\"d${e}g", parts, Some(Writing::Escaped));
        cutting.stand_in("${h}", Span::at(16));
        cutting.finish(&host, Notation::Json)
    }

    fn part(value: Range<usize>, source: Range<usize>) -> Part {
        Part { value, source }
    }

    #[test]
    fn places_are_moved_to_the_file_that_the_user_wrote() {
        let cut = cut();
        assert_eq!(&*cut.text, "c\"d${e}g${h}");
        let home = |start, end| {
            let span = cut.place_at_home(Span::new(start, end));
            cut.home().slice(span).unwrap_or_default().to_owned()
        };
        assert_eq!(home(0, 1), "c");
        assert_eq!(home(0, 2), "c\\\"");
        assert_eq!(home(1, 3), "\\\"d");
        assert_eq!(home(3, 7), "${e [0]}");
        assert_eq!(home(5, 8), "${e [0]}g");
        assert_eq!(cut.place_at_home(Span::at(8)), Span::at(16));
    }

    /// What becomes of one edit.
    fn moved(start: usize, end: usize, text: &str) -> Option<(Span, String)> {
        let mut finding = Diagnostic::error("syntax", Span::new(0, 1), "x");
        let edits = vec![super::super::edit::replace(Span::new(start, end), text)];
        finding.fixes.push(Fix::safe("", edits));
        let mut fixes = cut().at_home(finding).fixes;
        let edit = fixes.pop()?.edits.pop()?;
        Some((edit.span, edit.text))
    }

    #[test]
    fn edits_are_written_as_the_place_needs_it() {
        let quoted = ", \\\"a\\\"".to_owned();
        assert_eq!(moved(1, 1, ", \"a\""), Some((Span::at(4), quoted)));
        // A whole expression can go.
        assert_eq!(moved(3, 8, ""), Some((Span::new(7, 16), String::new())));
    }

    #[test]
    fn what_cannot_be_written_back_is_not_offered() {
        assert_eq!(moved(4, 8, ""), None, "a part of an expression");
        assert_eq!(moved(0, 1, "${e}"), None, "the name of an expression");
        assert_eq!(moved(7, 12, ""), None, "more than one string");
        assert_eq!(moved(8, 12, "x"), None, "no string");
    }

    #[test]
    fn each_style_has_its_own_escapes() {
        let cases = [
            (Writing::Lines { indent: 2 }, "a\nb", Some("a\n  b")),
            (Writing::Escaped, "a\n\"b\"", Some("a\\n\\\"b\\\"")),
            (Writing::SingleQuoted, "it's \"b\"", Some("it''s \"b\"")),
            (Writing::SingleQuoted, "a\nb", None),
            (Writing::Folded, "\"b\"", Some("\"b\"")),
            (Writing::Folded, "a\nb", None),
            (Writing::Escaped, "a\u{8}b", None),
        ];
        for (writing, text, expected) in cases {
            assert_eq!(
                writing.write(text).as_deref(),
                expected,
                "{writing:?} {text:?}"
            );
        }
    }
}
