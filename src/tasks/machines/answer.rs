//! What the API of Step Functions answers to the Task that started an execution.

use super::request::StartPattern;
use crate::base::Timestamp;
use crate::engine::{Outcome, Status, TaskOutcome};
use crate::value::{Object, Str, Value};

/// An execution that was started.
#[derive(Clone, Debug)]
pub struct StartedExecution {
    /// Its ARN.
    pub arn: Str,
    /// Its name.
    pub name: Str,
    /// The ARN of its machine.
    pub state_machine_arn: Str,
    /// Its input.
    pub input: Value,
    /// When it started.
    pub started: Timestamp,
}

impl StartedExecution {
    /// That it has started. The optimised integration shows the headers of the answer too
    /// (recorded: services/sfn_task_service.start_execution_input_json), with dates as milliseconds (the responses of
    /// LocalStack's mocked tests, made from AWS's); the one of the AWS SDK prints dates
    /// (recorded: services/aws_sdk_task_service.sfn_start_execution_implicit_json_serialisation).
    pub fn started(&self, pattern: StartPattern, request_id: &str) -> Value {
        let arn = ("ExecutionArn", Value::from(self.arn.clone()));
        if pattern.is_sdk() {
            return object([arn, ("StartDate", self.started.to_string().into())]);
        }
        let body = object([
            ("executionArn", self.arn.clone().into()),
            ("startDate", Value::from(self.started.epoch_seconds())),
        ]);
        let length = body.to_compact_json().len().to_string();
        let header = |list: bool, text: &str| match list {
            true => Value::from_iter([Value::from(text)]),
            false => Value::from(text),
        };
        let date = self.started.http_date();
        let headers = |lists: bool| {
            object([
                ("x-amzn-RequestId", header(lists, request_id)),
                ("connection", header(lists, "keep-alive")),
                ("Content-Length", header(lists, &length)),
                ("Date", header(lists, &date)),
                ("Content-Type", header(lists, "application/x-amz-json-1.0")),
            ])
        };
        let metadata = object([
            ("AllHttpHeaders", headers(true)),
            ("HttpHeaders", headers(false)),
            ("HttpStatusCode", Value::from(200_i64)),
        ]);
        object([
            arn,
            ("SdkHttpMetadata", metadata),
            (
                "SdkResponseMetadata",
                object([("RequestId", request_id.into())]),
            ),
            ("StartDate", Value::from(self.started.0)),
        ])
    }

    /// How the Task ends with it. `.sync` fails with what DescribeExecution says
    /// (recorded: callback/callback.start_execution_sync_delegate_failure), `startSyncExecution` never does.
    pub fn ended(&self, pattern: StartPattern, outcome: &Outcome, at: Timestamp) -> TaskOutcome {
        if pattern == StartPattern::SdkSync {
            return TaskOutcome::Succeeded(self.described_sync(outcome, at));
        }
        let described = self.described(pattern, outcome, at);
        match outcome.status {
            Status::Succeeded => TaskOutcome::Succeeded(described),
            _ => TaskOutcome::Failed {
                error: Some("States.TaskFailed".into()),
                cause: Some(described.to_compact_json().into()),
            },
        }
    }

    /// DescribeExecution, its members in the order of the alphabet as recorded. Only `.sync:2` has data as JSON
    /// (recorded: local_mocking/base_callbacks.sfn_start_execution_sync~SFN_SYNC2).
    fn described(&self, pattern: StartPattern, outcome: &Outcome, at: Timestamp) -> Value {
        let data = |value: &Value| match pattern {
            StartPattern::Sync2 => value.clone(),
            _ => Value::from(value.to_json()),
        };
        let mut members = self.failure(outcome);
        members.extend([
            ("ExecutionArn", self.arn.clone().into()),
            ("Input", data(&self.input)),
            ("InputDetails", included()),
            ("Name", self.name.clone().into()),
        ]);
        if let Some(output) = &outcome.output {
            members.extend([("Output", data(output)), ("OutputDetails", included())]);
        }
        let status = outcome.status.to_string();
        members.push(("RedriveCount", Value::from(0_i64)));
        // API reference, DescribeExecution: what failed, timed out or was aborted can be redriven.
        match outcome.status {
            Status::Succeeded => members.extend([
                ("RedriveStatus", "NOT_REDRIVABLE".into()),
                (
                    "RedriveStatusReason",
                    format!("Execution is {status} and cannot be redriven").into(),
                ),
            ]),
            _ => members.push(("RedriveStatus", "REDRIVABLE".into())),
        }
        members.extend([
            ("StartDate", Value::from(self.started.0)),
            ("StateMachineArn", self.state_machine_arn.clone().into()),
            ("Status", status.into()),
            ("StopDate", Value::from(at.0)),
        ]);
        Value::Object(members.into_iter().collect())
    }

