//! Pictures of numbers, by the rules of XPath's `format-number` as JSONata 2.0.6 reads them.

use super::integer_picture::regular;
use super::number::{round, text as number_text};
use crate::query::jsonata::error::{Fallible, Open};

/// The characters that have a meaning in pictures, and texts for what has no digits.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    decimal: String,
    grouping: String,
    exponent: String,
    minus: String,
    percent: String,
    per_mille: String,
    zero: char,
    digit: String,
    pattern: String,
}

impl Default for Symbols {
    fn default() -> Self {
        Self {
            decimal: ".".to_owned(),
            grouping: ",".to_owned(),
            exponent: "e".to_owned(),
            minus: "-".to_owned(),
            percent: "%".to_owned(),
            per_mille: "\u{2030}".to_owned(),
            zero: '0',
            digit: "#".to_owned(),
            pattern: ";".to_owned(),
        }
    }
}

impl Symbols {
    /// Sets the symbol that XPath calls `name`.
    pub(crate) fn set(&mut self, name: &str, text: &str) {
        let place = match name {
            "decimal-separator" => &mut self.decimal,
            "grouping-separator" => &mut self.grouping,
            "exponent-separator" => &mut self.exponent,
            "minus-sign" => &mut self.minus,
            "percent" => &mut self.percent,
            "per-mille" => &mut self.per_mille,
            "digit" => &mut self.digit,
            "pattern-separator" => &mut self.pattern,
            "zero-digit" => {
                self.zero = text.chars().next().unwrap_or('0');
                return;
            }
            _ => return,
        };
        text.clone_into(place);
    }

    fn is_decimal_digit(&self, letter: char) -> bool {
        (letter as u32)
            .checked_sub(self.zero as u32)
            .is_some_and(|offset| offset < 10)
    }

    fn is_digit(&self, letter: char) -> bool {
        self.is_decimal_digit(letter) || is(letter, &self.digit)
    }

    fn is_active(&self, letter: char) -> bool {
        let marks = [
            &self.decimal,
            &self.exponent,
            &self.grouping,
            &self.digit,
            &self.pattern,
        ];
        self.is_decimal_digit(letter) || marks.iter().any(|mark| is(letter, mark))
    }
}

fn is(letter: char, symbol: &str) -> bool {
    let mut letters = symbol.chars();
    letters.next() == Some(letter) && letters.next().is_none()
}

/// A picture, or one of its two halves, taken apart. All texts in characters.
struct Parts {
    picture: Vec<char>,
    prefix: Vec<char>,
    suffix: Vec<char>,
    active: Vec<char>,
    mantissa: Vec<char>,
    integer: Vec<char>,
    /// Where there is no decimal separator, this is the suffix, as in the reference.
    fraction: Vec<char>,
    exponent: Option<Vec<char>>,
}

/// What a picture asks for.
struct Layout {
    prefix: String,
    suffix: String,
    groups: Vec<usize>,
    regular_group: usize,
    fraction_groups: Vec<usize>,
    least_integer: usize,
    scaling: usize,
    least_fraction: usize,
    most_fraction: usize,
    least_exponent: usize,
    has_decimal: bool,
    percent: bool,
    per_mille: bool,
}

/// Formats `number`.
///
/// # Errors
/// D3080 to D3093
pub(crate) fn format(number: f64, picture: &str, symbols: &Symbols) -> Fallible<String> {
    let pictures: Vec<&str> = if symbols.pattern.is_empty() {
        vec![picture]
    } else {
        picture.split(&symbols.pattern).collect()
    };
    if pictures.len() > 2 {
        return Err(Open::new("D3080"));
    }
    let mut layouts = Vec::with_capacity(2);
    for picture in &pictures {
        let parts = split(picture, symbols)?;
        validate(&parts, symbols)?;
        layouts.push(layout(&parts, symbols));
    }
    let negative = number < 0.0 || number.is_nan();
    let mut chosen = layouts.swap_remove(if negative && layouts.len() == 2 { 1 } else { 0 });
    if negative && pictures.len() == 1 {
        chosen.prefix.insert_str(0, &symbols.minus);
    }
    Ok(write(number, &chosen, symbols))
}

