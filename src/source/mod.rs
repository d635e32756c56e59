//! Source text to a spanned tree. Reading never fails: what cannot be read becomes a diagnostic and a hole in the tree.

mod tree;

pub use tree::{Comment, Key, Kind, Member, Node, StringStyle, Tag, Text, Tree};
