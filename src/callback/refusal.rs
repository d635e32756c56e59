//! Why a call is refused.

use crate::value::Str;
use std::fmt;

/// Why a call is refused: an error of the Step Functions API, with AWS's name for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No run has given this token out.
    InvalidToken,
    /// The task is over: answered already, timed out, or its run has ended.
    TaskTimedOut,
    /// The output is no JSON: what is wrong with it.
    InvalidOutput(String),
    /// What should be the ARN of an activity is none: what is wrong with it.
    InvalidArn(String),
    /// No state of the run names this activity.
    ActivityDoesNotExist(Str),
    /// Members are missing, too short or too long: each in AWS's words.
    Validation(Vec<String>),
    /// The request cannot be read.
    Serialization(String),
    /// The request names no action.
    MissingAction(&'static str),
    /// Nothing here answers this action.
    UnknownOperation(String),
}

/// What AWS puts before the names of errors of Step Functions.
const SERVICE: &str = "com.amazonaws.swf.service.v2.model";
/// What it puts before those of the framework that its services are built with, and of that one's validation.
const FRAMEWORK: &str = "com.amazon.coral.service";
const VALIDATION: &str = "com.amazon.coral.validate";

impl Refusal {
    /// Its name in the API.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidToken => "InvalidToken",
            Self::TaskTimedOut => "TaskTimedOut",
            Self::InvalidOutput(_) => "InvalidOutput",
            Self::InvalidArn(_) => "InvalidArn",
            Self::ActivityDoesNotExist(_) => "ActivityDoesNotExist",
            Self::Validation(_) => "ValidationException",
            Self::Serialization(_) => "SerializationException",
            Self::MissingAction(_) => "MissingAction",
            Self::UnknownOperation(_) => "UnknownOperationException",
        }
    }

    /// What stands before its name on the wire.
    pub(super) fn namespace(&self) -> &'static str {
        match self {
            Self::Validation(_) => VALIDATION,
            Self::Serialization(_) | Self::MissingAction(_) | Self::UnknownOperation(_) => {
                FRAMEWORK
            }
            _ => SERVICE,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Recorded: services/aws_sdk_task_service.sfn_send_task_outcome_with_no_such_token.
            Self::InvalidToken => formatter.write_str("Invalid Token: 'Invalid token'"),
            Self::TaskTimedOut => {
                formatter.write_str("Task Timed Out: 'Provided task does not exist anymore'")
            }
            Self::InvalidOutput(fault) => write!(formatter, "Invalid Output: '{fault}'"),
            Self::InvalidArn(fault) => write!(formatter, "Invalid Arn: '{fault}'"),
            // Recorded by LocalStack's tests: test_sfn_api_activities, test_get_activity_task_deleted.
            Self::ActivityDoesNotExist(arn) => {
                write!(formatter, "Activity Does Not Exist: '{arn}'")
            }
            Self::Validation(violations) => {
                let errors = if violations.len() == 1 {
                    "error"
                } else {
                    "errors"
                };
                let (count, all) = (violations.len(), violations.join("; "));
                write!(formatter, "{count} validation {errors} detected: {all}")
            }
            Self::Serialization(fault) => formatter.write_str(fault),
            Self::MissingAction(fault) => formatter.write_str(fault),
            Self::UnknownOperation(action) => write!(
                formatter,
                "`{action}` is not answered here: only SendTaskSuccess, SendTaskFailure, SendTaskHeartbeat and \
                 GetActivityTask are"
            ),
        }
    }
}
