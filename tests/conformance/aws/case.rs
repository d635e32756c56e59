//! One recorded case.

use super::ignored::Ignored;
use super::recorded::{Recorded, RecordedTasks};
use super::same::Tokens;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use sfnrun::asl::{LowerOptions, StateMachine, WorkflowType, lower};
use sfnrun::base::Timestamp;
use sfnrun::diagnostics::Severity;
use sfnrun::engine::{Event, Names, Options, Outcome};
use sfnrun::history::{HistoryOptions, LogLevel, LogOptions, history_event, log_entry};
use sfnrun::run::{Clock, Consumer, End, Surroundings, run};
use sfnrun::source::json;
use sfnrun::tasks::{ItemStreams, LocalMachines, MemoryStore, MockFile, TaskHandler};
use sfnrun::value::{Value, read};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Case {
    kind: String,
    #[serde(default)]
    source: String,
    #[serde(rename = "type", default)]
    workflow_type: String,
    #[serde(default)]
    authority: String,
    definition: Option<Json>,
    definition_text: Option<String>,
    input: Option<Json>,
    input_text: Option<String>,
    names: Option<CaseNames>,
    clock: Option<String>,
    #[serde(default)]
    tasks: HashMap<String, Vec<Recorded>>,
    tasks_incomplete: Option<Json>,
    #[serde(default)]
    s3: Vec<S3Object>,
    #[serde(default = "yes")]
    ordered: bool,
    #[serde(default)]
    events_damaged: bool,
    #[serde(default)]
    outdated_prev: Vec<u64>,
    expect: Json,
    #[serde(default)]
    placeholders: Vec<String>,
    #[serde(default)]
    bindings: Map<String, Json>,
    mock_config: Option<Json>,
    test_case: Option<String>,
    #[serde(default)]
    ignore_paths: Vec<String>,
    #[serde(default)]
    features: Vec<String>,
    /// By ARN.
    #[serde(default)]
    other_state_machines: BTreeMap<String, Json>,
    #[serde(default)]
    recorded: String,
    logging: Option<Logging>,
}

/// What was set for the logs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Logging {
    level: String,
    include_execution_data: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CaseNames {
    #[serde(default)]
    state_machine: String,
    execution: Option<String>,
    #[serde(default)]
    role_arn: String,
}

/// An object that was in S3.
#[derive(Debug, Deserialize)]
struct S3Object {
    bucket: String,
    key: String,
    body: String,
}

fn yes() -> bool {
    true
}

/// What a run gave.
pub(super) struct Ran {
    pub(super) machine: Arc<StateMachine>,
    pub(super) events: Vec<Event>,
    pub(super) outcome: Option<Outcome>,
}

impl Case {
    /// Whether it is a call of TestState.
    pub(crate) fn is_test_state(&self) -> bool {
        self.kind == "test-state"
    }

