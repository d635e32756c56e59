//! `sfnrun test`, `test-state` and `eval`: single things tried.

use super::Variables;
use crate::cli::configuration::ConfigurationFile;
use clap::{Args, ValueEnum};

/// Run scenario files.
#[derive(Debug, Args)]
pub struct Test {
    /// Scenario files, or folders with files named `scenarios.yaml` or `*.scenarios.yaml`.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<String>,
    /// Run only scenarios whose name contains this.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Write the results as JUnit XML.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<String>,
    /// Show the timeline of each scenario that fails; twice, with what each state changed.
    #[arg(long, short, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Test one state.
#[derive(Debug, Args)]
pub struct TestState {
    /// The definition of a state, or of a machine that holds it; `-` for standard input.
    pub definition: String,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// The state to test, where the definition is that of a machine.
    #[arg(long, value_name = "NAME")]
    pub state: Option<String>,
    /// The input: a file, JSON, or `-` for standard input.
    #[arg(long, short, value_name = "FILE|JSON|-", default_value = "{}")]
    pub input: String,
    /// How much to tell of the data on its way through the state.
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    pub inspection_level: Level,
    /// What answers a Task, Map or Parallel: `{"result": …}` or `{"errorOutput": {"error": …, "cause": …}}`, and
    /// `"fieldValidationMode"`.
    #[arg(long, short, value_name = "FILE|JSON")]
    pub mock: Option<String>,
    /// The context object that `$$` and `$states.context` are; only with a mock.
    #[arg(long, value_name = "FILE|JSON")]
    pub context: Option<String>,
    /// Workflow variables, by name without `$`.
    #[arg(long, value_name = "FILE|JSON", default_value = "{}")]
    pub variables: String,
    /// `{"retrierRetryCount": 1}`; also `errorCausedByState`, `mapIterationFailureCount`, `mapItemReaderData`.
    #[arg(long, value_name = "FILE|JSON", default_value = "{}")]
    pub state_configuration: String,
    /// The role that the context object shows.
    #[arg(long, value_name = "ARN")]
    pub role_arn: Option<String>,
    /// Decides UUIDs, random numbers and task tokens.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Placeholders.
    #[command(flatten)]
    pub placeholders: Variables,
    /// Where placeholders come from as well.
    #[command(flatten)]
    pub configuration: ConfigurationFile,
}

/// How much TestState tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// The result.
    #[default]
    #[value(name = "INFO", alias = "info")]
    Info,
    /// The data at each stage too.
    #[value(name = "DEBUG", alias = "debug")]
    Debug,
    /// As DEBUG: no HTTP request is made that could be shown.
    #[value(name = "TRACE", alias = "trace")]
    Trace,
}

/// Evaluate an expression.
#[derive(Debug, Args)]
pub struct Eval {
    /// A JSONPath (`$.a`), an intrinsic function (`States.Format(…)`), a payload template (`{"x.$": "$.a"}`) or JSONata
    /// (`{% $states.input.a %}`); `@FILE` reads it from a file.
    #[arg(value_name = "EXPR")]
    pub expression: String,
    /// What `$` is, in JSONata `$states.input`: a file, JSON, or `-` for standard input.
    #[arg(long, short, value_name = "FILE|JSON|-", default_value = "{}")]
    pub input: String,
    /// What `$$` is, in JSONata `$states.context`: a file or JSON.
    #[arg(long, value_name = "FILE|JSON", default_value = "{}")]
    pub context: String,
    /// Variables, by name without `$`: a file or JSON.
    #[arg(long, alias = "vars", value_name = "FILE|JSON", default_value = "{}")]
    pub variables: String,
    /// What else `$states` has in JSONata (`result`, `errorOutput`): a file or JSON.
    #[arg(long, value_name = "FILE|JSON", default_value = "{}")]
    pub states: String,
    /// Decides UUIDs and random numbers.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// When it is, for `$now()` and `$millis()` (RFC 3339).
    #[arg(long, value_name = "TIME", default_value = "2026-01-01T00:00:00Z")]
    pub start_time: String,
    /// Print the result on one line.
    #[arg(long, short)]
    pub compact: bool,
}
