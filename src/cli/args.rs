//! What the command line takes.

use super::aws_access::AwsAccess;
use super::baseline::BaselineOptions;
use super::configuration::{ConfigurationFile, ConfigurationOptions};
use super::rule_options::RuleOptions;
use crate::config::FailOn;
use clap::builder::ArgPredicate;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::num::NonZeroUsize;

/// Validate AWS Step Functions definitions, run them on this machine, and see what happened state by state.
#[derive(Debug, Parser)]
#[command(name = "sfnrun", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of all commands.
    #[command(flatten)]
    pub global: Global,
}

const EXIT_CODES: &str = "\
Exit codes:
  validate, test  0 clean · 1 findings or failed scenarios · 2 usage or unreadable file · 3 no definition in a folder
  exec, history   0 SUCCEEDED · 1 FAILED · 2 usage or invalid definition · 3 TIMED_OUT · 4 cannot be run here
  iam --check     0 nothing is missing · 1 permissions are missing · 2 usage or unreadable file
  test-state      0 SUCCEEDED · 1 FAILED, RETRIABLE or CAUGHT_ERROR · 2 refused · 4 cannot be run here
  130 interrupted";

/// Options of all commands.
#[derive(Debug, Args)]
pub struct Global {
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
    /// Print ASCII only.
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On terminals, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check definitions: files, folders, or `-` for standard input.
    Validate(Validate),
    /// Run scenario files.
    Test(Test),
    /// Run a definition, its tasks answered by mocks.
    Exec(Box<Exec>),
    /// Test one state by itself, as AWS's TestState does.
    TestState(Box<TestState>),
    /// Show the history of an execution, of AWS or of `exec --history`, as a timeline.
    History(History),
    /// Run a recorded execution again with a definition that lies here, and show where the two part.
    Diff(Diff),
    /// Evaluate a JSONPath, an intrinsic function or a payload template.
    Eval(Eval),
    /// Write mock files.
    Mocks(Mocks),
    /// Print the policy that the execution role of a definition needs, or what a given one lacks.
    Iam(Box<Iam>),
    /// Explain a rule, an error name, or a kind of file.
    Explain(Explain),
    /// List the rules.
    Rules(Rules),
    /// Print what editors and people need to write `sfnrun.toml`.
    Config(Configure),
    /// Answer a task that waits for its callback.
    Token(Token),
    /// Print the completion script of a shell.
    Completions(Completions),
    /// Print the manual page.
    Man,
}

/// Placeholders such as `${FunctionArn}` in a definition.
#[derive(Clone, Debug, Default, Args)]
pub struct Variables {
    /// Fill the placeholder `${NAME}` with VALUE.
    #[arg(long, value_name = "NAME=VALUE")]
    pub var: Vec<String>,
    /// Fill placeholders from a JSON or YAML file of names and values.
    #[arg(long, value_name = "FILE")]
    pub vars: Vec<String>,
}

