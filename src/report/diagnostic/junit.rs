//! Findings as JUnit XML, which every system of continuous integration reads.

use super::Findings;
use super::place::Place;
use crate::diagnostics::{Diagnostic, Severity};
use quick_junit::{
    NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite, XmlString,
};

/// A suite for each file, with a failed test case for each error and warning. Notes pass, with their words as output; a
/// file without findings has one test case that passes.
///
/// # Errors
/// Where the writer of XML fails.
pub fn junit(files: &[Findings<'_>]) -> Result<String, SerializeError> {
    let mut report = Report::new("sfnrun validate");
    for findings in files {
        let place = Place::new(findings.text);
        let mut suite = TestSuite::new(findings.path);
        if findings.diagnostics.is_empty() {
            let mut case = TestCase::new("no findings", TestCaseStatus::success());
            case.set_classname(findings.path);
            suite.add_test_case(case);
        }
        for diagnostic in findings.diagnostics {
            suite.add_test_case(case(findings.path, &place, diagnostic));
        }
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn case(path: &str, place: &Place<'_>, diagnostic: &Diagnostic) -> TestCase {
    let (start, _) = place.ends(diagnostic.span());
    let words = describe(path, place, diagnostic);
    let passes = diagnostic.severity == Severity::Note;
    let status = if passes {
        TestCaseStatus::success()
    } else {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type(diagnostic.severity.word());
        status.set_message(&*diagnostic.message);
        status.set_description(&*words);
        status
    };
    let name = format!("{} at {}:{}", diagnostic.rule, start.line, start.column);
    let mut case = TestCase::new(name, status);
    case.set_classname(path);
    if passes {
        case.set_system_out(XmlString::new(words));
    }
    case
}

/// The place and the message, then what to do and why, a line each.
fn describe(path: &str, place: &Place<'_>, diagnostic: &Diagnostic) -> String {
    let (start, _) = place.ends(diagnostic.span());
    let mut lines = vec![format!(
        "{path}:{}:{}: {}[{}] {}",
        start.line,
        start.column,
        diagnostic.severity.word(),
        diagnostic.rule,
        diagnostic.message
    )];
    lines.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    lines.extend(diagnostic.notes.iter().map(|note| format!("note: {note}")));
    lines.join("\n")
}
