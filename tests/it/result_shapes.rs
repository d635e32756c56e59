//! The result shapes against the results recorded on AWS.

use crate::shared;
use sfnrun::services::KnownShape;
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

/// Whether the event is a result with a known shape (and is recorded whole); panics where it does not fit.
fn check(event: &Value) -> bool {
    let text = |key: &str| event.get(key).and_then(Value::as_str);
    let (Some("TaskSucceeded"), Some(service), Some(resource)) =
        (text("type"), text("resourceType"), text("resource"))
    else {
        return false;
    };
    let (action, pattern) = resource.split_at(resource.find('.').unwrap_or(resource.len()));
    let (Some(result), Some(output)) = (
        result_shape(service, action, pattern),
        event
            .get("output")
            .filter(|output| output.as_object().is_some()),
    ) else {
        return false;
    };
    fits(&format!("{service}:{resource}"), result.shape, output);
    for key in result
        .sample()
        .as_object()
        .expect("a sample is an object")
        .keys()
    {
        assert!(
            output.get(key).is_some(),
            "{service}:{resource} has no {key}"
        );
    }
    true
}

/// Panics where a recorded value is none of this shape. Ids and dates are shortened in the recordings, so that only the
/// most bytes are compared.
fn fits(place: &str, shape: &KnownShape, value: &Value) {
    let size = value.to_compact_json().len() as u64;
    match shape {
        KnownShape::Anything | KnownShape::Instant => {}
        KnownShape::Text(_, most) => {
            assert!(value.as_str().is_some(), "{place} is {value}");
            assert!(size <= *most, "{place} has {size} bytes: {value}");
        }
        KnownShape::LongText => assert!(value.as_str().is_some(), "{place} is {value}"),
        KnownShape::Number => assert!(value.as_number().is_some(), "{place} is {value}"),
        KnownShape::Opaque(_, most) => assert!(size <= *most, "{place} has {size} bytes: {value}"),
        KnownShape::List(item) => {
            let items = value
                .as_array()
                .unwrap_or_else(|| panic!("{place} is {value}"));
            items.iter().for_each(|one| fits(place, item, one));
        }
        KnownShape::Object { members, open } => {
            let object = value
                .as_object()
                .unwrap_or_else(|| panic!("{place} is {value}"));
            for member in *members {
                match object.get(member.name) {
                    Some(inner) => fits(&format!("{place}.{}", member.name), &member.shape, inner),
                    None => assert!(!member.always, "{place} has no {}: {value}", member.name),
                }
            }
            for name in object.keys() {
                let known = members.iter().any(|member| member.name == &**name);
                assert!(*open || known, "{place} has a member {name}: {value}");
            }
        }
    }
}
