//! Which iterations of Maps a frame is in.

use crate::asl::StateId;
use crate::engine::{Event, EventKind, FrameId, FrameKind, VisitId};
use std::collections::HashMap;

/// The frames that run. What it keeps grows with those, and not with the events.
#[derive(Debug, Default)]
pub(super) struct Flows {
    frames: HashMap<FrameId, Frame>,
    visits: HashMap<VisitId, (FrameId, StateId)>,
}

#[derive(Debug)]
struct Frame {
    /// Map and index, outermost first.
    iterations: Vec<(StateId, u32)>,
    visit: Option<VisitId>,
}

impl Flows {
    /// Follows an event.
    pub(super) fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::FrameStarted { kind, parent } => {
                let frame = Frame {
                    iterations: self.iterations_within(*kind, *parent),
                    visit: None,
                };
                self.frames.insert(event.frame, frame);
            }
            EventKind::FrameEnded { .. } => {
                let ended = self.frames.remove(&event.frame);
                if let Some(visit) = ended.and_then(|frame| frame.visit) {
                    self.visits.remove(&visit);
                }
            }
            EventKind::StateEntered { state, .. } => {
                let frame = self.frames.get_mut(&event.frame);
                if let (Some(frame), Some(visit)) = (frame, event.visit) {
                    if let Some(left) = frame.visit.replace(visit) {
                        self.visits.remove(&left);
                    }
                    self.visits.insert(visit, (event.frame, *state));
                }
            }
            _ => {}
        }
    }

    /// The iterations that a frame is in, outermost first.
    pub(super) fn iterations(&self, frame: FrameId) -> Vec<(StateId, u32)> {
        let frame = self.frames.get(&frame);
        frame.map_or_else(Vec::new, |frame| frame.iterations.clone())
    }

    fn iterations_within(&self, kind: FrameKind, parent: Option<VisitId>) -> Vec<(StateId, u32)> {
        let Some((around, state)) = parent.and_then(|visit| self.visits.get(&visit)) else {
            return Vec::new();
        };
        let mut iterations = self.iterations(*around);
        if let FrameKind::Iteration(index) = kind {
            iterations.push((*state, index));
        }
        iterations
    }
}
