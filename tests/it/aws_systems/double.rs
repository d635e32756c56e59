//! AWS as the mocks of a system have it.

use serde_json::{Value as Json, json};
use std::sync::{Arc, Mutex};
use wiremock::{Request, Respond, ResponseTemplate};

/// A call of a Task in a history: what was asked of whom, and what it gave.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) state: String,
    /// The ARN of a function, or `SERVICE:ACTION`.
    resource: String,
    asked: Json,
    pub(super) gave: Json,
}

/// The calls of a history that went well.
pub(super) fn calls(history: &Json) -> Vec<Call> {
    let events = history["events"].as_array().expect("events");
    let by_id = |id: &Json| events.iter().find(|event| event["id"] == *id);
    let parsed = |text: &Json| -> Json {
        let text = text.as_str().expect("a text");
        serde_json::from_str(text).expect("JSON")
    };
    let mut calls = Vec::new();
    for event in events {
        let output = match &event["type"] {
            kind if kind == "LambdaFunctionSucceeded" => {
                &event["lambdaFunctionSucceededEventDetails"]["output"]
            }
            kind if kind == "TaskSucceeded" => &event["taskSucceededEventDetails"]["output"],
            _ => continue,
        };
        let mut before = event;
        let scheduled = loop {
            before = by_id(&before["previousEventId"]).expect("an event before it");
            if before["type"]
                .as_str()
                .is_some_and(|kind| kind.ends_with("Scheduled"))
            {
                break before;
            }
        };
        let entered = by_id(&scheduled["previousEventId"]).expect("the state was entered");
        let function = &scheduled["lambdaFunctionScheduledEventDetails"];
        let task = &scheduled["taskScheduledEventDetails"];
        let (resource, asked) = match function["resource"].as_str() {
            Some(arn) => (arn.to_owned(), parsed(&function["input"])),
            None => {
                let part = |name: &str| task[name].as_str().expect("a text");
                (
                    format!("{}:{}", part("resourceType"), part("resource")),
                    parsed(&task["parameters"]),
                )
            }
        };
        calls.push(Call {
            state: entered["stateEnteredEventDetails"]["name"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            resource,
            asked,
            gave: parsed(output),
        });
    }
    calls
}

const CALLER: &str = "<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><GetCallerIdentityResult>\
    <Arn>arn:aws:iam::987654321098:user/dev</Arn><UserId>U</UserId><Account>987654321098</Account>\
    </GetCallerIdentityResult></GetCallerIdentityResponse>";

/// AWS as the mocks of a system have it.
pub(super) struct Double {
    pub(super) calls: Vec<Call>,
    /// Requests that it had no answer to.
    pub(super) surprises: Arc<Mutex<Vec<String>>>,
}

impl Double {
    /// The answer to a call of a function or a model: to this very request, or where the request holds an instant or a token,
    /// the only one that there is.
    fn answer(&self, of: impl Fn(&Call) -> Option<Json>, asked: &Json) -> Option<&Call> {
        let mut known = self.calls.iter().filter_map(|call| Some((call, of(call)?)));
        let exact = known.clone().find(|(_, request)| request == asked);
        let only = || {
            let first = known.next()?;
            known.next().is_none().then_some(first)
        };
        exact.or_else(only).map(|(call, _)| call)
    }

    fn lambda(&self, path: &str, asked: &Json) -> Option<ResponseTemplate> {
        let name = path
            .strip_prefix("/2015-03-31/functions/")?
            .strip_suffix("/invocations")?;
        let name = name.replace("%3A", ":");
        let called = |arn: &str| {
            arn == name || arn.split(':').nth(6) == name.split(':').nth(6).or(Some(&name))
        };
        let of = |call: &Call| match &*call.resource {
            "lambda:invoke" if called(call.asked["FunctionName"].as_str()?) => {
                Some(call.asked["Payload"].clone())
            }
            arn if arn.starts_with("arn:") && called(arn) => Some(call.asked.clone()),
            _ => None,
        };
        let call = self.answer(of, asked)?;
        let payload = match &*call.resource {
            "lambda:invoke" => &call.gave["Payload"],
            _ => &call.gave,
        };
        Some(
            ResponseTemplate::new(200)
                .insert_header("x-amz-executed-version", "$LATEST")
                .set_body_raw(payload.to_string(), "application/json"),
        )
    }

    fn bedrock(&self, path: &str, asked: &Json) -> Option<ResponseTemplate> {
        let model = path
            .strip_prefix("/model/")?
            .strip_suffix("/invoke")?
            .replace("%3A", ":");
        let of = |call: &Call| {
            let same = call.resource == "bedrock:invokeModel" && call.asked["ModelId"] == *model;
            same.then(|| call.asked["Body"].clone())
        };
        let call = self.answer(of, asked)?;
        Some(
            ResponseTemplate::new(200)
                .set_body_raw(call.gave["Body"].to_string(), "application/json"),
        )
    }

    fn find(&self, request: &Request) -> Option<ResponseTemplate> {
        let path = request.url.path();
        let json: Json = serde_json::from_slice(&request.body).unwrap_or(Json::Null);
        if let Some(answer) = self
            .lambda(path, &json)
            .or_else(|| self.bedrock(path, &json))
        {
            return Some(answer);
        }
        let target = request
            .headers
            .get("x-amz-target")
            .and_then(|target| target.to_str().ok());
        let of_json = |body: Json| {
            ResponseTemplate::new(200).set_body_raw(body.to_string(), "application/x-amz-json-1.0")
        };
        let form = String::from_utf8_lossy(&request.body);
        match target {
            Some("AmazonSQS.SendMessage") => Some(of_json(json!({"MessageId": "m-1", "MD5OfMessageBody": "0"}))),
            Some(target) if target.starts_with("DynamoDB_20120810.") => Some(of_json(json!({}))),
            None if form.contains("Action=GetCallerIdentity") => {
                Some(ResponseTemplate::new(200).set_body_raw(CALLER, "text/xml"))
            }
            None if form.contains("Action=Publish") => Some(ResponseTemplate::new(200).set_body_raw(
                "<PublishResponse xmlns=\"http://sns.amazonaws.com/doc/2010-03-31/\"><PublishResult><MessageId>n-1</MessageId>\
                 </PublishResult><ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></PublishResponse>",
                "text/xml",
            )),
            None if request.method.as_str() == "PUT" => Some(ResponseTemplate::new(200).insert_header("etag", "\"e-1\"")),
            _ => None,
        }
    }
}

impl Respond for Double {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        self.find(request).unwrap_or_else(|| {
            let body = String::from_utf8_lossy(&request.body);
            let asked = format!("{} {} {body}", request.method, request.url);
            self.surprises.lock().expect("no poison").push(asked);
            ResponseTemplate::new(418)
        })
    }
}
