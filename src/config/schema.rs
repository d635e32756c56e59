//! The JSON Schema of a configuration, for editors that complete and check TOML by one.

use super::keys::{CONFIG, Key};
use crate::lint::{Level, Selector, registry};
use serde_json::{Map, Value as Json, json};

/// What a key takes, as JSON Schema.
pub(super) type Schema = Json;

/// The schema, indented. Draft 7, which the editors' TOML extensions know.
pub fn schema() -> String {
    let mut document = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "sfnrun.toml",
        "description": "How sfnrun checks the definitions of a project.",
    });
    let table = table(&CONFIG, &[]);
    if let (Json::Object(document), Json::Object(table)) = (&mut document, table) {
        document.extend(table);
    }
    format!("{document:#}\n")
}

/// A table of just these keys.
pub(super) fn table<T>(keys: &[Key<T>], required: &[&str]) -> Schema {
    let mut properties = Map::new();
    for key in keys {
        let mut schema = (key.takes)();
        schema["description"] = json!(key.what);
        properties.insert(key.name.to_owned(), schema);
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// A list.
pub(super) fn list_of(items: Schema) -> Schema {
    json!({"type": "array", "items": items})
}

/// A list that is not empty.
pub(super) fn at_least_one(mut list: Schema) -> Schema {
    list["minItems"] = json!(1);
    list
}

/// A text.
pub(super) fn text() -> Schema {
    json!({"type": "string"})
}

/// Texts.
pub(super) fn texts() -> Schema {
    list_of(text())
}

/// Texts by names of any kind.
pub(super) fn texts_by_name() -> Schema {
    json!({"type": "object", "additionalProperties": text()})
}

/// One of some names.
pub(super) fn names<T>(known: &[(&'static str, T)]) -> Schema {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    json!({"type": "string", "enum": names})
}

/// Names of rules, categories and groups.
pub(super) fn selectors() -> Schema {
    let names: Vec<&str> = Selector::names().collect();
    list_of(json!({"type": "string", "enum": names}))
}

/// Rules and their levels.
pub(super) fn levels() -> Schema {
    let level = json!({"type": "string", "enum": Level::NAMES});
    let rules = registry::all().iter();
    let properties: Map<String, Json> = rules
        .map(|meta| (meta.id.to_owned(), level.clone()))
        .collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// Values of any kind under names of any kind.
pub(super) fn anything_by_name() -> Schema {
    json!({"type": "object"})
}
