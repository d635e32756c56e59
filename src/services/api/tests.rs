//! The table holds what its source holds, and the spellings agree with what AWS was seen to do.

use super::*;

#[test]
fn every_service_decodes_and_every_reference_leads_somewhere() {
    // The counts of botocore 1.44.8, less `sms-voice`, which has the service id of `pinpoint-sms-voice`.
    let services: Vec<&Service> = service_names()
        .map(|name| service(name).unwrap_or_else(|| panic!("`{name}` does not decode")))
        .collect();
    assert_eq!(services.len(), 444);
    let operations: usize = services.iter().map(|one| one.operations.len()).sum();
    assert_eq!(operations, 20_019);
    let mut members = 0;
    for service in &services {
        for pair in service.operations.windows(2) {
            assert!(pair[0].name < pair[1].name, "{}", pair[1].name);
        }
        for operation in &service.operations {
            for structure in [operation.input, operation.output].into_iter().flatten() {
                assert!(
                    service.has(structure) && service.structure(structure).is_some(),
                    "{}:{}",
                    service.name,
                    operation.name
                );
            }
        }
        for number in 0..service.shapes.len() {
            let shape = service.shapes.get(number);
            let references = match shape.unwrap_or_else(|| panic!("{}: {number}", service.name)) {
                Shape::Scalar(_) => panic!("scalars have numbers of their own"),
                Shape::Structure(structure) => {
                    members += structure.members.len();
                    structure
                        .members
                        .iter()
                        .map(|member| member.shape)
                        .collect()
                }
                Shape::List(list) => vec![list.item],
                Shape::Map(map) => vec![map.key, map.value],
            };
            for reference in references {
                assert!(service.has(reference), "{}: {reference:?}", service.name);
            }
        }
    }
    assert!(members > 150_000, "{members}");
}

#[test]
fn protocols_are_counted_as_their_source_counts_them() {
    let count = |protocol| {
        service_names()
            .filter_map(service)
            .filter(|service| service.protocol == protocol)
            .count()
    };
    assert_eq!(count(Protocol::RestJson), 264);
    assert_eq!(count(Protocol::Json), 154);
    assert_eq!(count(Protocol::Query), 17);
    assert_eq!(count(Protocol::RestXml), 4);
    assert_eq!(count(Protocol::Cbor), 4);
    assert_eq!(count(Protocol::Ec2), 1);
}

#[test]
fn a_json_service_has_what_a_client_needs() {
    let sqs = service("sqs").unwrap();
    assert_eq!(sqs.json_version, Some("1.0"));
    assert_eq!(sqs.target_prefix, Some("AmazonSQS"));
    assert_eq!(sqs.signing_name, "sqs");
    let send = sqs.operation("sendMessage").unwrap();
    assert_eq!(send.name, "SendMessage");
    let input = sqs.structure(send.input.unwrap()).unwrap();
    let required: Vec<&str> = input.required().map(|member| member.name).collect();
    assert_eq!(required, ["QueueUrl", "MessageBody"]);
    let attributes = input.parameter("MessageAttributes", Spelling::Sdk).unwrap();
    let Shape::Map(map) = sqs.shape(attributes.shape) else {
        panic!("a map");
    };
    assert_eq!(sqs.shape(map.key), &Shape::Scalar(Scalar::String));
    assert!(sqs.structure(map.value).is_some());
}

#[test]
fn a_rest_service_tells_where_members_go() {
    let s3 = service("s3").unwrap();
    assert_eq!(s3.signature, Signature::S3);
    let get = s3.operation("getObject").unwrap();
    assert_eq!((get.method, get.uri), ("GET", "/{Bucket}/{Key+}"));
    let input = s3.structure(get.input.unwrap()).unwrap();
    assert_eq!(input.member("Key").unwrap().location, Location::Uri);
    let range = input.member("Range").unwrap();
    assert_eq!(
        (range.location, range.wire_name()),
        (Location::Header, "Range")
    );
    let output = s3.structure(get.output.unwrap()).unwrap();
    let body = output.payload().unwrap();
    assert_eq!(body.name, "Body");
    assert_eq!(
        s3.shape(body.shape).as_scalar(),
        Some(Scalar::StreamingBlob)
    );
    let metadata = output.member("Metadata").unwrap();
    assert_eq!(
        (metadata.location, metadata.wire_name()),
        (Location::HeaderPrefix, "x-amz-meta-")
    );
    assert!(s3.operation("putBucketTagging").unwrap().checksum_required);
}

#[test]
fn idempotency_tokens_and_streams_are_marked() {
    let athena = service("athena").unwrap();
    let start = athena.operation("startQueryExecution").unwrap();
    let input = athena.structure(start.input.unwrap()).unwrap();
    assert!(
        input
            .member("ClientRequestToken")
            .unwrap()
            .idempotency_token
    );
    let streams =
        |name: &str, action: &str| service(name).unwrap().operation(action).unwrap().streams();
    // The guide and AWS's models: these answer with streams of events.
    assert!(streams("bedrockruntime", "converseStream"));
    assert!(streams("lambda", "invokeWithResponseStream"));
    assert!(streams("kinesis", "subscribeToShard"));
    assert!(!streams("bedrockruntime", "converse"));
}

