//! `ignorePaths` of a mocked case: what AWS's services gave and mocks do not.

use serde_json::Value as Json;

/// What is left out of a comparison.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    /// `$..NAME`: members of this name anywhere.
    anywhere: Vec<String>,
    /// `$..xEventDetails.FIELD`: this field of events with these details.
    details: Vec<(String, String)>,
}

impl Ignored {
    /// Takes the forms that occur: `$..NAME`, `$..DETAILS.FIELD`, `$..events..DETAILS.FIELD`.
    pub(super) fn read(paths: &[String]) -> Result<Self, String> {
        let mut ignored = Self::default();
        for path in paths {
            let rest = path
                .strip_prefix("$..")
                .ok_or_else(|| format!("`{path}` is none of the known forms"))?;
            let rest = rest.strip_prefix("events..").unwrap_or(rest);
            match rest.split_once('.') {
                None => ignored.anywhere.push(rest.to_owned()),
                Some((details, field)) if details.ends_with("EventDetails") => {
                    ignored.details.push((details.to_owned(), field.to_owned()));
                }
                Some(_) => return Err(format!("`{path}` is none of the known forms")),
            }
        }
        Ok(ignored)
    }

    /// Members of these names anywhere.
    pub(super) fn anywhere(names: &[&str]) -> Self {
        Self {
            anywhere: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Self::default()
        }
    }

    pub(super) fn ignores_events(&self) -> bool {
        self.anywhere.iter().any(|name| name == "events")
    }

    /// The output of the execution stands in its last event too.
    pub(super) fn ignores_output(&self) -> bool {
        self.details
            .iter()
            .any(|(details, _)| details == "executionSucceededEventDetails")
    }

    pub(super) fn strip_event(&self, event: &mut Json) {
        let key = details_key(event["type"].as_str().unwrap_or_default());
        if let Some(members) = event.as_object_mut() {
            for (details, field) in &self.details {
                if *details == key {
                    members.remove(field);
                }
            }
        }
        // A cause may be the text of an object.
        if let Some(mut cause) = super::nested::parsed(&event["cause"]) {
            self.strip(&mut cause);
            event["cause"] = cause.to_string().into();
        }
        self.strip(event);
    }

    /// The text of an object, without what is left out; any other text as it is.
    pub(super) fn strip_text(&self, text: &str) -> String {
        let Some(mut parsed) = super::nested::parsed(&text.into()) else {
            return text.to_owned();
        };
        self.strip(&mut parsed);
        parsed.to_string()
    }

    pub(super) fn strip(&self, value: &mut Json) {
        match value {
            Json::Array(items) => items.iter_mut().for_each(|item| self.strip(item)),
            Json::Object(members) => {
                members.retain(|key, _| !self.anywhere.iter().any(|name| name == key));
                members.values_mut().for_each(|value| self.strip(value));
            }
            _ => {}
        }
    }
}

/// The name of the details that an event of a type has, as in the API model of `GetExecutionHistory`.
pub(super) fn details_key(event_type: &str) -> String {
    for kind in ["StateEntered", "StateExited"] {
        if event_type.ends_with(kind) {
            return format!("s{}EventDetails", &kind[1..]);
        }
    }
    let mut letters = event_type.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let rest = letters.as_str();
    format!("{}{rest}EventDetails", first.unwrap_or_default())
}
