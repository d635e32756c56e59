//! `catch-drops-input`

use crate::analysis::{Origin, Presence, Read};
use crate::asl::{Catcher, QueryLanguage, ResultPath, State, StateId, StateKind};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Fix, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;
use crate::source::edit::{NewValue, insert_member};

/// See `catch-drops-input.md`.
pub(super) struct CatchDropsInput;

static META: Meta = Meta {
    id: "catch-drops-input",
    category: Category::ErrorHandling,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: true,
    page: include_str!("catch-drops-input.md"),
};

/// Lost paths that a finding shows; the others it counts.
const SHOWN: usize = 3;

impl Rule for CatchDropsInput {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let known = context
            .machine()
            .states
            .iter()
            .filter(|state| !context.flow().is_opaque(state.id));
        for state in known {
            for (index, catcher) in (0..).zip(&state.catch) {
                if drops_input(state, catcher) && !context.flow().arrivals(state.id).is_empty() {
                    found.extend(finding(context, state, index, catcher));
                }
            }
        }
        found
    }
}

/// Whether a catcher replaces the state's input.
pub(in crate::lint) fn drops_input(state: &State, catcher: &Catcher) -> bool {
    match state.query_language {
        QueryLanguage::JsonPath => match &catcher.result_path {
            None => true,
            Some(ResultPath::Path(path)) => path.value.is_whole(),
            Some(ResultPath::Discard(_)) => false,
        },
        QueryLanguage::Jsonata => catcher.output.is_none(),
    }
}

/// A path that is read after a catcher and is lost by it.
struct LostRead<'a> {
    state: StateId,
    read: &'a Read,
    way: String,
}

fn finding(
    context: &Context<'_>,
    state: &State,
    index: u32,
    catcher: &Catcher,
) -> Option<Diagnostic> {
    let target = catcher.next.as_ref()?;
    let first = target.state?;
    let name = &state.name.value;
    let origin = Origin::Caught {
        state: state.id,
        catcher: index,
    };
    let lost = lost_reads(context, origin);
    let takers = takers(context, origin);
    let language = state.query_language;
    let said = "replaces the input of the state with `{Error, Cause}`";
    let mut finding = if let Some(read) = lost.first() {
        let message = format!(
            "this catcher of `{name}` {said}, yet `{}` reads `{}` after it",
            context.name(read.state),
            read.read.written
        );
        let mut finding = META.finding(target.name.span, message);
        for read in lost.iter().take(SHOWN) {
            let words = format!("there is no `{}` then", read.read.written);
            finding = finding.label(context.place(read.read), words);
        }
        if lost.len() > SHOWN {
            let more = lost.len() - SHOWN;
            finding = finding.note(format!("and {more} more {}", text::plural(more, "path")));
        }
        finding.note(format!(
            "on the way {} the input is only `{{Error, Cause}}`",
            read.way
        ))
    } else if let Some(taker) = takers.first() {
        let message = format!(
            "this catcher of `{name}` {said}, and `{}` gets nothing else",
            context.name(*taker)
        );
        META.finding(target.name.span, message)
            .label(context.state(*taker).name.span, "takes the whole input")
    } else {
        let message = format!("this catcher of `{name}` {said}");
        let words = format!(
            "nothing after it, from `{}` on, reads what is lost",
            context.name(first)
        );
        let mut finding = META.finding(target.name.span, message).note(words);
        finding.severity = Severity::Note;
        finding
    };
    finding = finding.at(catcher.location.clone());
    let place = result_path(&lost);
    let reads_error = error_read(context, origin);
    match language {
        QueryLanguage::JsonPath => {
            let insert = catcher.result_path.is_none();
            let help = if insert {
                format!(
                    "add `\"ResultPath\": \"{place}\"` to the catcher: the input stays, the error is put beside it"
                )
            } else {
                format!(
                    "write `{place}` for the catcher's `ResultPath`: the input stays, the error is put beside it"
                )
            };
            finding = finding.help(help);
            if let Some((reader, read)) = reads_error {
                let tail = read.written.trim_start_matches('$');
                finding = finding.help(format!(
                    "and read `{place}{tail}` in place of `{}` in `{}`",
                    read.written,
                    context.name(reader)
                ));
            } else if insert && let Some(fix) = fix(context, catcher, target.name.span, &place) {
                finding = finding.fix(fix);
            }
        }
        QueryLanguage::Jsonata => {
            finding = finding.help(
                "give the catcher an `Output`, such as \
                 `\"{% $merge([$states.input, {'error': $states.errorOutput}]) %}\"`",
            );
        }
    }
    Some(finding)
}

