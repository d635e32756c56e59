//! Errors that pass by themselves.

/// What Lambda raises now and then, and what works the next time: the developer guide's list ("Handle transient Lambda
/// service exceptions") and throttling.
pub const LAMBDA_TRANSIENT: [&str; 5] = [
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.ClientExecutionTimeoutException",
    LAMBDA_THROTTLED,
];

/// What Lambda answers to too many calls.
pub const LAMBDA_THROTTLED: &str = "Lambda.TooManyRequestsException";
