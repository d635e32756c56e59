//! What a client of the SDK says of a call.

use super::capture::{Capture, response};
use crate::aws::credentials::chain;
use crate::aws::fault::CallFault;
use crate::aws::response::{self, Response};
use crate::aws::{ServiceFault, connection};
use crate::services::api::{Operation, Service};
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::result::SdkError;
use std::error::Error;

/// Judges the outcome of one call.
pub(super) struct Outcome<'a> {
    pub(super) service: &'a Service,
    pub(super) operation: &'a Operation,
    pub(super) host: String,
    pub(super) capture: Capture,
}

impl Outcome<'_> {
    /// The answer on the wire and the typed one.
    pub(super) fn of<T, E>(
        &self,
        result: Result<T, SdkError<E, HttpResponse>>,
    ) -> Result<(Response, T), CallFault>
    where
        E: Error + Send + Sync + 'static,
    {
        match result {
            Ok(typed) => Ok((self.capture.take().unwrap_or_default(), typed)),
            Err(error) => Err(self.fault(&error)),
        }
    }

    fn fault<E>(&self, error: &SdkError<E, HttpResponse>) -> CallFault
    where
        E: Error + Send + Sync + 'static,
    {
        if let SdkError::DispatchFailure(failure) = error
            && let Some(failed) = failure.as_connector_error()
        {
            return connection::fault(failed, failed.is_timeout(), &self.host);
        }
        let raw = error.raw_response().map(response);
        match raw.filter(|response| response.status >= 300) {
            Some(response) => {
                let said = response::said(self.service, &response);
                let fault = ServiceFault::new(self.service, self.operation, response.status, said);
                CallFault::Service(Box::new(fault))
            }
            None if error.raw_response().is_some() => CallFault::Response {
                service: self.service.name.to_owned(),
                message: chain(error),
            },
            None => CallFault::Unsupported {
                message: format!(
                    "`{}:{}` cannot be called: {}",
                    self.service.name,
                    self.operation.action(),
                    chain(error)
                ),
                help: None,
            },
        }
    }
}
