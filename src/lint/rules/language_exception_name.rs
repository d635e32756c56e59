//! `language-exception-name`

use crate::asl::State;
use crate::base::Spanned;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::error_handling::{catchers, retriers};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::services::exceptions::{Language, NamedException, exception};
use crate::value::Str;

/// See `language-exception-name.md`.
pub(super) struct LanguageExceptionName;

static META: Meta = Meta {
    id: "language-exception-name",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("language-exception-name.md"),
};

impl Rule for LanguageExceptionName {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        states.flat_map(findings).collect()
    }
}

fn findings(state: &State) -> Vec<Diagnostic> {
    let call = Call::of(state);
    let calls_aws = call
        .as_ref()
        .is_some_and(|call| !call.is(&["lambda:invoke"]));
    let mut found = Vec::new();
    for entry in retriers(state).chain(catchers(state)) {
        let wrong: Vec<_> = entry
            .names
            .iter()
            .filter_map(|name| {
                let named = exception(&name.value)?;
                Some((name, why(&named, &name.value, calls_aws)?))
            })
            .collect();
        let Some(((first, reason), others)) = wrong.split_first() else {
            continue;
        };
        let finding = finding(state, first, reason).at(entry.location);
        found.push(others.iter().fold(finding, |finding, (name, reason)| {
            finding.label(name.span, reason.clone())
        }));
    }
    found
}

fn finding(state: &State, name: &Spanned<Str>, reason: &str) -> Diagnostic {
    let message = format!(
        "`{}`, which `{}` looks for, is the name of an exception as its language has it",
        name.value, state.name.value
    );
    META.finding(name.span, message)
        .labelled(reason)
        .note("names are compared letter by letter: Step Functions knows no modules, and no classes above a class")
        .help("name the error just as the function reports it in `errorType`, or take what it may be with `States.TaskFailed`")
}

/// Why the name is not what is meant; nothing where it may well be.
fn why(named: &NamedException<'_>, name: &str, calls_aws: bool) -> Option<String> {
    if calls_aws {
        return Some("no service of AWS reports an exception of a language".to_owned());
    }
    match (named.language, named.class) {
        (Language::Python, class) if class != name => Some(format!(
            "Lambda reports an exception of Python as `{class}`"
        )),
        _ if named.has_subclasses => Some("takes none of the classes below it".to_owned()),
        _ => None,
    }
}
