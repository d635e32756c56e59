//! Parameters for the setters of the SDK's clients. The table has been asked before whether they fit.

use crate::value::Value;

/// Parameters by the names of Step Functions.
pub(super) struct Parameters<'a>(&'a Value);

impl<'a> Parameters<'a> {
    pub(super) fn new(parameters: &'a Value) -> Self {
        Self(parameters)
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(text)
    }

    /// One of the SDK's words.
    pub(super) fn word<T: for<'t> From<&'t str>>(&self, name: &str) -> Option<T> {
        self.text(name).map(|word| word.as_str().into())
    }

    pub(super) fn texts(&self, name: &str) -> Option<Vec<String>> {
        let items = self.value(name)?.as_array()?;
        Some(items.iter().map(text).collect())
    }

    /// Some of the SDK's words.
    pub(super) fn words<T: for<'t> From<&'t str>>(&self, name: &str) -> Option<Vec<T>> {
        let words = self.texts(name)?;
        Some(words.iter().map(|word| word.as_str().into()).collect())
    }

    pub(super) fn truth(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Bool(truth) => Some(*truth),
            value => Some(text(value).eq_ignore_ascii_case("true")),
        }
    }

    pub(super) fn number(&self, name: &str) -> Option<i32> {
        text(self.value(name)?).trim().parse().ok()
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_compact_json(), str::to_owned)
}
