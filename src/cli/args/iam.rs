//! `sfnrun iam`

use super::Variables;
use crate::cli::configuration::ConfigurationFile;
use clap::{Args, ValueEnum};

/// Print a policy.
#[derive(Debug, Args)]
pub struct Iam {
    /// The definition or a template that defines one, `-` for standard input.
    #[arg(value_name = "DEFINITION")]
    pub definition: String,
    /// The state machine, where a template defines several: a logical id, in Terraform a resource name.
    #[arg(long, value_name = "NAME")]
    pub resource: Option<String>,
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
    /// The name of the state machine, for what it does to itself; by default the one that its template gives it, or the
    /// file's name up to its first dot.
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
    /// Where placeholders come from as well.
    #[command(flatten)]
    pub configuration: ConfigurationFile,
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
