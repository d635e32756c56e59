//! Credentials: found once, kept while they are good.

use super::fault::CredentialsFault;
use crate::base::Timestamp;
use crate::value::Value;
use aws_credential_types::Credentials;
use aws_credential_types::provider::ProvideCredentials;
use aws_credential_types::provider::error::CredentialsError;
use std::collections::HashMap;
use std::future::Future;
use std::time::{Duration, SystemTime};
use tokio::sync::Mutex;

/// Credentials that end sooner than this are asked for anew.
const MARGIN: Duration = Duration::from_secs(60);

/// The credentials of the caller and of the roles that were assumed.
#[derive(Default)]
pub(super) struct Keyring {
    /// By the ARN of the role; the caller's own under none.
    kept: Mutex<HashMap<Option<String>, Credentials>>,
}

impl Keyring {
    /// The credentials for `role`, from `load` where none are kept or they are at their end by `now`. Calls that ask at the
    /// same time wait for the first.
    pub(super) async fn get<F>(
        &self,
        role: Option<&str>,
        now: SystemTime,
        load: F,
    ) -> Result<Credentials, CredentialsFault>
    where
        F: Future<Output = Result<Credentials, CredentialsFault>>,
    {
        let mut kept = self.kept.lock().await;
        let key = role.map(str::to_owned);
        if let Some(credentials) = kept.get(&key).filter(|kept| is_good(kept, now)) {
            return Ok(credentials.clone());
        }
        let loaded = load.await?;
        kept.insert(key, loaded.clone());
        Ok(loaded)
    }
}

fn is_good(credentials: &Credentials, now: SystemTime) -> bool {
    credentials.expiry().is_none_or(|end| end > now + MARGIN)
}

/// The caller's own credentials. `profile` is the one that was chosen.
pub(super) async fn own(
    provider: Option<impl ProvideCredentials>,
    profile: Option<&str>,
) -> Result<Credentials, CredentialsFault> {
    let provider = provider.ok_or(CredentialsFault::None)?;
    provider
        .provide_credentials()
        .await
        .map_err(|error| fault(&error, profile))
}

/// What an error of aws-config means.
fn fault(error: &CredentialsError, profile: Option<&str>) -> CredentialsFault {
    let text = chain(error);
    // The instance is asked last, where everything else has given none: that it has none either is no news.
    let by_instance = text.contains("IMDS");
    if by_instance || matches!(error, CredentialsError::CredentialsNotLoaded(_)) {
        return profile.map_or(CredentialsFault::None, |profile| {
            CredentialsFault::Profile {
                profile: profile.to_owned(),
            }
        });
    }
    // The texts of aws-config: a token that has ended, one that is not there, and what the service says of an old one.
    let sso = [
        "SSO token",
        "sso/cache",
        "sso\\cache",
        "UnauthorizedException",
    ];
    if sso.iter().any(|mark| text.contains(mark)) {
        return CredentialsFault::ExpiredSso {
            profile: profile.unwrap_or("default").to_owned(),
        };
    }
    CredentialsFault::Failed(text)
}

/// The messages of an error and of what lies under it, each once.
pub(super) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        let text = error.to_string();
        if !texts.iter().any(|known| known.contains(&text)) {
            texts.push(text);
        }
        next = error.source();
    }
    texts.join(": ")
}

/// The credentials in a result of STS.
pub(super) fn of_result(value: &Value) -> Option<Credentials> {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let end = text("Expiration")
        .and_then(Timestamp::parse)
        .and_then(|end| u64::try_from(end.0).ok())
        .map(|milliseconds| SystemTime::UNIX_EPOCH + Duration::from_millis(milliseconds));
    Some(Credentials::new(
        text("AccessKeyId")?,
        text("SecretAccessKey")?,
        text("SessionToken").map(str::to_owned),
        end,
        "AssumeRole",
    ))
}