/// Check definitions.
#[derive(Debug, Args)]
pub struct Validate {
    /// Files and folders to check, `-` for standard input.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<String>,
    /// How to print the findings.
    #[arg(long, value_enum, default_value_t)]
    pub format: FindingsFormat,
    /// Write the findings to a file in place of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<String>,
    /// Apply fixes: those that keep the meaning (`safe`), or `all`. Standard input comes out mended on standard output.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "safe", help_heading = "Fixes")]
    pub fix: Option<FixChoice>,
    /// Print what the fixes would change, and write nothing; the exit code is 1 if there is something.
    #[arg(long, help_heading = "Fixes")]
    pub diff: bool,
    /// Print how often each rule found something in place of the findings.
    #[arg(long, conflicts_with = "diff")]
    pub statistics: bool,
    /// Print to standard error how long reading, each rule and printing took.
    #[arg(long)]
    pub timings: bool,
    /// Work on this many files at a time; as many as there are cores by default.
    #[arg(long, value_name = "NUMBER")]
    pub jobs: Option<NonZeroUsize>,
    /// The least severity that makes the exit code 1: error, warning (the default), never.
    #[arg(long, value_enum, value_name = "SEVERITY", hide_possible_values = true)]
    pub fail_on: Option<FailOn>,
    /// Check only this state machine: a logical id in a template, a resource name in Terraform.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// Check as a state machine of this type, whatever its template says: STANDARD (the default), EXPRESS.
    #[arg(
        long = "type",
        value_enum,
        value_name = "TYPE",
        hide_possible_values = true
    )]
    pub workflow_type: Option<Workflow>,
    /// A sample input, for the estimate of payload sizes.
    #[arg(long, value_name = "FILE|JSON")]
    pub input: Option<String>,
    /// A mock file, for the estimate of payload sizes.
    #[arg(long, value_name = "FILE[#CASE]")]
    pub mocks: Option<String>,
    /// Print the estimated payload size of every state.
    #[arg(long)]
    pub estimate: bool,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
    /// Judge models by this list instead of what is built in: what `aws bedrock list-foundation-models` prints.
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub models: Option<String>,
    /// Rules.
    #[command(flatten)]
    pub rules: RuleOptions,
    /// Findings that are known.
    #[command(flatten)]
    pub baseline: BaselineOptions,
    /// Configuration.
    #[command(flatten)]
    pub configuration: ConfigurationOptions,
}

/// How to print findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FindingsFormat {
    /// With the lines they are about.
    #[default]
    Human,
    /// A line each.
    Concise,
    /// One JSON object.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// JUnit XML.
    Junit,
}

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FixChoice {
    /// Those that keep the meaning of the definition.
    Safe,
    /// Also those that somebody has to look at.
    All,
}

/// The type of a state machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Workflow {
    /// STANDARD
    #[default]
    #[value(name = "STANDARD", alias = "standard")]
    Standard,
    /// EXPRESS
    #[value(name = "EXPRESS", alias = "express")]
    Express,
}

