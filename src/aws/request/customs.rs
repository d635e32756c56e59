//! What single services want beside their models. The SDKs of AWS do the same (botocore's `handlers`, the interceptors of
//! the SDK for Java).

use super::Request;
use crate::services::api::Service;

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
