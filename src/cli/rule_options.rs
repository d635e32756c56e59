//! Which rules `validate` runs, as the command line says it.

use super::error::CliError;
use crate::lint::{Choices, Level, LevelError, Meta, Selector, UnknownSelector};
use clap::Args;

/// Which rules run, and how much their findings matter.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleOptions {
    /// Judge by these only: rules, categories, `default`, `pedantic`, `all`. What AWS refuses is told all the same.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub select: Vec<String>,
    /// Do without these. Categories and groups leave rules out that judge; a rule that finds errors goes by its own name.
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub ignore: Vec<String>,
    /// Judge by the pedantic rules too, which are off by default.
    #[arg(long)]
    pub pedantic: bool,
    /// Give a rule's findings a severity: error, warning, note or off.
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',')]
    pub severity: Vec<String>,
}

impl RuleOptions {
    /// The rules that the names stand for.
    ///
    /// # Errors
    /// Where a name stands for none.
    pub(super) fn choices(&self) -> Result<Choices, CliError> {
        let levels = self.severity.iter().map(|text| level(text));
        Ok(Choices {
            select: selectors("--select", &self.select)?,
            extend: self
                .pedantic
                .then_some(Selector::Pedantic)
                .into_iter()
                .collect(),
            ignore: selectors("--ignore", &self.ignore)?,
            levels: levels.collect::<Result<_, _>>()?,
        })
    }
}

fn selectors(option: &str, names: &[String]) -> Result<Vec<Selector>, CliError> {
    let unknown =
        |error: UnknownSelector| CliError::new(format!("{option}: {error}")).help(error.help());
    let parsed = names.iter().map(|name| Selector::parse(name.trim()));
    parsed.collect::<Result<_, _>>().map_err(unknown)
}

fn level(text: &str) -> Result<(&'static Meta, Level), CliError> {
    let Some((rule, level)) = text.split_once('=') else {
        return Err(
            CliError::new(format!("--severity: `{text}` names no severity"))
                .help("say it as in `--severity catch-drops-input=error`"),
        );
    };
    let wrong =
        |error: LevelError| CliError::new(format!("--severity: {error}")).help(error.help());
    let rule = Meta::for_level(rule.trim()).map_err(wrong)?;
    let level = Level::parse(level.trim()).map_err(wrong)?;
    Ok((rule, level))
}
