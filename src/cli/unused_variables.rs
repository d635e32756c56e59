//! `--var` with a name that no placeholder has.

use super::args::Variables;
use super::terminal::Terminal;
use crate::source::{Filled, UnusedVariable};

/// Tells of each `--var` that no definition asks for. `filled`: what was filled in each of them.
pub(super) fn tell<'f>(
    variables: &Variables,
    filled: impl IntoIterator<Item = &'f Filled>,
    terminal: &Terminal,
) {
    let filled: Vec<&Filled> = filled.into_iter().collect();
    let given = variables.var.iter().filter_map(|one| one.split_once('='));
    for (name, _) in given {
        let name = name.trim();
        let unused = filled.iter().map(|one| unused(one, name));
        let Some(unused) = unused.collect::<Option<Vec<_>>>() else {
            continue;
        };
        let told = unused.iter().find(|one| one.nearest.is_some());
        if let Some(one) = told.or(unused.first()) {
            terminal.story(&format!("warning: `--var {name}` fills nothing: {one}\n"));
        }
    }
}

fn unused<'f>(filled: &'f Filled, name: &str) -> Option<&'f UnusedVariable> {
    filled.unused.iter().find(|one| one.name == name)
}
