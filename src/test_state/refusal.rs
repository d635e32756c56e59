//! What is not answered, and why.

use crate::diagnostics::Diagnostic;
use thiserror::Error;

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum Fault {
    /// AWS refuses the call.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// AWS would call the service; here only a mock can answer.
    #[error("Task state `{state}` has no mock, and no service is called here")]
    NoMock {
        /// The state's name in the definition.
        state: String,
    },
    /// The state needs what is not built.
    #[error("{feature} cannot be tested here")]
    Unsupported {
        /// What it is.
        feature: String,
    },
}

/// A call that AWS refuses.
#[derive(Clone, Debug, Error)]
#[error("{api_error}: {message}")]
pub struct Refusal {
    /// The error of the API: `ValidationException`, `InvalidDefinition`.
    pub api_error: &'static str,
    /// AWS's message.
    pub message: String,
    /// Of a definition: what is wrong with it, in our words, by place in the source.
    pub diagnostics: Vec<Diagnostic>,
}

impl Refusal {
    /// `ValidationException`: the request itself is at fault.
    pub(super) fn validation(message: impl Into<String>) -> Fault {
        Self::fault("ValidationException", message.into(), Vec::new())
    }

    /// `InvalidDefinition`
    pub(super) fn definition(message: impl Into<String>, diagnostics: Vec<Diagnostic>) -> Fault {
        Self::fault("InvalidDefinition", message.into(), diagnostics)
    }

    /// What the SDK refuses before it calls AWS.
    pub(super) fn parameter(message: impl Into<String>) -> Fault {
        let message = format!("Parameter validation failed:\n{}", message.into());
        Self::fault("ParamValidationError", message, Vec::new())
    }

    fn fault(api_error: &'static str, message: String, diagnostics: Vec<Diagnostic>) -> Fault {
        Fault::Refused(Box::new(Self {
            api_error,
            message,
            diagnostics,
        }))
    }
}
