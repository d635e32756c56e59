//! The Map state.

use super::faults::Expected;
use super::flow::FlowPlace;
use super::jsonata::Scope;
use super::marks::is_half_marked;
use super::object::{Object, is_open};
use super::values::Bounds;
use super::{Lowering, aws, fields};
use crate::asl::{
    ExecutionType, FlowKind, Items, Map, ProcessorMode, QueryLanguage, StateId, WorkflowType,
};
use crate::base::{Spanned, text};
use crate::diagnostics::Diagnostic;
use crate::source::Kind;
use crate::source::edit::NewValue;
use crate::value::Str;

const FROM_ZERO: Bounds = Bounds::from(0);
/// 0.5 is accepted (recorded: scenarios/base_scenarios.map_state_tolerated_failure_percentage).
const PERCENTAGE: Bounds = Bounds::new(0, 100).with_fractions();
/// The most characters of a `Label` (developer guide, "Using Map state in Distributed mode").
const LONGEST_LABEL: usize = 40;

impl Lowering<'_> {
    pub(super) fn map(
        &mut self,
        object: &Object<'_>,
        owner: StateId,
        language: QueryLanguage,
    ) -> Map {
        let in_jsonpath = language == QueryLanguage::JsonPath;
        let mut map = Map {
            max_concurrency: self.quantity(
                object,
                "MaxConcurrency",
                "MaxConcurrencyPath",
                FROM_ZERO,
                language,
            ),
            tolerated_failure_count: self.quantity(
                object,
                "ToleratedFailureCount",
                "ToleratedFailureCountPath",
                FROM_ZERO,
                language,
            ),
            tolerated_failure_percentage: self.quantity(
                object,
                "ToleratedFailurePercentage",
                "ToleratedFailurePercentagePath",
                PERCENTAGE,
                language,
            ),
            label: self.label(object, language),
            item_reader: self.item_reader(object, language),
            item_batcher: self.item_batcher(object, language),
            result_writer: self.result_writer(object, language),
            ..Map::default()
        };
        // One that is wrong is told of, and is no lack of one.
        if let Some(node) = object.get("MaxConcurrency")
            && map.max_concurrency.is_none()
        {
            self.unresolved("MaxConcurrency", node);
        }
        self.map_fields(object);
        self.processor(object, owner, &mut map, language);
        if in_jsonpath {
            map.items_path = self.items_path(object);
            self.exclusive(object, &["ItemSelector", "Parameters"], None);
            let parameters = object.member("Parameters").map(|member| member.key.span);
            map.parameters = parameters.filter(|_| !object.has("ItemSelector"));
            let selector = if map.parameters.is_some() {
                "Parameters"
            } else {
                "ItemSelector"
            };
            map.item_selector = self.template(object, selector);
        } else {
            map.items = self.items(object);
            map.item_selector_jsonata =
                self.jsonata_template(object, "ItemSelector", Scope::Before);
        }
        map
    }

    /// `Items`: an expression, or an array or object written out.
    fn items(&mut self, object: &Object<'_>) -> Option<Items> {
        let field = "Items";
        let node = object.get(field)?;
        let half = is_half_marked(node);
        if let Some(expression) = self.expression(object, field, node, QueryLanguage::Jsonata) {
            return Some(Items::Jsonata(expression));
        }
        if half {
            return None;
        }
        if node.is_unknown() || is_open(node) {
            self.unresolved(field, node);
            return None;
        }
        if !matches!(node.kind, Kind::Array(_) | Kind::Object(_)) {
            self.wrong_type(object, field, node, Expected::Array, QueryLanguage::Jsonata);
            return None;
        }
        self.jsonata_template(object, field, Scope::Before)
            .map(Items::Literal)
    }

    fn processor(
        &mut self,
        object: &Object<'_>,
        owner: StateId,
        map: &mut Map,
        language: QueryLanguage,
    ) {
        // The order of badmintoncryer/cdk-preflight, pf-sfn-asl-path-exclusive.
        let names = ["ItemProcessor", "Iterator"];
        let slip = names.iter().any(|name| object.slips.contains(name));
        let Some(member) = names.iter().find_map(|name| object.member(name)) else {
            if !slip {
                let message = format!("{} has no `ItemProcessor`", object.name);
                let diagnostic = Diagnostic::error("map-processor", object.place, message)
                    .at(object.own_location())
                    .help("add `ItemProcessor` with `StartAt` and `States`: what is done with each item");
                self.push(diagnostic.aws(aws::SCHEMA, aws::one_of(&names)));
            }
            return;
        };
        self.exclusive(object, &names, Some(&names));
        map.iterator = Some(member.key.span).filter(|_| &*member.key.text == "Iterator");
        let Some(inner) = self.object_in(object, member, language) else {
            return;
        };
        map.mode = self.processor_mode(&inner, language);
        let place = FlowPlace {
            kind: FlowKind::ItemProcessor { owner },
            fields: fields::ITEM_PROCESSOR,
        };
        map.processor = self.flow(inner, place);
    }

    fn processor_mode(&mut self, processor: &Object<'_>, language: QueryLanguage) -> ProcessorMode {
        let Some(member) = processor.member("ProcessorConfig") else {
            return ProcessorMode::Inline;
        };
        let Some(mut object) = self.object_in(processor, member, language) else {
            return ProcessorMode::Inline;
        };
        self.known_fields(&mut object, fields::PROCESSOR_CONFIG, language, &|_| false);
        let modes = ["INLINE", "DISTRIBUTED"];
        let distributed = match object
            .get("Mode")
            .map(|node| (node, node.text().map(|text| &**text)))
        {
            Some((_, Some("DISTRIBUTED"))) => true,
            None | Some((_, Some("INLINE"))) => false,
            Some((node, _)) if is_open(node) => return ProcessorMode::Inline,
            Some((node, _)) => {
                let diagnostic = self.wrong_word("map-processor", &object, "Mode", node, &modes);
                self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(&modes)));
                return ProcessorMode::Inline;
            }
        };
        if !distributed {
            if let Some(member) = object.member("ExecutionType") {
                let message = format!("{} runs inline and has an `ExecutionType`", object.name);
                let diagnostic = Diagnostic::error("map-processor", member.key.span, message)
                    .at(object.own_location())
                    .help("remove it, or set `\"Mode\": \"DISTRIBUTED\"`");
                self.push(diagnostic.aws(aws::SCHEMA, aws::unsupported("ExecutionType")));
            }
            return ProcessorMode::Inline;
        }
        if self.options.workflow_type == WorkflowType::Express {
            let span = object.get("Mode").map_or(object.place, |node| node.span);
            let message = format!(
                "{} runs distributed, which an Express workflow cannot",
                object.name
            );
            let diagnostic = Diagnostic::error("express-pattern", span, message)
                .at(object.at("Mode"))
                .help("make the workflow a Standard one, or set `\"Mode\": \"INLINE\"`");
            // badmintoncryer/cdk-preflight, pf-sfn-express-unsupported.
            let words = "The field 'Mode' with value 'DISTRIBUTED' is not supported inside 'EXPRESS' state machines";
            self.push(diagnostic.aws(aws::SCHEMA, words));
        }
        ProcessorMode::Distributed(self.execution_type(&object))
    }

    fn execution_type(&mut self, object: &Object<'_>) -> ExecutionType {
        self.missing_with(object, "ExecutionType", NewValue::Text("STANDARD"));
        let types = ["STANDARD", "EXPRESS"];
        let Some(node) = object.get("ExecutionType") else {
            return ExecutionType::Standard;
        };
        match node.text().map(|text| &**text) {
            Some("EXPRESS") => return ExecutionType::Express,
            Some("STANDARD") => {}
            _ if is_open(node) => {}
            _ => {
                let diagnostic =
                    self.wrong_word("map-processor", object, "ExecutionType", node, &types);
                self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(&types)));
            }
        }
        ExecutionType::Standard
    }

    fn label(&mut self, object: &Object<'_>, language: QueryLanguage) -> Option<Spanned<Str>> {
        let field = "Label";
        let label = self.string(object, field, language)?;
        if object.get(field).is_some_and(is_open) {
            return Some(label);
        }
        let mut error = |message: String, help: &str| {
            let diagnostic = Diagnostic::error("map-label", label.span, message)
                .at(object.at(field))
                .help(help);
            self.push(diagnostic);
        };
        let length = label.value.chars().count();
        if length == 0 {
            error(
                format!("`{field}` of {} is empty", object.name),
                "give it a text, or remove it",
            );
        } else if length > LONGEST_LABEL {
            error(
                format!(
                    "`{field}` of {} has {length} characters, AWS allows {LONGEST_LABEL}",
                    object.name
                ),
                "shorten it",
            );
        } else if let Some(odd) = label.value.chars().find(|c| forbidden_in_label(*c)) {
            let odd = match odd {
                _ if odd.is_whitespace() => "white space".to_owned(),
                '`' => "a backquote".to_owned(),
                _ if odd.is_control() => format!("the control character U+{:04X}", u32::from(odd)),
                _ => format!("`{odd}`"),
            };
            error(
                format!(
                    "`{field}` of {} holds {odd}, which a label cannot",
                    object.name
                ),
                "use letters, digits, `-` and `_`",
            );
        }
        self.labels.push((label.clone(), object.at(field)));
        Some(label)
    }

    /// Labels that stand twice in the machine (badmintoncryer/cdk-preflight, pf-sfn-asl-name-limits).
    pub(super) fn duplicate_labels(&mut self) {
        let labels = std::mem::take(&mut self.labels);
        let mut seen = std::collections::HashMap::new();
        for (label, location) in &labels {
            let Some(first) = seen.insert(&*label.value, label.span) else {
                continue;
            };
            let shown = text::shorten(&label.value, 60);
            let message = format!("the label `{shown}` stands twice in the machine");
            let diagnostic = Diagnostic::error("map-label", label.span, message)
                .at(location.clone())
                .label(first, "first here")
                .help("give each Map state a label of its own");
            let words = format!("Duplicate Label name: {}", label.value);
            self.push(diagnostic.aws(aws::DUPLICATE_LABEL, words));
        }
    }
}

/// Developer guide, "Using Map state in Distributed mode", `Label`; 19 of them are recorded as refused
/// (LocalStack's test_map_state_label_invalid_char_fail).
fn forbidden_in_label(c: char) -> bool {
    c.is_whitespace() || c.is_control() || "?*<>{}[]:;,\\|^~$#%&`\"".contains(c)
}
