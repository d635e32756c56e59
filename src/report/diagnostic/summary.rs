//! How much was found.

use super::Findings;
use crate::base::text::count;
use crate::diagnostics::Severity;
use std::fmt;

/// Counts over all files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
    /// Files that were looked at.
    pub files: usize,
    /// Files in which something was found.
    pub affected: usize,
}

impl Summary {
    /// Counts a file in.
    pub fn add(&mut self, findings: &Findings<'_>) {
        self.files += 1;
        self.affected += usize::from(!findings.diagnostics.is_empty());
        for diagnostic in findings.diagnostics {
            match diagnostic.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
        }
    }

    /// Findings of all severities.
    pub fn total(&self) -> usize {
        self.errors + self.warnings + self.notes
    }
}

impl fmt::Display for Summary {
    /// `3 errors, 1 warning in 2 of 5 files`, `no findings in 5 files`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total() == 0 {
            return write!(formatter, "no findings in {}", count(self.files, "file"));
        }
        let kinds = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.notes, "note"),
        ];
        let found: Vec<String> = kinds
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, kind)| count(*number, kind))
            .collect();
        write!(formatter, "{} in ", found.join(", "))?;
        if self.affected < self.files {
            write!(formatter, "{} of ", self.affected)?;
        }
        formatter.write_str(&count(self.files, "file"))
    }
}
