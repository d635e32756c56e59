//! Instants to text.

use super::calendar::{FURTHEST, Moment};
use super::datetime_picture::{Marker, Part, parse};
use super::integer_picture::{Case, Grouping, Picture, parse_int};
use crate::query::jsonata::error::{Fallible, Open};
use crate::value::Value;

pub(crate) const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Formats an instant. Without a picture as ISO 8601 with milliseconds; the zone is an offset such as `-0500`.
/// `+05:30` counts as five minutes, as in jsonata-js and on AWS.
///
/// # Errors
/// D1001 for an instant out of reach, and the errors of pictures.
pub(crate) fn format(millis: f64, picture: Option<&str>, zone: Option<&str>) -> Fallible<String> {
    let (hours, minutes) = match zone {
        Some(zone) => {
            let offset = parse_int(zone);
            ((offset / 100.0).floor(), offset % 100.0)
        }
        None => (0.0, 0.0),
    };
    let local = millis.trunc() + (60.0 * hours + minutes) * 60_000.0;
    if !local.is_finite() || local.abs() > FURTHEST {
        return Err(Open::new("D1001").value("value", super::number::text(millis)));
    }
    let moment = Moment::new(local as i64);
    let Some(picture) = picture else {
        return iso(&moment, hours, minutes);
    };
    let mut text = String::new();
    for part in parse(picture)? {
        match part {
            Part::Literal(literal) => text.push_str(&literal),
            Part::Marker(marker) => text.push_str(&component(&moment, &marker, hours, minutes)?),
        }
    }
    Ok(text)
}

fn iso(moment: &Moment, hours: f64, minutes: f64) -> Fallible<String> {
    let Moment {
        year,
        month,
        day,
        hour,
        minute,
        second,
        milli,
        ..
    } = moment;
    let offset = hours * 100.0 + minutes;
    let zone = if offset == 0.0 {
        "Z".to_owned()
    } else {
        let picture = Picture::parse("01:01")?;
        signed(offset, picture.format(offset)?)
    };
    let (sign, year) = if *year < 0 { ("-", -year) } else { ("", *year) };
    let year = year % 10_000;
    Ok(format!(
        "{sign}{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}{zone}"
    ))
}

fn signed(offset: f64, text: String) -> String {
    if offset >= 0.0 {
        format!("+{text}")
    } else {
        text
    }
}

fn component(moment: &Moment, marker: &Marker, hours: f64, minutes: f64) -> Fallible<String> {
    match marker.component {
        'Z' | 'z' => zone(marker, hours, minutes),
        'P' => {
            let half = if moment.hour >= 12 { "pm" } else { "am" };
            Ok(if marker.names == Some(Case::Upper) {
                half.to_uppercase()
            } else {
                half.to_owned()
            })
        }
        'C' | 'E' => Ok("ISO".to_owned()),
        letter => match moment.component(letter) {
            None => Ok("undefined".to_owned()),
            Some(value) => named_or_number(value, marker),
        },
    }
}

fn named_or_number(mut value: i64, marker: &Marker) -> Fallible<String> {
    if let ('Y', Some(digits)) = (marker.component, marker.digits) {
        const ALL: usize = 18;
        value %= 10_i64.pow(digits.min(ALL) as u32);
    }
    let Some(case) = marker.names else {
        return match &marker.integer {
            Some(picture) => picture.format(value as f64),
            None => Ok(value.to_string()),
        };
    };
    let at = usize::try_from(value - 1).unwrap_or(0);
    let name = match marker.component {
        'M' | 'x' => MONTHS.get(at),
        'F' => DAYS.get(at),
        other => {
            return Err(Open::new("D3133").value("value", Value::from(other.to_string()).to_json()));
        }
    };
    let name = name.copied().unwrap_or_default();
    let name = match case {
        Case::Upper => name.to_uppercase(),
        Case::Lower => name.to_lowercase(),
        Case::Title => name.to_owned(),
    };
    Ok(match marker.most {
        Some(most) => name.chars().take(most).collect(),
        None => name,
    })
}

fn zone(marker: &Marker, hours: f64, minutes: f64) -> Fallible<String> {
    let offset = hours * 100.0 + minutes;
    let Some(picture) = &marker.integer else {
        return Ok(String::new());
    };
    let decimal = picture.decimal();
    let is_regular =
        decimal.is_some_and(|decimal| matches!(decimal.grouping, Grouping::Regular(..)));
    let mut text = if is_regular {
        picture.format(offset)?
    } else {
        match decimal.map_or(0, |decimal| decimal.mandatory) {
            1 | 2 => {
                let mut text = picture.format(hours)?;
                if minutes != 0.0 {
                    text.push(':');
                    text.push_str(&Picture::parse("00")?.format(minutes)?);
                }
                text
            }
            3 | 4 => picture.format(offset)?,
            _ => return Err(Open::new("D3134")),
        }
    };
    text = signed(offset, text);
    if marker.component == 'z' {
        text = format!("GMT{text}");
    }
    Ok(if offset == 0.0 && marker.traditional {
        "Z".to_owned()
    } else {
        text
    })
}
