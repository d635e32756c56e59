//! The errors of services, found by the names that executions know them by.

use super::api::{self, Operation, Service, java_exception};
use super::{LAMBDA_TRANSIENT, error_prefixes, operation_behind, optimized, throttling_error};

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
    let sdk = api::service(&prefix.to_lowercase()).map(|service| (service.name, service, true));
    let optimised = optimized::all().iter().filter_map(|optimised| {
        let action = optimised.actions.first()?.name;
        let (behind, _) = operation_behind(optimised.name, action)?;
        Some((optimised.name, api::service(behind)?, false))
    });
    let candidates = sdk.into_iter().chain(optimised);
    let errors = candidates.filter_map(|(integration, service, sdk)| {
        let prefixes = error_prefixes(integration, sdk);
        let mut prefixes = prefixes.into_iter();
        let prefix = prefixes.find(|own| own.eq_ignore_ascii_case(prefix))?;
        error(integration, service, sdk, prefix, exception)
    });
    errors.collect()
}

/// The error of a service with an exception's name.
fn error(
    integration: &str,
    service: &Service,
    sdk: bool,
    prefix: &str,
    exception: &str,
) -> Option<ServiceError> {
    let full = match sdk {
        true => format!("aws-sdk:{integration}"),
        false => integration.to_owned(),
    };
    let mut actions: Vec<String> = Vec::new();
    let mut spelled = None;
    for (action, operation) in operations(integration, service, sdk) {
        let shapes = operation.errors.iter().map(|error| error.shape);
        let mut exceptions = shapes.map(java_exception);
        if let Some(found) = exceptions.find(|own| own.eq_ignore_ascii_case(exception)) {
            spelled = Some(found);
            actions.push(action);
        }
    }
    let unmodelled = service.unmodelled_error_name();
    let unmodelled = unmodelled.split_once('.').map(|(_, exception)| exception);
    let unmodelled = unmodelled.filter(|own| own.eq_ignore_ascii_case(exception));
    let whole = format!("{prefix}.{exception}");
    let mut transient = LAMBDA_TRANSIENT.iter();
    let transient = transient.find(|own| own.eq_ignore_ascii_case(&whole));
    let name = match (spelled.as_deref().or(unmodelled), transient) {
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
