//! Where a distributed Map reads its items, how it batches them, where its results go.

use super::faults::Expected;
use super::jsonata::Scope;
use super::object::{Object, is_open};
use super::values::Bounds;
use super::{Lowering, aws, fields};
use crate::asl::{
    CsvDelimiter, DataTemplate, InputType, ItemBatcher, ItemFormat, ItemReader, ManifestType,
    QueryLanguage, ReaderConfig, Resource, ResultWriter, Transformation, WriterConfig,
};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Node};
use crate::value::Str;

const FROM_ZERO: Bounds = Bounds::from(0);
const FROM_ONE: Bounds = Bounds::from(1);
/// The actions that an `ItemReader` can call.
const READERS: [&str; 2] = ["s3:getObject", "s3:listObjectsV2"];

impl Lowering<'_> {
    pub(super) fn item_reader(
        &mut self,
        map: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<ItemReader> {
        let member = map.member("ItemReader")?;
        let mut object = self.object_in(map, member, language)?;
        self.known_fields(&mut object, fields::ITEM_READER, language, &|_| false);
        self.missing(&object, &["Resource"]);
        let resource = self.string(&object, "Resource", language);
        if let Some(resource) = &resource
            && !resource.value.contains("${")
            && !READERS
                .iter()
                .any(|reader| resource.value.ends_with(&format!(":states:::{reader}")))
        {
            let message = format!(
                "`Resource` of {} cannot be `{}`",
                object.name, resource.value
            );
            let diagnostic = Diagnostic::error("invalid-resource", resource.span, message)
                .at(object.at("Resource"))
                .help("items are read with `arn:aws:states:::s3:getObject` or `arn:aws:states:::s3:listObjectsV2`");
            let words = "The field 'Resource' does not match any of the allowed values";
            self.push(diagnostic.aws(aws::SCHEMA, words));
        }
        let parameters = self.parameters(&object, language);
        let config = match object.member("ReaderConfig") {
            Some(member) => self
                .object_in(&object, member, language)
                .map(|config| self.reader_config(config, language)),
            None => None,
        };
        Some(ItemReader {
            resource: resource.map(|text| text.map(|text| Resource::parse(&text))),
            parameters,
            request: super::task::request(&object, language),
            config: config.unwrap_or_default(),
            span: object.node.span,
        })
    }

    /// AWS's words: badmintoncryer/cdk-preflight, pf-sfn-asl-map-distributed.
    fn reader_config(&mut self, mut object: Object<'_>, language: QueryLanguage) -> ReaderConfig {
        self.known_fields(&mut object, fields::READER_CONFIG, language, &|_| false);
        self.missing_input_type(&object);
        let input = self.word(
            &object,
            "InputType",
            &["CSV", "JSON", "JSONL", "PARQUET", "MANIFEST"],
        );
        let manifest = self.word(&object, "ManifestType", &["ATHENA_DATA", "S3_INVENTORY"]);
        let delimiters = ["COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"];
        let delimiter = self.word(&object, "CSVDelimiter", &delimiters);
        let headers = self.word(&object, "CSVHeaderLocation", &["FIRST_ROW", "GIVEN"]);
        let transformation = self.word(&object, "Transformation", &["NONE", "LOAD_AND_FLATTEN"]);
        let max_items = self.quantity(&object, "MaxItems", "MaxItemsPath", FROM_ZERO, language);
        if let Some(node) = object.get("CSVHeaders")
            && node.items().is_none()
            && !is_open(node)
            && super::marks::marked(node).is_none()
        {
            self.wrong_type(&object, "CSVHeaders", node, Expected::Array, language);
        }
        if headers == Some("GIVEN") {
            self.missing(&object, &["CSVHeaders"]);
        }
        let header_location = object.member("CSVHeaderLocation");
        match (input, header_location) {
            (Some("CSV"), None) if !object.slips.contains(&"CSVHeaderLocation") => {
                let message = format!(
                    "{} reads CSV and does not say where its headers are",
                    object.name
                );
                let diagnostic = Diagnostic::error("missing-field", object.place, message)
                    .at(object.own_location())
                    .help("add `CSVHeaderLocation`: `FIRST_ROW`, or `GIVEN` together with `CSVHeaders`");
                self.push(diagnostic.aws(aws::SCHEMA, "The field 'CSVHeaderLocation' is required"));
            }
            (Some("JSON"), Some(member)) => {
                let message = format!("{} reads JSON, which has no CSV headers", object.name);
                let diagnostic = Diagnostic::error("unsupported-field", member.key.span, message)
                    .at(object.own_location())
                    .help("remove `CSVHeaderLocation`, or read `CSV`");
                self.push(diagnostic.aws(aws::SCHEMA, aws::unsupported("CSVHeaderLocation")));
            }
            _ => {}
        }
        let items_pointer = self.string(&object, "ItemsPointer", language);
        let format = ItemFormat {
            input_type: input.and_then(input_type),
            manifest_type: match manifest {
                Some("ATHENA_DATA") => Some(ManifestType::AthenaData),
                Some("S3_INVENTORY") => Some(ManifestType::S3Inventory),
                _ => None,
            },
            csv_delimiter: match delimiter {
                Some("PIPE") => CsvDelimiter::Pipe,
                Some("SEMICOLON") => CsvDelimiter::Semicolon,
                Some("SPACE") => CsvDelimiter::Space,
                Some("TAB") => CsvDelimiter::Tab,
                _ => CsvDelimiter::Comma,
            },
            csv_headers: (headers == Some("GIVEN")).then(|| given_headers(&object)),
            items_pointer: items_pointer.map(|pointer| pointer.value),
            load_and_flatten: transformation == Some("LOAD_AND_FLATTEN"),
        };
        ReaderConfig { format, max_items }
    }

    /// Only what reads a file needs the type: `s3:listObjectsV2` does not.
    fn missing_input_type(&mut self, object: &Object<'_>) {
        let csv = ["CSVHeaderLocation", "CSVHeaders", "CSVDelimiter"];
        if csv.iter().any(|field| object.has(field)) {
            self.missing(object, &["InputType"]);
        }
    }

    pub(super) fn item_batcher(
        &mut self,
        map: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<ItemBatcher> {
        let member = map.member("ItemBatcher")?;
        let mut object = self.object_in(map, member, language)?;
        self.known_fields(&mut object, fields::ITEM_BATCHER, language, &|_| false);
        let sizes = [
            ("MaxItemsPerBatch", "MaxItemsPerBatchPath"),
            ("MaxInputBytesPerBatch", "MaxInputBytesPerBatchPath"),
        ];
        let sized = sizes
            .iter()
            .any(|(field, path_field)| object.has(field) || object.has(path_field));
        let [max_items, max_input_bytes] = sizes.map(|(field, path_field)| {
            self.quantity(&object, field, path_field, FROM_ONE, language)
        });
        if !sized && object.slips.is_empty() {
            // Developer guide, "ItemBatcher (Map)": at least one of them.
            let message = format!("{} does not say how big a batch is", object.name);
            let diagnostic = Diagnostic::error("missing-field", object.place, message)
                .at(object.own_location())
                .help("add `MaxItemsPerBatch` or `MaxInputBytesPerBatch`");
            self.push(diagnostic);
        }
        Some(ItemBatcher {
            batch_input: self.data_template(&object, "BatchInput", language),
            max_items,
            max_input_bytes,
            span: object.node.span,
        })
    }

    pub(super) fn result_writer(
        &mut self,
        map: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<ResultWriter> {
        let member = map.member("ResultWriter")?;
        let mut object = self.object_in(map, member, language)?;
        self.known_fields(&mut object, fields::RESULT_WRITER, language, &|_| false);
        let resource = self.string(&object, "Resource", language);
        let parameters = self.parameters(&object, language);
        let mut writer = WriterConfig::default();
        if let Some(member) = object.member("WriterConfig")
            && let Some(mut config) = self.object_in(&object, member, language)
        {
            self.known_fields(&mut config, fields::WRITER_CONFIG, language, &|_| false);
            self.missing(&config, &["OutputType"]);
            writer = WriterConfig {
                json_lines: self.word(&config, "OutputType", &["JSON", "JSONL"]) == Some("JSONL"),
                transformation: match self.word(
                    &config,
                    "Transformation",
                    &["NONE", "COMPACT", "FLATTEN"],
                ) {
                    Some("COMPACT") => Transformation::Compact,
                    Some("FLATTEN") => Transformation::Flatten,
                    _ => Transformation::None,
                },
            };
        }
        Some(ResultWriter {
            resource: resource.map(|text| text.map(|text| Resource::parse(&text))),
            parameters,
            request: super::task::request(&object, language),
            config: writer,
            span: object.node.span,
        })
    }

    /// `Parameters` or `Arguments` of a reader or writer.
    fn parameters(&mut self, object: &Object<'_>, language: QueryLanguage) -> Option<DataTemplate> {
        let field = match language {
            QueryLanguage::JsonPath => "Parameters",
            QueryLanguage::Jsonata => "Arguments",
        };
        self.data_template(object, field, language)
    }

    fn data_template(
        &mut self,
        object: &Object<'_>,
        field: &str,
        language: QueryLanguage,
    ) -> Option<DataTemplate> {
        match language {
            QueryLanguage::JsonPath => self.template(object, field).map(DataTemplate::JsonPath),
            QueryLanguage::Jsonata => self
                .jsonata_template(object, field, Scope::Before)
                .map(DataTemplate::Jsonata),
        }
    }

    /// One of the words that a field takes.
    fn word(
        &mut self,
        object: &Object<'_>,
        field: &str,
        words: &[&'static str],
    ) -> Option<&'static str> {
        let node: &Node = object.get(field)?;
        let given = match &node.kind {
            _ if is_open(node) || super::marks::marked(node).is_some() => return None,
            Kind::String(text) => words.iter().copied().find(|word| **word == *text.value),
            _ => None,
        };
        if given.is_none() {
            let diagnostic = self.wrong_word("wrong-value", object, field, node, words);
            self.push(diagnostic.aws(aws::SCHEMA, aws::enumeration(words)));
        }
        given
    }
}

fn input_type(word: &str) -> Option<InputType> {
    Some(match word {
        "CSV" => InputType::Csv,
        "JSON" => InputType::Json,
        "JSONL" => InputType::JsonLines,
        "PARQUET" => InputType::Parquet,
        "MANIFEST" => InputType::Manifest,
        _ => return None,
    })
}

fn given_headers(object: &Object<'_>) -> Vec<Str> {
    let headers = object.get("CSVHeaders").and_then(Node::items);
    let texts = headers.into_iter().flatten().filter_map(Node::text);
    texts.cloned().collect()
}
