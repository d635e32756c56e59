//! The keys of a configuration: what each is for, what it takes, and where it goes.

use super::reading::{FAIL_ON, Reader, WORKFLOW_TYPES};
use super::schema::{self, Schema};
use super::{Config, PerFile};
use crate::source::Node;

/// A key of a table that is read into a `T`.
pub(super) struct Key<T> {
    /// As it is written.
    pub(super) name: &'static str,
    /// What it is for, in a sentence.
    pub(super) what: &'static str,
    /// What it takes.
    pub(super) takes: fn() -> Schema,
    /// Reads its value.
    pub(super) read: fn(&mut Reader, &Node, &mut T),
}

/// The keys of the file.
pub(super) static CONFIG: [Key<Config>; 11] = [
    Key {
        name: "select",
        what: "Judge by these only: rules, categories, `default`, `pedantic`, `all`. What AWS refuses is told all the same.",
        takes: schema::selectors,
        read: |reader, node, config| config.choices.select = reader.selectors(node, "`select`"),
    },
    Key {
        name: "ignore",
        what: "Do without these rules, categories or groups. A rule that finds errors goes by its own name only.",
        takes: schema::selectors,
        read: |reader, node, config| config.choices.ignore = reader.selectors(node, "`ignore`"),
    },
    Key {
        name: "severity",
        what: "The severity of a rule's findings; a severity turns a rule on, `off` turns it off.",
        takes: schema::levels,
        read: |reader, node, config| config.choices.levels = reader.levels(node),
    },
    Key {
        name: "fail-on",
        what: "The least severity that makes the exit code 1.",
        takes: || schema::names(&FAIL_ON),
        read: |reader, node, config| config.fail_on = reader.one_of(node, "`fail-on`", &FAIL_ON),
    },
    Key {
        name: "type",
        what: "Check as state machines of this type.",
        takes: || schema::names(&WORKFLOW_TYPES),
        read: |reader, node, config| {
            config.workflow_type = reader.one_of(node, "`type`", &WORKFLOW_TYPES);
        },
    },
    Key {
        name: "vars",
        what: "What fills the placeholders `${NAME}`, by name.",
        takes: schema::anything_by_name,
        read: |reader, node, config| reader.variables(node, &mut config.variables),
    },
    Key {
        name: "vars-files",
        what: "JSON or YAML files of names and values that fill placeholders, relative to the folder of this file.",
        takes: schema::texts,
        read: |reader, node, config| {
            let files = reader.texts(node, "`vars-files`");
            config.variable_files = files.iter().map(|(file, _)| (*file).to_owned()).collect();
        },
    },
    Key {
        name: "exclude",
        what: "Files that are passed over in folders, as patterns of `.gitignore`, relative to the folder of this file.",
        takes: schema::texts,
        read: |reader, node, config| config.exclude = reader.patterns(node, "`exclude`"),
    },
    Key {
        name: "baseline",
        what: "A file of findings that are known and not reported, as `--write-baseline` writes it, relative to the folder of this file.",
        takes: schema::text,
        read: |reader, node, config| config.baseline = reader.text(node, "`baseline`"),
    },
    Key {
        name: "lambda",
        what: "What `exec --local-functions` calls in place of Lambda functions, by their names: commands, `FILE.py:HANDLER` relative to the folder of this file, URLs.",
        takes: schema::texts_by_name,
        read: |reader, node, config| config.lambda = reader.texts_by_name(node, "`lambda`"),
    },
    Key {
        name: "per-file",
        what: "What is said of some files only.",
        takes: || schema::list_of(schema::table(&PER_FILE, &["files"])),
        read: |reader, node, config| reader.per_file(node, &mut config.per_file),
    },
];

/// The keys of `[[per-file]]`.
pub(super) static PER_FILE: [Key<PerFile>; 4] = [
    Key {
        name: "files",
        what: "Which files, as patterns of `.gitignore`, relative to the folder of this file.",
        takes: || schema::at_least_one(schema::texts()),
        read: |reader, node, one| one.files = reader.patterns(node, "`files`"),
    },
    Key {
        name: "ignore",
        what: "Do without these rules, categories or groups in these files.",
        takes: schema::selectors,
        read: |reader, node, one| one.choices.ignore = reader.selectors(node, "`ignore`"),
    },
    Key {
        name: "severity",
        what: "The severity of a rule's findings in these files.",
        takes: schema::levels,
        read: |reader, node, one| one.choices.levels = reader.levels(node),
    },
    Key {
        name: "type",
        what: "Check these as state machines of this type.",
        takes: || schema::names(&WORKFLOW_TYPES),
        read: |reader, node, one| {
            one.workflow_type = reader.one_of(node, "`type`", &WORKFLOW_TYPES)
        },
    },
];
