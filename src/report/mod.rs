//! What people see: the timeline of a run and the renderers of diagnostics. Everything here returns text; printing is
//! the command line's business.

pub mod diagnostic;
#[allow(dead_code, reason = "the timeline follows")]
mod preview;
pub mod scenario;
#[allow(dead_code, reason = "the timeline follows")]
mod style;
#[allow(dead_code, reason = "the timeline follows")]
mod text;

pub use style::Style;
