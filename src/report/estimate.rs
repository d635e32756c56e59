//! The table of payload estimates.

use super::style::{Paint, Style};
use super::text::{fit, tame};
use crate::analysis::{Carrier, Estimate, PAYLOAD_LIMIT, Size};
use crate::asl::StateMachine;
use crate::base::text;
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use serde_json::{Value as Json, json};

/// Columns that a state's name may take.
const NAME: usize = 40;
/// Columns that the carrier of a payload may take.
const CARRIER: usize = 48;

/// A difference between bounds that does not matter beside parts of unknown size.
const NEGLIGIBLE: u64 = 64;

/// What stands before a size that may pass the limit.
const OVER: &str = "! ";

/// The bounds of every state's payloads, a row each, and what they mean.
pub fn estimate_table(machine: &StateMachine, estimates: &[Estimate], style: Style) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(style.width).unwrap_or(u16::MAX));
    table.set_header(["state", "input", "result", "output", "largest part"]);
    for estimate in estimates {
        let size = |size: Option<Size>| size.map_or_else(String::new, |size| cell(size, style));
        let part = estimate.carrier.as_ref().map(part).unwrap_or_default();
        table.add_row([
            fit(&name(machine, estimate), NAME, style),
            size(Some(estimate.input)),
            size(estimate.result.or(estimate.request)),
            size(estimate.output),
            fit(&part, CARRIER, style),
        ]);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if (1..4).contains(&number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut out = String::new();
    for (number, line) in table.lines().enumerate() {
        let line = line.trim_end();
        let paint = if number == 0 {
            Paint::Dim
        } else if line.contains(OVER) {
            Paint::Bad
        } else {
            Paint::Plain
        };
        out.push_str(&style.paint(paint, line));
        out.push('\n');
    }
    let legend = format!(
        "bytes of JSON, at least and at most; `+ ?`: parts of unknown size; `!`: may pass the limit of {}",
        text::bytes(PAYLOAD_LIMIT)
    );
    out.push_str(&style.paint(Paint::Dim, &legend));
    out.push('\n');
    out
}

/// The same as JSON: an array of `{"state", "location", "input", "request", "result", "output", "largestPart"}`. A size is
/// `{"least", "most", "bounded"}` in bytes, or null; where it is not bounded, `most` counts the parts whose bound is known.
/// `largestPart` has `path` and `bytes`, or is null.
pub fn estimates_json(machine: &StateMachine, estimates: &[Estimate]) -> Json {
    let size = |size: Option<Size>| {
        size.map_or(
            Json::Null,
            |size| json!({"least": size.low, "most": size.high, "bounded": size.bounded}),
        )
    };
    let rows = estimates.iter().map(|estimate| {
        let state = machine.state(estimate.state);
        let part = estimate.carrier.as_ref();
        json!({
            "state": &*state.name.value,
            "location": state.location,
            "input": size(Some(estimate.input)),
            "request": size(estimate.request),
            "result": size(estimate.result),
            "output": size(estimate.output),
            "largestPart": part.map(|part| json!({"path": part.path, "bytes": part.size.high})),
        })
    });
    rows.collect()
}

/// The state's name, moved in for each flow that it is nested in.
fn name(machine: &StateMachine, estimate: &Estimate) -> String {
    let state = machine.state(estimate.state);
    let mut depth = 0;
    let mut flow = state.flow;
    while let Some(owner) = machine.flow(flow).owner() {
        flow = machine.state(owner).flow;
        depth += 1;
    }
    format!("{}{}", "  ".repeat(depth), tame(&state.name.value))
}

/// `412 B`, `1.2 KiB…40.0 KiB`, `412 B + ?`, `?`, `! 293.0 KiB`.
fn cell(size: Size, style: Style) -> String {
    let Size { low, high, bounded } = size;
    let mut words = if !bounded && high <= 2 {
        "?".to_owned()
    } else if low == high || !bounded && high - low < NEGLIGIBLE {
        text::bytes(low)
    } else {
        format!(
            "{}{}{}",
            text::bytes(low),
            style.ellipsis(),
            text::bytes(high)
        )
    };
    if !bounded && high > 2 {
        words.push_str(" + ?");
    }
    if size.may_pass_limit() {
        words.insert_str(0, OVER);
    }
    words
}

/// `$.audio, 47 items of 5.9 KiB`
fn part(carrier: &Carrier) -> String {
    match carrier.items {
        None => format!("{} {}", carrier.path, text::bytes(carrier.size.high)),
        Some((least, most, item)) => {
            let count = usize::try_from(most.unwrap_or(least)).unwrap_or(usize::MAX);
            let some = if most.is_none() {
                "some items".to_owned()
            } else {
                text::count(count, "item")
            };
            format!("{} {some} of {}", carrier.path, text::bytes(item.high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{DataFlow, Graph, Samples, estimates};
    use crate::asl::{Definition, WorkflowType};
    use crate::source::{Bindings, SourceFile};
    use crate::value::read;

    #[test]
    fn a_table_of_bounds() {
        let text = r#"{"StartAt":"Each","States":{
            "Each":{"Type":"Map","ItemsPath":"$.chunks","MaxConcurrency":3,"ResultPath":"$.audio",
              "ItemProcessor":{"StartAt":"One","States":{
                "One":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:a","End":true}}},
              "Next":"Save"},
            "Save":{"Type":"Task","Resource":"arn:aws:states:::sns:publish","Parameters":{"Message.$":"$.id"},"End":true}}}"#;
        let file = SourceFile::new("m.asl.json", text.to_owned());
        let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
        let machine = definition.machine.expect("it is a machine");
        let one = machine.find_anywhere("One").expect("it has the state");
        let audio = read(&format!("{:?}", "x".repeat(150_000))).expect("it is JSON");
        let samples = Samples::default()
            .with_input(read(r#"{"id":"a","chunks":[1,2]}"#).expect("it is JSON"))
            .with_result(one, audio);
        let flow = DataFlow::new(&machine, &Graph::new(&machine), &samples, &[]);
        let table = estimate_table(&machine, &estimates(&machine, &flow), Style::default());
        insta::assert_snapshot!(table);
    }
}
