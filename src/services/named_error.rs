//! Errors that integrations and Lambda's runtimes name by themselves: no model of an API lists them.

/// An error that no model lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedError {
    /// Its name. A `*` at the end stands for an HTTP status.
    pub name: &'static str,
    /// When it comes.
    pub means: &'static str,
    /// Who says so.
    pub source: &'static str,
}

const PYTHON_RUNTIME: &str = "AWS's own client of Lambda's runtime interface for Python (`aws-lambda-python-runtime-interface-client`)";

const NAMED: [NamedError; 11] = [
    NamedError {
        name: "AmazonECS.Unknown",
        means: "`ecs:runTask.sync` or `.waitForTaskToken` could not place the task: the answer lists `Failures`, and is the cause.",
        source: "developer guide of Step Functions, \"Run Amazon ECS or Fargate tasks\"",
    },
    NamedError {
        name: "ApiGateway.*",
        means: "`apigateway:invoke` got an answer that is no success: its HTTP status stands behind the dot, and its body is the cause.",
        source: "recorded on AWS (a call that is answered with 403)",
    },
    NamedError {
        name: "EventBridge.FailedEntry",
        means: "`events:putEvents` was answered with a `FailedEntryCount` above 0: some events may be on their bus. The answer is the \
            cause and tells of each.",
        source: "recorded on AWS (an event whose `Detail` is no JSON object)",
    },
    NamedError {
        name: "Function.ResponseSizeTooLarge",
        means: "A Lambda function returned more than 6 MB.",
        source: "developer guide of Lambda, \"Lambda quotas\", for the limit; the name is what a function that runs here fails with",
    },
    NamedError {
        name: "Lambda.Unknown",
        means: "A Lambda function ended without an error of its own: out of memory, or out of time.",
        source: "developer guide of Step Functions, \"Handle transient Lambda service exceptions\"",
    },
    NamedError {
        name: "Runtime.ExitError",
        means: "The process of a Lambda function ended before it answered: a crash, an exit of its own, no memory.",
        source: "Lambda's answer in a report to the authors of its Python client (`aws-lambda-python-runtime-interface-client`, issue 10)",
    },
    NamedError {
        name: "Runtime.HandlerNotFound",
        means: "The module of a Lambda function has no function by the handler's name.",
        source: PYTHON_RUNTIME,
    },
    NamedError {
        name: "Runtime.ImportModuleError",
        means: "The module of a Lambda function, or one that it imports, is not there.",
        source: PYTHON_RUNTIME,
    },
    NamedError {
        name: "Runtime.MalformedHandlerName",
        means: "The handler's name has no dot between the module and the function.",
        source: PYTHON_RUNTIME,
    },
    NamedError {
        name: "Runtime.MarshalError",
        means: "What a Lambda function returned cannot be written as JSON.",
        source: PYTHON_RUNTIME,
    },
    NamedError {
        name: "Runtime.UserCodeSyntaxError",
        means: "The code of a Lambda function has a syntax error.",
        source: PYTHON_RUNTIME,
    },
];

/// All of them, in alphabetical order.
pub fn named_errors() -> &'static [NamedError] {
    &NAMED
}

/// The error that a name means. Upper and lower case do not count; `ApiGateway.429` finds `ApiGateway.*`.
pub fn named_error(name: &str) -> Option<&'static NamedError> {
    let of_status = |pattern: &str| {
        let status = pattern.strip_suffix('*').and_then(|fixed| {
            let (start, status) = name.split_at_checked(fixed.len())?;
            start.eq_ignore_ascii_case(fixed).then_some(status)
        });
        status.is_some_and(|status| {
            status.len() == 3
                && !status.starts_with('+')
                && status
                    .parse()
                    .is_ok_and(|status: u16| (100..600).contains(&status))
        })
    };
    NAMED
        .iter()
        .find(|error| error.name.eq_ignore_ascii_case(name) || of_status(error.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_stands_for_all_of_them() {
        let found = |name| named_error(name).map(|error| error.name);
        assert_eq!(found("ApiGateway.403"), Some("ApiGateway.*"));
        assert_eq!(found("apigateway.429"), Some("ApiGateway.*"));
        assert_eq!(found("runtime.exiterror"), Some("Runtime.ExitError"));
        for unknown in [
            "ApiGateway.",
            "ApiGateway.4040",
            "ApiGateway.999",
            "ApiGateway.+40",
            "Runtime.é",
        ] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
        assert!(NAMED.is_sorted_by_key(|error| error.name));
    }
}
