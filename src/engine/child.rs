//! A child execution of a distributed Map.

use super::{ChildId, Names};
use crate::base::{Random, Timestamp};
use crate::value::{Str, Value};

/// What makes a flow an execution of its own: input, name, history.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) id: ChildId,
    /// Its input, which `$$.Execution.Input` is.
    pub(super) input: Value,
    pub(super) started: Timestamp,
    /// Decides its name.
    pub(super) seed: u64,
    /// The name of the Map Run's machine: `machine/Label`.
    pub(super) machine: Str,
}

impl Child {
    /// Its name, a uuid.
    pub(super) fn name(&self) -> String {
        // From 1, so that the first child does not begin where the execution's own random numbers do.
        let number = self.id.0.wrapping_add(1);
        Random::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).uuid()
    }

    /// `arn:aws:states:us-east-1:123456789012:execution:machine/Label:name`
    pub(super) fn arn(&self, names: &Names) -> String {
        format!(
            "{}:execution:{}:{}",
            names.prefix(),
            self.machine,
            self.name()
        )
    }

    /// `arn:aws:states:us-east-1:123456789012:stateMachine:machine/Label`
    pub(super) fn state_machine_arn(&self, names: &Names) -> String {
        format!("{}:stateMachine:{}", names.prefix(), self.machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_have_names_of_their_own() {
        let name = |id| {
            let child = Child {
                id: ChildId(id),
                input: Value::Null,
                started: Timestamp(0),
                seed: 7,
                machine: "m".into(),
            };
            child.name()
        };
        assert_eq!(name(0), name(0));
        assert_ne!(name(0), name(1));
        // What the execution draws first names a Map Run or its machine.
        assert_ne!(name(0), Random::new(7).uuid());
    }
}
