//! A list of the foundation models that an account sees: the answer of Amazon Bedrock's ListFoundationModels, as
//! `aws bedrock list-foundation-models` prints it.

use crate::value::Value;
use std::collections::BTreeMap;
use thiserror::Error;

/// Models by their ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelList {
    models: BTreeMap<String, ListedModel>,
}

/// What a list says of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedModel {
    /// Whether it can be called by an inference profile only (`inferenceTypesSupported`).
    pub profile_only: bool,
    /// Whether it is a legacy model (`modelLifecycle.status`).
    pub legacy: bool,
    /// The day of the end of its life (`modelLifecycle.endOfLifeTime`): `2027-01-08`.
    pub end: Option<String>,
}

/// A value that is no list of models.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ModelListError {
    /// It has no `modelSummaries`.
    #[error("it has no list `modelSummaries`")]
    NoList,
    /// One of them has no id.
    #[error("`modelSummaries[{0}]` has no `modelId`")]
    NoId(usize),
}

impl ModelList {
    /// Reads an answer of ListFoundationModels.
    ///
    /// # Errors
    /// Where it is none.
    pub fn read(answer: &Value) -> Result<Self, ModelListError> {
        let summaries = answer.get("modelSummaries").and_then(Value::as_array);
        let mut models = BTreeMap::new();
        for (number, summary) in summaries.ok_or(ModelListError::NoList)?.iter().enumerate() {
            let id = summary.get("modelId").and_then(Value::as_str);
            let id = id.ok_or(ModelListError::NoId(number))?;
            models.insert(id.to_owned(), ListedModel::of(summary));
        }
        Ok(Self { models })
    }

    /// What the list says of a model; nothing where it does not have it.
    pub fn find(&self, id: &str) -> Option<&ListedModel> {
        self.models.get(id)
    }
}

impl ListedModel {
    fn of(summary: &Value) -> Self {
        let types = summary
            .get("inferenceTypesSupported")
            .and_then(Value::as_array);
        let mut types = types.into_iter().flat_map(|types| types.iter());
        let lifecycle = summary.get("modelLifecycle");
        let of_life = |key: &str| lifecycle?.get(key)?.as_str();
        // A time such as `2027-01-08T00:00:00+00:00`.
        let day = of_life("endOfLifeTime").and_then(|time| time.split('T').next());
        Self {
            profile_only: types.clone().count() > 0
                && types.all(|one| one.as_str() == Some("INFERENCE_PROFILE")),
            legacy: of_life("status") == Some("LEGACY"),
            end: day.map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn the_answer_of_bedrock_is_read() {
        let answer = r#"{"modelSummaries": [
            {"modelId": "a.one-v1:0", "inferenceTypesSupported": ["INFERENCE_PROFILE"], "modelLifecycle": {"status": "ACTIVE"}},
            {"modelId": "a.two-v1:0", "inferenceTypesSupported": ["ON_DEMAND", "INFERENCE_PROFILE"],
             "modelLifecycle": {"status": "LEGACY", "endOfLifeTime": "2027-01-08T00:00:00+00:00"}},
            {"modelId": "a.three-v1:0"}]}"#;
        let list = ModelList::read(&read(answer).unwrap()).unwrap();
        let model = |profile_only, legacy, end: Option<&str>| ListedModel {
            profile_only,
            legacy,
            end: end.map(str::to_owned),
        };
        assert_eq!(list.find("a.one-v1:0"), Some(&model(true, false, None)));
        assert_eq!(
            list.find("a.two-v1:0"),
            Some(&model(false, true, Some("2027-01-08")))
        );
        assert_eq!(list.find("a.three-v1:0"), Some(&model(false, false, None)));
        assert_eq!(list.find("a.four-v1:0"), None);
    }

    #[test]
    fn what_is_none_is_told() {
        let read_list = |text: &str| ModelList::read(&read(text).unwrap());
        assert_eq!(read_list("[]"), Err(ModelListError::NoList));
        assert_eq!(
            read_list(r#"{"modelSummaries": [{}]}"#),
            Err(ModelListError::NoId(0))
        );
    }
}
