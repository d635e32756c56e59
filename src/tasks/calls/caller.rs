//! Makes the calls of one Task.

use super::fault::Stop;
use super::{CallFacts, Origin, Selection};
use crate::aws::{Answer, Call, Client};
use crate::engine::TaskRequest;
use crate::services::api::Spelling;
use crate::services::operation_behind;
use crate::value::Value;

/// Makes the calls of one Task.
pub(super) struct Caller<'a> {
    pub(super) client: &'a Client,
    pub(super) request: &'a TaskRequest,
    pub(super) origin: &'a Origin,
    pub(super) selection: &'a Selection,
    pub(super) facts: &'a CallFacts,
}

impl Caller<'_> {
    /// A call as an `aws-sdk` integration makes it.
    pub(super) async fn sdk(
        &self,
        service: &str,
        action: &str,
        parameters: Value,
    ) -> Result<Value, Stop> {
        let call = self.call(service, action, parameters, Spelling::Sdk);
        match self.client.call(call).await {
            Ok(answer) => Ok(answer.result),
            Err(fault) => Err(Stop::of_sdk(&fault, service, &self.request.parameters)),
        }
    }

    /// A call as the optimised integration `service` makes it.
    pub(super) async fn optimised(
        &self,
        service: &str,
        action: &str,
        parameters: Value,
    ) -> Result<Answer, Stop> {
        let answer = self.ask(service, action, parameters).await?;
        answer.map_err(|fault| Stop::of_optimised(&fault, service, &self.request.parameters))
    }

    /// A call as the optimised integration `service` makes it, with what went wrong as it is.
    pub(super) async fn ask(
        &self,
        service: &str,
        action: &str,
        parameters: Value,
    ) -> Result<Result<Answer, crate::aws::CallFault>, Stop> {
        let Some((behind, action)) = operation_behind(service, action) else {
            return Err(super::unsupported(&self.request.resource));
        };
        let call = self.call(behind, action, parameters, Spelling::Optimised);
        Ok(self.client.call(call).await)
    }

    /// The Task cannot start with these parameters
    /// (recorded: services/apigetway_task_service.invoke_with_headers~singleStringHeader).
    pub(super) fn unusable(&self, reason: &str) -> Stop {
        Stop::unusable(&self.request.parameters, reason)
    }

    fn call(&self, service: &str, action: &str, parameters: Value, spelling: Spelling) -> Call {
        Call {
            spelling,
            role: self.request.role.as_deref().map(str::to_owned),
            ..Call::new(service, action, parameters)
        }
    }
}
