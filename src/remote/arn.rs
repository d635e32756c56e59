//! ARNs of Step Functions.

use std::fmt;

/// The ARN of a state machine, of one of its versions or of an alias:
/// `arn:aws:states:REGION:ACCOUNT:stateMachine:NAME[:VERSION|ALIAS]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineArn(String);

/// The ARN of an execution: `arn:aws:states:REGION:ACCOUNT:execution:MACHINE:NAME`, `…:express:MACHINE:NAME:ID` of an Express
/// execution, and `…:execution:MACHINE/LABEL:ID` of a child of a distributed Map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionArn(String);

impl MachineArn {
    /// Nothing where `text` is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let parts = parts(text)?;
        let known = parts[0] == "stateMachine" && matches!(parts.len(), 2 | 3);
        (known && parts[1..].iter().all(|part| !part.is_empty())).then(|| Self(text.to_owned()))
    }

    /// Without version and alias.
    #[must_use]
    pub fn unqualified(&self) -> Self {
        let parts: Vec<&str> = self.0.splitn(8, ':').take(7).collect();
        Self(parts.join(":"))
    }

    /// The machine's name.
    pub fn name(&self) -> &str {
        self.0.split(':').nth(6).unwrap_or_default()
    }

    /// The execution of this name.
    pub fn execution(&self, name: &str) -> Option<ExecutionArn> {
        let machine = self.unqualified();
        let machine = machine.0.replacen(":stateMachine:", ":execution:", 1);
        ExecutionArn::parse(&format!("{machine}:{name}"))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The region, by which the machine is reached.
    pub fn region(&self) -> &str {
        region(&self.0)
    }
}

impl ExecutionArn {
    /// Nothing where `text` is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let parts = parts(text)?;
        let known = match parts[0] {
            "execution" => parts.len() == 3,
            "express" => parts.len() == 4,
            _ => false,
        };
        (known && parts[1..].iter().all(|part| !part.is_empty())).then(|| Self(text.to_owned()))
    }

    /// Whether it is one of an Express machine, which keeps no history.
    pub fn is_express(&self) -> bool {
        self.0.split(':').nth(5) == Some("express")
    }

    /// The name of its machine.
    pub fn machine(&self) -> &str {
        self.0.split(':').nth(6).unwrap_or_default()
    }

    /// Its own name.
    pub fn name(&self) -> &str {
        self.0.split(':').nth(7).unwrap_or_default()
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The region, by which the execution is reached.
    pub fn region(&self) -> &str {
        region(&self.0)
    }

    /// The account that it belongs to.
    pub fn account(&self) -> &str {
        self.0.split(':').nth(4).unwrap_or_default()
    }

    /// `aws`, `aws-cn`, `aws-us-gov`.
    pub fn partition(&self) -> &str {
        self.0.split(':').nth(1).unwrap_or_default()
    }
}

impl fmt::Display for MachineArn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Display for ExecutionArn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What stands behind `arn:PARTITION:states:REGION:ACCOUNT:`.
fn parts(text: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = text.split(':').collect();
    let [scheme, partition, service, region, account, ..] = parts[..] else {
        return None;
    };
    let whole = scheme == "arn" && service == "states";
    let told = [partition, region, account]
        .iter()
        .all(|part| !part.is_empty());
    (whole && told && parts.len() > 5).then(|| parts[5..].to_vec())
}

fn region(arn: &str) -> &str {
    arn.split(':').nth(3).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Forms: developer guide, "State machine versions", "aliases", and the recorded ARNs of executions.
    #[test]
    fn takes_arns_apart() {
        let machine = "arn:aws:states:eu-central-1:123456789012:stateMachine:review";
        for (text, known) in [
            (machine.to_owned(), true),
            (format!("{machine}:7"), true),
            (format!("{machine}:live"), true),
            (format!("{machine}:"), false),
            (format!("{machine}:a:b"), false),
            (machine.replace("states", "lambda"), false),
            ("review".to_owned(), false),
        ] {
            assert_eq!(MachineArn::parse(&text).is_some(), known, "{text}");
        }
        let alias = MachineArn::parse(&format!("{machine}:live")).expect("an alias");
        assert_eq!(
            (alias.unqualified().as_str(), alias.name()),
            (machine, "review")
        );
        assert_eq!(alias.region(), "eu-central-1");
        let run = alias.execution("run-1").expect("an execution");
        assert_eq!(
            run.as_str(),
            "arn:aws:states:eu-central-1:123456789012:execution:review:run-1"
        );
        let standard = "arn:aws:states:eu-central-1:123456789012:execution:review:run-1";
        let standard = ExecutionArn::parse(standard).expect("an execution");
        assert!(!standard.is_express());
        assert_eq!((standard.machine(), standard.name()), ("review", "run-1"));
        let express = "arn:aws:states:eu-central-1:123456789012:express:review:run-1:0a1b";
        assert!(ExecutionArn::parse(express).is_some_and(|arn| arn.is_express()));
        let child = "arn:aws:states:eu-central-1:123456789012:execution:review/Each:5c1d";
        assert!(ExecutionArn::parse(child).is_some());
        assert!(ExecutionArn::parse(machine).is_none());
    }
}