/// Run a definition.
#[derive(Debug, Args)]
pub struct Exec {
    /// The definition to run, or a template with one; `-` for standard input.
    #[arg(
        required = false,
        required_unless_present = "on",
        default_value_if("on", ArgPredicate::IsPresent, ""),
        hide_default_value = true
    )]
    pub definition: String,
    /// Start an execution of this state machine in AWS instead, and show it until it ends: its ARN, with a version or an alias
    /// if need be.
    #[arg(
        long,
        value_name = "ARN",
        conflicts_with_all = ["definition", "resource", "mocks", "machine", "s3", "lambda", "local_functions", "aws", "callback_port", "clock", "record_missing"],
        help_heading = "Executions in AWS"
    )]
    pub on: Option<String>,
    /// Name the execution in AWS by its machine and input: what is started twice runs once.
    #[arg(
        long,
        requires = "on",
        conflicts_with = "name",
        help_heading = "Executions in AWS"
    )]
    pub idempotent: bool,
    /// The state machine to run, where a template defines several: a logical id, in Terraform a resource name.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// The input: a file, JSON, or `-` for standard input.
    #[arg(long, short, value_name = "FILE|JSON|-", default_value = "{}")]
    pub input: String,
    /// What answers the tasks: a mock file, or a MockConfigFile.json with its test case.
    #[arg(long, short, value_name = "FILE[#CASE]")]
    pub mocks: Option<String>,
    /// A machine that the execution may start: NAME is its name or its ARN. May be given several times.
    #[arg(long, value_name = "NAME=FILE")]
    pub machine: Vec<String>,
    /// A folder that stands for S3, with a subfolder for each bucket: distributed Maps read and write there.
    #[arg(long, value_name = "DIR")]
    pub s3: Option<String>,
    /// What is really done.
    #[command(flatten)]
    pub live: Live,
    /// Whether waits end at once or take their time [default: virtual; wall where tasks are really done].
    #[arg(long, value_enum, help_heading = "Time and chance")]
    pub clock: Option<ClockChoice>,
    /// Real seconds for a second of the execution, under the wall clock.
    #[arg(
        long,
        value_name = "FACTOR",
        default_value_t = 1.0,
        help_heading = "Time and chance"
    )]
    pub wait_scale: f64,
    /// Decides UUIDs, random numbers, jitter and task tokens.
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        help_heading = "Time and chance"
    )]
    pub seed: u64,
    /// When the execution starts (RFC 3339); under the wall clock, now.
    #[arg(long, value_name = "TIME", help_heading = "Time and chance")]
    pub start_time: Option<String>,
    /// Run as a state machine of this type, whatever its template says; without one, STANDARD.
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    pub workflow_type: Option<Workflow>,
    /// Whether AWS's quotas hold.
    #[arg(long, value_enum, default_value_t)]
    pub limits: LimitsChoice,
    /// The name of the execution.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Write the history as GetExecutionHistory gives it.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub history: Option<String>,
    /// Write what goes to CloudWatch Logs, an entry a line.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub logs: Option<String>,
    /// How much of it.
    #[arg(
        long,
        value_enum,
        default_value_t,
        value_name = "LEVEL",
        requires = "logs",
        help_heading = "Output"
    )]
    pub log_level: LogLevelChoice,
    /// With inputs, outputs and parameters (`includeExecutionData`).
    #[arg(long, requires = "logs", help_heading = "Output")]
    pub log_data: bool,
    /// Record what each Task is asked and gives, as a mock file that replays it. Written call by call.
    #[arg(long, value_name = "FILE", help_heading = "Recording")]
    pub record: Option<String>,
    /// Answer from this recording what it has, and add to it what it has not.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "record",
        help_heading = "Recording"
    )]
    pub record_missing: Option<String>,
    /// Write task tokens into the recording, which else are struck out.
    #[arg(long, help_heading = "Recording")]
    pub show_tokens: bool,
    /// How to print the result.
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    pub format: ResultFormat,
    /// Exit with 1 where the execution succeeded only because a catcher took an error.
    #[arg(long)]
    pub fail_on_catch: bool,
    /// Print only what failed.
    #[arg(long, short, help_heading = "Output", conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show input and output of each state; twice, every stage of the data.
    #[arg(long, short, action = clap::ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
    /// Where placeholders and type come from as well.
    #[command(flatten)]
    pub configuration: ConfigurationFile,
}

/// Show a history.
#[derive(Debug, Args)]
pub struct History {
    /// What `aws stepfunctions get-execution-history` or `sfnrun exec --history` wrote, `-` for standard input; or the ARN of
    /// an execution in AWS.
    #[arg(value_name = "FILE|ARN")]
    pub file: String,
    /// Of an execution that runs in AWS: show it until it ends.
    #[arg(long)]
    pub follow: bool,
    /// The definition with which the execution was started; without it states are known by what the history tells, and
    /// those of an ARN by what AWS has.
    #[arg(long, short, value_name = "FILE")]
    pub definition: Option<String>,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME", requires = "definition")]
    pub resource: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    pub format: HistoryFormat,
    /// Show what each state changed.
    #[arg(long, short, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
    /// How AWS is reached.
    #[command(flatten)]
    pub access: AwsAccess,
}

/// Run a recorded execution again with a definition that lies here, and show where the two part.
///
/// The input, the outcomes of the Tasks and how long they took are those on record. Events are matched by what they follow, as
/// branches and iterations may take turns in another way. The exit code is 1 where something differs.
#[derive(Debug, Args)]
pub struct Diff {
    /// What `aws stepfunctions get-execution-history` or `sfnrun exec --history` wrote, `-` for standard input; or the ARN of
    /// an execution in AWS.
    #[arg(value_name = "FILE|ARN")]
    pub history: String,
    /// The definition to run.
    #[arg(long, short, value_name = "DEFINITION")]
    pub local: String,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    pub format: HistoryFormat,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
    /// How AWS is reached.
    #[command(flatten)]
    pub access: AwsAccess,
}

/// How to print a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum HistoryFormat {
    /// The timeline.
    #[default]
    Human,
    /// One JSON object with status, output, error, cause and more, as of `exec --format json`.
    Json,
}

