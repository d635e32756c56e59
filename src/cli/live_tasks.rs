//! Tasks that are really being done: functions that run here, callbacks and activities that somebody outside answers.

use super::args::Live;
use super::aws_tasks::AwsTasks;
use super::configuration::ConfiguredFunctions;
use super::error::CliError;
use super::machine_source::MachineSource;
use super::terminal::{Terminal, variable};
use super::waiting::{named, which};
use crate::asl::{ResourceKind, State, StateKind, StateMachine};
use crate::callback::{Desk, Entry, Ledger, Server, StartedExecution, Ticket};
use crate::engine::{TaskId, TaskRequest, TokenKey};
use crate::report::timeline::Printer;
use crate::tasks::{
    Callbacks, FunctionSource, InFlight, ItemStore, LayeredHandler, LocalFunctions, Means,
    Reporter, Within,
};
use crate::value::Str;
use std::path::PathBuf;

/// What is done for real in a run.
pub(super) struct LiveTasks {
    /// Functions that run here.
    pub(super) functions: LocalFunctions,
    calls: Option<AwsTasks>,
    port: u16,
}

/// The counter at which callbacks come in: they are open on the desk, and the ledger says which token is whose.
pub(super) struct Counter<'a> {
    desk: Desk,
    ledger: Ledger,
    server: Server,
    run: &'a str,
    printer: Option<Printer>,
    terminal: &'a Terminal,
    told: bool,
}

impl LiveTasks {
    /// What the command line asks for; nothing where every task is a mock's.
    pub(super) fn from(
        arguments: &Live,
        configured: &ConfiguredFunctions,
    ) -> Result<Option<Self>, CliError> {
        let calls = AwsTasks::from(arguments)?;
        let functions = !arguments.lambda.is_empty() || arguments.local_functions;
        if !functions && arguments.callback_port.is_none() && calls.is_none() {
            return Ok(None);
        }
        let mut sources = match arguments.local_functions {
            true => of_configuration(configured)?,
            false => Vec::new(),
        };
        for option in &arguments.lambda {
            let (name, source) = option.split_once('=').ok_or_else(|| {
                CliError::new(format!("`--lambda {option}` names no function"))
                    .help("write `--lambda NAME=COMMAND`, `*` for all others")
            })?;
            let source = FunctionSource::parse(source).map_err(|fault| {
                CliError::new(format!("`--lambda {name}`: {fault}"))
                    .help("give a command, `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`")
            })?;
            sources.push((name.to_owned(), source));
        }
        Ok(Some(Self {
            functions: LocalFunctions::new(sources),
            calls,
            port: arguments.callback_port.unwrap_or(0),
        }))
    }

    /// Shows which states of the machines call AWS, and has that confirmed. Those do not that are answered here, those that
    /// start one of `machines`, and, where a folder stands for S3, Maps. Gives the place where calls are made, where it is known
    /// and there are any.
    pub(super) async fn confirm(
        &self,
        cast: &[Player<'_>],
        machines: &MachineSource,
        has_folder: bool,
        terminal: &Terminal,
    ) -> Result<Option<Place>, CliError> {
        let Some(calls) = &self.calls else {
            return Ok(None);
        };
        let runs_here = |state: &State| {
            function_of(state).is_some_and(|name| self.functions.has(name))
                || machine_of(state).is_some_and(|arn| machines.runs(arn))
                || has_folder && matches!(state.kind, StateKind::Map(_))
        };
        calls.confirm(cast, &runs_here, terminal).await
    }

    /// What to do about calls that failed.
    pub(super) fn advice(&self) -> Vec<String> {
        let calls = self.calls.as_ref();
        calls.map_or_else(Vec::new, AwsTasks::advice)
    }

    /// What does the tasks of a run: `pace` is of the pauses between two looks at a job.
    pub(super) fn means(&self, pace: f64) -> Means {
        let mut means = Means::new(self.functions.clone());
        if let Some(calls) = &self.calls {
            calls.add_to(&mut means, pace);
        }
        means
    }

    /// How a replay comes to the objects of S3 that Maps have read and written; nothing where none has.
    pub(super) fn for_replay(&self) -> Option<String> {
        self.calls.as_ref()?.for_replay()
    }

    /// What reads and writes S3 for Maps, where AWS is called. Needs a runtime.
    pub(super) fn streams(
        &self,
        reporter: Reporter,
        in_flight: InFlight,
    ) -> Option<Box<dyn ItemStore>> {
        let calls = self.calls.as_ref()?;
        Some(calls.streams(reporter, in_flight))
    }

    /// Opens the counter, at which workers take tasks of the activities of `machines`. Needs a runtime.
    pub(super) async fn counter<'a>(
        &self,
        run: &'a str,
        machines: impl Iterator<Item = &StateMachine>,
        printer: Option<Printer>,
        terminal: &'a Terminal,
    ) -> Result<Counter<'a>, CliError> {
        let desk = Desk::new(machines.flat_map(activities));
        let server = Server::start(self.port, desk.clone())
            .await
            .map_err(|fault| {
                CliError::new(format!(
                    "callbacks cannot come in on port {}: {fault}",
                    self.port
                ))
                .help("choose another one with `--callback-port`")
            })?;
        let folder = ledgers();
        let ledger = Ledger::open(&folder, run, server.port()).map_err(|fault| {
            CliError::new(format!(
                "the file that tells `sfnrun token` of this run cannot be written: {fault}"
            ))
        })?;
        Ok(Counter {
            desk,
            ledger,
            server,
            run,
            printer,
            terminal,
            told: false,
        })
    }
}

