//! Pictures of integers, by the rules of XPath's `format-integer`.

use super::{number, numerals};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::limits::TOO_BIG;
use crate::value::Value;

/// How an integer is written.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) form: Form,
    pub(crate) case: Case,
    pub(crate) ordinal: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Form {
    Decimal(Decimal),
    Letters,
    Roman,
    Words,
    /// A form that is not supported: its text.
    Sequence(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Upper,
    Lower,
    Title,
}

/// Digits.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    /// The digit zero of the family in use.
    pub(crate) zero: u32,
    pub(crate) mandatory: usize,
    pub(crate) optional: usize,
    pub(crate) grouping: Grouping,
}

#[derive(Clone, Debug)]
pub(crate) enum Grouping {
    /// The same character every so many digits.
    Regular(usize, char),
    /// Positions from the right, rising.
    At(Vec<(usize, char)>),
}

/// The zeros of the families of decimal digits.
const ZEROS: [u32; 37] = [
    0x30, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6,
    0x0D66, 0x0DE6, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80,
    0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
    0xFF10,
];

impl Picture {
    /// Reads a picture such as `#,##0`, `Ww;o`, `i`.
    ///
    /// # Errors
    /// D3131
    pub(crate) fn parse(picture: &str) -> Fallible<Self> {
        let (primary, modifier) = picture.rsplit_once(';').unwrap_or((picture, ""));
        let ordinal = modifier.starts_with('o');
        let (form, case) = match primary {
            "A" => (Form::Letters, Case::Upper),
            "a" => (Form::Letters, Case::Lower),
            "I" => (Form::Roman, Case::Upper),
            "i" => (Form::Roman, Case::Lower),
            "W" => (Form::Words, Case::Upper),
            "Ww" => (Form::Words, Case::Title),
            "w" => (Form::Words, Case::Lower),
            digits => (decimal(digits)?, Case::Lower),
        };
        Ok(Self {
            form,
            case,
            ordinal,
        })
    }

    pub(crate) fn decimal(&self) -> Option<&Decimal> {
        match &self.form {
            Form::Decimal(decimal) => Some(decimal),
            _ => None,
        }
    }

    pub(crate) fn decimal_mut(&mut self) -> Option<&mut Decimal> {
        match &mut self.form {
            Form::Decimal(decimal) => Some(decimal),
            _ => None,
        }
    }

    /// Writes a whole number.
    ///
    /// # Errors
    /// D3130
    pub(crate) fn format(&self, number: f64) -> Fallible<String> {
        let size = number.abs();
        let text = match &self.form {
            Form::Letters => {
                numerals::letters(size, if self.case == Case::Upper { 'A' } else { 'a' })
            }
            Form::Roman => {
                let text = numerals::roman(size).ok_or_else(|| Open::limit(TOO_BIG))?;
                if self.case == Case::Upper {
                    text.to_uppercase()
                } else {
                    text
                }
            }
            Form::Words => {
                let words = if size.is_finite() {
                    numerals::words(size, self.ordinal)
                } else {
                    number::text(size)
                };
                match self.case {
                    Case::Upper => words.to_uppercase(),
                    Case::Lower => words.to_lowercase(),
                    Case::Title => words,
                }
            }
            Form::Decimal(decimal) => {
                let mut digits = decimal.format(size);
                if self.ordinal {
                    let last = digits.chars().last();
                    let teen = digits.chars().rev().nth(1) == Some('1');
                    digits.push_str(match last {
                        Some('1') if !teen => "st",
                        Some('2') if !teen => "nd",
                        Some('3') if !teen => "rd",
                        _ => "th",
                    });
                }
                digits
            }
            Form::Sequence(text) => return Err(unsupported(text)),
        };
        Ok(if number < 0.0 {
            format!("-{text}")
        } else {
            text
        })
    }

    /// Reads a whole number; not a number where the text is none.
    ///
    /// # Errors
    /// D3130
    pub(crate) fn read(&self, text: &str) -> Fallible<f64> {
        Ok(match &self.form {
            Form::Letters => {
                numerals::from_letters(text, if self.case == Case::Upper { 'A' } else { 'a' })
            }
            Form::Roman => numerals::from_roman(text),
            Form::Words => numerals::from_words(&text.to_lowercase()),
            Form::Decimal(decimal) => {
                let mut digits = text.to_owned();
                if self.ordinal {
                    let kept = digits.chars().count().saturating_sub(2);
                    digits = digits.chars().take(kept).collect();
                }
                decimal.read(&digits)
            }
            Form::Sequence(text) => return Err(unsupported(text)),
        })
    }
}

