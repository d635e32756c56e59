//! The query language of the machine and of its states.

use super::marks::marked;
use super::object::{Object, is_open};
use super::{Lowering, aws, fields};
use crate::asl::QueryLanguage;
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::source::Node;

const FIELD: &str = "QueryLanguage";

/// A `QueryLanguage` that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoken {
    /// The field is not there.
    Unsaid,
    /// The language.
    Said(QueryLanguage),
    /// A placeholder.
    Open,
}

impl Lowering<'_> {
    /// `QueryLanguage`. One that is misspelt is taken for the nearest, so that it does not cost a message a field.
    pub(super) fn query_language(&mut self, object: &Object<'_>) -> Spoken {
        let Some(node) = object.get(FIELD) else {
            return Spoken::Unsaid;
        };
        if is_open(node) {
            return Spoken::Open;
        }
        Spoken::Said(match node.text().map(|text| &**text) {
            Some("JSONPath") => QueryLanguage::JsonPath,
            Some("JSONata") => QueryLanguage::Jsonata,
            given => {
                let words = ["JSONPath", "JSONata"];
                let diagnostic = self.wrong_word("query-language", object, FIELD, node, &words);
                self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(&words)));
                match text::nearest(given.unwrap_or_default(), words) {
                    Some("JSONPath") => QueryLanguage::JsonPath,
                    // floci-io/floci#2968: anything but exactly `JSONPath` counts as JSONata.
                    _ => QueryLanguage::Jsonata,
                }
            }
        })
    }

    /// The state's `QueryLanguage`, else the machine's: that of an enclosing Map or Parallel does not count
    /// (floci-io/floci#2968). Where a placeholder hides it, the fields tell.
    pub(super) fn state_language(&mut self, object: &Object<'_>) -> QueryLanguage {
        let own = self.query_language(object);
        let language = match (own, self.language) {
            (Spoken::Said(own), _) => own,
            (Spoken::Unsaid, Spoken::Said(machine)) => machine,
            (Spoken::Unsaid, Spoken::Unsaid) => QueryLanguage::JsonPath,
            (Spoken::Open, _) | (Spoken::Unsaid, Spoken::Open) => guess(object),
        };
        if own == Spoken::Said(QueryLanguage::JsonPath)
            && self.language == Spoken::Said(QueryLanguage::Jsonata)
        {
            let span = object.get(FIELD).map_or(object.place, |node| node.span);
            let message = format!(
                "{} cannot speak JSONPath in a machine that speaks JSONata",
                object.name
            );
            let diagnostic = Diagnostic::error("query-language", span, message)
                .at(object.own_location())
                .help(
                    "leave the machine's `QueryLanguage` out, and set `JSONata` on each state that speaks it",
                );
            self.push(diagnostic.aws(aws::SCHEMA, aws::DOWNGRADE));
        }
        language
    }
}

/// The language that a state's fields are written in.
fn guess(object: &Object<'_>) -> QueryLanguage {
    let of_jsonata = |name: &str| {
        let field = fields::state_field(name).map(|(field, _)| field);
        field.is_some_and(|field| field.language == Some(QueryLanguage::Jsonata))
    };
    let conditions = |node: &Node| {
        let rules = node.items().unwrap_or_default();
        rules.iter().any(|rule| rule.get("Condition").is_some())
    };
    let jsonata = object.members().iter().any(|member| {
        of_jsonata(&member.key.text) || marked(&member.value).is_some() || conditions(&member.value)
    });
    if jsonata {
        QueryLanguage::Jsonata
    } else {
        QueryLanguage::JsonPath
    }
}
