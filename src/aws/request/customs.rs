//! What single services want beside their models. The SDKs of AWS do the same (botocore's `handlers`, the interceptors of
//! the SDK for Java).

use super::Request;
use crate::services::api::{Operation, Service};
use crate::value::{Object, Value};

/// The parameters of a call where they depend on its region: a bucket of S3 is made in the region of the call unless they name
/// another place (`CreateBucketInterceptor` of the SDK for Java).
pub(in crate::aws) fn in_region(
    service: &Service,
    operation: &Operation,
    parameters: &Value,
    region: &str,
) -> Option<Value> {
    if service.name != "s3" || operation.name != "CreateBucket" || region == "us-east-1" {
        return None;
    }
    let mut members = parameters.as_object()?.clone();
    let given = members.get("CreateBucketConfiguration");
    let mut configuration = match given {
        None | Some(Value::Null) => Object::new(),
        Some(given) => given.as_object()?.clone(),
    };
    let has_place = ["LocationConstraint", "Location"]
        .iter()
        .any(|name| configuration.get(name).is_some());
    if has_place {
        return None;
    }
    configuration.insert("LocationConstraint", region.into());
    members.insert("CreateBucketConfiguration", configuration.into());
    Some(members.into())
}

/// Adds what `service` wants.
pub(super) fn apply(service: &Service, request: &mut Request) {
    match service.name {
        // Without it API Gateway answers in a JSON of another form (HAL).
        "apigateway" => request.set_default_header("accept", "application/json"),
        "glacier" => {
            let version = service.api_version.unwrap_or_default();
            request.set_default_header("x-amz-glacier-version", version);
        }
        _ => {}
    }
}
