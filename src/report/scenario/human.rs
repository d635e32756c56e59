//! Results of scenarios for people.

use super::CaseResult;
use crate::base::text::count;
use crate::diagnostics::Diagnostic;
use crate::engine::Secrets;
use crate::engine::{Outcome, Status};
use crate::report::Style;
use crate::report::diagnostic::{Findings, human};
use crate::report::preview::Shortener;
use crate::report::style::Paint;
use crate::report::text::{fit, flow, tame, width, wrap};
use crate::scenario::{Broken, Mismatch, Run, Side, Verdict};
use crate::value::Str;
use std::fmt;
use std::sync::Arc;

const INDENT: &str = "    ";
/// `      expected  `
const SIDE: usize = 16;

/// Writes results one by one. What is wrong with a file that several scenarios name is told once.
#[derive(Debug, Default)]
pub struct Lines {
    style: Style,
    told: Vec<(Arc<str>, Vec<Diagnostic>)>,
}

impl Lines {
    /// Lines for a terminal.
    pub fn new(style: Style) -> Self {
        Self {
            style,
            told: Vec::new(),
        }
    }

    /// One result: a line, and below it what does not hold.
    pub fn case(&mut self, result: &CaseResult) -> String {
        let style = self.style;
        let (paint, mark) = match result.verdict {
            Verdict::Passed(_) => (Paint::Good, style.pick("✓", "ok")),
            Verdict::Failed { .. } => (Paint::Bad, style.pick("✗", "FAILED")),
            Verdict::Broken(_) => (Paint::Bad, "!"),
        };
        let title = tame(&format!("{}: {}", result.group, result.name));
        let time = style.paint(Paint::Dim, &format!("{:.3}s", result.real.as_secs_f64()));
        let mut text = format!("{} {title}  {time}\n", style.paint(paint, mark));
        match &result.verdict {
            Verdict::Passed(_) => {}
            Verdict::Failed { run, mismatches } => {
                for mismatch in mismatches {
                    self.mismatch(result, mismatch, &run.secrets, &mut text);
                }
                self.ending(run, mismatches, &mut text);
            }
            Verdict::Broken(broken) => self.broken(broken, &mut text),
        }
        text
    }

    fn mismatch(
        &self,
        result: &CaseResult,
        mismatch: &Mismatch,
        secrets: &Secrets,
        out: &mut String,
    ) {
        let style = self.style;
        let line = result.file.line_column(mismatch.span.start as usize).line;
        let place = tame(&format!("{}:{line}", result.file.name));
        let what = match &*mismatch.path {
            "" => mismatch.expectation.to_owned(),
            path => tame(&format!("{} {path}", mismatch.expectation)),
        };
        out.push_str(&format!(
            "{INDENT}{}  {}\n",
            style.paint(Paint::Bold, &what),
            style.paint(Paint::Dim, &place)
        ));
        self.side("expected", Paint::Good, &mismatch.expected, secrets, out);
        self.side("actual", Paint::Bad, &mismatch.actual, secrets, out);
    }

    fn side(&self, word: &str, paint: Paint, side: &Side, secrets: &Secrets, out: &mut String) {
        let style = self.style;
        let columns = style.width.saturating_sub(SIDE).max(20);
        let lines = match side {
            Side::Nothing => vec!["(nothing)".to_owned()],
            Side::Value(value) => {
                let shortener = Shortener {
                    columns,
                    style,
                    secrets,
                };
                vec![shortener.preview(value)]
            }
            Side::Text(text) => wrap(&tame(&masked(text.clone(), secrets)), columns),
            Side::States(states) => self.states(states, columns),
        };
        let mut word = format!("{INDENT}  {word:<8}");
        for line in lines {
            out.push_str(&format!("{word}  {}\n", style.paint(paint, &line)));
            word = " ".repeat(width(&word));
        }
    }

    fn states(&self, states: &[Str], columns: usize) -> Vec<String> {
        if states.is_empty() {
            return vec!["(none)".to_owned()];
        }
        let arrow = self.style.pick(" → ", " -> ");
        let names: Vec<String> = states.iter().map(|name| tame(name)).collect();
        flow(&names, arrow, columns)
    }

    /// How the execution ended, where that is the surprise.
    fn ending(&self, run: &Run, mismatches: &[Mismatch], out: &mut String) {
        let surprise = mismatches
            .iter()
            .any(|mismatch| matches!(mismatch.expectation, "status" | "output"));
        let Outcome {
            status,
            error,
            cause,
            ..
        } = &run.outcome;
        if *status == Status::Succeeded || !surprise {
            return;
        }
        let place = run
            .failed_state
            .as_ref()
            .map(|state| format!(" at `{state}`"))
            .unwrap_or_default();
        let facts: Vec<&str> = [error, cause]
            .into_iter()
            .flatten()
            .map(|fact| &**fact)
            .collect();
        let colon = if facts.is_empty() { "" } else { ": " };
        let line = format!(
            "the execution ended {status}{place}{colon}{}",
            facts.join(": ")
        );
        let line = tame(&masked(line, &run.secrets));
        let columns = self.style.width.saturating_sub(INDENT.len()).max(20);
        out.push_str(&format!(
            "{INDENT}{}\n",
            fit(&line, columns * 3, self.style)
        ));
    }

    fn broken(&mut self, broken: &Broken, out: &mut String) {
        let columns = self.style.width.saturating_sub(INDENT.len()).max(20);
        let help = broken.help.iter().map(|help| format!("help: {help}"));
        for paragraph in std::iter::once(broken.message.clone()).chain(help) {
            for line in wrap(&tame(&paragraph), columns) {
                out.push_str(&format!("{INDENT}{line}\n"));
            }
        }
        let Some((file, diagnostics)) = broken.findings.as_deref() else {
            return;
        };
        let told = (file.name.clone(), diagnostics.clone());
        if self.told.contains(&told) {
            out.push_str(&format!("{INDENT}as told above\n"));
            return;
        }
        let findings = Findings {
            path: &file.name,
            text: &file.text,
            diagnostics,
        };
        out.push_str(&human(&findings, self.style));
        self.told.push(told);
    }
}

/// A text without task tokens.
fn masked(mut text: String, secrets: &Secrets) -> String {
    secrets.mask(&mut text);
    text
}

/// How many scenarios there were of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those where everything holds.
    pub passed: usize,
    /// Those where something does not.
    pub failed: usize,
    /// Those that could not be run to their end.
    pub broken: usize,
}

impl Tally {
    /// Counts a result in.
    pub fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Passed(_) => &mut self.passed,
            Verdict::Failed { .. } => &mut self.failed,
            Verdict::Broken(_) => &mut self.broken,
        } += 1;
    }

    /// Whether all passed.
    pub fn is_clean(&self) -> bool {
        self.failed + self.broken == 0
    }
}

impl fmt::Display for Tally {
    /// `12 scenarios: 10 passed, 1 failed, 1 broken`
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.passed + self.failed + self.broken;
        write!(
            formatter,
            "{}: {} passed",
            count(all, "scenario"),
            self.passed
        )?;
        for (number, word) in [(self.failed, "failed"), (self.broken, "broken")] {
            if number > 0 {
                write!(formatter, ", {number} {word}")?;
            }
        }
        Ok(())
    }
}
