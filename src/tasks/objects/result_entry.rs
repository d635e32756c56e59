//! A child execution in a file of results.

use crate::engine::{ChildResult, Status};
use crate::value::{Number, Object, Value};

/// What is known of a child execution, as DescribeExecution tells it: members in alphabetical order, input and output
/// as texts of JSON (developer guide, "ResultWriter (Map)"; the reasons are those of DescribeExecution).
pub(super) fn entry(result: &ChildResult) -> Value {
    let outcome = &result.outcome;
    let mut entry = Object::new();
    let mut put = |name: &str, value: Value| {
        entry.insert(name, value);
    };
    if let Some(cause) = &outcome.cause {
        put("Cause", Value::from(cause.clone()));
    }
    if let Some(error) = &outcome.error {
        put("Error", Value::from(error.clone()));
    }
    put("ExecutionArn", Value::from(result.execution_arn.clone()));
    put("Input", Value::from(result.input.to_json()));
    put("InputDetails", included());
    put("Name", Value::from(result.name.clone()));
    if let Some(output) = &outcome.output {
        put("Output", Value::from(output.to_json()));
        put("OutputDetails", included());
    }
    put("RedriveCount", Value::Number(Number::from(0)));
    if outcome.status == Status::Succeeded {
        put("RedriveStatus", Value::from("NOT_REDRIVABLE"));
        let reason = "Execution is SUCCEEDED and cannot be redriven.";
        put("RedriveStatusReason", Value::from(reason));
    } else {
        put("RedriveStatus", Value::from("REDRIVABLE_BY_MAP_RUN"));
    }
    put("StartDate", Value::from(result.started.to_string()));
    put(
        "StateMachineArn",
        Value::from(result.state_machine_arn.clone()),
    );
    put("Status", Value::from(outcome.status.to_string()));
    put("StopDate", Value::from(result.stopped.to_string()));
    Value::Object(entry)
}

/// An input for which no child execution was started.
pub(super) fn pending(input: &Value) -> Value {
    let members = [
        ("Input", Value::from(input.to_json())),
        ("InputDetails", included()),
        ("Status", Value::from("PENDING")),
    ];
    Value::Object(members.into_iter().collect::<Object>())
}

fn included() -> Value {
    Value::Object([("Included", Value::Bool(true))].into_iter().collect())
}
