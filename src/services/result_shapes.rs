//! What the results of the commonest integrations look like, and how big they are.
//!
//! Members and sizes are those of the executions recorded on AWS (`lambda`, `sqs`, `sns`, `dynamodb`, `states`), with
//! the optional members of the API, and of the developer guide (`bedrock`, `events`). Where no recording exists an entry
//! is open: it claims nothing of members that it does not name.

use super::known_shape::KnownShape::{
    self, Anything, Instant, List, LongText, Number, Opaque, Text,
};
use super::known_shape::{Member, always, closed, open, sometimes};
use crate::value::{self, Value};

/// The result of one call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultShape {
    /// The service as the resource names it: `lambda`.
    pub service: &'static str,
    /// The actions that have this result.
    pub actions: &'static [&'static str],
    /// The ending of the resource: empty, `.sync`, `.sync:2`.
    pub pattern: &'static str,
    /// Its members and their sizes.
    pub shape: &'static KnownShape,
    /// Members that the API's model calls required. Those that are always there need not be.
    pub required: &'static [&'static str],
    sample: &'static str,
}

/// 36 characters of a UUID and the quotes.
const UUID: KnownShape = Text(38, 38);
/// Recorded: 280 to 560 bytes; a header can be longer.
const HTTP_METADATA: Member = always("SdkHttpMetadata", Opaque(200, 1_200));
const METADATA: Member = always("SdkResponseMetadata", Opaque(50, 80));
/// The members of the API that have a type of their own (DynamoDB API reference, "ConsumedCapacity").
const CONSUMED_CAPACITY: Member = sometimes(
    "ConsumedCapacity",
    open(&[
        sometimes("TableName", LongText),
        sometimes("CapacityUnits", Number),
        sometimes("ReadCapacityUnits", Number),
        sometimes("WriteCapacityUnits", Number),
    ]),
);

/// Recorded fourteen times, as in evaluate_jsonata/base_evaluate_expressions.base_task~HEARTBEAT_SECONDS. `LogResult`
/// comes with `"LogType": "Tail"`.
const LAMBDA_INVOKE: KnownShape = closed(&[
    always("ExecutedVersion", Text(3, 12)),
    always("Payload", Anything),
    HTTP_METADATA,
    METADATA,
    always("StatusCode", Number),
    sometimes("LogResult", Text(2, 5_500)),
]);

/// Recorded: services/sqs_task_service.send_message_attributes.
const SQS_SEND_MESSAGE: KnownShape = closed(&[
    always("MD5OfMessageBody", Text(34, 34)),
    always("MessageId", UUID),
    HTTP_METADATA,
    METADATA,
    sometimes("MD5OfMessageAttributes", Text(34, 34)),
    sometimes("MD5OfMessageSystemAttributes", Text(34, 34)),
    sometimes("SequenceNumber", Text(22, 22)),
]);

/// Recorded: services/sns_task_service.fifo_message_attribute.
const SNS_PUBLISH: KnownShape = closed(&[
    always("MessageId", UUID),
    HTTP_METADATA,
    METADATA,
    sometimes("SequenceNumber", Text(22, 22)),
]);

/// The API's answer. Only failures are recorded.
const EVENTS_PUT_EVENTS: KnownShape = open(&[
    always("Entries", List(&open(&[sometimes("EventId", UUID)]))),
    always("FailedEntryCount", Number),
]);

/// Recorded: services/dynamodb_task_service. Without a hit there is no `Item`.
const DYNAMODB_GET_ITEM: KnownShape = closed(&[
    sometimes("Item", Anything),
    CONSUMED_CAPACITY,
    HTTP_METADATA,
    METADATA,
]);

/// Recorded: services/dynamodb_task_service. `Attributes` comes with `ReturnValues`.
const DYNAMODB_WRITE: KnownShape = closed(&[
    sometimes("Attributes", Anything),
    CONSUMED_CAPACITY,
    sometimes("ItemCollectionMetrics", Anything),
    HTTP_METADATA,
    METADATA,
]);

/// `arn:aws:states:us-east-1:123456789012:execution:MACHINE:NAME`, each name up to 80 characters.
const EXECUTION_ARN: KnownShape = Text(50, 230);

/// Recorded: services/sfn_task_service.start_execution_input_json.
const STATES_START_EXECUTION: KnownShape = closed(&[
    always("ExecutionArn", EXECUTION_ARN),
    always("StartDate", Instant),
    HTTP_METADATA,
    METADATA,
]);

/// Recorded: callback/callback.start_execution_sync; more members came later.
const STATES_START_EXECUTION_SYNC: KnownShape = open(&[
    always("ExecutionArn", EXECUTION_ARN),
    always("Input", LongText),
    always("Name", Text(3, 82)),
    always("Output", LongText),
    always("StartDate", Instant),
    always("StateMachineArn", Text(50, 150)),
    always("Status", Text(11, 11)),
    always("StopDate", Instant),
]);

/// As `.sync`, with `Input` and `Output` as JSON.
const STATES_START_EXECUTION_SYNC2: KnownShape = open(&[
    always("ExecutionArn", EXECUTION_ARN),
    always("Input", Anything),
    always("Name", Text(3, 82)),
    always("Output", Anything),
    always("StartDate", Instant),
    always("StateMachineArn", Text(50, 150)),
    always("Status", Text(11, 11)),
    always("StopDate", Instant),
]);

