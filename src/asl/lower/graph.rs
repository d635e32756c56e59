//! What AWS checks of the graph: targets, states that nothing leads to, ends, names.
//!
//! Edges come from the source tree and not from the model, so that a state that could not be lowered, or a `Catch` on a
//! state that cannot have one, still counts as a way to its target: that fault has a message of its own.

use super::object::{Object, is_open};
use super::repairs::same_letters;
use super::{Lowering, aws, fields};
use crate::asl::{FlowId, FlowKind, StateId, StateKind, StateType, Target, Transition};
use crate::base::{Span, Spanned, text};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Member, Node};
use crate::value::Str;
use foldhash::{HashMap, HashMapExt, HashSet};

/// The states of one flow and the ways between them.
#[derive(Debug)]
pub(super) struct FlowGraph {
    flow: FlowId,
    /// How messages call the object that holds the flow.
    name: String,
    /// The location of `StartAt`.
    start_location: String,
    /// The key `States`.
    states_place: Span,
    /// Where the object that holds the flow is, as AWS writes it.
    location: String,
    nodes: Vec<GraphNode>,
    edges: Vec<Edge>,
    /// Whether a placeholder may lead anywhere.
    open: bool,
    /// Whether a fault with a message of its own hides how the flow ends.
    doubtful: bool,
    /// Whether a state ends the flow.
    ends: bool,
}

#[derive(Debug)]
struct GraphNode {
    name: Spanned<Str>,
    location: String,
}

#[derive(Debug)]
struct Edge {
    /// Index of the node it starts from.
    from: usize,
    field: EdgeField,
    /// The state it leads to.
    target: Spanned<Str>,
    /// Whether the field stands where it can stand.
    supported: bool,
}

/// The field that a way on stands in.
#[derive(Clone, Copy, Debug)]
enum EdgeField {
    Next,
    Default,
    /// The `Next` of a rule or catcher: the list, and which entry.
    Entry(&'static str, usize),
}

impl GraphNode {
    /// How messages call a way that leaves the state, and AWS's location of it.
    fn describe(&self, field: EdgeField) -> (String, String) {
        let state = format!("state `{}`", text::shorten(&self.name.value, 60));
        let location = &self.location;
        match field {
            EdgeField::Next => (format!("`Next` of {state}"), format!("{location}/Next")),
            EdgeField::Default => (
                format!("`Default` of {state}"),
                format!("{location}/Default"),
            ),
            EdgeField::Entry(list, index) => (
                format!("`{list}[{index}]` of {state}"),
                format!("{location}/{list}[{index}]/Next"),
            ),
        }
    }
}

impl FlowGraph {
    pub(super) fn new(
        flow: FlowId,
        object: &Object<'_>,
        states: &Object<'_>,
        members: &[&Member],
    ) -> Self {
        let mut graph = Self {
            flow,
            name: object.name.clone(),
            start_location: object.at("StartAt"),
            states_place: states.place,
            location: object.location.clone(),
            nodes: Vec::with_capacity(members.len()),
            edges: Vec::new(),
            open: false,
            doubtful: false,
            ends: false,
        };
        // What is no object is reported, and cannot be reached in any case.
        let states_only = members
            .iter()
            .filter(|member| member.value.members().is_some() || is_open(&member.value));
        for (index, member) in states_only.enumerate() {
            let location = states.at(&member.key.text);
            graph.leave(index, &member.value);
            graph.nodes.push(GraphNode {
                name: Spanned::new(member.key.text.clone(), member.key.span),
                location,
            });
        }
        graph
    }

