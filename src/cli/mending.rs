//! Fixes of a file and of the files that it names.

use super::by_file::key;
use super::configuration::{Configurations, Settings};
use super::definition::load_with;
use super::error::CliError;
use super::examples::Examples;
use super::repair::Repair;
use super::scenario_files::LocalFiles;
use super::terminal::Terminal;
use crate::asl::Definitions;
use crate::lint::{self, mend};
use crate::scenario::Files;
use crate::source::SourceFile;
use std::collections::HashMap;
use std::path::PathBuf;

/// What standard input is called.
const STANDARD_INPUT: &str = "<stdin>";

/// Mends files one after the other. What was mended in a file that several templates name is known to the next of them, even
/// where nothing is written.
pub(super) struct Mending<'m> {
    examples: &'m Examples<'m>,
    /// The machine that was asked for by name.
    resource: Option<&'m str>,
    repair: Repair,
    terminal: &'m Terminal,
    mended: HashMap<PathBuf, Mended>,
}

/// A file that was mended.
struct Mended {
    file: SourceFile,
    /// How many findings.
    fixed: usize,
}

impl<'m> Mending<'m> {
    /// Nothing mended yet.
    pub(super) fn new(
        examples: &'m Examples<'m>,
        resource: Option<&'m str>,
        repair: Repair,
        terminal: &'m Terminal,
    ) -> Self {
        Self {
            examples,
            resource,
            repair,
            terminal,
            mended: HashMap::new(),
        }
    }

    /// How many findings were mended in a file.
    pub(super) fn fixed(&self, file: &SourceFile) -> usize {
        self.mended.get(&key(file)).map_or(0, |mended| mended.fixed)
    }

    /// Mends a file and those that it names, and reads it again. A file that cannot be written goes to `unreadable` and is
    /// told of as it was; the others are mended all the same. Standard input has no files of its own.
    pub(super) fn mend(
        &mut self,
        definitions: Definitions,
        configurations: &Configurations<'_>,
        unreadable: &mut Vec<CliError>,
    ) -> Result<Definitions, CliError> {
        let host = definitions.file.clone();
        let host_settings = configurations.settings(&host.name)?;
        let mut examples = Vec::new();
        for definition in &definitions.list {
            examples.push(self.examples.of(definition)?);
        }
        let definitions = self.load(&host, &host_settings, None);
        for before in definitions.files() {
            let is_host = before.name == host.name;
            let settings = configurations.settings(&before.name)?;
            if !is_host && (settings.excluded || &*host.name == STANDARD_INPUT) {
                continue;
            }
            let result = mend::mend(before.clone(), self.repair.which, &mut |file| {
                let definitions = self.load(&host, &host_settings, Some(file));
                lint::findings_in(file, &definitions, &examples, &settings.selection)
            });
            let path = match &*before.name {
                STANDARD_INPUT => "-",
                path => path,
            };
            match self.repair.put(path, &before, &result, self.terminal) {
                Ok(()) => {
                    let fixed = self.fixed(&before) + result.fixed.values().sum::<usize>();
                    let file = result.file;
                    self.mended.insert(key(&before), Mended { file, fixed });
                }
                Err(error) => unreadable.push(error),
            }
        }
        Ok(self.load(&host, &host_settings, None))
    }

    /// Reads the file at `host` with what was mended, and with `tried` in place of the file of that name.
    fn load(
        &self,
        host: &SourceFile,
        settings: &Settings,
        tried: Option<&SourceFile>,
    ) -> Definitions {
        let current = |file: SourceFile| match tried {
            Some(tried) if key(tried) == key(&file) => tried.clone(),
            _ => match self.mended.get(&key(&file)) {
                Some(mended) => mended.file.clone(),
                None => file,
            },
        };
        let read = |path: &str, from: &str| LocalFiles.read(path, from).map(current);
        let host = current(host.clone());
        let mut all = load_with(host, &settings.bindings, settings.workflow_type, &read);
        if let Some(resource) = self.resource {
            all.keep(resource);
        }
        all
    }
}
