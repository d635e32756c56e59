//! Texts that differ in what was struck out of one of them.

use super::STARS;
use super::accounts::{STAND_IN, numbers};
use crate::value::read;
use std::borrow::Cow;

/// Whether two texts are one but for secrets and accounts that were struck out of one of them. They are others in every run; and a
/// recording may strike out more than its replay, which does not see the secret that told of it, or less, where the replay is given
/// what was struck out.
pub(in crate::tasks) fn is_alike(was: &str, is: &str) -> bool {
    if was == is {
        return true;
    }
    let is_struck = |text: &str| text.contains(STARS) || text.contains(STAND_IN);
    if !is_struck(was) && !is_struck(is) {
        return false;
    }
    let (was, is) = (compact(was), compact(is));
    let is = with_stand_ins(&was, &is);
    was == is || is_struck_out_of(&was, &is) || is_struck_out_of(&is, &was)
}

/// JSON without the blanks in it: what was struck out of is written anew.
fn compact(text: &str) -> Cow<'_, str> {
    match text.starts_with(['{', '[']).then(|| read(text)) {
        Some(Ok(json)) => Cow::Owned(json.to_compact_json()),
        _ => Cow::Borrowed(text),
    }
}

/// A text with the stand-in for the accounts that another one does not have, where that has the stand-in.
fn with_stand_ins(was: &str, is: &str) -> String {
    let mut text = is.to_owned();
    if was.contains(STAND_IN) {
        for at in numbers(is).filter(|at| !was.contains(&is[at.clone()])) {
            text.replace_range(at, STAND_IN);
        }
    }
    text
}

/// Whether a text is another one but for secrets that were struck out of it.
fn is_struck_out_of(struck: &str, text: &str) -> bool {
    let Some((first, rest)) = struck.split_once(STARS) else {
        return false;
    };
    let (pieces, last) = match rest.rsplit_once(STARS) {
        Some((pieces, last)) => (Some(pieces), last),
        None => (None, rest),
    };
    let text = text.strip_prefix(first);
    let Some(mut rest) = text.and_then(|text| text.strip_suffix(last)) else {
        return false;
    };
    for piece in pieces.into_iter().flat_map(|pieces| pieces.split(STARS)) {
        match rest.split_once(piece) {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_alike;

    #[test]
    fn what_was_struck_out_may_be_another_one() {
        for (was, is) in [
            ("it is ***", "it is secret"),
            ("it is secret", "it is ***"),
            ("https://h/?a=***&b=***", "https://h/?a=1&b=2"),
            ("app-123456789012-x", "app-987654321098-x"),
            (r#"{"a":1,"b":"***"}"#, r#"{ "a": 1, "b": "x" }"#),
        ] {
            assert!(is_alike(was, is), "{was} {is}");
        }
    }

    #[test]
    fn everything_else_is_the_same() {
        for (was, is) in [
            ("it is ***", "it was secret"),
            ("***, ***.", "one. two"),
            ("a***a", "a"),
            ("", "secret"),
            ("order-111111111111", "order-222222222222"),
            (
                "123456789012 of 111111111111",
                "123456789012 of 11111111111",
            ),
        ] {
            assert!(!is_alike(was, is), "{was} {is}");
        }
    }
}
