//! What can be told of a machine without running it: which state leads to which, what data can come to each, how big it
//! can be.

mod assignments;
mod choice;
mod estimate;
mod expression;
mod flow;
mod graph;
mod implication;
mod jsonata;
mod known;
mod loops;
mod model_output;
mod origin;
mod path;
mod reads;
mod samples;
mod scope;
mod shape;
mod size;
mod stages;
mod variables;
mod verdict;
mod way;

pub use assignments::{Assignment, Setter, assignments};
pub use estimate::{Carrier, Estimate, estimates};
pub use flow::{Arrival, DataFlow};
pub use graph::{Edge, Exit, Graph};
pub use implication::{contradiction, excludes, implies};
pub use loops::Loops;
pub use origin::Origin;
pub use path::{Lookup, look_up};
pub use reads::{Need, Read, Stage, Subject, reads};
pub use samples::Samples;
pub use scope::{Scope, Variables, context_object};
pub use shape::{Any, Field, Found, Kinds, Presence, Scalar, Shape};
pub use size::{PAYLOAD_LIMIT, Size};
pub use stages::{Incoming, Stages};
pub use variables::variable_references;
pub use verdict::{Verdict, verdicts};
pub use way::Way;
