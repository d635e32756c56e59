//! S3 against doubles that speak its wire format (botocore's model; S3's user guide on byte ranges and on uploads in parts).

use super::super::store::{ObjectInfo, ObjectStore, StoreError};
use super::asking::Asking;
use super::download::PIECE;
use super::open_uploads::OpenUploads;
use super::store::S3Store;
use super::touched::TouchedObjects;
use super::upload::PART;
use crate::aws::{Client, Credentials, Options};
use crate::base::Timestamp;
use crate::tasks::{Advice, InFlight, JobEnd};
use crate::value::read;
use std::io::{Read, Write};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use wiremock::matchers::{header, method, path, query_param, query_param_is_missing};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// What a test sees beside the answers of S3.
#[derive(Default)]
struct Seen {
    advice: Advice,
    in_flight: InFlight,
    over: watch::Sender<bool>,
}

/// S3 for a Map with these parameters.
fn store(server: &MockServer, parameters: &str, seen: &Seen) -> S3Store {
    let client = Client::new(Options {
        region: Some("eu-west-1".to_owned()),
        endpoint_url: Some(server.uri()),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    });
    let asking = Asking {
        client,
        runtime: Handle::current(),
        advice: seen.advice.clone(),
        state: "Each".into(),
        error: "States.ItemReaderFailed",
        over: seen.over.subscribe(),
    };
    let parameters = read(parameters).expect("it is JSON");
    let uploads = OpenUploads::new(seen.in_flight.clone());
    S3Store::new(asking, uploads, TouchedObjects::default(), &parameters)
}

/// What is done on a thread that waits.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    spawn_blocking(work).await.expect("it comes to its end")
}

/// All of an object, or why there is none.
async fn content(store: S3Store) -> Result<Vec<u8>, StoreError> {
    apart(move || {
        let mut content = Vec::new();
        let read = store.open("b", "k")?.read_to_end(&mut content);
        match read {
            Ok(_) => Ok(content),
            Err(error) => Err(error.downcast().expect("S3 says it")),
        }
    })
    .await
}

/// Gives the bytes that a request asks for.
struct Ranged(Vec<u8>);

impl Respond for Ranged {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let range = request.headers["range"].to_str().expect("a range");
        let range = range.strip_prefix("bytes=").expect("of bytes");
        let (from, to) = range.split_once('-').expect("from and to");
        let from: usize = from.parse().expect("a number");
        let to: usize = to.parse().expect("a number");
        let end = self.0.len().min(to + 1);
        let told = format!("bytes {from}-{}/{}", end - 1, self.0.len());
        ResponseTemplate::new(206)
            .insert_header("content-range", told)
            .insert_header("etag", "\"one\"")
            .set_body_bytes(&self.0[from..end])
    }
}

fn said(status: u16, code: &str, message: &str) -> ResponseTemplate {
    let body = format!("<Error><Code>{code}</Code><Message>{message}</Message></Error>");
    ResponseTemplate::new(status)
        .insert_header("x-amz-request-id", "R")
        .set_body_raw(body, "application/xml")
}

async fn answering(template: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    let any = Mock::given(path("/b/k"));
    any.respond_with(template).mount(&server).await;
    server
}

async fn received(server: &MockServer) -> Vec<Request> {
    server.received_requests().await.expect("they are kept")
}

fn text(request: &Request, name: &str) -> Option<String> {
    let value = request.headers.get(name)?;
    Some(value.to_str().expect("a text").to_owned())
}

#[tokio::test]
async fn a_large_object_comes_in_pieces_and_once() {
    let all: Vec<u8> = (0..2 * PIECE + 7).map(|at| (at % 251) as u8).collect();
    let server = MockServer::start().await;
    let get = Mock::given(method("GET")).and(path("/b/k"));
    get.respond_with(Ranged(all.clone())).mount(&server).await;
    let parameters =
        r#"{"Bucket":"b","Key":"k","VersionId":"v","ExpectedBucketOwner":"123456789012"}"#;
    let read = content(store(&server, parameters, &Seen::default())).await;
    assert!(read.expect("it is read") == all);
    let requests = received(&server).await;
    let asked: Vec<_> = requests
        .iter()
        .map(|request| (text(request, "range"), text(request, "if-match")))
        .collect();
    let one = Some("\"one\"".to_owned());
    let range = |from: u64| Some(format!("bytes={from}-{}", from + PIECE - 1));
    let expected = [
        (range(0), None),
        (range(PIECE), one.clone()),
        (range(2 * PIECE), one),
    ];
    assert_eq!(asked, expected);
    for request in &requests {
        let owner = text(request, "x-amz-expected-bucket-owner");
        assert_eq!(owner.as_deref(), Some("123456789012"));
        let query: Vec<_> = request.url.query_pairs().collect();
        assert!(
            query.contains(&("versionId".into(), "v".into())),
            "{query:?}"
        );
    }
}

