//! Calls of AWS against doubles and against moto.

mod checked;
mod connections;
mod doubles;
mod environment;
mod moto;
mod moto_calls;

use sfnrun::aws::{Client, Credentials, Options};
use sfnrun::value::{self, Value};

/// A client whose calls go to `url`, with credentials that mean nothing.
fn client(url: &str) -> Client {
    Client::new(options(url))
}

fn options(url: &str) -> Options {
    Options {
        region: Some("us-east-1".to_owned()),
        endpoint_url: Some(url.to_owned()),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    }
}

fn json(text: &str) -> Value {
    value::read(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}
