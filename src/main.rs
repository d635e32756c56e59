//! The `sfnrun` program.

fn main() {}
