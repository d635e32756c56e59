//! Lines to text: columns, widths, colours.

use super::bar::Scale;
use super::line::Line;
use crate::asl::{FlowId, StateMachine};
use crate::base::Timestamp;
use crate::report::Style;
use crate::report::style::Paint;
use crate::report::text::{duration, fit, fit_start, width};
use comfy_table::presets::NOTHING;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, Row, Table, Width};
use unicode_width::UnicodeWidthChar;

/// Below this width there are no bars.
const NARROW: usize = 90;
/// Below this width the task stands behind the state's name.
const VERY_NARROW: usize = 64;
/// Columns of a bar: at least, and at most.
const BARS: (usize, usize) = (16, 60);
/// Columns between two columns.
const GAP: usize = 2;
/// A column of times, at least: `   0.000s`.
const TIME: usize = 9;

/// How wide the columns are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    start: usize,
    state: usize,
    /// 0: no such column.
    task: usize,
    took: usize,
    /// 0: no such column.
    bar: usize,
}

/// What the columns have to hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needs {
    pub(super) state: usize,
    pub(super) task: usize,
    pub(super) time: usize,
}

impl Needs {
    /// What the columns will have to hold, as far as the definition tells.
    pub(super) fn expected(machine: &StateMachine, style: Style) -> Self {
        let depth = |mut flow: FlowId| {
            let mut depth = 0;
            while let Some(owner) = machine.flow(flow).owner() {
                flow = machine.state(owner).flow;
                depth += 1;
            }
            depth
        };
        // A level of the tree takes six columns: its line, and the number of the branch or iteration.
        let states = machine.states.iter();
        let names = states.map(|state| width(&state.name.value) + 6 * depth(state.flow) + 6);
        Self {
            state: names.max().unwrap_or(0),
            task: style.width,
            time: 0,
        }
    }

    pub(super) fn of(lines: &[Line], origin: Timestamp) -> Self {
        let mut needs = Self::default();
        for line in lines {
            needs.state = needs.state.max(width(&head(line)));
            if !line.runs_on() {
                needs.task = needs.task.max(width(&line.task));
            }
            let start = line
                .start
                .map_or(0, |start| duration(start.since(origin)).len());
            let took = line.took.map_or(0, |took| duration(took).len());
            needs.time = needs.time.max(start).max(took);
        }
        needs
    }
}

/// Columns that a value under a state may take, as far as the definition tells.
pub(super) fn value_columns(machine: &StateMachine, style: Style) -> usize {
    let columns = Columns::new(Needs::expected(machine, style), false, style);
    let before = columns.start + columns.state + 2 * GAP + 1;
    style.width.max(40).saturating_sub(before).max(24)
}

impl Columns {
    /// Shares the width of the terminal out; bars only where there is time to be drawn.
    pub(super) fn new(needs: Needs, bars: bool, style: Style) -> Self {
        let time = needs.time.max(TIME);
        let total = style.width.max(40) - 1;
        let mut columns = Self {
            start: time,
            state: 0,
            task: 0,
            took: time,
            bar: 0,
        };
        let free = total.saturating_sub(2 * time + 2 * GAP);
        if style.width < VERY_NARROW {
            columns.state = free;
            return columns;
        }
        let bar = if bars && style.width >= NARROW {
            BARS.0 + GAP
        } else {
            0
        };
        let free = free - GAP - bar;
        let (state, task) = (needs.state.max(5), needs.task.max(4));
        columns.state = state.min((free * 11 / 20).max(free.saturating_sub(task)));
        columns.task = task.min(free - columns.state);
        if bar > 0 {
            columns.bar = (free - columns.state - columns.task + BARS.0).min(BARS.1);
        }
        columns
    }

    fn widths(&self) -> Vec<usize> {
        let all = [self.start, self.state, self.task, self.took, self.bar];
        let optional = |at: usize| at == 2 || at == 4;
        all.into_iter()
            .enumerate()
            .filter(|(at, width)| *width > 0 || !optional(*at))
            .map(|(_, width)| width)
            .collect()
    }
}

/// A table of lines.
pub(super) struct Layout {
    pub(super) columns: Columns,
    pub(super) style: Style,
    pub(super) origin: Timestamp,
    /// The end of the scale.
    pub(super) end: Timestamp,
}

impl Layout {
    fn scale(&self) -> Option<Scale> {
        (self.columns.bar > 0).then(|| Scale {
            start: self.origin,
            length: self.end.since(self.origin).max(1),
            columns: self.columns.bar,
            style: self.style,
        })
    }

    /// The line above the table.
    pub(super) fn header(&self) -> String {
        let took = "took".to_owned();
        let scale = self.scale().map(|scale| scale.header()).unwrap_or_default();
        let cells = self.cells(
            "start".to_owned(),
            "state".to_owned(),
            "task".to_owned(),
            took,
            scale,
        );
        let text = self.table(vec![cells]).pop().unwrap_or_default();
        format!("{}\n", self.style.paint(Paint::Dim, &text))
    }

    /// The lines, one of text for each.
    pub(super) fn body(&self, lines: &[Line]) -> String {
        let scale = self.scale();
        let rows = lines.iter().map(|line| self.row(line, scale)).collect();
        let mut out = String::new();
        for (text, line) in self.table(rows).into_iter().zip(lines) {
            let text = if line.runs_on() {
                self.with_rest(text, line)
            } else {
                text
            };
            out.push_str(&self.painted(&text, line));
            out.push('\n');
        }
        out
    }

