//! Calls of AWS: every operation of the table, made as a Task of Step Functions makes it.
//!
//! ```text
//! let client = Client::new(Options::default());               // nothing is read or connected yet
//! let answer = client.call(Call::new("dynamodb", "putItem", parameters)).await?;
//! answer.result                                              // members as the Task's result has them
//! ```
//!
//! One generic client writes and reads all calls from the table in [`crate::services::api`]. Names, values and errors
//! are those of an `aws-sdk` integration, or with [`Spelling::Optimised`] those of the older optimised ones. A call is sent once:
//! retries are the definition's.
//!
//! Credentials, region and endpoints are found as every AWS tool finds them, in the environment and in the files of
//! profiles. They never stand in a message or in what `Debug` prints.
//!
//! [`Spelling::Optimised`]: crate::services::api::Spelling::Optimised

mod call;
mod client;
mod connection;
mod credentials;
mod endpoint;
mod fault;
mod http;
mod instant;
mod kubernetes;
mod metadata;
mod optimised;
mod options;
mod request;
mod response;
mod service_fault;
mod settings;
mod sign;
mod typed;

pub use call::{Answer, Call, Caller, Fetched};
pub use client::{Client, check};
pub use fault::{CallFault, ConnectionFault, CredentialsFault, ParameterFault};
pub use http::{HttpAnswer, HttpCall};
pub use options::{Credentials, Options};
pub use service_fault::ServiceFault;
