//! The lines of a source that a report shows.
//!
//! The graphical renderer reads a source from its start for every label and prints lines however long they are, so it
//! gets a small text that stands in for the source: only the lines it needs, cut around the labels, rid of what would
//! steer the terminal, with the true line numbers and columns beside it.

use crate::base::{LineColumn, LineIndex, Span};
use crate::diagnostics::Label;
use crate::report::text::{is_steering, tame, width};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Lines shown before and after a label.
pub(super) const CONTEXT: usize = 1;
/// A label over more lines than these is cut to its first line: a whole state would fill the screen.
const MOST_LINES: usize = 4;
/// Bytes shown around a label in a line that is cut.
const AROUND: usize = 20;
/// Bytes shown of a long label: so many at its start, and half of that at its end.
const HEAD: usize = 30;
/// Where a line is cut.
const CUT: &str = "…";
const ASCII_CUT: &str = "...";

/// The stand-in for a source.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    /// Runs of lines; that of the first label comes first.
    blocks: Vec<Block>,
    /// Where labels begin: in the stand-in, and in the source.
    places: Vec<(usize, LineColumn)>,
}

#[derive(Debug)]
struct Block {
    /// Place of its text in the stand-in.
    start: usize,
    text: String,
    /// Number of its first line, from 0.
    line: usize,
    lines: usize,
}

/// How lines are cut.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    /// Columns that a line may take.
    pub(super) columns: usize,
    /// Whether `…` may be used.
    pub(super) unicode: bool,
}

impl Excerpt {
    /// Cuts the lines of `labels` out of `text`; gives the labels at their places in the excerpt.
    pub(super) fn new(
        name: &str,
        text: &str,
        index: &LineIndex,
        labels: &[Label],
        cut: Cut,
    ) -> (Self, Vec<LabeledSpan>) {
        let source = Source { text, index };
        let mut spans: Vec<Range<usize>> =
            labels.iter().map(|label| source.clip(label.span)).collect();
        source.uncover_first(&mut spans);
        let mut excerpt = Self {
            name: name.to_owned(),
            blocks: Vec::new(),
            places: Vec::new(),
        };
        let mut mapped: Vec<Range<usize>> = vec![0..0; spans.len()];
        let mut length = 0;
        for lines in source.blocks(&spans) {
            let mut block = Block {
                start: length,
                text: String::new(),
                line: lines.start,
                lines: lines.len(),
            };
            for line in lines {
                let range = source.line(line);
                let marks: Vec<Range<usize>> = spans
                    .iter()
                    .filter_map(|span| part_in(span, &range))
                    .collect();
                let shown = ShownLine::new(&text[range.clone()], &marks, cut);
                let base = block.start + block.text.len();
                for (span, mapped) in spans.iter().zip(&mut mapped) {
                    if range.start <= span.start && span.start <= range.end {
                        mapped.start = base + shown.position(span.start - range.start, Side::Start);
                    }
                    if range.start <= span.end && span.end <= range.end {
                        mapped.end = base + shown.position(span.end - range.start, Side::End);
                    }
                }
                block.text.push_str(&shown.text);
                block.text.push('\n');
            }
            length += block.text.len();
            excerpt.blocks.push(block);
        }
        let marked = labels.iter().zip(spans.iter().zip(mapped)).enumerate();
        let labels = marked
            .map(|(at, (label, (span, mapped)))| {
                excerpt
                    .places
                    .push((mapped.start, index.line_column(text, span.start)));
                let words = Some(tame(&label.text)).filter(|text| !text.is_empty());
                let place = (mapped.start, mapped.end.saturating_sub(mapped.start));
                if at == 0 {
                    LabeledSpan::new_primary_with_span(words, place)
                } else {
                    LabeledSpan::new_with_span(words, place)
                }
            })
            .collect();
        (excerpt, labels)
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_before: usize,
        _context_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        let holds =
            |block: &&Block| block.start <= span.offset() && end <= block.start + block.text.len();
        let block = self
            .blocks
            .iter()
            .find(holds)
            .ok_or(MietteError::OutOfBounds)?;
        let mut contents = (block.text.as_bytes(), block.start, block.line, 0);
        if context_before == 0 {
            // Asked for the place alone, for the header.
            let place = self
                .places
                .iter()
                .find(|(offset, _)| *offset == span.offset());
            let from = span.offset() - block.start;
            let (line, column) = place.map_or((block.line, 0), |(_, place)| {
                (place.line - 1, place.column - 1)
            });
            contents = (
                &block.text.as_bytes()[from..end - block.start],
                span.offset(),
                line,
                column,
            );
        }
        let (bytes, start, line, column) = contents;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            bytes,
            (start, bytes.len()).into(),
            line,
            column,
            block.lines,
        )))
    }
}

struct Source<'a> {
    text: &'a str,
    index: &'a LineIndex,
}

