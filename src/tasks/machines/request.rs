//! What a Task asks for that starts an execution.

use crate::asl::Pattern;
use crate::engine::TaskRequest;
use crate::value::{Str, Value, read};

/// An execution that a Task wants started.
#[derive(Clone, Debug, PartialEq)]
pub struct StartExecution {
    /// `StateMachineArn`
    pub state_machine_arn: Str,
    /// `Name`, if one was given.
    pub name: Option<Str>,
    /// `Input`; nothing where it is a text that is no JSON.
    pub input: Option<Value>,
    /// What the Task waits for.
    pub pattern: StartPattern,
}

/// What a Task waits for that starts an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartPattern {
    /// `states:startExecution`: that it has started.
    RequestResponse,
    /// `states:startExecution.sync`: its end; input and output come as texts.
    Sync,
    /// `states:startExecution.sync:2`: its end; input and output come as JSON.
    Sync2,
    /// `states:startExecution.waitForTaskToken`: whoever has the token.
    TaskToken,
    /// `aws-sdk:sfn:startExecution`: that it has started.
    Sdk,
    /// `aws-sdk:sfn:startSyncExecution`: the end of an Express execution, well or badly.
    SdkSync,
}

impl StartPattern {
    /// Whether the Task ends with the execution.
    pub fn waits_for_the_end(self) -> bool {
        matches!(self, Self::Sync | Self::Sync2 | Self::SdkSync)
    }

    /// Whether it is an AWS SDK integration, whose answers have other shapes and its errors other names.
    pub fn is_sdk(self) -> bool {
        matches!(self, Self::Sdk | Self::SdkSync)
    }
}

impl StartExecution {
    /// The name of the machine, as far as `StateMachineArn` tells.
    pub fn machine_name(&self) -> &str {
        super::machine_name(&self.state_machine_arn)
    }

    /// What a Task asks for, if it starts an execution and says of which machine.
    pub fn read(request: &TaskRequest) -> Option<Self> {
        let integration = request.resource.integration()?;
        let call = (&*integration.service, &*integration.action, integration.sdk);
        let pattern = match (call, integration.pattern) {
            (("states", "startExecution", false), pattern) => match pattern {
                Pattern::RequestResponse => StartPattern::RequestResponse,
                Pattern::Sync => StartPattern::Sync,
                Pattern::Sync2 => StartPattern::Sync2,
                Pattern::WaitForTaskToken => StartPattern::TaskToken,
            },
            (("sfn", "startExecution", true), Pattern::RequestResponse) => StartPattern::Sdk,
            (("sfn", "startSyncExecution", true), Pattern::RequestResponse) => {
                StartPattern::SdkSync
            }
            _ => return None,
        };
        let text = |key: &str| request.parameters.get(key).and_then(Value::as_str);
        Some(Self {
            state_machine_arn: text("StateMachineArn")?.into(),
            name: text("Name").map(Into::into),
            input: input(request.parameters.get("Input")),
            pattern,
        })
    }
}

/// A text is the JSON of the input, anything else the input itself, and nothing at all `{}` (recorded:
/// callback/callback.start_execution_sync, services/sfn_task_service.start_execution_input_json,
/// credentials/credentials_base.cross_account_states_start_sync_execution~SFN_START_EXECUTION_SYNC_ROLE_ARN_PATH).
fn input(given: Option<&Value>) -> Option<Value> {
    match given {
        None | Some(Value::Null) => Some(Value::empty_object()),
        Some(Value::String(text)) => read(text).ok(),
        Some(other) => Some(other.clone()),
    }
}