    /// Why this case is not run.
    pub(crate) fn left_out(&self) -> Option<&'static str> {
        match self.kind.as_str() {
            "execution" => {}
            "mocked" => return None,
            "validation" => return Some("definitions to refuse are tested with the lint fixtures"),
            _ => return Some("of a kind that has trials of its own"),
        }
        if self.tasks_incomplete.is_some() {
            Some("no history shows what its tasks gave (README of the cases)")
        } else if self.authority != "aws" {
            Some("not confirmed to be AWS's answer (README of the cases)")
        } else if self.expect["status"] == "ABORTED" {
            Some("stopped from outside at a time that the case does not give")
        } else {
            None
        }
    }

    pub(crate) fn has_events(&self) -> bool {
        self.expect["events"].is_array()
    }

    pub(crate) fn check_result(&self) -> Result<(), String> {
        self.compare_result(&self.run()?, &Ignored::default())
    }

    /// Status, output, error and cause of a run.
    pub(super) fn compare_result(&self, ran: &Ran, ignored: &Ignored) -> Result<(), String> {
        if self.expect["status"] == "RUNNING" {
            return Ok(());
        }
        let outcome = ran.outcome.as_ref().ok_or("the execution hangs")?;
        let tokens = self.tokens();
        let place = format!("{} {:?} {:?}", outcome.status, outcome.error, outcome.cause);
        tokens.compare(
            &self.expect["status"],
            &outcome.status.to_string().into(),
            &format!("status ({place})"),
        )?;
        if self.expect.get("executionDataIncluded") == Some(&Json::Bool(false)) {
            return Ok(());
        }
        if let Some(expected) = self.expect.get("output") {
            let output = outcome.output.as_ref().ok_or("no output")?;
            let (mut expected, mut output) = (expected.clone(), Json::from(output));
            if ignored.ignores_output() {
                return Ok(());
            }
            ignored.strip(&mut expected);
            ignored.strip(&mut output);
            tokens.compare(&expected, &output, "output")?;
        }
        self.compare_text(&tokens, "error", outcome.error.as_deref())?;
        let cause = outcome.cause.as_deref();
        let cause = cause.map(|cause| ignored.strip_text(cause));
        self.compare_text(&tokens, "cause", cause.as_deref())
    }

    fn compare_text(
        &self,
        tokens: &Tokens<'_>,
        field: &str,
        actual: Option<&str>,
    ) -> Result<(), String> {
        match (self.expect.get(field), actual) {
            (None, None) => Ok(()),
            (None, Some(actual)) => Err(format!("{field}: expected none, got {actual}")),
            (Some(expected), None) => Err(format!("{field}: expected {expected}, got none")),
            (Some(expected @ Json::String(_)), Some(actual)) => {
                tokens.compare(expected, &actual.into(), field)
            }
            (Some(expected), Some(actual)) => {
                let actual: Json = serde_json::from_str(actual)
                    .map_err(|error| format!("{field}: {error}: {actual}"))?;
                tokens.compare(expected, &actual, field)
            }
        }
    }

    pub(crate) fn check_history(&self) -> Result<(), String> {
        self.compare_history(&self.run()?, &Ignored::default())
    }

    /// The whole event list of a run.
    pub(super) fn compare_history(&self, ran: &Ran, ignored: &Ignored) -> Result<(), String> {
        if ignored.ignores_events() {
            return Ok(());
        }
        let names = self.names.as_ref();
        let options = HistoryOptions {
            role_arn: names.map_or_else(String::new, |names| names.role_arn.clone()),
            reveal_tokens: true,
            ..HistoryOptions::default()
        };
        let events = ran
            .events
            .iter()
            .filter_map(|event| history_event(event, &ran.machine, &options));
        let actual: Vec<Json> = events.map(|event| flat(&Json::from(&event))).collect();
        let mut actual: Vec<Json> = actual.into_iter().map(without_worker).collect();
        let mut expected = self.expect["events"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for event in &mut expected {
            strip_texts(event);
            *event = without_worker(std::mem::take(event));
        }
        for event in expected.iter_mut().chain(&mut actual) {
            ignored.strip_event(event);
        }
        let tokens = self.tokens();
        if self.ordered && !self.events_damaged {
            return self.compare_ordered(&tokens, &expected, &actual);
        }
        compare_unordered(&tokens, expected, actual, self.events_damaged)
    }

    fn compare_ordered(
        &self,
        tokens: &Tokens<'_>,
        expected: &[Json],
        actual: &[Json],
    ) -> Result<(), String> {
        for (index, expected) in expected.iter().enumerate() {
            let Some(actual) = actual.get(index) else {
                return Err(format!("event {} is missing: {expected}", index + 1));
            };
            let (mut expected, mut actual) = (expected.clone(), actual.clone());
            if expected["id"]
                .as_u64()
                .is_some_and(|id| self.outdated_prev.contains(&id))
            {
                drop_members(&mut expected, &["prev"]);
                drop_members(&mut actual, &["prev"]);
            }
            compare_event(tokens, &expected, &actual, &format!("event {}", index + 1))?;
        }
        if self.expect["status"] != "RUNNING" && actual.len() > expected.len() {
            return Err(format!("an event too much: {}", actual[expected.len()]));
        }
        Ok(())
    }

    fn tokens(&self) -> Tokens<'_> {
        Tokens::new(&self.placeholders, &self.bindings)
    }

    /// Runs the case with its mock configuration file, and compares what is not to be ignored.
    pub(crate) fn check_mocked(&self) -> Result<(), String> {
        let machine = self.machine()?;
        let config = self.mock_config.as_ref().ok_or("no mock configuration")?;
        let tree = json::read(&config.to_string());
        let (file, found) = MockFile::from_tree("MockConfigFile.json", &tree);
        if let Some(finding) = found.first() {
            return Err(finding.message.clone());
        }
        let name = self
            .names
            .as_ref()
            .map(|names| names.state_machine.as_str());
        let mocks = file
            .select(name, self.test_case.as_deref())
            .map_err(|error| error.to_string())?;
        if let Some(finding) = mocks.check(&machine).first() {
            return Err(finding.message.clone());
        }
        let ran = self.run_with(&mut mocks.handler(&machine, 0))?;
        let ignored = Ignored::read(&self.ignore_paths)?;
        self.compare_result(&ran, &ignored)?;
        if !self.has_events() {
            return Ok(());
        }
        self.compare_history(&ran, &ignored)
    }

    pub(crate) fn is_mocked(&self) -> bool {
        self.kind == "mocked"
    }

    /// The recorded events, with what is known of their tokens filled in and causes as the texts that they were.
    pub(super) fn events(&self) -> Vec<Json> {
        let tokens = self.tokens();
        let events = self.expect["events"].as_array().into_iter().flatten();
        let mut events: Vec<Json> = events.map(|event| tokens.bound(event)).collect();
        let causes = self.tasks.values().flatten();
        let causes: Vec<&str> = causes.filter_map(Recorded::cause_text).collect();
        for event in &mut events {
            if let Some(cause) = event.get_mut("cause").filter(|cause| !cause.is_string()) {
                let text = causes.iter().find(|text| {
                    serde_json::from_str::<Json>(text)
                        .is_ok_and(|parsed| tokens.bound(&parsed) == *cause)
                });
                let text = text.map_or_else(|| cause.to_string(), |text| (*text).to_owned());
                *cause = text.into();
            }
        }
        events
    }

    /// Why the history of this case cannot become a mock file.
    pub(crate) fn not_replayed(&self) -> Option<&'static str> {
        if self.workflow_type == "EXPRESS" {
            Some("Express executions have no history")
        } else if self
            .features
            .iter()
            .any(|feature| feature == "map-distributed")
        {
            Some("children of distributed Maps have histories of their own")
        } else if self.events_damaged {
            Some("the recorded events have lost their ids")
        } else {
            None
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.expect["status"] == "RUNNING"
    }

    pub(super) fn is_ordered(&self) -> bool {
        self.ordered
    }

    pub(super) fn run(&self) -> Result<Ran, String> {
        self.run_with(&mut RecordedTasks::new(self.tasks.clone()))
    }

    pub(super) fn run_with(&self, handler: &mut dyn TaskHandler) -> Result<Ran, String> {
        self.run_among(handler, None)
    }

    /// As [`Self::run_with`], with the machines that it may start.
    pub(super) fn run_among(
        &self,
        handler: &mut dyn TaskHandler,
        machines: Option<&LocalMachines>,
    ) -> Result<Ran, String> {
        let machine = Arc::new(self.machine()?);
        let input = match (&self.input_text, &self.input) {
            (Some(text), _) => read(text).map_err(|error| error.to_string())?,
            (None, Some(input)) => Value::from(input),
            (None, None) => Value::empty_object(),
        };
        let mut options = Options {
            workflow_type: self.workflow_type(),
            synchronous: self.source.contains("express_sync"),
            #[cfg(feature = "aws")]
            check: Some(sfnrun::tasks::parameter_check()),
            ..Options::default()
        };
        if let Some(names) = &self.names {
            options.names = Names {
                execution: names.execution.as_deref().unwrap_or("execution").into(),
                state_machine: names.state_machine.as_str().into(),
                role_arn: names.role_arn.as_str().into(),
                account: "111111111111".into(),
                ..Names::default()
            };
        }
        if let Some(start) = self.clock.as_deref().and_then(Timestamp::parse) {
            options.start = start;
        }
        let mut events = Vec::new();
        let mut collect = |event: &Event| events.push(event.clone());
        let consumers: &mut [&mut dyn Consumer] = &mut [&mut collect];
        let store = MemoryStore::default();
        for object in &self.s3 {
            store.put(&object.bucket, &object.key, object.body.as_str());
        }
        let mut streams = ItemStreams::new(store);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .map_err(|error| error.to_string())?;
        let end = runtime.block_on(run(
            machine.clone(),
            options,
            input,
            Clock::Virtual,
            Surroundings {
                handler,
                live: None,
                reports: None,
                store: Some(&mut streams),
                machines,
                consumers,
            },
            std::future::pending(),
        ));
        let outcome = match end {
            End::Finished(outcome) => Some(*outcome),
            End::Stuck => None,
            other => return Err(format!("not run to its end: {other:?}")),
        };
        Ok(Ran {
            machine,
            events,
            outcome,
        })
    }

    fn workflow_type(&self) -> WorkflowType {
        match self.workflow_type.as_str() {
            "EXPRESS" => WorkflowType::Express,
            _ => WorkflowType::Standard,
        }
    }

    pub(super) fn machine(&self) -> Result<StateMachine, String> {
        let text = match (&self.definition_text, &self.definition) {
            (Some(text), _) => text.clone(),
            (None, Some(definition)) => definition.to_string(),
            (None, None) => return Err("a case without a definition".to_owned()),
        };
        lowered(&text, self.workflow_type())
    }

    /// The machines that it starts, by ARN.
    pub(super) fn other_machines(&self) -> &BTreeMap<String, Json> {
        &self.other_state_machines
    }

    /// What is sent when it starts, as far as ARNs can stand in it.
    pub(super) fn sent(&self) -> String {
        let parts = [&self.definition, &self.input].into_iter().flatten();
        parts.map(ToString::to_string).collect()
    }

    /// Whether it was recorded before DescribeExecution told of redrives (November 2023).
    pub(super) fn is_before_redrive(&self) -> bool {
        self.recorded.as_str() < "2023-11-15"
    }

    /// What its tasks gave.
    pub(super) fn recorded_tasks(&self) -> RecordedTasks {
        RecordedTasks::new(self.tasks.clone())
    }

    /// At level `ALL` something is logged always: without `logEvents` nobody has looked.
    pub(crate) fn has_logs(&self) -> bool {
        let looked = self.expect["logEvents"].is_array();
        let logging = self.logging.as_ref();
        self.has_events() && logging.is_some_and(|logging| looked || logging.level != "ALL")
    }

    /// What went to CloudWatch Logs. A level that lets nothing through shows as no `logEvents` at all.
    pub(crate) fn check_logs(&self) -> Result<(), String> {
        let logging = self.logging.as_ref().ok_or("nothing is logged")?;
        let options = LogOptions {
            level: LogLevel::parse(&logging.level).ok_or("no such level")?,
            include_execution_data: logging.include_execution_data,
            ..LogOptions::default()
        };
        let ran = self.run()?;
        let entries = ran
            .events
            .iter()
            .filter_map(|event| log_entry(event, &ran.machine, &options));
        let actual: Vec<Json> = entries.map(|entry| flat_log(&Json::from(&entry))).collect();
        let expected = self.expect.get("logEvents").cloned();
        let expected = expected.unwrap_or_else(|| Json::Array(Vec::new()));
        let tokens = self.tokens();
        tokens.compare(&expected, &Json::Array(actual), "logs")
    }
}

