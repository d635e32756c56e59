//! Handlers that do the tasks of an execution: mocks, functions that run here, and where callbacks come in.

#[cfg(feature = "aws")]
mod calls;
mod findings;
mod functions;
#[cfg(test)]
mod garbage_tests;
#[cfg(test)]
mod guide_tests;
mod handler;
mod in_flight;
mod item_store;
mod layered;
mod live;
mod machines;
mod mock_config_file;
mod mock_config_handler;
#[cfg(test)]
mod mock_config_tests;
mod mock_file;
mod mocks;
mod objects;
mod recorded;
mod recorded_run;
mod reports;
mod scrub;
mod skeleton;
#[cfg(test)]
mod skeleton_tests;
#[cfg(test)]
mod testing;
mod unknown_state;

/// The guide to mock files, as Markdown.
pub const MOCKS_GUIDE: &str = include_str!("MOCKS.md");

#[cfg(feature = "aws")]
use calls::Called;
#[cfg(feature = "aws")]
pub use calls::{
    Advice, AwsCalls, CallFacts, Connections, ConnectionsFault, Origin, Plan, PlannedCall,
    Selection, SelectionFault, parameter_check,
};
pub use functions::{FunctionSource, Invocation, LocalFunctions, Logs, SourceFault, function_name};
pub use handler::{MockError, RecordedReply, Reply, TaskHandler, TimedOutcome};
pub use in_flight::{GivenUp, GivenUpJob, InFlight, JobEnd};
pub use item_store::{ItemFault, ItemStore, Served, StreamReport};
pub use layered::LayeredHandler;
pub use live::{Callbacks, Live, LiveHandler, Means, Within};
pub use machines::{
    LocalMachine, LocalMachines, SendTask, StartExecution, StartPattern, StartedExecution,
};
pub use mock_file::{MockFile, MockHandler, Mocks, split_case};
pub use objects::{
    FolderStore, ItemStreams, MemoryStore, OBJECTS_GUIDE, ObjectInfo, ObjectStore, ObjectWriter,
    Objects, OverlayStore, StoreError, Stores, StreamsApart,
};
#[cfg(feature = "aws")]
pub use objects::{S3Stores, TouchedObjects};
pub use recorded::{
    RecordedCall, RecordedMocks, Recorder, StartedHere, recorded_mocks, recording_heading,
    whole_part,
};
pub use recorded_run::RecordedRun;
pub use reports::{Hindrance, Report, Reporter, Reports, Said};
pub use skeleton::{MockFormat, skeleton};
