//! Each integration against a double that speaks the wire format of its service (botocore's models). What a Task's result
//! and errors are is recorded, where a test says so.

mod containers;
mod errors;
mod executions;
mod functions;
mod messages;
mod models;

use super::check::check;
use super::{Advice, AwsCalls, CallFacts, Called, Connections, Origin, Selection};
use crate::aws::{Client, Credentials, Options};
use crate::engine::{TaskOutcome, TaskRequest};
use crate::tasks::testing::{asking, machine};
use crate::tasks::{InFlight, Report, Reports, Said};
use crate::value::{Value, read};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

fn calls(url: &str, connections: Connections) -> AwsCalls {
    let client = Client::new(Options {
        region: Some("us-east-1".to_owned()),
        endpoint_url: Some(url.to_owned()),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    });
    let facts = CallFacts {
        pace: 0.0,
        connections,
        advice: Advice::default(),
    };
    AwsCalls::new(client, Selection::default(), facts)
}

fn origin() -> Origin {
    Origin {
        state_machine_arn: "arn:aws:states:us-east-1:123456789012:stateMachine:m".to_owned(),
        execution_arn: "arn:aws:states:us-east-1:123456789012:execution:m:e".to_owned(),
    }
}

fn request(resource: &str, parameters: &str) -> TaskRequest {
    let machine = machine(&[("Call", resource)]);
    asking(&machine, "Call").with(parameters).request().clone()
}

/// What a Task says that calls `server`.
async fn said(server: &MockServer, resource: &str, parameters: &str) -> Vec<Said> {
    said_with(server, resource, parameters, Connections::default()).await
}

/// What a Task says that proves itself with connections.
pub(super) async fn said_with(
    server: &MockServer,
    resource: &str,
    parameters: &str,
    connections: Connections,
) -> Vec<Said> {
    let (reporter, mut reports) = Reports::channel();
    let calls = calls(&server.uri(), connections);
    let request = request(resource, parameters);
    calls
        .perform(
            Called::new(request, origin()),
            reporter,
            InFlight::default(),
        )
        .await;
    let heard = std::iter::from_fn(|| reports.ready());
    heard.map(said_by_task).collect()
}

fn said_by_task(report: Report) -> Said {
    match report {
        Report::Task { said, .. } => said,
        Report::Stream(said) => panic!("no store is asked: {said:?}"),
    }
}

fn outcomes(said: Vec<Said>) -> Vec<TaskOutcome> {
    let outcome = |said| match said {
        Said::Outcome(outcome) => outcome,
        Said::Hindrance(hindrance) => panic!("{hindrance:?}"),
    };
    said.into_iter().map(outcome).collect()
}

/// The result of a Task that has one.
pub(super) async fn result(server: &MockServer, resource: &str, parameters: &str) -> Value {
    match outcomes(said(server, resource, parameters).await).pop() {
        Some(TaskOutcome::Succeeded(result)) => result,
        other => panic!("{other:?}"),
    }
}

/// Error and cause of a Task that fails.
pub(super) async fn failure(
    server: &MockServer,
    resource: &str,
    parameters: &str,
) -> (String, String) {
    match outcomes(said(server, resource, parameters).await).pop() {
        Some(TaskOutcome::Failed { error, cause }) => (
            error.as_deref().unwrap_or_default().to_owned(),
            cause.as_deref().unwrap_or_default().to_owned(),
        ),
        other => panic!("{other:?}"),
    }
}

/// Why a Task is not even scheduled with its parameters.
pub(super) fn refusal(resource: &str, parameters: &str) -> Option<String> {
    let refused = check(&request(resource, parameters)).err()?;
    Some(refused.reason)
}

pub(super) fn json(text: &str) -> Value {
    read(text).expect("it is JSON")
}

fn keys(value: &Value) -> Vec<String> {
    let members = value.as_object().expect("an object");
    members.keys().map(ToString::to_string).collect()
}

pub(super) async fn bodies(server: &MockServer) -> Vec<Value> {
    let requests = server.received_requests().await.expect("they are kept");
    let body = |request: Request| json(&String::from_utf8_lossy(&request.body));
    requests.into_iter().map(body).collect()
}

pub(super) async fn double(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(answer)
        .mount(&server)
        .await;
    server
}
