//! Reference Paths: paths that name one place, so that a value can be put there.

use super::{Path, PathSyntaxError, Step, StepKind};
use crate::value::{Object, Value};
use thiserror::Error;

/// A path of names and indexes only.
#[derive(Clone, Debug, PartialEq)]
pub struct ReferencePath(Path);

/// A Reference Path that does not fit the value it is applied to.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ResultPathError {
    /// AWS's text, as far as it is known.
    pub message: String,
}

impl ResultPathError {
    /// The name under which AWS reports it. The specification names `States.ResultPathMatchFailure`; what users get to
    /// see is this (qiita.com/tsubasaogawa/items/4fe341bdb6ae7d2fd8ee, cdklabs/construct-hub pull request 459).
    pub const NAME: &str = "States.ReferencePathConflict";
}

impl ReferencePath {
    /// Compiles a Reference Path.
    ///
    /// # Errors
    /// Where the text is no path, or one that can lead to several values.
    pub fn parse(text: &str) -> Result<Self, PathSyntaxError> {
        let path = Path::parse(text)?;
        let odd = path
            .steps()
            .iter()
            .find(|step| !matches!(step.kind, StepKind::Name(_) | StepKind::Index(_)));
        let Some(step) = odd else {
            return Ok(Self(path));
        };
        let written = &text[step.span.range()];
        Err(PathSyntaxError::new(
            format!("`{written}` cannot stand in a Reference Path, which names one place"),
            step.span.start as usize,
        ))
    }

    /// The text it was compiled from.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// The same as a path, to read with.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The steps from the root on: names and indexes.
    pub fn steps(&self) -> &[Step] {
        self.0.steps()
    }

    /// Whether it is `$`, `$$` or `$name` alone.
    pub fn is_whole(&self) -> bool {
        self.0.is_whole()
    }

    /// `target` with `result` at this place. Objects that are missing on the way are created; `$` gives `result` itself.
    ///
    /// # Errors
    /// Where the way leads through something that is no object, or to an item that an array does not have.
    pub fn set(&self, target: &Value, result: Value) -> Result<Value, ResultPathError> {
        let mut changed = target.clone();
        let mut place = &mut changed;
        for (at, step) in self.steps().iter().enumerate() {
            place = enter(step, place).ok_or_else(|| self.conflict(at, target))?;
        }
        *place = result;
        Ok(changed)
    }

    /// The value at this place of `root`, as `ItemsPath` looks for it: what is missing is reported in other words than
    /// those of a path.
    ///
    /// # Errors
    /// Where there is no such place (`Unable to apply step "chunks" to input {…}`, seen on AWS for a Map's `ItemsPath`).
    pub fn select<'v>(&self, root: &'v Value) -> Result<&'v Value, ResultPathError> {
        let mut value = root;
        for (at, step) in self.steps().iter().enumerate() {
            let next = match &step.kind {
                StepKind::Name(name) => value.get(name),
                StepKind::Index(index) => usize::try_from(*index)
                    .ok()
                    .and_then(|index| value.as_array()?.get(index)),
                _ => None,
            };
            value = next.ok_or_else(|| self.conflict(at, root))?;
        }
        Ok(value)
    }

    /// The error of step `at` on the way through `root`.
    fn conflict(&self, at: usize, root: &Value) -> ResultPathError {
        let what = match &self.steps()[at].kind {
            StepKind::Name(name) if root.as_object().is_some() => format!("step \"{name}\""),
            StepKind::Index(index) if root.as_object().is_some() => format!("step \"{index}\""),
            _ => format!("ReferencePath {}", self.text()),
        };
        ResultPathError {
            message: format!("Unable to apply {what} to input {}", root.to_json()),
        }
    }
}

