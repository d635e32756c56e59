//! What goes over the wire, held against requests that botocore 1.44 writes for the same parameters and against AWS's own API
//! references.

use super::{Request, write};
use crate::aws::fault::ParameterFault;
use crate::services::api::{self, Spelling};
use crate::value;

fn try_write(
    service: &str,
    action: &str,
    parameters: &str,
    spelling: Spelling,
) -> Result<Request, ParameterFault> {
    let service = api::service(service).unwrap();
    let operation = service.operation(action).unwrap();
    write(
        service,
        operation,
        &value::read(parameters).unwrap(),
        spelling,
    )
}

fn sdk(service: &str, action: &str, parameters: &str) -> Request {
    try_write(service, action, parameters, Spelling::Sdk).unwrap()
}

fn optimised(service: &str, action: &str, parameters: &str) -> Request {
    try_write(service, action, parameters, Spelling::Optimised).unwrap()
}

fn refused(service: &str, action: &str, parameters: &str) -> ParameterFault {
    try_write(service, action, parameters, Spelling::Sdk).unwrap_err()
}

fn body(request: &Request) -> &str {
    std::str::from_utf8(&request.body).unwrap()
}

/// The fields of a form, decoded, without those that name the operation.
fn fields(request: &Request) -> Vec<String> {
    body(request)
        .split('&')
        .map(|field| field.replace("%3A", ":").replace("%20", " "))
        .filter(|field| !field.starts_with("Action=") && !field.starts_with("Version="))
        .collect()
}

fn header<'a>(request: &'a Request, name: &str) -> &'a str {
    let found = request.headers.iter().find(|(given, _)| given == name);
    found.map_or("", |(_, value)| value)
}

#[test]
fn json_names_the_operation_in_a_header() {
    let request = sdk(
        "sqs",
        "sendMessage",
        r#"{"QueueUrl": "u", "MessageBody": {"a": 1}, "DelaySeconds": "5"}"#,
    );
    assert_eq!((request.method, request.path.as_str()), ("POST", "/"));
    assert_eq!(
        header(&request, "content-type"),
        "application/x-amz-json-1.0"
    );
    assert_eq!(header(&request, "x-amz-target"), "AmazonSQS.SendMessage");
    assert_eq!(
        body(&request),
        r#"{"QueueUrl":"u","MessageBody":"{\"a\":1}","DelaySeconds":5}"#
    );
}

#[test]
fn names_are_those_of_the_wire_at_every_depth() {
    let item = r#"{"TableName": "t", "Item": {"Some": {"Bool": true}, "no": {"Nul": true}, "Set": {"Ss": ["x"]}}}"#;
    assert_eq!(
        body(&sdk("dynamodb", "putItem", item)),
        r#"{"TableName":"t","Item":{"Some":{"BOOL":true},"no":{"NULL":true},"Set":{"SS":["x"]}}}"#
    );
    let older = r#"{"TableName": "t", "Key": {"id": {"S": "1"}, "plain": "text"}}"#;
    assert_eq!(
        body(&optimised("dynamodb", "getItem", older)),
        r#"{"TableName":"t","Key":{"id":{"S":"1"},"plain":{"S":"text"}}}"#
    );
    let small = sdk(
        "sfn",
        "startExecution",
        r#"{"StateMachineArn": "a", "Input": {"k": [1]}}"#,
    );
    assert_eq!(
        body(&small),
        r#"{"stateMachineArn":"a","input":"{\"k\":[1]}"}"#
    );
}

