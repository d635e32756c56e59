//! `definition-too-big`

use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};

/// See `definition-too-big.md`.
pub(super) struct DefinitionTooBig;

static META: Meta = Meta {
    id: "definition-too-big",
    category: Category::Limits,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("definition-too-big.md"),
};

/// The quota "Maximum request size" of a state machine's definition, in bytes of UTF-8 (CreateStateMachine: `definition` has
/// at most 1,048,576).
const LIMIT: u64 = 1_048_576;

impl Rule for DefinitionTooBig {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        let Some(written) = context.text().get(machine.span.range()) else {
            return Vec::new();
        };
        let size = written.len() as u64;
        // What is YAML here is written as JSON when it is deployed.
        if size <= LIMIT || !written.trim_start().starts_with('{') {
            return Vec::new();
        }
        let least = without_blanks(written);
        let place = machine
            .root()
            .start_at
            .as_ref()
            .map_or(machine.span, |start| start.span);
        let finding = |severity, message: String| {
            Diagnostic::new(META.id, severity, place, message)
                .note("AWS takes a definition of 1,048,576 bytes at most")
        };
        vec![if least > LIMIT {
            finding(
                Severity::Error,
                format!(
                    "the definition takes {} even without blanks, and 1 MiB is the limit",
                    text::bytes(least)
                ),
            )
            .help("move parts of it into workflows of their own, and start them with `states:startExecution.sync:2`")
        } else {
            finding(
                Severity::Warning,
                format!(
                    "the definition takes {}, and 1 MiB is the limit; without blanks it takes {}",
                    text::bytes(size),
                    text::bytes(least)
                ),
            )
            .help("deploy it without blanks and line breaks")
        }]
    }
}

/// The bytes of JSON without what stands between its tokens.
fn without_blanks(json: &str) -> u64 {
    let (mut size, mut in_string, mut escaped) = (0, false, false);
    for byte in json.bytes() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            size += 1;
        } else if !byte.is_ascii_whitespace() {
            in_string = byte == b'"';
            size += 1;
        }
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_tokens_do_not_count() {
        assert_eq!(without_blanks("{ \"a b\\\" \" :\n [1, 2] }"), 16);
    }
}
