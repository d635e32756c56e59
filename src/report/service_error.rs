//! The page on an error of a service.

use crate::base::text;
use crate::services::{NamedError, ServiceError, permanent_error};

/// Actions that are named before the rest is counted.
const NAMED: usize = 8;

/// The page on what a name means, in Markdown. `errors` is not empty.
pub fn service_error_page(errors: &[ServiceError]) -> String {
    let title = errors.iter().map(|error| &*error.name);
    let mut title: Vec<&str> = title.collect();
    title.dedup();
    let mut page = format!("# {}\n\n## What it means\n\n", title.join(", "));
    for error in errors {
        let ServiceError {
            name,
            integration,
            actions,
            ..
        } = error;
        page.push_str(&match actions.as_slice() {
            [] => format!(
                "* `{name}`: what a call of `{integration}` may fail with though no model of its API lists it.\n"
            ),
            actions => format!(
                "* `{name}`: {} may end with it.\n",
                calls(integration, actions)
            ),
        });
    }
    page.push_str("\n## Retry and Catch\n\n");
    let name = errors.first().map_or("", |error| &error.name);
    page.push_str(
        "`ErrorEquals` takes it by this very name, upper and lower case included, by `States.TaskFailed` and by `States.ALL`.\n",
    );
    if errors.iter().any(|error| error.throttles) {
        page.push_str(
            "There are too many calls: they go through later. A Retrier needs `BackoffRate`, `JitterStrategy: FULL` and a \
             `MaxDelaySeconds`.\n",
        );
    } else if errors.iter().any(|error| error.is_transient) {
        page.push_str(
            "The developer guide has it among those that pass by themselves (\"Handle transient Lambda service exceptions\"): retry it.\n",
        );
    } else if let Some(why) = permanent_error(name) {
        page.push_str(&format!("It comes again with the same request: {why}.\n"));
    }
    page
}

/// The page on an error that an integration or a runtime of Lambda names by itself, in Markdown.
pub fn named_error_page(error: &NamedError) -> String {
    let NamedError {
        name,
        means,
        source,
    } = error;
    format!(
        "# {name}\n\n## What it means\n\n{means}\n\nSource: {source}.\n\n## Retry and Catch\n\n\
         `ErrorEquals` takes it by its very name, upper and lower case included, by `States.TaskFailed` and by `States.ALL`.\n"
    )
}

/// The page on a name that stands without a service, in Markdown. `errors` is not empty.
pub fn bare_error_page(name: &str, errors: &[ServiceError]) -> String {
    let listed = errors.iter().map(|error| {
        let ServiceError {
            name, integration, ..
        } = error;
        format!("* `{name}`: `{integration}`\n")
    });
    let integrations = text::count(errors.len(), "integration");
    format!(
        "# {name}\n\n## What it means\n\nAn error of a service is called by the service, a dot and the exception. The models of botocore \
         list this one for {integrations}:\n\n{}\n\
         A service whose model does not list it reports it as its own base class, such as `DynamoDb.DynamoDbException`. A Lambda \
         function that raises an exception of this name is reported by the bare name.\n\n## Retry and Catch\n\n\
         `ErrorEquals` takes the name with its prefix alone; `sfnrun explain` with that name says which calls may end with it.\n",
        listed.collect::<String>()
    )
}

/// `putItem` and `updateItem` of `dynamodb`.
fn calls(integration: &str, actions: &[String]) -> String {
    let named = match actions.split_at_checked(NAMED) {
        Some((named, rest)) if !rest.is_empty() => {
            let quoted = named.iter().map(|action| format!("`{action}`, "));
            let rest = text::count(rest.len(), "other action");
            format!("{}and {rest}", quoted.collect::<String>())
        }
        _ => text::list(actions),
    };
    format!("{named} of `{integration}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::{bare_errors, named_error, service_errors};

    #[test]
    fn a_page_says_who_raises_it_and_whether_another_try_helps() {
        let page = |name: &str| service_error_page(&service_errors(name));
        let condition = page("DynamoDB.ConditionalCheckFailedException");
        let raised = "* `DynamoDB.ConditionalCheckFailedException`: `deleteItem`, `putItem` and `updateItem` of `dynamodb` may end with it.\n";
        assert!(condition.contains(raised), "{condition}");
        assert!(page("Sfn.ValidationException").contains("comes again with the same request"));
        assert!(page("BedrockRuntime.ThrottlingException").contains("JitterStrategy"));
        assert!(page("Polly.PollyException").contains("though no model of its API lists it"));
    }

    #[test]
    fn a_bare_name_has_a_page_that_names_the_services() {
        let page = bare_error_page("TaskTimedOut", &bare_errors("TaskTimedOut"));
        assert!(
            page.contains("* `Sfn.TaskTimedOutException`: `aws-sdk:sfn`\n"),
            "{page}"
        );
        assert!(page.contains("for 1 integration:"), "{page}");
        let failed = named_error("EventBridge.FailedEntry").map(named_error_page);
        assert!(failed.is_some_and(|page| page.contains("\nSource: recorded on AWS")));
    }
}
