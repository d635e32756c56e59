//! `sfnrun test-state`

use crate::base::text;
use crate::cli::args::{Level, TestState};
use crate::cli::configuration::of_run;
use crate::cli::definition;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::terminal::Terminal;
use crate::query::Variables;
use crate::source::{Bindings, Node, SourceFile, Tree};
use crate::test_state::{
    Fault, InspectionLevel, Mock, Refusal, Request, Response, ShapeFault, StateConfiguration,
    TestStatus, test_state,
};
use crate::value::Value;

/// Tests a state and prints what AWS's API would answer.
pub(crate) fn run(arguments: &TestState, terminal: &Terminal) -> Result<Exit, CliError> {
    let settings = of_run(
        &arguments.definition,
        &arguments.configuration,
        &arguments.placeholders,
        None,
        terminal,
    )?;
    let file = input::source_file(&arguments.definition)?;
    if arguments.definition == "-" && arguments.input == "-" {
        return Err(CliError::new(
            "definition and input cannot both come from standard input",
        ));
    }
    let request = request(arguments)?;
    let (file, tree) = subject(arguments, file, &settings.bindings, terminal)?;
    match test_state(&tree, &request) {
        Ok(response) => {
            terminal.result(&format!("{}\n", response.to_value().to_pretty_json()))?;
            Ok(exit(&response))
        }
        Err(Fault::Refused(refusal)) => Err(refused(&refusal, &file, terminal)),
        Err(fault) => {
            let error = CliError::new(fault.to_string());
            let error = match fault {
                Fault::NoMock { .. } => {
                    error.help("say what it answers: `--mock '{\"result\": …}'`")
                }
                _ => error,
            };
            terminal.story(&error.to_string());
            Ok(Exit::CannotRun)
        }
    }
}

fn exit(response: &Response) -> Exit {
    match response.status {
        TestStatus::Succeeded => Exit::Success,
        TestStatus::Failed | TestStatus::Retriable | TestStatus::CaughtError => Exit::Failure,
    }
}

/// The tree whose root is the definition, however it lies in the file, and the text that its places are in.
fn subject(
    arguments: &TestState,
    file: SourceFile,
    bindings: &Bindings,
    terminal: &Terminal,
) -> Result<(SourceFile, Tree), CliError> {
    let definitions = definition::load(file, bindings, None);
    if definitions.list.is_empty() && arguments.resource.is_none() {
        // It may be the definition of a single state.
        let file = definitions.file;
        let mut tree = file.read();
        bindings.fill(&mut tree);
        return Ok((file, tree));
    }
    let definition = definition::select(definitions, arguments.resource.as_deref())?;
    if definition.tree.root.is_none() {
        let report = definition::rendered(
            &definition.file,
            &definition.diagnostics,
            terminal.stderr_style(),
        );
        return Err(CliError::rendered(report));
    }
    if arguments.state.is_none() {
        let fault = CliError::new(format!(
            "`{}` is a whole state machine: which of its states is to be tested?",
            arguments.definition
        ));
        return Err(fault.help(names(definition.tree.root.as_ref())));
    }
    Ok((definition.file, definition.tree))
}

fn names(machine: Option<&Node>) -> String {
    /// More names would hide the sentence.
    const MOST: usize = 8;
    let states = machine
        .and_then(|machine| machine.get("States"))
        .and_then(Node::members);
    let names: Vec<&str> = states
        .unwrap_or_default()
        .iter()
        .take(MOST)
        .map(|state| &*state.key.text)
        .collect();
    format!("add `--state`: {}", text::alternatives(&names))
}

fn request(arguments: &TestState) -> Result<Request, CliError> {
    let shape = |fault: ShapeFault| CliError::new(fault.to_string());
    let mock = match &arguments.mock {
        None => None,
        Some(mock) => Some(Mock::read(&input::json(mock, "--mock")?).map_err(shape)?),
    };
    let context = arguments.context.as_ref();
    let context = context.map(|context| input::json(context, "--context"));
    let configuration = input::json(&arguments.state_configuration, "--state-configuration")?;
    let variables = input::json(&arguments.variables, "--variables")?;
    Ok(Request {
        state_name: arguments.state.as_deref().map(Into::into),
        input: input::json(&arguments.input, "--input")?,
        inspection_level: match arguments.inspection_level {
            Level::Info => InspectionLevel::Info,
            Level::Debug => InspectionLevel::Debug,
            Level::Trace => InspectionLevel::Trace,
        },
        mock,
        context: context.transpose()?,
        variables: workflow_variables(&variables)?,
        state_configuration: StateConfiguration::read(&configuration).map_err(shape)?,
        role_arn: arguments.role_arn.as_deref().map(Into::into),
        seed: arguments.seed,
        ..Request::default()
    })
}

fn workflow_variables(value: &Value) -> Result<Variables, CliError> {
    let members = value.as_object().ok_or_else(|| {
        CliError::new(format!("--variables takes an object, not {}", value.kind()))
            .help("write names without `$`: `--variables '{\"total\": 1}'`")
    })?;
    let variables = members.iter();
    Ok(variables
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect())
}

/// AWS's words, behind ours where the definition is at fault.
fn refused(refusal: &Refusal, file: &SourceFile, terminal: &Terminal) -> CliError {
    if refusal.diagnostics.is_empty() {
        return CliError::new(refusal.to_string());
    }
    let report = definition::rendered(file, &refusal.diagnostics, terminal.stderr_style());
    CliError::rendered(format!("{report}{refusal}\n"))
}
