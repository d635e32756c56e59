//! Findings that the author of a file has called meant.

use super::{Selection, Selector, registry};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Edit, Fix, Severity};
use crate::source::Directive;

/// The rule about suppressions that suppress nothing.
const UNUSED_RULE: &str = "unused-suppression";
/// The rule about suppressions that do not say why.
const REASON_RULE: &str = "suppression-without-reason";

/// Which directives are judged themselves.
#[derive(Clone, Copy)]
pub(super) enum Judged<'p> {
    /// All, and whether they suppress anything.
    All,
    /// Those that are about one of these places, and not whether they suppress anything: what is found elsewhere is not known.
    Around(&'p [Span]),
}

/// Takes out what the directives are about, and adds what is wrong with the directives themselves, where they are `judged`.
pub(super) fn suppress(
    directives: &[Directive],
    selection: &Selection,
    judged: Judged<'_>,
    found: &mut Vec<Diagnostic>,
) {
    if directives.is_empty() {
        return;
    }
    let mut used: Vec<Vec<bool>> = directives
        .iter()
        .map(|directive| vec![false; directive.rules.len()])
        .collect();
    found.retain(|one| {
        let at = one.span().start as usize;
        let mut meant = false;
        for (directive, used) in directives.iter().zip(&mut used) {
            if !directive.scope.contains(at) {
                continue;
            }
            for (rule, used) in directive.rules.iter().zip(used) {
                if rule.value == one.rule {
                    *used = true;
                    meant = true;
                }
            }
        }
        !meant
    });
    let mut own = Vec::new();
    for (directive, mut used) in directives.iter().zip(used) {
        if let Judged::Around(places) = judged {
            let scope = directive.scope;
            let about = |place: &Span| scope.start < place.end && place.start < scope.end;
            if !places.iter().any(about) {
                continue;
            }
            used.fill(true);
        }
        judge(directive, &used, selection, &mut own);
    }
    selection.apply(&mut own);
    found.append(&mut own);
}

fn judge(directive: &Directive, used: &[bool], selection: &Selection, found: &mut Vec<Diagnostic>) {
    if directive.broken {
        let message = "this suppression names no rule, so it suppresses nothing";
        let finding = unused(directive.span, message.to_owned())
            .help("write `sfnrun: ignore[rule-name] why it is meant`");
        found.push(finding);
        return;
    }
    for (number, (rule, used)) in directive.rules.iter().zip(used).enumerate() {
        let name = &rule.value;
        let finding = match Selector::parse(name) {
            Ok(Selector::Rule(meta)) if *used || !selection.is_on(meta.id) => continue,
            Ok(Selector::Rule(_)) => {
                let message = format!("`{name}` finds nothing here that could be suppressed");
                unused(rule.span, message).fix(removal(directive, number))
            }
            Ok(_) => {
                let message =
                    format!("`{name}` stands for many rules, and a suppression names each");
                unused(rule.span, message).help("`sfnrun rules` lists the rules")
            }
            Err(_) => {
                let rules = registry::all().iter().map(|meta| meta.id);
                let finding = unused(rule.span, format!("`{name}` is no rule"));
                match text::nearest(name, rules) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding.help("`sfnrun rules` lists the rules"),
                }
            }
        };
        found.push(finding);
    }
    if !directive.has_reason {
        let message = "this suppression does not say why";
        let finding = Diagnostic::warning(REASON_RULE, directive.span, message)
            .help("write the reason behind the `]`: whoever reads it next will ask");
        found.push(finding);
    }
}

fn unused(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(UNUSED_RULE, Severity::Warning, span, message)
}

/// Takes one rule out of a directive, or the directive where it names no other.
fn removal(directive: &Directive, number: usize) -> Fix {
    let rules = &directive.rules;
    let name = &rules[number].value;
    let here = rules[number].span;
    let (title, span) = if rules.len() == 1 {
        ("remove the suppression".to_owned(), directive.removal)
    } else {
        let span = match rules.get(number + 1) {
            Some(next) => Span {
                start: here.start,
                end: next.span.start,
            },
            None => Span {
                start: rules[number - 1].span.end,
                end: here.end,
            },
        };
        (format!("remove `{name}` from the suppression"), span)
    };
    Fix {
        title,
        safe: true,
        edits: vec![Edit {
            span,
            text: String::new(),
        }],
    }
}
