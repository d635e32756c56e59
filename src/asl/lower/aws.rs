//! AWS's own words for what it refuses.
//!
//! Known from recordings (LocalStack's validation snapshots), from answers of `ValidateStateMachineDefinition` quoted in
//! floci-io/floci#2670, #2735, #2745, #2786 and #2968, and from deployments of badmintoncryer/cdk-preflight
//! (rules/stepfunctions, September 2026). A fault whose words are not known has no AWS finding.

/// The code of expressions that do not parse (seen on AWS: floci-io/floci issue 2670).
pub(super) const JSONATA: &str = "INVALID_JSONATA_EXPRESSION";
/// The code of expressions that refer to what AWS does not offer (floci-io/floci#2670).
pub(super) const JSONATA_REFERENCE: &str = "UNSUPPORTED_JSONATA_EXPRESSION";
/// The code of most refusals.
pub(super) const SCHEMA: &str = "SCHEMA_VALIDATION_FAILED";
/// The code of missing targets and unreachable states.
pub(super) const TARGET: &str = "MISSING_TRANSITION_TARGET";
/// The code of a workflow without an end.
pub(super) const END: &str = "MISSING_END_STATE";
/// The code of a state name that stands twice.
pub(super) const DUPLICATE_NAME: &str = "DUPLICATE_STATE_NAME";
/// The code of a state name that is too long.
pub(super) const NAME: &str = "INVALID_STATE_NAME";
/// The code of a `Label` that stands twice.
pub(super) const DUPLICATE_LABEL: &str = "DUPLICATE_LABEL_NAME";
/// The code of a variable whose name has other characters than a name may have.
pub(super) const VARIABLE: &str = "INVALID_VARIABLE_NAME";
/// The code of a variable that is named `states`.
pub(super) const RESERVED: &str = "RESERVED_VARIABLE_NAME";

/// `[States, StartAt]`
fn listed(names: &[&str]) -> String {
    format!("[{}]", names.join(", "))
}

pub(super) fn required(fields: &[&str]) -> String {
    format!("These fields are required: {}", listed(fields))
}

pub(super) fn unsupported(field: &str) -> String {
    format!("Field '{field}' is not supported")
}

pub(super) fn only_one(fields: &[&str]) -> String {
    format!(
        "There should only be one of the following fields: {}",
        listed(fields)
    )
}

/// None of them: measured for `[Next, End]` and `[ItemProcessor, Iterator]`.
pub(super) fn one_of(fields: &[&str]) -> String {
    format!(
        "This object should have only one of the following fields: {}",
        listed(fields)
    )
}

pub(super) fn enumeration(values: &[&str]) -> String {
    format!("Value should be one of the following: {}", listed(values))
}

pub(super) fn minimum(least: i64) -> String {
    format!("Minimum value is {least}")
}

pub(super) fn maximum(most: i64) -> String {
    format!("Maximum value is {most}")
}

pub(super) fn language(own: &str, field: &str, other: &str) -> String {
    format!(
        "The QueryLanguage is set to '{own}', but field '{field}' is only supported for the '{other}' QueryLanguage"
    )
}

pub(super) fn unrecognised(resource: &str) -> String {
    format!(
        "The resource provided {resource} is not recognized. The value is not a valid resource ARN, or the resource is \
         not available in this region."
    )
}

/// AWS has a blank behind one of the two.
pub(super) fn express_pattern(ending: &str) -> String {
    let blank = if ending == ".waitForTaskToken" {
        " "
    } else {
        ""
    };
    format!("Express state machine does not support '{ending}' service integration{blank}")
}

pub(super) const EMPTY: &str = "Value cannot be empty";
pub(super) const PATH: &str = "Value must be a valid JSONPath.";
pub(super) const REFERENCE_PATH: &str = "Value is not a Reference Path";
pub(super) const REFERENCE_PATH_START: &str =
    "Value is not a Reference Path: Reference path didn't start with '$'";
pub(super) const TIMESTAMP: &str = "String does not match RFC3339 timestamp";
pub(super) const RESOURCE: &str = "Value is not a valid resource ARN";
pub(super) const STATES_ALL: &str = "States.ALL must appear alone and at end of list";
pub(super) const MARKS: &str = "JSONata string must start with {% and end with %}";
pub(super) const INTEGER: &str = "Expected value of type Integer";
pub(super) const ROLE: &str = "The field 'RoleArn' is required but was missing";
pub(super) const DOWNGRADE: &str =
    "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine";
pub(super) const CHOICE_SELECTOR: &str =
    "The object must have only one of the following fields, [And, Or, Not, Variable, Condition]";
