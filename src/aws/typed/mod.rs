//! Calls that go through clients of the AWS SDK: speech of Polly and models of Bedrock.
//!
//! The SDK gives them what is Amazon's own there: keys for Bedrock that are no credentials (`AWS_BEARER_TOKEN_BEDROCK`), the
//! rules of its endpoints, the check of what comes back. Connections, credentials, region and endpoints are those of all
//! other calls, and so are the names in results and errors: they are read from the answer on the wire.

mod bedrock;
mod capture;
mod outcome;
mod parameters;
mod polly;
#[cfg(test)]
mod tests;

use super::endpoint::Target;
use super::fault::CallFault;
use super::request::Request;
use super::response::Response;
use super::settings::Settings;
use crate::services::api::{Operation, Service};
use crate::value::Value;
use aws_config::SdkConfig;
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_runtime_api::client::stalled_stream_protection::StalledStreamProtectionConfig;
use aws_smithy_types::retry::RetryConfig;
use aws_smithy_types::timeout::TimeoutConfig;
use capture::Capture;
use outcome::Outcome;
use parameters::Parameters;

/// A call for a client of the SDK.
pub(super) struct Typed<'a> {
    pub(super) service: &'static Service,
    pub(super) operation: &'static Operation,
    /// As the user gave them, and as they stand on the wire.
    pub(super) parameters: &'a Value,
    pub(super) request: &'a Request,
    pub(super) target: &'a Target,
    pub(super) credentials: Option<Credentials>,
}

/// Whether the SDK's clients make the calls of an operation.
pub(super) fn takes(service: &Service, operation: &Operation) -> bool {
    match service.name {
        "polly" => polly::OPERATIONS.contains(&operation.name),
        "bedrockruntime" => bedrock::OPERATIONS.contains(&operation.name),
        _ => false,
    }
}

/// Whether the calls of a service need no credentials, because there is a key of the service's own.
pub(super) fn has_own_key(service: &Service, settings: &Settings) -> bool {
    service.name == "bedrockruntime" && bedrock::has_key(&settings.config)
}

impl Typed<'_> {
    /// Makes the call and gives the answer of a service that did it.
    pub(super) async fn send(self, settings: &Settings) -> Result<Response, CallFault> {
        let config = self.config(settings);
        let capture = Capture::default();
        match self.service.name {
            "polly" => polly::send(&self, &config, capture).await,
            _ => bedrock::send(&self, &config, capture).await,
        }
    }

    /// The configuration of a client: retries are the definition's, and so is the time that a call may take.
    fn config(&self, settings: &Settings) -> SdkConfig {
        let mut config = settings
            .config
            .to_builder()
            .retry_config(RetryConfig::disabled())
            .timeout_config(TimeoutConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled());
        if let Some(credentials) = &self.credentials {
            let provider = SharedCredentialsProvider::new(credentials.clone());
            config.set_credentials_provider(Some(provider));
        }
        config.build()
    }

    /// Where the client is told to call: nothing where it knows itself.
    fn endpoint_url(&self) -> Option<String> {
        self.target.custom.then(|| self.target.url.clone())
    }

    fn given(&self) -> Parameters<'_> {
        Parameters::new(self.parameters)
    }

    fn outcome(&self, capture: Capture) -> Outcome<'_> {
        Outcome {
            service: self.service,
            operation: self.operation,
            host: self.target.host(),
            capture,
        }
    }
}
