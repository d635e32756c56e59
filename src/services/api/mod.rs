//! AWS's APIs as facts: every service, operation, parameter, result and error, for the linter and for a client that calls
//! them all.
//!
//! The facts come from the service models of botocore 1.44.8 (see `NOTICE`): 444 services, 20,019 operations. A service is
//! named as Step Functions names it in `arn:aws:states:::aws-sdk:SERVICE:ACTION`, and is taken apart when it is first asked
//! for, so that a start costs nothing.
//!
//! ```text
//! let sqs = api::service("sqs")?;                       // what is signed, where it is, which protocol
//! let send = sqs.operation("sendMessage")?;             // by the name that a `Resource` has
//! let input = sqs.structure(send.input?)?;              // the members of the request
//! let member = input.parameter("MessageBody", Spelling::Sdk)?;
//! sqs.shape(member.shape)                               // Shape::Scalar(Scalar::String)
//! sqs.error_name("QueueDoesNotExist")                   // Sqs.QueueDoesNotExistException
//! ```
//!
//! Being here does not mean that Step Functions offers a service: the developer guide speaks of "over 200".

mod bounds;
mod decode;
mod names;
mod operation;
mod reader;
mod service;
mod shape;
mod shapes;
mod table;
#[cfg(test)]
mod tests;
mod variants;

pub use bounds::Bounds;
pub use names::{Spelling, capitalise, java_exception, uncapitalise};
pub use operation::{ModelledError, Operation};
pub use service::{Endpoint, Protocol, ResolvedEndpoint, Service, Signature};
pub use shape::{List, Location, Map, Member, Scalar, Shape, ShapeRef, Structure, TimestampFormat};
pub use variants::Variant;

use crate::base::text;

/// The service that Step Functions calls `name`: `sfn`, `cloudwatchlogs`, `cognitoidentityprovider`.
pub fn service(name: &str) -> Option<&'static Service> {
    table::table().service(name)
}

/// The names of all services, in order.
pub fn service_names() -> impl Iterator<Item = &'static str> {
    table::table().names()
}

/// The Step Functions name of the service that the AWS CLI and the older SDKs call `name`: `cloudwatchlogs` of `logs`.
pub fn service_by_cli_name(name: &str) -> Option<&'static str> {
    table::table().by_cli_name(name)
}

/// The service that `name` is most likely meant for: another of its names, a slip in capitals or hyphens, a typing error.
pub fn nearest_service(name: &str) -> Option<&'static str> {
    let plain: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    if let Some(found) = service(&plain) {
        return Some(found.name);
    }
    let elsewhere = match plain.as_str() {
        // What the optimised integrations are called.
        "states" => Some("sfn"),
        "elasticmapreduce" => Some("emr"),
        _ => service_by_cli_name(name).or_else(|| service_by_cli_name(&plain)),
    };
    elsewhere.or_else(|| text::nearest(&plain, service_names()))
}
