//! Errors that come again however often the call is made.

/// Why an error of a service or of Step Functions comes again with the same request, by its name. Nothing where another try
/// may do better.
///
/// Errors for what is not there are not among them: a thing that was just made may not be seen yet. Nor are conditions that
/// failed: a lock may be free the next time.
pub fn permanent_error(error: &str) -> Option<&'static str> {
    const NOT_ALLOWED: [&str; 7] = [
        "AccessDeniedException",
        "AccessDenied",
        "AuthorizationErrorException",
        "ForbiddenException",
        "NotAuthorizedException",
        "UnauthorizedException",
        "UnauthorizedOperation",
    ];
    const WRONG_REQUEST: [&str; 9] = [
        "ValidationException",
        "ValidationError",
        "BadRequestException",
        "InvalidInputException",
        "InvalidParameterException",
        "InvalidParameterValueException",
        "InvalidRequestException",
        "InvalidRequestContentException",
        "RequestTooLargeException",
    ];
    let not_allowed = "the role may not make the call, and will not the next time";
    let wrong = "the request itself is wrong, and is sent again as it is";
    match error {
        "States.Permissions" => return Some(not_allowed),
        "States.ParameterPathFailure" | "States.NoChoiceMatched" => {
            return Some("the same input gives the same failure");
        }
        _ => {}
    }
    let (service, exception) = error.split_once('.').unwrap_or(("", error));
    if service == "States" {
        return None;
    }
    if NOT_ALLOWED.contains(&exception) {
        Some(not_allowed)
    } else if WRONG_REQUEST.contains(&exception) {
        Some(wrong)
    } else {
        None
    }
}

/// Whether the name of an error, which is none of a service or of Step Functions, says that somebody decided so: a card that
/// is declined, goods that are out of stock.
pub fn is_business_answer(error: &str) -> bool {
    const PREFIXES: [&str; 3] = ["States.", "Lambda.", "Sandbox."];
    const WORDS: [&str; 12] = [
        "Declined",
        "Rejected",
        "Refused",
        "Denied",
        "OutOfStock",
        "SoldOut",
        "Insufficient",
        "Ineligible",
        "NotEligible",
        "Cancelled",
        "Blocked",
        "Fraud",
    ];
    !PREFIXES.iter().any(|prefix| error.starts_with(prefix))
        && permanent_error(error).is_none()
        && WORDS.iter().any(|word| error.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_comes_again() {
        assert!(permanent_error("Bedrock.ValidationException").is_some());
        assert!(permanent_error("AccessDeniedException").is_some());
        assert!(permanent_error("States.Permissions").is_some());
        for passes in [
            "Lambda.ServiceException",
            "States.Timeout",
            "DynamoDB.ConditionalCheckFailedException",
            "CustomValidationError",
        ] {
            assert_eq!(permanent_error(passes), None, "{passes}");
        }
    }

    #[test]
    fn knows_answers_of_the_business() {
        assert!(is_business_answer("Payment.Declined"));
        assert!(is_business_answer("Inventory.OutOfStock"));
        assert!(!is_business_answer("S3.AccessDenied"));
        assert!(!is_business_answer("Sandbox.Timedout"));
        assert!(!is_business_answer("JobNotReady"));
    }
}
