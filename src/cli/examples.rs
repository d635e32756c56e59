//! The examples of data that `--input` and `--mocks` give to `validate`.

use super::args::Validate;
use super::definition::Definition;
use super::error::CliError;
use super::input;
use super::mock_source::MockSource;
use super::rehearsal;
use super::terminal::Terminal;
use crate::analysis::Samples;
use crate::value::Value;

/// What was given.
pub(super) struct Examples<'a> {
    input: Option<Value>,
    mocks: Option<&'a str>,
    terminal: &'a Terminal,
}

impl<'a> Examples<'a> {
    pub(super) fn new(arguments: &'a Validate, terminal: &'a Terminal) -> Result<Self, CliError> {
        let input = arguments.input.as_ref();
        Ok(Self {
            input: input.map(|text| input::json(text, "--input")).transpose()?,
            mocks: arguments.mocks.as_deref(),
            terminal,
        })
    }

    /// Those for one machine.
    pub(super) fn of(&self, definition: &Definition) -> Result<Samples, CliError> {
        let mut samples = Samples::default();
        if let Some(input) = &self.input {
            samples = samples.with_input(input.clone());
        }
        if let (Some(named), Some(machine)) = (self.mocks, &definition.machine) {
            let mocks = MockSource::load(named, &definition.name(), machine, self.terminal)?;
            let mut results = mocks.results(machine);
            let input = samples.input().filter(|_| !definition.has_errors());
            if let Some(input) = input {
                results.extend(rehearsal::results(
                    machine,
                    definition.workflow_type,
                    &mocks,
                    input.clone(),
                ));
            }
            for (state, result) in results {
                samples = samples.with_result(state, result);
            }
        }
        Ok(samples)
    }
}
