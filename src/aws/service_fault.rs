//! An error that a service answers with.

use crate::base::text;
use crate::services::api::{Operation, Service};
use crate::services::iam_actions;
use std::fmt;

/// An error that a service answers with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceFault {
    /// Its name in an `aws-sdk` integration: `DynamoDb.ConditionalCheckFailedException`; that of the service's base class
    /// where the model does not list it (recorded: `DynamoDb.DynamoDbException`).
    pub name: String,
    /// The code on the wire.
    pub code: Option<String>,
    /// The code that a service which speaks JSON today had in the query protocol: `AWS.SimpleQueueService.NonExistentQueue`.
    pub query_code: Option<String>,
    /// The shape of the error where the model lists it.
    pub shape: Option<&'static str>,
    /// What the service says.
    pub message: Option<String>,
    /// The HTTP status.
    pub status: u16,
    /// The id that the service gave the request.
    pub request_id: Option<String>,
    /// S3's second id.
    pub extended_request_id: Option<String>,
    /// The prefix of the service's errors: `DynamoDb`.
    pub prefix: &'static str,
    /// The actions that IAM must allow: `lambda:InvokeFunction`.
    pub permissions: Vec<String>,
    /// The region where S3 says that the bucket is.
    pub bucket_region: Option<String>,
}

/// What a service said of an error.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) code: Option<String>,
    pub(super) query_code: Option<String>,
    pub(super) message: Option<String>,
    pub(super) request_id: Option<String>,
    pub(super) extended_request_id: Option<String>,
    pub(super) bucket_region: Option<String>,
}

impl ServiceFault {
    /// What `said` means for a call of `operation`.
    pub(super) fn new(service: &Service, operation: &Operation, status: u16, said: Said) -> Self {
        let shape = match &said.code {
            Some(code) => service.error_shape(operation, code),
            // Answers to HEAD have no body, so that S3 cannot say more; the SDK for Java tells by the operation.
            None if status == 404 && operation.method == "HEAD" => {
                operation.errors.first().map(|error| error.shape)
            }
            None => None,
        };
        Self {
            name: shape.map_or_else(
                || service.unmodelled_error_name(),
                |shape| service.error_name(shape),
            ),
            shape,
            code: said.code,
            query_code: said.query_code,
            message: said.message,
            status,
            request_id: said.request_id,
            extended_request_id: said.extended_request_id,
            prefix: service.error_prefix,
            permissions: iam_actions(service, operation),
            bucket_region: said.bucket_region,
        }
    }

    /// The cause as an `aws-sdk` integration words it (recorded: error_handling/aws_sdk, and with the count of attempts
    /// since November 2025 services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token).
    pub fn cause(&self) -> String {
        let id = self.request_id.as_deref().unwrap_or("null");
        let mut details = format!(
            "(Service: {}, Status Code: {}, Request ID: {id}",
            self.prefix, self.status
        );
        if let Some(extended) = &self.extended_request_id {
            details.push_str(&format!(", Extended Request ID: {extended}"));
        }
        details.push_str(") (SDK Attempt Count: 1)");
        match &self.message {
            Some(message) => format!("{message} {details}"),
            None => details,
        }
    }

    /// Whether it says that there are too many calls.
    pub fn is_throttling(&self) -> bool {
        // The codes that the SDKs of AWS take for throttling.
        const CODES: [&str; 14] = [
            "BandwidthLimitExceeded",
            "EC2ThrottledException",
            "LimitExceededException",
            "PriorRequestNotComplete",
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "RequestThrottled",
            "RequestThrottledException",
            "SlowDown",
            "ThrottledException",
            "Throttling",
            "ThrottlingException",
            "TooManyRequestsException",
            "TransactionInProgressException",
        ];
        self.status == 429 || self.says(&CODES)
    }

    /// Whether it says that the caller may not do this.
    pub fn is_denied(&self) -> bool {
        self.says(&[
            "AccessDenied",
            "AccessDeniedException",
            "AuthorizationError",
            "AuthorizationErrorException",
            "NotAuthorized",
            "UnauthorizedOperation",
        ])
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        if let Some(region) = &self.bucket_region {
            return Some(format!(
                "the bucket is in `{region}`: set `AWS_REGION={region}`"
            ));
        }
        let message = self.message.as_deref().unwrap_or_default();
        if message.contains("scoped to a valid region") {
            return Some(
                "the call is signed for another region than the one of its endpoint: name it with `--region` or `AWS_REGION`"
                    .to_owned(),
            );
        }
        if self.is_throttling() {
            return Some(format!(
                "a Retrier for `{}` with backoff and `JitterStrategy` lets the call try again",
                self.name
            ));
        }
        if self.is_denied() {
            let needed = match self.denied_action() {
                Some(action) => format!("`{action}`"),
                None => text::list(&self.permissions),
            };
            return Some(format!(
                "the caller needs {needed}, which the role of the state machine needs too"
            ));
        }
        if self.says(&["ExpiredToken", "ExpiredTokenException", "RequestExpired"]) {
            return Some("the credentials have expired: renew them".to_owned());
        }
        if self.says(&[
            "InvalidClientTokenId",
            "InvalidAccessKeyId",
            "UnrecognizedClientException",
            "AuthFailure",
        ]) {
            return Some("the service does not know these credentials".to_owned());
        }
        if self.says(&[
            "SignatureDoesNotMatch",
            "InvalidSignatureException",
            "RequestTimeTooSkewed",
        ]) {
            return Some("check the secret access key, and that the clock is right".to_owned());
        }
        None
    }

