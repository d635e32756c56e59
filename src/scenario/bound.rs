//! How big a figure is to be: `3`, `<= 2m`, `10..20`.

use std::fmt;

/// What a figure is held against. Both ends count as inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    least: Option<i64>,
    most: Option<i64>,
}

impl Bound {
    /// This and nothing else.
    pub(super) fn exactly(number: i64) -> Self {
        Self {
            least: Some(number),
            most: Some(number),
        }
    }

    /// Reads a bound, its numbers with `number`.
    pub(super) fn parse<E>(text: &str, number: impl Fn(&str) -> Result<i64, E>) -> Result<Self, E> {
        let text = text.trim();
        let after = |sign: &str| text.strip_prefix(sign).map(|rest| number(rest.trim()));
        let side = |part: &str| match part.trim() {
            "" => Ok(None),
            part => number(part).map(Some),
        };
        let (least, most) = if let Some(most) = after("<=") {
            (None, Some(most?))
        } else if let Some(least) = after(">=") {
            (Some(least?), None)
        } else if let Some(above) = after("<") {
            (None, Some(above?.saturating_sub(1)))
        } else if let Some(below) = after(">") {
            (Some(below?.saturating_add(1)), None)
        } else if let Some((least, most)) = text.split_once("..").filter(|_| text != "..") {
            (side(least)?, side(most)?)
        } else {
            return number(text).map(Self::exactly);
        };
        Ok(Self { least, most })
    }

    /// Whether no figure fits.
    pub(super) fn is_empty(&self) -> bool {
        matches!((self.least, self.most), (Some(least), Some(most)) if least > most)
    }

    /// Whether a figure fits.
    pub(super) fn holds(&self, figure: i64) -> bool {
        self.least.is_none_or(|least| least <= figure)
            && self.most.is_none_or(|most| figure <= most)
    }

    /// In words, its figures shown with `show`: `3`, `at most 2m`, `from 10 to 20`.
    pub(super) fn words<S: fmt::Display>(&self, show: impl Fn(i64) -> S) -> String {
        match (self.least, self.most) {
            (Some(least), Some(most)) if least == most => show(least).to_string(),
            (Some(least), Some(most)) => format!("from {} to {}", show(least), show(most)),
            (Some(least), None) => format!("at least {}", show(least)),
            (None, Some(most)) => format!("at most {}", show(most)),
            (None, None) => "anything".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::ParseIntError;

    fn bound(text: &str) -> Result<Bound, ParseIntError> {
        Bound::parse(text, str::parse)
    }

    #[test]
    fn reads_every_form() {
        let cases = [
            ("3", "3", [false, true, false]),
            ("<= 3", "at most 3", [true, true, false]),
            ("< 3", "at most 2", [true, false, false]),
            (">=3", "at least 3", [false, true, true]),
            ("> 3", "at least 4", [false, false, true]),
            ("2..3", "from 2 to 3", [true, true, false]),
            ("3 ..", "at least 3", [false, true, true]),
            ("..3", "at most 3", [true, true, false]),
        ];
        for (text, words, holds) in cases {
            let bound = bound(text).unwrap();
            assert_eq!(bound.words(|number| number), words, "{text}");
            assert_eq!([2, 3, 4].map(|figure| bound.holds(figure)), holds, "{text}");
            assert!(!bound.is_empty(), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_none() {
        for text in ["", "..", "<=", "a", "1..b", "=3"] {
            assert!(bound(text).is_err(), "{text}");
        }
        assert!(bound("4..3").unwrap().is_empty());
    }
}
