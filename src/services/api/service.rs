//! A service: where it is, how it is spoken to, what it can do.

use super::names::java_exception;
use super::shape::{FIRST_SHAPE, SCALARS};
use super::shapes::Shapes;
use super::{Operation, Shape, ShapeRef, Structure};
use crate::base::text;

/// A service.
#[derive(Debug)]
pub struct Service {
    /// As Step Functions names it: `sfn`, `cloudwatchlogs`.
    pub name: &'static str,
    /// As the AWS CLI names it: `stepfunctions`, `logs`.
    pub cli_name: &'static str,
    /// The service id of the SDKs: `SFN`, `CloudWatch Logs`.
    pub id: &'static str,
    /// What stands before the dot in the error names of AWS SDK integrations: `Sfn`.
    pub error_prefix: &'static str,
    /// The first part of the usual host name.
    pub endpoint_prefix: &'static str,
    /// The name under which requests are signed: `states`.
    pub signing_name: &'static str,
    /// How requests are signed.
    pub signature: Signature,
    /// How requests and responses are written.
    pub protocol: Protocol,
    /// The version in the content type of the JSON protocol: `1.0`.
    pub json_version: Option<&'static str>,
    /// What stands before the dot in `X-Amz-Target` of the JSON protocol: `AWSStepFunctions`.
    pub target_prefix: Option<&'static str>,
    /// The version of the API, which the query protocols send: `2012-11-05`.
    pub api_version: Option<&'static str>,
    /// The XML namespace of the API.
    pub xml_namespace: Option<&'static str>,
    /// Endpoints that differ from the usual one.
    pub(super) endpoints: Vec<Endpoint>,
    /// In the order of their names.
    pub operations: Vec<Operation>,
    pub(super) shapes: Shapes,
}

/// How requests are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signature {
    /// Signature Version 4.
    V4,
    /// Signature Version 4 as S3 has it: the path is encoded once and the hash of the body is a header.
    S3,
    /// Signature Version 2, which Step Functions does not offer.
    V2,
    /// A bearer token, which Step Functions does not offer.
    Bearer,
}

/// How requests and responses are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// AWS JSON: one path, `X-Amz-Target`.
    Json,
    /// REST with JSON bodies.
    RestJson,
    /// REST with XML bodies.
    RestXml,
    /// Forms, answered in XML.
    Query,
    /// The query protocol as EC2 has it.
    Ec2,
    /// RPCv2 CBOR and nothing else.
    Cbor,
}

/// An endpoint that differs from `https://PREFIX.REGION.amazonaws.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// A partition (`aws`, `cn`, `gov`) or a region.
    pub place: String,
    /// The URL; `{r}` stands for the region.
    pub template: String,
    /// The name for the signature, where it differs from the service's.
    pub signing_name: Option<String>,
    /// The region for the signature, where it is not that of the call.
    pub signing_region: Option<String>,
}

/// Where calls of a region go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedEndpoint {
    /// The URL, without a host prefix and without a slash at its end.
    pub url: String,
    /// The name for the signature.
    pub signing_name: String,
    /// The region for the signature.
    pub signing_region: String,
}

/// What the partition of a region has in all its hosts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// `aws`, `cn` or `gov`
    pub(super) partition: &'static str,
    /// What its hosts end with.
    pub(super) suffix: &'static str,
    /// What those of dual stack end with.
    pub(super) dual_stack_suffix: &'static str,
}

impl Place {
    /// That of a region.
    pub(super) fn of(region: &str) -> Self {
        let (partition, suffix, dual_stack_suffix) = if region.starts_with("cn-") {
            ("cn", "amazonaws.com.cn", "api.amazonwebservices.com.cn")
        } else if region.starts_with("us-gov-") {
            ("gov", "amazonaws.com", "api.aws")
        } else {
            ("aws", "amazonaws.com", "api.aws")
        };
        Self {
            partition,
            suffix,
            dual_stack_suffix,
        }
    }
}