fn unsupported(token: &str) -> crate::query::jsonata::error::Failure {
    Open::new("D3130").value("value", Value::from(token).to_json())
}

impl Decimal {
    fn format(&self, size: f64) -> String {
        let mut digits: Vec<char> = number::text(size).chars().collect();
        const WIDEST: usize = 10_000;
        let padding = self.mandatory.min(WIDEST).saturating_sub(digits.len());
        digits.splice(0..0, std::iter::repeat_n('0', padding));
        if self.zero != 0x30 {
            for digit in &mut digits {
                *digit = char::from_u32(*digit as u32 + self.zero - 0x30).unwrap_or(*digit);
            }
        }
        match &self.grouping {
            Grouping::Regular(size, separator) => {
                let groups = digits.len().saturating_sub(1) / size;
                for group in (1..=groups).rev() {
                    digits.insert(digits.len() - group * size, *separator);
                }
            }
            Grouping::At(separators) => {
                for (position, separator) in separators.iter().rev() {
                    // A separator beyond the first digit stands in front.
                    let at = digits.len().saturating_sub(*position);
                    digits.insert(at, *separator);
                }
            }
        }
        digits.into_iter().collect()
    }

    fn read(&self, digits: &str) -> f64 {
        let plain: String = match &self.grouping {
            Grouping::Regular(_, separator) => digits
                .chars()
                .filter(|letter| letter != separator && *letter != ',')
                .collect(),
            Grouping::At(separators) => {
                let is_separator =
                    |letter: &char| separators.iter().any(|(_, separator)| separator == letter);
                digits
                    .chars()
                    .filter(|letter| !is_separator(letter))
                    .collect()
            }
        };
        let western: String = plain
            .chars()
            .map(|letter| match (letter as u32).checked_sub(self.zero) {
                Some(value @ 0..10) => char::from(b'0' + value as u8),
                _ => letter,
            })
            .collect();
        parse_int(&western)
    }
}

/// JavaScript's `parseInt`: as many digits as there are at the start.
pub(crate) fn parse_int(text: &str) -> f64 {
    let text = text.trim_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let length = digits.bytes().take_while(u8::is_ascii_digit).count();
    sign * digits[..length].parse().unwrap_or(f64::NAN)
}

fn decimal(picture: &str) -> Fallible<Form> {
    let mut zero = None;
    let (mut mandatory, mut optional, mut position) = (0, 0, 0);
    let mut separators: Vec<(usize, char)> = Vec::new();
    for letter in picture.chars().rev() {
        let code = letter as u32;
        let family = ZEROS
            .into_iter()
            .find(|zero| (*zero..*zero + 10).contains(&code));
        if let Some(family) = family {
            mandatory += 1;
            position += 1;
            if *zero.get_or_insert(family) != family {
                return Err(Open::new("D3131"));
            }
        } else if letter == '#' {
            optional += 1;
            position += 1;
        } else {
            separators.push((position, letter));
        }
    }
    let Some(zero) = zero else {
        return Ok(Form::Sequence(picture.to_owned()));
    };
    let one_kind = separators.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let positions: Vec<usize> = separators.iter().map(|(position, _)| *position).collect();
    let grouping = match (regular(&positions), separators.first()) {
        (size, Some((_, separator))) if size > 0 && one_kind => Grouping::Regular(size, *separator),
        _ => Grouping::At(separators),
    };
    Ok(Form::Decimal(Decimal {
        zero,
        mandatory,
        optional,
        grouping,
    }))
}

/// The distance at which separators repeat; 0 where they do not.
pub(crate) fn regular(positions: &[usize]) -> usize {
    let greatest = positions
        .iter()
        .copied()
        .reduce(greatest_divisor)
        .unwrap_or(0);
    let repeats = (1..=positions.len()).all(|times| positions.contains(&(times * greatest)));
    if repeats { greatest } else { 0 }
}

fn greatest_divisor(left: usize, right: usize) -> usize {
    if right == 0 {
        left
    } else {
        greatest_divisor(right, left % right)
    }
}
