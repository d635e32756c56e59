//! The moto server that `SFNRUN_MOTO` names by its URL. All tests have one, and each has it for itself and empty.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Mutex, MutexGuard, PoisonError};

static ALONE: Mutex<()> = Mutex::new(());

/// A moto server that nobody else calls.
pub(crate) struct Moto {
    pub(crate) url: String,
    _alone: MutexGuard<'static, ()>,
}

/// The server, once nobody else calls it; nothing where none is named.
pub(crate) fn alone() -> Option<Moto> {
    let url = std::env::var_os("SFNRUN_MOTO")?;
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let url = url.into_string().expect("a URL");
    reset(&url);
    Some(Moto { url, _alone: alone })
}

/// Forgets what other runs left, and lets functions answer with their input.
fn reset(url: &str) {
    post(url, "/moto-api/reset", "");
    post(
        url,
        "/moto-api/config",
        r#"{"lambda": {"use_docker": false}}"#,
    );
}

fn post(url: &str, path: &str, body: &str) {
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("moto listens");
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .expect("moto reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("moto answers");
    let status = answer.split(' ').nth(1).unwrap_or_default();
    assert!(status.starts_with('2'), "{path}: {answer}");
}
