//! `batch:submitJob`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{self, with};
use crate::value::{Object, Value};

/// Submits a job. Where the state waits for it, its environment says who manages it (LocalStack's integration, not
/// recorded).
pub(super) async fn submit(caller: &Caller<'_>, waits: bool) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let parameters = match waits {
        true => managed(parameters),
        false => parameters.clone(),
    };
    plain::call(caller, "batch", "submitJob", parameters).await
}

fn managed(parameters: &Value) -> Value {
    let mark: Object = [
        ("Name", Value::from("MANAGED_BY_AWS")),
        ("Value", Value::from("STARTED_BY_STEP_FUNCTIONS")),
    ]
    .into_iter()
    .collect();
    let overrides = parameters.get("ContainerOverrides").cloned();
    let overrides = overrides.unwrap_or_else(Value::empty_object);
    let own = overrides.get("Environment").and_then(Value::as_array);
    let own = own
        .into_iter()
        .flat_map(|variables| variables.iter().cloned());
    let environment = own.chain([mark.into()]).collect();
    let overrides = with(&overrides, "Environment", environment);
    with(parameters, "ContainerOverrides", overrides)
}