/// What is really done in a run. Mocks go first.
#[derive(Clone, Debug, Default, Args)]
pub struct Live {
    /// Call a Lambda function on this machine: SOURCE is a command (event on its standard input, result on its standard
    /// output), `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`. NAME `*` stands for all others.
    #[arg(
        long,
        value_name = "NAME=SOURCE",
        help_heading = "Tasks that are really done"
    )]
    pub lambda: Vec<String>,
    /// Call the functions that `[lambda]` of `sfnrun.toml` names. Without it no command that a configuration names is run.
    #[arg(long, help_heading = "Tasks that are really done")]
    pub local_functions: bool,
    /// Call AWS: for all Tasks that nothing else answers, or with `--aws=service:lambda,state:Review` for those only.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        help_heading = "Calls of AWS"
    )]
    pub aws: Option<String>,
    /// How AWS is reached.
    #[command(flatten)]
    pub access: AwsAccess,
    /// What `http:invoke` proves itself with: a JSON object of what `aws events create-connection` takes, by connection;
    /// `${NAME}` in it is an environment variable.
    #[arg(
        long,
        value_name = "FILE",
        requires = "aws",
        help_heading = "Calls of AWS"
    )]
    pub http_connections: Option<String>,
    /// Call without asking.
    #[arg(long, requires = "aws", help_heading = "Calls of AWS")]
    pub yes: bool,
    /// Where answers to callbacks and activities come in, on 127.0.0.1; 0 for a free port.
    #[arg(long, value_name = "PORT", help_heading = "Tasks that are really done")]
    pub callback_port: Option<u16>,
}

/// Answer a task that waits.
#[derive(Debug, Args)]
pub struct Token {
    /// What to do.
    #[command(subcommand)]
    pub action: TokenAction,
}

/// What to do about a task that waits.
#[derive(Debug, Subcommand)]
pub enum TokenAction {
    /// List the tasks that wait.
    List {
        /// Those of this run only.
        #[arg(long, value_name = "ID")]
        run: Option<String>,
    },
    /// Give the task's output, as SendTaskSuccess does.
    Succeed {
        /// Which task.
        #[command(flatten)]
        choice: TokenChoice,
        /// The output: a file, JSON, or `-` for standard input.
        #[arg(long, value_name = "FILE|JSON|-", default_value = "{}")]
        output: String,
    },
    /// Fail the task, as SendTaskFailure does.
    Fail {
        /// Which task.
        #[command(flatten)]
        choice: TokenChoice,
        /// The name of the error.
        #[arg(long, value_name = "NAME")]
        error: Option<String>,
        /// What is wrong.
        #[arg(long, value_name = "TEXT")]
        cause: Option<String>,
    },
    /// Give a sign of life, as SendTaskHeartbeat does.
    Heartbeat {
        /// Which task.
        #[command(flatten)]
        choice: TokenChoice,
    },
}

/// Which task is meant. What is clear may be left out.
#[derive(Clone, Debug, Default, Args)]
pub struct TokenChoice {
    /// The run, as its timeline names it.
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// The state that waits.
    #[arg(long, value_name = "NAME")]
    pub state: Option<String>,
    /// In which iteration of its Map, from 0; in nested Maps several, the outermost first.
    #[arg(long, value_name = "INDEX", value_delimiter = ',')]
    pub iteration: Vec<i64>,
    /// The token itself.
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["state", "iteration"])]
    pub token: Option<String>,
    /// The port on which the run listens, with `--token`.
    #[arg(long, value_name = "PORT", requires = "token")]
    pub port: Option<u16>,
}

/// How time passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ClockChoice {
    /// It jumps: a Wait of 30 days ends at once.
    #[default]
    Virtual,
    /// It passes as on the wall.
    Wall,
    /// It jumps over Waits and pauses, and passes as on the wall while a task is really being done.
    Skip,
}

/// Whether AWS's quotas hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LimitsChoice {
    /// They do.
    #[default]
    Aws,
    /// They do not.
    Off,
}

