//! `unknown-error-name`

use crate::asl::{StateKind, TextSource};
use crate::base::{Spanned, text};
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::lint::error_handling::{catchers, retriers};
use crate::lint::{Category, Context, Meta, Rule, error_pages, find_error};
use crate::source::{Kind, StringStyle};
use crate::value::Str;

/// See `unknown-error-name.md`.
pub(super) struct UnknownErrorName;

static META: Meta = Meta {
    id: "unknown-error-name",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("unknown-error-name.md"),
};

impl Rule for UnknownErrorName {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for state in &context.machine().states {
            if let StateKind::Fail(fail) = &state.kind {
                let raised = fail
                    .error
                    .as_ref()
                    .and_then(|error| raised(&state.name.value, error));
                found.extend(raised.map(|one| one.at(format!("{}/Error", state.location))));
            }
            for entry in retriers(state).chain(catchers(state)) {
                let names = entry.names.iter();
                let wrong = names.filter_map(|name| finding(context, &state.name.value, name));
                found.extend(wrong.map(|one| one.at(entry.location)));
            }
        }
        found
    }
}

/// A Fail state that raises an error by a name that the language keeps for itself ("Error representation" in the
/// specification). Those that there are may be handed on.
fn raised(state: &str, error: &Spanned<TextSource>) -> Option<Diagnostic> {
    let TextSource::Literal(name) = &error.value else {
        return None;
    };
    let own = name.starts_with("States.") && !name.contains("${") && !is_known(name);
    own.then(|| {
        let shown = text::shorten(name, 60);
        let message =
            format!("`{state}` raises `{shown}`, and names that begin with `States.` are reserved");
        META.finding(error.span, message)
            .help("give errors of your own another beginning")
    })
}

fn finding(context: &Context<'_>, state: &str, name: &Spanned<Str>) -> Option<Diagnostic> {
    let written = &*name.value;
    let begins = written.get(.."States.".len())?;
    if !begins.eq_ignore_ascii_case("States.") || is_known(written) || is_raised(context, written) {
        return None;
    }
    let known = error_pages().iter().map(|page| page.name);
    let Some(meant) = text::nearest(written, known) else {
        let message = format!(
            "`{written}`, which `{state}` looks for, is none of the errors of Step Functions"
        );
        let mut finding = META
            .finding(name.span, message)
            .note("names that begin with `States.` are reserved")
            .help("give errors of your own another beginning");
        // A function may raise it, against the rules of the language.
        finding.severity = Severity::Note;
        return Some(finding);
    };
    let message = format!(
        "there is no error `{written}`, which `{state}` looks for; `{meant}` is meant, it seems"
    );
    let finding = META
        .finding(name.span, message)
        .note("AWS takes any name; this one never comes")
        .help(format!("write `{meant}`"));
    Some(match edit(context, name, meant) {
        Some(edit) => finding.fix(Fix {
            title: format!("write `{meant}`"),
            // What it takes then, it did not take before.
            safe: false,
            edits: vec![edit],
        }),
        None => finding,
    })
}

fn is_known(name: &str) -> bool {
    find_error(name)
        .is_some_and(|page| page.name == name || name.starts_with("States.Http.StatusCode."))
}

/// Whether a Fail state of the machine raises it.
fn is_raised(context: &Context<'_>, name: &str) -> bool {
    let mut states = context.machine().states.iter();
    states.any(|state| {
        let StateKind::Fail(fail) = &state.kind else {
            return false;
        };
        match fail.error.as_ref().map(|error| &error.value) {
            Some(TextSource::Literal(error)) => &**error == name,
            _ => false,
        }
    })
}

/// The name in the place of the other, quoted as that is.
fn edit(context: &Context<'_>, name: &Spanned<Str>, meant: &str) -> Option<Edit> {
    let node = context.node(name.span)?;
    let Kind::String(written) = &node.kind else {
        return None;
    };
    if written.filled {
        // What stands there is not the name alone.
        return None;
    }
    let text = match written.style {
        StringStyle::Json | StringStyle::DoubleQuoted | StringStyle::Hcl => format!("\"{meant}\""),
        StringStyle::SingleQuoted => format!("'{meant}'"),
        StringStyle::Plain => meant.to_owned(),
        StringStyle::Literal | StringStyle::Folded => return None,
    };
    Some(Edit {
        span: name.span,
        text,
    })
}
