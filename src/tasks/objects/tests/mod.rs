//! Items and results, over objects in memory and in a folder.

mod reading;
mod stores;
mod writing;

use super::{ItemStreams, MemoryStore, ObjectStore};
use crate::asl::{InputType, ItemFormat, Resource, StateId};
use crate::engine::{Item, ReadRequest, ReaderId};
use crate::tasks::{ItemFault, ItemStore, Served};
use crate::value::{Value, read};

fn json(text: &str) -> Value {
    read(text).unwrap()
}

fn format(input_type: InputType) -> ItemFormat {
    ItemFormat {
        input_type: Some(input_type),
        ..ItemFormat::default()
    }
}

/// The items that a reader gives, two at a time; its fault where it fails.
fn read_all(
    store: impl ObjectStore + 'static,
    action: &str,
    parameters: &str,
    format: ItemFormat,
) -> Result<Vec<Item>, String> {
    let mut streams = ItemStreams::new(store);
    let reader = ReaderId(3);
    let request = ReadRequest {
        reader,
        state: StateId(0),
        state_name: "Each".into(),
        resource: Resource::parse(&format!("arn:aws:states:::s3:{action}")),
        parameters: json(parameters),
        format,
    };
    let text = |fault: ItemFault| fault.to_string();
    streams.open_reader(&request).map_err(text)?;
    let mut all = Vec::new();
    loop {
        let Served::Now((items, last)) = streams.read(reader, 2).map_err(text)? else {
            panic!("a store in memory answers at once");
        };
        assert!(items.len() <= 2);
        all.extend(items);
        if last {
            return Ok(all);
        }
    }
}

/// The items that a reader gives, as JSON; its fault where it fails.
fn items_of(
    store: impl ObjectStore + 'static,
    action: &str,
    parameters: &str,
    format: ItemFormat,
) -> Result<Vec<String>, String> {
    let items = read_all(store, action, parameters, format)?;
    Ok(items
        .iter()
        .map(|item| item.value.to_compact_json())
        .collect())
}

/// The items of an object.
fn items(content: impl Into<Vec<u8>>, format: ItemFormat) -> Result<Vec<String>, String> {
    let store = MemoryStore::default();
    store.put("b", "k", content);
    items_of(store, "getObject", r#"{"Bucket":"b","Key":"k"}"#, format)
}

fn failed(cause: &str) -> Result<Vec<String>, String> {
    Err(format!("States.ItemReaderFailed: {cause}"))
}

fn gives(items: &[&str]) -> Result<Vec<String>, String> {
    Ok(items.iter().map(|&item| item.to_owned()).collect())
}