impl Service {
    /// The operation that a `Resource` names `action`: `sendMessage`.
    pub fn operation(&self, action: &str) -> Option<&Operation> {
        let named = self.operation_named(&super::names::capitalise(action));
        if let Some(named) = named.filter(|operation| operation.action() == action) {
            return Some(named);
        }
        let first = action.chars().next()?;
        self.operations
            .iter()
            // Only a name that begins with the same letter can be it.
            .filter(|operation| operation.name.starts_with(first.to_ascii_uppercase()))
            .find(|operation| operation.action() == action)
    }

    /// The operation that the API names `name`: `SendMessage`.
    pub fn operation_named(&self, name: &str) -> Option<&Operation> {
        let at = self
            .operations
            .binary_search_by(|operation| operation.name.cmp(name))
            .ok()?;
        self.operations.get(at)
    }

    /// The action that `name` is most likely a slip for.
    pub fn nearest_action(&self, name: &str) -> Option<String> {
        let actions: Vec<String> = self.operations.iter().map(Operation::action).collect();
        text::nearest(name, actions.iter().map(String::as_str)).map(str::to_owned)
    }

    /// What a reference of this service refers to.
    pub fn shape(&self, reference: ShapeRef) -> &Shape {
        let ShapeRef(number) = reference;
        // References are checked by the test that decodes the whole table.
        SCALARS
            .get(number)
            .or_else(|| self.shapes.get(number.checked_sub(FIRST_SHAPE)?))
            .unwrap_or(&SCALARS[0])
    }

    /// The members, where a reference of this service refers to a structure.
    pub fn structure(&self, reference: ShapeRef) -> Option<&Structure> {
        self.shape(reference).as_structure()
    }

    /// The name under which an error of the API shows in an execution, by its shape: `Sqs.QueueDoesNotExistException`.
    pub fn error_name(&self, shape: &str) -> String {
        let exception = java_exception(shape);
        let base = self.base_exception();
        let apart = if exception == base { "Default" } else { "" };
        format!("{}.{apart}{exception}", self.error_prefix)
    }

    /// The name of an error that is not in the model: `DynamoDb.DynamoDbException`.
    pub fn unmodelled_error_name(&self) -> String {
        format!("{}.{}", self.error_prefix, self.base_exception())
    }

    fn base_exception(&self) -> String {
        format!("{}Exception", self.error_prefix)
    }

    /// The shape of the error with a code on the wire, which may be the shape's own name: first among the errors of
    /// `operation`, then among all of the service.
    pub fn error_shape(&self, operation: &Operation, code: &str) -> Option<&'static str> {
        std::iter::once(operation)
            .chain(&self.operations)
            .flat_map(|operation| &operation.errors)
            .find(|error| error.shape == code || error.code == Some(code))
            .map(|error| error.shape)
    }

    /// Where the calls of `region` go.
    pub fn endpoint(&self, region: &str) -> ResolvedEndpoint {
        let Place {
            partition, suffix, ..
        } = Place::of(region);
        let at = |place: &str| {
            self.endpoints
                .iter()
                .find(|endpoint| endpoint.place == place)
        };
        let found = at(region).or_else(|| at(partition));
        ResolvedEndpoint {
            url: found.map_or_else(
                || format!("https://{}.{region}.{suffix}", self.endpoint_prefix),
                |endpoint| endpoint.template.replace("{r}", region),
            ),
            signing_name: found
                .and_then(|endpoint| endpoint.signing_name.clone())
                .unwrap_or_else(|| self.signing_name.to_owned()),
            signing_region: found
                .and_then(|endpoint| endpoint.signing_region.clone())
                .unwrap_or_else(|| region.to_owned()),
        }
    }
}

#[cfg(test)]
impl Service {
    pub(super) fn has(&self, reference: ShapeRef) -> bool {
        let ShapeRef(number) = reference;
        number < SCALARS.len()
            || (number >= FIRST_SHAPE && number - FIRST_SHAPE < self.shapes.len())
    }
}
