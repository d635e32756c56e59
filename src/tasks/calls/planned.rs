//! The calls that states make, as far as their text tells: what is shown before the first of them.

use super::Selection;
use crate::asl::{
    Argument, InputType, ItemReader, Map, Parameters, Resource, ResourceKind, ResultWriter, State,
    StateId, StateKind, StateMachine, Task,
};
use crate::services::api;
use crate::services::operation_behind;

/// A call of AWS that a state makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedCall {
    /// The state.
    pub state: StateId,
    /// Its name.
    pub name: String,
    /// What it calls: `sqs:sendMessage.waitForTaskToken`.
    pub call: String,
    /// The service by its name among the APIs: `sqs`, `sfn`; nothing where it is no service of AWS.
    pub service: Option<&'static str>,
    /// Of a call of S3 that no `Resource` of a Task names, the object: `s3://bucket/key`, or words for one that is computed.
    pub object: Option<String>,
}

/// The calls of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Those that are chosen, in the order of the definition.
    pub calls: Vec<PlannedCall>,
    /// Those without which a chosen state cannot come to its result, and that are not chosen.
    pub left_out: Vec<PlannedCall>,
}

impl Plan {
    /// The calls of the states of `machine` that `selection` chooses.
    pub fn of(selection: &Selection, machine: &StateMachine) -> Self {
        let mut plan = Self::default();
        for state in &machine.states {
            match &state.kind {
                StateKind::Task(task) => plan.add_task(selection, state, task),
                StateKind::Map(map) => plan.add_map(selection, state, map),
                _ => {}
            }
        }
        plan
    }

    fn add_task(&mut self, selection: &Selection, state: &State, task: &Task) {
        let Some(resource) = task.resource.as_ref().map(|resource| &resource.value) else {
            return;
        };
        let name = &state.name.value;
        let Some((call, service)) = call_of(resource).filter(|_| selection.holds(name, resource))
        else {
            return;
        };
        self.calls.push(planned(state, call, service));
        let chosen = selection.holds_service(name, "s3");
        for (action, object) in moved_by_model(resource, task) {
            let call = of_s3(state, action, object.words());
            match (chosen, object) {
                (true, _) => self.calls.push(call),
                // Whether it will be made shows only when it is to be.
                (false, Object::Perhaps) => {}
                (false, _) => self.left_out.push(call),
            }
        }
    }
}

impl Plan {
    /// The calls of a distributed Map, for its items and for its results.
    fn add_map(&mut self, selection: &Selection, state: &State, map: &Map) {
        let read = map.item_reader.iter().flat_map(read_by);
        let written = map.result_writer.iter().filter_map(written_by);
        let calls = read
            .chain(written)
            .map(|(action, object)| of_s3(state, action, object));
        match selection.holds_service(&state.name.value, "s3") {
            true => self.calls.extend(calls),
            false => self.left_out.extend(calls),
        }
    }
}

/// The calls of an `ItemReader`.
fn read_by(reader: &ItemReader) -> Vec<(&'static str, String)> {
    let parameters = Parameters::new(reader.request.as_ref());
    let bucket = parameters.get("Bucket");
    let resource = reader.resource.as_ref();
    let integration = resource.and_then(|resource| resource.value.integration());
    let format = &reader.config.format;
    if integration.is_some_and(|integration| &*integration.action == "listObjectsV2") {
        let prefix = match parameters.get("Prefix") {
            Argument::Absent => Argument::Text(""),
            prefix => prefix,
        };
        let list = ("listObjectsV2", words(bucket, prefix, "…"));
        let flattens = format.load_and_flatten;
        let get = flattens.then(|| ("getObject", "the objects of the listing".to_owned()));
        return std::iter::once(list).chain(get).collect();
    }
    let get = ("getObject", words(bucket, parameters.get("Key"), ""));
    let lists = format.manifest_type.is_some() || format.input_type == Some(InputType::Manifest);
    let listed = lists.then(|| ("getObject", "the objects that it lists".to_owned()));
    std::iter::once(get).chain(listed).collect()
}

