//! Pictures of dates and times: `[Y0001]-[M01]-[D01]`.

use super::integer_picture::{Case, Picture, parse_int};
use crate::query::jsonata::error::{Fallible, Open};
use crate::value::Value;

/// A part of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Literal(String),
    Marker(Marker),
}

/// What stands in brackets.
#[derive(Clone, Debug)]
pub(crate) struct Marker {
    /// The letter that says which component it is.
    pub(crate) component: char,
    /// Written as a name, in this case.
    pub(crate) names: Option<Case>,
    /// Written as a number.
    pub(crate) integer: Option<Picture>,
    /// `t`: a time zone of zero is `Z`.
    pub(crate) traditional: bool,
    /// Greatest width of a name.
    pub(crate) most: Option<usize>,
    /// Digits that years, months and days are cut to.
    pub(crate) digits: Option<usize>,
}

fn default_presentation(component: char) -> Option<&'static str> {
    Some(match component {
        'Y' | 'M' | 'D' | 'd' | 'W' | 'w' | 'X' | 'x' | 'H' | 'h' | 'f' => "1",
        'F' | 'P' | 'C' | 'E' => "n",
        'm' | 's' => "01",
        'Z' | 'z' => "01:01",
        _ => return None,
    })
}

/// Reads a picture.
///
/// # Errors
/// D3131, D3132, D3135
pub(crate) fn parse(picture: &str) -> Fallible<Vec<Part>> {
    let mut parts = Vec::new();
    let mut rest = picture;
    let literal = |text: &str, parts: &mut Vec<Part>| {
        if !text.is_empty() {
            parts.push(Part::Literal(text.replace("]]", "]")));
        }
    };
    while let Some(at) = rest.find('[') {
        literal(&rest[..at], &mut parts);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('[') {
            parts.push(Part::Literal("[".to_owned()));
            rest = after;
            continue;
        }
        let Some(end) = rest.find(']') else {
            return Err(Open::new("D3135"));
        };
        let text: String = rest[..end].split_whitespace().collect();
        parts.push(Part::Marker(marker(&text)?));
        rest = &rest[end + 1..];
    }
    literal(rest, &mut parts);
    Ok(parts)
}

fn marker(text: &str) -> Fallible<Marker> {
    let mut letters = text.chars();
    let component = letters.next().unwrap_or(' ');
    let body = letters.as_str();
    let (body, width) = match body.rsplit_once(',') {
        Some((body, width)) => (body, Some(width)),
        None => (body, None),
    };
    let (least, most) = match width {
        Some(width) => {
            let (least, most) = width.split_once('-').unwrap_or((width, "*"));
            (width_of(least), width_of(most))
        }
        None => (None, None),
    };
    let (presentation, modifier) = match body.chars().last() {
        None => match default_presentation(component) {
            Some(presentation) => (presentation, None),
            None => {
                let shown = Value::from(component.to_string().trim()).to_json();
                return Err(Open::new("D3132").value("value", shown));
            }
        },
        Some(last @ ('a' | 't' | 'c' | 'o')) if body.len() > 1 => {
            (&body[..body.len() - 1], Some(last))
        }
        Some(_) => (body, None),
    };
    let mut marker = Marker {
        component,
        names: None,
        integer: None,
        traditional: modifier == Some('t'),
        most,
        digits: None,
    };
    if presentation.starts_with('n') {
        marker.names = Some(Case::Lower);
    } else if presentation.starts_with("Nn") {
        marker.names = Some(Case::Title);
    } else if presentation.starts_with('N') {
        marker.names = Some(Case::Upper);
    } else if "YMDdFWwXxHhmsf".contains(component) {
        let mut picture = match modifier {
            Some(modifier) => Picture::parse(&format!("{presentation};{modifier}"))?,
            None => Picture::parse(presentation)?,
        };
        if let Some(decimal) = picture.decimal_mut() {
            decimal.mandatory = decimal.mandatory.max(least.unwrap_or(0));
            if "YMD".contains(component) {
                match most {
                    Some(most) => {
                        decimal.mandatory = most;
                        marker.digits = Some(most);
                    }
                    None => {
                        let width = decimal.mandatory + decimal.optional;
                        marker.digits = Some(width).filter(|width| *width >= 2);
                    }
                }
            }
        }
        marker.integer = Some(picture);
    }
    if matches!(component, 'Z' | 'z') {
        marker.integer = Some(Picture::parse(presentation)?);
    }
    Ok(marker)
}

fn width_of(text: &str) -> Option<usize> {
    if text == "*" {
        return None;
    }
    let number = parse_int(text);
    (number >= 0.0).then_some(number as usize)
}
