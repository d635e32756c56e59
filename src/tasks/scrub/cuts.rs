//! Parts of a text that are struck out.

use super::STARS;
use std::ops::Range;

/// Parts of a text that are to be struck out, as they are found.
pub(super) struct Cuts<'t> {
    text: &'t str,
    cuts: Vec<Cut>,
}

struct Cut {
    at: Range<usize>,
    with: &'static str,
    /// Whether it is a secret wherever it comes again, though nothing tells of it there.
    again: bool,
}

impl<'t> Cuts<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            text,
            cuts: Vec::new(),
        }
    }

    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// Strikes out a part that is known by itself.
    pub(super) fn strike(&mut self, at: Range<usize>) {
        self.cut(at, STARS, false);
    }

    /// Strikes out a part that is known by what stands around it.
    pub(super) fn strike_everywhere(&mut self, at: Range<usize>) {
        self.cut(at, STARS, true);
    }

    /// Puts another text in the place of a part.
    pub(super) fn replace(&mut self, at: Range<usize>, with: &'static str) {
        self.cut(at, with, false);
    }

    fn cut(&mut self, at: Range<usize>, with: &'static str, again: bool) {
        let part = &self.text[at.clone()];
        if !part.is_empty() && part != with {
            self.cuts.push(Cut { at, with, again });
        }
    }

    /// The text without these parts, and what of them is to be known from now on; nothing where there is none. Of parts that lie
    /// over each other both go.
    pub(super) fn apply(self) -> Option<(String, Vec<&'t str>)> {
        if self.cuts.is_empty() {
            return None;
        }
        let Self { text, mut cuts } = self;
        let again = cuts.iter().filter(|cut| cut.again);
        let again = again.map(|cut| &text[cut.at.clone()]).collect();
        cuts.sort_by_key(|cut| (cut.at.start, cut.at.end));
        cuts.dedup_by(|next, before| {
            let common = next.at.start < before.at.end;
            if common && next.at.end > before.at.end {
                before.at.end = next.at.end;
                before.with = STARS;
            } else if common && before.at == next.at && next.with == STARS {
                before.with = STARS;
            }
            common
        });
        let mut struck = String::with_capacity(text.len());
        let mut from = 0;
        for Cut { at, with, .. } in cuts {
            struck.push_str(&text[from..at.start]);
            struck.push_str(with);
            from = at.end;
        }
        struck.push_str(&text[from..]);
        Some((struck, again))
    }
}
