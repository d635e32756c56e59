//! The mocks of one file, or of the scenario file itself.

use crate::source::SourceFile;
use crate::tasks::Mocks;

/// The mocks of one file, or of the scenario file itself. Who answers first stands first.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The file, for the faults that show only when an answer is asked for.
    pub(super) file: SourceFile,
    pub(super) mocks: Mocks,
}
