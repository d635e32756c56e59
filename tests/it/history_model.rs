//! Every event against what AWS's API model says of it: no member that it does not know, none missing that is required, each
//! of its type, all in its order.

use crate::checked::check;
use sfnrun::asl::WorkflowType;
use sfnrun::engine::{Event, Options};
use sfnrun::history::{HistoryOptions, HistoryWriter};
use sfnrun::run::{Clock, Consumer, Surroundings, run};
use sfnrun::source::SourceFile;
use sfnrun::tasks::MockFile;
use sfnrun::value::{Object, Value, read};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Facts derived from botocore's model of the API: the file says from which.
const MODEL: &str = include_str!("history_model/api-model.json");
const MOCKS: &str = include_str!("history_model/mocks.yaml");

/// Types of the model that no run here gives: what only the control plane does, and failures before a task has begun, which a
/// mock tells as failures of the task.
const NEVER: [&str; 8] = [
    "ActivityScheduleFailed",
    "ExecutionAborted",
    "ExecutionRedriven",
    "LambdaFunctionScheduleFailed",
    "LambdaFunctionStartFailed",
    "MapRunRedriven",
    "TaskStartFailed",
    "TaskSubmitFailed",
];

/// Definitions that together give every type of event.
fn definitions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/history_model");
    let entries = fs::read_dir(folder).expect("the definitions are there");
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    paths
        .filter(|path| path.to_string_lossy().ends_with(".asl.json"))
        .collect()
}

/// The history of a definition, as `--history` writes it.
fn history(definition: &Path) -> Value {
    let text = fs::read_to_string(definition).expect("it can be read");
    let checked = check("m.asl.json", &text, WorkflowType::Standard);
    let machine = Arc::new(checked.machine.expect("it holds a machine"));
    let tree = SourceFile::new("mocks.yaml", MOCKS.to_owned()).read();
    let (file, findings) = MockFile::from_tree("mocks.yaml", &tree);
    assert_eq!(findings, []);
    let mocks = file.select(None, None).expect("it has no cases");
    let mut events: Vec<Event> = Vec::new();
    let mut collect = |event: &Event| events.push(event.clone());
    let consumers: &mut [&mut dyn Consumer] = &mut [&mut collect];
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(run(
        machine.clone(),
        Options::default(),
        read(r#"{"items": [1, 2]}"#).expect("it is JSON"),
        Clock::Virtual,
        Surroundings {
            handler: &mut mocks.handler(&machine, 0),
            live: None,
            reports: None,
            store: None,
            machines: None,
            consumers,
        },
        std::future::pending(),
    ));
    let mut writer =
        HistoryWriter::new(Vec::new(), HistoryOptions::default()).expect("memory can be written");
    for event in &events {
        writer
            .event(event, &machine)
            .expect("memory can be written");
    }
    let bytes = writer.finish().expect("memory can be written");
    let text = String::from_utf8(bytes).expect("a history is text");
    read(&text).expect("a history is JSON")
}

fn object<'v>(value: &'v Value, key: &str) -> &'v Object {
    let object = value.get(key).and_then(Value::as_object);
    object.unwrap_or_else(|| panic!("`{key}` is an object"))
}

struct Model(Value);

impl Model {
    fn types(&self) -> BTreeSet<&str> {
        let types = self.0.get("types").and_then(Value::as_array);
        let types = types.expect("there are types").iter();
        types.filter_map(Value::as_str).collect()
    }

    /// Checks an event.
    fn event(&self, event: &Object) -> Result<(), String> {
        let name = event
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if !self.types().contains(name) {
            return Err(format!("no type `{name}`"));
        }
        let key = details_key(name);
        let (details, plain): (Vec<_>, Vec<_>) =
            event.iter().partition(|(key, _)| key.ends_with("Details"));
        match (&details[..], object(&self.0, "details").get(&key)) {
            ([], None) => {}
            ([(found, details)], Some(members)) if ***found == *key => {
                let details = details.as_object().ok_or("details are an object")?;
                let members = members.as_object().ok_or("a structure is an object")?;
                self.structure(details, members)?;
            }
            (_, Some(_)) => return Err(format!("`{key}` is missing")),
            (_, None) => return Err("it has no details".to_owned()),
        }
        let plain: Object = plain
            .into_iter()
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        self.structure(&plain, object(&self.0, "event"))
    }

    /// Checks the members of a structure.
    fn structure(&self, found: &Object, members: &Object) -> Result<(), String> {
        let mut last = None;
        for (key, value) in found.iter() {
            let place = members.index_of(key);
            let Some(kind) = members.get(key).and_then(Value::as_str) else {
                return Err(format!("no member `{key}`"));
            };
            if last > place {
                return Err(format!("`{key}` is out of order"));
            }
            last = place;
            self.value(value, kind.trim_end_matches('!'))
                .map_err(|fault| format!("`{key}`: {fault}"))?;
        }
        let is_required = |kind: &Value| kind.as_str().is_some_and(|kind| kind.ends_with('!'));
        let missing = members
            .iter()
            .find(|(key, kind)| is_required(kind) && !found.contains_key(key));
        match missing {
            Some((key, _)) => Err(format!("`{key}` is missing")),
            None => Ok(()),
        }
    }

    fn value(&self, value: &Value, kind: &str) -> Result<(), String> {
        let fits = match kind {
            "text" => value.as_str().is_some(),
            "number" => value.as_i64().is_some(),
            "truth" => value.as_bool().is_some(),
            // As the `aws` command prints instants.
            "instant" => value.as_str().is_some_and(|text| text.ends_with("+00:00")),
            "texts" => value
                .as_object()
                .is_some_and(|texts| texts.values().all(|text| text.as_str().is_some())),
            name => {
                let structures = self.0.get("structures").expect("there are structures");
                let found = value.as_object().ok_or("it is no structure")?;
                return self.structure(found, object(structures, name));
            }
        };
        if fits {
            Ok(())
        } else {
            Err(format!("it is no {kind}"))
        }
    }
}

/// The member that holds what is particular to a type. Some types have none.
fn details_key(name: &str) -> String {
    for kind in ["StateEntered", "StateExited"] {
        if name.ends_with(kind) {
            return format!("s{}EventDetails", &kind[1..]);
        }
    }
    let (first, rest) = name.split_at(1);
    format!("{}{rest}EventDetails", first.to_lowercase())
}

#[test]
fn every_event_has_the_members_of_the_api_model() {
    let model = Model(read(MODEL).expect("the model is JSON"));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for definition in definitions() {
        let history = history(&definition);
        let members = history.as_object().expect("a history is an object");
        assert_eq!(members.len(), 1, "`events` alone");
        let events = history.get("events").and_then(Value::as_array);
        for (event, id) in events.expect("it has events").iter().zip(1..) {
            let found = event.get("id").and_then(Value::as_i64);
            assert_eq!(found, Some(id), "ids have no gap");
            let event = event.as_object().expect("an event is an object");
            if let Err(fault) = model.event(event) {
                panic!("{}: event {id}: {fault}", definition.display());
            }
            let name = event.get("type").and_then(Value::as_str);
            seen.extend(name.map(ToOwned::to_owned));
        }
    }
    let unseen: Vec<&str> = model
        .types()
        .into_iter()
        .filter(|name| !seen.contains(*name) && !NEVER.contains(name))
        .collect();
    assert!(unseen.is_empty(), "these were not looked at: {unseen:?}");
}
