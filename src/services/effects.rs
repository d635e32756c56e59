//! What happens when a call is made twice.

/// A call that has its effect again each time it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedEffect {
    /// What is called: `states:startExecution`.
    pub name: &'static str,
    /// What the second call does: `starts a second execution`.
    pub again: &'static str,
    /// The parameter that makes the service take the second call for the first, where there is one.
    pub key: Option<&'static str>,
}

const fn effect(
    name: &'static str,
    again: &'static str,
    key: Option<&'static str>,
) -> RepeatedEffect {
    RepeatedEffect { name, again, key }
}

const JOB: &str = "starts a second job, which is paid as well";

/// The idempotency parameters are those of the services' APIs. Calls whose jobs are named by the caller (Transcribe,
/// SageMaker) are not among them: the second call with a name is refused. Nor are messages: whoever takes them off a standard
/// queue or topic has to stand duplicates anyway.
static EFFECTS: [RepeatedEffect; 25] = [
    effect(
        "states:startExecution",
        "starts a second execution",
        Some("Name"),
    ),
    effect(
        "aws-sdk:sfn:startExecution",
        "starts a second execution",
        Some("Name"),
    ),
    effect("batch:submitJob", JOB, None),
    effect("aws-sdk:batch:submitJob", JOB, None),
    effect("glue:startJobRun", JOB, None),
    effect("aws-sdk:glue:startJobRun", JOB, None),
    effect("ecs:runTask", "starts a second task", Some("ClientToken")),
    effect(
        "aws-sdk:ecs:runTask",
        "starts a second task",
        Some("ClientToken"),
    ),
    effect("emr-serverless:startJobRun", JOB, Some("ClientToken")),
    effect(
        "codebuild:startBuild",
        "starts a second build",
        Some("IdempotencyToken"),
    ),
    effect("mediaconvert:createJob", JOB, Some("ClientRequestToken")),
    effect(
        "bedrock:createModelCustomizationJob",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:bedrock:createModelCustomizationJob",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:bedrock:createModelInvocationJob",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:bedrock:createEvaluationJob",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:bedrockruntime:startAsyncInvoke",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:bedrockdataautomationruntime:invokeDataAutomationAsync",
        JOB,
        Some("ClientToken"),
    ),
    effect("aws-sdk:polly:startSpeechSynthesisTask", JOB, None),
    effect(
        "aws-sdk:textract:startDocumentTextDetection",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:textract:startDocumentAnalysis",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:textract:startExpenseAnalysis",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect(
        "aws-sdk:rekognition:startLabelDetection",
        JOB,
        Some("ClientRequestToken"),
    ),
    effect("aws-sdk:ses:sendEmail", "sends the mail again", None),
    effect("aws-sdk:sesv2:sendEmail", "sends the mail again", None),
    effect(
        "aws-sdk:ec2:runInstances",
        "starts more instances",
        Some("ClientToken"),
    ),
];

/// What a second call does, where it does something.
pub fn repeated_effect(name: &str) -> Option<&'static RepeatedEffect> {
    EFFECTS.iter().find(|effect| effect.name == name)
}

/// The part of a DynamoDB update expression that counts on from what is there, so that it counts twice when it is sent twice:
/// `ADD`, `a = a + :one`, `list_append`. Nothing where the update can be repeated.
pub fn counts_on(update: &str) -> Option<&'static str> {
    // An expression may go without blanks around `+`, and has no minus but that of a subtraction.
    let spaced = update.replace('+', " + ").replace('-', " - ");
    let words: Vec<&str> = spaced
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | '='))
        .collect();
    let has = |word: &str| words.iter().any(|one| one.eq_ignore_ascii_case(word));
    if has("ADD") {
        Some("ADD")
    } else if has("list_append") {
        Some("list_append")
    } else if has("+") || has("-") {
        Some("SET with `+` or `-`")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_updates_that_count_on() {
        assert_eq!(counts_on("ADD visits :one"), Some("ADD"));
        assert_eq!(
            counts_on("SET visits = visits + :one"),
            Some("SET with `+` or `-`")
        );
        assert_eq!(
            counts_on("SET l = list_append(l, :new)"),
            Some("list_append")
        );
        assert_eq!(counts_on("SET #status = :status, address = :a"), None);
    }

    #[test]
    fn no_call_stands_twice() {
        for (index, effect) in EFFECTS.iter().enumerate() {
            assert!(
                EFFECTS[..index]
                    .iter()
                    .all(|other| other.name != effect.name)
            );
        }
        assert_eq!(
            repeated_effect("states:startExecution").unwrap().key,
            Some("Name")
        );
    }
}
