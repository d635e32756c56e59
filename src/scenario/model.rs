//! A scenario file, read.

use super::bound::Bound;
use crate::asl::WorkflowType;
use crate::base::{Span, Spanned, Timestamp};
use crate::engine::{Limits, Status};
use crate::source::Node;
use crate::value::{Str, Value};

/// One scenario as it is written, with what the file says for all of them already in it.
#[derive(Clone, Debug)]
pub(super) struct Scenario {
    /// Its name.
    pub(super) name: Spanned<Str>,
    /// How to run it.
    pub(super) settings: Settings,
    /// What must hold after it, in the order of the file.
    pub(super) expect: Vec<Expectation>,
}

/// How to run a scenario.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// `definition`: a path.
    pub(super) definition: Option<Spanned<Str>>,
    /// `resource`: the machine, where the definition is a template of several.
    pub(super) resource: Option<Str>,
    /// `input`
    pub(super) input: Option<Spanned<Input>>,
    /// `mocks`: who answers first stands first.
    pub(super) mocks: Vec<MockLayer>,
    /// `machines`: the machines that the execution may start, by name.
    pub(super) machines: Vec<MachineFile>,
    /// `s3`: the path of a folder.
    pub(super) s3: Option<Spanned<Str>>,
    /// `type`
    pub(super) workflow_type: Option<WorkflowType>,
    /// `vars`
    pub(super) variables: Vec<Variable>,
    /// `seed`
    pub(super) seed: Option<u64>,
    /// `start-time`
    pub(super) start: Option<Timestamp>,
    /// `limits`
    pub(super) limits: Option<Limits>,
    /// `execution-name`
    pub(super) execution_name: Option<Str>,
}

/// An input.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// In a file.
    File(Str),
    /// As it stands.
    Inline(Value),
}

/// Mocks.
#[derive(Clone, Debug)]
pub(super) enum MockLayer {
    /// `FILE` or `FILE#CASE`.
    File(Spanned<Str>),
    /// The states of a mock file.
    Inline(Node),
}

/// A machine that the execution may start.
#[derive(Clone, Debug)]
pub(super) struct MachineFile {
    /// Its name or its ARN.
    pub(super) name: Spanned<Str>,
    /// The path of its definition.
    pub(super) path: Spanned<Str>,
}

/// A text for a placeholder.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// The placeholder's name.
    pub(super) name: Spanned<Str>,
    /// The value.
    pub(super) value: Node,
}

impl Settings {
    /// These settings, and those of the file where these say nothing.
    pub(super) fn over(mut self, file: &Self) -> Self {
        self.definition = self.definition.or_else(|| file.definition.clone());
        self.resource = self.resource.or_else(|| file.resource.clone());
        self.input = self.input.or_else(|| file.input.clone());
        if !self
            .mocks
            .iter()
            .any(|layer| matches!(layer, MockLayer::File(_)))
        {
            self.mocks.extend(file.mocks.iter().cloned());
        }
        self.s3 = self.s3.or_else(|| file.s3.clone());
        // Of a name that is set twice the later one counts.
        self.variables.splice(0..0, file.variables.iter().cloned());
        let own = std::mem::take(&mut self.machines);
        let others = file.machines.iter();
        let others =
            others.filter(|other| own.iter().all(|own| own.name.value != other.name.value));
        self.machines = others.cloned().collect();
        self.machines.extend(own);
        self.workflow_type = self.workflow_type.or(file.workflow_type);
        self.seed = self.seed.or(file.seed);
        self.start = self.start.or(file.start);
        self.limits = self.limits.or(file.limits);
        self.execution_name = self.execution_name.or_else(|| file.execution_name.clone());
        self
    }

    /// The mock file among the layers.
    pub(super) fn mock_file(&self) -> Option<&Spanned<Str>> {
        self.mocks.iter().find_map(|layer| match layer {
            MockLayer::File(named) => Some(named),
            MockLayer::Inline(_) => None,
        })
    }
}

/// One thing that must hold.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    /// Where it stands.
    pub(super) span: Span,
    /// What it is.
    pub(super) expected: Expected,
}

/// What must hold.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    Status(Status),
    Output(Value),
    /// `output-file`: a path. Loading turns it into [`Self::Output`].
    OutputFile(Str),
    OutputContains(Value),
    Error(Str),
    Cause(Str),
    /// All of them.
    CauseContains(Vec<Str>),
    /// The states of the machine's own flow, in order.
    Visits(Vec<Spanned<Str>>),
    /// States of any flow.
    Visited(Vec<Spanned<Str>>),
    NotVisited(Vec<Spanned<Str>>),
    ViaCatch(bool),
    /// Milliseconds.
    Duration(Bound),
    Events(Bound),
    Retries(Bound),
}

impl Expected {
    /// The key that it stands under.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::Status(_) => "status",
            Self::Output(_) => "output",
            Self::OutputFile(_) => "output-file",
            Self::OutputContains(_) => "output-contains",
            Self::Error(_) => "error",
            Self::Cause(_) => "cause",
            Self::CauseContains(_) => "cause-contains",
            Self::Visits(_) => "visits",
            Self::Visited(_) => "visited",
            Self::NotVisited(_) => "not-visited",
            Self::ViaCatch(_) => "via-catch",
            Self::Duration(_) => "duration",
            Self::Events(_) => "events",
            Self::Retries(_) => "retries",
        }
    }
}
