//! What the results of the commonest integrations look like, and how big they are.
//!
//! Fields are those of the executions recorded on AWS (`lambda`, `sqs`, `sns`, `dynamodb`, `states`) and of the developer
//! guide (`bedrock`, `events`). The recordings have ids and dates shortened, so the smallest size seen there is a
//! lower bound; the upper one leaves room for ids, dates and trace headers of full length.

use crate::value::{self, Value};

/// The result of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultShape {
    /// The service as the resource names it: `lambda`.
    pub service: &'static str,
    /// The actions that have this result.
    pub actions: &'static [&'static str],
    /// The ending of the resource: empty, `.sync`, `.sync:2`.
    pub pattern: &'static str,
    /// The fewest bytes of JSON that everything but the open field comes to.
    pub least: u64,
    /// The most bytes of JSON that everything but the open field comes to.
    pub most: u64,
    /// The field whose size the request, the function or the model decides.
    pub open: Option<OpenField>,
    sample: &'static str,
}

/// A field of a result that may be of any size up to a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenField {
    /// Its name.
    pub name: &'static str,
    /// Bytes that the service gives at most; nothing where no limit is known that a payload could not pass.
    pub most: Option<u64>,
}

const SHAPES: [ResultShape; 9] = [
    ResultShape {
        service: "lambda",
        actions: &["invoke"],
        pattern: "",
        least: 600,
        most: 1_200,
        // The quota of a synchronous response: 6 MiB.
        open: Some(OpenField {
            name: "Payload",
            most: Some(6_291_556),
        }),
        sample: r#"{"ExecutedVersion": "$LATEST", "Payload": {}, "StatusCode": 200}"#,
    },
    ResultShape {
        service: "sqs",
        actions: &["sendMessage"],
        pattern: "",
        least: 380,
        most: 1_000,
        open: None,
        sample: r#"{"MD5OfMessageBody": "3bcb6e8e7d8543758b0bc1a59812c6e5", "MessageId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}"#,
    },
    ResultShape {
        service: "sns",
        actions: &["publish"],
        pattern: "",
        least: 380,
        most: 1_000,
        open: None,
        sample: r#"{"MessageId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}"#,
    },
    ResultShape {
        service: "dynamodb",
        actions: &["getItem"],
        pattern: "",
        least: 500,
        most: 1_000,
        // An item has at most 400 KB in DynamoDB's own count; its JSON has a type beside each value.
        open: Some(OpenField {
            name: "Item",
            most: None,
        }),
        sample: r#"{"Item": {"id": {"S": "id-1"}}}"#,
    },
    ResultShape {
        service: "dynamodb",
        actions: &["putItem", "updateItem", "deleteItem"],
        pattern: "",
        least: 500,
        most: 1_000,
        open: Some(OpenField {
            name: "Attributes",
            most: None,
        }),
        sample: "{}",
    },
    ResultShape {
        service: "events",
        actions: &["putEvents"],
        pattern: "",
        least: 80,
        // Ten entries a call, each with an id or an error.
        most: 4_000,
        open: None,
        sample: r#"{"Entries": [{"EventId": "3bcb6e8e-8b51-4375-b0bc-1a59812c6e51"}], "FailedEntryCount": 0}"#,
    },
    ResultShape {
        service: "bedrock",
        actions: &["invokeModel"],
        pattern: "",
        least: 40,
        most: 100,
        // The quota of a response body: 25 MB.
        open: Some(OpenField {
            name: "Body",
            most: Some(25_000_000),
        }),
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
        least: 470,
        most: 1_200,
        open: None,
        sample: r#"{"ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:child:run-1", "StartDate": 1767225600.0}"#,
    },
    ResultShape {
        service: "states",
        actions: &["startExecution"],
        pattern: ".sync:2",
        least: 300,
        most: 1_500,
        open: Some(OpenField {
            name: "Output",
            most: Some(262_144),
        }),
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
    fn samples_are_objects_that_hold_the_open_field_or_may_leave_it_out() {
        for shape in &SHAPES {
            let sample = value::read(shape.sample)
                .unwrap_or_else(|fault| panic!("{}: {fault}", shape.service));
            let sample = sample.as_object().expect("a result is an object").clone();
            assert!(shape.least <= shape.most, "{}", shape.service);
            if let Some(open) = shape.open {
                // DynamoDB gives attributes only where they are asked for.
                assert!(
                    open.name == "Attributes" || sample.contains_key(open.name),
                    "{}",
                    shape.service
                );
            }
        }
    }

    #[test]
    fn finds_shapes_by_resource() {
        assert_eq!(
            result_shape("states", "startExecution", ".sync:2")
                .unwrap()
                .open
                .unwrap()
                .name,
            "Output"
        );
        assert_eq!(
            result_shape("states", "startExecution", "").unwrap().open,
            None
        );
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
