//! JSONata 2.0.6 as AWS Step Functions runs it: without `$eval`, with `$partition`, `$range`, `$hash`, `$random(seed)`,
//! `$uuid` and `$parse`.
//!
//! An [`Expression`] is compiled once (`syntax`) into a tree in which variables have places and built-in functions are
//! found, and is evaluated by walking that tree (`eval`). Values from outside are borrowed, never converted.

mod analysis;
mod ast;
mod call_fault;
mod error;
mod eval;
mod function;
mod functions;
mod limits;
mod name;
mod regex;
mod signature;
mod syntax;
mod text;
mod val;
mod visit;

pub use analysis::{Analysis, FunctionCall, Reference, StatesUse, built_in_functions};
pub use call_fault::CallFault;
pub use error::{ErrorKind, JsonataError};
pub use function::{Function, ResultKind, ValueKind};
pub use functions::HASHES;
pub use limits::Limits;
pub use visit::{Operation, ValueVisitor};

use crate::base::{Random, Timestamp};
use crate::query::environment::Variables;
use crate::value::{Str, Value};
use error::Open;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use val::Val;

/// A compiled expression. Clones share.
#[derive(Clone, Debug)]
pub struct Expression(Arc<Compiled>);

#[derive(Debug)]
struct Compiled {
    text: Str,
    program: ast::Program,
    analysis: OnceLock<Analysis>,
}

/// Where an expression finds the variables that it does not bind itself. Names come without `$`.
pub trait Scope {
    /// The value of a variable.
    fn get(&self, name: &str) -> Option<&Value>;
}

impl Scope for Variables {
    fn get(&self, name: &str) -> Option<&Value> {
        Self::get(self, name)
    }
}

/// `$states` and, behind it, the variables of the state machine.
#[derive(Clone, Copy, Debug)]
pub struct StatesScope<'a> {
    /// What `$states` is.
    pub states: &'a Value,
    /// The variables.
    pub variables: &'a Variables,
}

impl Scope for StatesScope<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        if name == "states" {
            return Some(self.states);
        }
        self.variables.get(name)
    }
}

/// What an expression can see, and how much it may take.
#[derive(Clone, Copy)]
pub struct Bindings<'a> {
    /// What `$` is at the top level. Step Functions has none.
    pub input: Option<&'a Value>,
    /// What `$name` finds.
    pub variables: &'a dyn Scope,
    /// What `$now()` and `$millis()` give.
    pub now: Timestamp,
    /// Where `$random()`, `$uuid()` and `$shuffle()` draw from.
    pub random: &'a RefCell<Random>,
    /// Depth, memory and steps.
    pub limits: Limits,
    /// Set by another thread, it ends the evaluation.
    pub cancel: Option<&'a AtomicBool>,
}

impl Expression {
    /// Compiles an expression, which stands without `{%` and `%}`.
    ///
    /// # Errors
    /// Where the text is no JSONata 2.0.6.
    pub fn parse(text: &str) -> Result<Self, JsonataError> {
        let program = syntax::compile(text).map_err(|failure| failure.finish())?;
        Ok(Self(Arc::new(Compiled {
            text: text.into(),
            program,
            analysis: OnceLock::new(),
        })))
    }

    /// The same, with all that is wrong in a list.
    pub fn parse_recovering(text: &str) -> (Option<Self>, Vec<JsonataError>) {
        match Self::parse(text) {
            Ok(expression) => (Some(expression), Vec::new()),
            Err(error) => (None, vec![error]),
        }
    }

    /// The text that it was compiled from.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Evaluates it. `None` is JSONata's *undefined*.
    ///
    /// # Errors
    /// Where evaluation fails, passes a limit, is cancelled, or gives a function.
    pub fn evaluate(&self, bindings: &Bindings<'_>) -> Result<Option<Value>, JsonataError> {
        let evaluator = eval::Evaluator::new(&self.0.program, bindings);
        match evaluator.run().map_err(|failure| failure.finish())? {
            Val::Undefined => Ok(None),
            Val::Func(_) => Err(
                Open::with_message("T1006", "The expression gives a function")
                    .kind(ErrorKind::FunctionResult)
                    .finish(),
            ),
            value => Ok(Some(value.into_value())),
        }
    }

    /// What it refers to.
    pub fn analysis(&self) -> &Analysis {
        self.0
            .analysis
            .get_or_init(|| analysis::analyse(&self.0.program))
    }
}