#[test]
fn errors_have_the_names_that_aws_was_seen_to_give() {
    // Recorded in services/aws_sdk_task_service and error_handling/aws_sdk; `Rds` from a published definition.
    for (name, shape, error) in [
        (
            "dynamodb",
            "ResourceNotFoundException",
            "DynamoDb.ResourceNotFoundException",
        ),
        ("s3", "NoSuchKey", "S3.NoSuchKeyException"),
        ("s3", "NoSuchBucket", "S3.NoSuchBucketException"),
        ("sfn", "InvalidToken", "Sfn.InvalidTokenException"),
        (
            "rds",
            "DBInstanceNotFoundFault",
            "Rds.DbInstanceNotFoundException",
        ),
    ] {
        assert_eq!(service(name).unwrap().error_name(shape), error);
    }
    let unmodelled = |name: &str| service(name).unwrap().unmodelled_error_name();
    assert_eq!(unmodelled("dynamodb"), "DynamoDb.DynamoDbException");
    assert_eq!(
        unmodelled("secretsmanager"),
        "SecretsManager.SecretsManagerException"
    );
    assert_eq!(unmodelled("ec2"), "Ec2.Ec2Exception");
    // The query protocol's codes need not be the names of the shapes.
    let iam = service("iam").unwrap();
    let get = iam.operation("getRole").unwrap();
    assert_eq!(
        iam.error_shape(get, "NoSuchEntity"),
        Some("NoSuchEntityException")
    );
    assert_eq!(iam.error_shape(get, "NoSuchThing"), None);
}

#[test]
fn services_have_the_names_of_the_developer_guide() {
    for (name, prefix) in [
        ("sfn", "Sfn"),
        ("dynamodb", "DynamoDb"),
        ("cognitoidentityprovider", "CognitoIdentityProvider"),
        ("databasemigration", "DatabaseMigration"),
        ("lexruntime", "LexRuntime"),
        ("sesv2", "SesV2"),
        ("sqs", "Sqs"),
        ("wafv2", "Wafv2"),
    ] {
        assert_eq!(service(name).unwrap().error_prefix, prefix);
    }
    assert!(service("stepfunctions").is_none());
}

#[test]
fn other_names_lead_to_a_service() {
    for (given, meant) in [
        ("logs", "cloudwatchlogs"),
        ("events", "eventbridge"),
        ("stepfunctions", "sfn"),
        ("states", "sfn"),
        ("cognito-idp", "cognitoidentityprovider"),
        ("DynamoDB", "dynamodb"),
        ("bedrock-runtime", "bedrockruntime"),
        ("dynamdb", "dynamodb"),
    ] {
        assert_eq!(nearest_service(given), Some(meant), "{given}");
    }
    assert_eq!(nearest_service("somethingelseentirely"), None);
    let rds = service("rds").unwrap();
    assert_eq!(
        rds.nearest_action("describeDbInstances").as_deref(),
        Some("describeDBInstances")
    );
}

/// URLs as botocore 1.44.8 resolves them.
#[test]
fn endpoints_of_fips_and_dual_stack_are_those_of_botocore() {
    let url = |name: &str, region: &str, fips, dual_stack| {
        let variant = Variant::of(fips, dual_stack).unwrap();
        service(name).unwrap().variant(region, variant).unwrap()
    };
    for (name, region, fips, dual_stack, expected) in [
        (
            "sqs",
            "us-east-1",
            true,
            false,
            "sqs-fips.us-east-1.amazonaws.com",
        ),
        (
            "sqs",
            "us-gov-west-1",
            true,
            false,
            "sqs.us-gov-west-1.amazonaws.com",
        ),
        (
            "sqs",
            "cn-north-1",
            true,
            false,
            "sqs-fips.cn-north-1.amazonaws.com.cn",
        ),
        ("sqs", "us-east-1", false, true, "sqs.us-east-1.api.aws"),
        (
            "sqs",
            "cn-north-1",
            true,
            true,
            "sqs-fips.cn-north-1.api.amazonwebservices.com.cn",
        ),
        (
            "s3",
            "eu-west-1",
            false,
            true,
            "s3.dualstack.eu-west-1.amazonaws.com",
        ),
        (
            "s3",
            "us-west-2",
            true,
            true,
            "s3-fips.dualstack.us-west-2.amazonaws.com",
        ),
        (
            "batch",
            "us-west-2",
            true,
            false,
            "fips.batch.us-west-2.amazonaws.com",
        ),
        ("iam", "eu-west-1", true, false, "iam-fips.amazonaws.com"),
        (
            "secretsmanager",
            "eu-west-1",
            false,
            true,
            "secretsmanager.eu-west-1.amazonaws.com",
        ),
        (
            "polly",
            "us-east-2",
            true,
            false,
            "polly-fips.us-east-2.amazonaws.com",
        ),
    ] {
        let expected = format!("https://{expected}");
        assert_eq!(
            url(name, region, fips, dual_stack),
            expected,
            "{name} {region}"
        );
    }
    let agents = service("agentdiscovery").unwrap();
    assert_eq!(agents.variant("us-east-1", Variant::Fips), None);
    assert_eq!(Variant::of(false, false), None);
}

#[test]
fn endpoints_follow_the_partition() {
    let url = |name: &str, region: &str| service(name).unwrap().endpoint(region);
    assert_eq!(
        url("sqs", "eu-west-1").url,
        "https://sqs.eu-west-1.amazonaws.com"
    );
    assert_eq!(
        url("sqs", "cn-north-1").url,
        "https://sqs.cn-north-1.amazonaws.com.cn"
    );
    let iam = url("iam", "eu-west-1");
    assert_eq!(iam.url, "https://iam.amazonaws.com");
    assert_eq!(iam.signing_region, "us-east-1");
    assert_eq!(
        url("backupsearch", "eu-west-1").url,
        "https://backup-search.eu-west-1.api.aws"
    );
}
