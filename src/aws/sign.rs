//! Signature Version 4.

use super::endpoint::Target;
use super::fault::CallFault;
use super::http::HttpCall;
use super::request::{Request, encode};
use crate::services::api::{Operation, Service, Signature};
use aws_credential_types::Credentials;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SignatureLocation,
    SigningInstructions, SigningSettings, UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use std::time::{Duration, SystemTime};

/// What is sent of the program.
const USER_AGENT: &str = concat!("sfnrun/", env!("CARGO_PKG_VERSION"));

/// The request as it is sent to `target`, signed with `credentials` where there are any.
pub(super) fn request(
    service: &Service,
    operation: &Operation,
    request: Request,
    target: &Target,
    credentials: Option<Credentials>,
    now: SystemTime,
) -> Result<HttpRequest, CallFault> {
    let url = target.url_of(&request);
    let mut headers = request.headers;
    headers.push(("user-agent".to_owned(), USER_AGENT.to_owned()));
    if let Some(credentials) = credentials {
        let mut settings = SigningSettings::default();
        if service.signature == Signature::S3 {
            settings.percent_encoding_mode = PercentEncodingMode::Single;
            settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
            settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
        }
        let body = if operation.unsigned_payload {
            settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
            SignableBody::UnsignedPayload
        } else {
            SignableBody::Bytes(&request.body)
        };
        let signable = Signable {
            method: request.method,
            url: &url,
            headers: &headers,
            body,
        };
        let scope = (&*target.signing_region, &*target.signing_name);
        let added = signature(scope, settings, signable, credentials, now)?;
        headers.extend(in_headers(added));
    }
    build(request.method, &url, headers, request.body)
}

/// The headers of a request to `url` that is no call of an API, signed with the credentials for a name and a region where
/// there are any.
pub(super) fn headers(
    call: &HttpCall,
    url: &str,
    credentials: Option<(Credentials, &str, &str)>,
    now: SystemTime,
) -> Result<Vec<(String, String)>, CallFault> {
    let mut headers = call.headers.clone();
    if !headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("user-agent"))
    {
        headers.push(("user-agent".to_owned(), USER_AGENT.to_owned()));
    }
    if let Some((credentials, name, region)) = credentials {
        let signable = Signable {
            method: &call.method,
            url,
            headers: &headers,
            body: SignableBody::Bytes(&call.body),
        };
        let settings = SigningSettings::default();
        let added = signature((region, name), settings, signable, credentials, now)?;
        headers.extend(in_headers(added));
    }
    Ok(headers)
}

/// A URL, which has a query, with a signature in it that is good for some time and covers a header as well.
pub(super) fn url(
    url: &str,
    (name, value): (&str, &str),
    scope: (&str, &str),
    credentials: Credentials,
    now: SystemTime,
    good_for: Duration,
) -> Result<String, CallFault> {
    let mut settings = SigningSettings::default();
    settings.signature_location = SignatureLocation::QueryParams;
    settings.expires_in = Some(good_for);
    let headers = [(name.to_owned(), value.to_owned())];
    let signable = Signable {
        method: "GET",
        url,
        headers: &headers,
        body: SignableBody::Bytes(&[]),
    };
    let signed = signature(scope, settings, signable, credentials, now)?;
    let mut url = url.to_owned();
    for (name, value) in signed.params() {
        url.push('&');
        url.push_str(name);
        url.push('=');
        url.push_str(&encode(value, false));
    }
    Ok(url)
}

fn in_headers(signed: SigningInstructions) -> impl Iterator<Item = (String, String)> {
    let (headers, _) = signed.into_parts();
    headers
        .into_iter()
        .map(|header| (header.name().to_owned(), header.value().to_owned()))
}

fn build(
    method: &str,
    url: &str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
) -> Result<HttpRequest, CallFault> {
    let built = (|| {
        let mut built = HttpRequest::new(SdkBody::from(body));
        built.set_method(method)?;
        built.set_uri(url)?;
        for (name, value) in headers {
            built.headers_mut().try_append(name, value)?;
        }
        Ok(built)
    })();
    built.map_err(|fault: aws_smithy_runtime_api::http::HttpError| {
        unfit(&super::credentials::chain(&fault))
    })
}

struct Signable<'a> {
    method: &'a str,
    url: &'a str,
    headers: &'a [(String, String)],
    body: SignableBody<'a>,
}