/// `Level` of a logging configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogLevelChoice {
    /// Everything.
    #[default]
    #[value(name = "ALL", alias = "all")]
    All,
    /// What failed, ran out of time or was aborted.
    #[value(name = "ERROR", alias = "error")]
    Error,
    /// How the execution failed, ran out of time or was aborted.
    #[value(name = "FATAL", alias = "fatal")]
    Fatal,
    /// Nothing.
    #[value(name = "OFF", alias = "off")]
    Off,
}

/// How to print a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ResultFormat {
    /// The output alone.
    #[default]
    Human,
    /// One JSON object with status, output, error, cause and more.
    Json,
}

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

/// Write mock files.
#[derive(Debug, Args)]
pub struct Mocks {
    /// What to write.
    #[command(subcommand)]
    pub command: MocksCommand,
}

/// What to do about mock files.
#[derive(Debug, Subcommand)]
pub enum MocksCommand {
    /// Print a mock file that answers every Task of a definition, to be filled in.
    Init(MocksInit),
    /// Print a mock file with what the Tasks of a real execution gave, so that `exec --mocks` replays it.
    FromHistory(MocksFromHistory),
}

/// A skeleton of a mock file.
#[derive(Debug, Args)]
pub struct MocksInit {
    /// The definition, or a template with one.
    pub definition: String,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// In which format.
    #[arg(long, value_enum, default_value_t)]
    pub format: MocksFormat,
    /// Write to a file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<String>,
}

/// A mock file from a history.
#[derive(Debug, Args)]
pub struct MocksFromHistory {
    /// What `aws stepfunctions get-execution-history` or `sfnrun exec --history` wrote, `-` for standard input.
    pub file: String,
    /// The definition with which the execution was started.
    #[arg(long, short, value_name = "FILE")]
    pub definition: String,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
    /// Write to a file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<String>,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
}

/// The format of a mock file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MocksFormat {
    /// The format of `sfnrun`, in YAML.
    #[default]
    Own,
    /// MockConfigFile.json of AWS Step Functions Local.
    Aws,
}

/// Print a policy.
#[derive(Debug, Args)]
pub struct Iam {
    /// The definition, `-` for standard input.
    #[arg(value_name = "DEFINITION")]
    pub definition: String,
    /// Say what this policy lacks, and exit with 1 if it lacks anything.
    #[arg(long, value_name = "FILE")]
    pub check: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t)]
    pub format: IamFormat,
    /// The partition of the resources.
    #[arg(long, default_value = "aws", value_name = "NAME")]
    pub partition: String,
    /// The region of the resources that are named without one.
    #[arg(long, default_value = "*", value_name = "NAME")]
    pub region: String,
    /// The account of the resources that are named without one.
    #[arg(long, default_value = "*", value_name = "ID")]
    pub account: String,
    /// The name of the state machine, for what it does to itself; the file's name up to its first dot by default.
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Add what logging to CloudWatch Logs needs.
    #[arg(long)]
    pub logging: bool,
    /// Add what tracing with X-Ray needs.
    #[arg(long)]
    pub tracing: bool,
    /// Placeholders.
    #[command(flatten)]
    pub variables: Variables,
}

/// How to print a policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IamFormat {
    /// The policy as IAM takes it.
    #[default]
    Json,
    /// With the states that need each permission.
    Human,
}

/// Explain something.
#[derive(Debug, Args)]
pub struct Explain {
    /// A rule (`catch-drops-input`), an error name (`States.DataLimitExceeded`), or a kind of file (`mocks`, `scenarios`,
    /// `objects`, `config`).
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// List the rules.
#[derive(Debug, Args)]
pub struct Rules {
    /// How to print them.
    #[arg(long, value_enum, default_value_t)]
    pub format: ResultFormat,
}

/// Help with `sfnrun.toml`.
#[derive(Debug, Args)]
pub struct Configure {
    /// What to print.
    #[command(subcommand)]
    pub command: ConfigureCommand,
}

/// What to print about configurations.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum ConfigureCommand {
    /// Print the JSON Schema of `sfnrun.toml`.
    Schema,
}

/// Print a completion script.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}
