//! A state and what all states have in common.

use super::{
    Catcher, Choice, Dataflow, Fail, FlowId, Map, QueryLanguage, Retrier, StateId, Task, Wait,
};
use crate::base::{Span, Spanned};
use crate::value::{Str, Value};
use std::fmt;

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Which it is.
    pub id: StateId,
    /// The flow it stands in.
    pub flow: FlowId,
    /// Its name and the place of the key.
    pub name: Spanned<Str>,
    /// The object that describes it.
    pub span: Span,
    /// The value of its `Type`.
    pub type_span: Span,
    /// AWS's location: `/States/A`, `/States/P/Branches[0]/States/A`.
    pub location: String,
    /// `Comment`
    pub comment: Option<Str>,
    /// Its own `QueryLanguage`, else the machine's.
    pub query_language: QueryLanguage,
    /// What is done to the data on the way in and out.
    pub io: Dataflow,
    /// `Retry`: Task, Map, Parallel.
    pub retry: Vec<Retrier>,
    /// `Catch`: Task, Map, Parallel.
    pub catch: Vec<Catcher>,
    /// `Next` or `End`.
    pub transition: Transition,
    /// `Type` and the fields of that type.
    pub kind: StateKind,
    /// Fields that the model leaves out because their value is a placeholder that is not filled, and the place of the
    /// value.
    pub unresolved: Vec<Spanned<Str>>,
}

impl State {
    /// Its type.
    pub fn state_type(&self) -> StateType {
        match self.kind {
            StateKind::Task(_) => StateType::Task,
            StateKind::Pass(_) => StateType::Pass,
            StateKind::Choice(_) => StateType::Choice,
            StateKind::Wait(_) => StateType::Wait,
            StateKind::Succeed => StateType::Succeed,
            StateKind::Fail(_) => StateType::Fail,
            StateKind::Parallel(_) => StateType::Parallel,
            StateKind::Map(_) => StateType::Map,
        }
    }

    /// The ways on from here, without those of `Catch`.
    pub fn targets(&self) -> Vec<&Target> {
        match (&self.kind, &self.transition) {
            (StateKind::Choice(choice), _) => {
                let rules = choice.rules.iter().filter_map(|rule| rule.next.as_ref());
                rules.chain(&choice.default).collect()
            }
            (_, Transition::Next(target)) => vec![target],
            _ => Vec::new(),
        }
    }

    /// The first retrier that takes an error, be it one that retries never.
    pub fn retrier_of(&self, error: &str) -> Option<&Retrier> {
        self.retry.iter().find(|retrier| retrier.matches(error))
    }

    /// The first field whose value is a placeholder that is not filled.
    pub fn unfilled(&self) -> Option<Spanned<Str>> {
        let field = self.unresolved.first().cloned();
        field.or_else(|| match &self.kind {
            StateKind::Choice(choice) => choice.unfilled(),
            _ => None,
        })
    }

    /// Whether a field is left out of the model because its value is a placeholder that is not filled.
    pub fn is_unresolved(&self, field: &str) -> bool {
        self.unresolved.iter().any(|name| &*name.value == field)
    }
}

/// `Type`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateType {
    /// `Task`
    Task,
    /// `Pass`
    Pass,
    /// `Choice`
    Choice,
    /// `Wait`
    Wait,
    /// `Succeed`
    Succeed,
    /// `Fail`
    Fail,
    /// `Parallel`
    Parallel,
    /// `Map`
    Map,
}

impl StateType {
    /// All types, in the order in which AWS lists them.
    pub const ALL: [Self; 8] = [
        Self::Task,
        Self::Wait,
        Self::Pass,
        Self::Succeed,
        Self::Fail,
        Self::Choice,
        Self::Parallel,
        Self::Map,
    ];

    /// Whether states of this type take `Retry` and `Catch`.
    pub fn can_retry(self) -> bool {
        matches!(self, Self::Task | Self::Parallel | Self::Map)
    }

    /// As the `Type` field names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Task => "Task",
            Self::Pass => "Pass",
            Self::Choice => "Choice",
            Self::Wait => "Wait",
            Self::Succeed => "Succeed",
            Self::Fail => "Fail",
            Self::Parallel => "Parallel",
            Self::Map => "Map",
        }
    }
}

impl fmt::Display for StateType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// `Type` and the fields of that type.
#[derive(Clone, Debug)]
pub enum StateKind {
    /// Has work done.
    Task(Task),
    /// Hands on its input or a fixed result.
    Pass(Pass),
    /// Chooses the way.
    Choice(Choice),
    /// Waits.
    Wait(Wait),
    /// Ends well.
    Succeed,
    /// Ends badly.
    Fail(Fail),
    /// Runs branches side by side.
    Parallel(Parallel),
    /// Runs an item processor for every item.
    Map(Box<Map>),
}

/// The fields of a Pass state.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    /// `Result`: no template, it comes out as it is.
    pub result: Option<Spanned<Value>>,
}

/// The fields of a Parallel state.
#[derive(Clone, Debug, Default)]
pub struct Parallel {
    /// `Branches`
    pub branches: Vec<FlowId>,
}

/// Where a state leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transition {
    /// `Next`
    Next(Target),
    /// `"End": true`
    End(Span),
    /// Neither: Choice, Succeed, Fail, or a fault that a diagnostic tells of.
    None,
}

/// The name of a state in a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The name as written.
    pub name: Spanned<Str>,
    /// The state of the same flow that has the name.
    pub state: Option<StateId>,
}