/// The machine of a definition that AWS has taken.
pub(super) fn lowered(text: &str, workflow_type: WorkflowType) -> Result<StateMachine, String> {
    let tree = json::read(text);
    let root = tree.root.as_ref().ok_or("the definition is empty")?;
    let options = LowerOptions {
        workflow_type,
        ..LowerOptions::default()
    };
    let lowered = lower(root, &options);
    if let Some(error) = lowered
        .diagnostics
        .iter()
        .find(|found| found.severity == Severity::Error)
    {
        return Err(format!(
            "refused: [{}] {} at {}",
            error.rule, error.message, error.location
        ));
    }
    lowered.machine.ok_or_else(|| "no machine".to_owned())
}

/// An event of AWS's history in the shape of the cases: details beside id, prev and type; texts of JSON parsed.
fn flat(event: &Json) -> Json {
    let mut flat = Map::new();
    for (key, value) in event.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("timestamp", _) => {}
            ("previousEventId", value) => {
                flat.insert("prev".to_owned(), value.clone());
            }
            (_, Json::Object(details)) => {
                for (key, value) in details {
                    flat_detail(&mut flat, key, value);
                }
            }
            (key, value) => {
                flat.insert(key.to_owned(), value.clone());
            }
        }
    }
    Json::Object(flat)
}

