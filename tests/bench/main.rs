//! Benchmarks: `cargo bench --bench bench -- jsonpath`.

#[cfg(feature = "aws")]
mod calls;
mod jsonata;
mod jsonpath;
mod lint;
mod source;

fn main() {
    divan::main();
}
