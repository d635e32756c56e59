//! What a recording tells of the run that was recorded, so that its replay makes the same ids, random numbers and instants.

use super::findings::{Findings, none};
use super::mock_file::Mocks;
use crate::base::Timestamp;
use crate::engine::Options;
use crate::source::{Node, yaml};
use crate::value::{Str, Value};

/// The run that a recording was made of: `run` in a mock file. What is not known is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedRun {
    /// The execution's name.
    pub name: Option<Str>,
    /// When it started.
    pub start: Option<Timestamp>,
    /// What decided its random numbers.
    pub seed: Option<u64>,
    /// The name of its machine.
    pub machine: Option<Str>,
    /// The region that its context object named.
    pub region: Option<Str>,
}

const KEYS: [&str; 5] = ["name", "machine", "region", "start-time", "seed"];

/// Reads when a run started.
pub(super) fn start_time(node: &Node, findings: &mut Findings) -> Option<Timestamp> {
    let text = findings.text(node, "`start-time`")?;
    let start = Timestamp::parse(text);
    if start.is_none() {
        findings
            .error(node.span, "`start-time` is no instant")
            .help("write it as in `2026-01-31T08:00:00Z`");
    }
    start
}

impl RecordedRun {
    /// Reads `run`. What cannot be read is left out and told of.
    pub(in crate::tasks) fn read(node: &Node, findings: &mut Findings) -> Self {
        let mut run = Self::default();
        for member in findings.members(node, "`run`").unwrap_or_default() {
            let value = &member.value;
            match &*member.key.text {
                "name" => run.name = findings.text(value, "`name`").cloned(),
                "machine" => run.machine = findings.text(value, "`machine`").cloned(),
                "region" => run.region = findings.text(value, "`region`").cloned(),
                "start-time" => run.start = start_time(value, findings),
                "seed" => {
                    let number = value.to_value().as_i64();
                    run.seed = number.and_then(|seed| u64::try_from(seed).ok());
                    if run.seed.is_none() {
                        findings.wrong_kind(value, "`seed`", "a whole number from 0 up");
                    }
                }
                _ => findings.unknown_key(&member.key, "`run`", &KEYS),
            }
        }
        run
    }

    /// What is known of a run with these options.
    pub fn new(options: &Options) -> Self {
        let names = &options.names;
        Self {
            name: Some(names.execution.clone()),
            machine: Some(names.state_machine.clone()),
            region: Some(names.region.clone()),
            start: Some(options.start),
            seed: Some(options.seed),
        }
    }

    /// Whether both draw the same random numbers, and have the same name.
    pub(in crate::tasks) fn draws_as(&self, other: &Self) -> bool {
        let named = |run: &Self| (run.name.clone(), run.machine.clone(), run.region.clone());
        self.seed.is_some() && self.seed == other.seed && named(self) == named(other)
    }

    /// What a recording tells of its run; nothing where the text is none.
    pub fn in_recording(text: &str) -> Self {
        let tree = yaml::read(text);
        let run = tree.root.as_ref().and_then(|root| root.get("run"));
        run.map_or_else(Self::default, |run| Self::read(run, &mut none()))
    }

    /// What is known of the run that mock files replay: of the first of them that was recorded.
    pub fn of<'m>(mocks: impl IntoIterator<Item = &'m Mocks>) -> Self {
        let mut runs = mocks.into_iter().map(Mocks::recorded_run);
        runs.find(|run| *run != Self::default()).unwrap_or_default()
    }

    /// What is known of it, as the members of `run`.
    pub(in crate::tasks) fn members(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let text = |text: &Str| Value::from(text.clone());
        let start = self.start.map(|start| Value::from(start.to_string()));
        // No seed is as large as the numbers that do not fit.
        let seed = self.seed.and_then(|seed| i64::try_from(seed).ok());
        let values = [
            self.name.as_ref().map(text),
            self.machine.as_ref().map(text),
            self.region.as_ref().map(text),
            start,
            seed.map(Value::from),
        ];
        KEYS.into_iter()
            .zip(values)
            .filter_map(|(key, value)| Some((key, value?)))
    }
}
