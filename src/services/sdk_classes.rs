//! What the AWS SDK for Java, version 1, calls the services of the optimised integrations.

/// The classes of the SDK: the integration, the class without `Exception`, and the service as its messages name it.
///
/// `lambda`, `dynamodb`, `sqs`, `sns`, `states` and `batch` are recorded; `codebuild` is in published definitions; the
/// others are the SDK's class names.
const CLASSES: [(&str, &str, &str); 14] = [
    ("lambda", "AWSLambda", "AWSLambda"),
    ("dynamodb", "AmazonDynamoDB", "AmazonDynamoDBv2"),
    ("sqs", "AmazonSQS", "AmazonSQS"),
    ("sns", "AmazonSNS", "AmazonSNS"),
    ("states", "AWSStepFunctions", "AWSStepFunctions"),
    ("events", "AmazonEventBridge", "AmazonEventBridge"),
    ("batch", "AWSBatch", "AWSBatch"),
    ("ecs", "AmazonECS", "AmazonECS"),
    ("glue", "AWSGlue", "AWSGlue"),
    ("sagemaker", "AmazonSageMaker", "AmazonSageMaker"),
    ("codebuild", "AWSCodeBuild", "AWSCodeBuild"),
    ("athena", "AmazonAthena", "AmazonAthena"),
    ("eks", "AmazonEKS", "AmazonEKS"),
    ("mediaconvert", "AWSMediaConvert", "AWSMediaConvert"),
];

/// The class of an optimised integration's errors without `Exception`, and the service as messages name it: `AmazonDynamoDB` and
/// `AmazonDynamoDBv2` of `dynamodb`.
pub fn sdk_class(integration: &str) -> Option<(&'static str, &'static str)> {
    CLASSES
        .iter()
        .find(|(name, ..)| *name == integration)
        .map(|(_, class, named)| (*class, *named))
}
