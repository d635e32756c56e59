//! An operation of a service.

use super::{ShapeRef, uncapitalise};
use std::borrow::Cow;

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// As the API names it: `SendMessage`.
    pub name: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path, with `{Label}` and `{Label+}` for members that are placed in it, and perhaps a fixed query.
    pub uri: &'static str,
    /// The structure of the request.
    pub input: Option<ShapeRef>,
    /// The structure of the response.
    pub output: Option<ShapeRef>,
    /// The errors that the model lists.
    pub errors: Vec<ModelledError>,
    /// The element around the result (query protocol) where it is not [`Self::result_element`]'s usual one.
    pub(super) result_wrapper: Option<&'static str>,
    /// The root element of the request (REST-XML) where it is not [`Self::input_element`]'s usual one.
    pub(super) input_element: Option<&'static str>,
    /// The XML namespace of the root element of the request.
    pub input_namespace: Option<&'static str>,
    /// What stands before the host, perhaps with `{Label}`: `data-`. A custom endpoint has none.
    pub host_prefix: Option<&'static str>,
    /// Whether the response is a stream of events, which Step Functions cannot take.
    pub streams_output: bool,
    /// Whether the request is a stream of events, which Step Functions cannot give.
    pub streams_input: bool,
    /// Whether requests are not signed.
    pub unauthenticated: bool,
    /// Whether the body is left out of the signature.
    pub unsigned_payload: bool,
    /// Whether the body needs a checksum (`Content-MD5`).
    pub checksum_required: bool,
    /// Whether AWS advises against it.
    pub deprecated: bool,
}

/// An error of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelledError {
    /// The name of its shape: `QueueDoesNotExist`.
    pub shape: &'static str,
    /// The code on the wire where it is another: `AWS.SimpleQueueService.NonExistentQueue`.
    pub code: Option<&'static str>,
}

impl Operation {
    /// As a `Resource` names it: `sendMessage`, `describeDBInstances`.
    pub fn action(&self) -> String {
        uncapitalise(self.name)
    }

    /// The element around the result in an answer of the query protocol: `SendMessageResult`.
    pub fn result_element(&self) -> Cow<'static, str> {
        self.result_wrapper
            .map_or_else(|| Cow::Owned(format!("{}Result", self.name)), Cow::Borrowed)
    }

    /// The root element of a request of the REST-XML protocol: `CreateBucketRequest`.
    pub fn input_element(&self) -> Cow<'static, str> {
        self.input_element.map_or_else(
            || Cow::Owned(format!("{}Request", self.name)),
            Cow::Borrowed,
        )
    }

    /// Whether request or response is a stream of events.
    pub fn streams(&self) -> bool {
        self.streams_input || self.streams_output
    }
}
