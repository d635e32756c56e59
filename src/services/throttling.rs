//! How services say that there are too many calls.

/// The error name with which a call to the integration `name` (`lambda:invoke`, `aws-sdk:polly:synthesizeSpeech`) is
/// throttled, as a Retrier has to write it. Nothing where the name is not known.
///
/// The prefix is that of the integration (`DynamoDB` for the optimised one, `DynamoDb` for `aws-sdk`), the rest the
/// exception of the service's API.
pub fn throttling_error(name: &str) -> Option<&'static str> {
    let (sdk, name) = match name.strip_prefix("aws-sdk:") {
        Some(name) => (true, name),
        None => (false, name),
    };
    let service = name.split(':').next().unwrap_or(name);
    let optimised = match service {
        "lambda" => Some("Lambda.TooManyRequestsException"),
        "dynamodb" => Some("DynamoDB.ProvisionedThroughputExceededException"),
        "bedrock" => Some("Bedrock.ThrottlingException"),
        "states" => Some("StepFunctions.ExecutionLimitExceededException"),
        "sns" => Some("SNS.ThrottledException"),
        "sqs" => Some("SQS.RequestThrottledException"),
        "events" => Some("EventBridge.ThrottlingException"),
        "glue" => Some("Glue.ConcurrentRunsExceededException"),
        "athena" => Some("Athena.TooManyRequestsException"),
        _ => None,
    };
    if !sdk {
        return optimised;
    }
    Some(match service {
        "lambda" => "Lambda.TooManyRequestsException",
        "dynamodb" => "DynamoDb.ProvisionedThroughputExceededException",
        "bedrockruntime" => "BedrockRuntime.ThrottlingException",
        "bedrockagentruntime" => "BedrockAgentRuntime.ThrottlingException",
        "polly" => "Polly.ThrottlingException",
        "textract" => "Textract.ProvisionedThroughputExceededException",
        "rekognition" => "Rekognition.ProvisionedThroughputExceededException",
        "comprehend" => "Comprehend.TooManyRequestsException",
        "translate" => "Translate.TooManyRequestsException",
        "transcribe" => "Transcribe.LimitExceededException",
        "sfn" => "Sfn.ExecutionLimitExceededException",
        "kms" => "Kms.LimitExceededException",
        "ssm" => "Ssm.ThrottlingException",
        _ => return None,
    })
}