/// Where calls of AWS are made.
pub(super) struct Place {
    /// `aws`, `aws-us-gov`, `aws-cn`.
    pub(super) partition: String,
    /// Twelve digits.
    pub(super) account: String,
    pub(super) region: String,
}

/// A machine that takes part in a run.
#[cfg_attr(
    not(feature = "aws"),
    expect(dead_code, reason = "only a plan of calls tells of the machines")
)]
pub(super) struct Player<'a> {
    /// Name and file of one that another one starts.
    pub(super) started: Option<(&'a str, &'a str)>,
    pub(super) machine: &'a StateMachine,
    /// What answers its Tasks before they are really done.
    pub(super) mocks: Option<&'a LayeredHandler>,
}

/// The machine that a Task starts, as far as the definition tells.
fn machine_of(state: &State) -> Option<&str> {
    let StateKind::Task(task) = &state.kind else {
        return None;
    };
    let integration = task.resource.as_ref()?.value.integration()?;
    match (&*integration.service, &*integration.action) {
        ("states" | "sfn", "startExecution") | ("sfn", "startSyncExecution") => {
            constant(state, "StateMachineArn")
        }
        _ => None,
    }
}

/// A parameter of a Task that is a text in the definition.
fn constant<'s>(state: &'s State, name: &str) -> Option<&'s str> {
    let parameters = state.io.parameters.as_ref();
    let parameters = parameters.map(|parameters| &parameters.value);
    let named = parameters
        .and_then(|parameters| parameters.constant_member(name))
        .or_else(|| state.io.arguments.as_ref()?.constant_member(name));
    named?.as_str()
}

/// The function that a Task calls, as far as the definition tells.
fn function_of(state: &State) -> Option<&str> {
    let StateKind::Task(task) = &state.kind else {
        return None;
    };
    let resource = &task.resource.as_ref()?.value;
    match &resource.kind {
        ResourceKind::LambdaFunction => Some(&resource.text),
        ResourceKind::Integration(integration)
            if !integration.sdk && &*integration.service == "lambda" =>
        {
            constant(state, "FunctionName")
        }
        _ => None,
    }
}

/// The ARNs of the activities that states of a machine name.
fn activities(machine: &StateMachine) -> impl Iterator<Item = Str> {
    machine.states.iter().filter_map(|state| {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let resource = &task.resource.as_ref()?.value;
        let is_activity = matches!(resource.kind, ResourceKind::Activity);
        is_activity.then(|| resource.text.clone())
    })
}

/// The functions that the configuration names.
fn of_configuration(
    configured: &ConfiguredFunctions,
) -> Result<Vec<(String, FunctionSource)>, CliError> {
    if configured.sources.is_empty() {
        return Err(CliError::new("`--local-functions`: no configuration names a function")
            .help("`sfnrun.toml` beside the definition or above it has them: `[lambda]`, `charge = \"src/charge.py:handler\"`"));
    }
    let sources = configured.sources.iter().map(|(name, source)| {
        let source = FunctionSource::parse_in(source, &configured.folder).map_err(|fault| {
            CliError::new(format!("`{name}` of `lambda` in sfnrun.toml: {fault}"))
                .help("give a command, `lines:COMMAND`, `FILE.py:HANDLER`, `FILE.mjs:HANDLER` or `http://HOST:PORT`")
        })?;
        Ok((name.clone(), source))
    });
    sources.collect()
}

