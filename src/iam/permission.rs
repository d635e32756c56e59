//! A permission that a role needs.

use std::collections::BTreeMap;

/// A permission that a role needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// As IAM names it: `lambda:InvokeFunction`.
    pub action: String,
    /// On what.
    pub resource: Resource,
    /// Condition operator to condition key to value: `StringEquals`, `iam:PassedToService`.
    pub condition: Option<Condition>,
    /// The state that needs it; nothing for what the machine as a whole needs.
    pub state: Option<String>,
    /// What the author should know of it.
    pub note: Option<String>,
}

/// One condition.
pub type Condition = BTreeMap<&'static str, BTreeMap<&'static str, String>>;

/// On what an action is needed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// On everything: the action knows no narrower resource.
    All,
    /// On something that is known only when the machine runs.
    Unknown,
    /// On resources of this name, which may hold `*` and placeholders.
    Arn(String),
}

impl Resource {
    /// As a policy has it.
    pub fn text(&self) -> &str {
        match self {
            Self::All | Self::Unknown => "*",
            Self::Arn(arn) => arn,
        }
    }
}

impl Permission {
    pub(super) fn new(action: impl Into<String>, resource: Resource) -> Self {
        Self {
            action: action.into(),
            resource,
            condition: None,
            state: None,
            note: None,
        }
    }

    pub(super) fn when(
        mut self,
        operator: &'static str,
        key: &'static str,
        value: impl Into<String>,
    ) -> Self {
        let condition = self.condition.get_or_insert_default();
        condition
            .entry(operator)
            .or_default()
            .insert(key, value.into());
        self
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }
}
