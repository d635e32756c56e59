//! What the program tells of itself: rules, pages, configuration, completions.

use clap::{Args, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Explain something.
#[derive(Debug, Args)]
pub struct Explain {
    /// A rule (`catch-drops-input`), an error name (`States.DataLimitExceeded`, `DynamoDB.ConditionalCheckFailedException`), a
    /// code of AWS (`MISSING_END_STATE`), or a kind of file (`mocks`, `scenarios`, `objects`, `config`).
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// List the rules.
#[derive(Debug, Args)]
pub struct Rules {
    /// How to print them.
    #[arg(long, value_enum, default_value_t)]
    pub format: RulesFormat,
}

/// How to print the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RulesFormat {
    /// A table.
    #[default]
    Human,
    /// One JSON object that holds all of them.
    Json,
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
