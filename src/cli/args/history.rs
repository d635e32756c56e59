//! `sfnrun history` and `sfnrun diff`: executions that ran.

use super::Variables;
use crate::cli::aws_access::AwsAccess;
use clap::{Args, ValueEnum};

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

/// Run a recorded execution again here, with a definition that lies here, and show where the two part.
///
/// The input, the outcomes of the Tasks and how long they took are those on record. Events are matched by what they follow, as
/// branches and iterations may take turns in another way. The exit code is 1 where something differs.
#[derive(Debug, Args)]
pub struct Diff {
    /// What `aws stepfunctions get-execution-history` or `sfnrun exec --history` wrote, `-` for standard input; or the ARN of
    /// an execution in AWS.
    #[arg(value_name = "FILE|ARN")]
    pub history: String,
    /// The definition to run; of an execution in AWS, without one, that which it was started with.
    #[arg(long, short, value_name = "DEFINITION")]
    pub local: Option<Option<String>>,
    /// The state machine, where a template defines several.
    #[arg(long, value_name = "NAME", requires = "local")]
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
