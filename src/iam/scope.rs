//! Where the machine runs.

/// Partition, region and account for the names of resources, and the name of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// `aws`, `aws-cn`, `aws-us-gov`
    pub partition: String,
    /// A region, or `*` where it is not known.
    pub region: String,
    /// An account, or `*` where it is not known.
    pub account: String,
    /// The name of the machine, for what it does to itself.
    pub machine: String,
}

impl Scope {
    /// The ARN of a resource in this region and account: `arn:aws:sqs:us-east-1:123456789012:orders`.
    pub(super) fn arn(&self, service: &str, resource: &str) -> String {
        let Self {
            partition,
            region,
            account,
            ..
        } = self;
        format!("arn:{partition}:{service}:{region}:{account}:{resource}")
    }

    /// The ARN of a resource that has neither region nor account: `arn:aws:s3:::bucket`.
    pub(super) fn global_arn(&self, service: &str, resource: &str) -> String {
        format!("arn:{}:{service}:::{resource}", self.partition)
    }
}
