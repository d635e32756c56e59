//! The definition itself.

use super::faults::Expected;
use super::flow::FlowPlace;
use super::language::Spoken;
use super::object::{Object, is_open};
use super::values::{Bounds, Given, LONGEST};
use super::{Lowering, aws, fields};
use crate::asl::{FlowKind, QueryLanguage, StateMachine};
use crate::base::{Span, Spanned};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Node};

/// 0 is accepted (badmintoncryer/cdk-preflight, pf-sfn-asl-numeric-ranges).
const TIMEOUT: Bounds = Bounds::new(0, LONGEST);

impl Lowering<'_> {
    pub(super) fn machine(&mut self, root: &Node) -> Option<StateMachine> {
        if is_open(root) {
            return None;
        }
        if root.members().is_none() {
            // Recorded: api/sfn_api_validation.validate_state_machine_definition_not_a_definition~EMPTY_STRING.
            let message = format!(
                "a definition is an object, not {}",
                super::object::describe(root)
            );
            let diagnostic = Diagnostic::error("wrong-type", root.span, message);
            self.push(diagnostic.aws(aws::SCHEMA, "Definition must be a valid JSON object"));
            return None;
        }
        let object = Object::new(
            root,
            String::new(),
            "the state machine".to_owned(),
            beginning(root),
        );

        self.language = match self.query_language(&object) {
            Spoken::Unsaid => misplaced_query_language(root),
            spoken => spoken,
        };
        let comment = self.comment(&object);
        let version = self.version(&object);
        let timeout = self.integer(&object, "TimeoutSeconds", TIMEOUT, QueryLanguage::JsonPath);
        let timeout_seconds = timeout.and_then(|timeout| match timeout.value {
            Given::Value(seconds) => u64::try_from(seconds)
                .ok()
                .map(|seconds| Spanned::new(seconds, timeout.span)),
            Given::Open => None,
        });
        let span = root.span;
        let place = FlowPlace {
            kind: FlowKind::Machine,
            fields: fields::MACHINE,
        };
        self.flow(object, place)?;
        self.graph();
        self.duplicate_labels();
        Some(StateMachine {
            comment,
            version,
            query_language: match self.language {
                Spoken::Said(language) => language,
                Spoken::Unsaid | Spoken::Open => QueryLanguage::default(),
            },
            timeout_seconds,
            flows: std::mem::take(&mut self.flows),
            states: std::mem::take(&mut self.states),
            span,
        })
    }

    /// `Version`, which is `1.0`. A number is a slip that YAML invites.
    fn version(&mut self, object: &Object<'_>) -> Option<Spanned<crate::value::Str>> {
        let field = "Version";
        let node = object.get(field)?;
        if is_open(node) {
            return None;
        }
        let Kind::String(text) = &node.kind else {
            self.wrong_type(object, field, node, Expected::Text, QueryLanguage::JsonPath);
            return None;
        };
        if &*text.value != "1.0" {
            let words = ["1.0"];
            let diagnostic = self.wrong_word("wrong-value", object, field, node, &words);
            self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(&words)));
        }
        Some(Spanned::new(text.value.clone(), node.span))
    }
}

/// `QueryLanguage` among the states, a slip that published samples have. It is reported as no state, and taken at its word
/// so that not every field of the other language is reported as well.
fn misplaced_query_language(root: &Node) -> Spoken {
    let states = root.get("States");
    let field = states.and_then(|states| states.get("QueryLanguage"));
    match field.and_then(Node::text).map(|text| &**text) {
        Some("JSONata") => Spoken::Said(QueryLanguage::Jsonata),
        Some("JSONPath") => Spoken::Said(QueryLanguage::JsonPath),
        _ => Spoken::Unsaid,
    }
}

/// Where an object begins: its bracket, or in a block of YAML its first key.
fn beginning(object: &Node) -> Span {
    let start = object.span.start;
    let first = object.members().and_then(|members| members.first());
    match first {
        Some(first) if first.key.span.start == start => first.key.span,
        _ => Span {
            start,
            end: object.span.end.min(start + 1),
        },
    }
}
