//! The typed model of the Amazon States Language.
//!
//! A definition is lowered once from the source tree to a [`StateMachine`]: every path, template and expression is
//! parsed, every transition resolved, every place kept. Lowering collects what is wrong and goes on.

mod catcher;
mod choice;
mod dataflow;
mod definition;
mod fail;
mod ids;
mod load;
mod lower;
mod map;
mod map_data;
mod parameters;
mod query_language;
mod resource;
mod retrier;
mod state;
mod state_machine;
mod task;
mod wait;
mod written;

pub use catcher::Catcher;
pub use choice::{Choice, ChoiceRule, Comparison, Condition, Operand, Operator};
pub use dataflow::{Assign, Dataflow, PathField, Quantity, ResultPath, TextSource};
pub use definition::{Definition, Deployed};
pub use fail::Fail;
pub use ids::{FlowId, StateId};
pub use load::{Definitions, LoadOptions, ReadFile, Remarks, SelectError, load};
pub use lower::{LowerOptions, Lowered, lower};
pub use map::{ExecutionType, Items, Map, ProcessorMode};
pub use map_data::{
    CsvDelimiter, DataTemplate, InputType, ItemBatcher, ItemFormat, ItemReader, ManifestType,
    ReaderConfig, ResultWriter, Transformation, WriterConfig,
};
pub use parameters::{Argument, Parameters};
pub use query_language::QueryLanguage;
pub use resource::{Integration, Pattern, Resource, ResourceKind};
pub use retrier::{Retrier, error_matches};
pub use state::{Parallel, Pass, State, StateKind, StateType, Target, Transition};
pub use state_machine::{Flow, FlowKind, StateMachine, WorkflowType};
pub use task::{Credentials, Task};
pub use wait::{Wait, WaitUntil};
