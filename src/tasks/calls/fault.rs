//! Why a Task has no result: an error that a Retrier or Catcher sees, or something that is amiss here and not on AWS.

use crate::aws::{CallFault, CredentialsFault, ServiceFault};
use crate::base::Hidden;
use crate::services::{api, error_prefixes};
use crate::tasks::scrub::without_hidden;
use crate::value::{Value, read};

/// Why a Task has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The Task fails as it does on AWS.
    Failed {
        /// The error's name.
        error: String,
        /// What the service says.
        cause: String,
        /// What to do about it: for people, not for Catchers.
        help: Option<String>,
    },
    /// What AWS never sees: no credentials here, no region, a call that this program cannot make. No Catcher may take it
    /// for an error of the Task.
    Hindered {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
}

impl Stop {
    /// The Task fails.
    pub(super) fn failed(error: impl Into<String>, cause: impl Into<String>) -> Self {
        Self::Failed {
            error: error.into(),
            cause: cause.into(),
            help: None,
        }
    }

    /// The Task cannot be done with these parameters.
    pub(super) fn unusable(parameters: &Value, reason: &str) -> Self {
        Self::failed("States.Runtime", unusable(parameters, reason))
    }

    /// Says what to do about it.
    pub(super) fn helped(self, told: Option<String>) -> Self {
        match self {
            Self::Failed { error, cause, .. } => Self::Failed {
                error,
                cause,
                help: told,
            },
            hindered => hindered,
        }
    }

    /// Strikes out what is hidden.
    pub(super) fn without(self, hidden: &Hidden) -> Self {
        let masked = |mut text: String| {
            hidden.mask(&mut text);
            text
        };
        match self {
            Self::Failed { error, cause, help } => Self::Failed {
                error,
                // JSON stays JSON.
                cause: match read(&cause) {
                    Ok(json) => without_hidden(&json, hidden).to_json(),
                    Err(_) => masked(cause),
                },
                help: help.map(masked),
            },
            Self::Hindered { message, help } => Self::Hindered {
                message: masked(message),
                help: help.map(masked),
            },
        }
    }

    /// What comes of a call of an `aws-sdk` integration.
    pub(super) fn of_sdk(fault: &CallFault, service: &str, parameters: &Value) -> Self {
        Self::hindered(fault).unwrap_or_else(|| {
            let prefix = api::service(service).map_or(service, |service| service.error_prefix);
            Self::failed(fault.error_name(prefix), cause(fault, parameters)).helped(fault.help())
        })
    }

    /// What comes of a call of the optimised integration `service`.
    pub(super) fn of_optimised(fault: &CallFault, service: &str, parameters: &Value) -> Self {
        if let Some(hindered) = Self::hindered(fault) {
            return hindered;
        }
        if let CallFault::Service(said) = fault {
            let (error, cause) = (said.optimised_name(service), said.optimised_cause(service));
            return Self::failed(error, cause).helped(said.help());
        }
        let prefix = error_prefixes(service, false);
        let prefix = prefix.first().copied().unwrap_or(service);
        Self::failed(fault.error_name(prefix), cause(fault, parameters)).helped(fault.help())
    }

    fn hindered(fault: &CallFault) -> Option<Self> {
        if let CallFault::Credentials(CredentialsFault::Role { fault, .. }) = fault {
            return Self::hindered(fault);
        }
        is_amiss_here(fault).then(|| Self::Hindered {
            message: fault.to_string(),
            help: fault.help(),
        })
    }
}

/// Whether a call fails for a reason that no state machine can meet on AWS.
pub(in crate::tasks) fn is_amiss_here(fault: &CallFault) -> bool {
    match fault {
        CallFault::Service(said) => is_about_credentials(said),
        // The role of a state cannot be assumed: on AWS it could not either.
        CallFault::Credentials(CredentialsFault::Role { fault, .. }) => is_amiss_here(fault),
        CallFault::Credentials(_)
        | CallFault::NoRegion
        | CallFault::Endpoint { .. }
        | CallFault::Unsupported { .. } => true,
        CallFault::Parameters(_) | CallFault::Connection { .. } | CallFault::Response { .. } => {
            false
        }
    }
}

/// Whether a service refuses the credentials themselves, which cannot happen to the role of a state machine.
fn is_about_credentials(fault: &ServiceFault) -> bool {
    let codes = [
        "ExpiredToken",
        "ExpiredTokenException",
        "InvalidAccessKeyId",
        "InvalidClientTokenId",
        "InvalidSignatureException",
        "SignatureDoesNotMatch",
        "UnrecognizedClientException",
    ];
    let code = fault.code.as_deref();
    code.is_some_and(|code| codes.contains(&code))
}

fn cause(fault: &CallFault, parameters: &Value) -> String {
    match fault {
        CallFault::Parameters(fault) => unusable(parameters, &fault.reason),
        _ => fault.cause(),
    }
}

/// The cause where the parameters of a Task cannot be used
/// (recorded: services/apigetway_task_service.invoke_with_headers~singleStringHeader).
fn unusable(parameters: &Value, reason: &str) -> String {
    format!(
        "The Parameters '{}' could not be used to start the Task: [{reason}]",
        parameters.to_json()
    )
}
