//! `bedrock:invokeModel`

use super::caller::Caller;
use super::fault::Stop;
use super::plain::with;
use crate::value::{Object, Value, read};

/// Invokes a model. Its body is JSON on both sides; with `Input.S3Uri` and `Output.S3Uri` Step Functions moves it from and to
/// S3 (developer guide, "Invoke and customize Amazon Bedrock models").
pub(super) async fn invoke(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let place = |key: &str| {
        let uri = parameters.get(key)?.get("S3Uri")?.as_str()?;
        let (bucket, key) = uri.strip_prefix("s3://")?.split_once('/')?;
        Some((uri, bucket, key))
    };
    let mut asked = asked(parameters);
    if let Some((_, bucket, key)) = place("Input") {
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
    match place("Output") {
        // What stands in the result then is verified nowhere: no recording shows it.
        Some((uri, bucket, key)) => {
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
