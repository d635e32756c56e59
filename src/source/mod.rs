//! Source text to a spanned tree. Reading never fails: what cannot be read becomes a diagnostic and a hole in the tree.

mod cutting;
mod definition;
mod directive;
mod duplicates;
pub mod edit;
pub mod embedded;
mod file;
mod findings;
mod format_findings;
mod hcl;
mod interner;
pub mod json;
mod placeholder;
pub mod rule;
mod string_map;
mod template;
mod tree;
mod unreadable;
pub mod yaml;

pub use cutting::Origin;
pub use definition::{Engine, Finding, looks_like_definition};
pub use directive::{Directive, directives};
pub use file::{FileError, MAX_BYTES, Notation, SourceFile};
pub use format_findings::FormatFindings;
pub use placeholder::{BindingError, Bindings, Filled, Placeholder, UnusedVariable, placeholders};
pub use tree::{Comment, Key, Kind, Member, Node, StringStyle, Tag, Text, Tree, YamlWord};
pub use unreadable::Unreadable;
