//! The table of jobs against the models of the services.

use super::table::{JOBS, Job, Source};
use crate::services::api::{self, Service, Shape, ShapeRef, Spelling};
use crate::services::{operation_behind, optimized};

/// The shape at a JSON Pointer within another, and the words that a text there may be.
fn at(
    service: &Service,
    shape: ShapeRef,
    pointer: &str,
) -> Option<(ShapeRef, Option<Vec<&'static str>>)> {
    let mut found = (shape, None);
    for step in pointer.split('/').skip(1) {
        found = match service.shape(found.0) {
            Shape::Structure(structure) => {
                let index = structure
                    .members
                    .iter()
                    .position(|member| Spelling::Optimised.member(member.name) == step)?;
                let bounds = service.bounds(found.0, index);
                let words = bounds.and_then(|bounds| bounds.words.clone());
                (structure.members[index].shape, words)
            }
            Shape::List(list) => (list.item, None),
            _ => return None,
        };
    }
    Some(found)
}

fn behind(job: &Job, action: &str) -> (&'static Service, &'static api::Operation) {
    let (service, action) = operation_behind(job.service, action).expect("an API stands behind it");
    let service = api::service(service).expect("the service is known");
    let operation = service.operation(action);
    (service, operation.unwrap_or_else(|| panic!("{action}")))
}

#[test]
fn every_integration_that_waits_for_a_job_has_a_row() {
    let mut missing = Vec::new();
    for service in optimized::all() {
        for action in service.actions.iter().filter(|action| action.sync) {
            let has_row = JOBS
                .iter()
                .any(|job| job.service == service.name && job.starts.contains(&action.name));
            if !has_row {
                missing.push(format!("{}:{}", service.name, action.name));
            }
        }
    }
    // A job in a cluster of Kubernetes is no call of AWS.
    assert_eq!(missing, ["eks:runJob"]);
}

#[test]
fn what_is_asked_and_read_is_in_the_models() {
    for job in &JOBS {
        let row = format!("{}:{}", job.service, job.describe);
        let (service, describe) = behind(job, job.describe);
        let input = describe.input.and_then(|input| service.structure(input));
        let input = input.unwrap_or_else(|| panic!("{row} takes something"));
        for taken in job.takes {
            let parameter = input.parameter(taken.parameter, Spelling::Optimised);
            assert!(parameter.is_some(), "{row}: {}", taken.parameter);
        }
        for required in input.required() {
            let name = Spelling::Optimised.member(required.name);
            let given = job.takes.iter().any(|taken| taken.parameter == name);
            assert!(given, "{row} requires {name}");
        }
        let output = describe.output.expect("it says something");
        let (_, words) = at(service, output, &format!("{}{}", job.at, job.status))
            .unwrap_or_else(|| panic!("{row} has no {}{}", job.at, job.status));
        for state in job.succeeded.iter().chain(job.failed) {
            let is_state = words.as_ref().is_none_or(|words| words.contains(state));
            // Rows of one service share what failure is called; each state must be one of some of them.
            assert!(
                is_state || job.service == "eks",
                "{row}: {state} is none of {words:?}"
            );
        }
    }
}

#[test]
fn what_is_taken_from_the_start_is_there() {
    // EMR's results are in Step Functions' own names.
    for job in JOBS.iter().filter(|job| job.service != "elasticmapreduce") {
        for start in job.starts {
            let (service, operation) = behind(job, start);
            for taken in job.takes {
                let (shape, pointer) = match taken.from {
                    Source::Request(pointer) => (operation.input, pointer),
                    Source::Start(pointer) => (operation.output, pointer),
                };
                let found = shape.and_then(|shape| at(service, shape, pointer));
                assert!(found.is_some(), "{}:{start} has no {pointer}", job.service);
            }
        }
    }
}
