//! How much a generative model may answer: the request says so.

use super::{Origin, Shape, Size};
use crate::asl::Integration;
use crate::value::Value;

/// Bytes of UTF-8 text that a token stands for, at most on average.
const BYTES_A_TOKEN: u64 = 4;
/// What comes around the text: ids, usage, stop reason.
const ENVELOPE: u64 = 1_000;

/// Where a request says how many tokens the answer may have: Anthropic Messages and Mistral, older Anthropic, Amazon
/// Titan, Meta Llama, Amazon Nova; and `InferenceConfig` of Converse.
const LIMITS: [&[&str]; 8] = [
    &["Body", "max_tokens"],
    &["Body", "max_tokens_to_sample"],
    &["Body", "textGenerationConfig", "maxTokenCount"],
    &["Body", "max_gen_len"],
    &["Body", "inferenceConfig", "maxTokens"],
    &["Body", "inferenceConfig", "max_new_tokens"],
    &["Body", "maxTokens"],
    &["InferenceConfig", "MaxTokens"],
];

/// The result of a model call with the bound that the request sets, if it sets one.
pub(super) fn bounded(
    integration: &Integration,
    result: Shape,
    request: &Shape,
    origin: Origin,
) -> Shape {
    let (service, action) = (&*integration.service, &*integration.action);
    let member = match (integration.sdk, service, action) {
        (false, "bedrock", "invokeModel") | (true, "bedrockruntime", "invokeModel") => "Body",
        (true, "bedrockruntime", "converse") => "Output",
        _ => return result,
    };
    let Some(tokens) = LIMITS.iter().find_map(|path| limit(request, path)) else {
        return result;
    };
    let most = tokens
        .saturating_mul(BYTES_A_TOKEN)
        .saturating_add(ENVELOPE);
    let answer = Shape::any(Size::between(2, most), Some(origin));
    match result {
        Shape::Any(_) => Shape::open_object([(member.into(), answer)], Some(origin)),
        known => known.with_member(member, answer),
    }
}

fn limit(request: &Shape, path: &[&str]) -> Option<u64> {
    let mut shape = request.clone();
    for name in path {
        shape = shape.member(name).shape;
    }
    shape
        .literal_value()
        .and_then(Value::as_i64)
        .and_then(|tokens| u64::try_from(tokens).ok())
}
