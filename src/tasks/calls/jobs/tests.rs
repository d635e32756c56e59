//! The table of jobs against the models of the services.

use super::job::{Job, Source, Taken};
use super::table::JOBS;
use crate::iam::{Extras, Scope, requirements};
use crate::services::api::{self, Service, Shape, ShapeRef, Spelling};
use crate::services::{operation_behind, optimized};
use crate::tasks::testing::machine;

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

/// An action takes these parameters and requires no others.
fn takes(job: &Job, action: &str, asked: &[Taken]) {
    let row = format!("{}:{action}", job.service);
    let (service, operation) = behind(job, action);
    let input = operation.input.and_then(|input| service.structure(input));
    let input = input.unwrap_or_else(|| panic!("{row} takes something"));
    for taken in asked {
        let parameter = input.parameter(taken.parameter, Spelling::Optimised);
        let parameter = parameter.unwrap_or_else(|| panic!("{row}: {}", taken.parameter));
        let is_list = matches!(service.shape(parameter.shape), Shape::List(_));
        assert_eq!(is_list, taken.in_list, "{row}: {}", taken.parameter);
    }
    for required in input.required() {
        let name = Spelling::Optimised.member(required.name);
        let given = asked.iter().any(|taken| taken.parameter == name);
        assert!(given, "{row} requires {name}");
    }
}

#[test]
fn what_is_asked_and_read_is_in_the_models() {
    for job in &JOBS {
        let row = format!("{}:{}", job.service, job.describe);
        let (service, describe) = behind(job, job.describe);
        takes(job, job.describe, job.takes);
        if let Some(stop) = &job.stop {
            takes(job, stop.action, stop.takes);
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
            let stop = job.stop.map_or(&[][..], |stop| stop.takes);
            for taken in job.takes.iter().chain(stop) {
                let (shape, pointer) = match taken.from {
                    Source::Request(pointer) => (operation.input, pointer),
                    Source::Start(pointer) => (operation.output, pointer),
                    Source::Text(_) => continue,
                };
                let found = shape.and_then(|shape| at(service, shape, pointer));
                assert!(found.is_some(), "{}:{start} has no {pointer}", job.service);
            }
        }
    }
}

/// The policies that AWS documents for its roles, as `iam` has them. Those of EMR allow to terminate a cluster, which Step Functions
/// does not (developer guide, "Create and manage Amazon EMR clusters").
#[test]
fn a_job_is_stopped_as_the_role_of_the_machine_is_allowed_to() {
    for job in &JOBS {
        for start in job.starts.iter().filter(|start| **start != "createCluster") {
            let allowed = allowed(job, start);
            let stops = allowed.iter().find(|action| {
                let action = action.split_once(':').map_or("", |(_, action)| action);
                let action = action.strip_prefix("Batch").unwrap_or(action);
                ["Stop", "Cancel", "Terminate"]
                    .iter()
                    .any(|verb| action.starts_with(verb))
                    && action != behind(job, start).1.name
            });
            let stops = stops.map(|action| action.to_ascii_lowercase());
            let own = job
                .stop
                .map(|stop| format!("{}:{}", job.service, stop.action));
            let own = own.map(|own| own.to_ascii_lowercase());
            assert_eq!(own, stops, "{}:{start} of {allowed:?}", job.service);
        }
    }
}

/// The actions that the role of a machine needs which waits for a job.
fn allowed(job: &Job, start: &str) -> Vec<String> {
    let resource = format!("arn:aws:states:::{}:{start}.sync", job.service);
    let machine = machine(&[("Run", &resource)]);
    let scope = Scope {
        partition: "aws".to_owned(),
        region: "*".to_owned(),
        account: "*".to_owned(),
        machine: "m".to_owned(),
    };
    let (permissions, _) = requirements(&machine, &scope, Extras::default());
    permissions
        .into_iter()
        .map(|needed| needed.action)
        .collect()
}
