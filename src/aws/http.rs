//! Requests of HTTP that are no calls of AWS's APIs, through the same connections and with the same credentials.

use super::fault::CallFault;
use super::{Client, connection, sign};
use std::fmt;
use std::time::Duration;

/// A request to a URL.
#[derive(Clone)]
pub struct HttpCall {
    /// The HTTP method: `POST`.
    pub method: String,
    /// The whole URL, percent-encoded.
    pub url: String,
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// The name for which it is signed with the credentials of the caller: `execute-api`. Nothing where it is not signed.
    pub signed_for: Option<&'static str>,
    /// The role that is assumed to sign it.
    pub role: Option<String>,
    /// How long the answer may take.
    pub timeout: Option<Duration>,
}

/// What comes back, whatever its status is.
#[derive(Clone)]
pub struct HttpAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The headers in the order in which they came, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Client {
    /// Sends a request and waits for its answer. It is tried once, and not redirected.
    ///
    /// # Errors
    /// Where no answer comes, or the request is none that HTTP can carry.
    pub async fn http(&self, call: HttpCall) -> Result<HttpAnswer, CallFault> {
        let settings = self.settings().await?;
        let after_scheme = call.url.split_once("://").map_or("", |(_, rest)| rest);
        let end = after_scheme.find(['/', '?']).unwrap_or(after_scheme.len());
        let host = after_scheme[..end].to_owned();
        let credentials = match call.signed_for {
            Some(name) => {
                let region = settings.region()?.to_owned();
                let role = call.role.as_deref();
                Some((self.credentials(settings, role).await?, name, region))
            }
            None => None,
        };
        let timeout = call.timeout;
        let now = settings.now();
        let request = sign::plain(call, credentials, now)?;
        let sending = connection::send(&settings.connector, request, &host);
        let answer = match timeout {
            None => sending.await?,
            Some(time) => match tokio::time::timeout(time, sending).await {
                Ok(answer) => answer?,
                Err(_) => return Err(connection::timed_out(&host, time)),
            },
        };
        Ok(HttpAnswer {
            status: answer.status,
            headers: answer.headers,
            body: answer.body,
        })
    }
}

/// Without what may be secret.
impl fmt::Debug for HttpCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("HttpCall")
            .field("method", &self.method)
            .field("signed_for", &self.signed_for)
            .finish_non_exhaustive()
    }
}

/// Without what may be secret.
impl fmt::Debug for HttpAnswer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("HttpAnswer")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}
