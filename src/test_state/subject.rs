//! The state that is tested, cut out of its definition.

use super::refusal::{Fault, Refusal};
use crate::asl::{
    Dataflow, FlowId, LowerOptions, QueryLanguage, State, StateId, StateKind, StateMachine, Target,
    Transition, lower,
};
use crate::base::Spanned;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Key, Kind, Member, Node, StringStyle, Text, Tree};
use crate::value::Str;

/// What a state is called while it is tested, one that `stateName` picks out of a machine too
/// (recorded: test_state/test_state_scenarios.state_with_variables~base_expressions).
const NAME: &str = "StateName";

/// Faults that a state by itself cannot help.
const OF_THE_GRAPH: [&str; 3] = ["missing-target", "no-terminal-state", "unreachable-state"];

/// The state that is tested.
pub(super) struct Subject {
    /// A machine that starts with the state and ends wherever it leads.
    pub(super) machine: StateMachine,
    /// The state in it.
    pub(super) state: StateId,
    /// Its name in the definition; [`NAME`] where it has none.
    pub(super) name: Str,
}

impl Subject {
    /// Finds the state in a definition: the state `name` of a machine, or the one state that the definition is.
    pub(super) fn find(definition: &Tree, name: Option<&str>) -> Result<Self, Fault> {
        let Some(root) = &definition.root else {
            return Err(refused(definition.diagnostics.clone()));
        };
        let options = LowerOptions {
            lossy: definition.lossy,
            ..LowerOptions::default()
        };
        let lowered = match name {
            Some(_) => lower(root, &options),
            None => lower(&wrapped(root), &options),
        };
        let found = definition
            .diagnostics
            .iter()
            .cloned()
            .chain(lowered.diagnostics);
        let errors: Vec<Diagnostic> = found
            .filter(|found| found.severity == Severity::Error)
            .filter(|found| name.is_some() || !OF_THE_GRAPH.contains(&found.rule))
            .collect();
        let machine = lowered.machine.filter(|_| errors.is_empty());
        let machine = machine.ok_or_else(|| refused(errors))?;
        let name = Str::from(name.unwrap_or(NAME));
        let state = machine
            .find_anywhere(&name)
            .ok_or_else(|| Refusal::validation("State not found in definition"))?;
        Ok(Self::cut_out(machine, state, name))
    }

    /// Makes the machine start with the state, and end wherever it leads.
    fn cut_out(mut machine: StateMachine, id: StateId, name: Str) -> Self {
        machine.timeout_seconds = None;
        machine.flows[FlowId::ROOT.0 as usize].start = Some(id);
        let mut state = machine.state(id).clone();
        state.name.value = NAME.into();
        for target in targets(&mut state) {
            let end = StateId(u32::try_from(machine.states.len()).unwrap_or(u32::MAX));
            machine.states.push(end_state(end, &target.name));
            target.state = Some(end);
        }
        machine.states[id.0 as usize] = state;
        Self {
            machine,
            state: id,
            name,
        }
    }

    /// The state.
    pub(super) fn state(&self) -> &State {
        self.machine.state(self.state)
    }
}

/// All ways that lead on from a state.
fn targets(state: &mut State) -> Vec<&mut Target> {
    let mut targets = Vec::new();
    if let Transition::Next(target) = &mut state.transition {
        targets.push(target);
    }
    if let StateKind::Choice(choice) = &mut state.kind {
        targets.extend(
            choice
                .rules
                .iter_mut()
                .filter_map(|rule| rule.next.as_mut()),
        );
        targets.extend(&mut choice.default);
    }
    targets.extend(
        state
            .catch
            .iter_mut()
            .filter_map(|catcher| catcher.next.as_mut()),
    );
    targets
}

/// A Succeed state in the place of one that the tested state leads to.
fn end_state(id: StateId, name: &Spanned<Str>) -> State {
    State {
        id,
        flow: FlowId::ROOT,
        name: name.clone(),
        span: name.span,
        type_span: name.span,
        location: format!("/States/{}", name.value),
        comment: None,
        query_language: QueryLanguage::JsonPath,
        io: Dataflow::default(),
        retry: Vec::new(),
        catch: Vec::new(),
        transition: Transition::None,
        kind: StateKind::Succeed,
        unresolved: Vec::new(),
    }
}

/// A machine of one state, which AWS calls `StateName` in its messages
/// (recorded: test_state/state_mock_validation.parallel_state_empty_branches).
fn wrapped(state: &Node) -> Node {
    let member = |name: &str, value: Node| Member {
        key: Key {
            text: name.into(),
            span: state.span,
        },
        value,
    };
    let name = Text {
        value: NAME.into(),
        style: StringStyle::Json,
        filled: true,
    };
    let states = Kind::Object(vec![member(NAME, state.clone())]);
    let machine = vec![
        member("StartAt", Node::new(Kind::String(name), state.span)),
        member("States", Node::new(states, state.span)),
    ];
    Node::new(Kind::Object(machine), state.span)
}

/// AWS's words for what is wrong with a definition; ours where AWS's are not known.
fn refused(errors: Vec<Diagnostic>) -> Fault {
    let problems: Vec<String> = errors
        .iter()
        .map(|found| match &found.aws {
            Some(aws) => {
                // Of a syntax error, the words end with the place.
                let place = aws.location.as_ref();
                let place = place.filter(|place| !aws.message.ends_with(&***place));
                let place = place.map_or_else(String::new, |place| format!(" at {place}"));
                format!("{}: {}{place}", aws.code, aws.message)
            }
            None => format!(
                "SCHEMA_VALIDATION_FAILED: {} at {}",
                found.message, found.location
            ),
        })
        .collect();
    let message = format!(
        "Invalid State Machine Definition: '{}'",
        problems.join(", ")
    );
    Refusal::definition(message, errors)
}
