//! What comes over the wire, in the forms that AWS's API references show.

use super::{Response, hides_error, read, said};
use crate::services::api::{self, Spelling};
use crate::value::Value;

fn answer(body: &[u8], headers: &[(&str, &str)]) -> Response {
    Response {
        status: 200,
        headers: headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        body: body.to_vec(),
    }
}

fn result(service: &str, action: &str, response: &Response, spelling: Spelling) -> Value {
    let service = api::service(service).unwrap();
    let operation = service.operation(action).unwrap();
    read(service, operation, response, spelling).unwrap()
}

fn sdk(service: &str, action: &str, body: &str) -> String {
    result(
        service,
        action,
        &answer(body.as_bytes(), &[]),
        Spelling::Sdk,
    )
    .to_json()
}

#[test]
fn json_results_have_names_and_order_of_step_functions() {
    // Recorded: services/dynamodb_task_service.base_integrations~DYNAMODB_PUT_QUERY.
    let body =
        r#"{"ScannedCount":1,"Items":[{"id":{"S":"id1"},"ok":{"BOOL":true}}],"Count":1,"New":1}"#;
    assert_eq!(
        sdk("dynamodb", "query", body),
        r#"{"Count":1,"Items":[{"id":{"S":"id1"},"ok":{"Bool":true}}],"ScannedCount":1}"#
    );
    // Recorded: services/aws_sdk_task_service.list_secrets and .dynamodb_put_delete_item.
    assert_eq!(
        sdk("secretsmanager", "listSecrets", r#"{"SecretList":[]}"#),
        r#"{"SecretList":[]}"#
    );
    assert_eq!(sdk("dynamodb", "putItem", "{}"), "{}");
    assert_eq!(sdk("sqs", "deleteMessage", ""), "{}");
}

#[test]
fn instants_are_texts_or_milliseconds() {
    let body = r#"{"executionArn":"a","startDate":1767323045.678}"#;
    assert_eq!(
        sdk("sfn", "startExecution", body),
        r#"{"ExecutionArn":"a","StartDate":"2026-01-02T03:04:05.678Z"}"#
    );
    let older = result(
        "sfn",
        "startExecution",
        &answer(body.as_bytes(), &[]),
        Spelling::Optimised,
    );
    assert_eq!(
        older.to_json(),
        r#"{"ExecutionArn":"a","StartDate":1767323045678}"#
    );
}

#[test]
fn bytes_are_text_or_base64() {
    // `aGk=` is `hi`, `/w==` the byte 255.
    assert_eq!(
        sdk("kms", "decrypt", r#"{"Plaintext":"aGk="}"#),
        r#"{"Plaintext":"hi"}"#
    );
    assert_eq!(
        sdk("kms", "decrypt", r#"{"Plaintext":"/w=="}"#),
        r#"{"Plaintext":"/w=="}"#
    );
    let audio = answer(
        &[0xff, 0xf3],
        &[
            ("content-type", "audio/mpeg"),
            ("x-amzn-requestcharacters", "2"),
        ],
    );
    assert_eq!(
        result("polly", "synthesizeSpeech", &audio, Spelling::Sdk).to_json(),
        r#"{"ContentType":"audio/mpeg","RequestCharacters":2,"AudioStream":"//M="}"#
    );
}

#[test]
fn members_of_headers_come_before_the_body() {
    // Recorded: services/aws_sdk_task_service.s3_get_object~str.
    let object = answer(
        b"text",
        &[
            ("accept-ranges", "bytes"),
            ("content-length", "4"),
            ("content-type", "binary/octet-stream"),
            ("etag", "\"e\""),
            ("last-modified", "Tue, 09 Jan 2018 20:51:21 GMT"),
            ("x-amz-server-side-encryption", "AES256"),
            ("server", "AmazonS3"),
        ],
    );
    assert_eq!(
        result("s3", "getObject", &object, Spelling::Sdk).to_json(),
        r#"{"AcceptRanges":"bytes","ContentLength":4,"ContentType":"binary/octet-stream","ETag":"\"e\"","LastModified":"2018-01-09T20:51:21Z","Metadata":{},"ServerSideEncryption":"AES256","Body":"text"}"#
    );
}

#[test]
fn xml_results_follow_the_model() {
    let list = r#"<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Name>b</Name><KeyCount>2</KeyCount><IsTruncated>false</IsTruncated>
        <Contents><Key>a</Key><Size>1</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>
        <Contents><Key>b</Key><Size>2</Size></Contents></ListBucketResult>"#;
    assert_eq!(
        sdk("s3", "listObjectsV2", list),
        r#"{"Contents":[{"Key":"a","LastModified":"2026-01-02T03:04:05Z","Size":1},{"Key":"b","Size":2}],"IsTruncated":false,"KeyCount":2,"Name":"b"}"#
    );
    let topic = "<GetTopicAttributesResponse><GetTopicAttributesResult><Attributes>\
        <entry><key>Owner</key><value>1</value></entry></Attributes></GetTopicAttributesResult></GetTopicAttributesResponse>";
    assert_eq!(
        sdk("sns", "getTopicAttributes", topic),
        r#"{"Attributes":{"Owner":"1"}}"#
    );
    let instances = "<DescribeInstancesResponse><requestId>r</requestId><reservationSet><item><reservationId>r-1</reservationId>\
        <instancesSet><item><instanceId>i-1</instanceId><amiLaunchIndex>0</amiLaunchIndex></item></instancesSet></item></reservationSet></DescribeInstancesResponse>";
    assert_eq!(
        sdk("ec2", "describeInstances", instances),
        r#"{"Reservations":[{"Instances":[{"AmiLaunchIndex":0,"InstanceId":"i-1"}],"ReservationId":"r-1"}]}"#
    );
}

#[test]
fn broken_bodies_are_told() {
    let sqs = api::service("sqs").unwrap();
    let send = sqs.operation("sendMessage").unwrap();
    let fault = read(sqs, send, &answer(b"<html>", &[]), Spelling::Sdk).unwrap_err();
    assert!(fault.starts_with("it is no JSON"), "{fault}");
    let ec2 = api::service("ec2").unwrap();
    let describe = ec2.operation("describeInstances").unwrap();
    let fault = read(ec2, describe, &answer(b"{}", &[]), Spelling::Sdk).unwrap_err();
    assert!(fault.starts_with("it is no XML"), "{fault}");
}

#[test]
fn errors_say_code_and_message_in_each_protocol() {
    let heard = |service: &str, status: u16, body: &str, headers: &[(&str, &str)]| {
        let mut response = answer(body.as_bytes(), headers);
        response.status = status;
        let said = said(api::service(service).unwrap(), &response);
        [said.code, said.message, said.request_id].map(Option::unwrap_or_default)
    };
    assert_eq!(
        heard(
            "dynamodb",
            400,
            r#"{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"The conditional request failed"}"#,
            &[("x-amzn-requestid", "R")],
        ),
        [
            "ConditionalCheckFailedException",
            "The conditional request failed",
            "R"
        ]
    );
    assert_eq!(
        heard(
            "bedrockruntime",
            429,
            r#"{"message":"Too many requests"}"#,
            &[(
                "x-amzn-errortype",
                "ThrottlingException:http://internal.amazon.com/"
            )],
        ),
        ["ThrottlingException", "Too many requests", ""]
    );
    assert_eq!(
        heard(
            "sns",
            404,
            "<ErrorResponse xmlns=\"u\"><Error><Type>Sender</Type><Code>NotFound</Code><Message>Topic does not exist</Message></Error><RequestId>R</RequestId></ErrorResponse>",
            &[],
        ),
        ["NotFound", "Topic does not exist", "R"]
    );
    assert_eq!(
        heard(
            "ec2",
            400,
            "<Response><Errors><Error><Code>InvalidInstanceID.NotFound</Code><Message>none</Message></Error></Errors><RequestID>R</RequestID></Response>",
            &[],
        ),
        ["InvalidInstanceID.NotFound", "none", "R"]
    );
    assert_eq!(
        heard("sqs", 502, "<html>Bad Gateway</html>", &[]),
        ["", "<html>Bad Gateway</html>", ""]
    );
}

#[test]
fn a_bucket_elsewhere_is_told_with_its_region() {
    let mut response = answer(
        b"<Error><Code>PermanentRedirect</Code><Message>m</Message></Error>",
        &[("x-amz-bucket-region", "eu-west-1")],
    );
    response.status = 301;
    let s3 = api::service("s3").unwrap();
    assert_eq!(
        said(s3, &response).bucket_region.as_deref(),
        Some("eu-west-1")
    );
    let wrong =
        "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-2</Region></Error>";
    let mut response = answer(wrong.as_bytes(), &[]);
    response.status = 400;
    assert_eq!(
        said(s3, &response).bucket_region.as_deref(),
        Some("eu-west-2")
    );
}

#[test]
fn single_services_answer_in_their_own_way() {
    let location = "<LocationConstraint xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">eu-west-1</LocationConstraint>";
    assert_eq!(
        sdk("s3", "getBucketLocation", location),
        r#"{"LocationConstraint":"eu-west-1"}"#
    );
    let zone = "<GetHostedZoneResponse><HostedZone><Id>/hostedzone/Z1</Id><Name>x.test.</Name></HostedZone></GetHostedZoneResponse>";
    assert_eq!(
        sdk("route53", "getHostedZone", zone),
        r#"{"HostedZone":{"Id":"Z1","Name":"x.test."}}"#
    );
}

#[test]
fn an_error_behind_the_status_of_a_success_is_one() {
    let s3 = api::service("s3").unwrap();
    let xml = [("content-type", "application/xml")];
    let error = "<Error><Code>InternalError</Code><Message>m</Message></Error>";
    assert!(hides_error(s3, &answer(error.as_bytes(), &xml)));
    assert!(!hides_error(s3, &answer(b"<CopyObjectResult/>", &xml)));
    // An object may hold such a text.
    assert!(!hides_error(s3, &answer(error.as_bytes(), &[])));
}

#[test]
fn no_answer_makes_the_reader_panic() {
    let bodies: [&[u8]; 9] = [
        b"",
        b"null",
        b"[]",
        b"{\"a\":",
        b"<a/>",
        b"<a><b></a>",
        b"\xff\xfe",
        b"{\"Items\":{\"0\":1},\"Count\":\"x\"}",
        b"<R><Contents>1</Contents><Contents><Size>x</Size></Contents></R>",
    ];
    for service in ["dynamodb", "s3", "ec2", "sns", "lambda", "polly", "route53"] {
        let service = api::service(service).unwrap();
        for operation in &service.operations {
            for body in bodies {
                let response = answer(body, &[("content-length", "x"), ("last-modified", "?")]);
                for spelling in [Spelling::Sdk, Spelling::Optimised] {
                    if let Ok(result) = read(service, operation, &response, spelling) {
                        assert!(result.as_object().is_some());
                    }
                }
                said(service, &response);
            }
        }
    }
}
