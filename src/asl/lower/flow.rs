//! States that refer to one another: the machine's own, a branch, an item processor.

use super::Lowering;
use super::fields::Field;
use super::graph::FlowGraph;
use super::object::Object;
use crate::asl::{Flow, FlowId, FlowKind, QueryLanguage};

/// What a flow belongs to, and the fields of its object.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowPlace {
    pub(super) kind: FlowKind,
    pub(super) fields: &'static [Field],
}

impl Lowering<'_> {
    /// Lowers the object that holds `StartAt` and `States`.
    pub(super) fn flow(&mut self, mut object: Object<'_>, place: FlowPlace) -> Option<FlowId> {
        let language = QueryLanguage::JsonPath;
        self.known_fields(&mut object, place.fields, language, &|_| false);
        // The order in which AWS names them (recorded: api/sfn_api_validation…~EMPTY_DICT).
        self.missing(&object, &["States", "StartAt"]);
        if place.kind != FlowKind::Machine {
            self.comment(&object);
        }
        let start_at = self.string(&object, "StartAt", language);
        let states = object.member("States")?;
        let states = self.object_in(&object, states, language)?;

        let id = FlowId(u32::try_from(self.flows.len()).unwrap_or(u32::MAX));
        self.flows.push(Flow {
            id,
            kind: place.kind,
            start_at,
            start: None,
            states: Vec::new(),
            location: object.location.clone(),
            span: object.node.span,
        });
        let members = states.effective();
        self.graphs
            .push(FlowGraph::new(id, &object, &states, &members));
        let lowered: Vec<_> = members
            .into_iter()
            .filter_map(|member| self.state(id, &states, member))
            .collect();
        self.flows[id.0 as usize].states = lowered;
        Some(id)
    }
}
