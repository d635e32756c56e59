//! Facts on AWS's services, as far as Step Functions shows them.

pub mod optimized;
pub mod result_shapes;
