//! The errors of services, found by the names that executions know them by.

use super::api::{self, Operation, Service, java_exception};
use super::{
    LAMBDA_TRANSIENT, error_prefixes, operation_behind, optimized, sdk_class, throttling_error,
};
use crate::base::text;

/// An error of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceError {
    /// As `ErrorEquals` writes it: `DynamoDb.ConditionalCheckFailedException`.
    pub name: String,
    /// The integration, as a `Resource` names it: `aws-sdk:dynamodb`, `dynamodb`.
    pub integration: String,
    /// The actions whose models list it, as a `Resource` names them, in alphabetical order. None of an error that all
    /// calls may end with because the model does not know it.
    pub actions: Vec<String>,
    /// Whether there are too many calls.
    pub throttles: bool,
    /// Whether it passes by itself.
    pub is_transient: bool,
}

/// The errors that a name means: one of the `aws-sdk` integration, one of the optimised, or one of each. Upper and lower
/// case do not count. Empty where the name is not known.
///
/// What operations may end with stands in the models of botocore; how names are made of it, in [`api`].
pub fn service_errors(name: &str) -> Vec<ServiceError> {
    let Some((prefix, exception)) = name.split_once('.') else {
        return Vec::new();
    };
    let errors = integrations_with(prefix);
    let errors = errors.filter_map(|(integration, prefix)| integration.error(prefix, exception));
    errors.collect()
}

/// The errors that a name without a service means, in all integrations whose models list it: `TaskTimedOut` and
/// `TaskTimedOutException` find `Sfn.TaskTimedOutException`. Empty for a name with a dot.
pub fn bare_errors(name: &str) -> Vec<ServiceError> {
    if name.is_empty() || !name.chars().all(|char| char.is_ascii_alphanumeric()) {
        return Vec::new();
    }
    let exception = java_exception(name);
    let errors = integrations().filter_map(|integration| {
        let prefix = *error_prefixes(integration.name, integration.sdk).first()?;
        let exceptions = [name, &exception];
        let mut errors = exceptions
            .iter()
            .filter_map(|exception| integration.error(prefix, exception));
        errors.find(|error| !error.actions.is_empty())
    });
    let mut errors: Vec<ServiceError> = errors.collect();
    errors.sort_by(|one, other| one.name.cmp(&other.name));
    errors
}

/// The name that a service's error is most likely a slip for: the same with `Exception` behind it, or one that differs little. Of
/// the two integrations of a service, that whose prefix is written comes first.
pub fn near_service_error(name: &str) -> Option<String> {
    let (prefix, exception) = name.split_once('.')?;
    let whole = format!("{prefix}.{}", java_exception(exception));
    let is_other = |name: &String| !name.starts_with(prefix);
    let errors = service_errors(&whole).into_iter().map(|error| error.name);
    if let Some(name) = errors.min_by_key(is_other) {
        return Some(name);
    }
    let named = integrations_with(prefix).flat_map(|(integration, prefix)| {
        let listed = operations(integration.name, integration.service, integration.sdk);
        let listed = listed
            .into_iter()
            .flat_map(|(_, operation)| &operation.errors);
        let listed = listed.map(|error| format!("{prefix}.{}", java_exception(error.shape)));
        listed.collect::<Vec<String>>()
    });
    let mut named: Vec<String> = named.collect();
    named.sort_by_key(is_other);
    text::nearest(name, named.iter().map(String::as_str)).map(str::to_owned)
}

/// An integration and the service behind it.
#[derive(Clone, Copy)]
struct Integration {
    name: &'static str,
    service: &'static Service,
    sdk: bool,
}

/// All integrations whose service has a model.
fn integrations() -> impl Iterator<Item = Integration> {
    let sdk = api::service_names().filter_map(|name| {
        api::service(name).map(|service| Integration {
            name: service.name,
            service,
            sdk: true,
        })
    });
    let optimised = optimized::all().iter().filter_map(|optimised| {
        let action = optimised.actions.first()?.name;
        let (behind, _) = operation_behind(optimised.name, action)?;
        Some(Integration {
            name: optimised.name,
            service: api::service(behind)?,
            sdk: false,
        })
    });
    sdk.chain(optimised)
}

/// The integrations whose errors have a prefix, and how they write it.
fn integrations_with(prefix: &str) -> impl Iterator<Item = (Integration, &'static str)> {
    integrations().filter_map(move |integration| {
        let own = error_prefixes(integration.name, integration.sdk);
        let own = own.into_iter().find(|own| own.eq_ignore_ascii_case(prefix));
        own.map(|own| (integration, own))
    })
}

impl Integration {
    /// The exception of an error that no model lists (see [`sdk_class`] for those of the optimised).
    fn unlisted(self, prefix: &str) -> String {
        match self.sdk {
            true => {
                let name = self.service.unmodelled_error_name();
                let exception = name.split_once('.').map(|(_, exception)| exception);
                exception.unwrap_or(&name).to_owned()
            }
            false => {
                let class = sdk_class(self.name).map_or(prefix, |(class, _)| class);
                format!("{class}Exception")
            }
        }
    }

