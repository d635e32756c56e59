//! What stands before the dot in the names of a service's errors.

use super::{api, operation_behind};

/// The prefixes of the error names of an integration: `DynamoDb` of `aws-sdk:dynamodb`, `DynamoDB` of `dynamodb`. Empty
/// where they are not known.
///
/// Those of optimised integrations are recorded (`Lambda`, `DynamoDB`, `SNS`, `SQS`, `EventBridge`, `StepFunctions`,
/// `ApiGateway`), given by the developer guide (`ECS`, `EKS`, `SageMaker`) or by definitions in use (`Glue`, `CodeBuild`,
/// `Athena`, `MediaConvert`, `Batch`). Of Bedrock no recording exists: definitions in use write `Bedrock`, and the SDK's
/// prefix is let through.
pub fn error_prefixes(service: &str, sdk: bool) -> Vec<&'static str> {
    if sdk {
        return match api::service(service) {
            // The developer guide's own spelling differs from the rule it follows elsewhere.
            Some(found) if service == "memorydb" => vec![found.error_prefix, "MemoryDB"],
            Some(found) => vec![found.error_prefix],
            None => Vec::new(),
        };
    }
    let prefixes: &[&str] = match service {
        "lambda" => &["Lambda"],
        "dynamodb" => &["DynamoDB"],
        "sns" => &["SNS"],
        "sqs" => &["SQS"],
        "events" => &["EventBridge"],
        "states" => &["StepFunctions"],
        "batch" => &["Batch"],
        "ecs" => &["ECS", "AmazonECS"],
        "glue" => &["Glue"],
        "sagemaker" => &["SageMaker"],
        "codebuild" => &["CodeBuild"],
        "athena" => &["Athena"],
        "eks" => &["EKS"],
        "mediaconvert" => &["MediaConvert"],
        "bedrock" => &["Bedrock", "BedrockRuntime"],
        "apigateway" => &["ApiGateway"],
        _ => &[],
    };
    prefixes.to_vec()
}

/// A prefix that is meant for these errors and is not theirs: that of the same service's other integration, or one that
/// differs in capitals.
pub fn is_mistaken_prefix(prefix: &str, service: &str, action: &str, sdk: bool) -> bool {
    let right = error_prefixes(service, sdk);
    if right.is_empty() || right.contains(&prefix) {
        return false;
    }
    let other = if sdk {
        super::optimised_form(service, action)
            .map_or_else(Vec::new, |optimised| error_prefixes(optimised.name, false))
    } else {
        operation_behind(service, action)
            .map_or_else(Vec::new, |(behind, _)| error_prefixes(behind, true))
    };
    right.iter().any(|right| right.eq_ignore_ascii_case(prefix)) || other.contains(&prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_those_that_were_seen() {
        // Recorded: services/aws_sdk_task_service and services/dynamodb_task_service.
        assert_eq!(error_prefixes("dynamodb", true), ["DynamoDb"]);
        assert_eq!(error_prefixes("dynamodb", false), ["DynamoDB"]);
        assert!(is_mistaken_prefix("DynamoDB", "dynamodb", "query", true));
        assert!(is_mistaken_prefix("DynamoDb", "dynamodb", "putItem", false));
        assert!(is_mistaken_prefix("Sfn", "states", "startExecution", false));
        assert!(is_mistaken_prefix("Ecs", "ecs", "runTask", false));
        assert!(!is_mistaken_prefix("Lambda", "dynamodb", "query", true));
        assert!(!is_mistaken_prefix(
            "X",
            "emr-serverless",
            "startJobRun",
            false
        ));
    }
}
