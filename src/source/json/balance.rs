//! Brackets that do not match: which one is likely wrong, judged by indentation.

use super::recovery::string_end;

/// An opening bracket and the one that closes it, though they stand at different indentations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suspect {
    pub(super) open: usize,
    pub(super) close: usize,
}

/// The first pair of brackets whose closing one begins a line that is indented otherwise than the line of the opening
/// one. In a text that lacks a closing bracket this is where it is missing, if the text is laid out at all.
pub(super) fn suspect(text: &str) -> Option<Suspect> {
    let bytes = text.as_bytes();
    let mut open = Vec::new();
    let mut line = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\n' => line = at + 1,
            b'"' => {
                at = string_end(bytes, at);
                continue;
            }
            b'{' | b'[' => open.push((at, line)),
            b'}' | b']' => {
                if let Some((open, open_line)) = open.pop() {
                    let first = text[line..at].trim().is_empty();
                    if first && open_line != line && indent(text, line) != indent(text, open_line) {
                        return Some(Suspect { open, close: at });
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether the closing bracket at `close`, which is of the wrong kind for the bracket at `open`, is meant for it all the
/// same rather than for the one at `outer`.
pub(super) fn belongs(text: &str, close: usize, open: usize, outer: usize) -> bool {
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let (close_line, open_line, outer_line) = (line(close), line(open), line(outer));
    if text[close_line..close].trim().is_empty() {
        let at = indent(text, close_line);
        return at == indent(text, open_line) && at != indent(text, outer_line);
    }
    open_line == close_line && outer_line != open_line
}

/// The white space that a line begins with.
fn indent(text: &str, line: usize) -> &str {
    let rest = &text[line..];
    &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bracket_that_is_not_closed_by_indentation() {
        let text = "{\n  \"A\": {\n    \"B\": [\n      1\n  },\n  \"C\": {}\n}";
        let suspect = suspect(text).unwrap();
        assert_eq!(&text[suspect.open..suspect.open + 1], "[");
        assert_eq!(suspect.close, text.find("  },").unwrap() + 2);
        assert_eq!(super::suspect("{\n  \"A\": {\n  }\n}"), None);
    }
}
