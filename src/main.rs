//! The `sfnrun` program.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A definition becomes many small values that are kept for a while: the allocator of the system takes up to a third of the
/// time to check one.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    sfnrun::cli::main(std::env::args_os())
}
