//! Requests of HTTP that are no calls of AWS's APIs, with the same credentials: by reqwest.

use super::credentials::chain;
use super::fault::CallFault;
use super::settings::Settings;
use super::{Client, connection, sign};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Body, Method, Request, Url};
use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A request to a URL.
#[derive(Clone, Default)]
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
    /// Whether it goes to the API Gateway of AWS, in whose place another endpoint may stand (`--endpoint-url`).
    pub to_api_gateway: bool,
    /// The role that is assumed to sign it.
    pub role: Option<String>,
    /// How long the answer may take.
    pub timeout: Option<Duration>,
    /// The only authority that is trusted to know the server, where it is not one that all trust: certificates in PEM, in Base64.
    pub authority: Option<String>,
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
        let credentials = match call.signed_for {
            Some(name) => {
                let region = settings.region()?;
                let role = call.role.as_deref();
                Some((self.credentials(settings, role).await?, name, region))
            }
            None => None,
        };
        let (timeout, authority) = (call.timeout, call.authority.clone());
        let mut url = Url::parse(&call.url).map_err(|fault| sign::unfit(&fault.to_string()))?;
        if let (true, Some(base)) = (call.to_api_gateway, self.stand_in(settings)?) {
            url = elsewhere(&base, &url)?;
        }
        let host = url.authority().to_owned();
        let headers = sign::headers(&call, url.as_str(), credentials, settings.now())?;
        let request = request(call, url, headers).map_err(|fault| sign::unfit(&chain(&*fault)))?;
        let own;
        let client = match authority {
            Some(authority) if request.url().scheme() == "https" => {
                own = client_of(&authority)?;
                &own
            }
            _ => self.web(settings)?,
        };
        let sending = send(client, request, &host);
        match timeout {
            None => sending.await,
            Some(time) => match tokio::time::timeout(time, sending).await {
                Ok(answer) => answer,
                Err(_) => Err(connection::timed_out(&host, time)),
            },
        }
    }
}

/// The URL with another scheme, host and port.
fn elsewhere(base: &str, url: &Url) -> Result<Url, CallFault> {
    let query = url
        .query()
        .map_or(String::new(), |query| format!("?{query}"));
    let base = base.trim_end_matches('/');
    Url::parse(&format!("{base}{}{query}", url.path()))
        .map_err(|fault| sign::unfit(&fault.to_string()))
}

/// A client by rustls on ring, which trusts whom the calls of APIs trust, and goes by the proxies of the environment.
pub(super) fn client(settings: &Settings) -> Result<reqwest::Client, CallFault> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    trust(&mut trusted, settings.bundle.as_deref().unwrap_or(&[]))?;
    trusting(trusted)
}

/// A client that trusts one authority.
fn client_of(authority: &str) -> Result<reqwest::Client, CallFault> {
    let unfit = |fault: &str| CallFault::Unsupported {
        message: format!("the certificate authority of the server cannot be used: {fault}"),
        help: Some(
            "it is what `aws eks describe-cluster` tells: certificates in PEM, in Base64"
                .to_owned(),
        ),
    };
    let pem = STANDARD.decode(authority);
    let pem = pem.map_err(|fault| unfit(&fault.to_string()))?;
    let mut trusted = RootCertStore::empty();
    trust(&mut trusted, &pem)?;
    match trusted.is_empty() {
        true => Err(unfit("it holds no certificate")),
        false => trusting(trusted),
    }
}

fn trust(trusted: &mut RootCertStore, pem: &[u8]) -> Result<(), CallFault> {
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|fault| connection::untrusted(&fault))?;
        trusted
            .add(certificate)
            .map_err(|fault| connection::untrusted(&fault))?;
    }
    Ok(())
}

fn trusting(trusted: RootCertStore) -> Result<reqwest::Client, CallFault> {
    let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|fault| connection::untrusted(&fault))?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .connect_timeout(connection::CONNECT_TIMEOUT)
        .redirect(Policy::none())
        .build()
        .map_err(|fault| connection::untrusted(&fault))
}

fn request(
    call: HttpCall,
    url: Url,
    headers: Vec<(String, String)>,
) -> Result<Request, Box<dyn Error>> {
    let mut request = Request::new(Method::from_bytes(call.method.as_bytes())?, url);
    let mut given = HeaderMap::new();
    for (name, value) in headers {
        let name = HeaderName::from_bytes(name.as_bytes())?;
        given.append(name, HeaderValue::from_str(&value)?);
    }
    *request.headers_mut() = given;
    if !call.body.is_empty() {
        *request.body_mut() = Some(Body::from(call.body));
    }
    Ok(request)
}

/// Sends a request and reads the whole answer. The URL, which may hold secrets, is in no message.
async fn send(
    client: &reqwest::Client,
    request: Request,
    host: &str,
) -> Result<HttpAnswer, CallFault> {
    let amiss = |error: reqwest::Error| {
        let error = error.without_url();
        connection::fault(&error, error.is_timeout(), host)
    };
    let answer = client.execute(request).await.map_err(amiss)?;
    let status = answer.status().as_u16();
    let headers = answer
        .headers()
        .iter()
        .map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.as_str().to_owned(), value.into_owned())
        })
        .collect();
    Ok(HttpAnswer {
        status,
        headers,
        body: answer.bytes().await.map_err(amiss)?.to_vec(),
    })
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
