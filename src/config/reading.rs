//! Reads a configuration.

use super::keys::{CONFIG, Key, PER_FILE};
use super::{Config, FailOn, Patterns, PerFile, toml};
use crate::asl::WorkflowType;
use crate::diagnostics::Diagnostic;
use crate::lint::{Level, Meta, Selector};
use crate::source::{FormatFindings, Node};

/// The rule that findings about a configuration stand under.
pub const RULE: &str = "config-file";

impl Config {
    /// Reads a text.
    ///
    /// # Errors
    /// Where it is no TOML or says something that cannot be: everything that is wrong with it, in the order of the text.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let root = toml::read(text, RULE)?;
        let mut reader = Reader::new();
        let mut config = Self::default();
        reader.table(&root, "a configuration", &CONFIG, &mut config);
        let mut found = reader.findings.into_list();
        if found.is_empty() {
            return Ok(config);
        }
        found.sort_by_key(Diagnostic::span);
        Err(found)
    }
}

/// Reads values, and collects what is wrong with them.
#[derive(Debug)]
pub(super) struct Reader {
    findings: FormatFindings,
}

impl Reader {
    fn new() -> Self {
        Self {
            findings: FormatFindings::new(RULE),
        }
    }

    /// A table of keys that are known.
    fn table<T>(&mut self, node: &Node, owner: &str, keys: &[Key<T>], into: &mut T) {
        for member in self.findings.members(node, owner).unwrap_or_default() {
            match keys.iter().find(|key| key.name == &*member.key.text) {
                Some(key) => (key.read)(self, &member.value, into),
                None => {
                    let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    self.findings.unknown_key(&member.key, owner, &known);
                }
            }
        }
    }

    /// A text.
    pub(super) fn text(&mut self, node: &Node, what: &str) -> Option<String> {
        let text = self.findings.text(node, what)?;
        Some(text.to_string())
    }

    /// A list of texts, each with its node.
    pub(super) fn texts<'n>(&mut self, node: &'n Node, what: &str) -> Vec<(&'n str, &'n Node)> {
        let items = self.findings.items(node, what).unwrap_or_default();
        let texts = items.iter().filter_map(|item| {
            let text = self.findings.text(item, &format!("an item of {what}"))?;
            Some((&**text, item))
        });
        texts.collect()
    }

    /// Texts by name.
    pub(super) fn texts_by_name(&mut self, node: &Node, what: &str) -> Vec<(String, String)> {
        let mut texts = Vec::new();
        for member in self.findings.members(node, what).unwrap_or_default() {
            let name = &member.key.text;
            if let Some(text) = self.text(&member.value, &format!("`{name}` of {what}")) {
                texts.push((name.to_string(), text));
            }
        }
        texts
    }

    /// Names of rules, categories and groups.
    pub(super) fn selectors(&mut self, node: &Node, what: &str) -> Vec<Selector> {
        let mut selectors = Vec::new();
        for (name, item) in self.texts(node, what) {
            match Selector::parse(name) {
                Ok(selector) => selectors.push(selector),
                Err(error) => {
                    let help = error.help();
                    self.findings.error(item.span, error.to_string()).help(help);
                }
            }
        }
        selectors
    }

    /// A table of rules and their levels.
    pub(super) fn levels(&mut self, node: &Node) -> Vec<(&'static Meta, Level)> {
        let mut levels = Vec::new();
        for member in self
            .findings
            .members(node, "`severity`")
            .unwrap_or_default()
        {
            let rule = Meta::for_level(&member.key.text);
            let what = format!("the severity of `{}`", member.key.text);
            let level = self
                .findings
                .text(&member.value, &what)
                .map(|text| Level::parse(text));
            match rule {
                Ok(rule) => match level {
                    Some(Ok(level)) => levels.push((rule, level)),
                    Some(Err(error)) => {
                        let place = member.value.span;
                        self.findings
                            .error(place, error.to_string())
                            .help(error.help());
                    }
                    None => {}
                },
                Err(error) => {
                    let place = member.key.span;
                    self.findings
                        .error(place, error.to_string())
                        .help(error.help());
                }
            }
        }
        levels
    }

    /// Patterns of paths.
    pub(super) fn patterns(&mut self, node: &Node, what: &str) -> Patterns {
        let texts = self.texts(node, what);
        let (patterns, wrong) = Patterns::new(texts.iter().map(|(text, _)| *text));
        for (number, why) in wrong {
            let (text, item) = texts[number];
            self.findings
                .error(item.span, format!("`{text}` is no pattern: {why}"))
                .help("patterns are those of `.gitignore`: `legacy/**`, `*.draft.json`");
        }
        patterns
    }

    /// One of some names.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        node: &Node,
        what: &str,
        known: &[(&'static str, T)],
    ) -> Option<T> {
        let text = self.findings.text(node, what)?;
        let found = known.iter().find(|(name, _)| *name == &**text);
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let alternatives = crate::base::text::alternatives(&names);
            self.findings
                .error(node.span, format!("{what} is {alternatives}, not `{text}`"));
        }
        found.map(|(_, value)| *value)
    }

    /// Names and values of placeholders.
    pub(super) fn variables(&mut self, node: &Node, into: &mut crate::source::Bindings) {
        for member in self.findings.members(node, "`vars`").unwrap_or_default() {
            if !into.set_node(&member.key.text, &member.value) {
                self.findings
                    .error(
                        member.key.span,
                        format!("no placeholder is called `{}`", member.key.text),
                    )
                    .help("names are letters, digits and `_ . : - /`, without `${` and `}`");
            }
        }
    }

    /// Tables of what is said of some files.
    pub(super) fn per_file(&mut self, node: &Node, into: &mut Vec<PerFile>) {
        for item in self.findings.items(node, "`per-file`").unwrap_or_default() {
            let mut one = PerFile::default();
            self.table(item, "`per-file`", &PER_FILE, &mut one);
            let files = item.get("files").map(Node::items);
            if item.members().is_some()
                && files.is_none_or(|items| items.is_some_and(<[_]>::is_empty))
            {
                self.findings
                    .error(item.span, "this table does not say which files it is about")
                    .help("write `files = [\"legacy/**\"]`");
            }
            into.push(one);
        }
    }
}

/// The types of state machines, with their names.
pub(super) const WORKFLOW_TYPES: [(&str, WorkflowType); 2] = [
    ("STANDARD", WorkflowType::Standard),
    ("EXPRESS", WorkflowType::Express),
];

/// The names for `fail-on`.
pub(super) const FAIL_ON: [(&str, FailOn); 3] = FailOn::ALL;