/// The folder of the ledgers: of this user alone.
pub(super) fn ledgers() -> PathBuf {
    let home = |folder: &str| variable("HOME").map(|home| PathBuf::from(home).join(folder));
    variable("XDG_RUNTIME_DIR")
        .map(PathBuf::from)
        .or_else(|| variable("XDG_STATE_HOME").map(PathBuf::from))
        .or_else(|| home(".local/state"))
        .unwrap_or_else(std::env::temp_dir)
        .join("sfnrun")
}

/// What the system's randomness gives a run whose tasks are really done.
pub(super) struct Chance {
    /// Makes tokens that nobody can guess.
    pub(super) token_key: TokenKey,
    /// Names the run for `sfnrun token`.
    pub(super) run_id: String,
    /// Decides its random numbers, so that no two runs ask for the same. Below 2^48: all notations have such numbers.
    pub(super) seed: u64,
}

/// Asks the system for randomness.
pub(super) fn chance() -> Result<Chance, CliError> {
    let mut bytes = [0; 42];
    getrandom::fill(&mut bytes)
        .map_err(|fault| CliError::new(format!("the system gives no random numbers: {fault}")))?;
    let (id, rest) = bytes.split_at(4);
    let (seed, key) = rest.split_at(6);
    let mut secret = [0; 32];
    secret.copy_from_slice(key);
    Ok(Chance {
        token_key: TokenKey::new(secret),
        run_id: id.iter().map(|byte| format!("{byte:02x}")).collect(),
        seed: seed.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte)),
    })
}

impl Counter<'_> {
    /// Notes a task that waits, and how `sfnrun token` finds it.
    fn ticket(
        &mut self,
        request: &TaskRequest,
        within: Option<Within<'_>>,
        reporter: &Reporter,
    ) -> Option<(Ticket, Entry)> {
        let token = request.token.clone()?;
        let iterations = request.iterations.iter().map(|at| i64::from(at.index));
        let entry = Entry {
            state: request.state_name.to_string(),
            iterations: iterations.collect(),
            within: within.map(|within| StartedExecution {
                machine: within.machine.to_owned(),
                place: within.place.to_owned(),
            }),
            token: token.clone(),
        };
        if let Err(fault) = self.ledger.opened(request.task, &entry) {
            // The token can be answered all the same, by whoever has it.
            self.say(&format!("warning: {fault}\n"));
        }
        let ticket = Ticket {
            task: request.task,
            token,
            reporter: reporter.clone(),
        };
        Some((ticket, entry))
    }

    fn say(&self, text: &str) {
        match &self.printer {
            // Nobody misses what a terminal does not show any more.
            Some(printer) => drop(printer.print(text)),
            None => self.terminal.story(text),
        }
    }

    fn tell(&mut self, what: &str) {
        if !self.told {
            self.told = true;
            let port = self.server.port();
            self.say(&format!(
                "callbacks come in at http://127.0.0.1:{port} (`aws stepfunctions send-task-success --endpoint-url …`)\n"
            ));
        }
        self.say(what);
    }
}

impl Callbacks for Counter<'_> {
    fn wait(&mut self, request: &TaskRequest, within: Option<Within<'_>>, reporter: &Reporter) {
        if let Some((ticket, entry)) = self.ticket(request, within, reporter) {
            self.desk.wait(ticket);
            let (named, which, run) = (named(&entry), which(&entry), self.run);
            self.tell(&format!(
                "{named} waits for its callback: sfnrun token succeed --run {run} {which}\n"
            ));
        }
    }

    fn schedule(&mut self, request: &TaskRequest, within: Option<Within<'_>>, reporter: &Reporter) {
        if let Some((ticket, entry)) = self.ticket(request, within, reporter) {
            let arn = &request.resource.text;
            self.desk.schedule(arn, request.parameters.clone(), ticket);
            let named = named(&entry);
            self.tell(&format!("{named} waits for a worker of {arn}\n"));
        }
    }

    fn close(&mut self, task: TaskId) {
        self.desk.close(task);
        if let Err(fault) = self.ledger.closed(task) {
            self.say(&format!("warning: {fault}\n"));
        }
    }
}
