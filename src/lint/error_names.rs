//! Pages on the error names of the States Language.

/// The page of an error name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorPage {
    /// The name, as in `States.Timeout`.
    pub name: &'static str,
    /// The page, in Markdown.
    pub page: &'static str,
}

macro_rules! pages {
    ($($name:literal)*) => {
        [$(ErrorPage { name: $name, page: include_str!(concat!("errors/", $name, ".md")) },)*]
    };
}

/// In alphabetical order. What they say is read off recorded executions where there are any.
static PAGES: [ErrorPage; 18] = pages! {
    "States.ALL"
    "States.BranchFailed"
    "States.DataLimitExceeded"
    "States.ExceedToleratedFailureThreshold"
    "States.HeartbeatTimeout"
    "States.Http.Socket"
    "States.Http.StatusCode"
    "States.IntrinsicFailure"
    "States.ItemReaderFailed"
    "States.NoChoiceMatched"
    "States.ParameterPathFailure"
    "States.Permissions"
    "States.QueryEvaluationError"
    "States.ResultPathMatchFailure"
    "States.ResultWriterFailed"
    "States.Runtime"
    "States.TaskFailed"
    "States.Timeout"
};

/// The pages of all error names, in alphabetical order.
pub fn error_pages() -> &'static [ErrorPage] {
    &PAGES
}

/// The page of an error name. Upper and lower case do not count; `States.Http.StatusCode.429` finds that of
/// `States.Http.StatusCode`.
pub fn find_error(name: &str) -> Option<&'static ErrorPage> {
    let name = match name.to_lowercase() {
        lower if lower.starts_with("states.http.statuscode.") => {
            "states.http.statuscode".to_owned()
        }
        lower => lower,
    };
    PAGES.iter().find(|page| page.name.to_lowercase() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_begins_with_its_name_and_is_found() {
        for page in error_pages() {
            assert!(
                page.page.starts_with(&format!("# {}\n", page.name)),
                "{}",
                page.name
            );
            assert_eq!(find_error(&page.name.to_uppercase()), Some(page));
        }
        assert_eq!(
            find_error("States.Http.StatusCode.503").map(|page| page.name),
            Some("States.Http.StatusCode")
        );
        assert_eq!(find_error("Lambda.Unknown"), None);
    }
}