fn split(picture: &str, symbols: &Symbols) -> Fallible<Parts> {
    let picture: Vec<char> = picture.chars().collect();
    let starts = |letter: &char| symbols.is_active(*letter) && !is(*letter, &symbols.exponent);
    // A picture without any digit crashes 2.0.6; AWS answers D3086 to `$formatNumber(1, "x")`.
    let (Some(first), Some(last)) = (
        picture.iter().position(starts),
        picture.iter().rposition(starts),
    ) else {
        return Err(Open::new("D3086"));
    };
    let prefix = picture[..first].to_vec();
    let suffix = picture[last + 1..].to_vec();
    let active = picture[first..=last].to_vec();
    let exponent_at = (first..picture.len()).find(|at| is(picture[*at], &symbols.exponent));
    let (mantissa, exponent) = match exponent_at {
        Some(at) if at <= picture.len() - suffix.len() => {
            // The place counts from the start of the picture, not of its active part: the reference's way.
            let mantissa = active[..at.min(active.len())].to_vec();
            let exponent = active.get(at + 1..).unwrap_or_default().to_vec();
            (mantissa, Some(exponent))
        }
        _ => (active.clone(), None),
    };
    let decimal_at = mantissa
        .iter()
        .position(|letter| is(*letter, &symbols.decimal));
    let (integer, fraction) = match decimal_at {
        Some(at) => (mantissa[..at].to_vec(), mantissa[at + 1..].to_vec()),
        None => (mantissa.clone(), suffix.clone()),
    };
    Ok(Parts {
        picture,
        prefix,
        suffix,
        active,
        mantissa,
        integer,
        fraction,
        exponent,
    })
}

/// Several rules may be broken; the last one counts.
fn validate(parts: &Parts, symbols: &Symbols) -> Fallible<()> {
    let picture: String = parts.picture.iter().collect();
    let count = |symbol: &str| picture.matches(symbol).count();
    let has_percent = count(&symbols.percent) > 0 || count(&symbols.per_mille) > 0;
    let decimal_at = parts
        .picture
        .iter()
        .position(|letter| is(*letter, &symbols.decimal));
    let is_grouping = |at: Option<usize>| {
        let letter = at.and_then(|at| parts.picture.get(at));
        letter.is_some_and(|letter| is(*letter, &symbols.grouping))
    };
    let next_to_decimal =
        decimal_at.is_some_and(|at| is_grouping(at.checked_sub(1)) || is_grouping(Some(at + 1)));
    let ends_with_grouping = decimal_at.is_none()
        && parts
            .integer
            .last()
            .is_some_and(|letter| is(*letter, &symbols.grouping));
    let doubled = parts
        .picture
        .windows(2)
        .any(|pair| pair.iter().all(|letter| is(*letter, &symbols.grouping)));
    let digit_before_optional = match parts
        .integer
        .iter()
        .position(|letter| is(*letter, &symbols.digit))
    {
        Some(at) => parts.integer[..at]
            .iter()
            .any(|letter| symbols.is_decimal_digit(*letter)),
        None => false,
    };
    let digit_after_optional = match parts
        .fraction
        .iter()
        .rposition(|letter| is(*letter, &symbols.digit))
    {
        Some(at) => parts.fraction[at..]
            .iter()
            .any(|letter| symbols.is_decimal_digit(*letter)),
        None => false,
    };
    let exponent = parts.exponent.as_deref();
    let bad_exponent = exponent.is_some_and(|exponent| {
        exponent.is_empty()
            || !exponent
                .iter()
                .all(|letter| symbols.is_decimal_digit(*letter))
    });
    let rules = [
        (count(&symbols.decimal) > 1, "D3081"),
        (count(&symbols.percent) > 1, "D3082"),
        (count(&symbols.per_mille) > 1, "D3083"),
        (
            count(&symbols.percent) > 0 && count(&symbols.per_mille) > 0,
            "D3084",
        ),
        (
            !parts
                .mantissa
                .iter()
                .any(|letter| symbols.is_digit(*letter)),
            "D3085",
        ),
        (
            !parts.active.iter().all(|letter| symbols.is_active(*letter)),
            "D3086",
        ),
        (next_to_decimal, "D3087"),
        (ends_with_grouping, "D3088"),
        (doubled, "D3089"),
        (digit_before_optional, "D3090"),
        (digit_after_optional, "D3091"),
        (
            exponent.is_some_and(|exponent| !exponent.is_empty()) && has_percent,
            "D3092",
        ),
        (bad_exponent, "D3093"),
    ];
    match rules.iter().rev().find(|(broken, _)| *broken) {
        Some((_, code)) => Err(Open::new(code)),
        None => Ok(()),
    }
}

