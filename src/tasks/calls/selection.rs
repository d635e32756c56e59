//! Which states call AWS.

use crate::asl::{Resource, ResourceKind};
use std::fmt;
use thiserror::Error;

/// Which states call AWS: all, or those that call some services, and some by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    services: Vec<String>,
    states: Vec<String>,
}

/// What is wrong with a selection.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is neither `service:NAME` nor `state:NAME`")]
pub struct SelectionFault(String);

impl Selection {
    /// Reads `service:lambda,state:Review`; `*` chooses all.
    ///
    /// # Errors
    /// Where a part is neither: a text that came out empty must not choose all.
    pub fn parse(text: &str) -> Result<Self, SelectionFault> {
        let mut selection = Self::default();
        if text == "*" {
            return Ok(selection);
        }
        for part in text.split(',').map(str::trim) {
            match part.split_once(':') {
                Some(("service", name)) if !name.is_empty() => {
                    selection.services.push(name.to_owned());
                }
                Some(("state", name)) if !name.is_empty() => {
                    selection.states.push(name.to_owned());
                }
                _ => return Err(SelectionFault(part.to_owned())),
            }
        }
        Ok(selection)
    }

    /// The services that are chosen by name.
    pub fn services(&self) -> impl Iterator<Item = &str> {
        self.services.iter().map(String::as_str)
    }

    /// The states that are chosen by name.
    pub fn states(&self) -> impl Iterator<Item = &str> {
        self.states.iter().map(String::as_str)
    }

    /// Whether a state may call what this resource names.
    pub(super) fn holds(&self, state: &str, resource: &Resource) -> bool {
        self.holds_all_of(state) || self.services.iter().any(|name| is_of(name, resource))
    }

    /// Whether a state may call `service` on the way to its result, beside what its `Resource` names.
    pub(in crate::tasks) fn holds_service(&self, state: &str, service: &str) -> bool {
        self.holds_all_of(state) || self.services.iter().any(|name| name == service)
    }

    fn holds_all_of(&self, state: &str) -> bool {
        self.services.is_empty() && self.states.is_empty()
            || self.states.iter().any(|name| name == state)
    }

    /// This selection and a service more, as it is written.
    pub fn with_service(&self, service: &str) -> String {
        let mut more = self.clone();
        more.services.push(service.to_owned());
        more.to_string()
    }
}

impl fmt::Display for Selection {
    /// As [`Selection::parse`] reads it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let services = self.services.iter().map(|name| format!("service:{name}"));
        let states = self.states.iter().map(|name| format!("state:{name}"));
        let parts: Vec<String> = services.chain(states).collect();
        match parts.is_empty() {
            true => formatter.write_str("*"),
            false => formatter.write_str(&parts.join(",")),
        }
    }
}

/// Whether a resource belongs to the service that is called `name`: `sqs`, `aws-sdk:sqs` for that integration alone.
fn is_of(name: &str, resource: &Resource) -> bool {
    match &resource.kind {
        ResourceKind::LambdaFunction => name == "lambda",
        ResourceKind::Integration(integration) => match name.strip_prefix("aws-sdk:") {
            Some(name) => integration.sdk && *integration.service == *name,
            None => *integration.service == *name,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_by_service_and_state() {
        let holds = |text: &str, state: &str, resource: &str| {
            let selection = Selection::parse(text).expect("it is a selection");
            selection.holds(state, &Resource::parse(resource))
        };
        let send = "arn:aws:states:::sqs:sendMessage";
        let send_by_sdk = "arn:aws:states:::aws-sdk:sqs:sendMessage";
        assert!(holds("*", "A", send));
        assert!(holds("service:lambda,service:sqs", "A", send));
        assert!(holds("service:sqs", "A", send_by_sdk));
        assert!(holds("service:aws-sdk:sqs", "A", send_by_sdk));
        assert!(!holds("service:aws-sdk:sqs", "A", send));
        assert!(holds("state:A", "A", send));
        assert!(!holds("state:A", "B", send));
        assert!(holds(
            "service:lambda",
            "A",
            "arn:aws:lambda:us-east-1:123456789012:function:f"
        ));
        assert_eq!(
            Selection::parse("sqs"),
            Err(SelectionFault("sqs".to_owned()))
        );
        // A variable that is not set must not choose all.
        assert_eq!(Selection::parse(""), Err(SelectionFault(String::new())));
    }

    #[test]
    fn a_service_on_the_way_has_to_be_chosen_too() {
        let selection = |text: &str| Selection::parse(text).expect("it is a selection");
        for (text, held) in [
            ("*", true),
            ("service:bedrock", false),
            ("service:bedrock,service:s3", true),
            ("state:Ask", true),
            ("state:Other", false),
            // That is the integration of the SDK alone.
            ("service:bedrock,service:aws-sdk:s3", false),
        ] {
            assert_eq!(selection(text).holds_service("Ask", "s3"), held, "{text}");
            assert_eq!(selection(text).to_string(), text);
        }
        assert_eq!(
            selection("service:bedrock,state:A").with_service("s3"),
            "service:bedrock,service:s3,state:A"
        );
    }
}
