//! Findings about the user's definition: data only. How they look is `report`'s business.

mod diagnostic;
mod fix;

pub use diagnostic::{AwsFinding, Diagnostic, Label, Severity};
pub use fix::{Edit, Fix};
