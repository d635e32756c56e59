//! `no-path`

use crate::asl::{Comparison, Condition, Operand, QueryLanguage, State, StateKind, TextSource};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::Path;

/// See `no-path.md`.
pub(super) struct NoPath;

static META: Meta = Meta {
    id: "no-path",
    category: Category::Expressions,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("no-path.md"),
};

impl Rule for NoPath {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let speaking = states.filter(|state| state.query_language == QueryLanguage::JsonPath);
        speaking.flat_map(findings).collect()
    }
}

fn findings(state: &State) -> Vec<Diagnostic> {
    match &state.kind {
        StateKind::Fail(fail) => [("Error", &fail.error), ("Cause", &fail.cause)]
            .into_iter()
            .filter_map(|(field, text)| {
                let text = text.as_ref()?;
                let TextSource::Literal(literal) = &text.value else {
                    return None;
                };
                is_path(literal).then(|| finding(state, field, &state.location, text.span))
            })
            .collect(),
        StateKind::Choice(choice) => {
            let mut found = Vec::new();
            for rule in &choice.rules {
                if let Some(condition) = &rule.condition {
                    let mut comparisons = Vec::new();
                    collect(condition, &mut comparisons);
                    found.extend(comparisons.into_iter().filter_map(|one| {
                        let Operand::String(text) = &one.operand.value else {
                            return None;
                        };
                        let path_form = one.operator.has_path_form() && is_path(text);
                        path_form.then(|| {
                            finding(state, one.operator.name(), &rule.location, one.operand.span)
                        })
                    }));
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

// Recursion is bounded: the readers of source text allow a fixed depth.
fn collect<'a>(condition: &'a Condition, found: &mut Vec<&'a Comparison>) {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().for_each(|one| collect(one, found)),
        Condition::Not(inner) => collect(inner, found),
        Condition::Comparison(comparison) => found.push(comparison),
        Condition::Jsonata(_) | Condition::Literal(_) => {}
    }
}

fn is_path(text: &str) -> bool {
    (text.starts_with("$.") || text.starts_with("$$.")) && Path::parse(text).is_ok()
}

fn finding(state: &State, field: &str, location: &str, span: Span) -> Diagnostic {
    let message = format!(
        "`{field}` of `{}` looks like a path, and is taken as text",
        state.name.value
    );
    META.finding(span, message)
        .at(format!("{location}/{field}"))
        .help(format!("write the field as `{field}Path`"))
        .aws(
            "NO_PATH",
            "No Path on field value that appears to be a JSONPath.",
        )
}
