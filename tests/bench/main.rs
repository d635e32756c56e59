//! Benchmarks: `cargo bench --bench bench -- jsonpath`.

mod jsonpath;
mod source;

fn main() {
    divan::main();
}