#[tokio::test]
async fn the_terms_are_those_of_the_named_bucket() {
    let server = MockServer::start().await;
    let get = Mock::given(method("GET"));
    let all = ResponseTemplate::new(200).set_body_bytes(*b"all");
    get.respond_with(all).mount(&server).await;
    let parameters = r#"{"Bucket":"b","Key":"manifest","VersionId":"v","ExpectedBucketOwner":"1"}"#;
    let store = store(&server, parameters, &Seen::default());
    apart(move || {
        store.open("b", "k").map(drop).expect("it opens");
        store.open("other", "manifest").map(drop).expect("it opens");
    })
    .await;
    let asked: Vec<_> = received(&server)
        .await
        .iter()
        .map(|request| {
            let owner = text(request, "x-amz-expected-bucket-owner").is_some();
            (
                request.url.path().to_owned(),
                owner,
                request.url.query().is_some(),
            )
        })
        .collect();
    let expected = [("/b/k", true, false), ("/other/manifest", false, false)];
    assert_eq!(
        asked,
        expected.map(|(path, owner, query)| (path.to_owned(), owner, query))
    );
}

#[tokio::test]
async fn whoever_knows_no_parts_gives_all_and_of_nothing_there_is_none() {
    let whole = answering(ResponseTemplate::new(200).set_body_bytes(*b"all")).await;
    let read = content(store(&whole, "{}", &Seen::default())).await;
    assert_eq!(read.expect("it is read"), b"all");
    let empty = answering(said(416, "InvalidRange", "not satisfiable")).await;
    let read = content(store(&empty, "{}", &Seen::default())).await;
    assert_eq!(read.expect("it is read"), b"");
}

#[tokio::test]
async fn an_object_that_is_put_anew_is_not_read_on() {
    let server = MockServer::start().await;
    let all = vec![0; PIECE as usize + 1];
    let changed = Mock::given(header("if-match", "\"one\""));
    let changed = changed.respond_with(said(412, "PreconditionFailed", "changed"));
    changed.with_priority(1).mount(&server).await;
    let get = Mock::given(method("GET")).respond_with(Ranged(all));
    get.mount(&server).await;
    let fault = content(store(&server, "{}", &Seen::default())).await;
    let fault = fault.expect_err("it is another one").to_string();
    assert_eq!(
        fault,
        "changed (Service: S3, Status Code: 412, Request ID: R) (SDK Attempt Count: 1) (Bucket: b, Key: k)"
    );
}

#[tokio::test]
async fn what_passes_is_tried_again() {
    let slow = || said(503, "SlowDown", "Please reduce your request rate.");
    let server = MockServer::start().await;
    let twice = Mock::given(method("GET")).respond_with(slow());
    twice.up_to_n_times(2).mount(&server).await;
    let all = ResponseTemplate::new(200).set_body_bytes(*b"all");
    let then = Mock::given(method("GET")).respond_with(all);
    then.mount(&server).await;
    let read = content(store(&server, "{}", &Seen::default())).await;
    assert_eq!(read.expect("it is read"), b"all");

    let server = answering(slow()).await;
    let seen = Seen::default();
    let fault = content(store(&server, "{}", &seen)).await;
    let fault = fault.expect_err("it goes on").to_string();
    assert!(
        fault.starts_with("Please reduce your request rate. (Service: S3, Status Code: 503"),
        "{fault}"
    );
    assert_eq!(received(&server).await.len(), 3);
    assert_eq!(
        seen.advice.take(),
        [
            "`Each`: a Retrier of the Map for `States.ItemReaderFailed` with backoff lets it try again"
        ]
    );
}

#[tokio::test]
async fn a_refusal_is_told_and_what_to_do() {
    let denied =
        "User: arn:aws:iam::1:user/u is not authorized to perform: s3:GetObject on resource: \"x\"";
    let server = answering(said(403, "AccessDenied", denied)).await;
    let seen = Seen::default();
    let fault = content(store(&server, "{}", &seen)).await;
    let StoreError::Refused { cause, .. } = fault.expect_err("it is refused") else {
        panic!("S3 refuses it");
    };
    assert!(cause.starts_with(denied), "{cause}");
    let advice = seen.advice.take();
    assert!(
        advice[0].contains("the caller needs `s3:GetObject`"),
        "{advice:?}"
    );
    assert_eq!(received(&server).await.len(), 1);
    // Credentials that are no good are no failure of the Map.
    let server = answering(said(403, "InvalidAccessKeyId", "unknown")).await;
    let fault = content(store(&server, "{}", &seen)).await;
    assert!(
        matches!(fault, Err(StoreError::Hindered { .. })),
        "{fault:?}"
    );
}

