//! Keeps what came over the wire, for the names and values that the typed results do not tell.

use crate::aws::response::Response;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::AfterDeserializationInterceptorContextRef;
use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps the answer of one call. Clones keep the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Capture(Arc<Mutex<Option<Response>>>);

impl Capture {
    /// The answer, where one came. A body that streams is not in it.
    pub(super) fn take(&self) -> Option<Response> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Intercept for Capture {
    fn name(&self) -> &'static str {
        "Capture"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(response(context.response()));
        Ok(())
    }
}

/// An answer as all other calls have it.
pub(super) fn response(answer: &HttpResponse) -> Response {
    Response {
        status: answer.status().as_u16(),
        headers: answer
            .headers()
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        body: answer.body().bytes().unwrap_or_default().to_vec(),
    }
}
