//! From byte offsets to lines and columns.

/// A place as people and editors name it: both numbers count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in Unicode scalar values, from 1.
    pub column: usize,
}

/// The line starts of one text, and how many characters stand before each of its blocks: a place is found in the same time
/// however long its line is.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The number of characters before every [`BLOCK`] bytes; nothing where each byte is a character.
    characters: Option<Vec<u32>>,
}

/// Bytes of a line of a definition, so that one allocation mostly holds all line starts.
const USUAL_LINE: usize = 24;

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Finds the line starts of `text`. `\n` and `\r\n` both end a line.
    pub fn new(text: &str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes());
        let mut starts = Vec::with_capacity(text.len() / USUAL_LINE + 1);
        starts.push(0);
        starts.extend(breaks.map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        let characters = (!text.is_ascii()).then(|| {
            let blocks = text.as_bytes().chunks(BLOCK).map(characters);
            let before = blocks.scan(0, |before, count| {
                let here = *before;
                *before += count;
                Some(u32::try_from(here).unwrap_or(u32::MAX))
            });
            before.collect()
        });
        Self { starts, characters }
    }

    /// Line and column of the byte at `offset`; past the end, of the end.
    pub fn line_column(&self, text: &str, offset: usize) -> LineColumn {
        let offset = floor_char_boundary(text, offset.min(text.len()));
        let line = self
            .starts
            .partition_point(|start| *start as usize <= offset);
        let start = self.starts[line - 1] as usize;
        LineColumn {
            line,
            column: self.characters_before(text, offset) - self.characters_before(text, start) + 1,
        }
    }

    fn characters_before(&self, text: &str, offset: usize) -> usize {
        let Some(counts) = &self.characters else {
            return offset;
        };
        // The end of the text may be the end of the last block, of which no next one tells.
        let block = (offset / BLOCK).min(counts.len().saturating_sub(1));
        counts[block] as usize + characters(&text.as_bytes()[block * BLOCK..offset])
    }

    /// Byte offset at which line `line` (from 1) begins, if there is such a line.
    pub fn line_start(&self, line: usize) -> Option<usize> {
        self.starts
            .get(line.checked_sub(1)?)
            .map(|start| *start as usize)
    }

    /// Number of lines.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }
}

/// How many characters begin in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    let begins = |byte: &&u8| **byte & 0xC0 != 0x80;
    bytes.iter().filter(begins).count()
}

fn floor_char_boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters_from_one() {
        let text = "a\r\n{é: 1}\n";
        let index = LineIndex::new(text);
        let place = |offset| {
            let LineColumn { line, column } = index.line_column(text, offset);
            (line, column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(3), (2, 1));
        assert_eq!(place(6), (2, 3), "`é` is two bytes and one column");
        assert_eq!(place(5), (2, 2), "inside a character: its start");
        assert_eq!(place(99), (3, 1));
        assert_eq!(index.line_start(2), Some(3));
        assert_eq!(index.line_start(4), None);
    }

    #[test]
    fn counts_the_same_over_blocks() {
        let text = format!("{}\n{}€", "aé".repeat(BLOCK), "€b".repeat(BLOCK));
        let index = LineIndex::new(&text);
        let second = "aé".repeat(BLOCK).len() + 1;
        let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        for offset in ends {
            let start = if offset < second { 0 } else { second };
            let column = text[start..offset].chars().count() + 1;
            let found = index.line_column(&text, offset);
            assert_eq!(found.column, column, "byte {offset}");
        }
    }

    #[test]
    fn finds_the_end_of_a_text_of_whole_blocks() {
        let text = "é".repeat(BLOCK);
        let index = LineIndex::new(&text);
        assert_eq!(index.line_column(&text, text.len()).column, BLOCK + 1);
        assert_eq!(LineIndex::new("").line_column("", 0).column, 1);
    }
}
