//! Where a fixture's verdict is not followed, and why.

/// Why the verdict of a linter's fixture is not followed: AWS says otherwise, or the language does.
pub(super) fn difference(folder: &str, file: &str) -> Option<&'static str> {
    DIFFERENCES
        .iter()
        .find(|(in_folder, of_file, _)| *in_folder == folder && *of_file == file)
        .map(|(_, _, reason)| *reason)
}

/// What is wrong with a published file.
pub(super) fn corpus(file: &str) -> Option<&'static str> {
    CORPUS
        .iter()
        .find(|(start, _)| file.starts_with(start))
        .map(|(_, fault)| *fault)
}

const NO_ARN: &str = "a Resource that is no ARN: AWS says `Value is not a valid resource ARN` \
    (badmintoncryer/cdk-preflight, pf-sfn-asl-resource-arn, deployed 2026-09-05)";
const PARAMETERS: &str = "an integration without Parameters: AWS says `Parameters field is required for resource ARN` \
    (badmintoncryer/cdk-preflight, pf-sfn-asl-integration-parameters)";

const VARIABLE: &str = "a variable named `top-level`: AWS says `INVALID_VARIABLE_NAME` \
    (badmintoncryer/cdk-preflight, pf-sfn-asl-jsonpath-syntax)";
const DUPLICATE: &str = "a state name that stands twice: AWS says `Duplicate State name` \
    (aws-measured/invalid/duplicate-state-name)";

static DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "statelint",
        "valid/backoff-with-backoffrate-integer.json",
        NO_ARN,
    ),
    (
        "statelint",
        "valid/backoff-with-jitter-on-retry.json",
        NO_ARN,
    ),
    ("statelint", "valid/states-array-invocation.json", NO_ARN),
    (
        "statelint",
        "valid/states-encoding-decoding-intrinsic-functions.json",
        NO_ARN,
    ),
    ("statelint", "valid/states-format-invocation.json", NO_ARN),
    (
        "statelint",
        "valid/states-hash-intrinsic-functions.json",
        NO_ARN,
    ),
    (
        "statelint",
        "valid/states-jsontostring-invocation.json",
        NO_ARN,
    ),
    (
        "statelint",
        "valid/states-math-intrinsic-functions.json",
        NO_ARN,
    ),
    (
        "statelint",
        "valid/states-string-intrinsic-functions.json",
        NO_ARN,
    ),
    (
        "statelint",
        "valid/states-stringtojson-invocation.json",
        NO_ARN,
    ),
    ("statelint", "valid/task-with-credentials.json", NO_ARN),
    ("statelint", "valid/task-with-dynamic-timeouts.json", NO_ARN),
    ("statelint", "valid/task-with-parameters.json", NO_ARN),
    ("statelint", "valid/task-with-resultpath.json", NO_ARN),
    (
        "statelint",
        "valid/succeed-with-comment-in-catcher.json",
        PARAMETERS,
    ),
    ("statelint-py", "valid/jsonata-3.json", NO_ARN),
    ("statelint-py", "valid/jsonata-5.json", NO_ARN),
    ("asl-validator", "valid/valid-assign.asl.json", VARIABLE),
    (
        "asl-validator",
        "invalid/invalid-json-surround-syntax-extra-spaces.json",
        "its own reading: JSONata takes blanks and line feeds around an expression",
    ),
    (
        "asl-validator",
        "invalid/invalid-jsonata-surround-syntax-no-open.json",
        "a string that does not begin with `{%` is plain text (recorded: outputdecl/output.base_cases~BASE_LITERALS)",
    ),
    (
        "asl-language-service",
        "invalid/documentValidNext.asl.json",
        "nothing is wrong with it; the manifest lists messages that the test filters out in general",
    ),
    (
        "asl-language-service",
        "valid/documentSucceedFailTerminalState.asl.json",
        DUPLICATE,
    ),
    (
        "asl-language-service",
        "valid/documentSucceedFailTerminalState.asl.yaml",
        DUPLICATE,
    ),
    (
        "asl-language-service",
        "valid/documentTaskInvalidArn.asl.json",
        NO_ARN,
    ),
    (
        "asl-language-service",
        "valid/documentTaskInvalidArn.asl.yaml",
        NO_ARN,
    ),
    (
        "asl-language-service",
        "valid/documentTaskJSONata.asl.json",
        "reads `$states.function`, and `$states.result` in a catcher, which are not there \
         (developer guide, \"Reserved variable: $states\")",
    ),
    (
        "asl-language-service",
        "valid/documentTaskValidVariableSubstitution.asl.yaml",
        "`$variableName` is a placeholder of no deployment tool, and no ARN",
    ),
    (
        "asl-language-service",
        "valid/documentValidParametersIntrinsicFunction.asl.yaml",
        "the arguments of States.Format have no commas between them; the service matches a pattern only",
    ),
    (
        "cfn-lint",
        "invalid/validate-Valid-string-json.json",
        "refused only because the template around it does not declare `${jobqueue}`",
    ),
    (
        "cfn-lint",
        "valid/validate-Choices.json",
        "names a state that is not there: AWS says `Missing 'Next' target` (aws-measured/invalid/dangling-next-only)",
    ),
    (
        "cfn-lint",
        "valid/validate-Test-functions.json",
        "Credentials without RoleArn (recorded: credentials/credentials_base.invalid_credentials_field)",
    ),
    (
        "probes",
        "invalid/island-loop.asl.json",
        "AWS asks whether anything leads to a state (floci-io/floci#2786); islands are for a lint rule",
    ),
];

static CORPUS: &[(&str, &str)] = &[
    ("0031_", "paths without `$.`"),
    ("0032_", "a path without `$.`"),
    ("0033_", "a path without `$.`"),
    (
        "0057_",
        "lambda:invoke without Parameters, so without a function",
    ),
    (
        "0159_",
        "unquoted Yes and No as names of states, which CloudFormation reads as booleans",
    ),
    ("0408_", "QueryLanguage stands among the states"),
    (
        "0682_",
        "a skeleton: a program adds the states that are missing",
    ),
    (
        "0684_",
        "a skeleton: a program puts arrays in place of texts",
    ),
    (
        "0686_",
        "a skeleton: a program puts an array in place of a text",
    ),
    ("0689_", "a skeleton: a program fills the empty rule"),
    ("0690_", "Arguments on a Map state, which has none"),
    (
        "0692_",
        "an invented intrinsic function, States.Default, and an escape that there is not",
    ),
    ("0708_", "a state with neither Next nor End"),
];
