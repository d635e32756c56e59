//! `bedrock:invokeModel`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::with;
use crate::value::{Object, Value, read};

/// Invokes a model. Its body is JSON on both sides; with `Input.S3Uri` and `Output.S3Uri` Step Functions moves it from and to
/// S3 (developer guide, "Invoke and customize Amazon Bedrock models"), which must be chosen for the state as well.
pub(super) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let from = place(caller, "Input")?;
    let to = place(caller, "Output")?;
    let mut asked = asked(parameters);
    if let Some(Place { bucket, key, .. }) = from {
        let object = caller.sdk("s3", "getObject", object(bucket, key)).await?;
        asked.insert("Body", object.get("Body").cloned().unwrap_or_default());
    } else if let Some(body) = parameters
        .get("Body")
        .filter(|body| body.as_str().is_none())
    {
        asked.insert("Body", body.to_json().into());
    }
    let answer = caller
        .optimised("bedrock", "invokeModel", asked.into())
        .await?;
    let content_type = answer.result.get("ContentType").cloned();
    let body = match answer.result.get("Body") {
        Some(Value::String(text)) => read(text).unwrap_or_else(|_| text.clone().into()),
        Some(body) => body.clone(),
        None => Value::Null,
    };
    let mut result = Object::new();
    match to {
        // What stands in the result then is verified nowhere: no recording shows it.
        Some(Place { uri, bucket, key }) => {
            let parameters = with(&object(bucket, key), "Body", body);
            caller.sdk("s3", "putObject", parameters).await?;
            result.insert("Body", uri.into());
        }
        None => {
            result.insert("Body", body);
        }
    }
    if let Some(content_type) = content_type {
        result.insert("ContentType", content_type);
    }
    Ok(result.into())
}

/// An object of S3.
struct Place<'a> {
    uri: &'a str,
    bucket: &'a str,
    key: &'a str,
}

/// The object that `Input` or `Output` names; nothing where it names none.
fn place<'a>(caller: &Caller<'a>, field: &str) -> Result<Option<Place<'a>>, Stop> {
    let parameters = &caller.request.parameters;
    let named = parameters.get(field).and_then(|at| at.get("S3Uri"));
    let Some(uri) = named.and_then(Value::as_str) else {
        return Ok(None);
    };
    let state = &caller.request.state_name;
    if !caller.selection.holds_service(state, "s3") {
        return Err(Stop::Hindered {
            message: format!(
                "`{state}` names an object of S3 in `{field}.S3Uri`, and `--aws={}` does not choose `s3`",
                caller.selection
            ),
            help: Some(format!(
                "`--aws={}` chooses it",
                caller.selection.with_service("s3")
            )),
        });
    }
    let path = uri.strip_prefix("s3://");
    match path.and_then(|path| path.split_once('/')) {
        Some((bucket, key)) => Ok(Some(Place { uri, bucket, key })),
        None => Err(caller.unusable(&format!(
            "The value for the field '{field}.S3Uri' must be s3://bucket/key"
        ))),
    }
}

/// The parameters that the model's API takes.
pub(super) fn asked(parameters: &Value) -> Object {
    let mut asked = parameters.as_object().cloned().unwrap_or_default();
    asked.remove("Input");
    asked.remove("Output");
    asked
}

fn object(bucket: &str, key: &str) -> Value {
    let members = [("Bucket", Value::from(bucket)), ("Key", Value::from(key))];
    members.into_iter().collect::<Object>().into()
}
