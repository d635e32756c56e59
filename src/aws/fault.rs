//! Why a call gives no result.

use super::ServiceFault;
use thiserror::Error;

/// Why a call gives no result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CallFault {
    /// The service answered with an error.
    #[error("{0}")]
    Service(Box<ServiceFault>),
    /// The parameters cannot be sent.
    #[error("{0}")]
    Parameters(ParameterFault),
    /// Step Functions cannot make such a call, or this client cannot.
    #[error("{message}")]
    Unsupported {
        /// What cannot be done.
        message: String,
        /// What to do instead.
        help: Option<String>,
    },
    /// There are no credentials, or they are of no use.
    #[error("{0}")]
    Credentials(CredentialsFault),
    /// Neither options nor environment nor profile say in which region to call.
    #[error("no region is set")]
    NoRegion,
    /// An endpoint that is set is no URL.
    #[error("the endpoint `{url}` of `{service}` is no URL of http or https")]
    Endpoint {
        /// The service whose call it is.
        service: String,
        /// What is set.
        url: String,
    },
    /// No answer came.
    #[error("{fault}: `{host}`{detail}")]
    Connection {
        /// What went wrong.
        fault: ConnectionFault,
        /// Host and port that were called.
        host: String,
        /// What is known beyond that: a colon and a text, or nothing.
        detail: String,
    },
    /// What came is no answer of the service.
    #[error("the answer of `{service}` cannot be read: {message}")]
    Response {
        /// The service that was called.
        service: String,
        /// What is wrong with it.
        message: String,
    },
}

/// Why parameters cannot be sent.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ParameterFault {
    /// What is wrong, with the way to the parameter: `Item.id`.
    pub message: String,
    /// The same as Step Functions words it behind `could not be used to start the Task`.
    pub reason: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// Why there are no credentials.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CredentialsFault {
    /// None are configured.
    #[error("no AWS credentials are found")]
    None,
    /// The profile that was chosen names no credentials.
    #[error("the profile `{profile}` gives no AWS credentials")]
    Profile {
        /// The profile.
        profile: String,
    },
    /// The profile that was chosen stands in no file.
    #[error("there is no profile `{profile}`")]
    NoProfile {
        /// The profile.
        profile: String,
    },
    /// The session of the single sign-on has ended.
    #[error("the SSO session of profile `{profile}` has expired or was never begun")]
    ExpiredSso {
        /// The profile that names it.
        profile: String,
    },
    /// The place where they should come from gives none.
    #[error("AWS credentials cannot be loaded: {0}")]
    Failed(String),
    /// The role of the state cannot be assumed.
    #[error("the role `{role}` cannot be assumed: {fault}")]
    Role {
        /// Its ARN.
        role: String,
        /// Why.
        fault: Box<CallFault>,
    },
}

/// What went wrong between here and the service.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, Hash)]
pub enum ConnectionFault {
    /// Nobody listens there.
    #[error("the connection is refused")]
    Refused,
    /// The name of the host is not known.
    #[error("the host is not found")]
    UnknownHost,
    /// The two ends cannot agree on encryption.
    #[error("the encrypted connection fails")]
    Tls,
    /// No answer in the time that was given.
    #[error("no answer in time")]
    TimedOut,
    /// Anything else.
    #[error("the connection fails")]
    Broken,
}

impl CallFault {
    /// The name of the error as a Retrier or Catcher sees it, for an integration whose errors begin with `prefix`
    /// (`DynamoDb`, `SQS`). Of a service's own error it is the name of `aws-sdk` integrations; see
    /// [`ServiceFault::optimised_name`].
    ///
    /// What fails before the service can answer is the SDK's `SdkClientException` (recorded for
    /// `SQS.SdkClientException`); a call that may not be made at all is `States.Permissions` (developer guide, "Error
    /// names"), one whose parameters are wrong `States.Runtime` (recorded: services/apigetway_task_service).
    pub fn error_name(&self, prefix: &str) -> String {
        match self {
            Self::Service(fault) => fault.name.clone(),
            Self::Parameters(_) | Self::Unsupported { .. } => "States.Runtime".to_owned(),
            Self::Credentials(CredentialsFault::Role { .. }) => "States.Permissions".to_owned(),
            Self::Connection {
                fault: ConnectionFault::TimedOut,
                ..
            } => "States.Timeout".to_owned(),
            _ => format!("{prefix}.SdkClientException"),
        }
    }

    /// The cause of the error as a Catcher sees it.
    pub fn cause(&self) -> String {
        match self {
            Self::Service(fault) => fault.cause(),
            Self::Parameters(fault) => fault.reason.clone(),
            // AWS SDK for Java: what went wrong before there was an answer.
            Self::Connection { .. } => format!("Unable to execute HTTP request: {self}"),
            _ => self.to_string(),
        }
    }

    /// Whether the service may have done all the same what it was asked for: the request may have come to it, and no answer of
    /// its own says that it did not.
    pub fn leaves_open(&self) -> bool {
        match self {
            Self::Service(fault) => fault.status >= 500,
            Self::Connection { fault, .. } => {
                matches!(fault, ConnectionFault::Broken | ConnectionFault::TimedOut)
            }
            Self::Response { .. } => true,
            _ => false,
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            Self::Service(fault) => return fault.help(),
            Self::Parameters(fault) => return fault.help.clone(),
            Self::Unsupported { help, .. } => return help.clone(),
            Self::Credentials(fault) => return fault.help(),
            Self::NoRegion => "set `AWS_REGION`, or `region` in the profile".to_owned(),
            Self::Endpoint { .. } => {
                "write the whole URL: `http://127.0.0.1:4566`, `https://host`".to_owned()
            }
            Self::Connection { fault, host, .. } => match fault {
                ConnectionFault::Refused => {
                    format!("nothing listens at `{host}`: is the endpoint right and running?")
                }
                ConnectionFault::UnknownHost => {
                    "check the network, and that the service exists in this region".to_owned()
                }
                ConnectionFault::Tls => "`AWS_CA_BUNDLE` names the certificates of a proxy or a \
                     private authority; a local endpoint mostly begins with `http://`"
                    .to_owned(),
                ConnectionFault::TimedOut => {
                    "raise `TimeoutSeconds` of the state if the service needs longer".to_owned()
                }
                ConnectionFault::Broken => return None,
            },
            Self::Response { .. } => "is the endpoint that of this service?".to_owned(),
        })
    }
}

impl CredentialsFault {
    fn help(&self) -> Option<String> {
        Some(match self {
            Self::None => "set `AWS_PROFILE`, or `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, \
                 or run `aws configure`"
                .to_owned(),
            Self::Profile { .. } | Self::NoProfile { .. } => {
                "`aws configure list-profiles` tells which profiles there are; \
                 they stand in `~/.aws/config` and `~/.aws/credentials`"
                    .to_owned()
            }
            Self::ExpiredSso { profile } => format!("run `aws sso login --profile {profile}`"),
            Self::Failed(_) => {
                "`aws sts get-caller-identity` with the same profile should succeed first"
                    .to_owned()
            }
            Self::Role { role, fault } => fault.help().unwrap_or_else(|| {
                format!("the trust policy of `{role}` must allow `sts:AssumeRole` to the caller")
            }),
        })
    }
}
