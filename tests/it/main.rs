//! Integration tests: the library as its users see it.

mod engine;
mod intrinsic;
mod jsonata;
mod jsonpath;
mod lowering;
#[path = "../checked.rs"]
mod checked;
mod intrinsic;
mod jsonpath;
mod lint;
mod mocks;
mod result_shapes;
mod scenarios;
#[allow(dead_code, reason = "the conformance suites use all of it")]
#[path = "../conformance/shared.rs"]
mod shared;
mod source_corpus;
mod source_properties;
