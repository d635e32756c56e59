//! The one HTTP client that all calls go through, and what can go wrong in it.

use super::credentials::chain;
use super::fault::{CallFault, ConnectionFault};
use super::response::Response;
use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use aws_smithy_http_client::tls::{Provider, TlsContext, TrustStore};
use aws_smithy_http_client::{Connector, proxy::ProxyConfig};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::byte_stream::ByteStream;
use std::error::Error;
use std::io;
use std::time::Duration;

/// How long a connection may take to come about.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The certificates in PEM in the file that `AWS_CA_BUNDLE` names.
pub(super) fn bundle(path: &str) -> Result<Vec<u8>, CallFault> {
    std::fs::read(path).map_err(|fault| CallFault::Unsupported {
        message: format!("`{path}`, which `AWS_CA_BUNDLE` names, cannot be read: {fault}"),
        help: Some("it names a file of certificates in PEM".to_owned()),
    })
}

/// Connections by rustls on ring, with the proxies of the environment and the authorities of the system, and those of
/// `bundle`.
pub(super) fn connector(bundle: Option<&[u8]>) -> Result<SharedHttpConnector, CallFault> {
    let mut trusted = TrustStore::default();
    if let Some(bundle) = bundle {
        trusted.add_pem_certificate(bundle);
    }
    let context = TlsContext::builder()
        .with_trust_store(trusted)
        .build()
        .map_err(|fault| untrusted(&fault))?;
    let settings = HttpConnectorSettings::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .build();
    let connector = Connector::builder()
        .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
        .connector_settings(settings)
        .proxy_config(ProxyConfig::from_env())
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .tls_context(context)
        .build();
    Ok(SharedHttpConnector::new(connector))
}

/// Certificates that rustls cannot use.
pub(super) fn untrusted(fault: &dyn Error) -> CallFault {
    CallFault::Unsupported {
        message: format!("the trusted certificates cannot be used: {fault}"),
        help: None,
    }
}

/// Sends a request and reads the whole answer.
pub(super) async fn send(
    connector: &SharedHttpConnector,
    request: HttpRequest,
    host: &str,
) -> Result<Response, CallFault> {
    let mut answer = connector
        .call(request)
        .await
        .map_err(|error| fault(&error, error.is_timeout(), host))?;
    let status = answer.status().as_u16();
    let headers = answer
        .headers()
        .iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let body = ByteStream::new(answer.take_body())
        .collect()
        .await
        .map_err(|error| broken(host, &error))?;
    Ok(Response {
        status,
        headers,
        body: body.to_vec(),
    })
}

/// The answer did not come in the time that the call has.
pub(super) fn timed_out(host: &str, time: Duration) -> CallFault {
    CallFault::Connection {
        fault: ConnectionFault::TimedOut,
        host: host.to_owned(),
        detail: format!(" after {} s", time.as_secs_f64()),
    }
}

/// The connection broke off.
pub(super) fn broken(host: &str, error: &(dyn Error + 'static)) -> CallFault {
    CallFault::Connection {
        fault: ConnectionFault::Broken,
        host: host.to_owned(),
        detail: format!(": {}", chain(error)),
    }
}

/// What went wrong, by the errors that lie in each other.
pub(super) fn fault(error: &(dyn Error + 'static), is_timeout: bool, host: &str) -> CallFault {
    let text = chain(error);
    let (fault, detail) = match kind(error) {
        Some(fault) => (fault, String::new()),
        None if is_timeout => (ConnectionFault::TimedOut, String::new()),
        None if text.contains("dns error") => (ConnectionFault::UnknownHost, String::new()),
        None => return broken(host, error),
    };
    let detail = match fault {
        ConnectionFault::Tls => format!(": {}", innermost(error)),
        _ => detail,
    };
    CallFault::Connection {
        fault,
        host: host.to_owned(),
        detail,
    }
}

fn kind(error: &(dyn Error + 'static)) -> Option<ConnectionFault> {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if error.is::<rustls::Error>() {
            return Some(ConnectionFault::Tls);
        }
        next = match error.downcast_ref::<io::Error>() {
            Some(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                return Some(ConnectionFault::Refused);
            }
            // What an error of a stream carries is not its source.
            Some(error) => error
                .get_ref()
                .map(|inner| inner as &(dyn Error + 'static))
                .or_else(|| error.source()),
            None => error.source(),
        };
    }
    None
}

fn innermost(error: &(dyn Error + 'static)) -> String {
    let mut last = error;
    while let Some(next) = last.source() {
        last = next;
    }
    last.to_string()
}
