//! Whether a mocked result looks like that of the API.

use super::api_result;
use super::refusal::{Fault, Refusal};
use super::request::FieldValidation;
use crate::asl::Resource;
use crate::services::KnownShape;
use crate::services::result_shapes::result_shape;
use crate::value::Value;

/// Holds the mocked result of a Task against the shape of its API, where that is known. Members that the API does not
/// have are no fault (recorded:
/// test_state/field_validation_mode.strict_mode_mock_result_field_not_in_api_spec~field_not_part_of_api_spec).
pub(super) fn check(
    resource: &Resource,
    result: &Value,
    validation: FieldValidation,
) -> Result<(), Fault> {
    if validation == FieldValidation::None {
        return Ok(());
    }
    if let Some(integration) = resource.integration().filter(|integration| integration.sdk) {
        return api_result::check(integration, result, validation);
    }
    let shape = resource.integration().and_then(|integration| {
        let pattern = integration.pattern.suffix();
        result_shape(&integration.service, &integration.action, pattern)
    });
    let Some(shape) = shape else {
        return Ok(());
    };
    if validation == FieldValidation::Strict
        && let Some(missing) = shape
            .required
            .iter()
            .find(|name| result.get(name).is_none())
    {
        return Err(invalid(&format!("Required field '{missing}' is missing")));
    }
    fits(shape.shape, result, None)
}

/// Whether a value has the type of its shape; `field` is the member that it is, or is an item of.
fn fits(shape: &KnownShape, value: &Value, field: Option<&str>) -> Result<(), Fault> {
    let wrong = |expected: &str| {
        invalid(&match field {
            Some(field) => format!("Field '{field}' must be {expected}"),
            None => format!("Mock result must be {expected}"),
        })
    };
    match shape {
        KnownShape::Anything => Ok(()),
        KnownShape::Text(..) | KnownShape::LongText | KnownShape::Instant => {
            value.as_str().map(|_| ()).ok_or_else(|| wrong("a string"))
        }
        KnownShape::Number => value
            .as_number()
            .map(|_| ())
            .ok_or_else(|| wrong("a number")),
        KnownShape::Opaque(..) => value
            .as_object()
            .map(|_| ())
            .ok_or_else(|| wrong("an object")),
        KnownShape::List(item) => {
            let items = value.as_array().ok_or_else(|| wrong("an array"))?;
            items.iter().try_for_each(|value| fits(item, value, field))
        }
        KnownShape::Object { members, .. } => {
            let object = value.as_object().ok_or_else(|| wrong("an object"))?;
            members
                .iter()
                .try_for_each(|member| match object.get(member.name) {
                    Some(value) => fits(&member.shape, value, Some(member.name)),
                    None => Ok(()),
                })
        }
    }
}

pub(super) fn invalid(detail: &str) -> Fault {
    Refusal::validation(format!("Mock result schema validation error: {detail}"))
}
