//! From byte offsets to lines and columns.

/// A place as people and editors name it: both numbers count from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in Unicode scalar values, from 1.
    pub column: usize,
}

/// The line starts of one text.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the line starts of `text`. `\n` and `\r\n` both end a line.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0)
            .chain(breaks.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX)))
            .collect();
        Self { starts }
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
            column: text[start..offset].chars().count() + 1,
        }
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
}
