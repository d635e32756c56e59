//! Results of scenarios as JUnit XML.

use super::{CaseResult, Lines};
use crate::report::Style;
use crate::scenario::Verdict;
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

/// The results as JUnit XML: a suite for each scenario file, in order.
///
/// # Errors
/// Where the writer of XML fails.
pub fn junit(results: &[CaseResult]) -> Result<String, SerializeError> {
    let mut report = Report::new("sfnrun");
    report.set_time(results.iter().map(|result| result.real).sum());
    for results in results.chunk_by(|one, other| one.file.name == other.file.name) {
        let Some(first) = results.first() else {
            continue;
        };
        let mut suite = TestSuite::new(&*first.file.name);
        suite.set_time(results.iter().map(|result| result.real).sum());
        suite.add_test_cases(results.iter().map(case));
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn case(result: &CaseResult) -> TestCase {
    let status = match &result.verdict {
        Verdict::Passed(_) => TestCaseStatus::success(),
        Verdict::Failed { mismatches, .. } => {
            let names: Vec<&str> = mismatches
                .iter()
                .map(|mismatch| mismatch.expectation)
                .collect();
            not_as_expected(
                result,
                NonSuccessKind::Failure,
                &format!("not as expected: {}", names.join(", ")),
            )
        }
        Verdict::Broken(broken) => not_as_expected(result, NonSuccessKind::Error, &broken.message),
    };
    let mut case = TestCase::new(&*result.name, status);
    case.set_classname(&*result.group);
    case.set_time(result.real);
    case
}

fn not_as_expected(result: &CaseResult, kind: NonSuccessKind, message: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(message);
    status.set_description(Lines::new(Style::default()).case(result));
    status
}
