//! Whether a mocked result looks like that of an operation which is called through the AWS SDK.
//!
//! Recorded: test_state/field_validation_mode and field_validation_mode_present, the cases of KMS, Lambda and S3.

use super::mock_result::invalid;
use super::refusal::Fault;
use super::request::FieldValidation;
use crate::asl::{Integration, Pattern};
use crate::services::api::{self, Bounds, Scalar, Service, Shape, ShapeRef, Spelling};
use crate::value::{Number, Value};

/// Holds the mocked result of an AWS SDK integration against the output of its operation, where that is known.
pub(super) fn check(
    integration: &Integration,
    result: &Value,
    validation: FieldValidation,
) -> Result<(), Fault> {
    if integration.pattern != Pattern::RequestResponse {
        return Ok(());
    }
    let service = api::service(&integration.service);
    let Some((service, output)) = service
        .and_then(|service| Some((service, service.operation(&integration.action)?.output?)))
    else {
        return Ok(());
    };
    Check {
        service,
        strict: validation == FieldValidation::Strict,
    }
    .value(output, None, result, None)
}

struct Check {
    service: &'static Service,
    /// Whether members that the model requires must be there.
    strict: bool,
}

impl Check {
    // Recursion is bounded: the readers of JSON allow a fixed depth.
    fn value(
        &self,
        shape: ShapeRef,
        bounds: Option<&Bounds>,
        value: &Value,
        field: Option<&str>,
    ) -> Result<(), Fault> {
        let wrong = |expected: &str| {
            invalid(&match field {
                Some(field) => format!("Field '{field}' must be {expected}"),
                None => format!("Mock result must be {expected}"),
            })
        };
        match self.service.shape(shape) {
            Shape::Scalar(scalar) => {
                scalar_fits(*scalar, bounds, value, field.unwrap_or_default(), &wrong)
            }
            Shape::List(list) => {
                let items = value.as_array().ok_or_else(|| wrong("an array"))?;
                let bounds = self.service.bounds(shape, 0);
                items
                    .iter()
                    .try_for_each(|item| self.value(list.item, bounds, item, field))
            }
            Shape::Map(map) => {
                let members = value.as_object().ok_or_else(|| wrong("an object"))?;
                let bounds = self.service.bounds(shape, 0);
                members
                    .iter()
                    .try_for_each(|(key, member)| self.value(map.value, bounds, member, Some(key)))
            }
            Shape::Structure(structure) => {
                let object = value.as_object().ok_or_else(|| wrong("an object"))?;
                let members = structure.members.iter().enumerate();
                let named = members
                    .map(|(index, member)| (index, member, Spelling::Sdk.member(member.name)));
                for (index, member, name) in named {
                    match object.get(&name) {
                        Some(value) => {
                            let bounds = self.service.bounds(shape, index);
                            self.value(member.shape, bounds, value, Some(&name))?;
                        }
                        None if self.strict && member.required => {
                            return Err(invalid(&format!("Required field '{name}' is missing")));
                        }
                        None => {}
                    }
                }
                Ok(())
            }
        }
    }
}

fn scalar_fits(
    scalar: Scalar,
    bounds: Option<&Bounds>,
    value: &Value,
    field: &str,
    wrong: &dyn Fn(&str) -> Fault,
) -> Result<(), Fault> {
    let none = Bounds::default();
    let bounds = bounds.unwrap_or(&none);
    match scalar {
        Scalar::Document | Scalar::JsonInHeader => Ok(()),
        Scalar::Boolean => value
            .as_bool()
            .map(|_| ())
            .ok_or_else(|| wrong("a boolean")),
        Scalar::Integer | Scalar::Long | Scalar::Float | Scalar::Double => {
            let number = value.as_number().ok_or_else(|| wrong("a number"))?;
            number_fits(number, bounds, field)
        }
        Scalar::String | Scalar::Blob | Scalar::StreamingBlob | Scalar::Timestamp(_) => {
            let text = value.as_str().ok_or_else(|| wrong("a string"))?;
            text_fits(text, bounds, field)
        }
    }
}

fn number_fits(number: &Number, bounds: &Bounds, field: &str) -> Result<(), Fault> {
    let number = number.as_f64();
    if bounds.least.is_some_and(|least| number < least as f64) {
        return Err(invalid(&format!(
            "Field '{field}' is less than the minimum value"
        )));
    }
    if bounds.most.is_some_and(|most| number > most as f64) {
        return Err(invalid(&format!(
            "Field '{field}' exceeds the maximum value"
        )));
    }
    Ok(())
}

fn text_fits(text: &str, bounds: &Bounds, field: &str) -> Result<(), Fault> {
    if bounds
        .words
        .as_ref()
        .is_some_and(|words| !words.contains(&text))
    {
        return Err(invalid(&format!(
            "Field '{field}' is not an expected value"
        )));
    }
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if bounds.least.is_some_and(|least| length < least) {
        return Err(invalid(&format!(
            "Field '{field}' is smaller than the minimum length"
        )));
    }
    // Only a length that is too small is recorded; these words follow it.
    if bounds.most.is_some_and(|most| length > most) {
        return Err(invalid(&format!(
            "Field '{field}' exceeds the maximum length"
        )));
    }
    Ok(())
}
