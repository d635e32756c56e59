//! `no-dollar`

use crate::asl::{Assign, DataTemplate, QueryLanguage, State, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::template::ValueExpression;
use crate::source::{Key, Kind, Node, edit};

/// See `no-dollar.md`.
pub(super) struct NoDollar;

static META: Meta = Meta {
    id: "no-dollar",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("no-dollar.md"),
};

impl Rule for NoDollar {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let speaking = states.filter(|state| state.query_language == QueryLanguage::JsonPath);
        let mut found = Vec::new();
        for state in speaking {
            for (field, span) in templates(state) {
                if let Some(node) = context.node(span) {
                    let place = Place {
                        state,
                        field,
                        text: context.text(),
                    };
                    walk(place, node, None, &mut found);
                }
            }
        }
        found
    }
}

/// Keys under which a path is data of the service that is called, and not of the workflow: event patterns of EventBridge.
const THEIR_OWN: [&str; 4] = ["InputPath", "InputPathsMap", "JsonPath", "Definition"];

/// The payload templates of a state.
fn templates(state: &State) -> Vec<(&'static str, Span)> {
    let io = &state.io;
    let mut found = Vec::new();
    found.extend(io.parameters.as_ref().map(|one| ("Parameters", one.span)));
    found.extend(
        io.result_selector
            .as_ref()
            .map(|one| ("ResultSelector", one.span)),
    );
    if let Some(Assign::JsonPath(template)) = &io.assign {
        found.push(("Assign", template.span));
    }
    if let StateKind::Map(map) = &state.kind {
        let selector = if map.parameters.is_some() {
            "Parameters"
        } else {
            "ItemSelector"
        };
        found.extend(map.item_selector.as_ref().map(|one| (selector, one.span)));
        let reader = map
            .item_reader
            .as_ref()
            .and_then(|reader| reader.parameters.as_ref());
        let writer = map
            .result_writer
            .as_ref()
            .and_then(|writer| writer.parameters.as_ref());
        for (field, template) in [("ItemReader", reader), ("ResultWriter", writer)] {
            if let Some(DataTemplate::JsonPath(template)) = template {
                found.push((field, template.span));
            }
        }
    }
    found
}

/// Where a template stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    state: &'a State,
    field: &'a str,
    /// The text of the file.
    text: &'a str,
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn walk(place: Place<'_>, node: &Node, key: Option<&Key>, found: &mut Vec<Diagnostic>) {
    match &node.kind {
        Kind::String(text) if node.tag.is_none() => {
            if let Some(key) = key.filter(|_| is_expression(&text.value)) {
                found.push(finding(place, key, node.span));
            }
        }
        Kind::Object(members) => {
            for member in members {
                let key = &*member.key.text;
                if !key.ends_with(".$") && !THEIR_OWN.contains(&key) {
                    walk(place, &member.value, Some(&member.key), found);
                }
            }
        }
        Kind::Array(items) => {
            for item in items {
                // A text in a list has no key that could take `.$`.
                walk(place, item, None, found);
            }
        }
        _ => {}
    }
}

/// Whether a text looks like a path or an intrinsic function.
fn is_expression(text: &str) -> bool {
    let begins = ["$.", "$$.", "$["]
        .iter()
        .any(|start| text.starts_with(start));
    let is_call = text.starts_with("States.") && text.contains('(');
    (begins || is_call) && ValueExpression::parse(text).is_ok()
}

fn finding(place: Place<'_>, key: &Key, span: Span) -> Diagnostic {
    let Place { state, field, text } = place;
    let (name, key) = (&key.span, &*key.text);
    let message = format!(
        "`{key}` in `{field}` of `{}` looks like an expression, and is handed on as text",
        state.name.value
    );
    let computed = format!("{key}.$");
    let finding = META
        .finding(span, message)
        .at(format!("{}/{field}", state.location))
        .help(format!("write the key as `{computed}`"))
        .aws(
            "NO_DOLLAR",
            "No .$ on a field that appears to be a JSONPath or Intrinsic Function.",
        );
    match edit::replace_text(text, *name, &computed) {
        Some(edit) => finding.fix(Fix::unsafe_(format!("write `{computed}`"), vec![edit])),
        None => finding,
    }
}