/// The place that one step further is, created where an object lacks it.
fn enter<'v>(step: &Step, place: &'v mut Value) -> Option<&'v mut Value> {
    match (&step.kind, place) {
        (StepKind::Name(name), Value::Object(members)) => {
            if !members.contains_key(name) {
                members.insert(name.clone(), Value::Object(Object::new()));
            }
            members.get_mut(name)
        }
        (StepKind::Index(index), Value::Array(items)) => {
            let index = usize::try_from(*index).ok()?;
            items.get(index)?;
            items.make_mut().get_mut(index)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    fn set(path: &str, target: &str) -> Result<String, String> {
        let path = ReferencePath::parse(path).unwrap();
        match path.set(&read(target).unwrap(), Value::from("r")) {
            Ok(value) => Ok(value.to_compact_json()),
            Err(error) => Err(error.message),
        }
    }

    #[test]
    fn puts_results_in_place() {
        let cases = [
            ("$", "{\"a\": 1}", "\"r\""),
            ("$.a", "{\"a\": 1, \"b\": 2}", "{\"a\":\"r\",\"b\":2}"),
            ("$.b", "{\"a\": 1}", "{\"a\":1,\"b\":\"r\"}"),
            (
                "$.b.c['d e']",
                "{\"a\": 1}",
                "{\"a\":1,\"b\":{\"c\":{\"d e\":\"r\"}}}",
            ),
            ("$.a[1]", "{\"a\": [1, 2]}", "{\"a\":[1,\"r\"]}"),
            ("$.a[0].b", "{\"a\": [{}]}", "{\"a\":[{\"b\":\"r\"}]}"),
        ];
        for (path, target, expected) in cases {
            assert_eq!(set(path, target).as_deref(), Ok(expected), "{path}");
        }
    }

    #[test]
    fn leaves_the_target_as_it_is() {
        let target = read("{\"a\": {\"b\": [1]}}").unwrap();
        let path = ReferencePath::parse("$.a.b[0]").unwrap();
        assert!(path.set(&target, Value::Null).is_ok());
        assert_eq!(target.to_json(), "{\"a\": {\"b\": [1]}}");
    }

    /// The first: qiita.com/tsubasaogawa/items/4fe341bdb6ae7d2fd8ee. AWS's words for an inner step are known from Maps
    /// whose `ItemsPath` is missing (`Unable to apply step "objects" to input {"discovery":{…}}`).
    #[test]
    fn reports_conflicts_as_aws_does() {
        let cases = [
            (
                "$.someTaskResult",
                "\"input1\"",
                "Unable to apply ReferencePath $.someTaskResult to input \"input1\"",
            ),
            (
                "$.a.b",
                "{\"a\": 1}",
                "Unable to apply step \"b\" to input {\"a\": 1}",
            ),
            (
                "$.a.b",
                "{\"a\":null}",
                "Unable to apply step \"b\" to input {\"a\":null}",
            ),
            (
                "$.a[1]",
                "{\"a\":[1]}",
                "Unable to apply step \"1\" to input {\"a\":[1]}",
            ),
        ];
        for (path, target, message) in cases {
            assert_eq!(set(path, target), Err(message.to_owned()), "{path}");
        }
        let path = ReferencePath::parse("$.discovery.objects").unwrap();
        let input = read("{\"discovery\":{\"statusCode\":500}}").unwrap();
        assert_eq!(
            path.select(&input).unwrap_err().message,
            "Unable to apply step \"objects\" to input {\"discovery\":{\"statusCode\":500}}"
        );
    }

    /// The specification: the operators `@`, `..`, `,`, `:`, `?` and `*` are not supported in Reference Paths.
    #[test]
    fn refuses_what_may_lead_to_several_places() {
        let cases = [
            ("$.a[*].b", 3),
            ("$.a.*", 3),
            ("$..a", 1),
            ("$['a', 'b']", 1),
            ("$.a[0,1]", 3),
            ("$.a[1:]", 3),
            ("$.a[?(@.b)]", 3),
            ("$.a[(@.length-1)]", 3),
            ("$.a.", 4),
        ];
        for (text, offset) in cases {
            let error = ReferencePath::parse(text).unwrap_err();
            assert_eq!(error.offset, offset, "{text}: {error}");
        }
        let path = ReferencePath::parse("$$.Map.Item['Value'][2]").unwrap();
        assert_eq!(path.steps().len(), 4);
        assert!(ReferencePath::parse("$").unwrap().is_whole());
    }
}