/// An entry of CloudWatch Logs in the shape of the cases.
fn flat_log(entry: &Json) -> Json {
    let mut flat = Map::new();
    for (key, value) in entry.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("event_timestamp" | "execution_arn", _) => {}
            ("previous_event_id", value) => {
                flat.insert("prev".to_owned(), value.clone());
            }
            ("details", Json::Object(details)) => {
                for (key, value) in details {
                    flat_detail(&mut flat, key, value);
                }
            }
            (key, value) => {
                flat.insert(key.to_owned(), value.clone());
            }
        }
    }
    Json::Object(flat)
}

fn flat_detail(flat: &mut Map<String, Json>, key: &str, value: &Json) {
    let parsed = |value: &Json| {
        let text = value.as_str().unwrap_or_default();
        serde_json::from_str(text).unwrap_or_else(|_| value.clone())
    };
    match key {
        "inputDetails" | "outputDetails" | "assignedVariablesDetails" | "roleArn" => {}
        "input" | "output" | "parameters" => {
            flat.insert(key.to_owned(), parsed(value));
        }
        "assignedVariables" => {
            let variables = value.as_object().into_iter().flatten();
            let variables = variables
                .map(|(name, value)| (name.clone(), parsed(value)))
                .collect();
            flat.insert(key.to_owned(), Json::Object(variables));
        }
        _ => {
            flat.insert(key.to_owned(), value.clone());
        }
    }
}

