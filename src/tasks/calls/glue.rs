//! `glue:startJobRun`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::{self, with};
use crate::value::Value;

/// Starts a run of a job. The result names the job as well, which the service's answer does not (developer guide, "Start
/// an AWS Glue job").
pub(super) async fn start(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let result = plain::call(caller, "glue", "startJobRun", parameters.clone()).await?;
    Ok(match parameters.get("JobName") {
        Some(name) => with(&result, "JobName", name.clone()),
        None => result,
    })
}
