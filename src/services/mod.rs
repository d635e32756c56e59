//! Facts on AWS's services, as far as Step Functions shows them.

pub mod api;
mod effects;
mod error_prefix;
pub mod exceptions;
mod glue;
mod jobs;
mod known_shape;
mod model_calls;
mod model_list;
mod models;
pub mod optimized;
mod permanent;
mod prices;
mod request;
pub mod result_shapes;
mod secrets;
mod targets;
mod throttling;
mod transient;
mod uncallable;

pub use effects::{RepeatedEffect, counts_on, repeated_effect};
pub use error_prefix::{error_prefixes, is_mistaken_prefix};
pub use glue::glued_call;
pub use jobs::Job;
pub use known_shape::{KnownShape, Member};
pub use model_calls::{ModelCall, model_call};
pub use model_list::{ListedModel, ModelList, ModelListError};
pub use models::{Family, ModelEnd, ModelId};
pub use permanent::{is_business_answer, permanent_error};
pub use prices::DOLLARS_A_TRANSITION;
pub use request::{ApiRequest, Parameter, Request, operation_behind, optimised_form, request};
pub use secrets::{secret, secret_under, without_secrets};
pub use targets::target_parameter;
pub use throttling::throttling_error;
pub use transient::{LAMBDA_THROTTLED, LAMBDA_TRANSIENT};
pub use uncallable::{Uncallable, is_retired, uncallable};
