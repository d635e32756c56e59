//! The Wait state.

use super::object::{Object, is_open};
use super::values::{Bounds, LONGEST};
use super::{Lowering, aws};
use crate::asl::{QueryLanguage, TextSource, Wait, WaitUntil};
use crate::base::{Spanned, Timestamp, text};
use crate::diagnostics::Diagnostic;

const SECONDS: Bounds = Bounds::new(0, LONGEST);
/// In AWS's order (badmintoncryer/cdk-preflight, pf-sfn-asl-wait-timing).
const FORMS: [&str; 4] = ["SecondsPath", "Seconds", "TimestampPath", "Timestamp"];

impl Lowering<'_> {
    pub(super) fn wait(&mut self, object: &Object<'_>, language: QueryLanguage) -> Wait {
        let forms: &[&'static str] = match language {
            QueryLanguage::JsonPath => &FORMS,
            QueryLanguage::Jsonata => &["Seconds", "Timestamp"],
        };
        let present: Vec<&str> = forms
            .iter()
            .copied()
            .filter(|form| object.has(form))
            .collect();
        match present[..] {
            [] => {
                // A form of the other language is reported as such.
                let slip = FORMS
                    .iter()
                    .any(|form| object.has(form) || object.slips.contains(form));
                if !slip {
                    let message = format!("{} does not say how long", object.name);
                    let diagnostic = Diagnostic::error("missing-field", object.place, message)
                        .at(object.own_location())
                        .help(format!("add {}", text::alternatives(forms)));
                    self.push(diagnostic.aws(aws::SCHEMA, aws::one_of(forms)));
                }
                Wait { until: None }
            }
            ["Seconds" | "SecondsPath"] => {
                let seconds = self.quantity(object, "Seconds", "SecondsPath", SECONDS, language);
                Wait {
                    until: seconds.map(WaitUntil::Seconds),
                }
            }
            ["Timestamp"] => Wait {
                until: self.timestamp(object, language).map(WaitUntil::Timestamp),
            },
            [_] => Wait {
                until: self
                    .text_path(object, "TimestampPath")
                    .map(WaitUntil::Timestamp),
            },
            _ => {
                self.exclusive(object, forms, Some(forms));
                Wait { until: None }
            }
        }
    }

    fn timestamp(
        &mut self,
        object: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<Spanned<TextSource>> {
        let node = object.get("Timestamp")?;
        if let Some(expression) = self.expression(object, "Timestamp", node, language) {
            return Some(Spanned::new(TextSource::Jsonata(expression), node.span));
        }
        if is_open(node) {
            self.unresolved("Timestamp", node);
            return Some(Spanned::new(TextSource::Unknown, node.span));
        }
        let written = self.string(object, "Timestamp", language)?;
        if super::marks::is_half_marked(node) && language == QueryLanguage::Jsonata {
            return None;
        }
        if Timestamp::parse(&written.value).is_none() {
            // In either query language (recorded: scenarios/base_scenarios.wait_timestamp_invalid~JSONATA).
            self.invalid_timestamp(object, "Timestamp", node);
            return None;
        }
        Some(written.map(TextSource::Literal))
    }
}
