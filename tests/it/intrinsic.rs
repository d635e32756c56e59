//! The executions recorded on AWS (`conformance/aws`) that a single Pass state with `Parameters` decides.

use crate::shared;
use sfnrun::base::Random;
use sfnrun::query::template::PayloadTemplate;
use sfnrun::query::{Environment, Variables};
use sfnrun::source::json;
use sfnrun::value::{Object, Value, read};
use std::cell::RefCell;
use std::path::{Path, PathBuf};

#[test]
fn templates_give_what_aws_gave() {
    let Some(folder) = shared::find("conformance/aws", "the recorded templates") else {
        return;
    };
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let (mut checked, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a case can be read");
        let case = Case(read(&text).expect("a case is JSON"));
        if let Some(outcome) = case.check() {
            checked += 1;
            wrong.extend(
                outcome
                    .err()
                    .map(|words| format!("{}: {words}", case.text("id"))),
            );
        }
    }
    // All of intrinsic_functions that is not JSONata, and the single Pass states elsewhere.
    assert!(checked >= 118, "only {checked} cases were found");
    assert!(
        wrong.is_empty(),
        "{} of {checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
}

struct Case(Value);

impl Case {
    fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    fn at(&self, path: &[&str]) -> Option<&Value> {
        path.iter().try_fold(&self.0, |value, key| value.get(key))
    }

    /// Whether the case came out right; nothing if it is not one of ours.
    fn check(&self) -> Option<Result<(), String>> {
        let [(name, state)] = self
            .at(&["definition", "States"])?
            .as_object()?
            .iter()
            .collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let others = [
            "InputPath",
            "OutputPath",
            "ResultPath",
            "Result",
            "Assign",
            "QueryLanguage",
        ];
        let plain = others.iter().all(|field| state.get(field).is_none());
        if self.text("kind") != "execution" || state.get("Type")?.as_str() != Some("Pass") || !plain
        {
            return None;
        }
        let parameters = state.get("Parameters")?;
        let input = self
            .0
            .get("input")
            .cloned()
            .unwrap_or_else(Value::empty_object);
        let tree = json::read(&parameters.to_json());
        let root = tree.root.as_ref().expect("the parameters are JSON");
        let (template, issues) = PayloadTemplate::compile(root);
        if !issues.is_empty() {
            return Some(Err(format!("refused: {issues:?}")));
        }
        let context = self.context(&input);
        let random = RefCell::new(Random::new(1));
        let variables = Variables::default();
        let environment = Environment {
            input: &input,
            context: &context,
            variables: &variables,
            random: &random,
        };
        Some(
            match (
                template.evaluate(&environment),
                self.at(&["expect", "output"]),
            ) {
                (Ok(value), Some(output)) => self
                    .same(output, &value)
                    .then_some(())
                    .ok_or_else(|| format!("{value}, not {output}")),
                (Err(error), None) => {
                    let prefix = format!(
                        "An error occurred while executing the state '{name}' (entered at the event id #2). "
                    );
                    let cause = Value::from(prefix + &error.cause);
                    let expected = self.at(&["expect", "cause"])?;
                    let named = self.at(&["expect", "error"])?.as_str() == Some("States.Runtime");
                    (named && self.same(expected, &cause))
                        .then_some(())
                        .ok_or_else(|| format!("{cause}, not {expected}"))
                }
                (result, expected) => Err(format!("{result:?}, not {expected:?}")),
            },
        )
    }

    fn context(&self, input: &Value) -> Value {
        let object =
            |members: Vec<(&str, Value)>| Value::Object(members.into_iter().collect::<Object>());
        let name = self
            .at(&["names", "stateMachine"])
            .cloned()
            .unwrap_or_default();
        object(vec![
            ("Execution", object(vec![("Input", input.clone())])),
            ("StateMachine", object(vec![("Name", name)])),
        ])
    }

    /// Compares as the README of the cases says: a token stands for its binding, or for anything.
    fn same(&self, expected: &Value, found: &Value) -> bool {
        match (expected, found) {
            (Value::Array(expected), Value::Array(found)) => {
                expected.len() == found.len()
                    && expected
                        .iter()
                        .zip(found.iter())
                        .all(|(e, f)| self.same(e, f))
            }
            (Value::Object(expected), Value::Object(found)) => {
                expected.len() == found.len()
                    && expected
                        .iter()
                        .all(|(key, e)| found.get(key).is_some_and(|f| self.same(e, f)))
            }
            (Value::String(text), found) => self.same_text(text, found),
            _ => expected == found,
        }
    }

    fn same_text(&self, expected: &str, found: &Value) -> bool {
        let tokens = self.0.get("placeholders").and_then(Value::as_array);
        let token = tokens
            .into_iter()
            .flat_map(|tokens| tokens.iter())
            .filter_map(Value::as_str)
            .find(|token| expected.contains(token));
        let Some(token) = token else {
            return found.as_str() == Some(expected);
        };
        match self.at(&["bindings", token]).and_then(Value::as_str) {
            Some(bound) => found.as_str() == Some(&expected.replace(token, bound)),
            None if expected == token => true,
            None => {
                let (start, end) = expected.split_once(token).expect("the token is in it");
                found
                    .as_str()
                    .is_some_and(|found| found.starts_with(start) && found.ends_with(end))
            }
        }
    }
}
