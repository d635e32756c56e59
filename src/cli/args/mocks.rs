//! `sfnrun mocks`

use super::Variables;
use clap::{Args, Subcommand, ValueEnum};

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