#[test]
fn instants_and_bytes_are_written_as_json_has_them() {
    let request = sdk(
        "cloudwatchlogs",
        "startQuery",
        r#"{"StartTime": 1, "EndTime": 2, "QueryString": "q", "LogGroupName": null}"#,
    );
    assert_eq!(
        body(&request),
        r#"{"startTime":1,"endTime":2,"queryString":"q"}"#
    );
    let events = sdk(
        "eventbridge",
        "putEvents",
        r#"{"Entries": [{"Time": "2026-01-02T03:04:05.500Z", "Detail": "{}"}]}"#,
    );
    assert_eq!(
        body(&events),
        r#"{"Entries":[{"Time":1767323045.5,"Detail":"{}"}]}"#
    );
    // Recorded for S3's body (services/aws_sdk_task_service.s3_put_object~str): a text keeps its quotes. `"hi"` in base64.
    let bytes = sdk("kms", "encrypt", r#"{"KeyId": "k", "Plaintext": "hi"}"#);
    assert_eq!(body(&bytes), r#"{"KeyId":"k","Plaintext":"ImhpIg=="}"#);
}

#[test]
fn a_token_for_repeated_calls_is_made_where_it_is_absent() {
    let given = sdk(
        "athena",
        "startQueryExecution",
        r#"{"QueryString": "q", "ClientRequestToken": "mine"}"#,
    );
    assert!(body(&given).contains(r#""ClientRequestToken":"mine""#));
    let made = sdk("athena", "startQueryExecution", r#"{"QueryString": "q"}"#);
    let made = value::read(body(&made)).unwrap();
    let token = made
        .get("ClientRequestToken")
        .and_then(|token| token.as_str());
    assert_eq!(token.map(str::len), Some(36));
}

#[test]
fn forms_flatten_maps_and_lists() {
    let sns = sdk(
        "sns",
        "publish",
        r#"{"TopicArn": "a:b", "Message": {"x": 1},
            "MessageAttributes": {"kind": {"DataType": "String", "StringValue": "v w"}}}"#,
    );
    assert!(body(&sns).starts_with("Action=Publish&Version=2010-03-31&"));
    assert_eq!(
        fields(&sns),
        [
            "TopicArn=a:b",
            "Message=%7B%22x%22:1%7D",
            "MessageAttributes.entry.1.Name=kind",
            "MessageAttributes.entry.1.Value.DataType=String",
            "MessageAttributes.entry.1.Value.StringValue=v w",
        ]
    );
    let rds = sdk(
        "rds",
        "describeDBInstances",
        r#"{"DbInstanceIdentifier": "d", "Filters": [{"Name": "engine", "Values": ["a", "b"]}]}"#,
    );
    assert_eq!(
        fields(&rds),
        [
            "DBInstanceIdentifier=d",
            "Filters.Filter.1.Name=engine",
            "Filters.Filter.1.Values.Value.1=a",
            "Filters.Filter.1.Values.Value.2=b",
        ]
    );
    let metrics = sdk(
        "cloudformation",
        "createStack",
        r#"{"StackName": "s", "Capabilities": ["CAPABILITY_IAM"], "DisableRollback": true, "ClientRequestToken": "c"}"#,
    );
    assert_eq!(
        fields(&metrics),
        [
            "StackName=s",
            "Capabilities.member.1=CAPABILITY_IAM",
            "DisableRollback=true",
            "ClientRequestToken=c",
        ]
    );
}

#[test]
fn forms_of_ec2_have_capital_names_and_flat_lists() {
    let request = sdk(
        "ec2",
        "describeInstances",
        r#"{"InstanceIds": ["i-1", "i-2"], "Filters": [{"Name": "n", "Values": ["v"]}], "MaxResults": 5}"#,
    );
    assert_eq!(
        fields(&request),
        [
            "InstanceId.1=i-1",
            "InstanceId.2=i-2",
            "Filter.1.Name=n",
            "Filter.1.Value.1=v",
            "MaxResults=5",
        ]
    );
}

/// `CreateBucketInterceptor` of the SDK for Java, version 2.
#[test]
fn a_bucket_is_made_in_the_region_of_the_call() {
    let service = api::service("s3").unwrap();
    let operation = service.operation("createBucket").unwrap();
    let located = |parameters: &str, region: &str| {
        let parameters = value::read(parameters).unwrap();
        super::in_region(service, operation, &parameters, region)
            .map(|asked| asked.to_compact_json())
    };
    let expected =
        r#"{"Bucket":"b","CreateBucketConfiguration":{"LocationConstraint":"eu-west-1"}}"#;
    assert_eq!(
        located(r#"{"Bucket":"b"}"#, "eu-west-1").as_deref(),
        Some(expected)
    );
    assert_eq!(located(r#"{"Bucket":"b"}"#, "us-east-1"), None);
    let elsewhere = r#"{"Bucket":"b","CreateBucketConfiguration":{"LocationConstraint":"EU"}}"#;
    assert_eq!(located(elsewhere, "eu-west-1"), None);
}

#[test]
fn rest_places_members_in_path_query_headers_and_body() {
    let object = sdk(
        "s3",
        "putObject",
        r#"{"Bucket": "b", "Key": "a b/c+d", "Body": {"k": [1, 2]}, "ContentType": "text/x",
            "Metadata": {"Who": "me"}, "Expires": "2026-01-02T03:04:05Z"}"#,
    );
    assert_eq!(object.method, "PUT");
    assert_eq!(object.path, "/b/a%20b/c%2Bd");
    assert_eq!(object.bucket.as_deref(), Some("b"));
    // Recorded: services/aws_sdk_task_service.s3_put_object~dict.
    assert_eq!(body(&object), r#"{"k":[1,2]}"#);
    assert_eq!(header(&object, "content-type"), "text/x");
    assert_eq!(header(&object, "x-amz-meta-who"), "me");
    assert_eq!(header(&object, "expires"), "Fri, 02 Jan 2026 03:04:05 GMT");

    let list = sdk("s3", "listObjectsV2", r#"{"Bucket": "b", "Prefix": "x/"}"#);
    let query = [("list-type", "2"), ("prefix", "x/")];
    let query = query.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(list.query, query);
    assert!(list.body.is_empty());

    let speech = sdk(
        "polly",
        "synthesizeSpeech",
        r#"{"Text": "hi", "OutputFormat": "mp3", "VoiceId": "Joanna", "SpeechMarkTypes": ["word"]}"#,
    );
    assert_eq!(speech.path, "/v1/speech");
    assert_eq!(header(&speech, "content-type"), "application/json");
    assert_eq!(
        body(&speech),
        r#"{"Text":"hi","OutputFormat":"mp3","VoiceId":"Joanna","SpeechMarkTypes":["word"]}"#
    );

    let model = sdk(
        "bedrockruntime",
        "invokeModel",
        r#"{"ModelId": "anthropic.claude:0", "Body": {"a": 1}, "Accept": "application/json"}"#,
    );
    assert_eq!(model.path, "/model/anthropic.claude%3A0/invoke");
    assert_eq!(body(&model), r#"{"a":1}"#);
    assert_eq!(header(&model, "accept"), "application/json");
}

#[test]
fn a_text_for_bytes_is_sent_as_it_is_by_optimised_integrations() {
    let parameters = r#"{"FunctionName": "f", "Payload": "{}"}"#;
    assert_eq!(body(&optimised("lambda", "invoke", parameters)), "{}");
    assert_eq!(body(&sdk("lambda", "invoke", parameters)), r#""{}""#);
}

#[test]
fn xml_has_namespaces_lists_and_attributes() {
    let tags = sdk(
        "s3",
        "putObjectTagging",
        r#"{"Bucket": "b", "Key": "k", "Tagging": {"TagSet": [{"Key": "a", "Value": "<1>"}]}}"#,
    );
    assert_eq!(
        body(&tags),
        "<Tagging xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><TagSet><Tag><Key>a</Key><Value>&lt;1&gt;</Value></Tag></TagSet></Tagging>"
    );
    // RFC 1864: the base64 of the body's MD5.
    assert_eq!(header(&tags, "content-md5").len(), 24);
    let grant = sdk(
        "s3",
        "putBucketAcl",
        r#"{"Bucket": "b", "AccessControlPolicy": {"Grants": [
            {"Grantee": {"Type": "CanonicalUser", "Id": "i"}, "Permission": "READ"}]}}"#,
    );
    assert!(
        body(&grant).contains(
            "<Grant><Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"CanonicalUser\"><ID>i</ID></Grantee>"
        ),
        "{}",
        body(&grant)
    );
    let zone = sdk(
        "route53",
        "createHostedZone",
        r#"{"Name": "x.test", "CallerReference": "c"}"#,
    );
    assert_eq!(
        body(&zone),
        "<CreateHostedZoneRequest xmlns=\"https://route53.amazonaws.com/doc/2013-04-01/\"><Name>x.test</Name><CallerReference>c</CallerReference></CreateHostedZoneRequest>"
    );
}

#[test]
fn what_cannot_be_sent_is_told_with_its_place() {
    let unknown = refused(
        "sqs",
        "sendMessage",
        r#"{"QueueUrl": "u", "MesageBody": "b"}"#,
    );
    assert_eq!(unknown.message, "`MesageBody` is no parameter of this call");
    assert_eq!(unknown.help.as_deref(), Some("did you mean `MessageBody`?"));
    let deep = refused(
        "dynamodb",
        "putItem",
        r#"{"TableName": "t", "Item": {"id": {"S": "1", "X": 1}}}"#,
    );
    assert_eq!(deep.message, "`Item.id.X` is no parameter of this call");
    let kind = refused(
        "sqs",
        "sendMessage",
        r#"{"QueueUrl": "u", "DelaySeconds": "soon"}"#,
    );
    assert_eq!(
        kind.message,
        "`DelaySeconds` must be a whole number, not a string"
    );
    let list = refused("ec2", "describeInstances", r#"{"InstanceIds": "i-1"}"#);
    assert_eq!(list.message, "`InstanceIds` must be an array, not a string");
    let key = refused("s3", "getObject", r#"{"Bucket": "b", "Key": ""}"#);
    assert_eq!(key.message, "`Key` is missing or empty");
    let all = refused("s3", "getObject", "[]");
    assert_eq!(all.message, "`Parameters` must be an object, not an array");
}

#[test]
fn host_prefixes_are_filled_in() {
    let parameters = r#"{"AccountId": "123456789012"}"#;
    let block = sdk("s3control", "getPublicAccessBlock", parameters);
    assert_eq!(block.host_prefix.as_deref(), Some("123456789012."));
    let missing = refused("s3control", "getPublicAccessBlock", "{}");
    assert_eq!(missing.message, "`AccountId` is missing or empty");
    let hostile = refused(
        "s3control",
        "getPublicAccessBlock",
        r#"{"AccountId": "evil.test/"}"#,
    );
    assert!(hostile.message.contains("letters, digits and hyphens"));
}

#[test]
fn every_operation_is_written_or_says_what_is_missing() {
    for name in api::service_names() {
        let service = api::service(name).unwrap();
        for operation in &service.operations {
            match write(service, operation, &value::Value::Null, Spelling::Sdk) {
                Ok(request) => assert!(!request.path.contains('{'), "{name}: {}", request.path),
                Err(fault) => assert!(
                    fault.message.ends_with("is missing or empty"),
                    "{name}:{}: {fault}",
                    operation.name
                ),
            }
        }
    }
}

#[test]
fn single_services_get_what_they_want() {
    let apis = sdk("apigateway", "getRestApis", "{}");
    assert_eq!(header(&apis, "accept"), "application/json");
    let vaults = sdk("glacier", "listVaults", r#"{"AccountId": "-"}"#);
    assert_eq!(header(&vaults, "x-amz-glacier-version"), "2012-06-01");
}