    /// StartSyncExecution (API reference): the answer also where the execution failed.
    fn described_sync(&self, outcome: &Outcome, at: Timestamp) -> Value {
        let took = at.since(self.started).max(0) as u64;
        let billing = object([
            (
                "BilledDurationInMilliseconds",
                Value::from((took.div_ceil(100).max(1) * 100) as i64),
            ),
            ("BilledMemoryUsedInMB", Value::from(64_i64)),
        ]);
        let mut members = vec![("BillingDetails", billing)];
        members.extend(self.failure(outcome));
        members.extend([
            ("ExecutionArn", self.arn.clone().into()),
            ("Input", self.input.to_json().into()),
            ("InputDetails", included()),
            ("Name", self.name.clone().into()),
        ]);
        if let Some(output) = &outcome.output {
            members.extend([
                ("Output", output.to_json().into()),
                ("OutputDetails", included()),
            ]);
        }
        members.extend([
            ("StartDate", self.started.to_string().into()),
            ("StateMachineArn", self.state_machine_arn.clone().into()),
            ("Status", outcome.status.to_string().into()),
            ("StopDate", at.to_string().into()),
        ]);
        Value::Object(members.into_iter().collect())
    }

    fn failure(&self, outcome: &Outcome) -> Vec<(&'static str, Value)> {
        let texts = [("Cause", &outcome.cause), ("Error", &outcome.error)];
        let texts = texts.into_iter();
        texts
            .filter_map(|(key, text)| Some((key, Value::from(text.clone()?))))
            .collect()
    }

    /// The name is taken: by an execution that is over, or by one with another input (API reference, StartExecution).
    pub fn already_exists(&self, pattern: StartPattern, request_id: &str) -> TaskOutcome {
        let message = format!("Execution Already Exists: '{}'", self.arn);
        refused(pattern, "ExecutionAlreadyExists", &message, request_id)
    }
}

impl StartPattern {
    /// The input is a text that is no JSON (words recorded: api/sfn_api.invalid_start_execution_input).
    pub fn invalid_input(self, request_id: &str) -> TaskOutcome {
        let message = "Invalid State Machine Execution Input: 'Invalid execution input.'";
        refused(self, "InvalidExecutionInput", message, request_id)
    }
}

/// An error of the API, in the words of each integration (recorded: error_handling/task_service_sfn.start_execution_no_such_arn,
/// services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token).
pub(super) fn refused(
    pattern: StartPattern,
    code: &str,
    message: &str,
    request_id: &str,
) -> TaskOutcome {
    let (error, cause) = if pattern.is_sdk() {
        (
            format!("Sfn.{code}Exception"),
            format!(
                "{message} (Service: Sfn, Status Code: 400, Request ID: {request_id}) (SDK Attempt Count: 1)"
            ),
        )
    } else {
        (
            format!("StepFunctions.{code}Exception"),
            format!(
                "{message} (Service: AWSStepFunctions; Status Code: 400; Error Code: {code}; Request ID: {request_id}; Proxy: null)"
            ),
        )
    };
    TaskOutcome::Failed {
        error: Some(error.into()),
        cause: Some(cause.into()),
    }
}

fn included() -> Value {
    object([("Included", Value::Bool(true))])
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().collect::<Object>())
}
