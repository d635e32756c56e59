//! `unknown-parameter`

use crate::base::text;
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::lint::request::{RequestFault, TaskRequest, WrongName};
use crate::lint::{Category, Context, Meta, Rule};

/// See `unknown-parameter.md`.
pub(super) struct UnknownParameter;

static META: Meta = Meta {
    id: "unknown-parameter",
    category: Category::Integrations,
    severity: Severity::Error,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("unknown-parameter.md"),
};

/// Names that a finding lists.
const LISTED: usize = 12;

impl Rule for UnknownParameter {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for request in context.task_requests() {
            for fault in &request.faults {
                if let RequestFault::Unknown(name) = fault {
                    found.push(finding(context, request, name));
                }
            }
        }
        found
    }
}

fn finding(context: &Context<'_>, request: &TaskRequest<'_>, wrong: &WrongName<'_>) -> Diagnostic {
    let key = &*wrong.key.text;
    let name = key.strip_suffix(".$").unwrap_or(key);
    let state = &request.state.name.value;
    let place = if wrong.place.is_empty() {
        String::new()
    } else {
        format!(" in `{}{}`", request.field, wrong.place)
    };
    let message = format!(
        "`{state}` gives `{name}`{place}, which `{}` does not take",
        request.integration
    );
    let mut finding = META.finding(wrong.key.span, message).at(format!(
        "{}{}",
        request.location(),
        wrong.place.replace('.', "/")
    ));
    if !wrong.certain {
        finding.severity = Severity::Warning;
    }
    if let Some(meant) = &wrong.meant {
        let what = if wrong.is_spelling {
            format!("Step Functions spells it `{meant}`")
        } else {
            format!("did you mean `{meant}`?")
        };
        finding = finding.help(what);
        if let Some(edit) = renamed(context.text(), wrong, meant) {
            finding = finding.fix(Fix {
                title: format!("rename it to `{meant}`"),
                safe: wrong.is_spelling,
                edits: vec![edit],
            });
        }
        return finding;
    }
    finding.help(match wrong.names.len() {
        0 => "it takes no parameters at all".to_owned(),
        count if count <= LISTED => format!("it takes {}", text::list(&wrong.names)),
        count => format!(
            "it takes {} parameters, as {}",
            count,
            text::list(&wrong.names[..LISTED])
        ),
    })
}

/// The edit that gives the key its right name. Nothing where the source has it with escapes or by an alias.
fn renamed(source: &str, wrong: &WrongName<'_>, meant: &str) -> Option<Edit> {
    let key = &*wrong.key.text;
    let name = key.strip_suffix(".$").unwrap_or(key);
    let written = source.get(wrong.key.span.range())?;
    let at = written.find(key)?;
    if written.trim_matches(['"', '\'']) != key {
        return None;
    }
    let start = wrong.key.span.start as usize + at;
    Some(Edit {
        span: crate::base::Span::new(start, start + name.len()),
        text: meant.to_owned(),
    })
}
