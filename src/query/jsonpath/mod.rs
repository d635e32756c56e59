//! JSONPath as AWS Step Functions speaks it: Jayway json-path 2.0.0 of March 2015, quirks and messages included.
//!
//! It is neither RFC 9535 nor today's Jayway: 35 of 35 outcomes seen on AWS agree with 2.0.0, half of them with later
//! versions. To it come the roots that Step Functions adds: `$$` for the context object and `$name` for a variable.

mod compare;
mod error;
mod evaluate;
mod filter;
mod message;
mod parse;
mod parse_filter;
mod reference_path;
mod step;

pub use error::{PathError, PathErrorKind, PathSyntaxError};
pub use filter::{Comparison, Filter, Operand, Operator, Test};
pub use reference_path::{ReferencePath, ResultPathError};
pub use step::{Step, StepKind};

use super::Environment;
use crate::value::{Str, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// A compiled path. Clones share.
#[derive(Clone, Debug, PartialEq)]
pub struct Path(Arc<Compiled>);

#[derive(Debug, PartialEq)]
struct Compiled {
    text: Str,
    root: Root,
    steps: Steps,
}

/// The steps of a path or of an operand in a filter.
#[derive(Clone, Debug, PartialEq)]
struct Steps {
    list: Box<[Step]>,
    /// From this one on all steps are definite. 0: the path is.
    definite_from: usize,
}

impl Steps {
    fn new(list: Vec<Step>) -> Self {
        let indefinite = list.iter().rposition(|step| !step.kind.is_definite());
        Self {
            list: list.into(),
            definite_from: indefinite.map_or(0, |at| at + 1),
        }
    }

    fn is_definite(&self) -> bool {
        self.definite_from == 0
    }

    /// Whether a name that is missing at step `at`, and is not the last, is passed over in silence. Jayway means to ask
    /// whether the steps before are definite, but asks for all from the one before on, up to the end.
    fn skips_missing(&self, at: usize) -> bool {
        at.saturating_sub(1) < self.definite_from
    }
}

/// Where a path starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$.a`: the input, result or whatever the field looks at.
    Input,
    /// `$$.a`: the context object.
    Context,
    /// `$name.a`: a variable, by its name without `$`.
    Variable(Str),
}

impl Path {
    /// Compiles a path.
    ///
    /// # Errors
    /// Where the text is no path. What Jayway refuses only in use (`$.x.length()`, `[-1]`) compiles.
    pub fn parse(text: &str) -> Result<Self, PathSyntaxError> {
        let (root, steps) = parse::path(text)?;
        Ok(Self(Arc::new(Compiled {
            text: text.into(),
            root,
            steps,
        })))
    }

    /// The text it was compiled from.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Where it starts.
    pub fn root(&self) -> &Root {
        &self.0.root
    }

    /// Whether it gives one value (or an error), and not a list.
    pub fn is_definite(&self) -> bool {
        self.0.steps.is_definite()
    }

    /// The steps from the root on.
    pub fn steps(&self) -> &[Step] {
        &self.0.steps.list
    }

    /// Whether it is `$`, `$$` or `$name` alone.
    pub fn is_whole(&self) -> bool {
        self.steps().is_empty()
    }

    /// The value in an environment: of the input, the context object or a variable. A definite path borrows it; any
    /// other gives an array of what it finds.
    ///
    /// # Errors
    /// Where there is no such value or variable.
    pub fn evaluate<'v>(&self, env: &Environment<'v>) -> Result<Cow<'v, Value>, PathError> {
        let root = match self.root() {
            Root::Input => env.input,
            Root::Context => env.context.object(),
            Root::Variable(name) => match env.variables.get(name) {
                Some(value) => value,
                None => return Err(message::undefined_variable(name)),
            },
        };
        self.select(root)
    }

    /// The value in `root`, whatever the path's own root is.
    ///
    /// # Errors
    /// Where there is no such value.
    pub fn select<'v>(&self, root: &'v Value) -> Result<Cow<'v, Value>, PathError> {
        evaluate::select(&self.0.steps, root)
    }
}
