//! Benchmarks: `cargo bench --bench bench -- jsonpath`.

mod jsonata;
mod jsonpath;
mod lint;
mod source;

fn main() {
    divan::main();
}
