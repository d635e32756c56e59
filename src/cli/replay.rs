//! A history run again here: the same machine or a changed one, the same input, the outcomes that are on record.

use super::error::CliError;
use crate::asl::{StateMachine, WorkflowType};
use crate::engine::{Event, EventKind, Names, Options};
use crate::history::{HistoryOptions, HistoryWriter, ImportedHistory};
use crate::run::{Clock, End, Surroundings, run};
use crate::source::SourceFile;
use crate::tasks::{MockFile, recorded_mocks};
use crate::value::{Value, read};
use std::sync::Arc;

/// What comes of it.
pub(super) struct Replay {
    /// Its events.
    pub(super) events: Vec<Event>,
    /// How it ended.
    pub(super) end: End,
    /// What the record cannot tell, one sentence each.
    pub(super) notes: Vec<String>,
}

/// Runs `machine` with the input and the outcomes of a history, from the same instant on.
pub(super) fn replay(
    history: &ImportedHistory,
    machine: &Arc<StateMachine>,
    names: Names,
) -> Result<Replay, CliError> {
    let started = history.events.iter().find_map(|event| match &event.kind {
        EventKind::ExecutionStarted { input } => Some((event.at, input.clone())),
        _ => None,
    });
    let Some((start, input)) = started else {
        return Err(
            CliError::new("the history does not tell how the execution was started")
                .help("it needs the first event, `ExecutionStarted`"),
        );
    };
    let recorded = recorded_mocks(&history.machine, &history.events, "");
    let file = SourceFile::new("the recorded outcomes", recorded.text);
    let (mocks, _) = MockFile::from_tree(&file.name, &file.read());
    let mocks = mocks
        .select(None, None)
        .map_err(|fault| CliError::new(fault.diagnostic.message.clone()))?;
    let options = Options {
        start,
        names,
        workflow_type: WorkflowType::Standard,
        ..Options::default()
    };
    let mut handler = mocks.handler(machine, options.seed);
    let mut events = Vec::new();
    let mut collect = |event: &Event| events.push(event.clone());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .map_err(|error| CliError::new(format!("no runtime to work in: {error}")))?;
    let end = runtime.block_on(run(
        Arc::clone(machine),
        options,
        input,
        Clock::Virtual,
        Surroundings {
            handler: &mut handler,
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers: &mut [&mut collect],
        },
        std::future::pending(),
    ));
    Ok(Replay {
        events,
        end,
        notes: recorded.notes,
    })
}

/// The entries of a history, as AWS has them; task tokens, which are others each time, are struck out.
pub(super) fn entries(events: &[Event], machine: &StateMachine) -> Vec<Value> {
    let mut text = Vec::new();
    let written =
        HistoryWriter::new(&mut text, HistoryOptions::default()).and_then(|mut writer| {
            for event in events {
                writer.event(event, machine)?;
            }
            writer.finish().map(drop)
        });
    let history = written
        .ok()
        .and_then(|()| read(&String::from_utf8_lossy(&text)).ok());
    let entries = history
        .as_ref()
        .and_then(|history| history.get("events")?.as_array());
    entries
        .into_iter()
        .flat_map(|entries| entries.iter().cloned())
        .collect()
}
