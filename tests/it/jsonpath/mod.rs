//! JSONPath against Jayway json-path 2.0.0, and against anything at all.

mod hostile;

use sfnrun::query::jsonpath::{Path, PathErrorKind};
use sfnrun::value::{Value, read};

/// A document, and selectors with what Jayway 2.0.0 says of them; `source` inside.
fn oracle() -> Value {
    read(include_str!("jayway-2.0.0.json")).expect("the table is JSON")
}

fn cases(oracle: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let cases = oracle.get("cases").and_then(Value::as_array);
    cases
        .expect("the table has cases")
        .iter()
        .map(|case| (text(case, "selector").expect("a case has a selector"), case))
}

fn text<'c>(case: &'c Value, field: &str) -> Option<&'c str> {
    case.get(field).and_then(Value::as_str)
}

/// What differs from the oracle, if anything does.
fn difference(selector: &str, case: &Value, document: &Value) -> Option<String> {
    let refused = case.get("refused").is_some();
    let path = match Path::parse(selector) {
        Ok(_) if refused => return Some("compiles".to_owned()),
        Ok(path) => path,
        Err(_) if refused => return None,
        Err(error) => return Some(format!("does not compile: {error}")),
    };
    let definite = case.get("definite").and_then(Value::as_bool);
    if definite != Some(path.is_definite()) {
        return Some(format!("definite: {}", path.is_definite()));
    }
    match (path.select(document), case.get("result")) {
        (Ok(value), Some(result)) if value.to_compact_json() == result.to_compact_json() => None,
        (Ok(value), _) => Some(format!("gives {value}")),
        (Err(error), Some(_)) => Some(format!("fails: {error}")),
        (Err(error), None) => {
            let kind = match text(case, "error") {
                Some("PathNotFoundException") => PathErrorKind::NotFound,
                _ => PathErrorKind::Invalid,
            };
            let same = error.kind == kind
                && text(case, "message").is_none_or(|message| message == error.message);
            (!same).then(|| format!("fails otherwise: {error:?}"))
        }
    }
}

#[test]
fn agrees_with_jayway() {
    let oracle = oracle();
    let document = oracle.get("document").expect("the table has a document");
    let different: Vec<String> = cases(&oracle)
        .filter_map(|(selector, case)| {
            let difference = difference(selector, case, document)?;
            Some(format!("{selector}: {difference}; Jayway: {case}"))
        })
        .collect();
    assert!(cases(&oracle).count() > 300);
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Run on AWS for floci (`AslExecutorIntrinsicMissingArgumentTest`).
#[test]
fn agrees_with_what_was_run_on_aws() {
    let select = |text: &str, document: &str| {
        let path = Path::parse(text).expect("the path compiles");
        let value = read(document).expect("the document is JSON");
        let selected = path.select(&value).map(|value| value.to_json());
        selected.map_err(|error| error.message)
    };
    assert_eq!(
        select("$.other[0]", r#"{"other":1}"#),
        Err("Filter: [0] can only be applied to arrays. Current context is: 1".to_owned())
    );
    assert_eq!(
        select("$.items[*].nope", r#"{"items":[1,2]}"#),
        Ok("[]".to_owned())
    );
    assert_eq!(select("$.nul", r#"{"nul":null}"#), Ok("null".to_owned()));
    assert!(select("$[0].nope", r#"[{"other":1}]"#).is_err());
}

#[test]
fn every_step_knows_its_place() {
    for (selector, _) in cases(&oracle()) {
        let Ok(path) = Path::parse(selector) else {
            continue;
        };
        let mut end = 1;
        for step in path.steps() {
            let span = step.span.range();
            assert!(
                span.start >= end && !span.is_empty(),
                "{selector}: {step:?}"
            );
            let skipped = &selector[end..span.start];
            assert!(
                matches!(skipped, "" | "."),
                "{selector}: `{skipped}` belongs to no step"
            );
            end = span.end;
        }
        assert_eq!(end, selector.len(), "{selector}");
    }
}
