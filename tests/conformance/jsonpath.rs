//! JSONPath: what was seen on AWS, and what Jayway json-path 2.0.0 says.

use crate::shared;
use libtest_mimic::{Failed, Trial};
use sfnrun::base::Random;
use sfnrun::query::jsonpath::{Path, PathErrorKind};
use sfnrun::query::{Environment, Variables};
use sfnrun::value::{Array, Value};
use std::borrow::Cow;
use std::cell::RefCell;

/// Cases of Jayway that are not followed, and why.
const LEFT_OUT: [(&str, &str); 1] = [(
    "own_163",
    "`=~`: AWS's documentation says that filters have no regular expressions",
)];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    if let Some(cases) = shared::json(
        "conformance/jsonpath/aws-observed.json",
        "35 paths seen on AWS",
    ) {
        for case in list(&cases).iter() {
            trials.push(trial(case, case.get("document")));
        }
    }
    if let Some(file) = shared::json(
        "conformance/jsonpath/jayway-2.0.0-own.json",
        "169 paths of Jayway 2.0.0",
    ) {
        for case in list(file.get("cases").expect("the file has cases")).iter() {
            trials.push(trial(case, file.get("document")));
        }
    }
    trials
}

fn list(cases: &Value) -> &Array {
    cases.as_array().expect("the cases are a list")
}

fn text<'c>(case: &'c Value, field: &str) -> Option<&'c str> {
    case.get(field).and_then(Value::as_str)
}

fn trial(case: &Value, document: Option<&Value>) -> Trial {
    let id = text(case, "id").expect("a case has an id").to_owned();
    let left_out = LEFT_OUT.iter().any(|(left_out, _)| *left_out == id);
    let case = case.clone();
    let document = document.expect("a case has a document").clone();
    Trial::test(format!("jsonpath::{id}"), move || check(&case, &document))
        .with_ignored_flag(left_out)
}

fn check(case: &Value, document: &Value) -> Result<(), Failed> {
    let selector = text(case, "selector").ok_or("the case has no selector")?;
    let outcome = case.get("outcome").ok_or("the case has no outcome")?;
    let path = match Path::parse(&rooted(selector)?) {
        Ok(path) => path,
        Err(error) if outcome.get("error").is_some() && case.get("definite").is_none() => {
            return same(
                selector,
                "exception",
                text(case, "exception"),
                Some("InvalidPathException"),
            )
            .map_err(|failed| format!("{failed:?}; {error}").into());
        }
        Err(error) => return Err(format!("{selector} does not compile: {error}").into()),
    };
    if let Some(definite) = case.get("definite").and_then(Value::as_bool) {
        same(
            selector,
            "definite",
            Some(definite),
            Some(path.is_definite()),
        )?;
    }
    let environment = Environment {
        input: document,
        context: &Value::empty_object(),
        variables: &Variables::default(),
        random: &RefCell::new(Random::new(0)),
    };
    match (path.evaluate(&environment), outcome.get("result")) {
        (Ok(value), expected) => same(selector, "result", expected, Some(&*value)),
        (Err(error), Some(expected)) => {
            Err(format!("{selector}: expected {expected}, got the error {error}").into())
        }
        (Err(error), None) => {
            let not_found = error.kind == PathErrorKind::NotFound;
            // `$a` and `$$.a` are no paths to Jayway; to AWS they are a variable and the context object.
            if let Some(exception) = text(case, "exception")
                && case.get("definite").is_some()
            {
                same(
                    selector,
                    "exception",
                    Some(exception == "PathNotFoundException"),
                    Some(not_found),
                )?;
            }
            if let Some(message) = text(case, "message") {
                same(
                    selector,
                    "message",
                    Some(message),
                    Some(error.message.as_str()),
                )?;
            }
            if let Some(message) = text(case, "aws_message") {
                let ours = format!("Invalid path '{selector}' : {error}");
                same(selector, "aws_message", Some(message), Some(ours.as_str()))?;
            }
            Ok(())
        }
    }
}

/// Jayway puts `$.` in front of a path that has no `$`, and takes `@` for it. AWS refuses such a path.
fn rooted(selector: &str) -> Result<Cow<'_, str>, Failed> {
    if selector.trim_start().starts_with('$') {
        return Ok(Cow::Borrowed(selector));
    }
    if Path::parse(selector).is_ok() {
        return Err(format!("{selector} compiles without `$`").into());
    }
    Ok(Cow::Owned(match selector.strip_prefix('@') {
        Some(rest) => format!("${rest}"),
        None => format!("$.{selector}"),
    }))
}

fn same<T: PartialEq + std::fmt::Debug>(
    selector: &str,
    what: &str,
    expected: Option<T>,
    ours: Option<T>,
) -> Result<(), Failed> {
    if expected == ours {
        return Ok(());
    }
    Err(format!("{selector}: {what}: expected {expected:?}, got {ours:?}").into())
}
