//! What a rule may see.

use super::place::{key_in_source, part_in_source};
use super::request::TaskRequest;
use super::{Call, LintInput};
use crate::analysis::{
    Assignment, DataFlow, Estimate, Evaluated, Graph, HistoryEstimate, Origin, Read, Reading,
    Shape, Verdict, Way, assignments, estimates, evaluated, history, reading, verdicts,
};
use crate::asl::{FlowId, QueryLanguage, State, StateId, StateKind, StateMachine, WorkflowType};
use crate::base::Span;
use crate::diagnostics::Edit;
use crate::services::ModelList;
use crate::source::edit::{self, NewValue};
use crate::source::{Kind, Member, Node};
use std::cell::OnceCell;

/// What a rule may see: the machine, the text it was read from, and analyses, which are made when a rule first asks.
pub struct Context<'a> {
    input: &'a LintInput<'a>,
    calls: Vec<Call<'a>>,
    graph: OnceCell<Graph>,
    flow: OnceCell<DataFlow>,
    readings: OnceCell<Vec<Reading>>,
    evaluated: OnceCell<Vec<Vec<Evaluated>>>,
    verdicts: OnceCell<Vec<Vec<Verdict>>>,
    estimates: OnceCell<Vec<Estimate>>,
    history: OnceCell<Vec<HistoryEstimate>>,
    assignments: OnceCell<Vec<Assignment>>,
    requests: OnceCell<Vec<Option<Shape>>>,
    task_requests: Vec<TaskRequest<'a>>,
}

impl<'a> Context<'a> {
    /// The context of one definition.
    pub fn new(input: &'a LintInput<'a>) -> Self {
        Self {
            input,
            calls: input.machine.states.iter().filter_map(Call::of).collect(),
            graph: OnceCell::new(),
            flow: OnceCell::new(),
            readings: OnceCell::new(),
            evaluated: OnceCell::new(),
            verdicts: OnceCell::new(),
            estimates: OnceCell::new(),
            history: OnceCell::new(),
            assignments: OnceCell::new(),
            requests: OnceCell::new(),
            task_requests: TaskRequest::all(input.machine),
        }
    }

