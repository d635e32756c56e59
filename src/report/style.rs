//! How much a terminal can show. The caller finds out; nothing here looks at the environment.

/// What the text may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours.
    pub color: bool,
    /// Characters beyond ASCII: `✓`, `│`, `█`. Names and values of the user keep theirs in any case.
    pub unicode: bool,
    /// Columns.
    pub width: usize,
}

impl Default for Style {
    /// Plain Unicode text, 100 columns wide.
    fn default() -> Self {
        Self {
            color: false,
            unicode: true,
            width: 100,
        }
    }
}

/// The colour of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
    Wait,
    Accent,
}

impl Paint {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Bad => "1;31",
            Self::Wait => "33",
            Self::Accent => "36",
        }
    }
}

impl Style {
    /// `text` in a colour, where there are colours.
    pub(crate) fn paint(&self, paint: Paint, text: &str) -> String {
        if !self.color || paint == Paint::Plain || text.is_empty() {
            return text.to_owned();
        }
        format!("\u{1b}[{}m{text}\u{1b}[0m", paint.code())
    }

    /// One of two texts: with characters beyond ASCII, or without.
    pub(crate) fn pick(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }

    /// What stands between two facts on a line.
    pub(crate) fn dot(&self) -> &'static str {
        self.pick(" · ", " - ")
    }

    /// What stands for text that is left out.
    pub(crate) fn ellipsis(&self) -> &'static str {
        self.pick("…", "...")
    }
}
