//! From rows to lines of the table.

use super::describe;
use super::map_runs::MapRuns;
use super::nested::NestedRuns;
use super::row::{Children, Entry, FIRST_TRIES, Fold, Loop, Mark, Note, Row, StateFigures, Try};
use crate::asl::{StateId, StateMachine};
use crate::base::Timestamp;
use crate::base::text::{count, plural, thousands};
use crate::report::Style;
use crate::report::style::Paint;
use crate::report::text::{short_duration, tame};

/// Visits of a looping state that keep their own row.
const LOOP_SHOWN: u64 = 3;
/// States that a loop row names.
const LOOP_NAMES: usize = 4;
/// Bins of a histogram.
const BINS: usize = 8;
/// States that a fold tells of.
const FOLD_STATES: usize = 8;

/// A line of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) start: Option<Timestamp>,
    /// What stands before the mark: the lines of the tree.
    pub(super) gutter: String,
    pub(super) mark: String,
    pub(super) mark_paint: Option<Paint>,
    /// The state's name, or what a line under a state is about.
    pub(super) name: String,
    /// What the state does, or the rest of a line under a state.
    pub(super) task: String,
    /// Milliseconds.
    pub(super) took: Option<i64>,
    pub(super) bar: Option<(Timestamp, Timestamp)>,
    /// Whether the line tells of a visit, and not of something in it.
    pub(super) is_visit: bool,
}

impl Line {
    /// Whether the text at the place of the task may go on to the end of the line.
    pub(super) fn runs_on(&self) -> bool {
        !self.is_visit && self.took.is_none()
    }
}

/// Turns rows into lines.
pub(super) struct Lines<'a> {
    pub(super) machine: &'a StateMachine,
    pub(super) style: Style,
    pub(super) nested: &'a NestedRuns,
    /// Where the children of distributed Maps ran elsewhere.
    pub(super) map_runs: Option<&'a MapRuns>,
    pub(super) out: Vec<Line>,
}

