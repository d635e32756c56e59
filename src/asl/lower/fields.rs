//! Which fields there are, on which state types, in which query language.
//!
//! Measured with `ValidateStateMachineDefinition` on 5 September 2026, 8 types by 50 fields
//! (badmintoncryer/cdk-preflight, pf-sfn-asl-state-fields); 17 of the pairs also in floci-io/floci#2735. AWS refuses
//! whatever is not here: `Field '…' is not supported`.

use crate::asl::QueryLanguage::{self, JsonPath, Jsonata};
use crate::asl::StateType::{self, Choice, Fail, Map, Parallel, Pass, Succeed, Task, Wait};

/// A field of an object, and the one query language it belongs to, if only one has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) language: Option<QueryLanguage>,
}

const fn both(name: &'static str) -> Field {
    Field {
        name,
        language: None,
    }
}

const fn jsonpath(name: &'static str) -> Field {
    Field {
        name,
        language: Some(JsonPath),
    }
}

const fn jsonata(name: &'static str) -> Field {
    Field {
        name,
        language: Some(Jsonata),
    }
}

const ALL: &[StateType] = &StateType::ALL;
const ALL_BUT_FAIL: &[StateType] = &[Task, Wait, Pass, Succeed, Choice, Parallel, Map];
const PASSING: &[StateType] = &[Task, Wait, Pass, Parallel, Map];
const WORKING: &[StateType] = &[Task, Parallel, Map];
const BUILDING: &[StateType] = &[Task, Pass, Parallel, Map];

/// The fields of states, and the types that have them.
static STATE_FIELDS: &[(Field, &[StateType])] = &[
    (both("Type"), ALL),
    (both("Comment"), ALL),
    (both("QueryLanguage"), ALL),
    (jsonpath("InputPath"), ALL_BUT_FAIL),
    (jsonpath("OutputPath"), ALL_BUT_FAIL),
    (jsonata("Output"), ALL_BUT_FAIL),
    (both("Assign"), &[Task, Wait, Pass, Choice, Parallel, Map]),
    (both("Next"), PASSING),
    (both("End"), PASSING),
    (jsonpath("Parameters"), BUILDING),
    (jsonpath("ResultPath"), BUILDING),
    (jsonpath("ResultSelector"), WORKING),
    (jsonata("Arguments"), &[Task, Parallel]),
    (both("Retry"), WORKING),
    (both("Catch"), WORKING),
    (jsonpath("Result"), &[Pass]),
    (both("Resource"), &[Task]),
    (both("Credentials"), &[Task]),
    (both("TimeoutSeconds"), &[Task]),
    (jsonpath("TimeoutSecondsPath"), &[Task]),
    (both("HeartbeatSeconds"), &[Task]),
    (jsonpath("HeartbeatSecondsPath"), &[Task]),
    (both("Choices"), &[Choice]),
    (both("Default"), &[Choice]),
    (both("Seconds"), &[Wait]),
    (jsonpath("SecondsPath"), &[Wait]),
    (both("Timestamp"), &[Wait]),
    (jsonpath("TimestampPath"), &[Wait]),
    (both("Error"), &[Fail]),
    (jsonpath("ErrorPath"), &[Fail]),
    (both("Cause"), &[Fail]),
    (jsonpath("CausePath"), &[Fail]),
    (both("Branches"), &[Parallel]),
    (both("ItemProcessor"), &[Map]),
    (both("Iterator"), &[Map]),
    (jsonpath("ItemsPath"), &[Map]),
    (jsonata("Items"), &[Map]),
    (both("ItemSelector"), &[Map]),
    (both("ItemReader"), &[Map]),
    (both("ItemBatcher"), &[Map]),
    (both("ResultWriter"), &[Map]),
    (both("MaxConcurrency"), &[Map]),
    (jsonpath("MaxConcurrencyPath"), &[Map]),
    (both("ToleratedFailureCount"), &[Map]),
    (jsonpath("ToleratedFailureCountPath"), &[Map]),
    (both("ToleratedFailurePercentage"), &[Map]),
    (jsonpath("ToleratedFailurePercentagePath"), &[Map]),
    (both("Label"), &[Map]),
];

/// Fields of the definition itself.
pub(super) static MACHINE: &[Field] = &[
    both("Comment"),
    both("QueryLanguage"),
    both("StartAt"),
    both("States"),
    both("TimeoutSeconds"),
    both("Version"),
];

/// Fields of a branch. `QueryLanguage` is none of them: states inside have the machine's (floci-io/floci#2968).
pub(super) static BRANCH: &[Field] = &[both("Comment"), both("StartAt"), both("States")];

/// Fields of `ItemProcessor` and the older `Iterator`.
pub(super) static ITEM_PROCESSOR: &[Field] = &[
    both("Comment"),
    both("ProcessorConfig"),
    both("StartAt"),
    both("States"),
];

/// Fields of `ProcessorConfig`.
pub(super) static PROCESSOR_CONFIG: &[Field] = &[both("Mode"), both("ExecutionType")];

/// Fields of an entry of `Retry`.
pub(super) static RETRIER: &[Field] = &[
    both("ErrorEquals"),
    both("IntervalSeconds"),
    both("MaxAttempts"),
    both("BackoffRate"),
    both("MaxDelaySeconds"),
    both("JitterStrategy"),
    both("Comment"),
];

/// Fields of an entry of `Catch`.
pub(super) static CATCHER: &[Field] = &[
    both("ErrorEquals"),
    both("Next"),
    jsonpath("ResultPath"),
    both("Assign"),
    jsonata("Output"),
    both("Comment"),
];

