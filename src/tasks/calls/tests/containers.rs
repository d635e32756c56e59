//! Tasks of ECS.

use super::{bodies, double, failure, outcomes, result, said};
use crate::engine::TaskOutcome;
use wiremock::matchers::header;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// The states of a task and the exit codes of its containers are those of the API of ECS; that the cause is the task
/// itself, of LocalStack's integration.
#[tokio::test]
async fn a_container_that_ends_badly_fails_the_task() {
    for (code, succeeds) in [(0, true), (3, false)] {
        let server = MockServer::start().await;
        for (action, answer) in [
            (
                "RunTask",
                r#"{"tasks":[{"taskArn":"arn:t"}],"failures":[]}"#.to_owned(),
            ),
            (
                "DescribeTasks",
                format!(
                    r#"{{"tasks":[{{"taskArn":"arn:t","lastStatus":"STOPPED","containers":[{{"exitCode":{code}}}]}}]}}"#
                ),
            ),
        ] {
            let target = format!("AmazonEC2ContainerServiceV20141113.{action}");
            Mock::given(header("x-amz-target", target.as_str()))
                .respond_with(
                    ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1"),
                )
                .mount(&server)
                .await;
        }
        let said = said(
            &server,
            "arn:aws:states:::ecs:runTask.sync",
            r#"{"TaskDefinition":"d"}"#,
        )
        .await;
        match outcomes(said).pop() {
            Some(TaskOutcome::Succeeded(task)) if succeeds => {
                assert_eq!(task.get("TaskArn"), Some(&"arn:t".into()));
            }
            Some(TaskOutcome::Failed { error, .. }) if !succeeds => {
                assert_eq!(error.as_deref(), Some("States.TaskFailed"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(
            bodies(&server).await[0].get("startedBy"),
            Some(&"AWS Step Functions".into())
        );
    }
}

/// Developer guide, "Run Amazon ECS or Fargate tasks": a failure to place the task.
#[tokio::test]
async fn a_task_that_cannot_be_placed_fails() {
    let answer = r#"{"tasks":[],"failures":[{"reason":"RESOURCE:CPU"}]}"#;
    let server =
        double(ResponseTemplate::new(200).set_body_raw(answer, "application/x-amz-json-1.1")).await;
    let parameters = r#"{"TaskDefinition":"d"}"#;
    let (error, _) = failure(&server, "arn:aws:states:::ecs:runTask.sync", parameters).await;
    assert_eq!(error, "AmazonECS.Unknown");
    let result = result(&server, "arn:aws:states:::ecs:runTask", parameters).await;
    assert_eq!(
        result.pointer("/Failures/0/Reason"),
        Some(&"RESOURCE:CPU".into())
    );
}
