//! The Step Functions API on loopback, for those who answer tasks; and the client that `sfnrun token` is.

use super::desk::Desk;
use super::refusal::Refusal;
use super::request::{TARGET, answer};
use crate::value::{self, Object, Value};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Most bytes of a request: an output of 262,144 bytes may be escaped to twice its length and more.
const BODY: usize = 4 * 1024 * 1024;
const JSON: &str = "application/x-amz-json-1.0";

/// A server that listens until it is dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    listening: JoinHandle<()>,
}

impl Server {
    /// Listens on 127.0.0.1, on `port`, or on a free one where it is 0.
    ///
    /// # Errors
    /// Where the port is taken, or may not be used.
    pub async fn start(port: u16, desk: Desk) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let listening = tokio::spawn(listen(listener, desk));
        Ok(Self { address, listening })
    }

    /// Where it listens.
    pub fn port(&self) -> u16 {
        self.address.port()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, desk: Desk) {
    loop {
        // A connection that breaks before it is there concerns nobody.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::task::yield_now().await;
            continue;
        };
        let desk = desk.clone();
        tokio::spawn(async move {
            let service = service_fn(|request| serve(desk.clone(), request));
            // Whoever asks and goes away before the answer gets none.
            let _ = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn serve(
    desk: Desk,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    // The header that every SDK sends is what no web page can send unasked.
    let target = request.headers().get("x-amz-target");
    let Some(target) = target.and_then(|target| target.to_str().ok()) else {
        return Ok(refused(&Refusal::MissingAction(
            "`X-Amz-Target` is missing",
        )));
    };
    let target = target.to_owned();
    if request.method() != Method::POST {
        return Ok(refused(&Refusal::MissingAction(
            "the API is called with POST",
        )));
    }
    let body = match Limited::new(request.into_body(), BODY).collect().await {
        Ok(body) => body.to_bytes(),
        Err(fault) => return Ok(refused(&Refusal::Serialization(fault.to_string()))),
    };
    Ok(match answer(&desk, &target, &body).await {
        Ok(result) => response(StatusCode::OK, &result),
        Err(refusal) => refused(&refusal),
    })
}

fn refused(refusal: &Refusal) -> Response<Full<Bytes>> {
    let mut body = Object::new();
    let kind = format!("{}#{}", refusal.namespace(), refusal.code());
    body.insert("__type", kind.into());
    body.insert("message", refusal.to_string().into());
    response(StatusCode::BAD_REQUEST, &body.into())
}

fn response(status: StatusCode, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body.to_json())));
    *response.status_mut() = status;
    let json = hyper::header::HeaderValue::from_static(JSON);
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// Calls the API that a run offers on `port`: the answer, or name and message of the error.
///
/// # Errors
/// Where nobody listens there any more.
pub async fn send(
    port: u16,
    action: &str,
    request: &Value,
) -> io::Result<Result<Value, (String, String)>> {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    tokio::spawn(connection);
    let request = Request::post("/")
        .header(HOST, format!("127.0.0.1:{port}"))
        .header(CONTENT_TYPE, JSON)
        .header("x-amz-target", format!("{TARGET}{action}"))
        .body(Full::new(Bytes::from(request.to_json())))
        .map_err(io::Error::other)?;
    let response = sender
        .send_request(request)
        .await
        .map_err(io::Error::other)?;
    let good = response.status().is_success();
    let body = Limited::new(response.into_body(), BODY)
        .collect()
        .await
        .map_err(io::Error::other)?
        .to_bytes();
    let text = std::str::from_utf8(&body).map_err(io::Error::other)?;
    let answer = value::read(text).map_err(|fault| io::Error::other(fault.to_string()))?;
    if good {
        return Ok(Ok(answer));
    }
    let text = |member| {
        answer
            .get(member)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let code = text("__type").rsplit('#').next().unwrap_or_default();
    Ok(Err((code.to_owned(), text("message").to_owned())))
}
