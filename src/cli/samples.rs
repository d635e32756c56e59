//! Examples of data, for what the linter estimates.

use super::args::Validate;
use super::definition::Definition;
use super::error::CliError;
use super::input;
use super::mock_source::MockSource;
use super::rehearsal;
use super::terminal::Terminal;
use crate::analysis::Samples;

/// The examples of data that `--input` and `--mocks` give.
pub(super) fn given(
    arguments: &Validate,
    definition: &Definition,
    terminal: &Terminal,
) -> Result<Samples, CliError> {
    let mut samples = Samples::default();
    if let Some(input) = &arguments.input {
        samples = samples.with_input(input::json(input, "--input")?);
    }
    if let (Some(named), Some(machine)) = (&arguments.mocks, &definition.machine) {
        let mocks = MockSource::load(named, &definition.name(), machine, terminal)?;
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
