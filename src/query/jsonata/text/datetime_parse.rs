//! Text to instants, by a picture.

use super::calendar::{DAY, Moment, utc};
use super::datetime_format::{DAYS, MONTHS};
use super::datetime_picture::{Marker, Part, parse as parse_picture};
use super::integer_picture::{Case, Form, Grouping, Picture, parse_int};
use super::numerals;
use crate::query::jsonata::error::{Failure, Fallible, Open};
use crate::query::jsonata::regex::Pattern;
use crate::value::Value;

/// Milliseconds since 1970 that `text` means; none where it does not match the picture. What stands before the first
/// component of the picture is taken from `now`, what stands behind the last is zero.
///
/// # Errors
/// D3130, D3133, D3136, and the errors of pictures.
pub(crate) fn parse(text: &str, picture: &str, now: i64) -> Fallible<Option<f64>> {
    let parts = parse_picture(picture)?;
    let mut pattern = "^".to_owned();
    for part in &parts {
        pattern.push('(');
        match part {
            Part::Literal(literal) => escape(literal, &mut pattern),
            Part::Marker(marker) => marker_pattern(marker, &mut pattern)?,
        }
        pattern.push(')');
    }
    pattern.push('$');
    const MOST_STEPS: u64 = 1_000_000;
    let matcher = Pattern::new(&pattern, "i")?;
    let Some(found) = matcher.find(text, 0, MOST_STEPS, |_| Ok(()))? else {
        return Ok(None);
    };
    let mut components = Components(Vec::new());
    for (part, group) in parts.iter().zip(&found.groups) {
        if let Part::Marker(marker) = part {
            let (start, end) = group.unwrap_or((0, 0));
            components.set(marker.component, read(marker, &text[start..end])?);
        }
    }
    if components.0.is_empty() {
        return Ok(None);
    }
    instant(components, now).map(Some)
}

/// Values by their letter. A name that is none has no value.
struct Components(Vec<(char, Option<f64>)>);

impl Components {
    fn get(&self, letter: char) -> Option<f64> {
        self.0
            .iter()
            .find(|(own, _)| *own == letter)
            .and_then(|(_, value)| *value)
    }

    fn set(&mut self, letter: char, value: Option<f64>) {
        match self.0.iter_mut().find(|(own, _)| *own == letter) {
            Some((_, old)) => *old = value,
            None => self.0.push((letter, value)),
        }
    }

    /// Which of `letters` are there, the first as the highest bit. A value of zero counts as missing, as in the
    /// reference.
    fn mask(&self, letters: &str) -> u32 {
        letters.chars().fold(0, |mask, letter| {
            let there = self
                .get(letter)
                .is_some_and(|value| value != 0.0 && !value.is_nan());
            mask << 1 | u32::from(there)
        })
    }
}

fn incomplete() -> Failure {
    Open::new("D3136")
}

