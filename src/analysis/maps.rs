//! What a Map does to data: its items, what an iteration starts with, what comes out.

use super::jsonata::{self, JsonataScope};
use super::scope::{ContextObject, ContextObjects, Scope};
use super::stages::{Results, Stages, path_field};
use super::{Origin, Shape, Size, expression};
use crate::asl::{
    DataTemplate, InputType, ItemBatcher, ItemReader, Items, Map, ProcessorMode, State,
    StateMachine,
};
use crate::query::template::PayloadTemplate;
use crate::value::Str;

/// The items of a Map, as an array where that is known.
pub(super) fn items(state: &State, map: &Map, stages: &Stages) -> Shape {
    if let Some(reader) = &map.item_reader {
        return Shape::array(Some(read_item(state, reader)), 0, None);
    }
    let jsonata = JsonataScope {
        input: &stages.raw_input,
        result: None,
        error: None,
        context: &stages.context,
        variables: &stages.variables,
    };
    match (&map.items, &map.items_path) {
        (Some(Items::Jsonata(expression)), _) => {
            jsonata::of_expression(expression, &jsonata, Origin::Item(state.id))
        }
        (Some(Items::Literal(template)), _) => {
            jsonata::of_template(template, &jsonata, Origin::Item(state.id))
        }
        (None, items_path) => {
            let scope = Scope {
                input: &stages.input,
                context: &stages.context,
                variables: &stages.variables,
            };
            path_field(items_path.as_ref(), &scope, state)
        }
    }
}

/// An item of a Map, and what its iteration starts with.
pub(super) fn iteration(
    state: &State,
    map: &Map,
    stages: &Stages,
    contexts: &ContextObjects,
) -> (Shape, Shape) {
    let item = items(state, map, stages)
        .item()
        .unwrap_or_else(|| Shape::unknown(Some(Origin::Item(state.id))));
    let context = contexts.of(state, Some(&item));
    let origin = Origin::Parameters(state.id);
    let mut input = item.clone();
    if let Some(selector) = &map.item_selector {
        input = select_item(&selector.value, stages, &context, origin);
    }
    if let Some(selector) = &map.item_selector_jsonata {
        let scope = JsonataScope {
            input: &stages.raw_input,
            result: None,
            error: None,
            context: &context,
            variables: &stages.variables,
        };
        input = jsonata::of_template(selector, &scope, origin);
    }
    if let Some(batcher) = &map.item_batcher {
        input = batch(state, batcher, input, stages);
    }
    (item, input)
}

fn select_item(
    selector: &PayloadTemplate,
    stages: &Stages,
    context: &ContextObject,
    origin: Origin,
) -> Shape {
    let scope = Scope {
        input: &stages.input,
        context,
        variables: &stages.variables,
    };
    expression::of_template(selector, &scope, origin)
}

pub(super) fn result(
    machine: &StateMachine,
    state: &State,
    map: &Map,
    stages: &Stages,
    results: &dyn Results,
) -> Option<Shape> {
    let origin = Origin::Result(state.id);
    match &map.result_writer {
        Some(writer) if writer.resource.is_some() => return Some(written(origin)),
        // How the results look is up to its `Transformation`.
        Some(_) => return Some(Shape::unknown(Some(origin))),
        None => {}
    }
    let (least, most) = items(state, map, stages).count();
    let tolerant = map.mode != ProcessorMode::Inline
        && (map.tolerated_failure_count.is_some() || map.tolerated_failure_percentage.is_some());
    let Some(flow) = map
        .processor
        .filter(|flow| !machine.flow(*flow).states.is_empty())
    else {
        return Some(Shape::unknown(Some(origin)));
    };
    if most == Some(0) {
        return Some(Shape::array(None, 0, Some(0)));
    }
    let one = results.flow(flow)?;
    if map.item_batcher.is_some() {
        return Some(Shape::array(Some(one), 0, None));
    }
    // Iterations that failed and are tolerated leave nothing behind.
    Some(Shape::array(
        Some(one),
        if tolerant { 0 } else { least },
        most,
    ))
}

/// An item that a reader gives.
fn read_item(state: &State, reader: &ItemReader) -> Shape {
    let origin = Some(Origin::Item(state.id));
    let format = &reader.config.format;
    match (format.input_type, &format.csv_headers) {
        // Rows have all the columns, whatever the file has (recorded:
        // scenarios/base_scenarios.map_item_reader_csv_headers_decl_extra_fields).
        (Some(InputType::Csv), Some(headers)) => {
            let cell = || Shape::string(Size::at_least(2));
            let members = headers.iter().map(|header| (Str::clone(header), cell()));
            Shape::closed(members, origin)
        }
        _ => Shape::unknown(origin),
    }
}

/// What a child execution gets of several items.
fn batch(state: &State, batcher: &ItemBatcher, item: Shape, stages: &Stages) -> Shape {
    let origin = Origin::Item(state.id);
    let mut members = Vec::new();
    if let Some(template) = &batcher.batch_input {
        let input = match template {
            DataTemplate::JsonPath(template) => {
                let scope = Scope {
                    input: &stages.input,
                    context: &stages.context,
                    variables: &stages.variables,
                };
                expression::of_template(&template.value, &scope, origin)
            }
            DataTemplate::Jsonata(template) => {
                let scope = JsonataScope {
                    input: &stages.raw_input,
                    result: None,
                    error: None,
                    context: &stages.context,
                    variables: &stages.variables,
                };
                jsonata::of_template(template, &scope, origin)
            }
        };
        members.push(("BatchInput", input));
    }
    members.push(("Items", Shape::array(Some(item), 1, None)));
    Shape::closed(members, Some(origin))
}

/// The result of a Map whose results are written to S3: where they are.
fn written(origin: Origin) -> Shape {
    let text = || Shape::string(Size::at_least(2));
    let details = Shape::closed([("Bucket", text()), ("Key", text())], Some(origin));
    let members = [("MapRunArn", text()), ("ResultWriterDetails", details)];
    Shape::closed(members, Some(origin))
}
