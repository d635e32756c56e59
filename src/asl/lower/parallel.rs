//! The Parallel state.

use super::flow::FlowPlace;
use super::object::Object;
use super::{Lowering, fields};
use crate::asl::{FlowKind, Parallel, QueryLanguage, StateId};

impl Lowering<'_> {
    pub(super) fn parallel(
        &mut self,
        object: &Object<'_>,
        owner: StateId,
        language: QueryLanguage,
    ) -> Parallel {
        self.missing(object, &["Branches"]);
        self.not_empty(
            "empty-branches",
            object,
            "Branches",
            "add a branch with `StartAt` and `States`",
        );
        let mut branches = Vec::new();
        for (index, node) in self
            .objects(object, "Branches", language)
            .into_iter()
            .enumerate()
        {
            let Some(node) = node else { continue };
            let kind = FlowKind::Branch {
                owner,
                index: u32::try_from(index).unwrap_or(u32::MAX),
            };
            let branch = object.item("Branches", index, node);
            branches.extend(self.flow(
                branch,
                FlowPlace {
                    kind,
                    fields: fields::BRANCH,
                },
            ));
        }
        Parallel { branches }
    }
}
