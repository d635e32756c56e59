//! Findings that were there before: a run that knows them reports only what is new.

use crate::diagnostics::Diagnostic;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use thiserror::Error;

/// Version of the file. Another one is not read.
const VERSION: u32 = 1;

/// The findings that are known, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By what makes findings alike: how many there are, and one of their messages as it was.
    known: BTreeMap<Fingerprint, Known>,
}

/// What makes a finding the same when lines come and go: the file, the rule, the place in the definition without indexes,
/// and the message without its numbers. Names in backticks count as they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Fingerprint {
    file: String,
    location: String,
    rule: String,
    message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    location: String,
    message: String,
    count: usize,
}

/// What is wrong with the text of a baseline.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// It is no JSON, or not of this form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// It is of another version.
    #[error("it is of version {found}, and version 1 is read")]
    Version {
        /// Its version.
        found: u32,
    },
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    rule: String,
    location: String,
    message: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: usize,
}

fn one() -> usize {
    1
}

fn is_one(count: &usize) -> bool {
    *count == 1
}

/// What a run has met of a baseline.
#[derive(Debug)]
pub struct Met<'a> {
    baseline: &'a Baseline,
    /// How many of each are still to come.
    left: HashMap<&'a Fingerprint, usize>,
    files: HashSet<String>,
}

impl Fingerprint {
    fn new(file: &str, rule: &str, location: &str, message: &str) -> Self {
        Self {
            file: file.to_owned(),
            location: without_indexes(location),
            rule: rule.to_owned(),
            message: without_numbers(message),
        }
    }
}

impl Baseline {
    /// Reads the text of one.
    ///
    /// # Errors
    /// Where it is none.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let document: Document = serde_json::from_str(text)?;
        if document.version != VERSION {
            return Err(BaselineError::Version {
                found: document.version,
            });
        }
        let mut baseline = Self::default();
        for entry in document.findings {
            baseline.add_many(
                &entry.file,
                &entry.rule,
                &entry.location,
                &entry.message,
                entry.count,
            );
        }
        Ok(baseline)
    }

    /// Its text: JSON, a finding an entry, in the order of files and places, so that a change shows as a change.
    pub fn text(&self) -> String {
        let findings = self.known.iter().map(|(fingerprint, known)| Entry {
            file: fingerprint.file.clone(),
            rule: fingerprint.rule.clone(),
            location: known.location.clone(),
            message: known.message.clone(),
            count: known.count,
        });
        let document = Document {
            version: VERSION,
            findings: findings.collect(),
        };
        let text = serde_json::to_string_pretty(&document).unwrap_or_default();
        format!("{text}\n")
    }

    /// Adds what was found in a file.
    pub fn add(&mut self, file: &str, found: &[Diagnostic]) {
        for one in found {
            self.add_many(file, one.rule, &one.location, &one.message, 1);
        }
    }

    fn add_many(&mut self, file: &str, rule: &str, location: &str, message: &str, count: usize) {
        let entry = self
            .known
            .entry(Fingerprint::new(file, rule, location, message));
        let known = entry.or_insert_with(|| Known {
            location: location.to_owned(),
            message: message.to_owned(),
            count: 0,
        });
        known.count += count;
    }

    /// How many findings it holds.
    pub fn len(&self) -> usize {
        self.known.values().map(|known| known.count).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Begins a run against it.
    pub fn meet(&self) -> Met<'_> {
        let left = self.known.iter();
        Met {
            baseline: self,
            left: left.map(|(one, known)| (one, known.count)).collect(),
            files: HashSet::new(),
        }
    }
}

impl Met<'_> {
    /// Takes out of what was found in a file what is known.
    pub fn take_out(&mut self, file: &str, found: &mut Vec<Diagnostic>) {
        self.files.insert(file.to_owned());
        found.retain(|one| {
            let fingerprint = Fingerprint::new(file, one.rule, &one.location, &one.message);
            match self.left.get_mut(&fingerprint) {
                Some(left) if *left > 0 => {
                    *left -= 1;
                    false
                }
                _ => true,
            }
        });
    }

    /// How many findings of the baseline are no longer there: in files that were checked, and in those that `gone` knows
    /// not to exist.
    pub fn stale(&self, gone: impl Fn(&str) -> bool) -> usize {
        let known = self.baseline.known.keys();
        let over = known.filter(|one| self.files.contains(&one.file) || gone(&one.file));
        over.filter_map(|one| self.left.get(one)).sum()
    }
}

/// `/States/A/Choices[2]/Next` as `/States/A/Choices[]/Next`.
fn without_indexes(location: &str) -> String {
    let mut out = String::with_capacity(location.len());
    let mut within = false;
    for c in location.chars() {
        match c {
            '[' => within = true,
            ']' => within = false,
            '0'..='9' if within => continue,
            _ => {}
        }
        out.push(c);
    }
    out
}

/// A message with `#` for each number that is not in backticks.
fn without_numbers(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut quoted = false;
    for c in message.chars() {
        quoted ^= c == '`';
        if quoted || !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;

    fn finding(location: &str, message: &str) -> Diagnostic {
        Diagnostic::warning("unknown-path", Span::default(), message).at(location)
    }

    #[test]
    fn what_is_known_is_taken_out_as_often_as_it_was_there() {
        let mut baseline = Baseline::default();
        let old = [
            finding("/States/A/Choices[0]/Variable", "`$.a1` is not there"),
            finding("/States/A/Choices[1]/Variable", "`$.a1` is not there"),
            finding("/States/B", "takes 300 KiB"),
        ];
        baseline.add("m.json", &old);
        assert_eq!(baseline.len(), 3);
        let baseline = Baseline::read(&baseline.text()).unwrap();
        assert_eq!(baseline.len(), 3);

        let mut met = baseline.meet();
        let mut found = vec![
            finding("/States/A/Choices[4]/Variable", "`$.a1` is not there"),
            finding("/States/A/Choices[5]/Variable", "`$.a2` is not there"),
            finding("/States/B", "takes 310 KiB"),
            finding("/States/B", "takes 310 KiB"),
        ];
        met.take_out("m.json", &mut found);
        let left: Vec<&str> = found.iter().map(|one| &*one.message).collect();
        assert_eq!(left, ["`$.a2` is not there", "takes 310 KiB"]);
        assert_eq!(met.stale(|_| false), 1);

        let mut elsewhere = baseline.meet();
        let mut found = old.to_vec();
        elsewhere.take_out("other.json", &mut found);
        assert_eq!(found.len(), 3);
        assert_eq!(elsewhere.stale(|_| false), 0);
        assert_eq!(elsewhere.stale(|file| file == "m.json"), 3);
    }

    #[test]
    fn a_text_that_is_none_is_told() {
        let error = |text: &str| Baseline::read(text).unwrap_err().to_string();
        assert!(error("{").contains("line 1 column 1"), "{}", error("{"));
        assert_eq!(
            error(r#"{"version": 2, "findings": []}"#),
            "it is of version 2, and version 1 is read"
        );
    }
}