impl Lines<'_> {
    /// The entries of one flow, `gutter` before each line, `label` before the first.
    pub(super) fn entries(&mut self, entries: &[Entry], gutter: &str, label: &str) {
        let looping = self.looping(entries);
        let indent = " ".repeat(label.len());
        let mut open: Option<Loop> = None;
        let mut first = true;
        for entry in entries {
            let part = match entry {
                Entry::Loop(part) => Some(part.clone()),
                Entry::Visit(row) if is_folded(row, &looping) => Some(Loop::of(row)),
                Entry::Visit(_) => None,
            };
            match (part, &mut open) {
                (Some(part), Some(open)) => open.add(&part),
                (Some(part), None) => open = Some(part),
                (None, _) => {
                    if let Some(folded) = open.take() {
                        self.folded_loop(&folded, gutter, if first { label } else { &indent });
                        first = false;
                    }
                    if let Entry::Visit(row) = entry {
                        self.visit(row, gutter, if first { label } else { &indent });
                        first = false;
                    }
                }
            }
        }
        if let Some(folded) = open {
            self.folded_loop(&folded, gutter, if first { label } else { &indent });
        }
    }

    /// States that are visited so often that their visits are folded.
    fn looping(&self, entries: &[Entry]) -> Vec<StateId> {
        let mut looping = Vec::new();
        for entry in entries {
            if let Entry::Loop(part) = entry {
                looping.extend(part.states.iter().map(|(state, _)| *state));
            }
        }
        looping.sort_unstable();
        looping.dedup();
        looping
    }

    fn name(&self, state: StateId) -> String {
        tame(
            self.machine
                .states
                .get(state.0 as usize)
                .map_or("?", |state| &state.name.value),
        )
    }

    fn visit(&mut self, row: &Row, gutter: &str, label: &str) {
        let kind = self
            .machine
            .states
            .get(row.state.0 as usize)
            .map(|state| &state.kind);
        let task = match (&row.children, kind) {
            (Children::None, _) | (_, None) => row.task.clone(),
            (_, Some(kind)) => describe::nested(kind, row, self.children(row)),
        };
        let (mark, paint) = self.mark(row.mark);
        let name = format!("{label}{}", self.name(row.state));
        self.out.push(Line {
            start: Some(row.start),
            gutter: gutter.to_owned(),
            mark,
            mark_paint: Some(paint),
            name,
            task,
            took: Some(row.end.since(row.start)),
            bar: Some((row.start, row.end)),
            is_visit: true,
        });
        let mut details = Vec::new();
        self.tries(row, &mut details);
        self.notes(row, &mut details);
        match (&row.children, self.map_runs, &row.map_run) {
            (_, Some(map_runs), Some(map_run)) => self.map_run(map_runs, map_run, &mut details),
            (Children::Fold(fold), ..) => self.fold(fold, row, &mut details),
            _ => {}
        }
        self.connect(
            details,
            &format!(
                "{gutter}{}{}",
                " ".repeat(self.mark_width() + 1),
                " ".repeat(label.len())
            ),
        );
        if let Children::Lanes(lanes) = &row.children {
            let gutter = format!("{gutter}{} ", self.style.pick("│", "|"));
            for lane in lanes {
                self.entries(&lane.entries, &gutter, &format!("[{}] ", lane.index));
            }
        }
        let started = self.nested;
        for run in &row.started {
            started.lines(*run, gutter, self);
        }
    }

    /// Puts lines under a visit, with the branches of the tree before them.
    fn connect(&mut self, details: Vec<Line>, indent: &str) {
        let last = details.len().saturating_sub(1);
        for (at, mut line) in details.into_iter().enumerate() {
            let branch = if at == last {
                self.style.pick("└ ", "`- ")
            } else {
                self.style.pick("├ ", "|- ")
            };
            line.gutter = format!("{indent}{branch}");
            self.out.push(line);
        }
    }

    fn tries(&self, row: &Row, out: &mut Vec<Line>) {
        let tries = &row.tries;
        let all = tries.count();
        if all < 2 {
            return;
        }
        for (at, attempt) in tries.list.iter().enumerate() {
            let dropped = if at >= FIRST_TRIES { tries.dropped } else { 0 };
            if at == FIRST_TRIES && dropped > 0 {
                out.push(Line {
                    name: format!(
                        "{} {} more tries",
                        self.style.ellipsis(),
                        thousands(dropped)
                    ),
                    ..Line::default()
                });
            }
            let number = at as u64 + 1 + dropped;
            let last = number == all;
            out.push(self.attempt(row, attempt, number, last));
            if let Some(backoff) = &attempt.backoff {
                let rate = self
                    .machine
                    .states
                    .get(row.state.0 as usize)
                    .and_then(|state| state.retry.get(backoff.retrier))
                    .map(|retrier| {
                        format!(
                            ", backoff {}{}",
                            self.style.pick("×", "x"),
                            retrier.backoff_rate
                        )
                    })
                    .unwrap_or_default();
                let (mark, mark_paint) = self.waiting();
                out.push(Line {
                    name: "wait".to_owned(),
                    mark,
                    mark_paint,
                    task: format!(
                        "Retry[{}], {} of {}{rate}",
                        backoff.retrier, backoff.attempt, backoff.max_attempts
                    ),
                    took: Some(backoff.delay),
                    ..Line::default()
                });
            }
        }
    }

    fn attempt(&self, row: &Row, attempt: &Try, number: u64, last: bool) -> Line {
        let failed = row.notes.iter().find_map(|note| match note {
            Note::Failed { error, cause } if last => Some(with_cause(error, cause)),
            _ => None,
        });
        let text = failed.or_else(|| attempt.error.clone());
        let mark = match (&text, attempt.end) {
            (Some(_), _) => Mark::Bad,
            (None, Some(_)) if row.mark == Mark::Good => Mark::Good,
            _ => row.mark,
        };
        let (mark, paint) = self.mark(mark);
        let end = attempt.end.unwrap_or(row.end);
        Line {
            name: format!("try {}", thousands(number)),
            mark,
            mark_paint: Some(paint),
            task: text.unwrap_or_default(),
            took: Some(end.since(attempt.start).max(0)),
            ..Line::default()
        }
    }

    fn notes(&self, row: &Row, out: &mut Vec<Line>) {
        let tried = row.tries.count() > 1;
        for note in &row.notes {
            let mut line = Line::default();
            match note {
                Note::Waited { time: 0, .. } => continue,
                Note::Waited { what, time } => {
                    (line.mark, line.mark_paint) = self.waiting();
                    line.name = "wait".to_owned();
                    line.task = (*what).to_owned();
                    line.took = Some(*time);
                }
                Note::Failed { .. } if tried => continue,
                Note::Failed { error, cause } => {
                    (line.mark, line.mark_paint) = self.painted(Mark::Bad);
                    line.task = with_cause(error, cause);
                }
                Note::Caught { catcher, text } => {
                    line.name = format!("Catch[{catcher}]");
                    line.task.clone_from(text);
                }
                Note::Change(change) => {
                    line.name = format!("{} {}", change.sign, change.path);
                    line.task.clone_from(&change.value);
                    line.mark_paint = Some(match change.sign {
                        '+' => Paint::Good,
                        '-' => Paint::Bad,
                        _ => Paint::Wait,
                    });
                }
                Note::MoreChanges(more) => {
                    line.name = format!(
                        "{} {} more changes",
                        self.style.ellipsis(),
                        thousands(*more as u64)
                    );
                }
                Note::Stage { name, value } => {
                    line.name = (*name).to_owned();
                    line.task.clone_from(value);
                }
            }
            out.push(line);
        }
    }

    /// How many children a distributed Map has started, where that is known.
    fn children(&self, row: &Row) -> Option<u64> {
        match self.map_runs {
            None => Some(row.children_begun),
            Some(map_runs) => {
                let children = map_runs.children(row.map_run.as_ref()?)?;
                Some(children.total)
            }
        }
    }

    /// What became of the children of a Map Run that ran elsewhere, as far as it is known.
    fn map_run(&self, map_runs: &MapRuns, map_run: &str, out: &mut Vec<Line>) {
        if let Some(children) = map_runs.children(map_run) {
            let mut counts = self.tally(children.succeeded, children.failed, children.aborted);
            if children.running > 0 {
                counts.push(format!("{} running", thousands(children.running)));
            }
            out.push(Line {
                name: counts.join("  "),
                ..Line::default()
            });
        }
        for (name, task) in map_runs.failures(map_run) {
            let (mark, paint) = self.mark(Mark::Bad);
            out.push(Line {
                name,
                mark,
                mark_paint: Some(paint),
                task,
                ..Line::default()
            });
        }
    }

    /// How many children ended in which way: `✓ 40`, `✗ 2`.
    fn tally(&self, good: u64, bad: u64, aborted: u64) -> Vec<String> {
        let all = [
            (Mark::Good, good),
            (Mark::Bad, bad),
            (Mark::Aborted, aborted),
        ];
        let told = all
            .iter()
            .filter(|(mark, number)| *mark == Mark::Good || *number > 0);
        told.map(|(mark, number)| format!("{} {}", self.mark(*mark).0.trim(), thousands(*number)))
            .collect()
    }

    fn fold(&self, fold: &Fold, row: &Row, out: &mut Vec<Line>) {
        let mut counts = self.tally(fold.good, fold.bad, fold.aborted);
        let ended = fold.good + fold.bad + fold.aborted;
        if ended < row.length {
            counts.push(format!("{} not started", thousands(row.length - ended)));
        }
        out.push(Line {
            name: counts.join("  "),
            task: self.spread(&fold.durations),
            ..Line::default()
        });
        self.fold_states(fold, out);
        for failure in &fold.failures {
            let state = failure
                .state
                .map(|state| self.name(state))
                .unwrap_or_default();
            let (mark, paint) = self.mark(Mark::Bad);
            out.push(Line {
                name: format!("[{}] {state}", failure.index),
                mark,
                mark_paint: Some(paint),
                task: failure.error.clone(),
                ..Line::default()
            });
        }
        let unnamed = fold.bad.saturating_sub(fold.failures.len() as u64);
        if unnamed > 0 {
            out.push(Line {
                name: format!(
                    "{} {} more failed",
                    self.style.ellipsis(),
                    thousands(unnamed)
                ),
                ..Line::default()
            });
        }
    }

    /// The states inside, the slowest where there are many.
    fn fold_states(&self, fold: &Fold, out: &mut Vec<Line>) {
        if fold.states.len() < 2 {
            return;
        }
        let mut slowest: Vec<i64> = fold
            .states
            .iter()
            .map(|(_, figures)| figures.durations.sum())
            .collect();
        slowest.sort_unstable_by(|left, right| right.cmp(left));
        let least = slowest.get(FOLD_STATES - 1).copied().unwrap_or(0);
        let told = fold
            .states
            .iter()
            .filter(|(_, figures)| figures.durations.sum() >= least)
            .take(FOLD_STATES);
        for (state, figures) in told {
            out.push(self.fold_state(*state, figures));
        }
        let rest = fold.states.len().saturating_sub(FOLD_STATES);
        if rest > 0 {
            out.push(Line {
                name: format!(
                    "{} {} more {}",
                    self.style.ellipsis(),
                    thousands(rest as u64),
                    plural(rest, "state")
                ),
                ..Line::default()
            });
        }
    }

    fn fold_state(&self, state: StateId, figures: &StateFigures) -> Line {
        let mut facts = Vec::new();
        if !figures.task.is_empty() {
            facts.push(figures.task.clone());
        }
        if figures.durations.max() > 0 {
            facts.push(format!(
                "p50 {} p95 {}",
                short_duration(figures.durations.percentile(50)),
                short_duration(figures.durations.percentile(95))
            ));
        }
        if figures.retries > 0 {
            facts.push(count(
                usize::try_from(figures.retries).unwrap_or(usize::MAX),
                "retry",
            ));
        }
        if figures.bad > 0 {
            facts.push(format!("{} failed", thousands(figures.bad)));
        }
        let times = self.style.pick("×", "x");
        Line {
            name: format!("{} {times}{}", self.name(state), thousands(figures.visits)),
            task: facts.join(", "),
            ..Line::default()
        }
    }

    /// `p50 1.2s p95 2.0s, 0.9s ▂█▄▁ 2.4s`
    fn spread(&self, durations: &super::durations::Durations) -> String {
        if durations.is_empty() || durations.max() == 0 {
            return String::new();
        }
        let (min, max) = (durations.min(), durations.max());
        if min == max {
            return format!("{} each", short_duration(min));
        }
        let levels: Vec<char> = self.style.pick("▁▂▃▄▅▆▇█", "_.:-=+*#").chars().collect();
        let histogram = durations.histogram(BINS);
        let most = histogram.iter().copied().max().unwrap_or(1).max(1);
        let picture: String = histogram
            .iter()
            .map(|count| match count {
                0 => ' ',
                count => {
                    levels[((count * levels.len() as u64 - 1) / most).min(levels.len() as u64 - 1)
                        as usize]
                }
            })
            .collect();
        format!(
            "p50 {} p95 {}, {} {picture} {}",
            short_duration(durations.percentile(50)),
            short_duration(durations.percentile(95)),
            short_duration(min),
            short_duration(max)
        )
    }

    fn folded_loop(&mut self, folded: &Loop, gutter: &str, label: &str) {
        let arrow = match folded.states.len() {
            2 => self.style.pick(" ⇄ ", " <> "),
            _ => self.style.pick(" → ", " -> "),
        };
        let mut names: Vec<String> = folded
            .states
            .iter()
            .map(|(state, _)| self.name(*state))
            .collect();
        if names.len() > LOOP_NAMES {
            names.truncate(LOOP_NAMES - 1);
            names.push(self.style.ellipsis().to_owned());
        }
        let visits = folded.states.iter().map(|(_, visits)| *visits);
        let (least, most) = (visits.clone().min().unwrap_or(0), visits.max().unwrap_or(0));
        let times = self.style.pick("×", "x");
        let mut task = match folded.states.len() {
            1 => format!("{times}{} more", thousands(most)),
            _ if least == most => format!("{times}{} more each", thousands(most)),
            _ => format!("{} more visits", thousands(folded.visits())),
        };
        if folded.retries > 0 {
            task.push_str(&format!(
                ", {}",
                count(
                    usize::try_from(folded.retries).unwrap_or(usize::MAX),
                    "retry"
                )
            ));
        }
        if folded.caught > 0 {
            task.push_str(&format!(", {} caught", thousands(folded.caught)));
        }
        self.out.push(Line {
            start: Some(folded.start),
            gutter: gutter.to_owned(),
            mark: pad(self.style.pick("↺", "loop"), self.mark_width()),
            mark_paint: Some(Paint::Accent),
            name: format!("{label}{}", names.join(arrow)),
            task,
            took: Some(folded.end.since(folded.start)),
            bar: Some((folded.start, folded.end)),
            is_visit: true,
        });
    }

    // --- marks ---

    fn mark_width(&self) -> usize {
        if self.style.unicode { 1 } else { 4 }
    }

    pub(super) fn mark(&self, mark: Mark) -> (String, Paint) {
        let (unicode, ascii, paint) = match mark {
            Mark::Good => ("✓", "ok", Paint::Good),
            Mark::Caught | Mark::Bad => ("✗", "FAIL", Paint::Bad),
            Mark::Aborted => ("⊘", "stop", Paint::Dim),
            Mark::Waiting | Mark::Running => ("⧖", "wait", Paint::Wait),
        };
        (
            pad(self.style.pick(unicode, ascii), self.mark_width()),
            paint,
        )
    }

    /// The mark behind the word `wait`, which says it all without Unicode.
    fn waiting(&self) -> (String, Option<Paint>) {
        let (mark, paint) = self.painted(Mark::Waiting);
        (
            if self.style.unicode {
                mark
            } else {
                String::new()
            },
            paint,
        )
    }

    fn painted(&self, mark: Mark) -> (String, Option<Paint>) {
        let (text, paint) = self.mark(mark);
        (text, Some(paint))
    }
}

fn pad(text: &str, width: usize) -> String {
    format!("{text:width$}")
}

pub(super) fn with_cause(error: &str, cause: &str) -> String {
    if cause.is_empty() {
        error.to_owned()
    } else {
        format!("{error}: {cause}")
    }
}

/// Whether a visit that has its own row is folded into the loop's: of a state that loops, the first visits stay, and
/// one that failed.
fn is_folded(row: &Row, looping: &[StateId]) -> bool {
    row.number > LOOP_SHOWN
        && matches!(row.mark, Mark::Good | Mark::Caught)
        && looping.binary_search(&row.state).is_ok()
}
