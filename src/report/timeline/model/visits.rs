//! Visits of states: how they begin and end, what they change, and how those of a loop become one row.

use super::{Model, Sink, Visit};
use crate::asl::State;
use crate::base::Timestamp;
use crate::engine::{FrameId, VisitId};
use crate::report::preview::Change;
use crate::report::text::tame;
use crate::report::timeline::describe;
use crate::report::timeline::options::Detail;
use crate::report::timeline::row::{Children, Entry, Loop, Mark, Note, Row, Tries};
use crate::value::{Str, Value};
use std::collections::BTreeSet;

/// Stages kept of one visit: all of them, for one retry.
const MOST_STAGES: usize = 22;

impl Model {
    pub(super) fn entered(
        &mut self,
        id: VisitId,
        frame_id: FrameId,
        state: &State,
        input: &Value,
        at: Timestamp,
    ) {
        let express = self
            .frames
            .get(&frame_id)
            .is_some_and(|frame| frame.express);
        self.totals.visit(state.id, !express);
        if let Some(old) = self.frames.get(&frame_id).and_then(|frame| frame.current) {
            self.close_visit(old, at, Mark::Aborted);
        }
        let Some(frame) = self.frames.get_mut(&frame_id) else {
            return;
        };
        frame.current = Some(id);
        let mut number = 1;
        if frame.sink == Sink::Rows {
            let visits = frame.visits.entry(state.id).or_default();
            *visits += 1;
            number = *visits;
        }
        let told = frame.sink == Sink::Rows && number <= self.options.fold_visits;
        let keeps_input = told && self.options.detail >= Detail::Changes;
        let mut tries = Tries::default();
        tries.begin(at);
        let row = Row {
            state: state.id,
            number,
            start: at,
            end: at,
            mark: Mark::Running,
            task: describe::state(state),
            tries,
            notes: Vec::new(),
            children: Children::None,
            started: Vec::new(),
            map_run: None,
            length: 0,
            children_begun: 0,
            most_children: 0,
        };
        let visit = Visit {
            frame: frame_id,
            row,
            sink: if told || frame.sink != Sink::Rows {
                frame.sink
            } else {
                Sink::Nowhere
            },
            told,
            input: keeps_input.then(|| input.clone()),
            task_runs: false,
            submitted: None,
            backs_off: false,
            children: BTreeSet::new(),
        };
        self.visits.insert(id, visit);
    }

    pub(super) fn exited(
        &mut self,
        id: VisitId,
        output: &Value,
        assigned: &[(Str, Value)],
        at: Timestamp,
    ) {
        let input = self
            .visits
            .get_mut(&id)
            .and_then(|visit| visit.input.take());
        if let Some(input) = input {
            let shortener = self.shortener();
            let (mut list, more) = shortener.changes(&input, output);
            for (name, value) in assigned {
                list.push(Change {
                    sign: '=',
                    path: tame(&format!("${name}")),
                    value: shortener.preview(value),
                });
            }
            self.with(id, |visit| {
                visit.row.notes.extend(list.into_iter().map(Note::Change));
                if more > 0 {
                    visit.row.notes.push(Note::MoreChanges(more));
                }
            });
        }
        let caught = self
            .visits
            .get(&id)
            .is_some_and(|visit| visit.row.mark == Mark::Caught);
        self.close_visit(id, at, if caught { Mark::Caught } else { Mark::Good });
    }

    pub(super) fn close_visit(&mut self, id: VisitId, at: Timestamp, mark: Mark) {
        let Some(visit) = self.visits.get_mut(&id) else {
            return;
        };
        let children = std::mem::take(&mut visit.children);
        for child in children {
            self.close_frame(child, at, Mark::Aborted);
        }
        let Some(visit) = self.visits.remove(&id) else {
            return;
        };
        if visit.task_runs {
            self.totals.task_ended();
        }
        let mut row = visit.row;
        row.end = at.max(row.start);
        row.mark = mark;
        if mark == Mark::Good {
            row.tries.end(at, None);
        }
        if mark == Mark::Waiting
            && let Some((since, what)) = visit.submitted
        {
            row.notes.push(Note::Waited {
                what,
                time: at.since(since),
            });
        }
        if let Children::Lanes(lanes) = &mut row.children {
            lanes.sort_by_key(|lane| lane.index);
        }
        let Some(frame) = self.frames.get_mut(&visit.frame) else {
            return;
        };
        if frame.current == Some(id) {
            frame.current = None;
        }
        match frame.sink {
            Sink::Rows => {
                let entries = if frame.parent.is_none() {
                    &mut self.root
                } else {
                    &mut frame.entries
                };
                if visit.told || !matches!(mark, Mark::Good | Mark::Caught) {
                    entries.push(Entry::Visit(Box::new(row)));
                    self.kept += 1;
                } else if let Some(Entry::Loop(open)) = entries.last_mut() {
                    open.add(&Loop::of(&row));
                } else {
                    entries.push(Entry::Loop(Loop::of(&row)));
                }
            }
            Sink::Fold(outer) => {
                if let Some(Children::Fold(fold)) = self
                    .visits
                    .get_mut(&outer)
                    .map(|visit| &mut visit.row.children)
                {
                    fold.visit(&row);
                }
            }
            Sink::Nowhere => {}
        }
    }

    pub(super) fn stage(&mut self, id: VisitId, name: &'static str, value: &Value) {
        let told = self
            .visits
            .get(&id)
            .is_some_and(|visit| visit.told && visit.row.notes.len() < MOST_STAGES);
        if told {
            let value = self.shortener().preview(value);
            self.with(id, |visit| {
                visit.row.notes.push(Note::Stage { name, value })
            });
        }
    }
}
