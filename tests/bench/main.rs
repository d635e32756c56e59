//! Benchmarks: `cargo bench --bench bench -- jsonpath`.

mod jsonpath;

fn main() {
    divan::main();
}
