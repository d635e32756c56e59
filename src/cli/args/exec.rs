//! `sfnrun exec`

use super::{Variables, Workflow};
use crate::cli::aws_access::AwsAccess;
use crate::cli::configuration::ConfigurationFile;
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

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
    /// A folder that stands for S3, with a subfolder for each bucket: distributed Maps read and write there, with `--aws` too.
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
    /// Decides UUIDs, random numbers and jitter [default: what a recording tells; another one in each run where tasks are
    /// really done; else 0].
    #[arg(long, value_name = "NUMBER", help_heading = "Time and chance")]
    pub seed: Option<u64>,
    /// When the execution starts (RFC 3339) [default: under the wall clock now; else what a recording tells, or
    /// 2026-01-01T00:00:00Z].
    #[arg(long, value_name = "TIME", help_heading = "Time and chance")]
    pub start_time: Option<String>,
    /// Run as a state machine of this type, whatever its template says; without one, STANDARD.
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    pub workflow_type: Option<Workflow>,
    /// Whether AWS's quotas hold.
    #[arg(long, value_enum, default_value_t)]
    pub limits: LimitsChoice,
    /// The name of the execution [default: what a recording tells; a UUID where tasks are really done; else `local`].
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
    /// Write task tokens into the recording, and into the history of an execution in AWS, which else are struck out.
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
    /// Call AWS: for all Tasks that nothing else answers and for the objects of distributed Maps, or with
    /// `--aws=service:lambda,state:Review` for those only.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "*",
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
