//! Machines run with a mock file that was made of an execution.

use sfnrun::asl::StateMachine;
use sfnrun::engine::{Event, Options};
use sfnrun::history::{HistoryOptions, HistoryWriter};
use sfnrun::run::{Clock, Surroundings, run};
use sfnrun::source::SourceFile;
use sfnrun::tasks::MockFile;
use sfnrun::value::Value;
use std::sync::Arc;

/// Events as `exec --history` writes them.
pub(crate) fn history(events: &[Event], machine: &StateMachine) -> String {
    let mut bytes = Vec::new();
    let mut writer =
        HistoryWriter::new(&mut bytes, HistoryOptions::default()).expect("memory can be written");
    for event in events {
        writer.event(event, machine).expect("memory can be written");
    }
    writer.finish().expect("memory can be written");
    String::from_utf8(bytes).expect("a history is text")
}

/// Runs a machine with a mock file, and gives its history.
pub(crate) fn replayed(
    machine: &Arc<StateMachine>,
    options: &Options,
    input: &Value,
    mocks: &str,
) -> String {
    let tree = SourceFile::new("mocks.yaml", mocks.to_owned()).read();
    let (file, found) = MockFile::from_tree("mocks.yaml", &tree);
    assert_eq!(
        (found, &tree.diagnostics),
        (Vec::new(), &Vec::new()),
        "{mocks}"
    );
    let chosen = file.select(None, None).expect("it has no cases");
    let mut handler = chosen.handler(machine, options.seed);
    let mut events = Vec::new();
    let mut collect = |event: &Event| events.push(event.clone());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(run(
        machine.clone(),
        options.clone(),
        input.clone(),
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
    history(&events, machine)
}
