//! Calls that functions are written for and Step Functions makes by itself.

use crate::base::text;

/// Words that a function's name has, in any order and with at most one other, and the integration that does the same.
const GLUE: [(&[&str], &str); 15] = [
    (&["put", "item"], "dynamodb:putItem"),
    (&["get", "item"], "dynamodb:getItem"),
    (&["update", "item"], "dynamodb:updateItem"),
    (&["delete", "item"], "dynamodb:deleteItem"),
    (&["put", "dynamodb"], "dynamodb:putItem"),
    (&["send", "sqs"], "sqs:sendMessage"),
    (&["send", "queue", "message"], "sqs:sendMessage"),
    (&["publish", "sns"], "sns:publish"),
    (&["put", "event"], "events:putEvents"),
    (&["put", "events"], "events:putEvents"),
    (&["start", "execution"], "states:startExecution"),
    (&["start", "step", "function"], "states:startExecution"),
    (&["invoke", "bedrock"], "bedrock:invokeModel"),
    (&["start", "glue", "job"], "glue:startJobRun"),
    (&["submit", "batch", "job"], "batch:submitJob"),
];

/// The integration that makes a function needless, by the function's name.
pub fn glued_call(function: &str) -> Option<&'static str> {
    let words = text::words(function);
    let named = |glue: &[&str]| {
        words.len() <= glue.len() + 1 && glue.iter().all(|one| words.iter().any(|word| word == one))
    };
    GLUE.iter()
        .find(|(glue, _)| named(glue))
        .map(|(_, integration)| *integration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_glue_by_its_name() {
        assert_eq!(glued_call("sendSqsMessage"), Some("sqs:sendMessage"));
        assert_eq!(glued_call("put-order-item"), Some("dynamodb:putItem"));
        assert_eq!(glued_call("start-execution"), Some("states:startExecution"));
        for other in [
            "put-item-and-notify-customer",
            "charge-payment",
            "send-mail",
            "get-items",
        ] {
            assert_eq!(glued_call(other), None, "{other}");
        }
    }
}
