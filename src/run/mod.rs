//! The driver: an execution, a handler for its tasks, a clock, and whoever listens.

mod agenda;
mod clock;
mod driver;

pub use clock::Clock;
pub use driver::{Consumer, End, Surroundings, run};
