//! `Retry` and `Catch`.

use super::faults::{Bound, Expected};
use super::jsonata::Scope;
use super::object::{Object, is_open};
use super::repairs::with_fix;
use super::values::{Bounds, Given, LONGEST};
use super::{Lowering, aws, fields};
use crate::asl::{Catcher, QueryLanguage, Retrier, Target};
use crate::base::Spanned;
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Node, edit};
use crate::value::Str;

/// `IntervalSeconds: 0` is accepted (badmintoncryer/cdk-preflight, pf-sfn-asl-numeric-ranges).
const INTERVAL: Bounds = Bounds::new(0, LONGEST);
const ATTEMPTS: Bounds = Bounds::new(0, LONGEST);
const LONGEST_DELAY: Bounds = Bounds::new(1, 31_622_400);

impl Lowering<'_> {
    pub(super) fn retry(&mut self, object: &Object<'_>, language: QueryLanguage) -> Vec<Retrier> {
        let nodes = self.objects(object, "Retry", language);
        let items = object
            .get("Retry")
            .and_then(Node::items)
            .unwrap_or_default();
        let mut retriers = Vec::with_capacity(items.len());
        for (index, node) in nodes.into_iter().enumerate() {
            if let Some(node) = node {
                let retrier = object.item("Retry", index, node);
                retriers.push(self.retrier(retrier, Entry { items, index }, language));
            }
        }
        retriers
    }

    fn retrier(
        &mut self,
        mut object: Object<'_>,
        entry: Entry<'_>,
        language: QueryLanguage,
    ) -> Retrier {
        self.known_fields(&mut object, fields::RETRIER, language, &|_| false);
        self.comment(&object);
        self.missing(&object, &["ErrorEquals"]);
        let mut whole =
            |field, bounds, default: u64| match self.integer(&object, field, bounds, language) {
                Some(Spanned {
                    value: Given::Value(number),
                    ..
                }) => u64::try_from(number).unwrap_or(default),
                _ => default,
            };
        let interval_seconds = whole("IntervalSeconds", INTERVAL, 1);
        let max_attempts = whole("MaxAttempts", ATTEMPTS, 3);
        let max_delay_seconds =
            match self.integer(&object, "MaxDelaySeconds", LONGEST_DELAY, language) {
                Some(Spanned {
                    value: Given::Value(number),
                    ..
                }) => u64::try_from(number).ok(),
                _ => None,
            };
        Retrier {
            error_equals: self.error_equals(&object, entry),
            interval_seconds,
            max_attempts,
            backoff_rate: self.backoff_rate(&object, language).unwrap_or(2.0),
            max_delay_seconds,
            full_jitter: self.full_jitter(&object),
            span: object.node.span,
            location: object.location,
        }
    }

    fn backoff_rate(&mut self, object: &Object<'_>, language: QueryLanguage) -> Option<f64> {
        let field = "BackoffRate";
        let node = object.get(field)?;
        if is_open(node) {
            return None;
        }
        let Kind::Number(number) = &node.kind else {
            self.wrong_type(object, field, node, Expected::Number, language);
            return None;
        };
        let rate = number.as_f64();
        if rate < 1.0 {
            self.out_of_range(object, field, node.span, &number.text(), Bound::Least(1));
            return None;
        }
        rate.is_finite().then_some(rate)
    }

    fn full_jitter(&mut self, object: &Object<'_>) -> bool {
        let field = "JitterStrategy";
        let Some(node) = object.get(field) else {
            return false;
        };
        match node.text().map(|text| &**text) {
            Some("FULL") => return true,
            Some("NONE") => {}
            _ if is_open(node) => {}
            _ => {
                let words = ["NONE", "FULL"];
                let diagnostic = self.wrong_word("wrong-value", object, field, node, &words);
                self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(&words)));
            }
        }
        false
    }

    pub(super) fn catch(&mut self, object: &Object<'_>, language: QueryLanguage) -> Vec<Catcher> {
        let nodes = self.objects(object, "Catch", language);
        let items = object
            .get("Catch")
            .and_then(Node::items)
            .unwrap_or_default();
        let mut catchers = Vec::with_capacity(items.len());
        for (index, node) in nodes.into_iter().enumerate() {
            if let Some(node) = node {
                let catcher = object.item("Catch", index, node);
                catchers.push(self.catcher(catcher, Entry { items, index }, language));
            }
        }
        catchers
    }

    fn catcher(
        &mut self,
        mut object: Object<'_>,
        entry: Entry<'_>,
        language: QueryLanguage,
    ) -> Catcher {
        self.known_fields(&mut object, fields::CATCHER, language, &|_| false);
        self.comment(&object);
        for field in ["ErrorEquals", "Next"] {
            self.missing(&object, &[field]);
        }
        let in_jsonpath = language == QueryLanguage::JsonPath;
        Catcher {
            error_equals: self.error_equals(&object, entry),
            next: self
                .string(&object, "Next", language)
                .map(|name| Target { name, state: None }),
            result_path: if in_jsonpath {
                self.result_path(&object)
            } else {
                None
            },
            assign: self.assign(&object, language, Scope::Caught),
            output: if in_jsonpath {
                None
            } else {
                self.jsonata_template(&object, "Output", Scope::Caught)
            },
            span: object.node.span,
            location: object.location,
        }
    }

    /// `ErrorEquals` of an entry.
    fn error_equals(&mut self, object: &Object<'_>, entry: Entry<'_>) -> Vec<Spanned<Str>> {
        let field = "ErrorEquals";
        let Some(node) = object.get(field) else {
            return Vec::new();
        };
        let Kind::Array(items) = &node.kind else {
            self.wrong_type(
                object,
                field,
                node,
                Expected::Array,
                QueryLanguage::JsonPath,
            );
            return Vec::new();
        };
        if items.is_empty() {
            let help = "name the errors, or `States.ALL` for any";
            self.empty("error-name-list", object, field, node, help);
        }
        let mut names = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let Some(name) = item.text() else {
                self.wrong_type(
                    object,
                    &format!("{field}[{index}]"),
                    item,
                    Expected::Text,
                    QueryLanguage::JsonPath,
                );
                continue;
            };
            if &**name == STATES_ALL && (items.len() > 1 || !entry.is_last()) {
                self.misplaced_states_all(object, items, index, entry);
            }
            names.push(Spanned::new(name.clone(), item.span));
        }
        names
    }

    /// badmintoncryer/cdk-preflight, pf-sfn-asl-retry-catch: at the place of `States.ALL` in the list, in `Retry` and in
    /// `Catch`.
    fn misplaced_states_all(
        &mut self,
        object: &Object<'_>,
        names: &[Node],
        index: usize,
        entry: Entry<'_>,
    ) {
        let accompanied = names.len() > 1;
        let (message, help) = if accompanied {
            (
                format!(
                    "`States.ALL` stands with other names in `ErrorEquals` of {}",
                    object.name
                ),
                "`States.ALL` takes every error: remove the other names, or give them an entry before this one",
            )
        } else {
            (
                format!(
                    "{} takes `States.ALL` and is not the last entry",
                    object.name
                ),
                "move it to the end: entries after it could never be reached",
            )
        };
        let diagnostic = Diagnostic::error("error-name-list", names[index].span, message)
            .at(object.at(&format!("ErrorEquals[{index}]")))
            .help(help);
        let source = self.source();
        let diagnostic = if accompanied {
            let edit = source.and_then(|source| edit::keep_item(source, names, index));
            let title = format!("leave `{STATES_ALL}` alone in the list");
            with_fix(diagnostic, true, title, edit.map(|edit| vec![edit]))
        } else if entry.items.last().is_some_and(takes_all) {
            // Of two that take everything, which is to go?
            diagnostic
        } else {
            let moved =
                source.and_then(|source| edit::move_item_to_end(source, entry.items, entry.index));
            with_fix(
                diagnostic,
                false,
                "move the entry to the end".to_owned(),
                moved,
            )
        };
        self.push(diagnostic.aws(aws::SCHEMA, aws::STATES_ALL));
    }
}

const STATES_ALL: &str = "States.ALL";

/// An entry of `Retry` or `Catch` among the others.
#[derive(Clone, Copy, Debug)]
struct Entry<'n> {
    items: &'n [Node],
    index: usize,
}

impl Entry<'_> {
    fn is_last(self) -> bool {
        self.index + 1 == self.items.len()
    }
}

/// Whether an entry takes every error.
fn takes_all(entry: &Node) -> bool {
    let names = entry.get("ErrorEquals").and_then(Node::items);
    let mut names = names.unwrap_or_default().iter();
    names.any(|name| name.text().is_some_and(|name| &**name == STATES_ALL))
}
