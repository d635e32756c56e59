//! Benchmarks: `cargo bench --bench bench -- jsonpath`.

#[cfg(feature = "aws")]
mod calls;
mod jsonata;
mod jsonpath;
mod lint;
mod source;

/// The one of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}
