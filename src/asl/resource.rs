//! `Resource`: what a Task has done.

use crate::value::Str;
use std::fmt;

/// The `Resource` of a Task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// As written.
    pub text: Str,
    /// What it names.
    pub kind: ResourceKind,
}

/// What a `Resource` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// A Lambda function by its ARN: `arn:aws:lambda:us-east-1:123456789012:function:name`.
    LambdaFunction,
    /// An activity by its ARN: `arn:aws:states:us-east-1:123456789012:activity:name`.
    Activity,
    /// A service integration: `arn:aws:states:::service:action.pattern`.
    Integration(Integration),
    /// Holds a placeholder that is not filled.
    Unknown,
    /// None of these.
    Other,
}

/// A service integration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integration {
    /// `lambda`, `dynamodb`; of an AWS SDK integration its service: `s3`, `bedrockruntime`.
    pub service: Str,
    /// `invoke`, `putItem`.
    pub action: Str,
    /// Whether it is `aws-sdk:service:action`.
    pub sdk: bool,
    /// How the result comes.
    pub pattern: Pattern,
}

/// How an integration's result comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// The response to the call.
    RequestResponse,
    /// `.sync`: the end of the job.
    Sync,
    /// `.sync:2`: the end of the job, its output as JSON.
    Sync2,
    /// `.waitForTaskToken`: whatever comes back with the token.
    WaitForTaskToken,
}

impl Pattern {
    /// The ending of the resource: empty, `.sync`, `.sync:2`, `.waitForTaskToken`.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::RequestResponse => "",
            Self::Sync => ".sync",
            Self::Sync2 => ".sync:2",
            Self::WaitForTaskToken => ".waitForTaskToken",
        }
    }
}

impl Resource {
    /// Takes a resource apart. Never fails: what is not known is [`ResourceKind::Other`].
    pub fn parse(text: &str) -> Self {
        Self {
            text: text.into(),
            kind: kind(text),
        }
    }

    /// The integration, if it is one.
    pub fn integration(&self) -> Option<&Integration> {
        match &self.kind {
            ResourceKind::Integration(integration) => Some(integration),
            _ => None,
        }
    }

    /// The function's name in a Lambda ARN.
    pub fn function_name(&self) -> Option<&str> {
        match self.kind {
            ResourceKind::LambdaFunction => self.text.split(':').nth(6),
            _ => None,
        }
    }

    /// `resourceType` of the history: `lambda`, `aws-sdk:s3`, `activity`.
    pub fn resource_type(&self) -> String {
        match &self.kind {
            ResourceKind::Integration(integration) => integration.resource_type(),
            ResourceKind::Activity => "activity".to_owned(),
            _ => "lambda".to_owned(),
        }
    }
}

impl Integration {
    /// `resourceType` of the history: `lambda`, `aws-sdk:s3`.
    pub fn resource_type(&self) -> String {
        if self.sdk {
            format!("aws-sdk:{}", self.service)
        } else {
            self.service.to_string()
        }
    }

    /// `resource` of the history: `invoke`, `sendMessage.waitForTaskToken`.
    pub fn resource(&self) -> String {
        format!("{}{}", self.action, self.pattern.suffix())
    }
}

impl fmt::Display for Integration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.resource_type(), self.resource())
    }
}

fn kind(text: &str) -> ResourceKind {
    if text.contains("${") {
        return integration(text)
            .filter(|integration| !integration.to_string().contains("${"))
            .map_or(ResourceKind::Unknown, ResourceKind::Integration);
    }
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        ["arn", _, "lambda", _, _, "function", ..] => ResourceKind::LambdaFunction,
        ["arn", _, "states", _, _, "activity", ..] => ResourceKind::Activity,
        ["arn", _, "states", ..] => {
            integration(text).map_or(ResourceKind::Other, ResourceKind::Integration)
        }
        _ => ResourceKind::Other,
    }
}

/// `arn:PARTITION:states:REGION:ACCOUNT:service:action.pattern`; region and account are mostly empty. The partition may
/// be a placeholder, which may itself hold colons (`${AWS::Partition}`).
fn integration(text: &str) -> Option<Integration> {
    let at = text.find(":states:")?;
    if !text.starts_with("arn:") {
        return None;
    }
    let mut rest = text[at + ":states:".len()..].splitn(3, ':').skip(2);
    let name = rest.next()?;
    let (sdk, name) = match name.strip_prefix("aws-sdk:") {
        Some(name) => (true, name),
        None => (false, name),
    };
    let (service, call) = name.split_once(':')?;
    let (action, pattern) = if let Some(action) = call.strip_suffix(".sync:2") {
        (action, Pattern::Sync2)
    } else if let Some(action) = call.strip_suffix(".sync") {
        (action, Pattern::Sync)
    } else if let Some(action) = call.strip_suffix(".waitForTaskToken") {
        (action, Pattern::WaitForTaskToken)
    } else {
        (call, Pattern::RequestResponse)
    };
    let plain = |name: &str| !name.is_empty() && !name.contains([':', '.', '/']);
    (plain(service) && plain(action)).then(|| Integration {
        service: service.into(),
        action: action.into(),
        sdk,
        pattern,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_resources_apart() {
        let named = |text: &str| {
            let resource = Resource::parse(text);
            resource.integration().map(ToString::to_string)
        };
        assert_eq!(
            named("arn:aws:states:::lambda:invoke").as_deref(),
            Some("lambda:invoke")
        );
        assert_eq!(
            named("arn:aws-us-gov:states:::aws-sdk:s3:getObject").as_deref(),
            Some("aws-sdk:s3:getObject")
        );
        assert_eq!(
            named("arn:${AWS::Partition}:states:::states:startExecution.sync:2").as_deref(),
            Some("states:startExecution.sync:2")
        );
        assert_eq!(named("arn:aws:states:::sqs:sendMessage.wait"), None);
    }

    #[test]
    fn knows_functions_activities_and_placeholders() {
        let kind = |text: &str| Resource::parse(text).kind;
        let function = "arn:aws:lambda:us-east-1:123456789012:function:charge:live";
        assert_eq!(kind(function), ResourceKind::LambdaFunction);
        assert_eq!(Resource::parse(function).function_name(), Some("charge"));
        let activity = "arn:aws:states:us-east-1:123456789012:activity:paint";
        assert_eq!(kind(activity), ResourceKind::Activity);
        assert_eq!(kind("${extract_lambda_arn}"), ResourceKind::Unknown);
        assert_eq!(kind("https://example.com"), ResourceKind::Other);
    }
}
