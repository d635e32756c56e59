//! What is known of files, each once, however its path is written.

use crate::source::SourceFile;
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// What a file is known by, however its path is written.
pub(super) fn key(file: &SourceFile) -> PathBuf {
    fs::canonicalize(&*file.name).unwrap_or_else(|_| PathBuf::from(&*file.name))
}

/// A list with a place for each file.
#[derive(Debug)]
pub(super) struct ByFile<T> {
    list: Vec<T>,
    places: HashMap<PathBuf, usize>,
}

impl<T> ByFile<T> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// The place of a file, made with `make` where there is none.
    pub(super) fn of(&mut self, file: &SourceFile, make: impl FnOnce() -> T) -> &mut T {
        let next = self.list.len();
        let place = *self.places.entry(key(file)).or_insert(next);
        if place == next {
            self.list.push(make());
        }
        &mut self.list[place]
    }

    pub(super) fn into_list(self) -> Vec<T> {
        self.list
    }
}
