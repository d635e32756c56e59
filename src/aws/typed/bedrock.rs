//! Models of Bedrock.

use super::{Capture, Typed};
use crate::aws::fault::CallFault;
use crate::aws::response::Response;
use aws_config::SdkConfig;
use aws_sdk_bedrockruntime::Client;
use aws_sdk_bedrockruntime::config::Builder;
use aws_sdk_bedrockruntime::primitives::Blob;
use aws_smithy_types::body::SdkBody;
use aws_types::service_config::ServiceConfigKey;

pub(super) const OPERATIONS: [&str; 2] = ["Converse", "InvokeModel"];

/// Whether `AWS_BEARER_TOKEN_BEDROCK` is set.
pub(super) fn has_key(config: &SdkConfig) -> bool {
    let key = ServiceConfigKey::builder()
        .service_id("bedrock")
        .env("AWS_BEARER_TOKEN")
        .profile("")
        .build();
    key.ok()
        .zip(config.service_config())
        .is_some_and(|(key, config)| config.load_config(key).is_some())
}

pub(super) async fn send(
    typed: &Typed<'_>,
    config: &SdkConfig,
    capture: Capture,
) -> Result<Response, CallFault> {
    let mut config = Builder::from(config).interceptor(capture.clone());
    config.set_endpoint_url(typed.endpoint_url());
    let client = Client::from_conf(config.build());
    let outcome = typed.outcome(capture);
    let given = typed.given();
    let body = typed.request.body.clone();
    if typed.operation.name == "Converse" {
        // The SDK's structures cannot be made of JSON: the body is that of the table.
        let sent = client
            .converse()
            .set_model_id(given.text("ModelId"))
            .customize()
            .mutate_request(move |request| {
                let headers = request.headers_mut();
                headers.insert("content-length", body.len().to_string());
                *request.body_mut() = SdkBody::from(body.clone());
            })
            .send()
            .await;
        return outcome.of(sent).map(|(response, _)| response);
    }
    let sent = client
        .invoke_model()
        .set_model_id(given.text("ModelId"))
        .body(Blob::new(body))
        .set_content_type(given.text("ContentType"))
        .set_accept(given.text("Accept"))
        .set_trace(given.word("Trace"))
        .set_guardrail_identifier(given.text("GuardrailIdentifier"))
        .set_guardrail_version(given.text("GuardrailVersion"))
        .set_performance_config_latency(given.word("PerformanceConfigLatency"))
        .set_service_tier(given.word("ServiceTier"))
        .set_request_metadata(given.text("RequestMetadata"))
        .send()
        .await;
    outcome.of(sent).map(|(response, _)| response)
}
