//! What the execution role of a machine must be allowed, and what a given policy lacks.
//!
//! The actions come from the machine's own calls: what an optimised integration needs is listed by hand after the developer
//! guide ("IAM policies for integrated services"), what an AWS SDK integration needs is the operation itself, but for the
//! names in which IAM differs from the API. Resources are as narrow as literal parameters allow.

mod distributed_map;
mod gap;
mod granted;
mod optimised;
mod permission;
mod policy;
mod requirements;
mod scope;
mod sdk;
mod target;
#[cfg(test)]
mod tests;

pub use gap::{Gap, Gaps};
pub use granted::{Granted, PolicyError};
pub use permission::{Condition, Permission, Resource};
pub use policy::{Policy, Statement};
pub use requirements::{Extras, requirements};
pub use scope::Scope;
