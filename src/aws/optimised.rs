//! Errors of services as the optimised integrations tell of them: in the words of the AWS SDK for Java, version 1.

use super::ServiceFault;
use crate::services;
use crate::services::api::java_exception;
use crate::services::sdk_class;

impl ServiceFault {
    /// The name of the error in the optimised integration `service` (`dynamodb`): `DynamoDB.ResourceNotFoundException`,
    /// and `DynamoDB.AmazonDynamoDBException` where the model does not list it (both recorded).
    pub fn optimised_name(&self, service: &str) -> String {
        let prefix = services::error_prefixes(service, false)
            .first()
            .copied()
            .unwrap_or(self.prefix);
        let exception = match (self.shape, sdk_class(service)) {
            (Some(shape), _) => java_exception(shape),
            (None, Some((class, _))) => format!("{class}Exception"),
            (None, None) => format!("{prefix}Exception"),
        };
        format!("{prefix}.{exception}")
    }

    /// The cause as the optimised integration `service` words it (recorded: error_handling/task_service_dynamodb). The SDK tells the
    /// code of the query protocol where there is one.
    pub fn optimised_cause(&self, service: &str) -> String {
        let named = sdk_class(service).map_or(self.prefix, |(_, named)| named);
        let code = self.query_code.as_ref().or(self.code.as_ref());
        let null = |text: Option<&String>| text.map_or_else(|| "null".to_owned(), String::clone);
        format!(
            "{} (Service: {named}; Status Code: {}; Error Code: {}; Request ID: {}; Proxy: null)",
            null(self.message.as_ref()),
            self.status,
            null(code),
            null(self.request_id.as_ref()),
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::aws::ServiceFault;
    use crate::aws::service_fault::Said;
    use crate::services::api;

    fn fault(service: &str, action: &str, code: &str) -> ServiceFault {
        let service = api::service(service).unwrap();
        let said = Said {
            code: Some(code.to_owned()),
            message: Some("m".to_owned()),
            request_id: Some("R".to_owned()),
            ..Said::default()
        };
        ServiceFault::new(service, service.operation(action).unwrap(), 400, said)
    }

    #[test]
    fn names_and_causes_are_those_that_were_recorded() {
        // error_handling/task_service_dynamodb.put_item_no_such_table and .invalid_param
        let missing = fault("dynamodb", "putItem", "ResourceNotFoundException");
        assert_eq!(
            missing.optimised_name("dynamodb"),
            "DynamoDB.ResourceNotFoundException"
        );
        assert_eq!(
            missing.optimised_cause("dynamodb"),
            "m (Service: AmazonDynamoDBv2; Status Code: 400; Error Code: ResourceNotFoundException; Request ID: R; Proxy: null)"
        );
        assert_eq!(
            fault("dynamodb", "putItem", "ValidationException").optimised_name("dynamodb"),
            "DynamoDB.AmazonDynamoDBException"
        );
        // error_handling/task_service_sfn.start_execution_no_such_arn
        assert_eq!(
            fault("sfn", "startExecution", "StateMachineDoesNotExist").optimised_name("states"),
            "StepFunctions.StateMachineDoesNotExistException"
        );
        // What Step Functions reported for aws-sdk in a TestState of September 2026 (in the tests of a public project), and the code
        // that the SDK for Java, version 1, shows of SQS.
        let service = api::service("sqs").unwrap();
        let said = Said {
            code: Some("QueueDoesNotExist".to_owned()),
            query_code: Some("AWS.SimpleQueueService.NonExistentQueue".to_owned()),
            ..Said::default()
        };
        let operation = service.operation("getQueueUrl").unwrap();
        let gone = ServiceFault::new(service, operation, 400, said);
        assert_eq!(gone.name, "Sqs.QueueDoesNotExistException");
        assert_eq!(
            gone.optimised_cause("sqs"),
            "null (Service: AmazonSQS; Status Code: 400; Error Code: AWS.SimpleQueueService.NonExistentQueue; Request ID: null; Proxy: null)"
        );
        // Definitions in use write `Bedrock` for the optimised integration.
        assert_eq!(
            fault("bedrockruntime", "invokeModel", "ThrottlingException").optimised_name("bedrock"),
            "Bedrock.ThrottlingException"
        );
    }
}
