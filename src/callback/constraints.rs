//! What the API wants of the members of a request, before it looks at what they say: from the table of AWS's APIs.

use super::refusal::Refusal;
use crate::services::api::{self, Bounds, Member, Operation, Scalar, Shape};
use crate::value::Value;

/// Members whose values AWS keeps out of its messages (`sensitive` in botocore's model of Step Functions).
const SENSITIVE: [&str; 3] = ["output", "error", "cause"];
/// The member whose length counts in bytes (API reference, SendTaskSuccess).
const PAYLOAD: &str = "output";

/// Checks the members of a request of the operation `name`. Members that the operation does not have are passed over.
///
/// # Errors
/// Where Step Functions has no such operation, a member is of another kind, or members do not hold to their constraints: all of
/// these in one message, as AWS tells of them.
pub(super) fn check(name: &str, request: &Value) -> Result<(), Refusal> {
    let unknown = || Refusal::UnknownOperation(name.to_owned());
    let service = api::service("sfn").ok_or_else(unknown)?;
    let operation: &Operation = service.operation_named(name).ok_or_else(unknown)?;
    if request.as_object().is_none() {
        return Err(Refusal::Serialization("the body is no object".to_owned()));
    }
    let input = operation.input.and_then(|input| {
        let structure = service.structure(input)?;
        Some((input, structure))
    });
    let Some((input, structure)) = input else {
        return Ok(());
    };
    let mut violations = Vec::new();
    for (index, member) in structure.members.iter().enumerate() {
        let given = request.get(member.wire_name());
        let given = given.filter(|value| !matches!(value, Value::Null));
        let text = match (given, service.shape(member.shape)) {
            (Some(Value::String(text)), Shape::Scalar(Scalar::String)) => Some(&**text),
            (Some(_), Shape::Scalar(Scalar::String)) => {
                let fault = format!("`{}` is no string", member.wire_name());
                return Err(Refusal::Serialization(fault));
            }
            (Some(_), _) => continue,
            (None, _) => None,
        };
        violations.extend(violation(member, text, service.bounds(input, index)));
    }
    match violations.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Validation(violations)),
    }
}

/// What is wrong with a text, in AWS's words: those of null, of a length and of a payload are what StartExecution answers, whose
/// input is of the kind of `output`.
fn violation(member: &Member, text: Option<&str>, bounds: Option<&Bounds>) -> Option<String> {
    let name = member.wire_name();
    let at = |value: &str, constraint: &str| {
        format!("Value {value}at '{name}' failed to satisfy constraint: Member must {constraint}")
    };
    let Some(text) = text else {
        return member.required.then(|| at("null ", "not be null"));
    };
    let payload = name == PAYLOAD;
    let length = match payload {
        true => text.len(),
        false => text.chars().count(),
    };
    let beyond = |limit: Option<i64>, over: bool| {
        let limit = usize::try_from(limit?).ok()?;
        let broken = if over { length > limit } else { length < limit };
        broken.then_some(limit)
    };
    let bounds = bounds?;
    let constraint = if let Some(most) = beyond(bounds.most, true) {
        match payload {
            true => format!("have size less than or equal to {most} bytes in UTF-8 encoding"),
            false => format!("have length less than or equal to {most}"),
        }
    } else {
        let least = beyond(bounds.least, false)?;
        format!("have length greater than or equal to {least}")
    };
    Some(match SENSITIVE.contains(&name) {
        true => at("", &constraint),
        false => at(&format!("'{text}' "), &constraint),
    })
}
