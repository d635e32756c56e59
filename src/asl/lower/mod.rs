//! Source tree to model, with everything that AWS refuses when it is asked to create the machine.
//!
//! Lowering never fails: it reports what is wrong and goes on, so that one run tells of every fault. One fault gives one
//! message, at the key or value that has it. Values that are known only at deployment (placeholders, CloudFormation
//! functions) fit everywhere.

mod aws;
mod choice;
mod dataflow;
mod error_handling;
mod fail;
mod faults;
mod fields;
mod flow;
mod graph;
mod jsonata;
mod language;
mod machine;
mod map;
mod map_data;
mod map_fields;
mod marks;
mod object;
mod parallel;
mod paths;
mod repairs;
mod resource;
mod state;
mod structure;
mod task;
mod templates;
mod timestamps;
mod values;
mod variables;
mod wait;

use super::{Flow, State, StateMachine, WorkflowType};
use crate::base::Spanned;
use crate::diagnostics::Diagnostic;
use crate::source::{Node, SourceFile};
use crate::value::Str;
use graph::FlowGraph;
use language::Spoken;

/// How to lower.
#[derive(Clone, Copy, Debug, Default)]
pub struct LowerOptions<'f> {
    /// What AWS is to run the machine as: Express machines cannot do everything.
    pub workflow_type: WorkflowType,
    /// Whether the reader lost parts of the text to syntax errors, as [`crate::source::Tree::lossy`] says. What seems to
    /// be missing or in the wrong place is then not reported.
    pub lossy: bool,
    /// The file that the tree was read from. With it, findings inside strings that have escapes or are YAML blocks
    /// point at the very characters; without it, at the whole string.
    pub file: Option<&'f SourceFile>,
}

/// What a definition was lowered to.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The machine, wherever there is an object with `States`, faults or not. It may be run if no diagnostic is an error.
    pub machine: Option<StateMachine>,
    /// What was found, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
}

/// Rules whose findings may come from parts of the text that the reader lost, or put elsewhere.
const OF_WHAT_IS_MISSING: [&str; 9] = [
    "choice-rule",
    "map-processor",
    "missing-field",
    "missing-target",
    "no-terminal-state",
    "query-language",
    "unknown-field",
    "unreachable-state",
    "unsupported-field",
];

/// Lowers a definition.
pub fn lower(root: &Node, options: &LowerOptions<'_>) -> Lowered {
    let mut lowering = Lowering {
        options,
        root,
        language: Spoken::Unsaid,
        states: Vec::new(),
        flows: Vec::new(),
        graphs: Vec::new(),
        names: Vec::new(),
        labels: Vec::new(),
        unresolved: Vec::new(),
        diagnostics: Vec::new(),
    };
    let machine = lowering.machine(root);
    let mut diagnostics = lowering.diagnostics;
    if options.lossy {
        diagnostics.retain(|diagnostic| !OF_WHAT_IS_MISSING.contains(&diagnostic.rule));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().start);
    Lowered {
        machine,
        diagnostics,
    }
}

/// What is collected on the way.
struct Lowering<'o> {
    options: &'o LowerOptions<'o>,
    /// The definition.
    root: &'o Node,
    /// The machine's query language.
    language: Spoken,
    states: Vec<State>,
    flows: Vec<Flow>,
    graphs: Vec<FlowGraph>,
    /// The name and location of every state, also of those that are not lowered.
    names: Vec<(Spanned<Str>, String)>,
    /// The value and location of every `Label`.
    labels: Vec<(Spanned<Str>, String)>,
    /// Fields of the state at hand whose value is not known.
    unresolved: Vec<Spanned<Str>>,
    diagnostics: Vec<Diagnostic>,
}

impl Lowering<'_> {
    fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Notes that a field's value is not known, so that the model leaves the field out.
    fn unresolved(&mut self, field: &str, node: &Node) {
        self.unresolved.push(Spanned::new(field.into(), node.span));
    }
}
