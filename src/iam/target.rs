//! The resources that calls act on, from their parameters.

use super::permission::Resource;
use super::scope::Scope;
use crate::asl::{Argument, Parameters};

/// Whether a text is an ARN, or a placeholder that stands for one.
fn is_arn(text: &str) -> bool {
    text.starts_with("arn:") || is_placeholder_for(text, "arn")
}

/// Whether a text is one placeholder whose name speaks of `what`.
fn is_placeholder_for(text: &str, what: &str) -> bool {
    text.strip_prefix("${")
        .and_then(|rest| rest.strip_suffix('}'))
        .is_some_and(|name| !name.contains("${") && name.to_ascii_lowercase().contains(what))
}

/// The resource that an argument names by ARN, or by a name that `arn` makes one of.
pub(super) fn named(argument: Argument<'_>, arn: impl Fn(&str) -> String) -> Resource {
    match argument {
        Argument::Text(text) if is_arn(text) => Resource::Arn(text.to_owned()),
        Argument::Text(text) => Resource::Arn(arn(text)),
        Argument::Absent | Argument::Computed => Resource::Unknown,
    }
}

/// A Lambda function by name, partial ARN or ARN, with the qualifier that is given apart.
pub(super) fn function(scope: &Scope, parameters: Parameters<'_>) -> Resource {
    let function = named(parameters.get("FunctionName"), |name| {
        // `123456789012:function:charge` is a name, too.
        let name = name.rsplit_once("function:").map_or(name, |(_, name)| name);
        scope.arn("lambda", &format!("function:{name}"))
    });
    match (function, parameters.get("Qualifier")) {
        (Resource::Arn(arn), Argument::Text(qualifier)) => {
            Resource::Arn(format!("{arn}:{qualifier}"))
        }
        (Resource::Arn(arn), Argument::Computed) => Resource::Arn(format!("{arn}:*")),
        (function, _) => function,
    }
}

/// A DynamoDB table, or its index where one is named.
pub(super) fn table(scope: &Scope, parameters: Parameters<'_>) -> Resource {
    let table = named(parameters.get("TableName"), |name| {
        scope.arn("dynamodb", &format!("table/{name}"))
    });
    match (table, parameters.get("IndexName")) {
        (Resource::Arn(arn), Argument::Text(index)) => {
            Resource::Arn(format!("{arn}/index/{index}"))
        }
        (Resource::Arn(arn), Argument::Computed) => Resource::Arn(format!("{arn}/index/*")),
        (table, _) => table,
    }
}

/// A queue by its URL: `https://sqs.us-east-1.amazonaws.com/123456789012/orders`.
pub(super) fn queue(scope: &Scope, url: Argument<'_>) -> Resource {
    let Some(text) = url.text() else {
        return Resource::Unknown;
    };
    let parts: Vec<&str> = text
        .strip_prefix("https://")
        .unwrap_or_default()
        .split('/')
        .collect();
    let [host, account, name] = parts[..] else {
        return Resource::Unknown;
    };
    let region = host.split('.').nth(1).unwrap_or("*");
    Resource::Arn(format!(
        "arn:{}:sqs:{region}:{account}:{name}",
        scope.partition
    ))
}

/// A state machine by its ARN, which may end with a version or an alias.
pub(super) fn machine(argument: Argument<'_>) -> Resource {
    named(argument, str::to_owned)
}

/// The executions of a state machine.
pub(super) fn executions(machine: &Resource) -> Resource {
    match machine {
        Resource::Arn(arn) if arn.contains(":stateMachine:") => Resource::Arn(format!(
            "{}:*",
            arn.replace(":stateMachine:", ":execution:")
        )),
        Resource::Arn(_) | Resource::Unknown => Resource::Unknown,
        Resource::All => Resource::All,
    }
}

/// An object of S3, by its bucket and key.
pub(super) fn object(scope: &Scope, bucket: Argument<'_>, key: Argument<'_>) -> Resource {
    let Some(bucket) = bucket.text() else {
        return Resource::Unknown;
    };
    let key = key.text().unwrap_or("*");
    let bucket = bucket_arn(scope, bucket);
    Resource::Arn(format!("{bucket}/{key}"))
}

/// The objects of a bucket whose keys begin with a prefix.
pub(super) fn objects_below(scope: &Scope, bucket: Argument<'_>, prefix: Argument<'_>) -> Resource {
    let Some(bucket) = bucket.text() else {
        return Resource::Unknown;
    };
    let bucket = bucket_arn(scope, bucket);
    match prefix {
        Argument::Text(prefix) => Resource::Arn(format!("{bucket}/{prefix}*")),
        _ => Resource::Arn(format!("{bucket}/*")),
    }
}

/// A bucket of S3.
pub(super) fn bucket(scope: &Scope, bucket: Argument<'_>) -> Resource {
    bucket.text().map_or(Resource::Unknown, |name| {
        Resource::Arn(bucket_arn(scope, name))
    })
}

fn bucket_arn(scope: &Scope, name: &str) -> String {
    if name.starts_with("arn:") {
        name.to_owned()
    } else {
        scope.global_arn("s3", name)
    }
}

/// An object by its URI: `s3://bucket/key`.
pub(super) fn object_at(scope: &Scope, uri: Argument<'_>) -> Resource {
    let Some(path) = uri.text().and_then(|uri| uri.strip_prefix("s3://")) else {
        return Resource::Unknown;
    };
    let (bucket, key) = path.split_once('/').unwrap_or((path, "*"));
    Resource::Arn(scope.global_arn("s3", &format!("{bucket}/{key}")))
}

/// The model behind an inference profile of AWS's own, which begins with where it may run: `us.`, `global.`.
fn profile_of(name: &str) -> Option<&str> {
    const PLACES: [&str; 9] = [
        "us", "us-gov", "eu", "apac", "jp", "au", "ca", "sa", "global",
    ];
    let (place, model) = name.split_once('.')?;
    PLACES.contains(&place).then_some(model)
}

/// The models that a call of Bedrock uses. With an inference profile that is the profile, and the model behind it in all
/// regions that it may choose.
pub(super) fn models(scope: &Scope, id: Argument<'_>) -> Vec<Resource> {
    let Some(id) = id.text() else {
        return vec![Resource::Unknown];
    };
    let partition = &scope.partition;
    let model = |id: &str, region: &str| {
        Resource::Arn(format!(
            "arn:{partition}:bedrock:{region}::foundation-model/{id}"
        ))
    };
    if let Some(name) = id.rsplit_once("inference-profile/").map(|(_, name)| name) {
        let mut found = vec![Resource::Arn(id.to_owned())];
        match profile_of(name) {
            Some(behind) => found.push(model(behind, "*")),
            // An application's own profile says nothing of its models.
            None => found.push(model("*", "*")),
        }
        return found;
    }
    if is_arn(id) {
        return vec![Resource::Arn(id.to_owned())];
    }
    if let Some(behind) = profile_of(id) {
        let profile = scope.arn("bedrock", &format!("inference-profile/{id}"));
        return vec![Resource::Arn(profile), model(behind, "*")];
    }
    if id.contains("${") {
        // A placeholder may stand for a model or for a profile.
        return vec![
            model(id, &scope.region),
            Resource::Arn(scope.arn("bedrock", &format!("inference-profile/{id}"))),
        ];
    }
    vec![model(id, &scope.region)]
}
