//! `sfnrun token`

use clap::{Args, Subcommand};

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
    /// In which execution, where a Task has started it: as `token list` shows it. Without it, the execution itself that runs, if
    /// the state waits there.
    #[arg(long, value_name = "PLACE")]
    pub started_by: Option<String>,
    /// The token itself.
    #[arg(long, value_name = "TOKEN", conflicts_with_all = ["state", "iteration", "started_by"])]
    pub token: Option<String>,
    /// The port on which the run listens, with `--token`.
    #[arg(long, value_name = "PORT", requires = "token")]
    pub port: Option<u16>,
}