    /// Collects the ways that lead from a state.
    fn leave(&mut self, from: usize, node: &Node) {
        if is_open(node) {
            self.open = true;
            self.ends = true;
            return;
        }
        let kind = node.get("Type").and_then(Node::text).and_then(|given| {
            StateType::ALL
                .into_iter()
                .find(|kind| *kind.name() == **given)
        });
        let supported = |field: &str| kind.is_some_and(|kind| fields::has(kind, field));
        for (name, field) in [("Next", EdgeField::Next), ("Default", EdgeField::Default)] {
            if let Some(target) = node.get(name) {
                self.edge(from, field, target, supported(name));
            }
        }
        for list in ["Choices", "Catch"] {
            let Some(entries) = node.get(list) else {
                continue;
            };
            self.open |= is_open(entries);
            for (index, entry) in entries.items().unwrap_or_default().iter().enumerate() {
                self.open |= is_open(entry);
                if let Some(target) = entry.get("Next") {
                    self.edge(from, EdgeField::Entry(list, index), target, supported(list));
                }
            }
        }
        let end = node.get("End").map(|end| &end.kind);
        match kind {
            Some(StateType::Succeed | StateType::Fail) => self.ends = true,
            Some(StateType::Choice) => {}
            None => self.doubtful = true,
            Some(_) => {
                self.ends |= end.is_some_and(|end| !matches!(end, Kind::Bool(false)));
                self.doubtful |= end.is_none() && node.get("Next").is_none();
            }
        }
    }

    fn edge(&mut self, from: usize, field: EdgeField, target: &Node, supported: bool) {
        if is_open(target) {
            self.open = true;
            return;
        }
        // Unquoted `Next: Yes` is reported as a boolean, and still means the state `Yes`.
        let word = target.yaml_word.map(|word| Str::from(word.text()));
        if let Some(text) = target.text().cloned().or(word) {
            self.edges.push(Edge {
                from,
                field,
                target: Spanned::new(text, target.span),
                supported: supported && target.yaml_word.is_none(),
            });
        }
    }

    /// The states that nothing but themselves leads to; none where a placeholder may lead anywhere.
    fn unreached(&self, start: Option<&str>) -> Vec<&GraphNode> {
        let Some(start) = start.filter(|start| !start.contains("${") && !self.open) else {
            return Vec::new();
        };
        let mut reached: HashSet<&str> = HashSet::from_iter([start]);
        for edge in &self.edges {
            if self.nodes[edge.from].name.value != edge.target.value {
                reached.insert(&edge.target.value);
            }
        }
        let unreached = |node: &&GraphNode| {
            let name = &*node.name.value;
            !reached.contains(name) && !name.contains("${")
        };
        self.nodes.iter().filter(unreached).collect()
    }

    /// The state that is meant most likely by a name that no state has: one that is spelt nearly so, and not the one that
    /// leads there.
    fn spelt_alike(&self, wanted: &str, from: Option<usize>) -> Option<&str> {
        /// Comparing with more names would take too long in a definition that is wrong all over.
        const MOST: usize = 1000;
        let names = || {
            let nodes = self.nodes.iter().enumerate().take(MOST);
            nodes
                .filter(|(index, node)| {
                    Some(*index) != from && may_be_a_slip(wanted, &node.name.value)
                })
                .map(|(_, node)| &*node.name.value)
        };
        let extends = |name: &&str| {
            let (name, wanted) = (name.to_lowercase(), wanted.to_lowercase());
            wanted.len() > 2 && (name.starts_with(&wanted) || wanted.starts_with(&name))
        };
        text::nearest(wanted, names()).or_else(|| names().find(extends))
    }

    /// Whether there is a way from the state `name` to the state `to`.
    fn leads(&self, name: &str, to: usize) -> bool {
        let index: HashMap<&str, usize> = (0..self.nodes.len())
            .map(|at| (&*self.nodes[at].name.value, at))
            .collect();
        let mut ways: HashMap<usize, Vec<usize>> = HashMap::new();
        for edge in &self.edges {
            if let Some(target) = index.get(&*edge.target.value) {
                ways.entry(edge.from).or_default().push(*target);
            }
        }
        let mut open: Vec<usize> = index.get(name).copied().into_iter().collect();
        let mut seen: HashSet<usize> = HashSet::from_iter(open.iter().copied());
        while let Some(at) = open.pop() {
            if at == to {
                return true;
            }
            let next = ways.get(&at).into_iter().flatten();
            open.extend(next.filter(|next| seen.insert(**next)));
        }
        false
    }
}

/// Whether a name with placeholders can be `wanted` once they are filled.
fn may_become(name: &str, wanted: &str) -> bool {
    let Some((before, rest)) = name.split_once("${") else {
        return name == wanted;
    };
    let behind = rest.rsplit_once('}').map_or("", |(_, behind)| behind);
    wanted.len() >= before.len() + behind.len()
        && wanted.starts_with(before)
        && wanted.ends_with(behind)
}

/// Whether one of two names can be a slip for the other: not where a number tells them apart, nor where they are so short
/// that one letter makes another word.
fn may_be_a_slip(wanted: &str, name: &str) -> bool {
    const SHORT: usize = 4;
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| !c.is_ascii_digit());
        letters.flat_map(char::to_lowercase).collect()
    };
    let short = wanted.chars().count() <= SHORT && name.chars().count() <= SHORT;
    same_letters(wanted, name) || !short && letters(wanted) != letters(name)
}