/// Takes `…Text` members away: the exact text is a stricter, optional check.
fn strip_texts(event: &mut Json) {
    drop_members(event, &["inputText", "outputText", "parametersText"]);
}

fn drop_members(event: &mut Json, names: &[&str]) {
    if let Some(members) = event.as_object_mut() {
        for name in names {
            members.remove(*name);
        }
    }
}

/// The name of an activity's worker is not among what a case tells of its tasks.
fn without_worker(mut event: Json) -> Json {
    drop_members(&mut event, &["workerName"]);
    event
}

/// A cause that the case holds as an object is JSON text at AWS.
fn compare_event(
    tokens: &Tokens<'_>,
    expected: &Json,
    actual: &Json,
    place: &str,
) -> Result<(), String> {
    let mut actual = actual.clone();
    if expected["cause"].is_object()
        && let Some(parsed) = actual["cause"]
            .as_str()
            .and_then(|text| serde_json::from_str::<Json>(text).ok())
    {
        actual["cause"] = parsed;
    }
    tokens
        .compare(expected, &actual, place)
        .map_err(|difference| format!("{difference}\n  expected {expected}\n  got      {actual}"))
}

/// As multisets, without ids.
fn compare_unordered(
    tokens: &Tokens<'_>,
    expected: Vec<Json>,
    mut actual: Vec<Json>,
    damaged: bool,
) -> Result<(), String> {
    let lost = |event: &Json| {
        damaged
            && matches!(
                event["type"].as_str(),
                Some("ParallelStateSucceeded" | "ParallelStateFailed")
            )
    };
    for event in &mut actual {
        drop_members(event, &["id", "prev"]);
    }
    actual.retain(|event| !lost(event));
    for mut event in expected {
        if lost(&event) {
            continue;
        }
        drop_members(&mut event, &["id", "prev"]);
        let found = actual
            .iter()
            .position(|other| compare_event(tokens, &event, other, "").is_ok());
        match found {
            Some(at) => {
                actual.remove(at);
            }
            None => return Err(format!("no such event: {event}\n  left: {actual:?}")),
        }
    }
    // Of a damaged list the events of Parallel states that are nested in others are lost too.
    actual.retain(|event| !damaged || event["type"] != "ParallelStateExited");
    match actual.first() {
        Some(event) => Err(format!("an event too much: {event}")),
        None => Ok(()),
    }
}