#[tokio::test]
async fn a_listing_comes_in_pages() {
    let page = |keys: &[&str], token: &str| {
        let objects: String = keys
            .iter()
            .map(|key| {
                format!(
                    "<Contents><Key>{key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>\
                     <ETag>&quot;e&quot;</ETag><Size>7</Size><StorageClass>GLACIER_IR</StorageClass></Contents>"
                )
            })
            .collect();
        let more = match token {
            "" => "<IsTruncated>false</IsTruncated>".to_owned(),
            token => format!(
                "<IsTruncated>true</IsTruncated><NextContinuationToken>{token}</NextContinuationToken>"
            ),
        };
        let body = format!("<ListBucketResult>{more}{objects}</ListBucketResult>");
        ResponseTemplate::new(200).set_body_raw(body, "application/xml")
    };
    let server = MockServer::start().await;
    let first = Mock::given(query_param_is_missing("continuation-token"));
    let first = first
        .and(query_param("prefix", "p/"))
        .and(query_param("list-type", "2"));
    first
        .respond_with(page(&["p/1", "p/2"], "t 1"))
        .mount(&server)
        .await;
    let second = Mock::given(query_param("continuation-token", "t 1"));
    second.respond_with(page(&[], "t2")).mount(&server).await;
    let third = Mock::given(query_param("continuation-token", "t2"));
    third.respond_with(page(&["p/3"], "")).mount(&server).await;
    let store = store(&server, r#"{"Bucket":"b","Prefix":"p/"}"#, &Seen::default());
    let found = apart(move || store.list("b", "p/")?.collect::<Result<Vec<_>, _>>());
    let found: Vec<ObjectInfo> = found.await.expect("it is listed");
    let keys: Vec<&str> = found.iter().map(|object| &*object.key).collect();
    assert_eq!(keys, ["p/1", "p/2", "p/3"]);
    let expected = ObjectInfo {
        key: "p/3".to_owned(),
        size: 7,
        last_modified: Timestamp::parse("2026-01-02T03:04:05Z").expect("an instant"),
        etag: "e".to_owned(),
        storage_class: "GLACIER_IR".into(),
    };
    assert_eq!(found[2], expected);
}

/// Answers as S3 does to an upload in parts.
async fn taking_parts(server: &MockServer) {
    let begun =
        "<InitiateMultipartUploadResult><UploadId>u 1</UploadId></InitiateMultipartUploadResult>";
    let begun = ResponseTemplate::new(200).set_body_raw(begun, "application/xml");
    let begin = Mock::given(method("POST")).and(query_param("uploads", ""));
    begin.respond_with(begun).mount(server).await;
    let put = Mock::given(method("PUT"));
    let taken = ResponseTemplate::new(200).insert_header("etag", "\"part\"");
    put.respond_with(taken).mount(server).await;
    let done = "<CompleteMultipartUploadResult><Key>k</Key></CompleteMultipartUploadResult>";
    let done = ResponseTemplate::new(200).set_body_raw(done, "application/xml");
    let complete = Mock::given(method("POST")).and(query_param("uploadId", "u 1"));
    complete.respond_with(done).mount(server).await;
    let abort = Mock::given(method("DELETE")).and(query_param("uploadId", "u 1"));
    abort
        .respond_with(ResponseTemplate::new(204))
        .mount(server)
        .await;
}

/// What was asked, as method and query.
async fn asked(server: &MockServer) -> Vec<String> {
    let requests = received(server).await;
    let told = requests.iter().map(|request| {
        let query = request.url.query().unwrap_or_default();
        format!("{} {query}", request.method)
    });
    told.collect()
}

#[tokio::test]
async fn a_small_object_is_put_at_once_and_a_large_one_in_parts() {
    let server = MockServer::start().await;
    taking_parts(&server).await;
    let small = store(&server, "{}", &Seen::default());
    apart(move || {
        let mut writer = small.create("b", "k").expect("it begins");
        writer.write_all("é".as_bytes()).expect("it is taken");
        writer.finish().expect("it is put");
    })
    .await;
    assert_eq!(asked(&server).await, ["PUT "]);
    assert_eq!(received(&server).await[0].body, "é".as_bytes());
    server.reset().await;
    taking_parts(&server).await;
    let large = store(&server, "{}", &Seen::default());
    apart(move || {
        let mut writer = large.create("b", "k").expect("it begins");
        let half = "x".repeat(PART / 2);
        for _ in 0..3 {
            writer.write_all(half.as_bytes()).expect("it is taken");
        }
        writer.finish().expect("it is put");
    })
    .await;
    let id = "uploadId=u%201";
    assert_eq!(
        asked(&server).await,
        [
            "POST uploads=".to_owned(),
            format!("PUT {id}&partNumber=1"),
            format!("PUT {id}&partNumber=2"),
            format!("POST {id}"),
        ]
    );
    let requests = received(&server).await;
    assert_eq!(requests[1].body.len(), PART);
    assert_eq!(requests[2].body.len(), PART / 2);
    let parts = String::from_utf8_lossy(&requests[3].body).into_owned();
    for part in [
        "<PartNumber>1</PartNumber>",
        "<PartNumber>2</PartNumber>",
        "part",
    ] {
        assert!(parts.contains(part), "{parts}");
    }
}

#[tokio::test]
async fn an_upload_that_is_not_finished_is_given_up() {
    let server = MockServer::start().await;
    taking_parts(&server).await;
    let seen = Seen::default();
    let dropped = store(&server, "{}", &seen);
    apart(move || {
        let mut writer = dropped.create("b", "k").expect("it begins");
        let part = "x".repeat(PART);
        writer.write_all(part.as_bytes()).expect("it is taken");
    })
    .await;
    let given_up = seen.in_flight.settled(std::future::pending()).await;
    assert_eq!(given_up.len(), 1);
    let job = given_up[0].job.as_ref().expect("an upload");
    assert_eq!(job.name.as_deref(), Some("upload of s3://b/k"));
    assert_eq!(
        asked(&server).await.pop().as_deref(),
        Some("DELETE uploadId=u%201")
    );
}

/// The run is over while a part is on its way: the part is not waited for, and its upload is given up.
#[tokio::test]
async fn an_upload_that_is_under_way_is_given_up_with_the_run() {
    let server = MockServer::start().await;
    let part = Mock::given(method("PUT"));
    let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
    part.respond_with(slow)
        .with_priority(1)
        .mount(&server)
        .await;
    taking_parts(&server).await;
    let seen = Seen::default();
    let stopped = store(&server, "{}", &seen);
    let uploads = stopped.uploads();
    let writing = spawn_blocking(move || {
        let mut writer = stopped.create("b", "k").expect("it begins");
        writer.write_all("x".repeat(PART).as_bytes())
    });
    while received(&server).await.len() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    seen.over.send_replace(true);
    uploads.give_up_all();
    let given_up = seen.in_flight.settled(std::future::pending()).await;
    let end = given_up[0].job.as_ref().map(|job| &job.end);
    let stopped = JobEnd::Stopped("s3:abortMultipartUpload".to_owned());
    assert_eq!(end, Some(&stopped));
    let fault = writing.await.expect("it comes to its end");
    assert!(fault.is_err(), "nobody waits for the part");
    let aborts = asked(&server).await;
    let aborts = aborts.iter().filter(|call| call.starts_with("DELETE"));
    assert_eq!(aborts.count(), 1);
}

/// It is found out before a child execution starts, and nothing is left.
#[tokio::test]
async fn whether_results_can_be_written_is_tried() {
    let server = MockServer::start().await;
    taking_parts(&server).await;
    let good = store(
        &server,
        r#"{"Bucket":"b","ExpectedBucketOwner":"1"}"#,
        &Seen::default(),
    );
    apart(move || good.probe("b", "k")).await.expect("it can");
    assert_eq!(
        asked(&server).await,
        ["POST uploads=", "DELETE uploadId=u%201"]
    );
    let is_of_owner: fn(&Request) -> bool =
        |request| text(request, "x-amz-expected-bucket-owner").is_some();
    assert!(received(&server).await.iter().all(is_of_owner));
    let server = answering(said(
        404,
        "NoSuchBucket",
        "The specified bucket does not exist",
    ))
    .await;
    let bad = store(&server, "{}", &Seen::default());
    let fault = apart(move || bad.probe("b", "k")).await;
    let fault = fault.expect_err("there is none").to_string();
    assert!(
        fault.starts_with("The specified bucket does not exist (Service: S3"),
        "{fault}"
    );
}