/// Digits to the left (or right) of each grouping separator in `part`.
fn grouping_positions(
    part: &[char],
    parts: &Parts,
    symbols: &Symbols,
    to_left: bool,
) -> Vec<usize> {
    let find = |letters: &[char], from: usize| {
        let found = letters
            .iter()
            .skip(from)
            .position(|letter| is(*letter, &symbols.grouping));
        found.map(|at| at + from)
    };
    let mut positions = Vec::new();
    let mut next = find(part, 0);
    while let Some(at) = next {
        let at_most = at.min(part.len());
        let side = if to_left {
            &part[..at_most]
        } else {
            &part[at_most..]
        };
        positions.push(
            side.iter()
                .filter(|letter| symbols.is_digit(**letter))
                .count(),
        );
        // The reference goes on in the integer part, whichever part it looks at.
        next = find(&parts.integer, at + 1);
    }
    positions
}

fn layout(parts: &Parts, symbols: &Symbols) -> Layout {
    let mandatory = |letters: &[char]| {
        letters
            .iter()
            .filter(|letter| symbols.is_decimal_digit(**letter))
            .count()
    };
    let groups = grouping_positions(&parts.integer, parts, symbols, false);
    let scaling = mandatory(&parts.integer);
    let mut least_integer = scaling;
    let mut least_fraction = mandatory(&parts.fraction);
    let mut most_fraction = parts
        .fraction
        .iter()
        .filter(|letter| symbols.is_digit(**letter))
        .count();
    let has_exponent = parts.exponent.is_some();
    if least_integer == 0 && most_fraction == 0 {
        if has_exponent {
            least_fraction = 1;
            most_fraction = 1;
        } else {
            least_integer = 1;
        }
    }
    let optional_integer = parts
        .integer
        .iter()
        .any(|letter| is(*letter, &symbols.digit));
    if has_exponent && least_integer == 0 && optional_integer {
        least_integer = 1;
    }
    if least_integer == 0 && least_fraction == 0 {
        least_fraction = 1;
    }
    let picture: String = parts.picture.iter().collect();
    let contains = |symbol: &str| !symbol.is_empty() && picture.contains(symbol);
    Layout {
        prefix: parts.prefix.iter().collect(),
        suffix: parts.suffix.iter().collect(),
        regular_group: regular(&groups),
        groups,
        fraction_groups: grouping_positions(&parts.fraction, parts, symbols, true),
        least_integer,
        scaling,
        least_fraction,
        most_fraction,
        least_exponent: parts.exponent.as_deref().map_or(0, mandatory),
        has_decimal: contains(&symbols.decimal),
        percent: contains(&symbols.percent),
        per_mille: contains(&symbols.per_mille),
    }
}

