//! What can go wrong before a service answers.

use super::{client, json, options};
use sfnrun::aws::{Call, CallFault, Client, ConnectionFault, Options};
use std::net::TcpListener;
use std::time::Duration;

fn call() -> Call {
    Call::new("sqs", "listQueues", json("{}"))
}

/// What a call of a listener that does `answer` with its connections ends with.
async fn fault_of(
    scheme: &str,
    answer: impl Fn(std::net::TcpStream) + Send + 'static,
) -> CallFault {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            answer(stream);
        }
    });
    let mut call = call();
    call.timeout = Some(Duration::from_millis(500));
    client(&format!("{scheme}://{address}"))
        .call(call)
        .await
        .expect_err("no service is there")
}

fn kind(fault: &CallFault) -> Option<ConnectionFault> {
    match fault {
        CallFault::Connection { fault, .. } => Some(*fault),
        _ => None,
    }
}

#[tokio::test]
async fn a_port_without_a_listener_refuses() {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a port");
    let fault = client(&format!("http://{port}"))
        .call(call())
        .await
        .expect_err("nobody listens");
    assert_eq!(kind(&fault), Some(ConnectionFault::Refused), "{fault:?}");
    assert_eq!(
        fault.to_string(),
        format!("the connection is refused: `{port}`")
    );
    assert!(fault.help().expect("a way out").contains(&port.to_string()));
    assert_eq!(fault.error_name("Sqs"), "Sqs.SdkClientException");
    assert!(
        fault
            .cause()
            .starts_with("Unable to execute HTTP request: ")
    );
}

#[tokio::test]
async fn a_listener_that_does_not_speak_tls_is_told() {
    let fault = fault_of("https", |mut stream| {
        use std::io::Write;
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        std::thread::sleep(Duration::from_millis(200));
    })
    .await;
    assert_eq!(kind(&fault), Some(ConnectionFault::Tls), "{fault:?}");
    assert!(fault.help().expect("a way out").contains("http://"));
}

#[tokio::test]
async fn silence_ends_with_the_time_of_the_call() {
    let fault = fault_of("http", |stream| {
        std::thread::sleep(Duration::from_secs(2));
        drop(stream);
    })
    .await;
    assert_eq!(kind(&fault), Some(ConnectionFault::TimedOut), "{fault:?}");
    assert!(fault.to_string().ends_with("after 0.5 s"), "{fault}");
    assert_eq!(fault.error_name("Sqs"), "States.Timeout");
}

#[tokio::test]
async fn a_connection_that_breaks_off_is_told() {
    let fault = fault_of("http", drop).await;
    assert_eq!(kind(&fault), Some(ConnectionFault::Broken), "{fault:?}");
}

#[tokio::test]
async fn what_is_no_url_is_told_before_anything_is_sent() {
    for url in ["localhost:4566", "ftp://h", "http://", "nonsense"] {
        let fault = client(url).call(call()).await.expect_err("no URL");
        assert!(
            matches!(fault, CallFault::Endpoint { .. }),
            "{url}: {fault:?}"
        );
        assert!(fault.help().is_some());
    }
}

#[tokio::test]
async fn endpoints_are_those_of_the_options_or_of_aws() {
    let mut given = options("http://127.0.0.1:1/base/");
    given
        .endpoint_urls
        .insert("sqs".to_owned(), "http://127.0.0.1:2".to_owned());
    let client = Client::new(given);
    assert_eq!(
        client.endpoint("sqs").await.expect("a URL"),
        "http://127.0.0.1:2"
    );
    assert_eq!(
        client.endpoint("sns").await.expect("a URL"),
        "http://127.0.0.1:1/base"
    );
    let aws = Client::new(Options {
        endpoint_url: None,
        region: Some("eu-central-1".to_owned()),
        ..options("")
    });
    assert_eq!(
        aws.endpoint("sfn").await.expect("a URL"),
        "https://states.eu-central-1.amazonaws.com"
    );
    // botocore's endpoint rules: IAM is in one region of each partition.
    assert_eq!(
        aws.endpoint("iam").await.expect("a URL"),
        "https://iam.amazonaws.com"
    );
    let fault = aws
        .endpoint("stepfunctions")
        .await
        .expect_err("no name of it");
    assert_eq!(fault.help().as_deref(), Some("did you mean `sfn`?"));
}

#[tokio::test]
async fn what_cannot_be_called_is_told_before_anything_is_sent() {
    let nowhere = client("http://127.0.0.1:1");
    for (service, action, message) in [
        ("sqz", "listQueues", "there is no service `sqz`"),
        ("qldb", "x", "AWS has shut down the service `qldb`"),
        ("sqs", "listQueue", "there is no action `sqs:listQueue`"),
        (
            "bedrockruntime",
            "converseStream",
            "`bedrockruntime:converseStream` is a stream of events, which Step Functions cannot take",
        ),
        (
            "codecatalyst",
            "getProject",
            "`codecatalyst:getProject` is not called with the credentials of a role, and so not by Step Functions",
        ),
    ] {
        let call = Call::new(service, action, json("{}"));
        let fault = nowhere.call(call).await.expect_err(message);
        assert_eq!(fault.to_string(), message);
    }
}

#[tokio::test]
async fn nothing_secret_is_shown() {
    let client = client("http://127.0.0.1:1");
    let call = Call::new("sqs", "sendMessage", json(r#"{"MessageBody": "hush"}"#));
    let shown = format!("{client:?} {call:?}");
    assert!(!shown.contains("secret") && !shown.contains("AKIDEXAMPLE") && !shown.contains("hush"));
}
