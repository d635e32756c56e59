//! What the user says of the calls, beside what the environment says.

use std::collections::BTreeMap;
use std::fmt;

/// What the user says of the calls. Whatever is left open is found as every AWS tool finds it.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The region.
    pub region: Option<String>,
    /// The profile in the files of AWS's tools.
    pub profile: Option<String>,
    /// Where all calls go instead of AWS.
    pub endpoint_url: Option<String>,
    /// Where the calls of single services go, by the name that Step Functions has for the service: `sqs`, `sfn`. They
    /// stand above [`Self::endpoint_url`].
    pub endpoint_urls: BTreeMap<String, String>,
    /// Credentials that are given, so that none are looked for.
    pub credentials: Option<Credentials>,
}

/// Credentials. `Debug` shows none of them.
#[derive(Clone)]
pub struct Credentials {
    /// The id of the access key.
    pub access_key_id: String,
    /// The secret access key.
    pub secret_access_key: String,
    /// The token of temporary credentials.
    pub session_token: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Credentials(***)")
    }
}