fn write(number: f64, layout: &Layout, symbols: &Symbols) -> String {
    let scaled = if layout.percent {
        number * 100.0
    } else if layout.per_mille {
        number * 1000.0
    } else {
        number
    };
    let (mantissa, exponent) = if layout.least_exponent == 0 {
        (scaled, None)
    } else {
        let (mantissa, exponent) = normalised(scaled.abs(), layout.scaling);
        (mantissa, Some(exponent))
    };
    let places = layout.most_fraction;
    let rounded = round(mantissa, i64::try_from(places).unwrap_or(i64::MAX));
    let digits = fixed(rounded, places, symbols);
    let (whole, fraction) = match digits.iter().position(|letter| *letter == '.') {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (&digits[..], &digits[..0]),
    };
    let leading = whole
        .iter()
        .take_while(|digit| **digit == symbols.zero)
        .count();
    let mut whole = whole[leading..].to_vec();
    let trailing = fraction
        .iter()
        .rev()
        .take_while(|digit| **digit == symbols.zero)
        .count();
    let mut fraction = fraction[..fraction.len() - trailing].to_vec();
    whole.splice(
        0..0,
        std::iter::repeat_n(
            symbols.zero,
            layout.least_integer.saturating_sub(whole.len()),
        ),
    );
    fraction.extend(std::iter::repeat_n(
        symbols.zero,
        layout.least_fraction.saturating_sub(fraction.len()),
    ));
    let mut text = layout.prefix.clone();
    write_whole(&whole, layout, symbols, &mut text);
    let mut fraction: Vec<String> = fraction.iter().map(ToString::to_string).collect();
    for position in &layout.fraction_groups {
        if *position <= fraction.len() {
            fraction.insert(*position, symbols.grouping.clone());
        }
    }
    if layout.has_decimal && !fraction.is_empty() {
        text.push_str(&symbols.decimal);
        text.extend(fraction);
    }
    if let Some(exponent) = exponent {
        let digits = fixed(f64::from(exponent), 0, symbols);
        text.push_str(&symbols.exponent);
        if exponent < 0 {
            text.push_str(&symbols.minus);
        }
        text.extend(std::iter::repeat_n(
            symbols.zero,
            layout.least_exponent.saturating_sub(digits.len()),
        ));
        text.extend(digits);
    }
    text.push_str(&layout.suffix);
    text
}

fn write_whole(whole: &[char], layout: &Layout, symbols: &Symbols, text: &mut String) {
    for (at, digit) in whole.iter().enumerate() {
        let behind = whole.len() - at;
        let separated = if layout.regular_group > 0 {
            at > 0 && behind.is_multiple_of(layout.regular_group)
        } else {
            layout.groups.contains(&behind)
        };
        if separated {
            text.push_str(&symbols.grouping);
        }
        text.push(*digit);
    }
}

/// A mantissa with `scaling` digits before the point, and the exponent of ten. Zero has the exponent 0, as by JSONata
/// from 2.1.1 on; 2.0.6 does not end there.
fn normalised(size: f64, scaling: usize) -> (f64, i32) {
    const WIDEST: usize = 300;
    let most = 10_f64.powi(scaling.min(WIDEST) as i32);
    let least = 10_f64.powi(scaling.min(WIDEST) as i32 - 1);
    let (mut mantissa, mut exponent) = (size, 0);
    if size == 0.0 || !size.is_finite() {
        return (mantissa, exponent);
    }
    while mantissa < least {
        mantissa *= 10.0;
        exponent -= 1;
    }
    while mantissa > most {
        mantissa /= 10.0;
        exponent += 1;
    }
    (mantissa, exponent)
}

/// `Math.abs(number).toFixed(places)` in the digits in use.
fn fixed(number: f64, places: usize, symbols: &Symbols) -> Vec<char> {
    const MOST: usize = 100;
    let size = number.abs();
    let places = u8::try_from(places.min(MOST)).unwrap_or(100);
    let text = if size < 1e21 {
        ryu_js::Buffer::new()
            .format_to_fixed(size, places)
            .to_owned()
    } else {
        number_text(size)
    };
    let digits = text.chars().map(|letter| match letter.to_digit(10) {
        Some(digit) => char::from_u32(symbols.zero as u32 + digit).unwrap_or(letter),
        None => letter,
    });
    digits.collect()
}