/// Fields of an entry of `Choices`, without the comparisons.
pub(super) static CHOICE_RULE: &[Field] = &[
    both("Next"),
    both("Comment"),
    both("Assign"),
    jsonata("Output"),
    jsonata("Condition"),
    jsonpath("Variable"),
    jsonpath("And"),
    jsonpath("Or"),
    jsonpath("Not"),
];

/// Fields of a rule inside `And`, `Or` or `Not`, without the comparisons.
pub(super) static NESTED_RULE: &[Field] = &[
    both("Comment"),
    jsonpath("Variable"),
    jsonpath("And"),
    jsonpath("Or"),
    jsonpath("Not"),
];

/// Fields of `ItemReader`.
pub(super) static ITEM_READER: &[Field] = &[
    both("Resource"),
    jsonpath("Parameters"),
    jsonata("Arguments"),
    both("ReaderConfig"),
];

/// Fields of `ReaderConfig` (developer guide, "ItemReader (Map)").
pub(super) static READER_CONFIG: &[Field] = &[
    both("InputType"),
    both("Transformation"),
    both("ManifestType"),
    both("CSVDelimiter"),
    both("CSVHeaderLocation"),
    both("CSVHeaders"),
    both("MaxItems"),
    jsonpath("MaxItemsPath"),
    both("ItemsPointer"),
];

/// Fields of `ItemBatcher`.
pub(super) static ITEM_BATCHER: &[Field] = &[
    both("MaxItemsPerBatch"),
    jsonpath("MaxItemsPerBatchPath"),
    both("MaxInputBytesPerBatch"),
    jsonpath("MaxInputBytesPerBatchPath"),
    both("BatchInput"),
];

/// Fields of `ResultWriter`.
pub(super) static RESULT_WRITER: &[Field] = &[
    both("Resource"),
    jsonpath("Parameters"),
    jsonata("Arguments"),
    both("WriterConfig"),
];

/// Fields of `WriterConfig`.
pub(super) static WRITER_CONFIG: &[Field] = &[both("OutputType"), both("Transformation")];

/// A field of states by its name, and the types that have it.
pub(super) fn state_field(name: &str) -> Option<(Field, &'static [StateType])> {
    STATE_FIELDS
        .iter()
        .copied()
        .find(|(field, _)| field.name == name)
}

/// The fields that a state type has in a query language.
pub(super) fn of_state(
    kind: StateType,
    language: QueryLanguage,
) -> impl Iterator<Item = &'static str> {
    STATE_FIELDS
        .iter()
        .filter(move |(field, types)| {
            types.contains(&kind) && field.language.is_none_or(|own| own == language)
        })
        .map(|(field, _)| field.name)
}

/// Whether a state type has a field, whatever the query language.
pub(super) fn has(kind: StateType, name: &str) -> bool {
    state_field(name).is_some_and(|(_, types)| types.contains(&kind))
}

/// What to do instead, where a field stands on a state type that does not have it.
pub(super) fn instead(kind: StateType, name: &str) -> Option<&'static str> {
    Some(match (name, kind) {
        ("TimeoutSeconds", Map | Parallel) => {
            "limit the tasks inside with their own `TimeoutSeconds`, or the whole machine with one beside `States`"
        }
        ("TimeoutSeconds", Wait) => "a Wait takes `Seconds`",
        ("Catch" | "Retry", Pass | Wait | Choice | Succeed) => {
            "to handle errors here, put the state into a Parallel with one branch and give that the `Retry` or `Catch`"
        }
        ("Catch" | "Retry", Fail) => {
            "an error that a Fail state raises is handled by the `Catch` of a Parallel or Map around it"
        }
        ("Next" | "End", Choice) => "a Choice leads on by the `Next` of its rules and by `Default`",
        ("Next" | "End", Succeed | Fail) => {
            "the execution ends here: remove it, or make this a Pass state"
        }
        ("Result", _) => "to shape the result use `ResultSelector`, or a Pass state after it",
        ("Parameters" | "ResultPath" | "ResultSelector", Wait | Choice | Succeed | Fail) => {
            "build the data in a Pass state before it"
        }
        ("Default", _) => "only a Choice has `Default`; here the way on is `Next`",
        ("Arguments", Map) => "to build the input of each iteration use `ItemSelector`",
        ("Assign", Succeed | Fail) => "variables end with the execution, so nothing could read it",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_once_and_know_their_types() {
        for (at, (field, types)) in STATE_FIELDS.iter().enumerate() {
            assert!(!types.is_empty());
            assert!(
                STATE_FIELDS[..at]
                    .iter()
                    .all(|(before, _)| before.name != field.name)
            );
        }
        // floci-io/floci#2735: the seven types that AWS refuses TimeoutSeconds on, the five it refuses Catch on.
        let refuse = |name| {
            StateType::ALL
                .into_iter()
                .filter(|kind| !has(*kind, name))
                .count()
        };
        assert_eq!(refuse("TimeoutSeconds"), 7);
        assert_eq!(refuse("Catch"), 5);
        assert_eq!(refuse("Retry"), 5);
    }

    #[test]
    fn languages_have_their_own_fields() {
        let jsonata: Vec<_> = of_state(Task, Jsonata).collect();
        assert!(jsonata.contains(&"Arguments") && !jsonata.contains(&"Parameters"));
        assert!(!of_state(Map, Jsonata).any(|name| name == "Arguments"));
    }
}
