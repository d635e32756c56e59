//! How somebody proves to a cluster of EKS who they are: with a call of STS that they sign and do not make.

use super::client::known_service;
use super::fault::CallFault;
use super::{Client, endpoint, sign};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::time::Duration;

/// How long the signature is good. The cluster takes a token for a quarter of an hour.
const GOOD_FOR: Duration = Duration::from_secs(60);

impl Client {
    /// A token for the Kubernetes API of the cluster of EKS that is called `cluster`, as `aws eks get-token` makes it: for the caller,
    /// or for the role.
    ///
    /// # Errors
    /// Where there are no credentials or region.
    pub async fn cluster_token(
        &self,
        cluster: &str,
        role: Option<&str>,
    ) -> Result<String, CallFault> {
        let settings = self.settings().await?;
        let service = known_service("sts")?;
        let target = endpoint::target(service, self.options(), settings)?;
        let url = format!(
            "{}/?Action=GetCallerIdentity&Version=2011-06-15",
            target.url
        );
        let credentials = self.credentials(settings, role).await?;
        let header = ("x-k8s-aws-id", cluster);
        let url = sign::url(
            &url,
            header,
            (&target.signing_region, &target.signing_name),
            credentials,
            settings.now(),
            GOOD_FOR,
        )?;
        Ok(format!("k8s-aws-v1.{}", URL_SAFE_NO_PAD.encode(url)))
    }
}
