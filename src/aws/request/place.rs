//! Where in the parameters a value stands, and what is wrong with it.

use crate::aws::fault::ParameterFault;
use crate::base::text;
use crate::services::api::{Spelling, Structure};
use crate::value::Value;
use std::borrow::Cow;

/// The way to a value in the parameters.
pub(super) struct Place<'a> {
    parent: Option<&'a Self>,
    name: Cow<'a, str>,
}

impl Place<'_> {
    /// The parameters themselves.
    pub(super) const ROOT: Place<'static> = Place {
        parent: None,
        name: Cow::Borrowed(""),
    };

    pub(super) fn within<'a>(&'a self, name: impl Into<Cow<'a, str>>) -> Place<'a> {
        Place {
            parent: Some(self),
            name: name.into(),
        }
    }

    /// `Item.id`, or `Parameters`.
    fn path(&self) -> String {
        match self.parent {
            None => "Parameters".to_owned(),
            Some(parent) if parent.parent.is_none() => self.name.to_string(),
            Some(parent) => format!("{}.{}", parent.path(), self.name),
        }
    }

    /// A value of another kind than is wanted: `a number`, and in Step Functions' words `INTEGER`.
    pub(super) fn misfit(&self, value: &Value, wanted: &str, kind: &str) -> ParameterFault {
        let path = self.path();
        ParameterFault {
            message: format!(
                "`{path}` must be {wanted}, not {}",
                text::article(value.kind())
            ),
            reason: format!(
                "The value for the field '{path}' must be {}{kind}",
                article(kind)
            ),
            help: None,
        }
    }

    /// A name that the structure around it does not know.
    pub(super) fn unknown(&self, structure: &Structure, spelling: Spelling) -> ParameterFault {
        let names: Vec<Cow<'static, str>> = structure
            .members
            .iter()
            .map(|member| spelling.member(member.name))
            .collect();
        let path = self.path();
        ParameterFault {
            message: format!("`{path}` is no parameter of this call"),
            reason: format!("The field '{path}' is not supported by Step Functions"),
            help: text::nearest(&self.name, names.iter().map(AsRef::as_ref))
                .map(|meant| format!("did you mean `{meant}`?"))
                .or_else(|| {
                    (!names.is_empty()).then(|| format!("it knows {}", text::list(&names)))
                }),
        }
    }

    /// A value that the call cannot do without.
    pub(super) fn missing(&self) -> ParameterFault {
        let path = self.path();
        ParameterFault {
            message: format!("`{path}` is missing or empty"),
            reason: format!("The field '{path}' is required but was missing"),
            help: None,
        }
    }
}

/// The article before a kind that is written in capitals.
fn article(kind: &str) -> &'static str {
    if kind.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an "
    } else {
        "a "
    }
}
