//! How AWS is reached.

use clap::Args;

/// How AWS is reached. What is left open is found as every AWS tool finds it.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Calls of AWS")]
pub struct AwsAccess {
    /// Where the calls of AWS go instead, all of them or those of one service. May be given several times.
    #[arg(long, value_name = "[SERVICE=]URL")]
    pub endpoint_url: Vec<String>,
    /// The region of the calls.
    #[arg(long, value_name = "REGION")]
    pub region: Option<String>,
    /// The profile whose credentials and settings are used.
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
}

impl AwsAccess {
    /// An option that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        if !self.endpoint_url.is_empty() {
            Some("--endpoint-url")
        } else if self.region.is_some() {
            Some("--region")
        } else {
            self.profile.as_ref().map(|_| "--profile")
        }
    }
}
