//! `sfnrun exec`

use crate::asl::{StateMachine, WorkflowType};
use crate::base::{Timestamp, text};
use crate::cli::args::{ClockChoice, Exec, LimitsChoice, ResultFormat};
use crate::cli::configuration::of_run;
use crate::cli::definition::{self, Definition};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_file::HistoryFile;
use crate::cli::input;
use crate::cli::live_tasks::{LiveTasks, secrets};
use crate::cli::log_file::LogFile;
use crate::cli::machine_source::{MachineSource, rendered, runnable};
use crate::cli::mock_layers::MockLayers;
use crate::cli::mock_source::{MockSource, NoMocks};
use crate::cli::recording::RecordingFile;
use crate::cli::terminal::Terminal;
use crate::cli::unfinished::Unfinished;
use crate::diagnostics::Diagnostic;
use crate::engine::Secrets;
use crate::engine::{Event, Limits, Names, Options, Outcome, Status};
use crate::report::diagnostic::failure_diagnostic;
use crate::report::execution_result;
use crate::report::timeline::{Detail, LiveView, RunFacts, Timeline, TimelineOptions};
use crate::run::{Clock, Consumer, End, NestedRun, Surroundings, run as run_execution};
use crate::tasks::{
    FolderStore, ItemStore, ItemStreams, LayeredHandler, LiveHandler, Reports, TaskHandler,
};
use crate::value::Value;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Runs a definition.
pub(crate) fn run(arguments: &Exec, terminal: &Terminal) -> Result<Exit, CliError> {
    let settings = of_run(
        &arguments.definition,
        &arguments.configuration,
        &arguments.variables,
        arguments.workflow_type.map(WorkflowType::from),
        terminal,
    )?;
    let bindings = &settings.bindings;
    let file = input::source_file(&arguments.definition)?;
    let definitions = definition::load(file, bindings, settings.workflow_type);
    let mut definition = definition::select(definitions, arguments.resource.as_deref())?;
    let workflow_type = definition.workflow_type;
    let machine = runnable(&mut definition, terminal)?;
    if arguments.definition == "-" && arguments.input == "-" {
        return Err(CliError::new(
            "definition and input cannot both come from standard input",
        ));
    }
    let input = input::json(&arguments.input, "--input")?;
    let mut options = options(arguments, &definition, workflow_type)?;
    let load = |named: &str| MockSource::load(named, &definition.name(), &machine, terminal);
    let mocks = arguments.mocks.as_deref().map(load).transpose()?;
    let machines = MachineSource::load(&arguments.machine, bindings, mocks.as_ref(), terminal)?;
    let recorded = arguments.record_missing.as_deref();
    let recorded = recorded.filter(|path| Path::new(path).exists());
    let recorded = recorded
        .map(load)
        .transpose()?
        .map(MockSource::leaving_gaps);
    if arguments.record.is_some() && arguments.record == arguments.mocks {
        return Err(
            CliError::new("`--record` writes over the file that `--mocks` reads")
                .help("`--record-missing FILE` answers from a recording and adds to it"),
        );
    }
    let s3 = match &arguments.s3 {
        Some(path) => Some(input::folder(path, "--s3")?),
        None => None,
    };
    let live = LiveTasks::from(&arguments.live)?;
    let run_id = match &live {
        Some(_) => {
            let (key, id) = secrets()?;
            options.token_key = Some(key);
            Some(id)
        }
        None => None,
    };
    ExecRun {
        arguments,
        terminal,
        definition: &definition,
        machine: Arc::new(machine),
        options,
        mocks: MockLayers::new(mocks.into_iter().chain(recorded)),
        machines,
        s3,
        live,
        run_id,
    }
    .run(input)
}

fn options(
    arguments: &Exec,
    definition: &Definition,
    workflow_type: WorkflowType,
) -> Result<Options, CliError> {
    let mut options = Options {
        workflow_type,
        limits: match arguments.limits {
            LimitsChoice::Aws => Limits::Aws,
            LimitsChoice::Off => Limits::Off,
        },
        seed: arguments.seed,
        trace: arguments.verbose > 1,
        ..Options::default()
    };
    if !(arguments.wait_scale >= 0.0 && arguments.wait_scale.is_finite()) {
        return Err(CliError::new(format!(
            "`--wait-scale {}` is no factor",
            arguments.wait_scale
        ))
        .help("give a number from 0 up: 0.1 makes ten seconds one"));
    }
    match &arguments.start_time {
        Some(text) => {
            options.start = Timestamp::parse(text).ok_or_else(|| {
                CliError::new(format!("`--start-time {text}` is no instant"))
                    .help("write it as in `2026-01-31T08:00:00Z`")
            })?;
        }
        None if clock(arguments) != ClockChoice::Virtual => options.start = now(),
        None => {}
    }
    options.names = Names {
        state_machine: definition.name().into(),
        execution: arguments.name.as_deref().unwrap_or("local").into(),
        ..Names::default()
    };
    Ok(options)
}

