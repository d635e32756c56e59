//! A queue or stream that is wired to a state machine as if it were a function.

use crate::diagnostics::Diagnostic;
use crate::source::hcl::{Block, Expression};
use crate::source::{SourceFile, rule};

/// Looks at an `aws_lambda_event_source_mapping`.
pub(super) fn check(block: &Block, file: &SourceFile) -> Option<Diagnostic> {
    let function: &Expression = block.body.get("function_name")?;
    let written = file.slice(function.span)?;
    let to_machine =
        written.contains("aws_sfn_state_machine.") || written.contains(":stateMachine:");
    to_machine.then(|| {
        Diagnostic::warning(
            rule::EVENT_SOURCE_TO_MACHINE,
            function.span,
            "an event source mapping invokes a Lambda function, and this names a state machine",
        )
        .help("start the machine with EventBridge Pipes (`aws_pipes_pipe` with the machine as `target`), or with a function between them")
    })
}
