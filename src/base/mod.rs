//! What every layer stands on: byte spans, line numbers, instants, durations, seeded random numbers, texts that are hidden,
//! and English.

mod duration;
mod hidden;
mod line_index;
mod random;
mod span;
pub mod text;
mod timestamp;

pub use duration::{DurationError, duration, duration_text};
pub use hidden::{Hidden, STARS};
pub use line_index::{LineColumn, LineIndex};
pub use random::Random;
pub use span::{Span, Spanned};
pub use timestamp::Timestamp;