impl Source<'_> {
    /// The bytes of line `line` (from 0), without its end.
    fn line(&self, line: usize) -> Range<usize> {
        let start = self.index.line_start(line + 1).unwrap_or(self.text.len());
        let end = self.index.line_start(line + 2).unwrap_or(self.text.len());
        let content = self.text[start..end]
            .trim_end_matches('\n')
            .trim_end_matches('\r');
        start..start + content.len()
    }

    /// Line of a byte, from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.index.line_column(self.text, offset).line - 1
    }

    /// A span that the report can show: within the text, at character boundaries, not over too many lines, not
    /// beginning or ending in a line's end.
    fn clip(&self, span: Span) -> Range<usize> {
        let boundary = |mut offset: usize| {
            offset = offset.min(self.text.len());
            while !self.text.is_char_boundary(offset) {
                offset -= 1;
            }
            offset
        };
        let (start, end) = (boundary(span.start as usize), boundary(span.end as usize));
        let first = self.line(self.line_of(start));
        let start = start.min(first.end);
        let last = self.line_of(end);
        let over = last - self.line_of(start) >= MOST_LINES;
        let last = if over { first } else { self.line(last) };
        start..end.min(last.end).max(start)
    }

    /// Two underlines cannot lie over one another: what begins before the first span, on its line, ends there.
    fn uncover_first(&self, spans: &mut [Range<usize>]) {
        let Some((first, others)) = spans.split_first_mut() else {
            return;
        };
        let line = self.line(self.line_of(first.start));
        for span in others {
            if line.contains(&span.start) && span.start < first.start && span.end > first.start {
                span.end = first.start;
            }
        }
    }

    /// Runs of lines that the spans need, context included; that of the first span first, the others in order.
    fn blocks(&self, spans: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = spans
            .iter()
            .map(|span| {
                let first = self.line_of(span.start).saturating_sub(CONTEXT);
                let last = (self.line_of(span.end) + CONTEXT).min(self.last_line());
                first..last.max(first) + 1
            })
            .collect();
        let primary = runs
            .first()
            .map(|run| run.start + CONTEXT.min(run.len() - 1));
        runs.sort_by_key(|run| run.start);
        let mut merged: Vec<Range<usize>> = Vec::new();
        for run in runs {
            match merged.last_mut() {
                Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
                _ => merged.push(run),
            }
        }
        if let Some(at) = primary.and_then(|line| merged.iter().position(|run| run.contains(&line)))
        {
            merged[..=at].rotate_right(1);
        }
        merged
    }

    /// The last line that is not an empty one after the last line break.
    fn last_line(&self) -> usize {
        let lines = self.index.lines();
        let last = lines.saturating_sub(1);
        if self.line(last).is_empty() {
            last.saturating_sub(1)
        } else {
            last
        }
    }
}

/// The part of `span` that lies in the line `range`, counted from the line's start.
fn part_in(span: &Range<usize>, range: &Range<usize>) -> Option<Range<usize>> {
    let start = span.start.max(range.start);
    let end = span.end.min(range.end);
    (start <= end).then(|| start - range.start..end - range.start)
}

/// A line as it is shown.
struct ShownLine<'a> {
    text: String,
    source: &'a str,
    /// What is kept of the source line, and where it begins in the text.
    kept: Vec<(Range<usize>, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Start,
    End,
}

impl<'a> ShownLine<'a> {
    fn new(source: &'a str, marks: &[Range<usize>], cut: Cut) -> Self {
        let windows = if source.len() <= cut.columns
            || (source.len() < 4 * cut.columns && width(source) <= cut.columns)
        {
            std::iter::once(0..source.len()).collect()
        } else {
            windows(source, marks, cut.columns)
        };
        let mut shown = Self {
            text: String::new(),
            source,
            kept: Vec::with_capacity(windows.len()),
        };
        let mark = if cut.unicode { CUT } else { ASCII_CUT };
        let mut end = 0;
        for window in windows {
            if window.start > end {
                shown.text.push_str(mark);
            }
            end = window.end;
            let begin = shown.text.len();
            shown
                .text
                .extend(source[window.clone()].chars().map(shown_char));
            shown.kept.push((window, begin));
        }
        if end < source.len() {
            shown.text.push_str(mark);
        }
        shown
    }

    /// Where a byte of the source line is shown; what is cut out, at the mark that stands for it.
    fn position(&self, offset: usize, side: Side) -> usize {
        let mut gap = 0;
        for (window, begin) in &self.kept {
            if offset < window.start {
                return if side == Side::Start { gap } else { *begin };
            }
            if offset <= window.end {
                let before = self.source[window.start..offset]
                    .chars()
                    .map(|char| shown_char(char).len_utf8());
                return begin + before.sum::<usize>();
            }
            let length: usize = self.source[window.clone()]
                .chars()
                .map(|char| shown_char(char).len_utf8())
                .sum();
            gap = begin + length;
        }
        if side == Side::Start {
            gap
        } else {
            self.text.len()
        }
    }
}

fn shown_char(char: char) -> char {
    if is_steering(char) && char != '\t' {
        ' '
    } else {
        char
    }
}

/// What to keep of a line that is too long.
fn windows(source: &str, marks: &[Range<usize>], columns: usize) -> Vec<Range<usize>> {
    let mut windows: Vec<Range<usize>> = Vec::new();
    for mark in marks {
        let start = mark.start.saturating_sub(AROUND);
        if mark.len() <= HEAD + HEAD / 2 {
            windows.push(start..mark.end + AROUND);
        } else {
            windows.push(start..mark.start + HEAD);
            windows.push(mark.end - HEAD / 2..mark.end + AROUND);
        }
    }
    if windows.is_empty() {
        windows.push(0..columns.saturating_sub(ASCII_CUT.len()));
    }
    for window in &mut windows {
        window.start = floor(source, window.start);
        window.end = floor(source, window.end);
    }
    windows.sort_by_key(|window| window.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for window in windows {
        match merged.last_mut() {
            Some(last) if window.start <= last.end + ASCII_CUT.len() => {
                last.end = last.end.max(window.end)
            }
            _ => merged.push(window),
        }
    }
    merged
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