    /// A line without times may use the columns that it leaves empty.
    fn with_rest(&self, mut text: String, line: &Line) -> String {
        if line.task.is_empty() {
            return text;
        }
        let column = match self.columns.task {
            0 => width(&text) + 1,
            _ => self.columns.start + self.columns.state + 2 * GAP,
        };
        text.push_str(&" ".repeat(column.saturating_sub(width(&text))));
        let columns = self.style.width.max(40).saturating_sub(column + 1);
        text.push_str(&fit_start(&line.task, columns, self.style));
        text
    }

    fn row(&self, line: &Line, scale: Option<Scale>) -> Vec<Cell> {
        let start = line
            .start
            .map(|start| duration(start.since(self.origin).max(0)))
            .unwrap_or_default();
        let took = line.took.map(duration).unwrap_or_default();
        let bar = match (line.bar, scale) {
            (Some((start, end)), Some(scale)) => scale.bar(start, end),
            _ => String::new(),
        };
        let mut state = head(line);
        let mut task = line.task.clone();
        let limit = self.columns.state;
        if line.runs_on() {
            task.clear();
        }
        if self.columns.task == 0 {
            if !line.is_visit && !task.is_empty() {
                state = format!("{state} {task}");
            }
            state = fit_start(&state, limit, self.style);
        } else if width(&state) > limit {
            let fixed = width(&state) - width(&line.name);
            let name = fit(&line.name, limit.saturating_sub(fixed), self.style);
            state = fit_start(
                &format!("{}{name}", &state[..state.len() - line.name.len()]),
                limit,
                self.style,
            );
        }
        task = if line.is_visit {
            fit(&task, self.columns.task, self.style)
        } else {
            fit_start(&task, self.columns.task, self.style)
        };
        self.cells(start, state, task, took, bar)
    }

    fn cells(
        &self,
        start: String,
        state: String,
        task: String,
        took: String,
        bar: String,
    ) -> Vec<Cell> {
        let right = |text: String| Cell::new_owned(text).set_alignment(CellAlignment::Right);
        let mut cells = vec![right(start), Cell::new_owned(state)];
        if self.columns.task > 0 {
            cells.push(Cell::new_owned(task));
        }
        cells.push(right(took));
        if self.columns.bar > 0 {
            cells.push(Cell::new_owned(bar));
        }
        cells
    }

    /// Cells were made to fit, so that every row is one line of text.
    fn table(&self, rows: Vec<Vec<Cell>>) -> Vec<String> {
        let mut table = Table::new();
        table.load_style(NOTHING);
        table.set_truncation_indicator("");
        for cells in rows {
            let mut row = Row::from(cells);
            row.max_height(1);
            table.add_row(row);
        }
        let widths = self.columns.widths();
        for (column, columns) in table.column_iter_mut().zip(&widths) {
            column.set_padding((0, GAP as u16));
            let columns = u16::try_from(columns + GAP).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(columns)));
        }
        table
            .lines()
            .map(|line| line.trim_end().to_owned())
            .collect()
    }

    /// Colours a line by its columns.
    fn painted(&self, text: &str, line: &Line) -> String {
        if !self.style.color {
            return text.to_owned();
        }
        let plain = if line.is_visit {
            Paint::Plain
        } else {
            Paint::Dim
        };
        let mark = line.mark_paint.unwrap_or(plain);
        let (name, before) = match line.mark.is_empty() {
            // A change has no mark: its sign and path are coloured.
            true => (mark, width(&line.gutter)),
            false if line.is_visit => (Paint::Bold, width(&line.gutter)),
            false => (plain, width(&line.gutter) + width(&line.name) + 1),
        };
        let state = self.columns.start + GAP;
        let mut bounds = vec![(state, Paint::Dim)];
        if line.is_visit || line.mark.is_empty() {
            bounds.push((state + before, Paint::Dim));
            bounds.push((state + before + width(&line.mark), mark));
            bounds.push((state + self.columns.state, name));
        } else {
            bounds.push((state + before, Paint::Dim));
            bounds.push((state + before + width(&line.mark), mark));
            bounds.push((state + self.columns.state, Paint::Plain));
        }
        let took = state + self.columns.state + self.columns.task + self.columns.took + 2 * GAP;
        if !line.runs_on() {
            bounds.push((took, plain));
            bounds.push((usize::MAX, mark));
        }
        paint_columns(text, &bounds, self.style)
    }
}

/// Gutter, mark and name, as they stand in the column of states. Under a state the mark follows the word: `try 1 ✗`.
fn head(line: &Line) -> String {
    if line.mark.is_empty() {
        format!("{}{}", line.gutter, line.name)
    } else if line.is_visit || line.name.starts_with('[') {
        format!("{}{} {}", line.gutter, line.mark, line.name)
    } else if line.name.is_empty() {
        format!("{}{}", line.gutter, line.mark)
    } else {
        format!("{}{} {}", line.gutter, line.name, line.mark)
    }
}

/// Paints pieces of a line that end at the given columns.
fn paint_columns(text: &str, bounds: &[(usize, Paint)], style: Style) -> String {
    let mut out = String::new();
    let mut piece = String::new();
    let mut column = 0;
    let mut bounds = bounds.iter().copied().peekable();
    for char in text.chars() {
        while let Some((_, paint)) = bounds.next_if(|(end, _)| column >= *end) {
            out.push_str(&style.paint(paint, &piece));
            piece.clear();
        }
        piece.push(char);
        column += char.width().unwrap_or(0);
    }
    let paint = bounds.peek().map_or(Paint::Plain, |(_, paint)| *paint);
    out + &style.paint(paint, &piece)
}
