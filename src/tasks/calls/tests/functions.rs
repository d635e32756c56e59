//! Lambda functions, by `lambda:invoke` and by their ARNs.

use super::{bodies, double, failure, json, keys, result};
use wiremock::ResponseTemplate;

const INVOKE: &str = "arn:aws:states:::lambda:invoke";
const FUNCTION: &str = "arn:aws:lambda:us-east-1:123456789012:function:f";

/// Recorded: services/lambda_task_service.invoke (members), …invoke_json_values (payloads).
#[tokio::test]
async fn a_function_is_invoked() {
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amz-executed-version", "$LATEST")
        .set_body_raw(r#"{"sum":3}"#, "application/json");
    let server = double(answer).await;
    let parameters = r#"{"FunctionName":"f:live","Payload":{"a":[1,2]}}"#;
    let answered = result(&server, INVOKE, parameters).await;
    assert_eq!(
        keys(&answered),
        [
            "ExecutedVersion",
            "Payload",
            "SdkHttpMetadata",
            "SdkResponseMetadata",
            "StatusCode"
        ]
    );
    assert_eq!(answered.get("Payload"), Some(&json(r#"{"sum":3}"#)));
    // A Task that names the function itself gets what it returns, and nothing around it.
    let returned = result(&server, FUNCTION, r#"{"b":1}"#).await;
    assert_eq!(returned, json(r#"{"sum":3}"#));
    // Text that is JSON is sent as it is, any other in quotes, and nothing as an empty object.
    for (payload, sent) in [
        (r#","Payload":"[1]""#, "[1]"),
        (r#","Payload":"x y""#, "\"x y\""),
        ("", "{}"),
    ] {
        let parameters = format!(r#"{{"FunctionName":"f"{payload}}}"#);
        result(&server, INVOKE, &parameters).await;
        assert_eq!(bodies(&server).await.pop(), Some(json(sent)));
    }
    assert_eq!(
        bodies(&server).await[..2],
        [json(r#"{"a":[1,2]}"#), json(r#"{"b":1}"#)]
    );
}

/// Recorded: error_handling/task_service_lambda.raise_exception_catch, error_handling/task_lambda.raise_custom_exception.
#[tokio::test]
async fn a_function_that_fails_fails_the_task_with_its_own_error() {
    let payload = r#"{"errorMessage":"no","errorType":"CustomException","stackTrace":[]}"#;
    let answer = ResponseTemplate::new(200)
        .insert_header("x-amz-function-error", "Unhandled")
        .set_body_raw(payload, "application/json");
    let server = double(answer).await;
    let expected = ("CustomException".to_owned(), payload.to_owned());
    assert_eq!(
        failure(&server, INVOKE, r#"{"FunctionName":"f"}"#).await,
        expected
    );
    assert_eq!(failure(&server, FUNCTION, "{}").await, expected);
}

/// Recorded: error_handling/task_service_lambda.no_such_function_catch (the name).
#[tokio::test]
async fn a_function_that_is_not_there_is_an_error_of_the_service() {
    let answer = ResponseTemplate::new(404)
        .insert_header("x-amzn-errortype", "ResourceNotFoundException")
        .set_body_raw(
            r#"{"Message":"Function not found","Type":"User"}"#,
            "application/json",
        );
    let server = double(answer).await;
    let (error, cause) = failure(&server, INVOKE, r#"{"FunctionName":"f"}"#).await;
    assert_eq!(error, "Lambda.ResourceNotFoundException");
    assert!(
        cause.starts_with("Function not found (Service: AWSLambda; Status Code: 404;"),
        "{cause}"
    );
}
