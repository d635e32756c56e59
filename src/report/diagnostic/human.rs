//! Findings for people: the place in the source, with what is wrong and what to do.

use super::Findings;
use super::excerpt::{CONTEXT, Cut, Excerpt};
use crate::base::LineIndex;
use crate::diagnostics::{Diagnostic, Severity};
use crate::report::Style;
use crate::report::style::Paint;
use crate::report::text::{tame, width, wrap};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters, ThemeStyles,
};
use std::collections::HashSet;
use std::fmt;

/// Columns that line number and border take beside a line of the source.
const GUTTER: usize = 10;

/// The findings of a file, an empty line after each. Empty where there is none.
pub fn human(findings: &Findings<'_>, style: Style) -> String {
    let index = LineIndex::new(findings.text);
    let mut out = String::new();
    let mut told = HashSet::new();
    for diagnostic in findings.diagnostics {
        let again = !told.insert((diagnostic.rule, &diagnostic.help));
        out.push_str(&report(findings, &index, diagnostic, again, style));
        out.push('\n');
    }
    out
}

fn report(
    findings: &Findings<'_>,
    index: &LineIndex,
    diagnostic: &Diagnostic,
    again: bool,
    style: Style,
) -> String {
    let cut = Cut {
        columns: style.width.saturating_sub(GUTTER).max(40),
        unicode: style.unicode,
    };
    let (excerpt, labels) =
        Excerpt::new(findings.path, findings.text, index, &diagnostic.labels, cut);
    let view = View {
        message: tame(&diagnostic.message),
        severity: match diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        },
        excerpt,
        labels,
    };
    let handler = GraphicalReportHandler::new_themed(theme(diagnostic, style))
        .with_width(style.width.max(40))
        .with_context_lines(CONTEXT)
        .with_break_words(false)
        .with_links(false)
        .without_syntax_highlighting();
    let mut out = String::new();
    if handler.render_report(&mut out, &view).is_err() {
        // The excerpt and its labels fit, so this is not reached; the message is worth more than the picture.
        out = format!(
            "{}[{}]: {}\n",
            diagnostic.severity.word(),
            diagnostic.rule,
            view.message
        );
    }
    let mut out = out
        .trim_start_matches('\n')
        .trim_start_matches(' ')
        .to_owned();
    footer(&mut out, diagnostic, again, style);
    out
}

/// The rule stands where the renderer has its icon: `error[catch-drops-input]: …`.
fn theme(diagnostic: &Diagnostic, style: Style) -> GraphicalTheme {
    let characters = if style.unicode {
        ThemeCharacters::unicode()
    } else {
        ThemeCharacters::ascii()
    };
    let icon = |severity: Severity| format!("{}[{}]:", severity.word(), diagnostic.rule);
    GraphicalTheme {
        characters: ThemeCharacters {
            error: icon(Severity::Error),
            warning: icon(Severity::Warning),
            advice: icon(Severity::Note),
            ..characters
        },
        styles: if style.color {
            ThemeStyles::ansi()
        } else {
            ThemeStyles::none()
        },
    }
}

/// Columns of the longest help that is told again.
const SHORT: usize = 80;

/// What to do and why. `again`: whether the same help stands at a finding of the same rule before it.
fn footer(out: &mut String, diagnostic: &Diagnostic, again: bool, style: Style) {
    let mut line = |word: &str, text: &str| {
        let columns = style.width.max(40).saturating_sub(8);
        for (at, line) in text
            .lines()
            .flat_map(|line| wrap(line, columns))
            .enumerate()
        {
            let head = if at == 0 {
                style.paint(Paint::Accent, word)
            } else {
                " ".repeat(word.len())
            };
            out.push_str(&format!("  {head} {}\n", tame(&line)));
        }
    };
    let long = diagnostic.help.iter().any(|help| width(help) > SHORT);
    if again && long {
        let words = format!("as for `{}` above", diagnostic.rule);
        line("help:", &words);
    } else {
        for help in &diagnostic.help {
            line("help:", help);
        }
    }
    for fix in &diagnostic.fixes {
        let how = if fix.safe {
            " (`--fix` does it)"
        } else {
            " (`--fix=all` does it)"
        };
        line("fix: ", &format!("{}{how}", fix.title));
    }
    for note in &diagnostic.notes {
        line("note:", note);
    }
    if let Some(aws) = &diagnostic.aws {
        // Of text that is no JSON, AWS quotes all in message and location; the place is marked above.
        let at = aws
            .location
            .as_ref()
            .filter(|location| !location.starts_with("[Source"))
            .map(|location| format!(" at {location}"))
            .unwrap_or_default();
        let message = aws
            .message
            .split("\n at [Source")
            .next()
            .unwrap_or_default();
        line("aws: ", &format!("{}: {message}{at}", aws.code));
    }
}

/// A diagnostic as the renderer takes it.
#[derive(Debug)]
struct View {
    message: String,
    severity: miette::Severity,
    excerpt: Excerpt,
    labels: Vec<LabeledSpan>,
}

impl fmt::Display for View {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for View {}

impl miette::Diagnostic for View {
    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
#[path = "human_tests.rs"]
mod tests;
