//! The items of a Map, and what an iteration gets.

use crate::asl::{Items, Map, QueryLanguage, State};
use crate::engine::execution::Extra;
use crate::engine::fault::Fault;
use crate::engine::frame::{Frame, MapItem};
use crate::engine::jsonata::Seen;
use crate::engine::{Evaluation, Execution, Stage};
use crate::query::jsonpath::{Path, PathError, ReferencePath, ResultPathError, Root};
use crate::value::{Array, Value};

/// `ItemsPath` leads nowhere. AWS reports a Reference Path in other words than a path (see
/// [`ReferencePath::select`]).
fn missing_items(path: &Path, input: &Value, error: &PathError) -> Fault {
    let conflict = ReferencePath::parse(path.text())
        .ok()
        .filter(|_| *path.root() == Root::Input)
        .and_then(|reference| reference.select(input).err());
    match conflict {
        Some(conflict) => Fault::new(ResultPathError::NAME, conflict.message),
        None => Fault::invalid_path(path.text(), error),
    }
}

impl Execution {
    /// The items of a Map.
    pub(in crate::engine) fn items(
        &mut self,
        frame: &Frame,
        state: &State,
        input: &Value,
        map: &Map,
    ) -> Result<Array, Fault> {
        match (state.query_language, &map.items) {
            (QueryLanguage::JsonPath, _) => self.items_by_path(frame, input, map),
            (QueryLanguage::Jsonata, Some(Items::Jsonata(expression))) => {
                match self.jsonata(frame, expression, "Items")? {
                    Value::Array(items) => Ok(items),
                    other => Err(Self::unexpected(frame, expression, "Items", "array", other)),
                }
            }
            (QueryLanguage::Jsonata, Some(Items::Literal(template))) => {
                let items = self.jsonata_template(
                    frame,
                    template,
                    "Items",
                    Seen::default(),
                    Extra::default(),
                )?;
                self.array(frame, items)
            }
            (QueryLanguage::Jsonata, None) => self.array(frame, input.clone()),
        }
    }

    /// Recorded: scenarios/base_scenarios.map_state_items_input_types~number.
    fn array(&self, frame: &Frame, value: Value) -> Result<Array, Fault> {
        match value {
            Value::Array(items) => Ok(items),
            other => {
                let detail = format!("Map state input must be an array but was: {other}");
                let span = self.machine.state(frame.visit().state).span;
                Err(Fault::unusable(detail, Evaluation::default()).at(span, "Items", &other))
            }
        }
    }

    /// What an iteration gets: the item, or what `ItemSelector` makes of it.
    pub(in crate::engine) fn item_input(
        &self,
        frame: &Frame,
        map: &Map,
        input: &Value,
        item: &MapItem,
    ) -> Result<Value, Fault> {
        let extra = Extra {
            item: Some(item),
            token: None,
        };
        let field = if map.parameters.is_some() {
            "Parameters"
        } else {
            "ItemSelector"
        };
        match (&map.item_selector, &map.item_selector_jsonata) {
            (Some(selector), _) => self.template(frame, selector, field, input, extra),
            (None, Some(selector)) => {
                self.jsonata_template(frame, selector, field, Seen::default(), extra)
            }
            (None, None) => Ok(item.item.value.clone()),
        }
    }

    fn items_by_path(&mut self, frame: &Frame, input: &Value, map: &Map) -> Result<Array, Fault> {
        let field = map.items_path.as_ref();
        let path = field.and_then(|field| field.path.as_ref());
        let items = match path {
            None => input.clone(),
            Some(path) => self
                .within(frame, input, Extra::default(), |environment| {
                    path.evaluate(environment)
                        .map(std::borrow::Cow::into_owned)
                        .map_err(|error| missing_items(path, input, &error))
                })
                .map_err(|fault| {
                    fault.at(
                        field.map(|field| field.span).unwrap_or_default(),
                        "ItemsPath",
                        input,
                    )
                })?,
        };
        match items {
            Value::Array(items) => {
                self.trace(frame, Stage::AfterItemsPath, &items.clone().into());
                Ok(items)
            }
            other => {
                let path = path.map_or("$", Path::text);
                let shown = path
                    .strip_prefix('$')
                    .filter(|rest| rest.starts_with('$'))
                    .unwrap_or(path);
                let span = field.map_or_else(
                    || self.machine.state(frame.visit().state).span,
                    |field| field.span,
                );
                Err(
                    Fault::runtime(format!("Reference path \"{shown}\" must point to array.")).at(
                        span,
                        "ItemsPath",
                        &other,
                    ),
                )
            }
        }
    }
}
