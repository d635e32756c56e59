//! The names of the rules that the readers report under.

/// The text breaks the syntax of its notation.
pub const SYNTAX: &str = "syntax";
/// A key stands twice in one mapping.
pub const DUPLICATE_KEY: &str = "duplicate-key";
/// The text is JSON but for comments or trailing commas.
pub const JSON_EXTENSION: &str = "json-extension";
/// A YAML scalar such as `NO` that deployment tools read as a boolean.
pub const YAML_BOOLEAN: &str = "yaml-boolean";
/// A YAML scalar such as `010` that some tools read as a number and others as text.
pub const YAML_NUMBER: &str = "yaml-number";
/// A YAML file holds more than one document.
pub const YAML_DOCUMENTS: &str = "yaml-documents";
/// The file is a template that is not read.
pub const TEMPLATE_NOT_READ: &str = "template-not-read";
/// A part of a template that is not followed.
pub const NOT_FOLLOWED: &str = "not-followed";
/// The text that a template gives as a definition is no JSON.
pub const DEFINITION_NOT_JSON: &str = "definition-not-json";
/// The file that a template names as its definition cannot be read.
pub const DEFINITION_FILE: &str = "definition-file";
/// A placeholder in a definition that its template does not fill.
pub const UNFILLED_PLACEHOLDER: &str = "unfilled-placeholder";
/// A substitution that no placeholder asks for.
pub const UNUSED_SUBSTITUTION: &str = "unused-substitution";
/// An event source mapping that names a state machine.
pub const EVENT_SOURCE_TO_MACHINE: &str = "event-source-to-machine";
