//! From the names that Tasks see to those of the API.

use crate::services::api::uncapitalise;
use crate::value::{Object, Value};

/// An entry of a history as the API has it: `executionStartedEventDetails` for `ExecutionStartedEventDetails`. Members of
/// the API of Step Functions begin with a small letter, all of them, and are else spelled alike.
pub(super) fn of_api(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = match &**name {
                    // Its keys are names of variables.
                    "AssignedVariables" => value.clone(),
                    _ => of_api(value),
                };
                (uncapitalise(name), value)
            });
            members.collect::<Object>().into()
        }
        Value::Array(items) => items.iter().map(of_api).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::api::{self, Shape, Spelling};
    use crate::value::read;

    #[test]
    fn variables_keep_their_names() {
        let told =
            r#"{"Id":4,"StateExitedEventDetails":{"Name":"A","AssignedVariables":{"Total":"1"}}}"#;
        let api =
            r#"{"id":4,"stateExitedEventDetails":{"name":"A","assignedVariables":{"Total":"1"}}}"#;
        let told = of_api(&read(told).expect("JSON"));
        assert_eq!(told.to_compact_json(), api);
    }

    /// Every name of every member of an event comes back.
    #[test]
    fn the_names_of_the_api_come_back() {
        let service = api::service("sfn").expect("Step Functions");
        let operation = service
            .operation("getExecutionHistory")
            .expect("an operation");
        let mut shapes = vec![operation.output.expect("it has an output")];
        let mut seen = Vec::new();
        let mut names = 0;
        while let Some(shape) = shapes.pop() {
            if seen.contains(&shape) {
                continue;
            }
            seen.push(shape);
            match service.shape(shape) {
                Shape::Structure(structure) => {
                    for member in &structure.members {
                        let told = Spelling::Sdk.member(member.name);
                        assert_eq!(uncapitalise(&told), member.name);
                        names += 1;
                        shapes.push(member.shape);
                    }
                }
                Shape::List(list) => shapes.push(list.item),
                Shape::Map(map) => shapes.push(map.value),
                Shape::Scalar(_) => {}
            }
        }
        assert!(names > 100, "{names} names were compared");
    }
}
