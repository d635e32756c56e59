//! What a distributed Map needs: to start executions of its own machine, and to read and write S3.

use super::permission::{Permission, Resource};
use super::scope::Scope;
use super::target;
use crate::asl::{Argument, ItemReader, Map, Parameters, ProcessorMode, ResultWriter};

/// The permissions for a Map; none where it is an inline one.
pub(super) fn permissions(scope: &Scope, map: &Map) -> Vec<Permission> {
    if map.mode == ProcessorMode::Inline {
        return Vec::new();
    }
    // Developer guide, "IAM policies for using Distributed Map states".
    let arn = |kind: &str, more: &str| {
        Resource::Arn(scope.arn("states", &format!("{kind}:{}{more}", scope.machine)))
    };
    let mut needed = vec![
        Permission::new("states:StartExecution", arn("stateMachine", "")),
        Permission::new("states:DescribeExecution", arn("execution", ":*")),
        Permission::new("states:StopExecution", arn("execution", ":*")),
        Permission::new("states:RedriveExecution", arn("execution", "/*:*")),
    ];
    if let Some(reader) = &map.item_reader {
        needed.extend(reading(scope, reader));
    }
    if let Some(writer) = &map.result_writer {
        needed.extend(writing(scope, writer));
    }
    needed
}

fn reading(scope: &Scope, reader: &ItemReader) -> Vec<Permission> {
    let parameters = Parameters::new(reader.request.as_ref());
    let (bucket, key) = (parameters.get("Bucket"), parameters.get("Key"));
    let lists = reader.resource.as_ref().is_some_and(|resource| {
        resource
            .value
            .integration()
            .is_some_and(|integration| &*integration.action == "listObjectsV2")
    });
    let format = &reader.config.format;
    let mut needed = Vec::new();
    if lists {
        let mut list = Permission::new("s3:ListBucket", target::bucket(scope, bucket));
        if let Argument::Text(prefix) = parameters.get("Prefix") {
            list = list.when("StringLike", "s3:prefix", format!("{prefix}*"));
        }
        needed.push(list);
        if format.load_and_flatten {
            let objects = target::objects_below(scope, bucket, parameters.get("Prefix"));
            needed.push(Permission::new("s3:GetObject", objects));
        }
        return needed;
    }
    needed.push(Permission::new(
        "s3:GetObject",
        target::object(scope, bucket, key),
    ));
    if format.manifest_type.is_some() {
        needed.push(
            Permission::new("s3:GetObject", Resource::Unknown)
                .note("name the places of the files that the manifest lists here"),
        );
    }
    needed
}

fn writing(scope: &Scope, writer: &ResultWriter) -> Vec<Permission> {
    if writer.resource.is_none() {
        return Vec::new();
    }
    let parameters = Parameters::new(writer.request.as_ref());
    let prefix = match parameters.get("Prefix") {
        Argument::Text(prefix) => format!("{}/", prefix.trim_end_matches('/')),
        _ => String::new(),
    };
    let prefix = if prefix.is_empty() {
        Argument::Absent
    } else {
        Argument::Text(&prefix)
    };
    let place = target::objects_below(scope, parameters.get("Bucket"), prefix);
    [
        "s3:AbortMultipartUpload",
        "s3:GetObject",
        "s3:ListMultipartUploadParts",
        "s3:PutObject",
    ]
    .into_iter()
    .map(|action| Permission::new(action, place.clone()))
    .collect()
}
