//! A function behind a URL, as the Runtime Interface Emulator and `sam local start-lambda` offer it.

use super::failure::Failure;
use super::process::{ANSWER, json};
use super::{Invocation, function_name};
use crate::value::Value;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use std::error::Error;
use tokio::net::TcpStream;

/// Posts the event. A URL without a path gets Lambda's own: `/2015-03-31/functions/NAME/invocations`.
pub(super) async fn post(url: &str, invocation: &Invocation) -> Result<Value, Failure> {
    let answered = request(url, invocation).await;
    let (failed, body) = answered.map_err(|fault| Failure::Client(fault.to_string()))?;
    let payload = json(&body).map_err(|fault| Failure::runtime("Runtime.MarshalError", fault))?;
    // The emulator answers without the header `X-Amz-Function-Error`: the shape of the payload tells too.
    let shaped = payload.get("errorType").is_some() && payload.get("errorMessage").is_some();
    if failed || shaped {
        Err(Failure::Function(payload))
    } else {
        Ok(payload)
    }
}

async fn request(
    url: &str,
    invocation: &Invocation,
) -> Result<(bool, Bytes), Box<dyn Error + Send + Sync>> {
    let uri: Uri = url.parse()?;
    let host = uri.host().ok_or("the URL names no host")?;
    let port = uri.port_u16().unwrap_or(80);
    let path = match uri.path() {
        "" | "/" => format!(
            "/2015-03-31/functions/{}/invocations",
            function_name(&invocation.function)
        ),
        path => path.to_owned(),
    };
    let stream = TcpStream::connect((host, port)).await?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(connection);
    let request = Request::post(path)
        .header(HOST, format!("{host}:{port}"))
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(invocation.event.to_json())))?;
    let response = sender.send_request(request).await?;
    let failed =
        response.headers().contains_key("x-amz-function-error") || !response.status().is_success();
    let body = Limited::new(response.into_body(), ANSWER as usize)
        .collect()
        .await?
        .to_bytes();
    Ok((failed, body))
}
