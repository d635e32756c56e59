//! Starting executions.

use super::{ExecutionArn, MachineArn, Remote, text};
use crate::asl::WorkflowType;
use crate::aws::CallFault;
use crate::value::Value;

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

    /// Starts an execution. With a `name` the call can be repeated: the same name and input give the execution that was
    /// started before, as long as it runs.
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn start(
        &self,
        machine: &MachineArn,
        input: &str,
        name: Option<&str>,
    ) -> Result<ExecutionArn, CallFault> {
        let parameters = starting(machine, input, name);
        let answer = self.call("startExecution", parameters).await?;
        let arn = text(&answer, "ExecutionArn")?;
        ExecutionArn::parse(&arn).ok_or_else(|| CallFault::Response {
            service: "sfn".to_owned(),
            message: format!("`{arn}` is no ARN of an execution"),
        })
    }

    /// Starts an Express execution and waits for its end.
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
