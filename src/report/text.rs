//! Text that has to fit: widths, shortening, wrapping, durations.

use super::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that `text` takes in a terminal.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// `text` on one line, without characters that steer a terminal: escapes, backspaces, line breaks, and the marks that
/// turn the direction of writing.
pub(crate) fn tame(text: &str) -> String {
    let plain = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    if text.bytes().all(plain) {
        return text.to_owned();
    }
    let tamed = |char| if is_steering(char) { ' ' } else { char };
    text.chars().map(tamed).collect()
}

/// Whether a character would move the cursor, colour the text or turn its direction.
pub(crate) fn is_steering(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// At most `columns` columns: what is cut from the middle becomes `…`.
pub(crate) fn fit(text: &str, columns: usize, style: Style) -> String {
    if text.len() <= columns || width(text) <= columns {
        return text.to_owned();
    }
    let ellipsis = style.ellipsis();
    let Some(kept) = columns.checked_sub(width(ellipsis)) else {
        return take_columns(text.chars(), columns);
    };
    let tail = kept / 3;
    let head = take_columns(text.chars(), kept - tail);
    let tail: String = take_columns(text.chars().rev(), tail)
        .chars()
        .rev()
        .collect();
    format!("{head}{ellipsis}{tail}")
}

/// At most `columns` columns: what is cut from the end becomes `…`.
pub(crate) fn fit_start(text: &str, columns: usize, style: Style) -> String {
    if text.len() <= columns || width(text) <= columns {
        return text.to_owned();
    }
    let ellipsis = style.ellipsis();
    match columns.checked_sub(width(ellipsis)) {
        Some(kept) => format!("{}{ellipsis}", take_columns(text.chars(), kept).trim_end()),
        None => take_columns(text.chars(), columns),
    }
}

fn take_columns(chars: impl Iterator<Item = char>, columns: usize) -> String {
    let mut left = columns;
    let mut taken = String::new();
    for char in chars {
        let columns = char.width().unwrap_or(0);
        if columns > left {
            break;
        }
        left -= columns;
        taken.push(char);
    }
    taken
}

/// Breaks `text` into lines of at most `columns` columns, at blanks; a word that is longer stays whole, so that a path
/// or an ARN can be copied. Line breaks in `text` stay.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let indent: String = paragraph.chars().take_while(|char| *char == ' ').collect();
        let mut line = indent.clone();
        let mut empty = true;
        for word in paragraph.split_whitespace() {
            if !empty && width(&line) + 1 + width(word) > columns {
                lines.push(std::mem::replace(&mut line, indent.clone()));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        lines.push(line);
    }
    lines
}

/// Puts pieces on lines of at most `columns` columns, `separator` between two of a line. A piece is broken only where it
/// does not fit on a line of its own.
pub(crate) fn flow(pieces: &[String], separator: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if width(line) + width(separator) + width(piece) <= columns => {
                line.push_str(separator);
                line.push_str(piece);
            }
            _ => lines.extend(wrap(piece, columns)),
        }
    }
    lines
}

/// A duration for people: `0.120s`, `1m02.440s`, `1h02m02s`, `30d00h00m`.
pub(crate) fn duration(milliseconds: i64) -> String {
    const SECOND: i64 = 1000;
    const MINUTE: i64 = 60 * SECOND;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    let time = milliseconds.max(0);
    if time >= 10_000 * DAY {
        return ">9999d".to_owned();
    }
    if time < MINUTE {
        format!("{}.{:03}s", time / SECOND, time % SECOND)
    } else if time < HOUR {
        format!(
            "{}m{:02}.{:03}s",
            time / MINUTE,
            time % MINUTE / SECOND,
            time % SECOND
        )
    } else if time < DAY {
        format!(
            "{}h{:02}m{:02}s",
            time / HOUR,
            time % HOUR / MINUTE,
            time % MINUTE / SECOND
        )
    } else {
        format!(
            "{}d{:02}h{:02}m",
            time / DAY,
            time % DAY / HOUR,
            time % HOUR / MINUTE
        )
    }
}

/// A duration in few characters, for scales and lists: `0s`, `120ms`, `1.5s`, `2m`, `1m30s`, `3h`, `30d`.
pub(crate) fn short_duration(milliseconds: i64) -> String {
    let time = milliseconds.max(0);
    let pair = |big: i64, unit: &str, small: i64, small_unit: &str| match small {
        0 => format!("{big}{unit}"),
        small => format!("{big}{unit}{small:02}{small_unit}"),
    };
    match time {
        0 => "0s".to_owned(),
        1..1000 => format!("{time}ms"),
        1000..60_000 => {
            let tenths = (time + 50) / 100;
            if tenths % 10 == 0 {
                format!("{}s", tenths / 10)
            } else {
                format!("{}.{}s", tenths / 10, tenths % 10)
            }
        }
        60_000..3_600_000 => pair(time / 60_000, "m", time % 60_000 / 1000, "s"),
        3_600_000..86_400_000 => pair(time / 3_600_000, "h", time % 3_600_000 / 60_000, "m"),
        _ => pair(time / 86_400_000, "d", time % 86_400_000 / 3_600_000, "h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well_at_every_scale() {
        assert_eq!(duration(0), "0.000s");
        assert_eq!(duration(40_970), "40.970s");
        assert_eq!(duration(62_440), "1m02.440s");
        assert_eq!(duration(3_722_000), "1h02m02s");
        assert_eq!(duration(30 * 86_400_000), "30d00h00m");
        assert_eq!(duration(-5), "0.000s");
        let short: Vec<String> = [
            0,
            7,
            1000,
            1540,
            59_960,
            60_000,
            90_000,
            3_600_000,
            5_400_000,
            2_592_000_000,
        ]
        .into_iter()
        .map(short_duration)
        .collect();
        assert_eq!(
            short,
            [
                "0s", "7ms", "1s", "1.5s", "60s", "1m", "1m30s", "1h", "1h30m", "30d"
            ]
        );
    }

    #[test]
    fn cuts_by_columns_and_not_by_characters() {
        let style = Style::default();
        assert_eq!(fit("FetchEpisode", 9, style), "FetchE…de");
        assert_eq!(fit("FetchEpisode", 12, style), "FetchEpisode");
        assert_eq!(fit("你好世界你好", 7, style), "你好…好");
        assert_eq!(width(&fit("你好世界你好", 7, style)), 7);
        assert_eq!(fit_start("one two three", 8, style), "one two…");
        let ascii = Style {
            unicode: false,
            ..style
        };
        assert_eq!(fit("FetchEpisode", 9, ascii), "Fetc...de");
        assert_eq!(fit("FetchEpisode", 2, ascii), "Fe");
    }

    #[test]
    fn wraps_at_blanks_and_keeps_breaks_and_long_words() {
        assert_eq!(
            wrap("a bb ccc\n  dd ee", 5),
            ["a bb", "ccc", "  dd", "  ee"]
        );
        assert_eq!(
            wrap("arn:aws:states:us-east-1 x", 5),
            ["arn:aws:states:us-east-1", "x"]
        );
        assert_eq!(
            flow(&["aa".into(), "bb".into(), "cc".into()], " · ", 8),
            ["aa · bb", "cc"]
        );
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(tame("a\u{1b}[31mb\r\n\u{202e}c"), "a [31mb   c");
    }
}
