//! What people see: the timeline of a run and the renderers of diagnostics. Everything here returns text; printing is
//! the command line's business.

mod comparison;
pub mod diagnostic;
mod diff;
mod estimate;
mod policy;
mod preview;
mod result;
mod rules;
pub mod scenario;
mod service_error;
mod style;
mod text;
pub mod timeline;

pub use comparison::{comparison, comparison_json};
pub use diff::diff;
pub use estimate::{estimate_table, estimates_json};
pub use policy::{policy_gaps, policy_table};
pub use result::execution_result;
pub use rules::{rules_json, rules_table};
pub use service_error::{bare_error_page, named_error_page, service_error_page};
pub use style::Style;
