//! `sfnrun eval`

use crate::base::Random;
use crate::cli::args::Eval;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::query::{Environment, Expression, Variables};
use crate::report::diagnostic::{Findings, human};
use crate::value::{Object, Value};
use std::cell::RefCell;

/// Evaluates an expression and prints its value, or the error that AWS would give.
pub(crate) fn run(arguments: &Eval, terminal: &Terminal) -> Result<Exit, CliError> {
    let expression = parse(&arguments.expression, terminal)?;
    let input = input::json(&arguments.input, "--input")?;
    let context = input::json(&arguments.context, "--context")?;
    let variables = object(
        input::json(&arguments.variables, "--variables")?,
        "--variables",
    )?;
    let variables: Variables = variables
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let random = RefCell::new(Random::new(arguments.seed));
    let environment = Environment {
        input: &input,
        context: &context,
        variables: &variables,
        random: &random,
    };
    match expression.evaluate(&environment) {
        Ok(value) => {
            let text = if arguments.compact {
                value.to_compact_json()
            } else {
                value.to_pretty_json()
            };
            terminal.result(&format!("{text}\n"))?;
            Ok(Exit::Success)
        }
        Err(error) => {
            terminal.story(&format!("States.Runtime: {}\n", error.cause));
            Ok(Exit::Failure)
        }
    }
}

fn parse(text: &str, terminal: &Terminal) -> Result<Expression, CliError> {
    Expression::parse(text).map_err(|faults| {
        let diagnostics: Vec<Diagnostic> = faults
            .into_iter()
            .map(|fault| {
                let diagnostic = Diagnostic::error("invalid-expression", fault.span, fault.message);
                match fault.help {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                }
            })
            .collect();
        let findings = Findings {
            path: "<expression>",
            text,
            diagnostics: &diagnostics,
        };
        CliError::rendered(human(&findings, terminal.stderr_style()))
    })
}

fn object(value: Value, what: &str) -> Result<Object, CliError> {
    match value {
        Value::Object(object) => Ok(object),
        other => Err(CliError::new(format!(
            "{what} takes an object, not {}",
            article(other.kind())
        ))),
    }
}

fn article(kind: &str) -> String {
    match kind {
        "null" => "null".to_owned(),
        "array" | "object" => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}
