//! Judgement on a machine that AWS would take: what is likely wrong with it, and what cannot work.
//!
//! One rule a file under `rules/`, with its page beside it. The page says what the rule does and why, and shows what is
//! wrong and what is right; a test runs what it shows. What AWS refuses is found by the readers and by lowering; those rules
//! have a page here, too, so that each name that is printed can be explained.

mod baseline;
mod calls;
mod compensation;
mod context;
mod deployment;
mod error_handling;
mod error_names;
pub mod mend;
mod place;
mod refusals;
pub mod registry;
mod request;
mod rule;
mod rules;
mod selection;
mod selector;
mod suppression;

pub use baseline::{Baseline, BaselineError, Met as BaselineMet};
pub use calls::Call;
pub use context::Context;
pub use deployment::template_findings;
pub use error_names::{ErrorPage, error_pages, find_error};
pub use refusals::{Refusal, find_refusal, refusals};
pub use rule::{Category, Meta, Rule};
pub use selection::{Choices, Level, LevelError, Selection};
pub use selector::{Selector, UnknownSelector};

use crate::analysis::Samples;
use crate::asl::{Definition, Definitions, Remarks, StateMachine, WorkflowType};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::services::ModelList;
use crate::source::{Node, SourceFile, directives};
use suppression::Judged;

/// What is to be judged.
#[derive(Clone, Debug)]
pub struct LintInput<'a> {
    /// The machine, lowered.
    pub machine: &'a StateMachine,
    /// What AWS is to run it as.
    pub workflow_type: WorkflowType,
    /// The text that its spans point into.
    pub text: &'a str,
    /// The tree that it was lowered from; nothing where the text holds none.
    pub tree: Option<&'a Node>,
    /// Examples of data, for estimates.
    pub samples: Samples,
    /// The models that there are, where a list is given.
    pub models: Option<&'a ModelList>,
    /// The places of errors that readers and lowering have found: of a state that has one, nothing is claimed.
    pub faults: Vec<Span>,
}

/// Everything that is found in a definition, by its readers, by lowering and by the linter, in the order of the source.
/// Rules that `selection` turns off do not run, and what the file itself calls meant is left out.
pub fn findings(
    definition: &Definition,
    samples: &Samples,
    selection: &Selection,
) -> Vec<Diagnostic> {
    findings_timed(definition, samples, selection, &mut |_| {})
}

/// As [`findings`]; `done` is told the name of each rule when it has run. What several rules need is worked out when the first
/// of them asks.
pub fn findings_timed(
    definition: &Definition,
    samples: &Samples,
    selection: &Selection,
    done: &mut dyn FnMut(&'static str),
) -> Vec<Diagnostic> {
    let mut found = definition.diagnostics.clone();
    if let Some(machine) = &definition.machine {
        let input = LintInput {
            machine,
            workflow_type: definition.workflow_type,
            text: &definition.file.text,
            tree: definition.tree.root.as_ref(),
            samples: samples.clone(),
            models: selection.models(),
            faults: faults(&definition.diagnostics),
        };
        lint(&input, selection, done, &mut found);
    }
    selection.apply(&mut found);
    if definition.found {
        let directives = directives(&definition.file, &definition.tree);
        suppression::suppress(&directives, selection, Judged::All, &mut found);
    }
    sort(&mut found);
    found
}

/// Everything that is found in one of the files of `definitions`, the template or one that it names, in the order of its text;
/// all places are in it. `samples` are those of each machine.
pub fn findings_in(
    file: &SourceFile,
    definitions: &Definitions,
    samples: &[Samples],
    selection: &Selection,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let is_host = file.name == definitions.file.name;
    if is_host {
        found.clone_from(&definitions.diagnostics);
        selection.apply(&mut found);
    }
    for (number, definition) in definitions.list.iter().enumerate() {
        if is_host {
            found.extend(template_findings(definition, selection));
        }
        if definition.file.home().name == file.name {
            let samples = samples.get(number).cloned().unwrap_or_default();
            let of_machine = findings(definition, &samples, selection).into_iter();
            found.extend(of_machine.map(|one| definition.file.at_home(one)));
        }
    }
    if is_host {
        suppress(&definitions.remarks, selection, &mut found);
    }
    sort(&mut found);
    // Of a file that several machines have for a definition.
    found.dedup();
    found
}

/// Takes out of all that was found in a template what its comments call meant, and adds what is wrong with them.
pub fn suppress(remarks: &Remarks, selection: &Selection, found: &mut Vec<Diagnostic>) {
    let judged = match &remarks.kept {
        None => Judged::All,
        Some(places) => Judged::Around(places),
    };
    suppression::suppress(&remarks.directives, selection, judged, found);
}

/// The places of errors.
pub fn faults(diagnostics: &[Diagnostic]) -> Vec<Span> {
    let errors = diagnostics
        .iter()
        .filter(|one| one.severity == Severity::Error);
    errors.map(Diagnostic::span).collect()
}

/// Everything that the rules find that are on, in no order and at the severity that each gives it.
fn lint(
    input: &LintInput<'_>,
    selection: &Selection,
    done: &mut dyn FnMut(&'static str),
    found: &mut Vec<Diagnostic>,
) {
    let context = Context::new(input);
    let rules = registry::rules().iter().zip(registry::positions());
    let on = rules.filter(|(_, position)| selection.is_on_at(**position));
    for (rule, _) in on {
        found.extend(rule.check(&context));
        done(rule.meta().id);
    }
}

/// Puts findings in the order of the source.
pub fn sort(found: &mut [Diagnostic]) {
    found.sort_by(|left, right| {
        let key = |one: &Diagnostic| (one.span(), one.rule);
        key(left)
            .cmp(&key(right))
            .then_with(|| left.message.cmp(&right.message))
    });
}
