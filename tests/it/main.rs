//! Integration tests: the library as its users see it.

mod engine;
mod intrinsic;
mod jsonpath;
mod mocks;
mod lowering;
mod result_shapes;
mod scenarios;
#[allow(dead_code, reason = "the conformance suites use all of it")]
#[path = "../conformance/shared.rs"]
mod shared;
