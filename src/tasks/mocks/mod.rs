//! Our own mock format: YAML or JSON, written by hand. `MOCKS.md` tells what it says.

mod answer;
mod byte_size;
mod callback;
mod calls;
mod check;
#[cfg(test)]
mod check_tests;
mod duration;
mod expected;
mod expression;
mod handler;
mod lateness;
mod model;
mod pattern;
mod reading;
mod resolve;
mod results;
mod run_marks;
mod side_files;
mod template;
#[cfg(test)]
mod tests;

pub(super) use check::check;
pub(super) use handler::OwnHandler;
pub(super) use model::OwnMocks;
pub(super) use reading::read;
pub(super) use results::results;
pub(super) use side_files::with_side_files;
