//! `item-selector-reads-item`

use crate::analysis::{Need, Read, Stage, Subject};
use crate::asl::{Map, QueryLanguage, State, StateKind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `item-selector-reads-item.md`.
pub(super) struct ItemSelectorReadsItem;

static META: Meta = Meta {
    id: "item-selector-reads-item",
    category: Category::DataFlow,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("item-selector-reads-item.md"),
};

impl Rule for ItemSelectorReadsItem {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let states = context.machine().states.iter();
        let maps = states.filter_map(|state| match &state.kind {
            StateKind::Map(map) => Some((state, &**map)),
            _ => None,
        });
        maps.filter_map(|(state, map)| finding(context, state, map))
            .collect()
    }
}

fn finding(context: &Context<'_>, state: &State, map: &Map) -> Option<Diagnostic> {
    if map.item_selector.is_none() && map.item_selector_jsonata.is_none() {
        return None;
    }
    let field = if map.parameters.is_some() {
        "Parameters"
    } else {
        "ItemSelector"
    };
    let selector: Vec<&Read> = context
        .reads(state.id)
        .iter()
        .filter(|read| read.field == field)
        .collect();
    if selector.iter().any(|read| reads_the_item(read)) {
        return None;
    }
    let from_input: Vec<&Read> = selector
        .into_iter()
        .filter(|read| reads_the_input(read))
        .collect();
    // `$.Map.Item.Value`: one `$` too few.
    let slip = from_input
        .iter()
        .find(|read| read.written.starts_with("$.Map.Item"));
    let first = slip.or(from_input.first())?;
    let root = match state.query_language {
        QueryLanguage::JsonPath => "$",
        QueryLanguage::Jsonata => "$states.input",
    };
    let item = match state.query_language {
        QueryLanguage::JsonPath => "$$.Map.Item.Value",
        QueryLanguage::Jsonata => "$states.context.Map.Item.Value",
    };
    let rest = first.written.strip_prefix(root).unwrap_or_default();
    let message = format!(
        "nothing in `{field}` of Map `{}` comes from the item: every iteration gets the same",
        state.name.value
    );
    let mut finding = META
        .finding(context.place(first), message)
        .labelled(format!(
            "`{root}` is the input of the Map here, not the item"
        ))
        .at(format!("{}/{field}", state.location));
    for read in from_input
        .iter()
        .filter(|read| read.span != first.span)
        .take(2)
    {
        finding = finding.label(context.place(read), "as is this");
    }
    if let Some(path) = &map.items_path {
        finding = finding.label(path.span, "the items come from here");
    }
    Some(finding.help(if slip.is_some() {
        format!(
            "did you mean `${}`? the context object is at `$$`",
            first.written
        )
    } else {
        format!("read the item through `{item}`: `{item}{rest}`")
    }))
}

/// Whether a path starts at the context's `Map`, or takes the whole context.
fn reads_the_item(read: &Read) -> bool {
    if read.subject != Subject::Context {
        return false;
    }
    match read.path.steps().first().map(|step| &step.kind) {
        Some(StepKind::Name(name)) => &**name == "Map",
        _ => true,
    }
}

fn reads_the_input(read: &Read) -> bool {
    let input = matches!(read.subject, Subject::Data(Stage::Input | Stage::RawInput));
    input && !read.is_whole() && read.need != Need::Asked
}
