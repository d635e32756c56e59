//! Reference Paths: paths that name one place, so that a value can be put there.

use super::message;
use super::{Path, PathSyntaxError, Step, StepKind};
use crate::value::{Object, Value};
use thiserror::Error;

/// A path of names and indexes only.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferencePath(Path);

/// A result that cannot be put where `ResultPath` says: `States.ResultPathMatchFailure`.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ResultPathError {
    /// What AWS might say; its text is not known.
    pub message: String,
}

impl ReferencePath {
    /// Compiles a Reference Path.
    ///
    /// # Errors
    /// Where the text is no path, or one that can lead to several values.
    pub fn parse(text: &str) -> Result<Self, PathSyntaxError> {
        let path = Path::parse(text)?;
        let odd = path
            .steps()
            .iter()
            .find(|step| !matches!(step.kind, StepKind::Name(_) | StepKind::Index(_)));
        match odd {
            None => Ok(Self(path)),
            Some(step) => Err(PathSyntaxError::new(
                format!(
                    "`{}` cannot stand in a Reference Path, which names one place",
                    &text[step.span.range()]
                ),
                step.span.start as usize,
            )),
        }
    }

    /// The text it was compiled from.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// The same as a path, to read with.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The steps from the root on: names and indexes.
    pub fn steps(&self) -> &[Step] {
        self.0.steps()
    }

    /// Whether it is `$`, `$$` or `$name` alone.
    pub fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    /// `target` with `result` at this place. Objects that are missing on the way are created; `$` gives `result` itself.
    ///
    /// # Errors
    /// Where the way leads through something that is no object, or to an item that an array does not have.
    pub fn set(&self, target: &Value, result: Value) -> Result<Value, ResultPathError> {
        put(self.steps(), target, result).ok_or_else(|| ResultPathError {
            message: message::no_place(self.text(), target),
        })
    }
}

fn put(steps: &[Step], target: &Value, result: Value) -> Option<Value> {
    let mut target = target.clone();
    let mut place = &mut target;
    for step in steps {
        place = match (&step.kind, place) {
            (StepKind::Name(name), Value::Object(members)) => {
                if !members.contains_key(name) {
                    members.insert(name.clone(), Value::Object(Object::new()));
                }
                members.get_mut(name)?
            }
            (StepKind::Index(index), Value::Array(items)) => {
                let index = usize::try_from(*index).ok()?;
                items.get(index)?;
                items.make_mut().get_mut(index)?
            }
            _ => return None,
        };
    }
    *place = result;
    Some(target)
}
