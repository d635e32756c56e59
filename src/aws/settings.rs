//! What the environment and the profiles say, read once, when the first call is made.

use super::Options;
use super::connection;
use super::credentials::chain;
use super::fault::{CallFault, CredentialsFault};
use aws_config::default_provider::credentials::DefaultCredentialsChain;
use aws_config::ecs::EcsCredentialsProvider;
use aws_config::environment::EnvironmentVariableRegionProvider;
use aws_config::imds;
use aws_config::imds::credentials::ImdsCredentialsProvider;
use aws_config::imds::region::ImdsRegionProvider;
use aws_config::meta::credentials::CredentialsProviderChain;
use aws_config::meta::region::RegionProviderChain;
use aws_config::profile::{self, ProfileFileCredentialsProvider, ProfileFileRegionProvider};
use aws_config::provider_config::ProviderConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_smithy_runtime_api::client::http::{SharedHttpConnector, http_client_fn};
use aws_types::os_shim_internal::{Env, Fs};
use std::time::{Duration, SystemTime};

/// How long the service that gives credentials inside EC2 is waited for, once, as the AWS CLI does: outside EC2 nobody
/// answers.
const INSTANCE_TIMEOUT: Duration = Duration::from_secs(1);

/// What the environment and the profiles say.
pub(super) struct Settings {
    /// As aws-config reads it.
    pub(super) config: SdkConfig,
    /// What all calls go through.
    pub(super) connector: SharedHttpConnector,
    /// The certificates, in PEM, that are trusted beside those of the system.
    pub(super) bundle: Option<Vec<u8>>,
    /// The profile that was chosen.
    pub(super) profile: Option<String>,
}

impl Settings {
    /// Reads the environment and the files of profiles.
    pub(super) async fn load(options: &Options) -> Result<Self, CallFault> {
        // In the order of version 2 of the AWS CLI (`botocore/configprovider.py` in it); boto3 has the older variable first, and
        // aws-config reads the newer one alone.
        let of_environment = || variable("AWS_PROFILE").or_else(|| variable("AWS_DEFAULT_PROFILE"));
        let chosen = options.profile.clone().or_else(of_environment);
        if let Some(profile) = &chosen {
            is_there(profile).await.map_err(CallFault::Credentials)?;
        }
        let bundle = variable("AWS_CA_BUNDLE");
        let bundle = bundle.as_deref().map(connection::bundle).transpose()?;
        let connector = connection::connector(bundle.as_deref())?;
        let shared = connector.clone();
        let http = http_client_fn(move |_, _| shared.clone());
        let provider = ProviderConfig::without_region().with_http_client(http.clone());
        let instance = imds::Client::builder()
            .configure(&provider)
            .max_attempts(1)
            .connect_timeout(INSTANCE_TIMEOUT)
            .read_timeout(INSTANCE_TIMEOUT)
            .build();

        let mut profile_region = ProfileFileRegionProvider::builder().configure(&provider);
        if let Some(profile) = &chosen {
            profile_region = profile_region.profile_name(profile);
        }
        let region = RegionProviderChain::first_try(options.region.clone().map(Region::new))
            .or_else(EnvironmentVariableRegionProvider::new())
            .or_else(profile_region.build())
            .or_else(
                ImdsRegionProvider::builder()
                    .configure(&provider)
                    .imds_client(instance.clone())
                    .build(),
            )
            .region()
            .await;

        let mut loader = aws_config::defaults(BehaviorVersion::latest())
            .http_client(http)
            .region(region.clone());
        if let Some(profile) = &chosen {
            loader = loader.profile_name(profile);
        }
        if let Some(url) = &options.endpoint_url {
            loader = loader.endpoint_url(url);
        }
        loader = match &options.credentials {
            Some(given) => loader.credentials_provider(aws_credential_types::Credentials::new(
                &given.access_key_id,
                &given.secret_access_key,
                given.session_token.clone(),
                None,
                "given",
            )),
            None => match &options.profile {
                Some(profile) => {
                    let provider = provider.with_region(region);
                    loader.credentials_provider(of_profile(profile, &provider, instance))
                }
                None => {
                    let mut default = DefaultCredentialsChain::builder()
                        .configure(provider)
                        .imds_client(instance);
                    default.set_region(region);
                    if let Some(profile) = &chosen {
                        default = default.profile_name(profile);
                    }
                    loader.credentials_provider(default.build().await)
                }
            },
        };
        Ok(Self {
            config: loader.load().await,
            connector,
            bundle,
            profile: chosen,
        })
    }

    /// The time, by aws-config's clock.
    pub(super) fn now(&self) -> SystemTime {
        self.config.time_source().unwrap_or_default().now()
    }

    /// The region of the calls.
    pub(super) fn region(&self) -> Result<&str, CallFault> {
        self.config
            .region()
            .map(AsRef::as_ref)
            .ok_or(CallFault::NoRegion)
    }
}

/// The credentials of a profile that the command line names. As in botocore (`create_credential_resolver`), the keys and the web
/// identity of the environment stand back behind it, and who gives credentials to the machine itself is asked last.
fn of_profile(
    name: &str,
    provider: &ProviderConfig,
    instance: imds::Client,
) -> CredentialsProviderChain {
    let profile = ProfileFileCredentialsProvider::builder()
        .configure(provider)
        .profile_name(name);
    let container = EcsCredentialsProvider::builder().configure(provider);
    let instance = ImdsCredentialsProvider::builder()
        .configure(provider)
        .imds_client(instance);
    CredentialsProviderChain::first_try("Profile", profile.build())
        .or_else("EcsContainer", container.build())
        .or_else("Ec2InstanceMetadata", instance.build())
}

/// That a profile stands in one of the files, whatever else there may be to call with (botocore: `ProfileNotFound`).
async fn is_there(name: &str) -> Result<(), CredentialsFault> {
    let files = Default::default();
    let known = profile::load(&Fs::real(), &Env::real(), &files, None).await;
    match known {
        Ok(known) if known.get_profile(name).is_some() => Ok(()),
        Ok(_) => Err(CredentialsFault::NoProfile {
            profile: name.to_owned(),
        }),
        Err(fault) => Err(CredentialsFault::Failed(chain(&fault))),
    }
}

/// A variable of the environment that is not empty.
#[allow(
    clippy::disallowed_methods,
    reason = "the variables of AWS's tools are read here, as aws-config reads the others"
)]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
