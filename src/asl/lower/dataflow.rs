//! The fields that select and build data.

use super::faults::Expected;
use super::jsonata::Scope;
use super::object::Object;
use super::{Lowering, variables};
use crate::asl::{Assign, Dataflow, QueryLanguage, StateType};
use crate::source::Kind;

impl Lowering<'_> {
    /// The data fields of a state. A Map's `Parameters` are its older `ItemSelector` and not read here.
    pub(super) fn dataflow(
        &mut self,
        object: &Object<'_>,
        kind: StateType,
        language: QueryLanguage,
    ) -> Dataflow {
        let has = |field: &str| super::fields::has(kind, field) && object.has(field);
        let scope = match kind {
            StateType::Task | StateType::Map | StateType::Parallel => Scope::Result,
            _ => Scope::Before,
        };
        let mut io = Dataflow::default();
        if has("Assign") {
            io.assign = self.assign(object, language, scope);
        }
        if language == QueryLanguage::Jsonata {
            if has("Arguments") {
                io.arguments = self.jsonata_template(object, "Arguments", Scope::Before);
            }
            if has("Output") {
                io.output = self.jsonata_template(object, "Output", scope);
            }
            return io;
        }
        if has("InputPath") {
            io.input_path = self.path_field(object, "InputPath");
        }
        if has("OutputPath") {
            io.output_path = self.path_field(object, "OutputPath");
        }
        if has("ResultPath") {
            io.result_path = self.result_path(object);
        }
        if has("Parameters") && kind != StateType::Map {
            io.parameters = self.template(object, "Parameters");
        }
        if has("ResultSelector") {
            io.result_selector = self.template(object, "ResultSelector");
        }
        io
    }

    /// `Assign`
    pub(super) fn assign(
        &mut self,
        object: &Object<'_>,
        language: QueryLanguage,
        scope: Scope,
    ) -> Option<Assign> {
        let node = object.get("Assign")?;
        if node.is_unknown() {
            self.unresolved("Assign", node);
            return None;
        }
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(object, "Assign", node, Expected::Object, language);
            return None;
        };
        for member in members {
            variables::check_name(self, &object.at("Assign"), &member.key, language);
        }
        match language {
            QueryLanguage::JsonPath => self.template(object, "Assign").map(Assign::JsonPath),
            QueryLanguage::Jsonata => self
                .jsonata_template(object, "Assign", scope)
                .map(Assign::Jsonata),
        }
    }
}
