//! `sfnrun exec`

mod conclusion;
mod watch;

use super::remote;
use crate::asl::{StateMachine, WorkflowType};
use crate::base::Timestamp;
use crate::cli::args::{ClockChoice, Exec, LimitsChoice};
use crate::cli::configuration::of_run;
use crate::cli::definition::{self, Definition};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::history_file;
use crate::cli::input;
use crate::cli::interrupt::interrupted;
use crate::cli::live_tasks::{Chance, LiveTasks, Place, Player, chance};
use crate::cli::log_file;
use crate::cli::machine_source::{MachineSource, runnable};
use crate::cli::mock_layers::MockLayers;
use crate::cli::mock_source::{MockSource, NoMocks};
use crate::cli::recording::RecordingFile;
use crate::cli::terminal::Terminal;
use crate::cli::unused_variables;
use crate::engine::{Limits, Names, Options};
use crate::report::timeline::{LiveView, RunFacts};
use crate::run::{Clock, Consumer, End, Surroundings, run as run_execution};
use crate::tasks::{
    FolderStore, InFlight, ItemStore, ItemStreams, LayeredHandler, Live, LiveHandler, RecordedRun,
    Reports, TaskHandler,
};
use crate::value::{Str, Value};
use conclusion::is_over;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Runtime;
use watch::{Heard, Watch};

/// Runs a definition.
pub(crate) fn run(arguments: &Exec, terminal: &Terminal) -> Result<Exit, CliError> {
    if let Some(arn) = &arguments.on {
        return remote::exec(arguments, arn, terminal);
    }
    if let (Some(option), None) = (arguments.live.access.given(), &arguments.live.aws) {
        return Err(
            CliError::new(format!("`{option}` is of no use where nothing calls AWS"))
                .help("`--aws` has Tasks call AWS, `--on ARN` runs the machine there"),
        );
    }
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
    let load = |named: &str| MockSource::load(named, &definition.name(), &machine, terminal);
    let mocks = arguments.mocks.as_deref().map(load).transpose()?;
    let recorded = arguments.record_missing.as_deref();
    let recorded = recorded.filter(|path| Path::new(path).exists());
    let recorded = recorded
        .map(load)
        .transpose()?
        .map(MockSource::leaving_gaps);
    let mocks: Vec<MockSource> = mocks.into_iter().chain(recorded).collect();
    let live = LiveTasks::from(&arguments.live, &settings.functions)?;
    let chance = match live {
        Some(_) => Some(chance()?),
        None => None,
    };
    let recorded = RecordedRun::of(mocks.iter().map(MockSource::mocks));
    let options = options(arguments, &definition, workflow_type, &recorded, &chance)?;
    let mocks = mocks.into_iter().map(|mocks| mocks.asked_by(&options));
    let mocks: Vec<MockSource> = mocks.collect();
    let machines = MachineSource::load(&arguments.machine, bindings, &mocks, terminal)?;
    let nested = machines.iter().map(|(_, nested)| &nested.filled);
    let filled = nested.chain([&definition.filled]);
    unused_variables::tell(&arguments.variables, filled, terminal);
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
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::new(format!("no runtime to work in: {error}")))?;
    ExecRun {
        runtime,
        arguments,
        terminal,
        definition: &definition,
        machine: Arc::new(machine),
        options,
        mocks: MockLayers::new(mocks),
        machines,
        s3,
        live,
        run_id: chance.map(|chance| chance.run_id),
    }
    .run(input)
}

fn options(
    arguments: &Exec,
    definition: &Definition,
    workflow_type: WorkflowType,
    recorded: &RecordedRun,
    chance: &Option<Chance>,
) -> Result<Options, CliError> {
    let drawn = chance.as_ref().map(|chance| chance.seed);
    let seed = arguments.seed.or(recorded.seed).or(drawn);
    let mut options = Options {
        workflow_type,
        limits: match arguments.limits {
            LimitsChoice::Aws => Limits::Aws,
            LimitsChoice::Off => Limits::Off,
        },
        seed: seed.unwrap_or_default(),
        token_key: chance.as_ref().map(|chance| chance.token_key.clone()),
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
        None => options.start = recorded.start.unwrap_or(options.start),
    }
    let known = Names::default();
    let name = arguments.name.as_deref().map(Str::from);
    let name = name.or_else(|| recorded.name.clone());
    let machine = recorded.machine.clone();
    options.names = Names {
        state_machine: machine.unwrap_or_else(|| definition.name().into()),
        execution: name.unwrap_or_else(|| match chance {
            Some(_) => options.drawn_name().into(),
            None => known.execution,
        }),
        region: recorded.region.clone().unwrap_or(known.region),
        ..known
    };
    Ok(options)
}