/// The developer guide's "Invoke Bedrock models": the model's answer as JSON. No recording exists.
const BEDROCK_INVOKE_MODEL: KnownShape = open(&[
    always("Body", Anything),
    sometimes("ContentType", Text(18, 40)),
]);

const SHAPES: [ResultShape; 10] = [
    ResultShape {
        service: "lambda",
        actions: &["invoke"],
        pattern: "",
        shape: &LAMBDA_INVOKE,
        required: &[],
        sample: r#"{"ExecutedVersion": "$LATEST", "Payload": {}, "StatusCode": 200}"#,
    },
    ResultShape {
        service: "sqs",
        actions: &["sendMessage"],
        pattern: "",
        shape: &SQS_SEND_MESSAGE,
        required: &[],
        sample: r#"{"MD5OfMessageBody": "3bcb6e8e7d8543758b0bc1a59812c6e5", "MessageId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}"#,
    },
    ResultShape {
        service: "sns",
        actions: &["publish"],
        pattern: "",
        shape: &SNS_PUBLISH,
        required: &[],
        sample: r#"{"MessageId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}"#,
    },
    ResultShape {
        service: "dynamodb",
        actions: &["getItem"],
        pattern: "",
        shape: &DYNAMODB_GET_ITEM,
        required: &[],
        sample: r#"{"Item": {"id": {"S": "id-1"}}}"#,
    },
    ResultShape {
        service: "dynamodb",
        actions: &["putItem", "updateItem", "deleteItem"],
        pattern: "",
        shape: &DYNAMODB_WRITE,
        required: &[],
        sample: "{}",
    },
    ResultShape {
        service: "events",
        actions: &["putEvents"],
        pattern: "",
        shape: &EVENTS_PUT_EVENTS,
        required: &[],
        sample: r#"{"Entries": [{"EventId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}], "FailedEntryCount": 0}"#,
    },
    ResultShape {
        service: "bedrock",
        actions: &["invokeModel"],
        pattern: "",
        shape: &BEDROCK_INVOKE_MODEL,
        required: &["Body", "ContentType"],
        sample: r#"{
            "Body": {
                "id": "msg_01",
                "type": "message",
                "role": "assistant",
                "model": "claude",
                "content": [{"type": "text", "text": "the answer"}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": 100, "output_tokens": 100}
            },
            "ContentType": "application/json"
        }"#,
    },
    ResultShape {
        service: "states",
        actions: &["startExecution"],
        pattern: "",
        shape: &STATES_START_EXECUTION,
        required: &["ExecutionArn", "StartDate"],
        sample: r#"{"ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:child:run-1", "StartDate": 1767225600.0}"#,
    },
    ResultShape {
        service: "states",
        actions: &["startExecution"],
        pattern: ".sync",
        shape: &STATES_START_EXECUTION_SYNC,
        required: &["ExecutionArn", "StateMachineArn", "Status", "StartDate"],
        sample: r#"{
            "ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:child:run-1",
            "Input": "{}",
            "Name": "run-1",
            "Output": "{}",
            "StartDate": 1767225600000,
            "StateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:child",
            "Status": "SUCCEEDED",
            "StopDate": 1767225601000
        }"#,
    },
    ResultShape {
        service: "states",
        actions: &["startExecution"],
        pattern: ".sync:2",
        shape: &STATES_START_EXECUTION_SYNC2,
        required: &["ExecutionArn", "StateMachineArn", "Status", "StartDate"],
        sample: r#"{
            "ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:child:run-1",
            "Input": {},
            "Name": "run-1",
            "Output": {},
            "StartDate": 1767225600000,
            "StateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:child",
            "Status": "SUCCEEDED",
            "StopDate": 1767225601000
        }"#,
    },
];

/// The result of `arn:aws:states:::service:action.pattern`; nothing where it is not known. `pattern` is the ending of
/// the resource with its dot. The results of callbacks are whatever is sent back, so they have no shape.
pub fn result_shape(service: &str, action: &str, pattern: &str) -> Option<&'static ResultShape> {
    SHAPES.iter().find(|shape| {
        shape.service == service && shape.actions.contains(&action) && shape.pattern == pattern
    })
}

impl ResultShape {
    /// An example, without the metadata of the HTTP call that the SDK adds.
    pub fn sample(&self) -> Value {
        // The samples are constants, and a test reads each.
        value::read(self.sample).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_objects_with_members_of_the_shape() {
        for result in &SHAPES {
            let sample = value::read(result.sample)
                .unwrap_or_else(|fault| panic!("{}: {fault}", result.service));
            let KnownShape::Object { members, .. } = result.shape else {
                panic!("the result of {} is an object", result.service);
            };
            for name in sample.as_object().expect("a result is an object").keys() {
                assert!(
                    members.iter().any(|member| member.name == &**name),
                    "{}: {name}",
                    result.service
                );
            }
        }
    }

    #[test]
    fn finds_shapes_by_resource() {
        let open = |pattern| {
            let result = result_shape("states", "startExecution", pattern).unwrap();
            matches!(result.shape, KnownShape::Object { open: true, .. })
        };
        assert!(open(".sync:2"));
        assert!(!open(""));
        assert_eq!(
            result_shape("sqs", "sendMessage", ".waitForTaskToken"),
            None
        );
        assert_eq!(
            result_shape("dynamodb", "updateItem", "").unwrap().service,
            "dynamodb"
        );
        assert_eq!(result_shape("glue", "startJobRun", ".sync"), None);
    }
}
