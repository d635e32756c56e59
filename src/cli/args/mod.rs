//! What the command line takes.

mod about;
mod exec;
mod history;
mod iam;
mod mocks;
mod test;
mod token;
mod validate;

pub use about::{Completions, Configure, ConfigureCommand, Explain, Rules, RulesFormat};
pub use exec::{ClockChoice, Exec, LimitsChoice, Live, LogLevelChoice, ResultFormat};
pub use history::{Diff, History, HistoryFormat};
pub use iam::{Iam, IamFormat};
pub use mocks::{Mocks, MocksCommand, MocksFormat, MocksFromHistory, MocksInit};
pub use test::{Eval, Level, Test, TestState};
pub use token::{Token, TokenAction, TokenChoice};
pub use validate::{FindingsFormat, FixChoice, Validate};

use clap::{Args, Parser, Subcommand, ValueEnum};

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
