//! The driver: executions, handlers for their tasks, a clock, and whoever listens.

mod agenda;
mod callback;
mod clock;
mod driver;
mod nested;
mod numbering;
mod registry;
mod scheduler;
mod streams;
mod surroundings;

pub use clock::Clock;
pub use driver::run;
pub use surroundings::{Consumer, End, NestedRun, RunId, Surroundings};
