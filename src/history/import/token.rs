//! Task tokens in a history. AWS hands them out inside the parameters of a call and does not say where.

use crate::analysis::Volatile;
use crate::asl::State;
use crate::engine::TaskToken;
use crate::value::{Str, Value};

/// Shorter than any token: AWS's have some hundred characters, ours 128.
const SHORTEST: usize = 100;

/// Shorter than any token that stands where the definition says so.
const SHORTEST_AT_ITS_PLACE: usize = 16;

/// The token that the parameters of a task with `.waitForTaskToken` hold: what the definition puts there, or else what looks
/// like one.
pub(super) fn in_request(state: &State, parameters: &Value) -> Option<TaskToken> {
    let places = Volatile::of_token(state);
    let filled = places
        .texts(parameters)
        .into_iter()
        .find(|text| text.len() >= SHORTEST_AT_ITS_PLACE && text.chars().all(is_letter_of_one));
    match filled {
        Some(token) => Some(TaskToken::new(Str::from(token))),
        None => in_parameters(parameters),
    }
}

fn is_letter_of_one(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '+' | '/' | '=' | '-' | '_')
}

fn in_parameters(parameters: &Value) -> Option<TaskToken> {
    let mut open = vec![parameters];
    let mut found: Option<&str> = None;
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => {
                let runs = text.split(|letter: char| !is_letter_of_one(letter));
                for run in runs.filter(|run| looks_like_one(run)) {
                    if found.is_none_or(|longest| longest.len() < run.len()) {
                        found = Some(run);
                    }
                }
            }
            Value::Array(items) => open.extend(items.iter()),
            Value::Object(members) => open.extend(members.values()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found.map(|token| TaskToken::new(Str::from(token)))
}

/// AWS's tokens are base64 of a ciphertext and begin alike (`AAAAKgAAAAIAAAAA…` in the documentation of SendTaskSuccess,
/// `AQC…` in newer executions).
fn looks_like_one(run: &str) -> bool {
    let ours = run.len() == 128 && run.bytes().all(|byte| byte.is_ascii_hexdigit());
    run.len() >= SHORTEST && (run.starts_with("AAAA") || run.starts_with("AQ")) || ours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn finds_a_token_and_nothing_else_that_is_long() {
        let token = format!("AAAAKgAAAAIAAAAA{}", "xY9+/".repeat(60));
        let json = format!(
            r#"{{"QueueUrl": "https://q", "Blob": "{}", "MessageBody": ["token: {token}."]}}"#,
            "B".repeat(400)
        );
        let found = in_parameters(&read(&json).unwrap()).unwrap();
        assert_eq!(&**found.reveal(), token);
        assert_eq!(in_parameters(&read(r#"{"a": "AAAA"}"#).unwrap()), None);
    }
}
