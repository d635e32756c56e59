//! A context object that is given with a mock.

use super::refusal::{Fault, Refusal};
use crate::value::Value;

/// The members that a context object may have, and theirs.
const MEMBERS: [(&str, &[&str]); 4] = [
    (
        "Execution",
        &[
            "Id",
            "Input",
            "Name",
            "RoleArn",
            "StartTime",
            "RedriveCount",
            "RedriveTime",
        ],
    ),
    ("State", &["EnteredTime", "Name", "RetryCount"]),
    ("StateMachine", &["Id", "Name"]),
    ("Task", &["Token"]),
];

/// Refuses what AWS refuses (recorded: test_state/state_context_object.state_context_object_validation_failures). What
/// it says of members that are no objects is not recorded.
pub(super) fn check(context: &Value) -> Result<(), Fault> {
    let invalid =
        |detail: String| Refusal::validation(format!("Invalid Context object provided: {detail}"));
    let Some(members) = context.as_object() else {
        return Err(invalid("Context must be a valid JSON object".to_owned()));
    };
    for (name, value) in members.iter() {
        if &**name == "Map" {
            let detail = "'Map' field is not supported when mocking a Context object";
            return Err(invalid(detail.to_owned()));
        }
        let unknown = |name: &str| invalid(format!("Field '{name}' is not allowed"));
        let Some((_, known)) = MEMBERS.iter().find(|(known, _)| *known == &**name) else {
            return Err(unknown(name));
        };
        let Some(members) = value.as_object() else {
            return Err(invalid(format!("Field '{name}' must be an object")));
        };
        if let Some(name) = members.keys().find(|name| !known.contains(&&***name)) {
            return Err(unknown(name));
        }
    }
    Ok(())
}
