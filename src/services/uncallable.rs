//! APIs that Step Functions does not call, though AWS has them or had them.

use super::api::{Operation, Service, Signature};

/// Why Step Functions cannot call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uncallable {
    /// Its request or response is a stream of events.
    Stream,
    /// The service is not called with credentials that a role gives.
    Signature,
    /// The developer guide names it among the actions that are not supported.
    Excluded,
}

/// Why Step Functions cannot call `operation` of `service`; nothing where it can as far as is known.
pub fn uncallable(service: &Service, operation: &Operation) -> Option<Uncallable> {
    if operation.streams() {
        return Some(Uncallable::Stream);
    }
    if matches!(service.signature, Signature::V2 | Signature::Bearer) {
        return Some(Uncallable::Signature);
    }
    EXCLUDED
        .iter()
        .any(|(name, operations)| *name == service.name && operations.contains(&operation.name))
        .then_some(Uncallable::Excluded)
}

/// Whether `name` was the Step Functions name of a service that AWS has shut down.
pub fn is_retired(name: &str) -> bool {
    RETIRED.contains(&name)
}

/// Developer guide of June 2023, "Unsupported API actions for supported services". What has gone from the APIs since then,
/// and what streams, is left out.
const EXCLUDED: [(&str, &[&str]); 12] = [
    (
        "applicationdiscovery",
        &["DescribeExportConfigurations", "ExportConfigurations"],
    ),
    (
        "codedeploy",
        &[
            "BatchGetDeploymentInstances",
            "GetDeploymentInstance",
            "ListDeploymentInstances",
            "SkipWaitTimeForInstanceTermination",
        ],
    ),
    ("comprehendmedical", &["DetectEntities"]),
    (
        "directconnect",
        &[
            "AllocateConnectionOnInterconnect",
            "DescribeConnectionLoa",
            "DescribeConnectionsOnInterconnect",
            "DescribeInterconnectLoa",
        ],
    ),
    ("efs", &["CreateTags"]),
    ("emr", &["DescribeJobFlows"]),
    (
        "iot",
        &[
            "AttachPrincipalPolicy",
            "DetachPrincipalPolicy",
            "ListPolicyPrincipals",
            "ListPrincipalPolicies",
        ],
    ),
    ("lambda", &["InvokeAsync"]),
    ("mediapackage", &["RotateChannelCredentials"]),
    ("rdsdata", &["ExecuteSql"]),
    ("shield", &["DeleteSubscription"]),
    (
        "sts",
        &[
            "AssumeRole",
            "AssumeRoleWithSAML",
            "AssumeRoleWithWebIdentity",
        ],
    ),
];

/// The services in the developer guide's list of June 2023 that botocore 1.44.8 has no more.
const RETIRED: [&str; 21] = [
    "alexaforbusiness",
    "codestar",
    "elasticinference",
    "elastictranscoder",
    "evidently",
    "honeycode",
    "iot1clickprojects",
    "iotanalytics",
    "iotevents",
    "ioteventsdata",
    "iotfleethub",
    "lookoutvision",
    "macie",
    "mobile",
    "opsworks",
    "opsworkscm",
    "panorama",
    "qldb",
    "qldbsession",
    "robomaker",
    "sms",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::api;

    fn reason(service: &str, action: &str) -> Option<Uncallable> {
        let service = api::service(service).unwrap();
        uncallable(service, service.operation(action).unwrap())
    }

    #[test]
    fn every_excluded_operation_is_one() {
        for (service, operations) in EXCLUDED {
            let service = api::service(service).unwrap();
            for operation in operations {
                assert!(service.operation_named(operation).is_some(), "{operation}");
            }
        }
        for name in RETIRED {
            assert!(api::service(name).is_none(), "{name}");
        }
    }

    #[test]
    fn streams_and_excluded_actions_cannot_be_called() {
        assert_eq!(
            reason("bedrockruntime", "converseStream"),
            Some(Uncallable::Stream)
        );
        assert_eq!(reason("bedrockruntime", "converse"), None);
        assert_eq!(reason("lambda", "invokeAsync"), Some(Uncallable::Excluded));
        assert_eq!(
            reason("codecatalyst", "getProject"),
            Some(Uncallable::Signature)
        );
        assert!(is_retired("qldb"));
    }
}
