//! The mock files of a run, in the order in which they are asked.

use super::mock_source::MockSource;
use super::terminal::Terminal;
use crate::asl::StateMachine;
use crate::diagnostics::Diagnostic;
use crate::tasks::{LayeredHandler, MockError};

/// The mock files of a run: what `--mocks` names, then what was recorded before.
#[derive(Debug, Default)]
pub(super) struct MockLayers {
    sources: Vec<MockSource>,
}

impl MockLayers {
    /// These files.
    pub(super) fn new(sources: impl IntoIterator<Item = MockSource>) -> Self {
        Self {
            sources: sources.into_iter().collect(),
        }
    }

    /// A handler for one execution; nothing where there is no file.
    pub(super) fn handler(&self, machine: &StateMachine, seed: u64) -> Option<LayeredHandler> {
        let mocks = self.sources.iter().map(MockSource::mocks);
        (!self.sources.is_empty()).then(|| LayeredHandler::new(mocks, machine, seed))
    }

    /// What was noted of the files while they were used, file by file; `others` are notes of the first.
    pub(super) fn notes(
        &self,
        handler: Option<LayeredHandler>,
        others: &[Diagnostic],
        terminal: &Terminal,
    ) -> String {
        let mut by_layer = handler.map_or_else(Vec::new, |mut handler| handler.notes_by_layer());
        if let Some(first) = by_layer.first_mut() {
            first.extend_from_slice(others);
        }
        let sources = self.sources.iter().zip(by_layer);
        sources
            .map(|(source, notes)| source.render(&notes, terminal))
            .collect()
    }

    /// A fault of one of the files.
    pub(super) fn render(&self, error: &MockError, terminal: &Terminal) -> String {
        let mut sources = self.sources.iter();
        match sources.find(|source| source.name() == error.file) {
            Some(source) => source.render(std::slice::from_ref(&*error.diagnostic), terminal),
            None => error.to_string(),
        }
    }
}