/// What signs a request for a region and a name.
fn signature(
    (region, name): (&str, &str),
    settings: SigningSettings,
    signable: Signable<'_>,
    credentials: Credentials,
    now: SystemTime,
) -> Result<SigningInstructions, CallFault> {
    let identity = credentials.into();
    let signed = (|| {
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(region)
            .name(name)
            .time(now)
            .settings(settings)
            .build()
            .map_err(|fault| fault.to_string())?
            .into();
        let headers = signable
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        let request = SignableRequest::new(signable.method, signable.url, headers, signable.body)
            .map_err(|fault| super::credentials::chain(&fault))?;
        let (instructions, _) = sign(request, &params)
            .map_err(|fault| super::credentials::chain(&fault))?
            .into_parts();
        Ok(instructions)
    })();
    signed.map_err(|fault: String| unfit(&fault))
}

/// A request that HTTP cannot carry.
pub(super) fn unfit(fault: &str) -> CallFault {
    CallFault::Unsupported {
        message: format!("the request cannot be sent: {fault}"),
        help: Some(
            "texts that go into headers or the URL may hold no control characters".to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aws::request::write;
    use crate::services::api::{self, Spelling};
    use crate::value;

    /// The authorization of a call at 2026-01-02T03:04:05Z.
    fn authorization(service: &str, action: &str, parameters: &str, token: Option<&str>) -> String {
        let service = api::service(service).unwrap();
        let operation = service.operation(action).unwrap();
        let parameters = value::read(parameters).unwrap();
        let written = write(service, operation, &parameters, Spelling::Sdk).unwrap();
        let usual = service.endpoint("us-east-1");
        let target = Target {
            url: usual.url,
            signing_name: usual.signing_name,
            signing_region: usual.signing_region,
            custom: false,
        };
        let credentials = Credentials::new(
            "AKIDEXAMPLE",
            "secret",
            token.map(str::to_owned),
            None,
            "test",
        );
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_323_045);
        let sent = request(service, operation, written, &target, Some(credentials), now).unwrap();
        let header = sent.headers().get("authorization").unwrap();
        header.to_owned()
    }

    #[test]
    fn a_signed_url_is_that_of_botocore() {
        // botocore 1.44.8, `RequestSigner.generate_presigned_url` as `aws eks get-token` calls it.
        let credentials = Credentials::new("AKIDEXAMPLE", "secret", None, None, "test");
        let signed = url(
            "https://sts.us-east-1.amazonaws.com/?Action=GetCallerIdentity&Version=2011-06-15",
            ("x-k8s-aws-id", "my-cluster"),
            ("us-east-1", "sts"),
            credentials,
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_767_323_045),
            Duration::from_secs(60),
        );
        let signed = signed.unwrap();
        let (at, query) = signed.split_once('?').unwrap();
        assert_eq!(at, "https://sts.us-east-1.amazonaws.com/");
        let mut query: Vec<_> = query.split('&').collect();
        query.sort_unstable();
        assert_eq!(
            query,
            [
                "Action=GetCallerIdentity",
                "Version=2011-06-15",
                "X-Amz-Algorithm=AWS4-HMAC-SHA256",
                "X-Amz-Credential=AKIDEXAMPLE%2F20260102%2Fus-east-1%2Fsts%2Faws4_request",
                "X-Amz-Date=20260102T030405Z",
                "X-Amz-Expires=60",
                "X-Amz-Signature=2fb2c1da0ac920f019690f32fea0f4c5e236f3d960603ee40ba4943e45c0160d",
                "X-Amz-SignedHeaders=host%3Bx-k8s-aws-id",
            ]
        );
    }

    #[test]
    fn signatures_are_those_of_botocore() {
        // botocore 1.44.8, `SigV4Auth` and `S3SigV4Auth`, for the same request, credentials and second.
        let queues = authorization("sqs", "listQueues", "{}", Some("T"));
        assert_eq!(
            queues,
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/us-east-1/sqs/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=4438a1f179c07a7acf459cf798aa73e7d3f61c4f886441bf95bcc1978ad3d21f"
        );
        let function = authorization(
            "lambda",
            "invoke",
            r#"{"FunctionName": "arn:aws:lambda:us-east-1:1:function:f", "Payload": {}}"#,
            None,
        );
        assert!(
            function.ends_with(
                "Signature=8125b3547f3ecc19447a4932bc697630f97d51f58d7c24be818a4b195011fbc9"
            ),
            "{function}"
        );
        let object = authorization(
            "s3",
            "getObject",
            r#"{"Bucket": "bucket", "Key": "a b/../c+d", "VersionId": "ü y"}"#,
            None,
        );
        assert!(
            object.ends_with("SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=83a822a4528098efeba855979f51277b5a16d1b8ac51ea998b815f0f62301c53"),
            "{object}"
        );
    }
}
