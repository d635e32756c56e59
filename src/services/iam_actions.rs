//! The names of actions in IAM where they differ from those of the API.

use super::api::{Operation, Service};

/// What IAM calls the service of an API.
fn prefix(service: &Service) -> &'static str {
    match service.name {
        "apigatewaymanagementapi" => "execute-api",
        "cloudwatch" => "cloudwatch",
        "ssooidc" => "sso-oauth",
        "iotdataplane" => "iot",
        "iotjobsdataplane" => "iotjobsdata",
        "mturk" => "mechanicalturk",
        "resourcegroupstaggingapi" => "tag",
        "sso" => "sso",
        "s3control" => "s3",
        "neptunedata" => "neptune-db",
        _ => service.signing_name,
    }
}

/// The actions that a role needs for an operation, as IAM names them: `lambda:InvokeFunction` for `Invoke`.
pub fn iam_actions(service: &Service, operation: &Operation) -> Vec<String> {
    let prefix = prefix(service);
    if matches!(service.name, "apigateway" | "apigatewayv2") {
        // Its actions are the methods of HTTP.
        return vec![format!("apigateway:{}", operation.method)];
    }
    let named = exception(service.name, operation.name);
    match named {
        [] => vec![format!("{prefix}:{}", operation.name)],
        names => names
            .iter()
            .map(|name| {
                if name.contains(':') {
                    (*name).to_owned()
                } else {
                    format!("{prefix}:{name}")
                }
            })
            .collect(),
    }
}

/// Operations whose action has another name (Service Authorization Reference, "Actions, resources, and condition keys").
fn exception(service: &str, operation: &str) -> &'static [&'static str] {
    match (service, operation) {
        ("lambda", "Invoke" | "InvokeAsync" | "InvokeWithResponseStream") => &["InvokeFunction"],
        ("lambda", "GetLayerVersionByArn") => &["GetLayerVersion"],
        ("bedrockruntime", "Converse" | "StartAsyncInvoke") => &["InvokeModel"],
        ("bedrockagentruntime", "RetrieveAndGenerate") => {
            &["RetrieveAndGenerate", "Retrieve", "InvokeModel"]
        }
        ("sqs", "SendMessageBatch") => &["SendMessage"],
        ("sqs", "DeleteMessageBatch") => &["DeleteMessage"],
        ("sqs", "ChangeMessageVisibilityBatch") => &["ChangeMessageVisibility"],
        ("sns", "PublishBatch") => &["Publish"],
        ("dynamodb", "TransactWriteItems") => {
            &["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"]
        }
        ("dynamodb", "TransactGetItems") => &["GetItem"],
        ("dynamodb", "ExecuteStatement" | "BatchExecuteStatement" | "ExecuteTransaction") => &[
            "PartiQLSelect",
            "PartiQLInsert",
            "PartiQLUpdate",
            "PartiQLDelete",
        ],
        ("s3", "HeadObject" | "SelectObjectContent") => &["GetObject"],
        ("s3", "HeadBucket" | "ListObjects" | "ListObjectsV2") => &["ListBucket"],
        ("s3", "ListBuckets") => &["ListAllMyBuckets"],
        ("s3", "DeleteObjects") => &["DeleteObject"],
        ("s3", "CreateMultipartUpload" | "UploadPart" | "CompleteMultipartUpload") => {
            &["PutObject"]
        }
        ("s3", "CopyObject" | "UploadPartCopy") => &["GetObject", "PutObject"],
        ("s3", "ListMultipartUploads") => &["ListBucketMultipartUploads"],
        ("s3", "ListParts") => &["ListMultipartUploadParts"],
        ("s3", "ListObjectVersions") => &["ListBucketVersions"],
        ("s3", "GetBucketLifecycle" | "GetBucketLifecycleConfiguration") => {
            &["GetLifecycleConfiguration"]
        }
        (
            "s3",
            "PutBucketLifecycle" | "PutBucketLifecycleConfiguration" | "DeleteBucketLifecycle",
        ) => &["PutLifecycleConfiguration"],
        ("s3", "GetBucketEncryption") => &["GetEncryptionConfiguration"],
        ("s3", "PutBucketEncryption" | "DeleteBucketEncryption") => &["PutEncryptionConfiguration"],
        ("s3", "GetBucketCors") => &["GetBucketCORS"],
        ("s3", "PutBucketCors" | "DeleteBucketCors") => &["PutBucketCORS"],
        ("s3", "GetPublicAccessBlock") => &["GetBucketPublicAccessBlock"],
        ("s3", "PutPublicAccessBlock" | "DeletePublicAccessBlock") => {
            &["PutBucketPublicAccessBlock"]
        }
        ("s3", "GetBucketReplication") => &["GetReplicationConfiguration"],
        ("s3", "PutBucketReplication" | "DeleteBucketReplication") => {
            &["PutReplicationConfiguration"]
        }
        ("s3", "GetBucketNotificationConfiguration") => &["GetBucketNotification"],
        ("s3", "PutBucketNotificationConfiguration") => &["PutBucketNotification"],
        ("s3", "GetBucketAccelerateConfiguration") => &["GetAccelerateConfiguration"],
        ("s3", "PutBucketAccelerateConfiguration") => &["PutAccelerateConfiguration"],
        ("s3", "DeleteBucketTagging") => &["PutBucketTagging"],
        ("s3", "GetObjectLockConfiguration") => &["GetBucketObjectLockConfiguration"],
        ("s3", "PutObjectLockConfiguration") => &["PutBucketObjectLockConfiguration"],
        ("apigatewaymanagementapi", _) => &["ManageConnections"],
        _ => &[],
    }
}
