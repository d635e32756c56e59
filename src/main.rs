//! The `sfnrun` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    sfnrun::cli::main(std::env::args_os())
}
