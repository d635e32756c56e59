//! Lambda functions that run on this machine: a command, a process that stays warm, a handler in Python or Node, or a
//! URL that speaks as the Runtime Interface Emulator and `sam local start-lambda` do.

mod failure;
mod handler_file;
mod logs;
mod process;
mod process_group;
mod source;
#[cfg(test)]
mod tests;
mod url;
mod warm;

#[cfg(feature = "aws")]
pub(super) use failure::Failure;
pub use logs::Logs;
pub use source::{FunctionSource, SourceFault};

use crate::engine::TaskOutcome;
use crate::value::Value;
use indexmap::IndexMap;
use std::sync::Arc;
use warm::Pool;

/// The functions that run on this machine, by name. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct LocalFunctions {
    by_name: Arc<IndexMap<String, Function>>,
    logs: Logs,
}

/// What stands for all functions that have no entry of their own.
const ANY: &str = "*";

#[derive(Debug)]
struct Function {
    source: FunctionSource,
    /// Processes that wait for the next event.
    pool: Pool,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Invocation {
    /// The function, as the definition names it: name, ARN, with or without version or alias.
    pub function: String,
    /// The event.
    pub event: Value,
    /// How long the Task waits for it, in seconds.
    pub timeout: Option<u64>,
}

impl LocalFunctions {
    /// Functions by name; `*` stands for every other one.
    pub fn new(sources: impl IntoIterator<Item = (String, FunctionSource)>) -> Self {
        let functions = sources.into_iter().map(|(name, source)| {
            let pool = Pool::default();
            (name, Function { source, pool })
        });
        Self {
            by_name: Arc::new(functions.collect()),
            logs: Logs::default(),
        }
    }

    /// Whether nothing runs here.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Whether the function that the definition calls `named` runs here.
    pub fn has(&self, named: &str) -> bool {
        self.find(named).is_some()
    }

    /// What the functions wrote to their standard error.
    pub fn logs(&self) -> &Logs {
        &self.logs
    }

    /// Calls a function: its result, or its error as Lambda tells of it. Nothing where it does not run here.
    ///
    /// # Errors
    /// Where it cannot be started here: what is wrong.
    pub async fn invoke(&self, invocation: Invocation) -> Option<Result<TaskOutcome, String>> {
        let (name, function) = self.find(&invocation.function)?;
        let answer = match &function.source {
            FunctionSource::Command(command) => {
                process::once(command, name, &invocation, &self.logs).await
            }
            FunctionSource::Lines(command) => {
                let command = warm::Command::shell(command);
                function
                    .pool
                    .invoke(&command, name, &invocation, &self.logs)
                    .await
            }
            FunctionSource::Handler(handler) => {
                let command = handler.command();
                function
                    .pool
                    .invoke(&command, name, &invocation, &self.logs)
                    .await
            }
            FunctionSource::Url(url) => url::post(url, &invocation).await,
        };
        Some(match answer {
            Ok(result) => Ok(TaskOutcome::Succeeded(result)),
            Err(failure) => failure.into_outcome(),
        })
    }

    fn find(&self, named: &str) -> Option<(&str, &Function)> {
        let plain = function_name(named);
        let found = [named, plain, ANY]
            .iter()
            .find_map(|key| self.by_name.get_key_value(*key))?;
        Some((found.0, found.1))
    }
}

/// The bare name in `name`, `name:alias`, `123456789012:function:name` or an ARN.
pub fn function_name(named: &str) -> &str {
    let after = match named.rsplit_once(":function:") {
        Some((_, after)) => after,
        None => named,
    };
    after.split(':').next().unwrap_or(after)
}
