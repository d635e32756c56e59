//! Known differences from AWS, each with its reason. The lists only get shorter.

/// Why the result of a case differs.
pub(crate) fn result(case: &str) -> Option<&'static str> {
    find(RESULTS, case)
}

/// Why the history of a case differs.
pub(crate) fn history(case: &str) -> Option<&'static str> {
    find(HISTORIES, case).or_else(|| result(case))
}

fn find(list: &[(&str, &'static str)], case: &str) -> Option<&'static str> {
    list.iter()
        .find(|(name, _)| *name == case)
        .map(|(_, reason)| *reason)
}

#[cfg(not(feature = "aws"))]
const PARAMETERS: &str = "parameters are held against the API where it can be called";
const DELETED: &str = "the case does not tell that the activity was deleted before the run";
const REDRIVE: &str =
    "recorded before AWS added `RedriveCount` to the context object (November 2023)";

const RESULTS: &[(&str, &str)] = &[
    ("activities/activities.activity_task_on_deleted", DELETED),
    #[cfg(not(feature = "aws"))]
    (
        "services/apigetway_task_service.invoke_with_headers~singleStringHeader",
        PARAMETERS,
    ),
];

const HISTORIES: &[(&str, &str)] = &[
    (
        "scenarios/base_scenarios.lambda_invoke_with_retry_extended_input",
        REDRIVE,
    ),
    (
        "scenarios/base_scenarios.lambda_service_invoke_with_retry_extended_input",
        REDRIVE,
    ),
];

/// Why the answer to a call of TestState differs.
pub(crate) fn test_state(case: &str) -> Option<&'static str> {
    find(TEST_STATES, case)
}

const RAISED: &str =
    "AWS has raised the most memory of a function from 10,240 to 32,768 since this was recorded";

const TEST_STATES: &[(&str, &str)] = &[
    (
        "test_state/field_validation_mode.strict_mode_aws_sdk_lambda_get_function_task~integer_more_than_maximum_allowed",
        RAISED,
    ),
    (
        "test_state/field_validation_mode_present.present_mode_aws_sdk_lambda_get_function_task~integer_more_than_maximum_allowed",
        RAISED,
    ),
];