/// The call of a `ResultWriter` that writes to S3. What is large is sent in parts.
fn written_by(writer: &ResultWriter) -> Option<(&'static str, String)> {
    writer.resource.as_ref()?;
    let parameters = Parameters::new(writer.request.as_ref());
    let prefix = match parameters.get("Prefix") {
        Argument::Text(prefix) if !prefix.is_empty() => {
            format!("{}/", prefix.trim_end_matches('/'))
        }
        Argument::Text(_) | Argument::Absent => String::new(),
        Argument::Computed => {
            return Some((
                "putObject",
                words(parameters.get("Bucket"), Argument::Computed, ""),
            ));
        }
    };
    let place = words(parameters.get("Bucket"), Argument::Text(&prefix), "…");
    Some(("putObject", place))
}

/// An object, as far as it is written out, or with `more` behind the key.
fn words(bucket: Argument<'_>, key: Argument<'_>, more: &str) -> String {
    match (bucket, key) {
        (Argument::Text(bucket), Argument::Text(key)) => format!("s3://{bucket}/{key}{more}"),
        (Argument::Text(bucket), _) => format!("s3://{bucket}/…, as its input says"),
        _ => "what its input names".to_owned(),
    }
}

/// What is known of an object of S3 before the machine runs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Object {
    /// Where it is: `s3://bucket/key`.
    Known(String),
    /// There will be one, at a place that is computed.
    Computed,
    /// There may be one.
    Perhaps,
}

impl Object {
    fn words(&self) -> String {
        match self {
            Self::Known(place) => place.clone(),
            Self::Computed => "what its input names".to_owned(),
            Self::Perhaps => "if its input names an object".to_owned(),
        }
    }
}

/// The objects that Step Functions moves for `bedrock:invokeModel`, and by which call (developer guide, "Invoke and customize
/// Amazon Bedrock models").
fn moved_by_model(resource: &Resource, task: &Task) -> Vec<(&'static str, Object)> {
    let invokes = resource.integration().is_some_and(|integration| {
        !integration.sdk
            && (&*integration.service, &*integration.action) == ("bedrock", "invokeModel")
    });
    if !invokes {
        return Vec::new();
    }
    let parameters = Parameters::new(task.request.as_ref());
    let calls = [("Input", "getObject"), ("Output", "putObject")];
    let moved = calls.into_iter().filter_map(|(place, action)| {
        let object = match parameters.at(&[place, "S3Uri"]) {
            _ if parameters.are_computed() => Object::Perhaps,
            Argument::Absent => return None,
            Argument::Computed => Object::Computed,
            Argument::Text(uri) => Object::Known(uri.to_owned()),
        };
        Some((action, object))
    });
    moved.collect()
}

/// What a resource calls, and the service among the APIs.
fn call_of(resource: &Resource) -> Option<(String, Option<&'static str>)> {
    match &resource.kind {
        ResourceKind::LambdaFunction => Some(("lambda".to_owned(), api("lambda"))),
        ResourceKind::Integration(integration) => {
            let (service, action) = (&*integration.service, &*integration.action);
            let behind = match integration.sdk {
                true => Some(service),
                false => operation_behind(service, action).map(|(behind, _)| behind),
            };
            let sdk = if integration.sdk { "aws-sdk:" } else { "" };
            let call = format!("{sdk}{service}:{action}{}", integration.pattern.suffix());
            Some((call, behind.and_then(api)))
        }
        _ => None,
    }
}

/// A call of S3 that a state makes.
fn of_s3(state: &State, action: &str, object: String) -> PlannedCall {
    PlannedCall {
        object: Some(object),
        ..planned(state, format!("s3:{action}"), api("s3"))
    }
}

fn api(service: &str) -> Option<&'static str> {
    api::service(service).map(|found| found.name)
}

fn planned(state: &State, call: String, service: Option<&'static str>) -> PlannedCall {
    PlannedCall {
        state: state.id,
        name: state.name.value.to_string(),
        call,
        service,
        object: None,
    }
}