    /// The machine.
    pub fn machine(&self) -> &'a StateMachine {
        self.input.machine
    }

    /// What AWS is to run the machine as.
    pub fn workflow_type(&self) -> WorkflowType {
        self.input.workflow_type
    }

    /// The models that there are, where a list is given.
    pub fn models(&self) -> Option<&'a ModelList> {
        self.input.models
    }

    /// The text that the machine's spans point into.
    pub fn text(&self) -> &'a str {
        self.input.text
    }

    /// A state.
    pub fn state(&self, id: StateId) -> &'a State {
        self.machine().state(id)
    }

    /// A state's name.
    pub fn name(&self, id: StateId) -> &'a str {
        &self.state(id).name.value
    }

    /// Every Task that calls a service, in the order of the states.
    pub fn calls(&self) -> std::slice::Iter<'_, Call<'a>> {
        self.calls.iter()
    }

    /// Transitions.
    pub fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(self.machine()))
    }

    /// What data can come to each state.
    pub fn flow(&self) -> &DataFlow {
        self.flow.get_or_init(|| {
            let LintInput {
                machine,
                samples,
                faults,
                ..
            } = self.input;
            DataFlow::new(machine, self.graph(), samples, faults)
        })
    }

    /// The paths that a state reads.
    pub fn reads(&self, state: StateId) -> &[Read] {
        &self.reading(state).paths
    }

    fn reading(&self, state: StateId) -> &Reading {
        let all = self
            .readings
            .get_or_init(|| self.machine().states.iter().map(reading).collect());
        &all[state.0 as usize]
    }

    /// What the JSONata expressions of a state give on each way to it.
    pub fn evaluated(&self, state: StateId) -> &[Evaluated] {
        let all = self.evaluated.get_or_init(|| {
            let states = self.machine().states.iter();
            let of = |state: &State| evaluated(self.flow(), state, self.reading(state.id));
            states.map(of).collect()
        });
        &all[state.0 as usize]
    }

    /// Every path of every state that speaks JSONPath.
    pub fn paths(&self) -> impl Iterator<Item = (&'a State, &Read)> {
        let states = self.machine().states.iter();
        let speaking = states.filter(|state| state.query_language == QueryLanguage::JsonPath);
        speaking.flat_map(|state| self.reads(state.id).iter().map(move |read| (state, read)))
    }

    /// What the paths that a state reads find on each way to it.
    pub fn verdicts(&self, state: StateId) -> &[Verdict] {
        let all = self.verdicts.get_or_init(|| {
            let machine = self.machine();
            let flow = self.flow();
            machine
                .states
                .iter()
                .map(|state| verdicts(flow, state, self.reading(state.id)))
                .collect()
        });
        &all[state.0 as usize]
    }

    /// How big the payload of each state can get, in source order.
    pub fn estimates(&self) -> &[Estimate] {
        self.estimates
            .get_or_init(|| estimates(self.machine(), self.flow()))
    }

    /// What executions write to their histories, and the transitions that they make.
    pub fn history(&self) -> &[HistoryEstimate] {
        self.history
            .get_or_init(|| history(self.machine(), self.graph(), self.flow()))
    }

    /// Every variable that the machine sets, in source order of the states.
    pub fn assignments(&self) -> &[Assignment] {
        self.assignments.get_or_init(|| assignments(self.machine()))
    }

    /// The key under which a variable is set.
    pub fn assigned_at(&self, assignment: &Assignment) -> Span {
        let ending = if assignment.jsonpath { ".$" } else { "" };
        let computed = format!("{}{ending}", assignment.name);
        let place = key_in_source(self.text(), assignment.object, &computed);
        if place == assignment.object && assignment.jsonpath {
            return key_in_source(self.text(), assignment.object, &assignment.name);
        }
        place
    }

    /// What the work of a state is asked with, on all ways to it together. Nothing where none leads to it, or where not all
    /// of its fields are known.
    pub fn request(&self, state: StateId) -> Option<&Shape> {
        let all = self.requests.get_or_init(|| {
            let machine = self.machine();
            let flow = self.flow();
            let request = |state: &State| {
                let stages = flow.stages(state.id).iter();
                stages
                    .map(|stages| stages.request.clone())
                    .reduce(|sum, one| sum.join(&one))
            };
            let known = |state: &&State| !flow.is_opaque(state.id);
            let states = machine.states.iter();
            states
                .map(|state| Some(state).filter(known).and_then(request))
                .collect()
        });
        all[state.0 as usize].as_ref()
    }

    /// The value at a place of the source.
    pub fn node(&self, span: Span) -> Option<&'a Node> {
        let inside = |node: &&Node| node.span.start <= span.start && span.end <= node.span.end;
        let mut node = self.input.tree.filter(inside)?;
        while node.span != span {
            node = match &node.kind {
                Kind::Array(items) => {
                    let at = items.partition_point(|item| item.span.start <= span.start);
                    let near = at.checked_sub(1).map(|at| &items[at]).filter(inside);
                    near.or_else(|| items.iter().find(inside))?
                }
                Kind::Object(members) => {
                    let before = |member: &Member| member.value.span.start <= span.start;
                    let at = members.partition_point(before);
                    let near = at.checked_sub(1).map(|at| &members[at].value);
                    // What comes in through an alias of YAML stands elsewhere.
                    let mut values = members.iter().map(|member| &member.value);
                    near.filter(inside).or_else(|| values.find(inside))?
                }
                _ => return None,
            };
        }
        Some(node)
    }

    /// What the Tasks that call services send, held against what the calls take.
    pub(super) fn task_requests(&self) -> &[TaskRequest<'a>] {
        &self.task_requests
    }

    /// Where a path stands in the source.
    pub fn place(&self, read: &Read) -> Span {
        part_in_source(self.text(), read.span, read.part, &read.written)
    }

    /// Where bytes `part` of the value of the string at `span`, which are `written`, stand in the source.
    pub fn part(&self, span: Span, part: Span, written: &str) -> Span {
        part_in_source(self.text(), span, part, written)
    }

    /// The place of bytes `part` of a path's own text in the source.
    pub fn place_in(&self, read: &Read, part: Span) -> Span {
        let whole = self.place(read);
        if whole.len() == read.written.len() {
            Span::new(
                (whole.start + part.start) as usize,
                (whole.start + part.end) as usize,
            )
        } else {
            whole
        }
    }

    /// The edit that inserts a member into a state: behind its `Type`, which every state has.
    pub fn insert_member(&self, state: &State, key: &str, value: NewValue<'_>) -> Option<Edit> {
        edit::insert_member(self.text(), state.span, state.type_span, key, value)
    }

    /// Whether a path is all that its string holds.
    pub fn is_whole(&self, read: &Read) -> bool {
        let source = self.text().get(read.span.range()).unwrap_or_default();
        let bare = source.trim_matches(['"', '\'']);
        bare == read.written || bare.replace("\\\"", "\"") == read.written
    }

    /// The edit that writes `new` for bytes `part` of a path's own text, where the source shows the path just so.
    pub fn rewrite(&self, read: &Read, part: Span, new: &str) -> Option<Edit> {
        let place = self.place_in(read, part);
        let old = read.written.get(part.range())?;
        let plain = !new.contains(['"', '\\']);
        (plain && self.text().get(place.range()) == Some(old)).then(|| edit::replace(place, new))
    }

    /// The way of an arrival at `state`, from where the data was made that it looks in.
    pub fn way(&self, way: &Way, made_by: Option<Origin>, state: StateId) -> String {
        way.describe(self.machine(), made_by.and_then(Origin::state), state)
    }

    /// All states inside a flow and the flows nested in it.
    pub fn states_within(&self, flow: FlowId) -> Vec<&'a State> {
        let mut found = Vec::new();
        let mut flows = vec![flow];
        while let Some(flow) = flows.pop() {
            for id in &self.machine().flow(flow).states {
                let state = self.state(*id);
                found.push(state);
                match &state.kind {
                    StateKind::Parallel(parallel) => flows.extend(&parallel.branches),
                    StateKind::Map(map) => flows.extend(map.processor),
                    _ => {}
                }
            }
        }
        found
    }
}
