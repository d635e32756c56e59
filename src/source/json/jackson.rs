//! What AWS says of text that is no JSON. Its parser is Jackson, which stops at the first fault. The words for a token
//! are recorded (`validate_state_machine_definition_not_a_definition~NOT_A_DEF`); the others are those of jackson-core.

use crate::base::{LineIndex, Span};
use crate::diagnostics::AwsFinding;
use crate::source::findings::Findings;

/// AWS's code for text that is no JSON.
const CODE: &str = "INVALID_JSON_DESCRIPTION";

const VALUES: &str = "JSON String, Number, Array, Object or token 'null', 'true' or 'false'";

/// Characters of the definition that Jackson quotes.
const SNIPPET: usize = 500;

/// What Jackson complains of, with the offset of the character at which it does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Complaint {
    /// It does not, or not in known words.
    None,
    /// White space only.
    Empty,
    /// A word that is no value.
    Token(usize),
    /// A character where a value should begin.
    Value(usize),
    /// A character where a key should begin.
    Key(usize),
    /// A character where a colon should stand.
    Colon(usize),
    /// A character where a comma should stand, in an object or an array.
    Comma(usize, &'static str),
    /// A comment.
    Comment(usize),
    /// A character that belongs nowhere.
    Character(usize),
    /// A control character in a string.
    Control(usize),
    /// An escape that is none.
    Escape(usize),
    /// The end of the text, with an array or object still open.
    End(usize),
    /// The end of the text in a string.
    EndOfString,
    /// A number that begins with zeros.
    Zeros(usize),
}

/// The first fault of a text, and the diagnostic that tells of it.
#[derive(Debug)]
pub(super) struct FirstFault {
    complaint: Complaint,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Finding(usize),
    Extension(Span),
}

impl FirstFault {
    pub(super) fn finding(index: usize, complaint: Complaint) -> Self {
        let place = Place::Finding(index);
        Self { complaint, place }
    }

    pub(super) fn extension(span: Span, complaint: Complaint) -> Self {
        let place = Place::Extension(span);
        Self { complaint, place }
    }

    /// Puts AWS's words on the diagnostic of the first fault.
    pub(super) fn attach(self, text: &str, findings: &mut Findings) {
        let index = match self.place {
            Place::Finding(index) => Some(index),
            Place::Extension(span) => findings.position(span),
        };
        if let Some(diagnostic) = index.and_then(|index| findings.get_mut(index)) {
            diagnostic.aws = self.complaint.words(text);
        }
    }
}

impl Complaint {
    fn words(self, text: &str) -> Option<AwsFinding> {
        let one = |at: usize| (describe(text, at), next(text, at));
        let (message, reached) = match self {
            Self::None => return None,
            Self::Empty => {
                // Recorded: api/sfn_api_validation.validate_state_machine_definition_not_a_definition~EMPTY_STRING.
                return Some(AwsFinding {
                    code: "SCHEMA_VALIDATION_FAILED",
                    message: "Definition must be a valid JSON object".to_owned(),
                    location: None,
                });
            }
            Self::Token(at) => {
                let token: String = text[at..].chars().take_while(|c| is_part(*c)).collect();
                let message = format!("Unrecognized token '{token}': was expecting ({VALUES})");
                (message, at + token.len())
            }
            Self::Value(at) => {
                let (found, reached) = one(at);
                let message =
                    format!("Unexpected character ({found}): expected a valid value ({VALUES})");
                (message, reached)
            }
            Self::Key(at) => unexpected(one(at), "was expecting double-quote to start field name"),
            Self::Colon(at) => unexpected(
                one(at),
                "was expecting a colon to separate field name and value",
            ),
            Self::Comma(at, container) => unexpected(
                one(at),
                &format!("was expecting comma to separate {container} entries"),
            ),
            Self::Comment(at) => unexpected(
                one(at),
                "maybe a (non-standard) comment? (not recognized as one since Feature 'ALLOW_COMMENTS' not enabled for \
                 parser)",
            ),
            Self::Character(at) => {
                let (found, reached) = one(at);
                (format!("Unexpected character ({found})"), reached)
            }
            Self::Control(at) => {
                let (found, reached) = one(at);
                let message = format!(
                    "Illegal unquoted character ({found}): has to be escaped using backslash to be included in string \
                     value"
                );
                (message, reached)
            }
            Self::Escape(at) => {
                let (found, reached) = one(at);
                (format!("Unrecognized character escape {found}"), reached)
            }
            Self::End(open) => {
                let container = if text[open..].starts_with('[') {
                    "Array"
                } else {
                    "Object"
                };
                let message = format!(
                    "Unexpected end-of-input: expected close marker for {container} (start marker at {})",
                    source(text, next(text, open))
                );
                (message, text.len())
            }
            Self::EndOfString => (
                "Unexpected end-of-input: was expecting closing quote for a string value"
                    .to_owned(),
                text.len(),
            ),
            Self::Zeros(at) => (
                "Invalid numeric value: Leading zeroes not allowed".to_owned(),
                next(text, at),
            ),
        };
        let location = source(text, reached);
        Some(AwsFinding {
            code: CODE,
            message: format!("{message}\n at {location}"),
            location: Some(location),
        })
    }
}

fn unexpected((found, reached): (String, usize), expecting: &str) -> (String, usize) {
    (
        format!("Unexpected character ({found}): {expecting}"),
        reached,
    )
}

/// Offset behind the character at `at`.
fn next(text: &str, at: usize) -> usize {
    at + text[at..].chars().next().map_or(0, char::len_utf8)
}

/// A character as Jackson names it: `'}' (code 125)`.
fn describe(text: &str, at: usize) -> String {
    match text[at..].chars().next() {
        None => String::new(),
        Some(found) if found.is_control() => format!("(CTRL-CHAR, code {})", u32::from(found)),
        Some(found) if u32::from(found) > 255 => {
            let code = u32::from(found);
            format!("'{found}' (code {code} / 0x{code:x})")
        }
        Some(found) => format!("'{found}' (code {})", u32::from(found)),
    }
}

fn is_part(found: char) -> bool {
    found.is_alphanumeric() || matches!(found, '_' | '$')
}

/// Where Jackson stands once it has read up to `reached`.
fn source(text: &str, reached: usize) -> String {
    let place = LineIndex::new(text).line_column(text, reached);
    let length = text.chars().count();
    let (snippet, cut) = if length > SNIPPET {
        let snippet: String = text.chars().take(SNIPPET).collect();
        (snippet, format!("[truncated {} chars]", length - SNIPPET))
    } else {
        (text.to_owned(), String::new())
    };
    format!(
        "[Source: (String)\"{snippet}\"{cut}; line: {}, column: {}]",
        place.line, place.column
    )
}
