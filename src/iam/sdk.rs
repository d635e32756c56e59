//! What AWS SDK integrations need: the operation itself, on what its parameters name.

use super::permission::{Permission, Resource};
use super::scope::Scope;
use super::target;
use crate::asl::{Argument, Parameters};
use crate::services::api::{Operation, Service};
use crate::services::iam_actions;

/// The permissions for one call of `operation`.
pub(super) fn permissions(
    scope: &Scope,
    service: &Service,
    operation: &Operation,
    parameters: Parameters<'_>,
) -> Vec<Permission> {
    let mut needed = Vec::new();
    for resource in resources(scope, service, operation, parameters) {
        for action in iam_actions(service, operation) {
            needed.push(Permission::new(action, resource.clone()));
        }
    }
    needed.extend(on_behalf(scope, service, operation, parameters));
    needed
}

/// What an operation acts on. Everything, where no resource is known for it.
fn resources(
    scope: &Scope,
    service: &Service,
    operation: &Operation,
    parameters: Parameters<'_>,
) -> Vec<Resource> {
    let get = |name: &str| parameters.get(name);
    let one = |resource: Resource| vec![resource];
    match service.name {
        "lambda" if get("FunctionName") != Argument::Absent => {
            one(target::function(scope, parameters))
        }
        "dynamodb" if get("TableName") != Argument::Absent => one(target::table(scope, parameters)),
        "dynamodb"
            if matches!(
                operation.name,
                "BatchGetItem" | "BatchWriteItem" | "TransactWriteItems" | "TransactGetItems"
            ) =>
        {
            one(Resource::Unknown)
        }
        "sqs" if get("QueueUrl") != Argument::Absent => one(target::queue(scope, get("QueueUrl"))),
        "sqs" if get("QueueName") != Argument::Absent => {
            one(target::named(get("QueueName"), |name| {
                scope.arn("sqs", name)
            }))
        }
        "sns" if get("TopicArn") != Argument::Absent => {
            one(target::named(get("TopicArn"), str::to_owned))
        }
        "s3" => s3(scope, operation, parameters),
        "sfn" if get("StateMachineArn") != Argument::Absent => {
            one(target::machine(get("StateMachineArn")))
        }
        "sfn" if get("ExecutionArn") != Argument::Absent => {
            one(target::named(get("ExecutionArn"), str::to_owned))
        }
        "secretsmanager" if get("SecretId") != Argument::Absent => {
            // A secret's ARN ends with six characters that its name does not have.
            one(target::named(get("SecretId"), |name| {
                scope.arn("secretsmanager", &format!("secret:{name}-??????"))
            }))
        }
        "ssm" if operation.name.starts_with("GetParameter") => ssm(scope, parameters),
        "ssm" if operation.name == "PutParameter" => ssm(scope, parameters),
        "kms" if get("KeyId") != Argument::Absent => one(match get("KeyId") {
            Argument::Text(alias) if alias.starts_with("alias/") => Resource::Unknown,
            key => target::named(key, |id| scope.arn("kms", &format!("key/{id}"))),
        }),
        "bedrockruntime" if get("ModelId") != Argument::Absent => {
            target::models(scope, get("ModelId"))
        }
        "bedrockagentruntime" if get("KnowledgeBaseId") != Argument::Absent => {
            one(target::named(get("KnowledgeBaseId"), |id| {
                scope.arn("bedrock", &format!("knowledge-base/{id}"))
            }))
        }
        "eventbridge" if operation.name == "PutEvents" => {
            super::optimised::event_buses(scope, parameters)
        }
        "glue" if get("JobName") != Argument::Absent => {
            one(target::named(get("JobName"), |name| {
                scope.arn("glue", &format!("job/{name}"))
            }))
        }
        "scheduler" if operation.name.ends_with("Schedule") => {
            let group = get("GroupName").text().unwrap_or("default");
            one(target::named(get("Name"), |name| {
                scope.arn("scheduler", &format!("schedule/{group}/{name}"))
            }))
        }
        "cloudwatchlogs" if get("LogGroupName") != Argument::Absent => {
            one(target::named(get("LogGroupName"), |name| {
                scope.arn("logs", &format!("log-group:{name}:*"))
            }))
        }
        "codebuild" if get("ProjectName") != Argument::Absent => {
            one(target::named(get("ProjectName"), |name| {
                scope.arn("codebuild", &format!("project/{name}"))
            }))
        }
        "athena" if get("WorkGroup") != Argument::Absent => {
            one(target::named(get("WorkGroup"), |name| {
                scope.arn("athena", &format!("workgroup/{name}"))
            }))
        }
        // Whatever else has a parameter with the ARN of what it acts on.
        _ => one(acts_on(parameters, operation).unwrap_or(Resource::All)),
    }
}

