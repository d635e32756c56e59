//! A text that is put together out of parts of another file: the JSON in a string, a block or a heredoc of a template.
//!
//! It is read as a file of its own, so that all spans are offsets in it; what is found is then moved to where it stands
//! in the file that the user wrote.

use super::string_map::Part;
use super::{Notation, SourceFile};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, Label};
use std::sync::Arc;

/// Where a text was cut out.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file.
    pub file: SourceFile,
    /// The parts of the text, in order.
    parts: Vec<Part>,
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
    /// With the escapes of a JSON string.
    Escaped,
}

/// A text that is being put together.
#[derive(Debug, Default)]
pub(super) struct Cutting {
    pub(super) text: String,
    parts: Vec<Part>,
}

impl Cutting {
    /// Adds `value`, whose `parts` say where it stands.
    pub(super) fn copy(&mut self, value: &str, parts: impl IntoIterator<Item = Part>) {
        let made = self.text.len();
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
        self.copy(text, [part]);
    }

    /// The text as a file, cut out of `file`.
    pub(super) fn finish(
        self,
        file: &SourceFile,
        notation: Notation,
        writing: Option<Writing>,
    ) -> SourceFile {
        let mut cut = SourceFile::new(&file.name, self.text);
        cut.notation = notation;
        cut.origin = Some(Arc::new(Origin {
            file: file.clone(),
            parts: self.parts,
            writing,
        }));
        cut
    }
}

impl Origin {
    fn span(&self, span: Span) -> Span {
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
        let writing = self.writing?;
        let edits = fix.edits.iter();
        Some(Fix {
            edits: edits
                .map(|edit| Edit {
                    span: self.span(edit.span),
                    text: writing.write(&edit.text),
                })
                .collect(),
            ..fix.clone()
        })
    }
}

impl Writing {
    fn write(self, text: &str) -> String {
        match self {
            Self::Lines { indent } => text.replace('\n', &format!("\n{}", " ".repeat(indent))),
            Self::Escaped => {
                let quoted = crate::value::Value::from(text).to_compact_json();
                quoted[1..quoted.len() - 1].to_owned()
            }
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
        let mut cutting = Cutting::default();
        cutting.copy("c", [part(0..1, 3..4)]);
        cutting.copy("\"", [part(0..1, 4..6)]);
        cutting.copy("d", [part(0..1, 6..7)]);
        cutting.stand_in("${e}", Span::new(7, 15));
        cutting.copy("g", [part(0..1, 15..16)]);
        cutting.finish(&host, Notation::Json, Some(Writing::Escaped))
    }

    fn part(value: std::ops::Range<usize>, source: std::ops::Range<usize>) -> Part {
        Part { value, source }
    }

    #[test]
    fn places_are_moved_to_the_file_that_the_user_wrote() {
        let cut = cut();
        assert_eq!(&*cut.text, "c\"d${e}g");
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

    #[test]
    fn edits_are_written_as_the_place_needs_it() {
        let cut = cut();
        let mut finding = Diagnostic::error("syntax", Span::new(0, 1), "x");
        finding.fixes.push(Fix {
            title: String::new(),
            safe: false,
            edits: vec![Edit {
                span: Span::at(1),
                text: ", \"a\"".to_owned(),
            }],
        });
        let moved = cut.at_home(finding);
        let edit = &moved.fixes[0].edits[0];
        assert_eq!((edit.span, &*edit.text), (Span::at(4), ", \\\"a\\\""));
        let lines = Writing::Lines { indent: 2 };
        assert_eq!(lines.write("a\nb"), "a\n  b");
    }
}