    /// Its error with an exception's name.
    fn error(self, prefix: &str, exception: &str) -> Option<ServiceError> {
        let Self { name, service, sdk } = self;
        let full = match sdk {
            true => format!("aws-sdk:{name}"),
            false => name.to_owned(),
        };
        let mut actions: Vec<String> = Vec::new();
        let mut spelled = None;
        for (action, operation) in operations(name, service, sdk) {
            let shapes = operation.errors.iter().map(|error| error.shape);
            let mut exceptions = shapes.map(java_exception);
            if let Some(found) = exceptions.find(|own| own.eq_ignore_ascii_case(exception)) {
                spelled = Some(found);
                actions.push(action);
            }
        }
        let unlisted = self.unlisted(prefix);
        let unlisted = Some(&*unlisted).filter(|own| own.eq_ignore_ascii_case(exception));
        let whole = format!("{prefix}.{exception}");
        let mut transient = LAMBDA_TRANSIENT.iter();
        let transient = transient.find(|own| own.eq_ignore_ascii_case(&whole));
        let name = match (spelled.as_deref().or(unlisted), transient) {
            (Some(exception), _) => format!("{prefix}.{exception}"),
            (None, Some(transient)) => (*transient).to_owned(),
            (None, None) => return None,
        };
        actions.sort_unstable();
        let throttles = throttling_error(&full).is_some_and(|throttled| throttled == name)
            || ["Throttl", "TooManyRequests", "RequestLimitExceeded"]
                .iter()
                .any(|word| name.contains(word));
        Some(ServiceError {
            name,
            integration: full,
            actions,
            throttles,
            is_transient: transient.is_some(),
        })
    }
}

/// What an integration may call, and how it names it.
fn operations<'s>(
    integration: &str,
    service: &'s Service,
    sdk: bool,
) -> Vec<(String, &'s Operation)> {
    if sdk {
        let operations = service.operations.iter();
        return operations
            .map(|operation| (operation.action(), operation))
            .collect();
    }
    let actions = optimized::find(integration).map_or(&[][..], |optimised| optimised.actions);
    let called = actions.iter().filter_map(|action| {
        let (_, behind) = operation_behind(integration, action.name)?;
        Some((action.name.to_owned(), service.operation(behind)?))
    });
    called.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> Vec<(String, String, usize, bool)> {
        let errors = service_errors(name).into_iter();
        errors
            .map(|error| {
                let actions = error.actions.len();
                (error.name, error.integration, actions, error.throttles)
            })
            .collect()
    }

    /// Recorded: services/aws_sdk_task_service.dynamodb_put_get_item and services/dynamodb_task_service name the prefixes;
    /// which operations list an error stands in botocore's models.
    #[test]
    fn errors_are_found_by_the_name_of_either_integration() {
        let name = "ConditionalCheckFailedException";
        let sdk = format!("DynamoDb.{name}");
        let optimised = format!("DynamoDB.{name}");
        let both = [
            (sdk.clone(), "aws-sdk:dynamodb".to_owned(), 4, false),
            (optimised.clone(), "dynamodb".to_owned(), 3, false),
        ];
        assert_eq!(found(&sdk), both);
        assert_eq!(found(&optimised.to_lowercase()), both);
        let throttled = found("Lambda.TooManyRequestsException");
        assert!(throttled.iter().all(|(.., throttles)| *throttles));
        assert_eq!(throttled.last().map(|last| last.1.as_str()), Some("lambda"));
    }

    /// The first is recorded (error_handling/task_service_dynamodb); the classes are those of the SDK for Java, version 1.
    #[test]
    fn optimised_integrations_have_classes_of_their_own() {
        for (name, integration) in [
            ("DynamoDB.AmazonDynamoDBException", "dynamodb"),
            ("SQS.AmazonSQSException", "sqs"),
            ("SNS.AmazonSNSException", "sns"),
            ("Glue.AWSGlueException", "glue"),
        ] {
            let expected = (name.to_owned(), integration.to_owned(), 0, false);
            assert_eq!(found(name), [expected], "{name}");
        }
    }

    #[test]
    fn a_bare_name_is_found_in_every_service() {
        let names = |bare: &str| -> Vec<String> {
            let errors = bare_errors(bare).into_iter();
            errors.map(|error| error.name).collect()
        };
        assert_eq!(names("TaskTimedOut"), ["Sfn.TaskTimedOutException"]);
        assert_eq!(
            names("executionalreadyexists"),
            [
                "Sfn.ExecutionAlreadyExistsException",
                "StepFunctions.ExecutionAlreadyExistsException"
            ]
        );
        let throttled = names("ThrottlingException");
        assert!(throttled.contains(&"BedrockRuntime.ThrottlingException".to_owned()));
        assert!(names("AccessDeniedException").len() > 100);
        for unknown in ["", "hot-loop", "Sfn.TaskTimedOut", "Nonsense"] {
            assert!(names(unknown).is_empty(), "{unknown}");
        }
    }

    #[test]
    fn slips_are_seen() {
        let near = |name: &str| near_service_error(name);
        assert_eq!(
            near("S3.NoSuchKey").as_deref(),
            Some("S3.NoSuchKeyException")
        );
        assert_eq!(
            near("SQS.QueueDoesNotExist").as_deref(),
            Some("SQS.QueueDoesNotExistException")
        );
        assert_eq!(
            near("DynamoDB.ConditionalCheckFailedExeption").as_deref(),
            Some("DynamoDB.ConditionalCheckFailedException")
        );
        assert_eq!(near("Nowhere.Exception"), None);
    }

    #[test]
    fn what_no_model_lists_may_come_of_every_call() {
        let unmodelled = found("Polly.PollyException");
        let name = "Polly.PollyException".to_owned();
        assert_eq!(unmodelled, [(name, "aws-sdk:polly".to_owned(), 0, false)]);
        let transient = service_errors("Lambda.SdkClientException");
        assert!(transient.iter().all(|error| error.is_transient));
        assert_eq!(transient.len(), 2);
        for unknown in [
            "Polly.NoSuchException",
            "Nowhere.Exception",
            "States.Timeout",
            "Polly",
        ] {
            assert_eq!(found(unknown), [], "{unknown}");
        }
    }
}
