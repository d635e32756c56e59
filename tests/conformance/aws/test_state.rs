//! Calls of TestState, with their whole answer.

use super::known;
use super::same::Tokens;
use super::tally::Tally;
use libtest_mimic::Trial;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use sfnrun::query::Variables;
use sfnrun::source::json;
use sfnrun::test_state::{
    Fault, FieldValidation, InspectionLevel, Mock, Request, StateConfiguration, test_state,
};
use sfnrun::value::Value;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    definition: Json,
    state_name: Option<String>,
    input: Option<Json>,
    inspection_level: Option<String>,
    mock: Option<Json>,
    context: Option<Json>,
    variables: Option<Json>,
    state_configuration: Option<Json>,
    #[serde(default)]
    needs_service: bool,
    expect: Json,
    placeholders: Vec<String>,
    bindings: Map<String, Json>,
}

pub(super) fn trial(name: &str, path: PathBuf, tally: &Tally) -> Trial {
    tally.trial("test_state", name, known::test_state(name), move || {
        read(&path).and_then(|case| case.check())
    })
}

/// Why a case is not run.
pub(crate) fn left_out(path: &Path) -> Option<&'static str> {
    let case = read(path).ok()?;
    (case.needs_service && case.service_result().is_none())
        .then_some("TestState called a service whose result the case does not show")
}

fn read(path: &Path) -> Result<Case, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

impl Case {
    fn check(&self) -> Result<(), String> {
        let tree = json::read(&self.definition.to_string());
        let answer = match test_state(&tree, &self.request()?) {
            Ok(response) => parsed(&Json::from(&response.to_value())),
            Err(Fault::Refused(refusal)) => serde_json::json!({
                "apiError": refusal.api_error,
                "message": refusal.message,
            }),
            Err(fault) => return Err(fault.to_string()),
        };
        let tokens = Tokens::new(&self.placeholders, &self.bindings);
        let mut expected = self.expect.clone();
        if let Some(members) = expected.as_object_mut() {
            members.remove("outputText");
        }
        tokens
            .compare(&expected, &answer, "answer")
            .map_err(|difference| {
                format!("{difference}\n  expected {expected}\n  got      {answer}")
            })
    }

    fn request(&self) -> Result<Request, String> {
        let defaults = Request::default();
        let mock = match self.service_result() {
            Some(result) => Some(Mock {
                result: Some(Value::from(result)),
                field_validation: FieldValidation::None,
                ..Mock::default()
            }),
            None => self.mock.as_ref().map(mock).transpose()?,
        };
        Ok(Request {
            state_name: self.state_name.as_deref().map(Into::into),
            input: self.input.as_ref().map_or(defaults.input, Value::from),
            inspection_level: match self.inspection_level.as_deref() {
                None | Some("INFO") => InspectionLevel::Info,
                Some("DEBUG") => InspectionLevel::Debug,
                Some("TRACE") => InspectionLevel::Trace,
                Some(other) => return Err(format!("no level: {other}")),
            },
            // The cases do not tell of the role; LocalStack's tests send one with every Task, Map and Parallel.
            role_arn: mock
                .as_ref()
                .map(|_| "arn:aws:iam::111111111111:role/test".into()),
            account: "111111111111".into(),
            mock,
            context: self.context.as_ref().map(Value::from),
            variables: self.variables(),
            state_configuration: self.state_configuration()?,
            ..Request::default()
        })
    }

    fn state_configuration(&self) -> Result<StateConfiguration, String> {
        match &self.state_configuration {
            None => Ok(StateConfiguration::default()),
            Some(given) => {
                StateConfiguration::read(&Value::from(given)).map_err(|fault| fault.to_string())
            }
        }
    }

    fn variables(&self) -> Variables {
        let variables = self.variables.as_ref().and_then(Json::as_object);
        let variables = variables.into_iter().flatten();
        variables
            .map(|(name, value)| (name.as_str(), Value::from(value)))
            .collect()
    }

    /// What the service said, where the answer shows it (README of the cases, "kind test-state").
    fn service_result(&self) -> Option<&Json> {
        let data = self
            .expect
            .get("inspectionData")
            .filter(|_| self.needs_service);
        data.and_then(|data| data.get("result"))
    }
}

/// The mock as the API takes it: the cases hold its result parsed.
fn mock(given: &Json) -> Result<Mock, String> {
    let mut given = given.clone();
    if let Some(result) = given.get_mut("result") {
        *result = Json::String(result.to_string());
    }
    Mock::read(&Value::from(&given)).map_err(|fault| fault.to_string())
}

/// The answer with its JSON texts parsed, as the cases have it.
fn parsed(answer: &Json) -> Json {
    let parse = |value: &Json| {
        let text = value
            .as_str()
            .and_then(|text| serde_json::from_str(text).ok());
        text.unwrap_or_else(|| value.clone())
    };
    let mut answer = answer.clone();
    if let Some(output) = answer.get_mut("output") {
        *output = parse(output);
    }
    if let Some(data) = answer
        .get_mut("inspectionData")
        .and_then(Json::as_object_mut)
    {
        for value in data.values_mut() {
            *value = parse(value);
        }
    }
    answer
}