impl Lowering<'_> {
    /// Checks the graph of every flow, and resolves the targets.
    pub(super) fn graph(&mut self) {
        let graphs = std::mem::take(&mut self.graphs);
        let mut elsewhere: HashMap<Str, &str> = HashMap::new();
        for graph in &graphs {
            for node in &graph.nodes {
                elsewhere
                    .entry(node.name.value.clone())
                    .or_insert(&graph.name);
            }
        }
        for graph in &graphs {
            self.resolve(graph.flow);
            let start = self.flows[graph.flow.0 as usize].start_at.clone();
            let unreached = graph.unreached(start.as_ref().map(|start| &*start.value));
            self.missing_targets(graph, start.as_ref(), &unreached, &elsewhere);
            if !graph.ends && !graph.doubtful && !graph.open && !graph.nodes.is_empty() {
                self.no_end(graph);
            } else {
                self.unreachable_states(&unreached);
            }
        }
        self.duplicate_names();
    }

    /// Finds the states that the transitions of a flow name.
    fn resolve(&mut self, flow: FlowId) {
        let ids: Vec<StateId> = self.flows[flow.0 as usize].states.clone();
        let by_name: HashMap<Str, StateId> = ids
            .iter()
            .map(|id| (self.states[id.0 as usize].name.value.clone(), *id))
            .collect();
        let find = |target: &mut Target| target.state = by_name.get(&target.name.value).copied();
        for id in ids {
            let state = &mut self.states[id.0 as usize];
            if let Transition::Next(target) = &mut state.transition {
                find(target);
            }
            if let StateKind::Choice(choice) = &mut state.kind {
                choice
                    .rules
                    .iter_mut()
                    .filter_map(|rule| rule.next.as_mut())
                    .for_each(find);
                choice.default.iter_mut().for_each(find);
            }
            state
                .catch
                .iter_mut()
                .filter_map(|catcher| catcher.next.as_mut())
                .for_each(find);
        }
        let flow = &mut self.flows[flow.0 as usize];
        flow.start = flow
            .start_at
            .as_ref()
            .and_then(|start| by_name.get(&start.value).copied());
    }

    /// `Missing 'Next' target`: AWS has the word `Next` at every place, `StartAt` and `Default` included
    /// (floci-io/floci#2786).
    fn missing_targets(
        &mut self,
        graph: &FlowGraph,
        start: Option<&Spanned<Str>>,
        unreached: &[&GraphNode],
        elsewhere: &HashMap<Str, &str>,
    ) {
        let names: HashSet<&str> = graph.nodes.iter().map(|node| &*node.name.value).collect();
        let open: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| name.contains("${"))
            .collect();
        let missing = |target: &Spanned<Str>| {
            let target = &*target.value;
            !names.contains(target)
                && !target.contains("${")
                && !open.iter().any(|name| may_become(name, target))
        };
        if let Some(start) = start.filter(|start| missing(start)) {
            let name = format!("`StartAt` of {}", graph.name);
            let location = graph.start_location.clone();
            self.missing_target(graph, (start, None), (name, location), unreached, elsewhere);
        }
        for edge in &graph.edges {
            if edge.supported && missing(&edge.target) {
                let place = graph.nodes[edge.from].describe(edge.field);
                let way = (&edge.target, Some(edge.from));
                self.missing_target(graph, way, place, unreached, elsewhere);
            }
        }
    }

    fn missing_target(
        &mut self,
        graph: &FlowGraph,
        (target, from): (&Spanned<Str>, Option<usize>),
        (name, location): (String, String),
        unreached: &[&GraphNode],
        elsewhere: &HashMap<Str, &str>,
    ) {
        let shown = text::shorten(&target.value, 60);
        let message = format!("{name} names `{shown}`, and there is no such state here");
        let mut diagnostic = Diagnostic::error("missing-target", target.span, message).at(location);
        diagnostic = if let Some(place) = elsewhere.get(&target.value) {
            let help = match self.flows[graph.flow.0 as usize].kind {
                FlowKind::Machine => "a state outside cannot lead into it",
                FlowKind::Branch { .. } => {
                    "a branch cannot lead out of itself: end it, and go on from the Parallel"
                }
                FlowKind::ItemProcessor { .. } => {
                    "an item processor cannot lead out of itself: end it, and go on from the Map"
                }
            };
            diagnostic
                .note(format!("`{shown}` is a state of {place}"))
                .help(help)
        } else {
            let alike = graph.spelt_alike(&target.value, from);
            // Else the only one that nothing leads to.
            let near = alike.or(match unreached {
                [only] => Some(&only.name.value),
                _ => None,
            });
            let is_same = |name: &str| same_letters(name, &target.value);
            // What leads back to the state makes a loop, which may not be meant.
            let loops = |name: &str| from.is_some_and(|from| graph.leads(name, from));
            if let Some(alike) = alike.filter(|alike| is_same(alike) || !loops(alike)) {
                let same = graph.nodes.iter().filter(|node| is_same(&node.name.value));
                let safe = is_same(alike) && same.count() == 1;
                diagnostic = self.rewritten(diagnostic, target.span, &target.value, alike, safe);
            }
            diagnostic.help(match near {
                Some(near) => format!("did you mean `{}`?", text::shorten(near, 60)),
                None => "add the state, or name another one".to_owned(),
            })
        };
        let words = format!("Missing 'Next' target: {}", target.value);
        self.push(diagnostic.aws(aws::TARGET, words));
    }

    /// AWS says nothing of unreachable states of a flow without an end (floci-io/floci#2786), and gives no location.
    fn no_end(&mut self, graph: &FlowGraph) {
        let message = format!("no state ends {}", graph.name);
        let diagnostic = Diagnostic::error("no-terminal-state", graph.states_place, message)
            .help("give its last state `\"End\": true`, or lead to a Succeed or Fail state")
            .aws(aws::END, "Workflow has no terminal state");
        self.push(diagnostic.at(graph.location.clone()));
    }

    fn unreachable_states(&mut self, unreached: &[&GraphNode]) {
        for node in unreached {
            let name = &node.name.value;
            let message = format!("nothing leads to state `{}`", text::shorten(name, 60));
            let diagnostic = Diagnostic::error("unreachable-state", node.name.span, message)
                .at(node.location.clone())
                .help("name it in a `Next`, a `Default` or a `Catch`, or remove it");
            self.push(diagnostic.aws(aws::TARGET, format!("State \"{name}\" is not reachable.")));
        }
    }

    /// State names must differ over the whole machine. Within one object the reader reports the doubled key.
    fn duplicate_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        let mut first: HashMap<&str, Span> = HashMap::with_capacity(names.len());
        for (name, location) in &names {
            let Some(before) = first.get(&*name.value) else {
                first.insert(&name.value, name.span);
                continue;
            };
            let shown = text::shorten(&name.value, 60);
            let message = format!("the state name `{shown}` stands twice in the machine");
            let diagnostic = Diagnostic::error("duplicate-state-name", name.span, message)
                .at(location.clone())
                .label(*before, "first here")
                .help(
                    "rename one of them: names must differ over all branches and item processors",
                );
            let words = format!("Duplicate State name: {}", name.value);
            self.push(diagnostic.aws(aws::DUPLICATE_NAME, words));
        }
    }
}
