//! The result shapes against the results recorded on AWS.

use crate::shared;
use sfnrun::services::result_shapes::result_shape;
use sfnrun::value::{Value, read};

#[test]
fn shapes_hold_what_aws_gave() {
    let Some(folder) = shared::find("conformance/aws", "the recorded results") else {
        return;
    };
    let mut checked = 0;
    for group in std::fs::read_dir(folder)
        .expect("the folder can be read")
        .flatten()
    {
        let Ok(cases) = std::fs::read_dir(group.path()) else {
            continue;
        };
        for case in cases.flatten() {
            let text = std::fs::read_to_string(case.path()).expect("a case can be read");
            let case = read(&text).expect("a case is JSON");
            let events = case
                .get("expect")
                .and_then(|expect| expect.get("events"))
                .and_then(Value::as_array);
            for event in events.into_iter().flat_map(|events| events.iter()) {
                checked += usize::from(check(event));
            }
        }
    }
    // lambda 19, sns 11, dynamodb 8, sqs 4, states 2 when this was written.
    assert!(checked >= 40, "only {checked} results were found");
}

/// Whether the event is a result with a known shape; panics where it does not fit.
fn check(event: &Value) -> bool {
    let text = |key: &str| event.get(key).and_then(Value::as_str);
    let (Some("TaskSucceeded"), Some(service), Some(resource)) =
        (text("type"), text("resourceType"), text("resource"))
    else {
        return false;
    };
    let (action, pattern) = resource.split_at(resource.find('.').unwrap_or(resource.len()));
    let (Some(shape), Some(output)) = (
        result_shape(service, action, pattern),
        event.get("output").and_then(Value::as_object),
    ) else {
        return false;
    };
    let mut rest = output.clone();
    if let Some(open) = shape.open {
        rest.remove(open.name);
    }
    let rest = Value::Object(rest);
    let size = rest.to_compact_json().len() as u64;
    assert!(
        (shape.least..=shape.most).contains(&size),
        "{service}:{resource}: {size}: {rest}"
    );
    for key in shape
        .sample()
        .as_object()
        .expect("a sample is an object")
        .keys()
    {
        assert!(
            output.contains_key(key),
            "{service}:{resource} has no {key}"
        );
    }
    true
}