/// How time passes: as on the wall where tasks are really done, unless something else is asked for.
fn clock(arguments: &Exec) -> ClockChoice {
    let live = &arguments.live;
    let really_done = !live.lambda.is_empty() || live.callback_port.is_some() || live.aws.is_some();
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
    runtime: Runtime,
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
    /// Shows which Tasks call AWS, and has that confirmed. Gives the place where calls are made, where it is known.
    fn confirm(&self, mocks: Option<&LayeredHandler>) -> Result<Option<Place>, CliError> {
        let Some(live) = &self.live else {
            return Ok(None);
        };
        let seed = self.options.seed;
        let started: Vec<_> = (self.machines.iter())
            .map(|(local, definition)| (local, local.handler(seed, None), definition.file.home()))
            .collect();
        let started = started.iter().map(|(local, mocks, file)| Player {
            started: Some((local.name(), &file.name)),
            machine: local.machine(),
            mocks: Some(mocks),
        });
        let first = Player {
            started: None,
            machine: &self.machine,
            mocks,
        };
        let cast: Vec<Player<'_>> = std::iter::once(first).chain(started).collect();
        let _in_runtime = self.runtime.enter();
        let has_folder = self.s3.is_some();
        let confirmed = live.confirm(&cast, &self.machines, has_folder, self.terminal);
        self.runtime.block_on(confirmed)
    }

    /// Real seconds for a second of the pauses between two looks at a job.
    fn pace(&self) -> f64 {
        match clock(self.arguments) {
            ClockChoice::Wall => self.arguments.wait_scale,
            // Waits are skipped; a job takes the time it takes.
            ClockChoice::Virtual | ClockChoice::Skip => 1.0,
        }
    }

    fn run(mut self, input: Value) -> Result<Exit, CliError> {
        let mut handler = self.mocks.handler(&self.machine, self.options.seed);
        if let Some(place) = self.confirm(handler.as_ref())? {
            let names = &mut self.options.names;
            *names = names
                .clone()
                .at(&place.partition, &place.account, &place.region);
        }
        let mut history = match &self.arguments.history {
            Some(path) => Some(history_file::open(
                path,
                &self.options,
                self.machine.clone(),
            )?),
            None => None,
        };
        let mut logs = log_file::open(self.arguments, &self.options, self.machine.clone())?;
        let mut recording = RecordingFile::open(
            self.arguments,
            self.machine.clone(),
            &RecordedRun::new(&self.options),
        )?;
        let mut view = self.view();
        #[expect(
            clippy::disallowed_methods,
            reason = "the summary tells how long the run really took"
        )]
        let started = Instant::now();
        let mut heard = Heard::default();
        let files = [
            history.as_mut().map(|file| file as &mut dyn Consumer),
            logs.as_mut().map(|file| file as &mut dyn Consumer),
            recording.as_mut().map(|file| file as &mut dyn Consumer),
        ];
        let files = files.into_iter().flatten();
        let in_flight = InFlight::default();
        let flight = in_flight.clone();
        let end = self.execute(
            input,
            handler.as_mut(),
            &mut view,
            &mut heard,
            files,
            flight,
        )?;
        let facts = RunFacts {
            real_duration: Some(started.elapsed()),
            goes_on: false,
        };
        self.logs(&end, &heard.secrets);
        self.tell_given_up(&end, &self.given_up(&in_flight));
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
            let remark = self.live.as_ref().and_then(LiveTasks::for_replay);
            let calls = recording.finish(over, remark.as_deref())?;
            self.tell_recorded(calls, remark.as_deref());
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
        in_flight: InFlight,
    ) -> Result<End, CliError> {
        let runtime = &self.runtime;
        let _in_runtime = runtime.enter();
        let printer = view.printer();
        let (reporter, mut reports) = Reports::channel();
        let mut counter = match (&self.live, &self.run_id) {
            (Some(live), Some(run)) => {
                let nested = self.machines.iter().map(|(local, _)| &**local.machine());
                let machines = nested.chain([&*self.machine]);
                let counter = live.counter(run, machines, printer, self.terminal);
                Some(runtime.block_on(counter)?)
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
        let answered = mocked
            .as_ref()
            .map(|mocks| mocks.answered(&self.machine))
            .unwrap_or_default();
        let mut options = self.options.clone();
        let handler: &mut dyn TaskHandler = match mocked {
            Some(mocked) => mocked,
            None => &mut nothing,
        };
        let mut streams = match (&self.s3, &self.live) {
            (Some(folder), _) => Some(Box::new(ItemStreams::new(folder.clone())) as Box<_>),
            (None, Some(live)) => live.streams(reporter.clone(), in_flight.clone()),
            (None, None) => None,
        };
        let mut live = match (&self.live, &mut counter) {
            (Some(live), Some(counter)) => {
                let means = live.means(self.pace());
                options.check = means.check(answered);
                Some(LiveHandler::new(means, counter, reporter, in_flight))
            }
            _ => None,
        };
        let clock = match clock(self.arguments) {
            ClockChoice::Virtual | ClockChoice::Skip => Clock::Virtual,
            ClockChoice::Wall => Clock::Wall {
                scale: self.arguments.wait_scale,
            },
        };
        Ok(runtime.block_on(run_execution(
            self.machine.clone(),
            options,
            input,
            clock,
            Surroundings {
                handler,
                live: live.as_mut().map(|live| live as &mut dyn Live),
                reports: Some(&mut reports),
                store: streams
                    .as_mut()
                    .map(|streams| &mut **streams as &mut dyn ItemStore),
                machines: self.machines.machines(),
                consumers: &mut consumers,
            },
            interrupted(),
        )))
    }
}
