//! Facts on AWS's services, as far as Step Functions shows them.

pub mod api;
mod known_shape;
pub mod optimized;
pub mod result_shapes;
mod throttling;

pub use known_shape::{KnownShape, Member};
pub use throttling::throttling_error;
