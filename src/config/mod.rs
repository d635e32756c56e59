//! `sfnrun.toml`: what a project says of how its definitions are checked. `CONFIG.md` tells users of it.
//!
//! Nothing here opens files. The keys stand in one table, from which both the reader and the JSON Schema are made.

mod keys;
mod model;
mod patterns;
mod reading;
mod schema;
#[cfg(test)]
mod tests;
mod toml;

pub use model::{Config, FailOn, PerFile};
pub use patterns::Patterns;
pub use reading::RULE;
pub use schema::schema;

/// The page on `sfnrun.toml`, as `sfnrun explain config` shows it.
pub const CONFIG_GUIDE: &str = include_str!("CONFIG.md");

/// What the file is called.
pub const FILE_NAME: &str = "sfnrun.toml";
