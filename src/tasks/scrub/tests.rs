use super::Scrubber;
use crate::engine::TaskToken;
use crate::value::{Value, read};

fn scrubbed(text: &str) -> String {
    let value = read(text).expect("it is JSON");
    Scrubber::default().value(&value).to_json()
}

#[test]
fn what_has_no_secret_keeps_its_text() {
    let text = r#"{ "n" : 1.50, "NextToken": "abc123def456abc123", "maxTokens": 4200 }"#;
    assert_eq!(scrubbed(text), text);
}

#[test]
fn secrets_go_by_their_keys_and_by_their_form_also_in_json_within_texts() {
    assert_eq!(
        scrubbed(
            r#"{"SecretString":"{\"user\":\"a\"}","Headers":{"Set-Cookie":["s=1"]},"b":"ok"}"#
        ),
        r#"{"SecretString":"***","Headers":{"Set-Cookie":["***"]},"b":"ok"}"#
    );
    // Put together here, so that no scanner takes it for real.
    let key = ["AKIA", "Q3EGRCTTLAK7XH2B"].concat();
    assert_eq!(
        scrubbed(&format!(
            r#"{{"errorMessage":"{{\"password\":\"hunter22\",\"k\":\"{key}\"}}"}}"#
        )),
        r#"{"errorMessage":"{\"password\":\"***\",\"k\":\"***\"}"}"#
    );
}

#[test]
fn a_secret_stays_one_wherever_it_comes_again() {
    let mut scrubber = Scrubber::default();
    scrubber.learn(&TaskToken::new("0123456789abcdef0123456789abcdef".into()));
    let first = read(r#"{"password":"correct-horse"}"#).expect("it is JSON");
    assert_eq!(scrubber.value(&first).to_json(), r#"{"password":"***"}"#);
    let second: Value = "log in with correct-horse and 0123456789abcdef0123456789abcdef".into();
    assert_eq!(
        scrubber.value(&second).to_json(),
        r#""log in with *** and ***""#
    );
    assert!(!format!("{scrubber:?}").contains("correct"));
}

#[test]
fn accounts_go_from_arns_and_urls_and_nothing_else_does() {
    assert_eq!(
        scrubbed(
            r#"["arn:aws:sqs:eu-west-1:987654321098:q","https://sqs.eu-west-1.amazonaws.com/987654321098/q"]"#
        ),
        r#"["arn:aws:sqs:eu-west-1:123456789012:q","https://sqs.eu-west-1.amazonaws.com/123456789012/q"]"#
    );
    assert_eq!(
        scrubbed(r#"{"Account":"987654321098"}"#),
        r#"{"Account":"123456789012"}"#
    );
    for untouched in [
        r#""arn:aws:s3:::987654321098""#,
        r#""https://a.amazonaws.com/x/987654321098""#,
        r#""arn:aws:lambda:us-east-1:123456789012:function:f:987654321098""#,
        r#"{"orderId":"987654321098"}"#,
    ] {
        assert_eq!(scrubbed(untouched), untouched);
    }
}

#[test]
fn signed_urls_lose_what_lets_their_holder_in() {
    assert_eq!(
        scrubbed(
            r#""https://b.s3.amazonaws.com/k?X-Amz-Credential=A%2F1&X-Amz-Expires=60&X-Amz-Signature=0af9 end""#
        ),
        r#""https://b.s3.amazonaws.com/k?X-Amz-Credential=***&X-Amz-Expires=60&X-Amz-Signature=*** end""#
    );
}
