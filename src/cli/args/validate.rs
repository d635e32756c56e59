//! `sfnrun validate`

use super::{Variables, Workflow};
use crate::cli::baseline::BaselineOptions;
use crate::cli::configuration::ConfigurationOptions;
use crate::cli::rule_options::RuleOptions;
use crate::config::FailOn;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;

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
    #[arg(long, value_name = "NUMBER", value_parser = jobs)]
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

fn jobs(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse()
        .map_err(|_| "it is a whole number, and 1 at least")
}
