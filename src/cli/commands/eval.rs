//! `sfnrun eval`

use crate::base::{Random, Span, Timestamp};
use crate::cli::args::Eval;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::query::jsonata::{Bindings, Limits, StatesScope};
use crate::query::template::JsonataString;
use crate::query::{Environment, Expression, Variables};
use crate::report::diagnostic::{Findings, human};
use crate::value::{Object, Value};
use std::cell::RefCell;

/// What an expression can see.
struct World {
    input: Value,
    context: Value,
    states: Object,
    variables: Variables,
    random: RefCell<Random>,
    now: Timestamp,
}

/// Evaluates an expression and prints its value, or the error that AWS would give.
pub(crate) fn run(arguments: &Eval, terminal: &Terminal) -> Result<Exit, CliError> {
    let text = match arguments.expression.strip_prefix('@') {
        Some(path) => input::source_file(path)?.text.trim().to_owned(),
        None => arguments.expression.clone(),
    };
    let variables = object(&arguments.variables, "--variables")?;
    let world = World {
        input: input::json(&arguments.input, "--input")?,
        context: input::json(&arguments.context, "--context")?,
        states: object(&arguments.states, "--states")?,
        variables: variables
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        random: RefCell::new(Random::new(arguments.seed)),
        now: Timestamp::parse(&arguments.start_time).ok_or_else(|| {
            CliError::new(format!(
                "`--start-time {}` is no instant",
                arguments.start_time
            ))
            .help("write it as in `2026-01-31T08:00:00Z`")
        })?,
    };
    let value = match JsonataString::between_marks(&text) {
        Some(_) => jsonata(&text, &world, terminal)?,
        None => jsonpath(&text, &world, terminal)?,
    };
    match value {
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
            terminal.story(&format!("{error}\n"));
            Ok(Exit::Failure)
        }
    }
}

/// A path, an intrinsic function or a payload template: its value, or AWS's error.
fn jsonpath(
    text: &str,
    world: &World,
    terminal: &Terminal,
) -> Result<Result<Value, String>, CliError> {
    let expression = Expression::parse(text).map_err(|faults| {
        let diagnostics = faults.into_iter().map(|fault| {
            let diagnostic = Diagnostic::error("invalid-expression", fault.span, fault.message);
            match fault.help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        });
        refused(text, diagnostics.collect(), terminal)
    })?;
    let environment = Environment {
        input: &world.input,
        context: &world.context,
        variables: &world.variables,
        random: &world.random,
    };
    let value = expression.evaluate(&environment);
    Ok(value.map_err(|error| format!("States.Runtime: {}", error.cause)))
}

/// JSONata between its marks: its value, or AWS's error.
fn jsonata(
    text: &str,
    world: &World,
    terminal: &Terminal,
) -> Result<Result<Value, String>, CliError> {
    let whole = Span::new(0, text.len());
    let expression = match JsonataString::compile(text, whole, "") {
        Some(Ok(expression)) => expression,
        Some(Err(issue)) => {
            let message = format!("{}: {}", issue.error.code, issue.error.message);
            let diagnostic = Diagnostic::error("invalid-jsonata", issue.part, message);
            return Err(refused(text, vec![diagnostic], terminal));
        }
        None => {
            return Err(CliError::new(
                "the expression does not stand between `{%` and `%}`",
            ));
        }
    };
    let mut states: Object = [
        ("input", world.input.clone()),
        ("context", world.context.clone()),
    ]
    .into_iter()
    .collect();
    for (name, value) in world.states.iter() {
        states.insert(name.clone(), value.clone());
    }
    let states = Value::Object(states);
    let scope = StatesScope {
        states: &states,
        variables: &world.variables,
    };
    let bindings = Bindings {
        input: None,
        variables: &scope,
        now: world.now,
        random: &world.random,
        limits: Limits::AWS,
        cancel: None,
    };
    let value = expression.evaluate("Output", &bindings);
    Ok(value.map_err(|fault| format!("States.QueryEvaluationError: {fault}")))
}

fn refused(text: &str, diagnostics: Vec<Diagnostic>, terminal: &Terminal) -> CliError {
    let findings = Findings {
        path: "<expression>",
        text,
        diagnostics: &diagnostics,
    };
    CliError::rendered(human(&findings, terminal.stderr_style()))
}

fn object(text: &str, what: &str) -> Result<Object, CliError> {
    match input::json(text, what)? {
        Value::Object(object) => Ok(object),
        other => Err(CliError::new(format!(
            "{what} takes an object, not {}",
            crate::base::text::article(other.kind())
        ))),
    }
}