    /// The action that the message of a refusal names: `… is not authorized to perform: dynamodb:PutItem on resource …`.
    fn denied_action(&self) -> Option<&str> {
        let (_, rest) = self
            .message
            .as_deref()?
            .split_once("not authorized to perform: ")?;
        let action = rest.split_whitespace().next()?;
        action.contains(':').then_some(action)
    }

    fn says(&self, codes: &[&str]) -> bool {
        self.code
            .as_deref()
            .is_some_and(|code| codes.contains(&code))
    }
}

impl fmt::Display for ServiceFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`: {}", self.name, self.cause())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::api;

    fn fault(service: &str, action: &str, status: u16, code: &str, message: &str) -> ServiceFault {
        let service = api::service(service).unwrap();
        let said = Said {
            code: (!code.is_empty()).then(|| code.to_owned()),
            message: (!message.is_empty()).then(|| message.to_owned()),
            request_id: Some("R".to_owned()),
            ..Said::default()
        };
        ServiceFault::new(service, service.operation(action).unwrap(), status, said)
    }

    #[test]
    fn names_and_causes_are_those_that_were_recorded() {
        // error_handling/aws_sdk.dynamodb_put_item_no_such_table and .dynamodb_invalid_param
        let missing = fault(
            "dynamodb",
            "putItem",
            400,
            "ResourceNotFoundException",
            "Requested resource not found",
        );
        assert_eq!(missing.name, "DynamoDb.ResourceNotFoundException");
        assert_eq!(
            missing.cause(),
            "Requested resource not found (Service: DynamoDb, Status Code: 400, Request ID: R) (SDK Attempt Count: 1)"
        );
        let invalid = fault("dynamodb", "putItem", 400, "ValidationException", "null");
        assert_eq!(invalid.name, "DynamoDb.DynamoDbException");
        // error_handling/aws_sdk.no_such_bucket
        let mut bucket = fault("s3", "listObjects", 404, "NoSuchBucket", "none");
        bucket.extended_request_id = Some("E".to_owned());
        assert_eq!(bucket.name, "S3.NoSuchBucketException");
        assert_eq!(
            bucket.cause(),
            "none (Service: S3, Status Code: 404, Request ID: R, Extended Request ID: E) (SDK Attempt Count: 1)"
        );
        // services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token
        let token = fault("sfn", "sendTaskFailure", 400, "InvalidToken", "Invalid");
        assert_eq!(token.name, "Sfn.InvalidTokenException");
    }

    #[test]
    fn an_answer_without_a_body_is_told_by_the_operation() {
        // AWS SDK for Java 2: HeadObject and HeadBucket are the operations whose 404 it translates.
        let object = fault("s3", "headObject", 404, "", "");
        assert_eq!(object.name, "S3.NoSuchKeyException");
        assert_eq!(
            object.cause(),
            "(Service: S3, Status Code: 404, Request ID: R) (SDK Attempt Count: 1)"
        );
        assert_eq!(
            fault("s3", "headBucket", 404, "", "").name,
            "S3.NoSuchBucketException"
        );
        assert_eq!(
            fault("s3", "headBucket", 403, "", "").name,
            "S3.S3Exception"
        );
    }

    #[test]
    fn help_says_what_to_do() {
        let denied = fault(
            "s3",
            "getObject",
            403,
            "AccessDenied",
            "User: arn:aws:iam::1:user/u is not authorized to perform: s3:GetObject on resource: \"x\"",
        );
        assert!(denied.help().unwrap().contains("`s3:GetObject`"));
        for (service, action, needed) in [
            ("dynamodb", "putItem", "`dynamodb:PutItem`"),
            ("lambda", "invoke", "`lambda:InvokeFunction`"),
            ("bedrockruntime", "converse", "`bedrock:InvokeModel`"),
        ] {
            let silent = fault(service, action, 403, "AccessDeniedException", "no");
            assert!(silent.help().unwrap().contains(needed), "{needed}");
        }
        let busy = fault(
            "bedrockruntime",
            "converse",
            429,
            "ThrottlingException",
            "slow",
        );
        assert!(
            busy.help()
                .unwrap()
                .contains("`BedrockRuntime.ThrottlingException`")
        );
        let gone = fault("sts", "getCallerIdentity", 403, "ExpiredToken", "old");
        assert!(gone.help().unwrap().contains("renew"));
        let scope = "Credential should be scoped to a valid region.";
        let elsewhere = fault(
            "sqs",
            "sendMessage",
            403,
            "InvalidSignatureException",
            scope,
        );
        assert!(elsewhere.help().unwrap().contains("another region"));
    }
}