/// The one required parameter of an operation that is an ARN, if it is given as one.
fn acts_on(parameters: Parameters<'_>, operation: &Operation) -> Option<Resource> {
    // `ResourceArn` and the like, or `DbClusterArn` of a call about clusters.
    let candidates = ["ResourceArn", "Arn", "ClusterArn", "StreamArn", "ServerArn"];
    let name = candidates
        .into_iter()
        .find(|name| parameters.get(name) != Argument::Absent)?;
    if operation.name.starts_with("List") || operation.name.starts_with("Describe") && name == "Arn"
    {
        return None;
    }
    Some(match parameters.get(name) {
        Argument::Text(arn) if arn.starts_with("arn:") || arn.contains("${") => {
            Resource::Arn(arn.to_owned())
        }
        _ => Resource::Unknown,
    })
}

fn s3(scope: &Scope, operation: &Operation, parameters: Parameters<'_>) -> Vec<Resource> {
    let bucket = parameters.get("Bucket");
    if operation.name == "ListBuckets" {
        return vec![Resource::All];
    }
    if operation.name == "DeleteObjects" {
        return vec![target::objects_below(scope, bucket, Argument::Absent)];
    }
    if parameters.get("Key") == Argument::Absent {
        return vec![target::bucket(scope, bucket)];
    }
    let mut found = vec![target::object(scope, bucket, parameters.get("Key"))];
    if let Argument::Text(source) = parameters.get("CopySource") {
        let source = source.trim_start_matches('/');
        found.push(Resource::Arn(scope.global_arn("s3", source)));
    } else if parameters.get("CopySource") == Argument::Computed {
        found.push(Resource::Unknown);
    }
    found
}

fn ssm(scope: &Scope, parameters: Parameters<'_>) -> Vec<Resource> {
    let arn = |name: &str| {
        scope.arn(
            "ssm",
            &format!("parameter/{}", name.trim_start_matches('/')),
        )
    };
    for name in ["Name", "Path"] {
        if parameters.get(name) != Argument::Absent {
            let resource = target::named(parameters.get(name), arn);
            return match resource {
                Resource::Arn(path) if name == "Path" => vec![Resource::Arn(format!("{path}/*"))],
                resource => vec![resource],
            };
        }
    }
    vec![Resource::Unknown]
}

/// What a service does with the caller's own rights.
fn on_behalf(
    scope: &Scope,
    service: &Service,
    operation: &Operation,
    parameters: Parameters<'_>,
) -> Vec<Permission> {
    let mut needed = Vec::new();
    match (service.name, operation.name) {
        ("polly", "StartSpeechSynthesisTask") => {
            let bucket = parameters.get("OutputS3BucketName");
            let prefix = parameters.get("OutputS3KeyPrefix");
            let place = target::objects_below(scope, bucket, prefix);
            needed.push(
                Permission::new("s3:PutObject", place)
                    .note("Polly writes the audio with the rights of the caller"),
            );
        }
        ("textract" | "rekognition", _) => {
            for place in [
                ["Document", "S3Object"],
                ["DocumentLocation", "S3Object"],
                ["Image", "S3Object"],
                ["Video", "S3Object"],
            ] {
                let at = |name| parameters.at(&[place[0], place[1], name]);
                if at("Bucket") != Argument::Absent {
                    let object = target::object(scope, at("Bucket"), at("Name"));
                    needed.push(Permission::new("s3:GetObject", object).note(format!(
                        "{} reads the object with the rights of the caller",
                        service.id
                    )));
                }
            }
        }
        ("transcribe", "StartTranscriptionJob") => {
            let media = parameters.at(&["Media", "MediaFileUri"]);
            needed.push(
                Permission::new("s3:GetObject", target::object_at(scope, media))
                    .note("Transcribe reads the recording with the rights of the caller"),
            );
            let bucket = parameters.get("OutputBucketName");
            if bucket != Argument::Absent {
                needed.push(
                    Permission::new(
                        "s3:PutObject",
                        target::objects_below(scope, bucket, Argument::Absent),
                    )
                    .note("Transcribe writes the transcript with the rights of the caller"),
                );
            }
        }
        _ => {}
    }
    needed
}
