//! The Fail state.

use super::Lowering;
use super::object::Object;
use crate::asl::{Fail, QueryLanguage};

impl Lowering<'_> {
    pub(super) fn fail(&mut self, object: &Object<'_>, language: QueryLanguage) -> Fail {
        Fail {
            error: self.text_source(object, "Error", "ErrorPath", language),
            cause: self.text_source(object, "Cause", "CausePath", language),
        }
    }
}