/// How time passes: as on the wall where tasks are really done, unless something else is asked for.
fn clock(arguments: &Exec) -> ClockChoice {
    let live = &arguments.live;
    let really_done = !live.lambda.is_empty() || live.callback_port.is_some();
    arguments.clock.unwrap_or(if really_done {
        ClockChoice::Wall
    } else {
        ClockChoice::Virtual
    })
}

fn now() -> Timestamp {
    #[expect(
        clippy::disallowed_methods,
        reason = "under the wall clock an execution starts now"
    )]
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Timestamp(since.map_or(0, |since| {
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }))
}

/// One run of `exec`.
struct ExecRun<'a> {
    arguments: &'a Exec,
    terminal: &'a Terminal,
    definition: &'a Definition,
    machine: Arc<StateMachine>,
    options: Options,
    mocks: MockLayers,
    machines: MachineSource,
    s3: Option<FolderStore>,
    live: Option<LiveTasks>,
    /// Names the run for `sfnrun token`, where tasks are really done.
    run_id: Option<String>,
}

impl ExecRun<'_> {
    fn run(&self, input: Value) -> Result<Exit, CliError> {
        let mut history = match &self.arguments.history {
            Some(path) => Some(HistoryFile::open(
                path,
                &self.options,
                self.machine.clone(),
            )?),
            None => None,
        };
        let mut logs = LogFile::open(self.arguments, &self.options, self.machine.clone())?;
        let mut recording = RecordingFile::open(self.arguments, self.machine.clone())?;
        let mut view = self.view();
        #[expect(
            clippy::disallowed_methods,
            reason = "the summary tells how long the run really took"
        )]
        let started = Instant::now();
        let mut heard = Heard::default();
        let mut handler = self.mocks.handler(&self.machine, self.options.seed);
        let files = [
            history.as_mut().map(|file| file as &mut dyn Consumer),
            logs.as_mut().map(|file| file as &mut dyn Consumer),
            recording.as_mut().map(|file| file as &mut dyn Consumer),
        ];
        let files = files.into_iter().flatten();
        let end = self.execute(input, handler.as_mut(), &mut view, &mut heard, files)?;
        let facts = RunFacts {
            real_duration: Some(started.elapsed()),
        };
        self.logs(&end);
        let notes = self.mocks.notes(handler, &heard.notes, self.terminal);
        let over = is_over(&end);
        let exit = self.conclude(end, &mut view, &notes, facts, &heard.secrets)?;
        if let Some(history) = history {
            history.finish()?;
        }
        if let Some(logs) = logs {
            logs.finish()?;
        }
        if let Some(recording) = recording {
            self.tell_recorded(recording.finish(over)?);
        }
        Ok(exit)
    }

    fn execute<'c>(
        &self,
        input: Value,
        mocked: Option<&mut LayeredHandler>,
        view: &'c mut LiveView,
        heard: &'c mut Heard,
        files: impl Iterator<Item = &'c mut dyn Consumer>,
    ) -> Result<End, CliError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| CliError::new(format!("no runtime to work in: {error}")))?;
        let _in_runtime = runtime.enter();
        let printer = view.printer();
        let (reporter, mut reports) = Reports::channel();
        let mut counter = match (&self.live, &self.run_id) {
            (Some(live), Some(run)) => {
                Some(runtime.block_on(live.counter(run, printer, self.terminal))?)
            }
            _ => None,
        };
        let mut watch = Watch {
            heard,
            view,
            machine: &self.machine,
        };
        let mut consumers: Vec<&mut dyn Consumer> = vec![&mut watch];
        consumers.extend(files.map(|file| file as &mut dyn Consumer));
        let mut nothing = NoMocks;
        let mocked = mocked.map(|handler| handler as &mut dyn TaskHandler);
        let mut lively;
        let handler: &mut dyn TaskHandler = match (&self.live, &mut counter) {
            (Some(live), Some(counter)) => {
                let functions = live.functions.clone();
                lively = LiveHandler::new(mocked, functions, counter, reporter);
                &mut lively
            }
            _ => mocked.unwrap_or(&mut nothing),
        };
        let mut streams = self.s3.clone().map(ItemStreams::new);
        let clock = match clock(self.arguments) {
            ClockChoice::Virtual | ClockChoice::Skip => Clock::Virtual,
            ClockChoice::Wall => Clock::Wall {
                scale: self.arguments.wait_scale,
            },
        };
        let interrupt = async {
            // Without a handler for it, Ctrl-C ends the program as it always does.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        Ok(runtime.block_on(run_execution(
            self.machine.clone(),
            self.options.clone(),
            input,
            clock,
            Surroundings {
                handler,
                reports: Some(&mut reports),
                store: streams
                    .as_mut()
                    .map(|streams| streams as &mut dyn ItemStore),
                machines: self.machines.machines(),
                consumers: &mut consumers,
            },
            interrupt,
        )))
    }
}

/// Whether an execution came to its end by itself.
fn is_over(end: &End) -> bool {
    matches!(end, End::Finished(outcome) if outcome.status != Status::Aborted)
}

