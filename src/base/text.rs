//! English for messages: counts, lists, suggestions, shortening.

/// `1 state`, `2 states`. `one` is the singular; the plural adds an `s` (or `ies` for a consonant and `y`).
pub fn count(number: usize, one: &str) -> String {
    format!("{} {}", thousands(number as u64), plural(number, one))
}

/// The singular for one thing, else the plural.
pub fn plural(number: usize, one: &str) -> String {
    if number == 1 {
        return one.to_owned();
    }
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if one.ends_with(['s', 'x']) || one.ends_with("ch") => format!("{one}es"),
        _ => format!("{one}s"),
    }
}

/// The word with its article: `a number`, `an array`; `null` has none.
pub fn article(word: &str) -> String {
    match word.chars().next() {
        _ if word == "null" => word.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {word}"),
        _ => format!("a {word}"),
    }
}

/// `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `` `a` ``, `` `a` and `b` ``, `` `a`, `b` and `c` ``.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "and")
}

/// `` `a`, `b` or `c` ``.
pub fn alternatives<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "or")
}

fn joined<S: AsRef<str>>(names: &[S], word: &str) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        if at > 0 && at + 1 == names.len() {
            text.push_str(&format!(" {word} "));
        } else if at > 0 {
            text.push_str(", ");
        }
        text.push_str(&format!("`{}`", name.as_ref()));
    }
    text
}

/// The candidate that `name` is most likely a slip for, if one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::osa_distance(&lower, &candidate.to_lowercase()),
                candidate,
            )
        })
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().max(3) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `412 B`, `41.2 KiB`, `3.1 MiB`.
pub fn bytes(number: u64) -> String {
    const KIB: f64 = 1024.0;
    let size = number as f64;
    if size < KIB {
        format!("{number} B")
    } else if size < KIB * KIB {
        format!("{:.1} KiB", size / KIB)
    } else {
        format!("{:.1} MiB", size / KIB / KIB)
    }
}

/// `$0.00145`, `$12.50`: three figures, and cents at least.
pub fn dollars(dollars: f64) -> String {
    let mut decimals = 2;
    let mut unit = 1.0;
    while decimals < 9 && dollars > 0.0 && dollars < unit {
        unit /= 10.0;
        decimals += 1;
    }
    let mut text = format!("${dollars:.decimals$}");
    while text.ends_with('0') && text.len() - text.find('.').unwrap_or(0) > 3 {
        text.pop();
    }
    text
}

/// At most `width` characters: what is cut from the middle becomes `…`.
pub fn shorten(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(1);
    let head = kept - kept / 3;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(length - kept / 3).collect();
    format!("{start}…{end}")
}

/// The words of a name, in lower case: `ChargePayment`, `charge-payment` and `Charge payment` have `charge` and `payment`.
pub fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        let begins = !before.is_alphanumeric() || c.is_uppercase() && !before.is_uppercase();
        if c.is_alphanumeric() {
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_lists() {
        assert_eq!(count(1, "retry"), "1 retry");
        assert_eq!(count(2, "retry"), "2 retries");
        assert_eq!(count(12_345, "state"), "12,345 states");
        assert_eq!(count(3, "branch"), "3 branches");
        assert_eq!(list(&["a"]), "`a`");
        assert_eq!(list(&["a", "b", "c"]), "`a`, `b` and `c`");
        assert_eq!(alternatives(&["a", "b"]), "`a` or `b`");
    }

    #[test]
    fn prices_have_three_figures() {
        let texts: Vec<String> = [0.0, 0.000025, 0.020175, 0.5, 12.5]
            .into_iter()
            .map(dollars)
            .collect();
        assert_eq!(texts, ["$0.00", "$0.000025", "$0.0202", "$0.50", "$12.50"]);
    }

    #[test]
    fn suggests_slips_only() {
        let names = ["GenerateScript", "FormatSSML", "HandleFailure"];
        assert_eq!(nearest("GenrateScript", names), Some("GenerateScript"));
        assert_eq!(nearest("formatssml", names), Some("FormatSSML"));
        assert_eq!(nearest("Publish", names), None);
    }

    #[test]
    fn sizes_and_shortening() {
        assert_eq!(bytes(262_144), "256.0 KiB");
        assert_eq!(bytes(12), "12 B");
        assert_eq!(shorten("abcdefghij", 7), "abcd…ij");
        assert_eq!(shorten("short", 7), "short");
    }

    #[test]
    fn takes_names_apart() {
        for name in [
            "ChargePayment",
            "charge-payment",
            "Charge payment",
            "charge_payment",
        ] {
            assert_eq!(words(name), ["charge", "payment"], "{name}");
        }
        assert_eq!(words("PutS3Object"), ["put", "s3", "object"]);
    }
}
