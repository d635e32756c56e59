//! AWS Step Functions as the engine: executions that run there, started and followed from here.
//!
//! ```text
//! let remote = Remote::new(client);
//! let started = remote.start(&machine, input, name).await?;    // StartExecution
//! let mut feed = remote.feed(started);                          // GetExecutionHistory, page by page
//! while !feed.is_over() { feed.poll().await?; … }
//! ```

mod arn;
mod feed;
mod map_run;
mod names;
mod patience;
mod start;

pub use arn::{ExecutionArn, MachineArn};
pub use feed::Feed;
pub use map_run::{Children, FailedChild, MapRun};
pub use patience::Patience;
pub use start::{Finished, StartFault};

use crate::aws::{Answer, Call, CallFault, Client};
use crate::value::{Object, Value};

/// Step Functions in the account and region of a client.
#[derive(Clone, Debug)]
pub struct Remote {
    client: Client,
    patience: Patience,
}

impl Remote {
    /// Through this client, without patience. Nothing is called yet.
    pub fn new(client: Client) -> Self {
        Self {
            client,
            patience: Patience::None,
        }
    }

    /// The same, with this patience in each of its calls.
    #[must_use]
    pub fn with(&self, patience: Patience) -> Self {
        Self {
            client: self.client.clone(),
            patience,
        }
    }

    /// The history of an execution, of which nothing is read yet.
    pub fn feed(&self, execution: ExecutionArn) -> Feed {
        Feed::new(self.clone(), execution)
    }

    /// The definition that an execution was started with, which its machine need not have any more
    /// (`DescribeStateMachineForExecution`).
    ///
    /// # Errors
    /// See [`CallFault`].
    pub async fn definition(&self, execution: &ExecutionArn) -> Result<String, CallFault> {
        let parameters = [("ExecutionArn", Value::string(execution.as_str()))];
        let answer = self
            .call("describeStateMachineForExecution", parameters)
            .await?;
        text(&answer, "Definition")
    }

    async fn call(
        &self,
        action: &str,
        parameters: impl IntoIterator<Item = (&str, Value)>,
    ) -> Result<Answer, CallFault> {
        let parameters: Object = parameters.into_iter().collect();
        let call = Call::new("sfn", action, parameters.into());
        self.patience
            .call(async || self.client.call(call.clone()).await)
            .await
    }
}

/// A text of an answer that the API always gives.
fn text(answer: &Answer, member: &str) -> Result<String, CallFault> {
    let found = answer.result.get(member).and_then(Value::as_str);
    found.map(str::to_owned).ok_or_else(|| CallFault::Response {
        service: "sfn".to_owned(),
        message: format!("it has no `{member}`"),
    })
}
