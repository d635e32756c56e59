//! Calls of generative models.

/// A call that sends a prompt to a model and waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelCall {
    /// What is called: `bedrock:invokeModel`.
    pub name: &'static str,
    /// The parameters that hold what the model is asked.
    pub prompts: &'static [&'static str],
    /// The parameter that names the model, where there is one.
    pub model: Option<&'static str>,
    /// The errors that pass by themselves, as a Retrier has to write them; the first is that of throttling.
    pub transient: &'static [&'static str],
}

/// Names of the optimised integration.
const BEDROCK: &[&str] = &[
    "Bedrock.ThrottlingException",
    "Bedrock.ModelTimeoutException",
    "Bedrock.ModelNotReadyException",
    "Bedrock.ServiceUnavailableException",
    "Bedrock.InternalServerException",
];
/// Names of the AWS SDK integration.
const BEDROCK_RUNTIME: &[&str] = &[
    "BedrockRuntime.ThrottlingException",
    "BedrockRuntime.ModelTimeoutException",
    "BedrockRuntime.ModelNotReadyException",
    "BedrockRuntime.ServiceUnavailableException",
    "BedrockRuntime.InternalServerException",
];
const AGENT_RUNTIME: &[&str] = &[
    "BedrockAgentRuntime.ThrottlingException",
    "BedrockAgentRuntime.InternalServerException",
];

/// The exceptions are those of the services' APIs (Amazon Bedrock API reference, InvokeModel, Converse,
/// RetrieveAndGenerate).
static MODEL_CALLS: [ModelCall; 4] = [
    ModelCall {
        name: "bedrock:invokeModel",
        prompts: &["Body"],
        model: Some("ModelId"),
        transient: BEDROCK,
    },
    ModelCall {
        name: "aws-sdk:bedrockruntime:invokeModel",
        prompts: &["Body"],
        model: Some("ModelId"),
        transient: BEDROCK_RUNTIME,
    },
    ModelCall {
        name: "aws-sdk:bedrockruntime:converse",
        prompts: &["Messages", "System"],
        model: Some("ModelId"),
        transient: BEDROCK_RUNTIME,
    },
    ModelCall {
        name: "aws-sdk:bedrockagentruntime:retrieveAndGenerate",
        prompts: &["Input"],
        model: None,
        transient: AGENT_RUNTIME,
    },
];

/// The call of a model that `name` is, if it is one.
pub fn model_call(name: &str) -> Option<&'static ModelCall> {
    MODEL_CALLS.iter().find(|call| call.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::throttling_error;

    #[test]
    fn the_first_transient_error_is_that_of_throttling() {
        for call in &MODEL_CALLS {
            assert_eq!(throttling_error(call.name), call.transient.first().copied());
        }
    }
}
