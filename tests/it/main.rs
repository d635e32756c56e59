//! Integration tests: the library as its users see it.

mod activities;
#[cfg(feature = "aws")]
mod aws;
#[cfg(feature = "aws")]
mod aws_exec;
#[cfg(feature = "aws")]
mod aws_maps;
#[cfg(feature = "aws")]
mod aws_nested;
#[cfg(feature = "aws")]
mod aws_plan;
#[cfg(feature = "aws")]
mod aws_systems;
mod boto3;
mod bugreports;
#[path = "../checked.rs"]
mod checked;
mod definitions;
mod determinism;
mod diff;
mod embedded;
mod engine;
mod history_model;
mod history_tools;
mod iam;
mod intrinsic;
#[cfg(feature = "aws")]
mod isolated;
mod jsonata;
mod jsonpath;
mod lint;
mod live;
mod logs;
mod lowering;
mod mocks;
#[cfg(feature = "aws")]
mod moto_server;
mod nested;
mod objects;
mod placeholders;
mod readme;
mod real_files;
mod recordings;
#[cfg(feature = "aws")]
mod remote;
#[cfg(feature = "aws")]
mod remote_drops;
#[cfg(feature = "aws")]
mod remote_faults;
#[cfg(feature = "aws")]
mod remote_maps;
mod replaying;
mod repository;
mod result_shapes;
mod scenarios;
#[allow(dead_code, reason = "the conformance suites use all of it")]
#[path = "../conformance/shared.rs"]
mod shared;
mod source_corpus;
mod source_properties;
mod test_state;
mod validate;