/// What is kept of a run for its end.
#[derive(Default)]
struct Heard {
    secrets: Secrets,
    /// What the mocks of executions that were started noted.
    notes: Vec<Diagnostic>,
}

/// Looks on while the run goes on. A terminal that cannot be written any more must not fail it.
struct Watch<'a> {
    heard: &'a mut Heard,
    view: &'a mut LiveView,
    machine: &'a StateMachine,
}

impl Consumer for Watch<'_> {
    fn event(&mut self, event: &Event) {
        self.heard.secrets.learn(event);
        let _ = self.view.event(event, self.machine);
    }

    fn nested(&mut self, run: &NestedRun, event: &Event) {
        self.heard.secrets.learn(event);
        self.view.nested(run, event);
    }

    fn nested_notes(&mut self, _: &NestedRun, notes: &[Diagnostic]) {
        self.heard.notes.extend_from_slice(notes);
    }
}

impl ExecRun<'_> {
    /// Only a run that takes its time, in front of somebody, is drawn while it goes on.
    fn view(&self) -> LiveView {
        let waits = clock(self.arguments) == ClockChoice::Wall && self.arguments.wait_scale > 0.0;
        if (waits || self.live.is_some()) && self.terminal.stderr_terminal {
            LiveView::new(self.timeline_options())
        } else {
            LiveView::silent(self.timeline_options())
        }
    }

    /// What functions wrote to their standard error: where the run failed, or where details are asked for.
    fn logs(&self, end: &End) {
        let Some(live) = &self.live else {
            return;
        };
        let succeeded =
            matches!(end, End::Finished(outcome) if outcome.status == Status::Succeeded);
        if (succeeded && self.arguments.verbose == 0) || self.arguments.quiet {
            return;
        }
        for (function, line) in live.functions.logs().take() {
            self.terminal.story(&format!("{function} | {line}\n"));
        }
    }

    fn tell_recorded(&self, calls: usize) {
        let arguments = self.arguments;
        let path = arguments
            .record
            .as_ref()
            .or(arguments.record_missing.as_ref());
        if let (Some(path), false) = (path, arguments.quiet) {
            let calls = text::count(calls, "call");
            self.terminal
                .story(&format!("recorded {calls} in `{path}`\n"));
        }
    }

    fn timeline_options(&self) -> TimelineOptions {
        let arguments = self.arguments;
        TimelineOptions {
            name: self.definition.name(),
            run_id: self.run_id.clone(),
            workflow_type: self.options.workflow_type,
            virtual_clock: clock(arguments) == ClockChoice::Virtual,
            limits: self.options.limits.hold(),
            detail: match (arguments.quiet, arguments.verbose) {
                (true, _) => Detail::Nothing,
                (false, 0) => Detail::Rows,
                (false, 1) => Detail::Changes,
                (false, _) => Detail::Stages,
            },
            style: self.terminal.stderr_style(),
            ..TimelineOptions::default()
        }
    }

    /// Tells how the run ended: the story on stderr, the result on stdout.
    fn conclude(
        &self,
        end: End,
        view: &mut LiveView,
        notes: &str,
        facts: RunFacts,
        secrets: &Secrets,
    ) -> Result<Exit, CliError> {
        let outcome = match &end {
            End::Finished(outcome) => Some(&**outcome),
            _ => None,
        };
        let story = view.finish(&self.machine, outcome, facts);
        self.terminal.story(&story);
        if !self.arguments.quiet {
            self.terminal.story(notes);
        }
        if let End::Finished(outcome) = &end {
            return self.finished(outcome, view.timeline(), facts, secrets);
        }
        let unfinished = Unfinished {
            terminal: self.terminal,
            definition: self.definition,
            machine: &self.machine,
            mocks: &self.mocks,
            machines: &self.machines,
        };
        unfinished.tell(&end);
        Ok(Exit::CannotRun)
    }

    fn finished(
        &self,
        outcome: &Outcome,
        timeline: &Timeline,
        facts: RunFacts,
        secrets: &Secrets,
    ) -> Result<Exit, CliError> {
        if let Some(diagnostic) = failure_diagnostic(&self.machine, outcome, secrets) {
            self.terminal
                .story(&rendered(self.definition, &[diagnostic], self.terminal));
        }
        match self.arguments.format {
            ResultFormat::Json => {
                let result = execution_result(&self.machine, timeline, Some(outcome), facts);
                self.terminal
                    .result(&format!("{}\n", result.to_pretty_json()))?;
            }
            ResultFormat::Human => {
                if let Some(output) = &outcome.output {
                    self.terminal
                        .result(&format!("{}\n", output.to_pretty_json()))?;
                }
            }
        }
        let caught = outcome.status == Status::Succeeded && timeline.totals().caught > 0;
        Ok(match Exit::of(outcome.status) {
            Exit::Success if caught && self.arguments.fail_on_catch => Exit::Failure,
            exit => exit,
        })
    }
}
