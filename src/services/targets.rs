//! Parameters that say what is called, or where something goes.

/// What a parameter of a call (`aws-sdk:s3:getObject`) says, where it says what is called or where something goes:
/// `which function is called`.
pub fn target_parameter(call: &str, parameter: &str) -> Option<&'static str> {
    Some(match parameter {
        "FunctionName" => "which function is called",
        "StateMachineArn" => "which machine is started",
        "QueueUrl" => "which queue the message goes to",
        "TopicArn" | "TargetArn" | "PhoneNumber" => "whom the message goes to",
        "ApiEndpoint" => "which address is called",
        "Bucket" | "Key" | "CopySource" if call.contains(":s3:") => "which object in S3 is used",
        "TableName" => "which table is used",
        "QueryString" | "Statement" | "Sql" => "the query that is run",
        "DocumentName" | "Commands" => "the command that is run",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_target_in_s3_alone() {
        assert!(target_parameter("aws-sdk:s3:getObject", "Key").is_some());
        assert_eq!(target_parameter("dynamodb:getItem", "Key"), None);
        assert!(target_parameter("lambda:invoke", "FunctionName").is_some());
    }
}
