//! What is asked of AWS, and what comes back.

use super::metadata;
use crate::services::api::Spelling;
use crate::value::Value;
use std::fmt;
use std::time::Duration;

/// A call of an operation.
#[derive(Clone)]
pub struct Call {
    /// The service as a `Resource` names it behind `aws-sdk:`: `dynamodb`, `sfn`.
    pub service: String,
    /// The action as a `Resource` names it: `putItem`.
    pub action: String,
    /// The parameters, an object.
    pub parameters: Value,
    /// How the names of parameters and results are spelled. With [`Spelling::Optimised`] a text that is given for
    /// bytes is sent as it is, and instants in results are milliseconds.
    pub spelling: Spelling,
    /// The role that is assumed for this call: `Credentials.RoleArn` of the state.
    pub role: Option<String>,
    /// How long the answer may take.
    pub timeout: Option<Duration>,
}

impl Call {
    /// A call as an `aws-sdk` integration makes it, with the caller's own credentials and all the time it takes.
    pub fn new(service: impl Into<String>, action: impl Into<String>, parameters: Value) -> Self {
        Self {
            service: service.into(),
            action: action.into(),
            parameters,
            spelling: Spelling::Sdk,
            role: None,
            timeout: None,
        }
    }
}

impl fmt::Debug for Call {
    /// Without the parameters, which may hold secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Call")
            .field("service", &self.service)
            .field("action", &self.action)
            .field("role", &self.role)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// The answer to a call that went well.
#[derive(Clone)]
pub struct Answer {
    /// The result as the Task has it, an object: the members of the model that the service gave, in Step Functions'
    /// spelling. Bytes are text where they are UTF-8, else base64.
    pub result: Value,
    /// The HTTP status.
    pub status: u16,
    /// The headers in the order in which they came, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The id that the service gave the request.
    pub request_id: Option<String>,
}

impl Answer {
    /// `SdkHttpMetadata`, which some optimised integrations add to their results (recorded:
    /// services/dynamodb_task_service).
    pub fn http_metadata(&self) -> Value {
        metadata::http(self.status, &self.headers)
    }

    /// `SdkResponseMetadata`, which comes with [`Self::http_metadata`].
    pub fn response_metadata(&self) -> Value {
        metadata::response(self.request_id.as_deref())
    }
}

impl fmt::Debug for Answer {
    /// Without result and headers, which may hold secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Answer")
            .field("status", &self.status)
            .field("request_id", &self.request_id)
            .finish_non_exhaustive()
    }
}

/// The bytes that a call gave.
#[derive(Clone)]
pub struct Fetched {
    /// The HTTP status: 206 where a part was asked for and came.
    pub status: u16,
    /// The headers in the order in which they came, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The bytes.
    pub body: Vec<u8>,
}

impl Fetched {
    /// The first header of a name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }
}

impl fmt::Debug for Fetched {
    /// Without headers and bytes, which may hold secrets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Fetched")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

/// Who calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The account's twelve digits.
    pub account: String,
    /// The ARN of the user or of the assumed role.
    pub arn: String,
    /// The region of the calls.
    pub region: String,
}
