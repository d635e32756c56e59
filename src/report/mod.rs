//! What people see: the timeline of a run and the renderers of diagnostics. Everything here returns text; printing is
//! the command line's business.

pub mod diagnostic;
mod preview;
mod result;
pub mod scenario;
mod style;
mod text;
pub mod timeline;

pub use result::execution_result;
pub use style::Style;
