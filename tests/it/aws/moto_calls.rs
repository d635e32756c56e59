//! The calls: of each service some that work, and the errors with the names that Step Functions has for them.

/// A call and what comes of it.
pub(super) struct Call {
    /// `service:action`
    pub(super) call: &'static str,
    pub(super) parameters: &'static str,
    pub(super) expect: Expect,
}

/// What comes of a call.
#[derive(Clone, Copy)]
pub(super) enum Expect {
    /// This result.
    Result(&'static str),
    /// At this place this value.
    Has(&'static str, &'static str),
    /// A text, which later calls name, at this place.
    Kept(&'static str, &'static str),
    /// An error of this name.
    Error(&'static str),
}

use Expect::{Error, Has, Kept, Result};

const fn call(call: &'static str, parameters: &'static str, expect: Expect) -> Call {
    Call {
        call,
        parameters,
        expect,
    }
}

pub(super) const STEPS: &[Call] = &[
    // AWS JSON
    call(
        "sqs:createQueue",
        r#"{"QueueName": "q", "Attributes": {"VisibilityTimeout": "5"}}"#,
        Kept("queue", "/QueueUrl"),
    ),
    call(
        "sqs:sendMessage",
        r#"{"QueueUrl": "<queue>", "MessageBody": {"a": 1}, "MessageAttributes": {"k": {"DataType": "String", "StringValue": "v"}}}"#,
        // The MD5 of `{"a":1}`.
        Has("/Md5OfMessageBody", "\"bb6cb5c68df4652941caf652a366f2d8\""),
    ),
    call(
        "sqs:receiveMessage",
        r#"{"QueueUrl": "<queue>", "MessageAttributeNames": ["All"]}"#,
        Has("/Messages/0/Body", r#""{\"a\":1}""#),
    ),
    call(
        "sqs:getQueueUrl",
        r#"{"QueueName": "none"}"#,
        Error("Sqs.QueueDoesNotExistException"),
    ),
    call(
        "dynamodb:createTable",
        r#"{"TableName": "t", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}]}"#,
        Has("/TableDescription/TableStatus", "\"ACTIVE\""),
    ),
    call(
        "dynamodb:putItem",
        r#"{"TableName": "t", "Item": {"id": {"S": "1"}, "ok": {"Bool": true}, "no": {"Nul": true}, "n": {"N": "4.50"}, "l": {"L": [{"S": "x"}]}}}"#,
        Result("{}"),
    ),
    call(
        "dynamodb:getItem",
        r#"{"TableName": "t", "Key": {"id": {"S": "1"}}}"#,
        Has(
            "/Item",
            r#"{"id": {"S": "1"}, "ok": {"Bool": true}, "no": {"Nul": true}, "n": {"N": "4.50"}, "l": {"L": [{"S": "x"}]}}"#,
        ),
    ),
    call(
        "dynamodb:query",
        r#"{"TableName": "t", "KeyConditionExpression": "id = :id", "ExpressionAttributeValues": {":id": {"S": "1"}}}"#,
        Has("/Count", "1"),
    ),
    call(
        "dynamodb:putItem",
        r#"{"TableName": "t", "Item": {"id": {"S": "1"}}, "ConditionExpression": "attribute_not_exists(id)"}"#,
        Error("DynamoDb.ConditionalCheckFailedException"),
    ),
    call(
        "dynamodb:getItem",
        r#"{"TableName": "none", "Key": {"id": {"S": "1"}}}"#,
        Error("DynamoDb.ResourceNotFoundException"),
    ),
    call(
        "eventbridge:putEvents",
        r#"{"Entries": [{"Source": "s", "DetailType": "d", "Detail": {"x": 1}, "Time": "2026-01-02T03:04:05Z"}]}"#,
        Has("/FailedEntryCount", "0"),
    ),
    call(
        "eventbridge:describeRule",
        r#"{"Name": "none"}"#,
        Error("EventBridge.ResourceNotFoundException"),
    ),
    call(
        "sfn:createStateMachine",
        r#"{"Name": "m", "RoleArn": "arn:aws:iam::123456789012:role/r",
            "Definition": {"StartAt": "P", "States": {"P": {"Type": "Pass", "End": true}}}}"#,
        Has(
            "/StateMachineArn",
            "\"arn:aws:states:us-east-1:123456789012:stateMachine:m\"",
        ),
    ),
    call(
        "sfn:startExecution",
        r#"{"StateMachineArn": "arn:aws:states:us-east-1:123456789012:stateMachine:m", "Input": {"k": 1}}"#,
        Kept("execution", "/ExecutionArn"),
    ),
    call(
        "sfn:describeExecution",
        r#"{"ExecutionArn": "<execution>"}"#,
        Has("/Input", r#""{\"k\":1}""#),
    ),
    call(
        "sfn:describeExecution",
        r#"{"ExecutionArn": "arn:aws:states:us-east-1:123456789012:execution:m:none"}"#,
        Error("Sfn.ExecutionDoesNotExistException"),
    ),
    call(
        "secretsmanager:createSecret",
        r#"{"Name": "s", "SecretString": {"user": "u"}}"#,
        Has("/Name", "\"s\""),
    ),
    call(
        "secretsmanager:getSecretValue",
        r#"{"SecretId": "s"}"#,
        Has("/SecretString", r#""{\"user\":\"u\"}""#),
    ),
    call(
        "secretsmanager:getSecretValue",
        r#"{"SecretId": "none"}"#,
        Error("SecretsManager.ResourceNotFoundException"),
    ),
    call(
        "ssm:putParameter",
        r#"{"Name": "/p", "Value": "v", "Type": "String"}"#,
        Has("/Version", "1"),
    ),
    call(
        "ssm:getParameter",
        r#"{"Name": "/p"}"#,
        Has("/Parameter/Value", "\"v\""),
    ),
    call(
        "ssm:getParameter",
        r#"{"Name": "/none"}"#,
        Error("Ssm.ParameterNotFoundException"),
    ),
    call("kms:createKey", "{}", Kept("key", "/KeyMetadata/KeyId")),
    call(
        "kms:encrypt",
        r#"{"KeyId": "<key>", "Plaintext": "hi"}"#,
        Kept("cipher", "/CiphertextBlob"),
    ),
    call(
        "kms:describeKey",
        r#"{"KeyId": "<key>"}"#,
        Has("/KeyMetadata/Enabled", "true"),
    ),
    call(
        "glue:createDatabase",
        r#"{"DatabaseInput": {"Name": "d"}}"#,
        Result("{}"),
    ),
    call(
        "glue:getDatabase",
        r#"{"Name": "none"}"#,
        Error("Glue.EntityNotFoundException"),
    ),
    call(
        "athena:startQueryExecution",
        r#"{"QueryString": "SELECT 1", "ResultConfiguration": {"OutputLocation": "s3://b/"}}"#,
        Kept("query", "/QueryExecutionId"),
    ),
    call(
        "athena:getQueryExecution",
        r#"{"QueryExecutionId": "<query>"}"#,
        Has("/QueryExecution/Query", "\"SELECT 1\""),
    ),
    call(
        "ecs:createCluster",
        r#"{"ClusterName": "c"}"#,
        Has("/Cluster/Status", "\"ACTIVE\""),
    ),
    call(
        "ecs:runTask",
        r#"{"Cluster": "none", "TaskDefinition": "t"}"#,
        Error("Ecs.ClusterNotFoundException"),
    ),
    call(
        "comprehend:detectSentiment",
        r#"{"Text": "good", "LanguageCode": "en"}"#,
        Has("/Sentiment", "\"NEUTRAL\""),
    ),
    // Forms
    call(
        "sns:createTopic",
        r#"{"Name": "t"}"#,
        Kept("topic", "/TopicArn"),
    ),
    call(
        "sns:publish",
        r#"{"TopicArn": "<topic>", "Message": {"x": 1}, "MessageAttributes": {"k": {"DataType": "String", "StringValue": "v"}}}"#,
        Kept("message", "/MessageId"),
    ),
    call(
        "sns:getTopicAttributes",
        r#"{"TopicArn": "<topic>"}"#,
        Has("/Attributes/Owner", "\"123456789012\""),
    ),
    call(
        "sns:publish",
        r#"{"TopicArn": "arn:aws:sns:us-east-1:123456789012:none", "Message": "m"}"#,
        Error("Sns.NotFoundException"),
    ),
    call(
        "sts:getCallerIdentity",
        "{}",
        Has("/Account", "\"123456789012\""),
    ),
    call(
        "iam:createRole",
        r#"{"RoleName": "r", "AssumeRolePolicyDocument": {"Version": "2012-10-17", "Statement": []}}"#,
        Has("/Role/Arn", "\"arn:aws:iam::123456789012:role/r\""),
    ),
    call(
        "iam:getRole",
        r#"{"RoleName": "none"}"#,
        Error("Iam.NoSuchEntityException"),
    ),
    call(
        "cloudwatch:putMetricData",
        r#"{"Namespace": "n", "MetricData": [{"MetricName": "m", "Value": 1.5, "Dimensions": [{"Name": "d", "Value": "v"}]}]}"#,
        Result("{}"),
    ),
    call(
        "cloudwatch:listMetrics",
        r#"{"Namespace": "n"}"#,
        Has("/Metrics/0/Dimensions/0/Name", "\"d\""),
    ),
    call(
        "rds:describeDBInstances",
        "{}",
        Result(r#"{"DbInstances": []}"#),
    ),
    call(
        "rds:describeDBInstances",
        r#"{"DbInstanceIdentifier": "none"}"#,
        Error("Rds.DbInstanceNotFoundException"),
    ),
    call(
        "ec2:describeInstances",
        r#"{"Filters": [{"Name": "instance-state-name", "Values": ["running"]}]}"#,
        Result(r#"{"Reservations": []}"#),
    ),
    call(
        "ec2:describeInstances",
        r#"{"InstanceIds": ["i-12345678901234567"]}"#,
        Error("Ec2.Ec2Exception"),
    ),
    // REST
    call(
        "s3:createBucket",
        r#"{"Bucket": "bucket"}"#,
        Has("/Location", "\"/bucket\""),
    ),
    call(
        "s3:putObject",
        r#"{"Bucket": "bucket", "Key": "a b", "Body": {"k": "ü"}, "Metadata": {"who": "me"}}"#,
        // The MD5 of `{"k":"ü"}`.
        Has("/ETag", r#""\"f27cac454cbed38297d46e9499daddcb\"""#),
    ),
    call(
        "s3:getObject",
        r#"{"Bucket": "bucket", "Key": "a b"}"#,
        Has("/Body", r#""{\"k\":\"ü\"}""#),
    ),
    call(
        "s3:putObjectTagging",
        r#"{"Bucket": "bucket", "Key": "a b", "Tagging": {"TagSet": [{"Key": "x", "Value": "y z"}]}}"#,
        Result("{}"),
    ),
    call(
        "s3:getObjectTagging",
        r#"{"Bucket": "bucket", "Key": "a b"}"#,
        Has("/TagSet", r#"[{"Key": "x", "Value": "y z"}]"#),
    ),
    call(
        "s3:getObject",
        r#"{"Bucket": "bucket", "Key": "none"}"#,
        Error("S3.NoSuchKeyException"),
    ),
    call(
        "s3:deleteObjects",
        r#"{"Bucket": "bucket", "Delete": {"Objects": [{"Key": "a b"}]}}"#,
        Has("/Deleted/0/Key", "\"a b\""),
    ),
    call(
        "route53:createHostedZone",
        r#"{"Name": "example.test", "CallerReference": "c", "HostedZoneConfig": {"Comment": "& so on"}}"#,
        Has("/HostedZone/Config/Comment", "\"& so on\""),
    ),
    call(
        "polly:describeVoices",
        r#"{"LanguageCode": "is-IS"}"#,
        Has("/Voices/0/LanguageName", "\"Icelandic\""),
    ),
    call(
        "bedrockruntime:invokeModel",
        r#"{"ModelId": "m", "Body": {"a": 1}}"#,
        Has("/Body", "\"{}\""),
    ),
    call(
        "lambda:getFunction",
        r#"{"FunctionName": "none"}"#,
        Error("Lambda.ResourceNotFoundException"),
    ),
];
