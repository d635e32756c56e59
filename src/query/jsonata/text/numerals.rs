//! Numbers in words, in Roman numerals, in letters.

const FEW: [&str; 20] = [
    "Zero",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
    "Nineteen",
];
const ORDINALS: [&str; 20] = [
    "Zeroth",
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Seventh",
    "Eighth",
    "Ninth",
    "Tenth",
    "Eleventh",
    "Twelfth",
    "Thirteenth",
    "Fourteenth",
    "Fifteenth",
    "Sixteenth",
    "Seventeenth",
    "Eighteenth",
    "Nineteenth",
];
const TENS: [&str; 8] = [
    "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety",
];
const MAGNITUDES: [&str; 4] = ["Thousand", "Million", "Billion", "Trillion"];

/// English words for a whole number that is not negative: `One Thousand, Two Hundred and Three`.
pub(crate) fn words(number: f64, ordinal: bool) -> String {
    let mut text = String::new();
    write_words(number, false, ordinal, &mut text);
    text
}

fn write_words(number: f64, follows: bool, ordinal: bool, out: &mut String) {
    let join = |out: &mut String, word: &str| {
        if follows {
            out.push_str(word);
        }
    };
    if number < 20.0 {
        join(out, " and ");
        let names = if ordinal { &ORDINALS } else { &FEW };
        out.push_str(names[number as usize]);
    } else if number < 100.0 {
        join(out, " and ");
        let ten = TENS[(number / 10.0) as usize - 2];
        let rest = number % 10.0;
        if rest > 0.0 {
            out.push_str(ten);
            out.push('-');
            write_words(rest, false, ordinal, out);
        } else if ordinal {
            out.push_str(&ten[..ten.len() - 1]);
            out.push_str("ieth");
        } else {
            out.push_str(ten);
        }
    } else if number < 1000.0 {
        join(out, ", ");
        out.push_str(FEW[(number / 100.0) as usize]);
        out.push_str(" Hundred");
        write_rest(number % 100.0, ordinal, out);
    } else {
        join(out, ", ");
        let magnitude = ((number.log10() / 3.0).floor() as usize).clamp(1, MAGNITUDES.len());
        let factor = 1000_f64.powi(magnitude as i32);
        let mantissa = (number / factor).floor();
        write_words(mantissa, false, false, out);
        out.push(' ');
        out.push_str(MAGNITUDES[magnitude - 1]);
        write_rest((number - mantissa * factor).max(0.0), ordinal, out);
    }
}

fn write_rest(rest: f64, ordinal: bool, out: &mut String) {
    if rest > 0.0 {
        write_words(rest, true, ordinal, out);
    } else if ordinal {
        out.push_str("th");
    }
}

/// All words that numbers are made of, in lower case.
pub(crate) fn all_words() -> Vec<String> {
    let mut words: Vec<String> = FEW
        .iter()
        .chain(&ORDINALS)
        .map(|word| word.to_lowercase())
        .collect();
    for ten in TENS.iter().chain(&["Hundred"]) {
        let ten = ten.to_lowercase();
        words.push(format!("{}ieth", &ten[..ten.len() - 1]));
        words.push(ten);
    }
    words.push("hundredth".to_owned());
    for magnitude in MAGNITUDES {
        let magnitude = magnitude.to_lowercase();
        words.push(format!("{magnitude}th"));
        words.push(magnitude);
    }
    words
}

/// The value of one word in lower case.
fn word_value(word: &str) -> Option<f64> {
    let same = |name: &&str| name.eq_ignore_ascii_case(word);
    if let Some(at) = FEW
        .iter()
        .position(&same)
        .or_else(|| ORDINALS.iter().position(same))
    {
        return Some(at as f64);
    }
    let stem = word.strip_suffix("ieth").map(|stem| format!("{stem}y"));
    let word = stem.as_deref().unwrap_or(word);
    if let Some(at) = TENS.iter().position(|name| name.eq_ignore_ascii_case(word)) {
        return Some((at as f64 + 2.0) * 10.0);
    }
    let word = word.strip_suffix("th").unwrap_or(word);
    if word == "hundred" {
        return Some(100.0);
    }
    let at = MAGNITUDES
        .iter()
        .position(|name| name.eq_ignore_ascii_case(word))?;
    Some(1000_f64.powi(at as i32 + 1))
}

/// The number that words in lower case mean; not a number where some word is none.
pub(crate) fn from_words(text: &str) -> f64 {
    let text = text.replace(", ", " ").replace(" and ", " ");
    let mut segments = vec![0.0];
    for word in text.split([' ', '\t', '\n', '\r', '\\', '-']) {
        let value = word_value(word).unwrap_or(f64::NAN);
        let mut top = segments.pop().unwrap_or(0.0);
        if value < 100.0 {
            if top >= 1000.0 {
                segments.push(top);
                top = 0.0;
            }
            segments.push(top + value);
        } else {
            segments.push(top * value);
        }
    }
    segments.iter().sum()
}

const ROMAN: [(f64, &str); 13] = [
    (1000.0, "m"),
    (900.0, "cm"),
    (500.0, "d"),
    (400.0, "cd"),
    (100.0, "c"),
    (90.0, "xc"),
    (50.0, "l"),
    (40.0, "xl"),
    (10.0, "x"),
    (9.0, "ix"),
    (5.0, "v"),
    (4.0, "iv"),
    (1.0, "i"),
];

/// Roman numerals in lower case; none for numbers so big that they would have thousands of letters.
pub(crate) fn roman(mut number: f64) -> Option<String> {
    const MOST: f64 = 1e7;
    if number > MOST {
        return None;
    }
    let mut text = String::new();
    for (value, letters) in ROMAN {
        while number >= value {
            text.push_str(letters);
            number -= value;
        }
    }
    Some(text)
}

/// The number that Roman numerals mean; not a number where some letter is none.
pub(crate) fn from_roman(text: &str) -> f64 {
    let mut total = 0.0;
    let mut most = 1.0;
    for letter in text.chars().rev() {
        let value = match letter.to_ascii_uppercase() {
            'M' => 1000.0,
            'D' => 500.0,
            'C' => 100.0,
            'L' => 50.0,
            'X' => 10.0,
            'V' => 5.0,
            'I' => 1.0,
            _ => return f64::NAN,
        };
        if value < most {
            total -= value;
        } else {
            most = value;
            total += value;
        }
    }
    total
}

/// `a`, `b`, … `z`, `aa`, … from the letter `first` on.
pub(crate) fn letters(mut number: f64, first: char) -> String {
    let mut letters = Vec::new();
    while number > 0.0 && number.is_finite() {
        let offset = ((number - 1.0) % 26.0) as u32;
        letters.push(char::from_u32(first as u32 + offset).unwrap_or(first));
        number = ((number - 1.0) / 26.0).floor();
    }
    letters.iter().rev().collect()
}

/// The number that letters mean.
pub(crate) fn from_letters(text: &str, first: char) -> f64 {
    text.chars().fold(0.0, |total, letter| {
        total * 26.0 + (f64::from(letter as u32) - f64::from(first as u32) + 1.0)
    })
}