fn fix(context: &Context<'_>, catcher: &Catcher, after: Span, place: &str) -> Option<Fix> {
    let value = NewValue::Text(place);
    let edit = insert_member(context.text(), catcher.span, after, "ResultPath", value)?;
    Some(Fix {
        title: format!("add `\"ResultPath\": \"{place}\"`"),
        // What reads `$.Error` after it has to be changed as well.
        safe: false,
        edits: vec![edit],
    })
}

/// Where a catcher had better put the error.
pub(in crate::lint) fn place_for_error(context: &Context<'_>, origin: Origin) -> String {
    result_path(&lost_reads(context, origin))
}

/// The first path that finds a part of the error where the catcher puts it now.
fn error_read<'c>(context: &'c Context<'_>, origin: Origin) -> Option<(StateId, &'c Read)> {
    let is_part = |read: &Read| {
        let first = read.path.steps().first().map(|step| &step.kind);
        matches!(first, Some(StepKind::Name(name)) if matches!(&**name, "Error" | "Cause"))
    };
    let states = context.machine().states.iter();
    states
        .flat_map(|state| {
            let verdicts = context.verdicts(state.id).iter();
            verdicts.map(move |verdict| (state.id, verdict))
        })
        .find(|(_, verdict)| {
            let mut lookups = verdict.lookups.iter();
            is_part(&verdict.read)
                && lookups.any(|(_, lookup)| {
                    lookup.found.origin == Some(origin) && lookup.found.presence != Presence::Never
                })
        })
        .map(|(state, verdict)| (state, &verdict.read))
}

/// Whether a name is one for an error, and not for the datum that a handler needs.
fn names_error(path: &str) -> bool {
    const WORDS: [&str; 6] = ["err", "cause", "fail", "fault", "exception", "problem"];
    let name = path.to_lowercase();
    WORDS.iter().any(|word| name.contains(word))
}

/// Where the handler looks for the error already, else `$.error`.
fn result_path(lost: &[LostRead<'_>]) -> String {
    let expected = lost.iter().find_map(|lost| {
        let text = &lost.read.written;
        if lost.read.field == "InputPath" && names_error(text) {
            return Some(text.clone());
        }
        let stem = text
            .strip_suffix(".Cause")
            .or_else(|| text.strip_suffix(".Error"))?;
        Some(stem.to_owned())
    });
    let usable = |path: &String| {
        path.len() > 2
            && path.starts_with("$.")
            && path[2..].chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    expected
        .filter(usable)
        .unwrap_or_else(|| "$.error".to_owned())
}

/// The paths that are looked for, in vain, in what a catcher hands on.
fn lost_reads<'c>(context: &'c Context<'_>, origin: Origin) -> Vec<LostRead<'c>> {
    let mut found = Vec::new();
    for state in &context.machine().states {
        let arrivals = context.flow().arrivals(state.id);
        for verdict in context.verdicts(state.id) {
            let missing = verdict
                .missing()
                .find(|(_, lookup)| lookup.found.origin == Some(origin));
            if let Some((way, lookup)) = missing {
                found.push(LostRead {
                    state: state.id,
                    read: &verdict.read,
                    way: context.way(&arrivals[way].way, lookup.found.origin, state.id),
                });
            }
        }
    }
    found
}

/// The Tasks and nested flows that take the whole of what a catcher hands on.
fn takers(context: &Context<'_>, origin: Origin) -> Vec<StateId> {
    let states = context.machine().states.iter();
    let takes = states.filter(|state| {
        let arrivals = context.flow().arrivals(state.id);
        let comes = arrivals
            .iter()
            .any(|arrival| arrival.incoming.input.origin() == Some(origin));
        let works = matches!(state.kind, StateKind::Task(_) | StateKind::Parallel(_));
        let selects = state.io.parameters.is_some()
            || state.io.arguments.is_some()
            || state.io.input_path.is_some();
        let whole = context.reads(state.id).iter().any(|read| {
            read.is_whole()
                && read.subject == crate::analysis::Subject::Data(crate::analysis::Stage::Input)
        });
        comes && works && (!selects || whole)
    });
    takes.map(|state| state.id).collect()
}
