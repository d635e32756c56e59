//! Instants that are written out.

use super::object::Object;
use super::{Lowering, aws};
use crate::base::{Timestamp, text};
use crate::diagnostics::Diagnostic;
use crate::source::Node;

impl Lowering<'_> {
    /// A text that is no instant of the profile that AWS takes.
    pub(super) fn invalid_timestamp(&mut self, object: &Object<'_>, field: &str, node: &Node) {
        let written = node.text().map(|text| &**text).unwrap_or_default();
        let message = format!(
            "`{field}` of {}, `{}`, is no timestamp",
            object.name,
            text::shorten(written, 60)
        );
        let help = if written.starts_with("{%") {
            "the state speaks JSONPath: give it `\"QueryLanguage\": \"JSONata\"`, or read the time with the `…Path` form"
        } else if written.starts_with('$') {
            "to read it from the data use the `…Path` form of the field"
        } else {
            "write it as in `2016-03-14T01:59:00Z`: with `T`, and with `Z` or an offset like `+02:00`"
        };
        let diagnostic = Diagnostic::error("invalid-timestamp", node.span, message)
            .at(object.at(field))
            .help(help);
        let diagnostic = match normal_form(written) {
            Some((text, safe)) => self.rewritten(diagnostic, node.span, written, &text, safe),
            None => diagnostic,
        };
        self.push(diagnostic.aws(aws::SCHEMA, aws::TIMESTAMP));
    }
}

/// The same instant as AWS takes it, and whether it is certain: capitals, `T` for a blank, a colon in the offset. A time
/// without an offset is taken for UTC, and a date for its first second.
fn normal_form(written: &str) -> Option<(String, bool)> {
    let upper = written.trim().to_ascii_uppercase();
    let (date, time) = match upper.find(['T', ' ']) {
        Some(at) => (&upper[..at], upper[at + 1..].trim()),
        None => (&*upper, "00:00:00"),
    };
    let offset = time.find(['Z', '+', '-']);
    let (clock, zone) = time.split_at(offset.unwrap_or(time.len()));
    let zone = match zone.trim() {
        "" => "Z".to_owned(),
        zone if zone.len() == 5 && zone.is_ascii() && !zone.contains(':') => {
            format!("{}:{}", &zone[..3], &zone[3..])
        }
        zone => zone.to_owned(),
    };
    let seconds = if clock.matches(':').count() == 1 {
        ":00"
    } else {
        ""
    };
    let text = format!("{date}T{}{seconds}{zone}", clock.trim());
    Timestamp::parse(&text)?;
    (text != written).then_some((text, offset.is_some()))
}

#[cfg(test)]
mod tests {
    use super::normal_form;

    #[test]
    fn instants_are_written_as_aws_takes_them() {
        let cases = [
            ("2016-03-14 01:59:00Z", Some(("2016-03-14T01:59:00Z", true))),
            ("2016-03-14t01:59:00z", Some(("2016-03-14T01:59:00Z", true))),
            (
                "2016-03-14T01:59:00+0200",
                Some(("2016-03-14T01:59:00+02:00", true)),
            ),
            ("2016-03-14T01:59:00", Some(("2016-03-14T01:59:00Z", false))),
            ("2016-03-14T01:59Z", Some(("2016-03-14T01:59:00Z", true))),
            ("2016-03-14", Some(("2016-03-14T00:00:00Z", false))),
            ("2016-13-14", None),
            ("tomorrow", None),
            ("$.when", None),
            ("", None),
            ("é+123", None),
        ];
        for (written, expected) in cases {
            let found = normal_form(written);
            let found = found.as_ref().map(|(text, safe)| (&**text, *safe));
            assert_eq!(found, expected, "{written}");
        }
    }
}
