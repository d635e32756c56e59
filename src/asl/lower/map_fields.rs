//! Fields of a Map that AWS takes, and that do nothing, or do not go together: those of a distributed Map in one that runs inline,
//! and what its reader and writer are told.

use super::Lowering;
use super::object::{Object, is_open};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::Node;

const RULE: &str = "distributed-map-field";

/// Developer guide, "Using Map state in Distributed mode": the page of the inline mode has none of them. AWS takes them all the
/// same (recorded: evaluate_jsonata/base_evaluate_expressions.base_map~TOLERATED_FAILURE_COUNT).
const DISTRIBUTED: [&str; 8] = [
    "ItemReader",
    "ItemBatcher",
    "ResultWriter",
    "Label",
    "ToleratedFailureCount",
    "ToleratedFailureCountPath",
    "ToleratedFailurePercentage",
    "ToleratedFailurePercentagePath",
];

impl Lowering<'_> {
    /// Looks at the fields of a distributed Map.
    pub(super) fn map_fields(&mut self, map: &Object<'_>) {
        if runs_inline(map) {
            let first = DISTRIBUTED.iter().find_map(|field| map.member(field));
            if let Some(member) = first {
                let message = format!(
                    "`{}` does nothing in {}, which runs inline",
                    member.key.text, map.name
                );
                let mut finding = Diagnostic::warning(RULE, member.key.span, message)
                    .at(map.own_location())
                    .help(
                        "set `\"ProcessorConfig\": {\"Mode\": \"DISTRIBUTED\", \"ExecutionType\": \"STANDARD\"}` in its processor, or remove it",
                    );
                let others = DISTRIBUTED.iter().filter_map(|field| map.member(field));
                for other in others.filter(|other| other.key.span != member.key.span) {
                    finding = finding.label(other.key.span, "nor does this");
                }
                self.push(finding);
            }
            return;
        }
        if let Some(reader) = map.get("ItemReader") {
            self.reader_fields(map, reader);
        }
        if let Some(writer) = map.get("ResultWriter")
            && let Some(key) = parameters(writer).and_then(|parameters| named(parameters, "Key"))
        {
            let message = format!("the `ResultWriter` of {} has a `Key`", map.name);
            let finding = Diagnostic::warning(RULE, key.span, message)
                .at(format!("{}/ResultWriter", map.own_location()))
                .help("name the folder that the results are written to: `Prefix`");
            self.push(finding);
        }
    }

    fn reader_fields(&mut self, map: &Object<'_>, reader: &Node) {
        let resource = reader.get("Resource").and_then(Node::text);
        let gets = resource.is_some_and(|resource| resource.ends_with(":s3:getObject"));
        let config = reader.get("ReaderConfig");
        let name = &map.name;
        let location = format!("{}/ItemReader", map.own_location());
        let mut found = Vec::new();
        let mut finding = |severity, node: &Node, message: String, help: &str| {
            let one = Diagnostic::new(RULE, severity, node.span, message);
            found.push(one.at(location.clone()).help(help));
        };
        if gets
            && let Some(parameters) = parameters(reader).filter(is_known)
            && named(parameters, "Key").is_none()
        {
            finding(
                Severity::Error,
                parameters,
                format!("the `ItemReader` of {name} gets an object and has no `Key`"),
                "name the object with `Key`; what begins with a `Prefix` is listed by `s3:listObjectsV2`",
            );
        }
        let says_type =
            config.is_some_and(|config| !is_known(&config) || config.get("InputType").is_some());
        let tells_of_csv = config.is_some_and(|config| {
            ["CSVHeaderLocation", "CSVHeaders", "CSVDelimiter"]
                .iter()
                .any(|field| config.get(field).is_some())
        });
        // Where it tells of CSV, `missing-field` says so.
        if gets && !says_type && !tells_of_csv {
            finding(
                Severity::Warning,
                config.unwrap_or(reader),
                format!("the `ItemReader` of {name} does not say what the object holds"),
                "add `ReaderConfig` with `InputType`: `JSON`, `JSONL`, `CSV`, `PARQUET` or `MANIFEST`",
            );
        }
        if let Some(config) = config.filter(is_known) {
            let word = |field: &str| config.get(field).and_then(Node::text).map(|text| &**text);
            if let (Some("CSV" | "JSONL" | "PARQUET"), Some(pointer)) =
                (word("InputType"), config.get("ItemsPointer"))
            {
                finding(
                    Severity::Warning,
                    pointer,
                    format!(
                        "`ItemsPointer` does nothing in the `ItemReader` of {name}: only JSON has places to point to"
                    ),
                    "remove it, or read `JSON`",
                );
            }
            if let (Some("FIRST_ROW"), Some(headers)) =
                (word("CSVHeaderLocation"), config.get("CSVHeaders"))
            {
                finding(
                    Severity::Warning,
                    headers,
                    format!(
                        "`CSVHeaders` does nothing in the `ItemReader` of {name}: the headers are in the first row"
                    ),
                    "remove it, or write `\"CSVHeaderLocation\": \"GIVEN\"`",
                );
            }
        }
        for one in found {
            self.push(one);
        }
    }
}

/// Whether a value is an object whose members are known.
fn is_known(node: &&Node) -> bool {
    node.members().is_some() && !node.is_unknown()
}

/// Whether a Map runs inline for certain.
fn runs_inline(map: &Object<'_>) -> bool {
    let processor = map.get("ItemProcessor").or_else(|| map.get("Iterator"));
    let Some(processor) = processor.filter(is_known) else {
        return false;
    };
    match processor.get("ProcessorConfig") {
        None => true,
        Some(config) if !is_known(&config) => false,
        Some(config) => config.get("Mode").is_none_or(|mode| {
            !is_open(mode) && mode.text().is_some_and(|mode| &**mode == "INLINE")
        }),
    }
}

/// What a reader or writer hands to S3.
fn parameters(node: &Node) -> Option<&Node> {
    node.get("Parameters").or_else(|| node.get("Arguments"))
}

/// A parameter, be it written out or read by a path.
fn named<'n>(parameters: &'n Node, name: &str) -> Option<&'n Node> {
    parameters
        .get(name)
        .or_else(|| parameters.get(&format!("{name}.$")))
}