fn instant(mut components: Components, now: i64) -> Fallible<f64> {
    let fits = |mask: u32, all: u32| mask & !all == 0 && mask & all != 0;
    let date = components.mask("YXMxWwdD");
    let by_date = fits(date, 0b1010_0001);
    let by_day_of_year = !by_date && fits(date, 0b1000_0010);
    let by_week_of_month = fits(date, 0b0101_0100);
    let by_week = !by_week_of_month && fits(date, 0b0100_1000);
    let time = components.mask("PHhmsf");
    let by_half_day = !fits(time, 0b01_0111) && fits(time, 0b10_1111);
    let date_letters = match (by_day_of_year, by_week_of_month, by_week) {
        (true, ..) => "YD",
        (_, true, _) => "XxwF",
        (.., true) => "XWF",
        _ => "YMD",
    };
    let time_letters = if by_half_day { "Phmsf" } else { "Hmsf" };
    let now = Moment::new(now);
    let (mut started, mut ended) = (false, false);
    for letter in date_letters.chars().chain(time_letters.chars()) {
        if components.get(letter).is_some() {
            started = true;
            if ended {
                return Err(incomplete());
            }
        } else if started {
            components.set(
                letter,
                Some(if matches!(letter, 'M' | 'D' | 'd') {
                    1.0
                } else {
                    0.0
                }),
            );
            ended = true;
        } else {
            components.set(letter, now.component(letter).map(|value| value as f64));
        }
    }
    if by_week || by_week_of_month {
        return Err(incomplete());
    }
    let get = |letter| components.get(letter).unwrap_or(f64::NAN);
    let mut month = components
        .get('M')
        .filter(|month| *month > 0.0)
        .map_or(0.0, |month| month - 1.0);
    let mut day = get('D');
    if by_day_of_year {
        let first = utc([get('Y'), 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
        let derived = first + (get('d') - 1.0) * DAY as f64;
        if derived.is_finite() {
            let derived = Moment::new(derived as i64);
            (month, day) = ((derived.month - 1) as f64, derived.day as f64);
        }
    }
    let hour = if by_half_day {
        let hour = if get('h') == 12.0 { 0.0 } else { get('h') };
        if get('P') == 1.0 { hour + 12.0 } else { hour }
    } else {
        get('H')
    };
    let millis = utc([get('Y'), month, day, hour, get('m'), get('s'), get('f')]);
    let zone = components
        .get('Z')
        .filter(|zone| *zone != 0.0)
        .or_else(|| components.get('z'));
    Ok(millis - zone.unwrap_or(0.0) * 60_000.0)
}

fn escape(literal: &str, out: &mut String) {
    for letter in literal.chars() {
        if ".*+?^${}()|[]\\".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
}

/// The separator of a time zone's hours and minutes.
fn zone_separator(picture: &Picture) -> Option<char> {
    match picture.decimal()?.grouping {
        Grouping::Regular(_, separator) => Some(separator),
        Grouping::At(_) => None,
    }
}

fn marker_pattern(marker: &Marker, out: &mut String) -> Fallible<()> {
    match (&marker.integer, marker.component) {
        (Some(picture), 'Z' | 'z') => {
            if marker.component == 'z' {
                out.push_str("GMT");
            }
            out.push_str("[-+][0-9]+");
            if let Some(separator) = zone_separator(picture) {
                escape(&separator.to_string(), out);
                out.push_str("[0-9]+");
            }
        }
        (Some(picture), _) => integer_pattern(picture, marker.digits, out)?,
        (None, 'M' | 'x' | 'F' | 'P') => out.push_str("[a-zA-Z]+"),
        (None, other) => {
            return Err(Open::new("D3133").value("value", Value::from(other.to_string()).to_json()));
        }
    }
    Ok(())
}

fn integer_pattern(picture: &Picture, digits: Option<usize>, out: &mut String) -> Fallible<()> {
    match &picture.form {
        Form::Letters if picture.case == Case::Upper => out.push_str("[A-Z]+"),
        Form::Letters => out.push_str("[a-z]+"),
        Form::Roman if picture.case == Case::Upper => out.push_str("[MDCLXVI]+"),
        Form::Roman => out.push_str("[mdclxvi]+"),
        Form::Words => {
            out.push_str("(?:");
            out.push_str(&numerals::all_words().join("|"));
            out.push_str("|and|[\\-, ])+");
        }
        Form::Decimal(decimal) => {
            out.push_str("[0-9]");
            match digits.filter(|digits| *digits > 0) {
                Some(digits) if decimal.optional == 0 => out.push_str(&format!("{{{digits}}}")),
                Some(digits) => {
                    let least = digits.saturating_sub(decimal.optional);
                    out.push_str(&format!("{{{least},{digits}}}"));
                }
                None => out.push('+'),
            }
            if picture.ordinal {
                out.push_str("(?:th|st|nd|rd)");
            }
        }
        Form::Sequence(text) => {
            return Err(Open::new("D3130").value("value", Value::from(&**text).to_json()));
        }
    }
    Ok(())
}

fn read(marker: &Marker, text: &str) -> Fallible<Option<f64>> {
    match (&marker.integer, marker.component) {
        (Some(picture), 'Z' | 'z') => Ok(Some(read_zone(marker, zone_separator(picture), text))),
        (Some(picture), _) => picture.read(text).map(Some),
        (None, 'P') => Ok(match text {
            "am" | "AM" => Some(0.0),
            "pm" | "PM" => Some(1.0),
            _ => None,
        }),
        (None, component) => {
            let names: &[&str] = if component == 'F' { &DAYS } else { &MONTHS };
            let at = names
                .iter()
                .position(|name| match marker.most.filter(|most| *most > 0) {
                    Some(most) => name.get(..most).unwrap_or(name) == text,
                    None => *name == text,
                });
            Ok(at.map(|at| at as f64 + 1.0))
        }
    }
}

/// Minutes of an offset.
fn read_zone(marker: &Marker, separator: Option<char>, text: &str) -> f64 {
    let text = if marker.component == 'z' {
        text.get(3..).unwrap_or_default()
    } else {
        text
    };
    let (hours, minutes) = match separator {
        Some(separator) => {
            let (hours, minutes) = text.split_once(separator).unwrap_or((text, "0"));
            (parse_int(hours), parse_int(minutes))
        }
        None if text.len() <= 3 => (parse_int(text), 0.0),
        None => (parse_int(&text[..3]), parse_int(&text[3..])),
    };
    hours * 60.0 + minutes
}
