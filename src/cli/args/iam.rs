//! `sfnrun iam`

use super::Variables;
use clap::{Args, ValueEnum};

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
