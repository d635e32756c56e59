//! Starting executions.

use super::{ExecutionArn, MachineArn, Remote, text};
use crate::asl::WorkflowType;
use crate::aws::{Call, CallFault};
use crate::value::{Object, Value};
use thiserror::Error;

/// How an Express execution ended that was waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// `SUCCEEDED`, `FAILED`, `TIMED_OUT`
    pub status: String,
    /// The output as JSON text.
    pub output: Option<String>,
    /// The name of the error.
    pub error: Option<String>,
    /// Its cause.
    pub cause: Option<String>,
}

/// Why no execution is known to have been started.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{fault}")]
pub struct StartFault {
    /// What the last call came to.
    pub fault: CallFault,
    /// Whether one of the calls may have started it all the same.
    pub may_run: bool,
}

impl Remote {
    /// The type of a machine.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn workflow_type(&self, machine: &MachineArn) -> Result<WorkflowType, CallFault> {
        // Versions and aliases have the type of their machine; aliases cannot be described by this call.
        let arn = Value::string(machine.unqualified().as_str());
        let answer = self
            .call("describeStateMachine", [("StateMachineArn", arn)])
            .await?;
        Ok(match &*text(&answer, "Type")? {
            "EXPRESS" => WorkflowType::Express,
            _ => WorkflowType::Standard,
        })
    }

    /// Starts an execution of a Standard machine. The call is made again as far as the patience goes: the same name and input
    /// give the execution that was started before, as long as it runs (API reference, StartExecution).
    ///
    /// # Errors
    /// See [`StartFault`].
    pub async fn start(
        &self,
        machine: &MachineArn,
        input: &str,
        name: &str,
    ) -> Result<ExecutionArn, StartFault> {
        let parameters: Object = starting(machine, input, Some(name)).collect();
        let call = Call::new("sfn", "startExecution", parameters.into());
        let mut open = false;
        let answer = self
            .patience
            .call(async || {
                let answer = self.client.call(call.clone()).await;
                open |= answer.as_ref().is_err_and(CallFault::leaves_open);
                answer
            })
            .await;
        let started = answer.and_then(|answer| {
            let arn = text(&answer, "ExecutionArn")?;
            ExecutionArn::parse(&arn).ok_or_else(|| CallFault::Response {
                service: "sfn".to_owned(),
                message: format!("`{arn}` is no ARN of an execution"),
            })
        });
        started.map_err(|fault| StartFault {
            may_run: open || fault.leaves_open(),
            fault,
        })
    }

    /// Starts an Express execution and waits for its end. What is started twice runs twice.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn run(
        &self,
        machine: &MachineArn,
        input: &str,
        name: Option<&str>,
    ) -> Result<Finished, CallFault> {
        let parameters = starting(machine, input, name);
        let answer = self.call("startSyncExecution", parameters).await?;
        let optional = |member: &str| {
            let found = answer.result.get(member).and_then(Value::as_str);
            found.map(str::to_owned)
        };
        Ok(Finished {
            status: text(&answer, "Status")?,
            output: optional("Output"),
            error: optional("Error"),
            cause: optional("Cause"),
        })
    }
}

fn starting<'p>(
    machine: &MachineArn,
    input: &str,
    name: Option<&str>,
) -> impl Iterator<Item = (&'p str, Value)> {
    let name = name.map(|name| ("Name", Value::string(name)));
    let given = [
        ("StateMachineArn", Value::string(machine.as_str())),
        ("Input", Value::string(input)),
    ];
    given.into_iter().chain(name)
}
