//! A double of S3 in memory, as far as distributed Maps call it: objects in byte ranges, listings in pages of two, uploads. Its
//! wire format is that of S3's API reference.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::Instant;
use wiremock::matchers::{any, body_string_contains};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// Objects of a page of a listing.
const PAGE: usize = 2;

/// Objects by `/bucket/key`. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Objects {
    content: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    /// When parts of them were asked for.
    asked: Arc<Mutex<Vec<Instant>>>,
}

impl Objects {
    pub(super) fn put(&self, path: &str, content: impl Into<Vec<u8>>) {
        let mut objects = self.content.lock().expect("nobody failed");
        objects.insert(path.to_owned(), content.into());
    }

    /// Paths that begin with `prefix`, and what is there.
    pub(super) fn below(&self, prefix: &str) -> Vec<(String, String)> {
        let objects = self.content.lock().expect("nobody failed");
        let below = objects.iter().filter(|(path, _)| path.starts_with(prefix));
        below
            .map(|(path, content)| {
                let name = path.rsplit('/').next().unwrap_or_default();
                let content = String::from_utf8_lossy(content);
                (name.to_owned(), content.into_owned())
            })
            .collect()
    }

    /// When parts of them were asked for, in order.
    pub(super) fn asked(&self) -> Vec<Instant> {
        self.asked.lock().expect("nobody failed").clone()
    }

    /// Has a server answer for them, and for STS. `slow` is how long an object takes.
    pub(super) async fn serve(&self, slow: Duration) -> MockServer {
        let server = MockServer::start().await;
        let caller = "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/dev</Arn>\
            <Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>";
        let caller = ResponseTemplate::new(200).set_body_raw(caller, "text/xml");
        let sts = Mock::given(body_string_contains("Action=GetCallerIdentity"));
        let sts = sts.respond_with(caller).with_priority(1);
        sts.mount(&server).await;
        let s3 = Double {
            objects: self.clone(),
            slow,
        };
        let s3 = Mock::given(any()).respond_with(s3);
        s3.mount(&server).await;
        server
    }
}

struct Double {
    objects: Objects,
    slow: Duration,
}

impl Respond for Double {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let path = request.url.path().to_owned();
        let query: BTreeMap<String, String> = request.url.query_pairs().into_owned().collect();
        let mut objects = self.objects.content.lock().expect("nobody failed");
        let xml = |body: String| ResponseTemplate::new(200).set_body_raw(body, "application/xml");
        match request.method.as_str() {
            "GET" if query.contains_key("list-type") => xml(listing(&objects, &path, &query)),
            "GET" => match objects.get(&path) {
                Some(content) => {
                    let mut asked = self.objects.asked.lock().expect("nobody failed");
                    asked.push(Instant::now());
                    part(content, request).set_delay(self.slow)
                }
                None => missing(),
            },
            "POST" if query.contains_key("uploads") => {
                let id = "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>";
                xml(id.to_owned())
            }
            "DELETE" => ResponseTemplate::new(204),
            "PUT" => {
                objects.insert(path, request.body.clone());
                ResponseTemplate::new(200).insert_header("etag", "\"e\"")
            }
            _ => ResponseTemplate::new(501),
        }
    }
}

fn missing() -> ResponseTemplate {
    let body =
        "<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>";
    ResponseTemplate::new(404)
        .insert_header("x-amz-request-id", "R")
        .set_body_raw(body, "application/xml")
}

/// The bytes of an object that the request asks for.
fn part(content: &[u8], request: &Request) -> ResponseTemplate {
    let range = request.headers["range"].to_str().expect("a range");
    let (from, to) = range
        .trim_start_matches("bytes=")
        .split_once('-')
        .expect("from and to");
    let from: usize = from.parse().expect("a number");
    let end = content
        .len()
        .min(to.parse::<usize>().expect("a number") + 1);
    let told = format!("bytes {from}-{}/{}", end - 1, content.len());
    ResponseTemplate::new(206)
        .insert_header("content-range", told)
        .insert_header("etag", "\"e\"")
        .set_body_bytes(&content[from..end])
}

fn listing(
    objects: &BTreeMap<String, Vec<u8>>,
    bucket: &str,
    query: &BTreeMap<String, String>,
) -> String {
    let below = format!(
        "{bucket}/{}",
        query.get("prefix").map_or("", String::as_str)
    );
    let from = query
        .get("continuation-token")
        .map_or(0, |token| token.parse().expect("a number"));
    let found: Vec<_> = objects
        .iter()
        .filter(|(path, _)| path.starts_with(&below))
        .collect();
    let page = found.iter().skip(from).take(PAGE).map(|(path, content)| {
        format!(
            "<Contents><Key>{}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;e&quot;</ETag>\
             <Size>{}</Size><StorageClass>STANDARD</StorageClass></Contents>",
            &path[bucket.len() + 1..],
            content.len()
        )
    });
    let page: String = page.collect();
    let next = from + PAGE;
    let more = match next < found.len() {
        true => format!(
            "<IsTruncated>true</IsTruncated><NextContinuationToken>{next}</NextContinuationToken>"
        ),
        false => "<IsTruncated>false</IsTruncated>".to_owned(),
    };
    format!("<ListBucketResult>{more}{page}</ListBucketResult>")
}
