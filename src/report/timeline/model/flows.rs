//! Flows: branches and iterations, and what of them becomes rows or figures.

use super::{Frame, Model, Sink};
use crate::asl::{ExecutionType, ProcessorMode, State, StateKind, StateMachine};
use crate::base::Timestamp;
use crate::engine::{Event, FrameId, FrameKind, VisitId};
use crate::report::timeline::row::{Children, FoldFailure, Lane, Mark, NAMED_FAILURES};
use std::collections::HashMap;

impl Model {
    pub(super) fn frame_started(
        &mut self,
        event: &Event,
        kind: FrameKind,
        parent: Option<VisitId>,
        machine: &StateMachine,
    ) {
        let (id, at) = (event.frame, event.at);
        let mut express = false;
        let index = match kind {
            FrameKind::Machine => 0,
            FrameKind::Branch(index) | FrameKind::Iteration(index) => index,
        };
        let mut sink = if kind == FrameKind::Machine {
            Sink::Rows
        } else {
            Sink::Nowhere
        };
        if let Some((parent_id, visit)) =
            parent.and_then(|id| Some((id, self.visits.get_mut(&id)?)))
        {
            visit.children.insert(id);
            visit.row.children_begun += 1;
            let inherited = self
                .frames
                .get(&visit.frame)
                .is_some_and(|frame| frame.express);
            let state = machine.states.get(visit.row.state.0 as usize);
            let express_child = state.is_some_and(has_express_children);
            if express_child {
                self.totals.express_children += 1;
            }
            express = inherited || express_child;
            visit.row.most_children = visit.row.most_children.max(visit.children.len() as u64);
            sink = match (&visit.row.children, visit.sink) {
                (_, Sink::Fold(outer)) => Sink::Fold(outer),
                (Children::Fold(_), Sink::Rows) => Sink::Fold(parent_id),
                (Children::Lanes(_), Sink::Rows) => Sink::Rows,
                _ => Sink::Nowhere,
            };
        }
        self.frames.insert(
            id,
            Frame {
                parent,
                index,
                sink,
                express,
                start: at,
                entries: Vec::new(),
                visits: HashMap::default(),
                current: None,
                failure: None,
            },
        );
        self.totals.peak_frames = self.totals.peak_frames.max(self.frames.len() as u64);
    }

    /// The depth of this and of [`Self::close_visit`] is that of the definition, which its reader limits.
    pub(super) fn close_frame(&mut self, id: FrameId, at: Timestamp, mark: Mark) {
        if let Some(current) = self.frames.get(&id).and_then(|frame| frame.current) {
            self.close_visit(current, at, Mark::Aborted);
        }
        let Some(frame) = self.frames.remove(&id) else {
            return;
        };
        let Some((parent_id, parent)) = frame
            .parent
            .and_then(|id| Some((id, self.visits.get_mut(&id)?)))
        else {
            return;
        };
        parent.children.remove(&id);
        if frame.express {
            self.totals.express_child_ended(at.since(frame.start));
        }
        match &mut parent.row.children {
            Children::Lanes(lanes) if frame.sink == Sink::Rows => lanes.push(Lane {
                index: frame.index,
                entries: frame.entries,
            }),
            Children::Fold(fold) if frame.sink == Sink::Fold(parent_id) => {
                fold.child(mark, at.since(frame.start));
                if mark == Mark::Bad && fold.failures.len() < NAMED_FAILURES {
                    let (state, error) = frame
                        .failure
                        .map_or((None, String::new()), |(s, e)| (Some(s), e));
                    fold.failures.push(FoldFailure {
                        index: frame.index,
                        state,
                        error,
                    });
                }
            }
            _ => {}
        }
    }

    /// How many children a distributed Map will have, nobody knows: it is told in figures, unless its items are few.
    pub(super) fn nested_started(&mut self, id: VisitId, length: u64, distributed: bool) {
        let unknown = distributed && length == 0;
        let crowded = unknown || self.kept >= self.options.most_rows;
        let (most, folds) = (
            self.options.fold_iterations,
            self.visits.get(&id).map(|visit| visit.sink),
        );
        self.with(id, |visit| {
            visit.backs_off = false;
            visit.row.length = if distributed { 0 } else { length };
            visit.row.children_begun = 0;
            visit.row.most_children = 0;
            visit.row.children = match folds {
                Some(Sink::Rows) if length > most || crowded => Children::Fold(Box::default()),
                Some(Sink::Rows) => Children::Lanes(Vec::new()),
                _ => Children::None,
            };
        });
    }

    pub(super) fn abort_children(&mut self, id: VisitId, at: Timestamp) {
        let children = self
            .visits
            .get_mut(&id)
            .map(|visit| std::mem::take(&mut visit.children))
            .unwrap_or_default();
        for child in children {
            self.close_frame(child, at, Mark::Aborted);
        }
    }
}

pub(super) fn is_distributed(state: &State) -> bool {
    matches!(&state.kind, StateKind::Map(map) if map.mode != ProcessorMode::Inline)
}

fn has_express_children(state: &State) -> bool {
    matches!(&state.kind, StateKind::Map(map) if map.mode == ProcessorMode::Distributed(ExecutionType::Express))
}
