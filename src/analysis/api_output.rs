//! What the operations of AWS's APIs give back, for AWS SDK integrations.

use super::shape::Field;
use super::{Origin, Shape, Size};
use crate::services::api::{self, Scalar, Service, ShapeRef, Spelling};
use crate::value::Str;

/// Levels of an output that are looked into. Outputs nest deeper only where a structure holds itself.
const LEVELS: u32 = 8;
/// Values of an output that are described one by one; what comes after is any value. The largest outputs have thousands
/// of members, which no definition reads.
const MOST: u32 = 900;

/// The result of `aws-sdk:service:action`; nothing where the operation is not known. Recorded results hold the members of
/// the API and nothing else (services/aws_sdk_task_service).
pub(super) fn api_output(service: &str, action: &str, origin: Origin) -> Option<Shape> {
    let service = api::service(service)?;
    let operation = service.operation(action)?;
    let Some(output) = operation.output else {
        return Some(Shape::closed::<Str>([], Some(origin)));
    };
    let mut output_of = OutputOf {
        service,
        origin,
        left: MOST,
    };
    Some(output_of.shape(output, LEVELS))
}

struct OutputOf {
    service: &'static Service,
    origin: Origin,
    left: u32,
}

impl OutputOf {
    fn shape(&mut self, shape: ShapeRef, levels: u32) -> Shape {
        let unknown = Shape::unknown(Some(self.origin));
        if levels == 0 || self.left == 0 {
            return unknown;
        }
        self.left -= 1;
        match self.service.shape(shape) {
            api::Shape::Scalar(scalar) => match scalar {
                Scalar::String | Scalar::StreamingBlob => Shape::string(Size::at_least(2)),
                Scalar::Boolean => Shape::boolean(),
                Scalar::Integer | Scalar::Long | Scalar::Float | Scalar::Double => Shape::number(),
                // Whether bytes that hold JSON come as text is recorded of S3 alone.
                Scalar::Blob | Scalar::Timestamp(_) | Scalar::Document | Scalar::JsonInHeader => {
                    unknown
                }
            },
            api::Shape::List(list) => {
                Shape::array(Some(self.shape(list.item, levels - 1)), 0, None)
            }
            api::Shape::Map(_) => unknown,
            api::Shape::Structure(structure) => {
                let mut spelled_apart = false;
                let mut fields = Vec::with_capacity(structure.members.len());
                for member in &structure.members {
                    let name = Spelling::Sdk.member(member.name);
                    // Members that the SDK for Java renames in a way of its own may come by another name.
                    spelled_apart |= !name.eq_ignore_ascii_case(member.name);
                    let field = Field {
                        shape: self.shape(member.shape, levels - 1),
                        always: member.required,
                    };
                    fields.push((Str::from(&*name), field));
                }
                let rest = Size {
                    bounded: !spelled_apart,
                    ..Size::ZERO
                };
                Shape::object(
                    fields.into_iter().collect(),
                    spelled_apart,
                    rest,
                    Some(self.origin),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asl::StateId;

    fn output(service: &str, action: &str) -> Shape {
        api_output(service, action, Origin::Result(StateId(0))).unwrap()
    }

    #[test]
    fn outputs_have_the_members_of_the_api_in_the_spelling_of_step_functions() {
        // Recorded: services/aws_sdk_task_service.list_secrets reads `SecretList`.
        let secrets = output("secretsmanager", "listSecrets");
        assert!(secrets.is_closed());
        let names: Vec<String> = secrets.fields().map(|(name, _)| name.to_string()).collect();
        assert!(names.contains(&"SecretList".to_owned()), "{names:?}");
        let instances = output("rds", "describeDBInstances");
        let names: Vec<String> = instances
            .fields()
            .map(|(name, _)| name.to_string())
            .collect();
        assert!(names.contains(&"DbInstances".to_owned()), "{names:?}");
        assert!(api_output("nothing", "atAll", Origin::Result(StateId(0))).is_none());
    }

    #[test]
    fn every_output_is_bounded() {
        // Those with the largest outputs.
        for name in ["ec2", "quicksight", "medialive"] {
            let service = api::service(name).unwrap();
            for operation in &service.operations {
                assert!(
                    api_output(
                        service.name,
                        &operation.action(),
                        Origin::Result(StateId(0))
                    )
                    .is_some()
                );
            }
        }
    }
}
