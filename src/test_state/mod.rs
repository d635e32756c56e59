//! TestState: what AWS answers when one state is tested by itself.
//!
//! The state is cut out of its definition ([`subject`]) and run by the engine, with a mock in the place of its task,
//! branches or iterations; the stages that the engine tells of become the inspection data ([`inspection`]). What AWS
//! refuses is refused in its words ([`refusal`]). Facts are those of the calls recorded in `conformance/aws/test_state`
//! and of the API reference, "TestState" and "InspectionData".

mod api_result;
mod call;
mod checks;
mod context;
mod inspection;
mod mock_result;
mod reading;
mod refusal;
mod request;
mod response;
mod subject;

pub use call::test_state;
pub use inspection::{ErrorDetails, InspectionData};
pub use reading::ShapeFault;
pub use refusal::{Fault, Refusal};
pub use request::{
    ErrorOutput, FieldValidation, InspectionLevel, Mock, Request, StateConfiguration,
};
pub use response::{Response, TestStatus};
