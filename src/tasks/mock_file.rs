//! A mock file of either format, and what is chosen in it.

use super::findings::{self, error};
use super::handler::{MockError, Reply, TaskHandler};
use super::mock_config_file::{self, Case, MockConfigFile, suffixes, suggestion};
use super::mock_config_handler::{self, MockConfigHandler};
use super::mocks::{self, OwnHandler, OwnMocks};
use super::recorded_run::RecordedRun;
use super::unknown_state::tell_unknown_machine;
use crate::asl::{State, StateId, StateMachine};
use crate::base::{Span, text};
use crate::diagnostics::Diagnostic;
use crate::engine::{Options, TaskId, TaskRequest};
use crate::source::Tree;
use crate::value::Value;
use std::sync::Arc;

/// A mock file: our own format, or Step Functions Local's `MockConfigFile.json`. `MOCKS.md` tells of both.
#[derive(Clone, Debug)]
pub struct MockFile {
    name: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Own(Arc<OwnMocks>),
    MockConfig(Arc<MockConfigFile>),
}

/// The mocks of one test case, ready to answer executions.
#[derive(Clone, Debug)]
pub struct Mocks {
    file: String,
    chosen: Chosen,
    /// The run that asks.
    asked_by: Option<RecordedRun>,
    leaves_gaps: bool,
}

#[derive(Clone, Debug)]
enum Chosen {
    Own {
        mocks: Arc<OwnMocks>,
        case: Option<String>,
    },
    MockConfig {
        config: Arc<MockConfigFile>,
        case: Case,
    },
}

/// Answers the tasks of one execution from a mock file, and counts what it has answered.
#[derive(Debug)]
pub struct MockHandler(Handler);

#[derive(Debug)]
enum Handler {
    Own(Box<OwnHandler>),
    MockConfig(MockConfigHandler),
}

/// Takes `FILE#CASE` apart. A file's name may hold `#` itself as long as a case is named behind it.
pub fn split_case(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once('#') {
        Some((file, case)) if !file.is_empty() && !case.is_empty() => (file, Some(case)),
        _ => (argument, None),
    }
}

impl MockFile {
    /// Reads a mock file from its tree. The diagnostics are those of the format; those of the notation stand in the tree.
    /// A file beside it cannot be named then, see [`Self::with_files`].
    pub fn from_tree(name: &str, tree: &Tree) -> (Self, Vec<Diagnostic>) {
        Self::with_files(name, tree, &|_| {
            Err("only a mock file on disk has files beside it".to_owned())
        })
    }

    /// Reads a mock file whose values may stand in files beside it. `read` gives the text of one, by its path from the
    /// mock file, or says why it cannot.
    pub fn with_files(
        name: &str,
        tree: &Tree,
        read: &dyn Fn(&str) -> Result<String, String>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut findings = findings::none();
        let content = match &tree.root {
            Some(root) if mock_config_file::is_mock_config_file(root) => {
                let config = MockConfigFile::read(root, &mut findings);
                // What is not used must not fail a run: what is missing shows when a case is chosen or a state entered.
                findings.soften();
                Content::MockConfig(Arc::new(config))
            }
            Some(root) => {
                let filled = mocks::with_side_files(root, read, &mut findings);
                let root = filled.as_ref().unwrap_or(root);
                Content::Own(Arc::new(mocks::read(root, &mut findings)))
            }
            None => {
                findings
                    .error(Span::default(), "this mock file is empty")
                    .help("write `version: 1` and the states under `states`");
                Content::Own(Arc::default())
            }
        };
        let name = name.to_owned();
        (Self { name, content }, findings.into_list())
    }

    /// The file's name, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names of the test cases, of the state machine `machine` where the format knows machines.
    pub fn cases(&self, machine: Option<&str>) -> Vec<&str> {
        match &self.content {
            Content::Own(mocks) => mocks.case_names(),
            Content::MockConfig(config) => config.case_names(machine),
        }
    }

    /// Chooses a test case. `machine` is the state machine's name, which counts in a `MockConfigFile.json` of several
    /// machines only; there the case may be left out where there is one only. In our own format the file without its
    /// cases is what is meant then.
    ///
    /// # Errors
    /// Where there is no such machine or case, or several and none was named.
    pub fn select(&self, machine: Option<&str>, case: Option<&str>) -> Result<Mocks, MockError> {
        let chosen = match &self.content {
            Content::Own(mocks) => own_case(mocks, case).map(|()| Chosen::Own {
                mocks: Arc::clone(mocks),
                case: case.map(ToOwned::to_owned),
            }),
            Content::MockConfig(config) => {
                config.select(machine, case).map(|case| Chosen::MockConfig {
                    config: Arc::clone(config),
                    case: case.clone(),
                })
            }
        };
        match chosen {
            Ok(chosen) => Ok(Mocks {
                file: self.name.clone(),
                chosen,
                asked_by: None,
                leaves_gaps: false,
            }),
            Err(diagnostic) => Err(MockError::new(&self.name, *diagnostic)),
        }
    }
}

fn own_case(mocks: &OwnMocks, case: Option<&str>) -> Result<(), Box<Diagnostic>> {
    let names = mocks.case_names();
    match case {
        None if mocks.has_states() || names.is_empty() => Ok(()),
        None => Err(Box::new(
            error(
                mocks.span(),
                "this mock file has cases only, and none was chosen",
            )
            .help(format!(
                "choose one behind the file's name: {}",
                text::alternatives(&suffixes(&names))
            )),
        )),
        Some(case) if names.contains(&case) => Ok(()),
        Some(case) => Err(Box::new(
            error(mocks.span(), format!("this mock file has no case `{case}`"))
                .help(suggestion(case, &names)),
        )),
    }
}

impl Mocks {
    /// Leaves calls that a recording does not have to others, instead of taking them for a fault of the file.
    pub fn leaving_gaps(self) -> Self {
        Self {
            leaves_gaps: true,
            ..self
        }
    }

    /// Answers executions of a run with these options.
    pub fn asked_by(self, options: &Options) -> Self {
        Self {
            asked_by: Some(RecordedRun::new(options)),
            ..self
        }
    }

    /// The run that was recorded, as far as the file tells of it.
    pub fn recorded_run(&self) -> RecordedRun {
        match &self.chosen {
            Chosen::Own { mocks, .. } => mocks.run().clone(),
            Chosen::MockConfig { .. } => RecordedRun::default(),
        }
    }

    /// Holds the mocks against the machine: names that it does not have, and answers that do not fit its Tasks.
    pub fn check(&self, machine: &StateMachine) -> Vec<Diagnostic> {
        let mut findings = findings::none();
        match &self.chosen {
            Chosen::Own { mocks, .. } => mocks::check(mocks, machine, &mut findings),
            Chosen::MockConfig { config, case } => {
                mock_config_handler::check(config, case, machine, &mut findings)
            }
        }
        findings.into_list()
    }

    /// What the mocks have for a machine that is started: of the same file, and of the same case where the machine has it.
    pub fn of_machine(&self, name: &str) -> Option<Self> {
        let chosen = match &self.chosen {
            Chosen::Own { mocks, case } => Chosen::Own {
                mocks: Arc::clone(mocks.machine(name)?),
                case: case.clone(),
            },
            Chosen::MockConfig { config, case } => Chosen::MockConfig {
                config: Arc::clone(config),
                case: config.case_of(name, case)?.clone(),
            },
        };
        Some(Self {
            file: self.file.clone(),
            chosen,
            asked_by: self.asked_by.clone(),
            leaves_gaps: self.leaves_gaps,
        })
    }

    /// Warns of machines that are mocked and of which no definition is given, those of `given`.
    pub fn check_machines<'n>(&self, given: impl Iterator<Item = &'n str>) -> Vec<Diagnostic> {
        let mut findings = findings::none();
        let given: Vec<&str> = given.collect();
        // A MockConfigFile.json may be one for all machines there are.
        if let Chosen::Own { mocks, .. } = &self.chosen {
            for name in mocks.machine_names() {
                if !given.contains(&name.value) {
                    tell_unknown_machine(&name, &given, &mut findings);
                }
            }
        }
        findings.into_list()
    }

    /// Results that the mocks give, one entry each, as examples for estimates: what comes back before `ResultSelector`.
    /// Those that take something from the request are left out.
    pub fn results(&self, machine: &StateMachine) -> Vec<(StateId, Value)> {
        match &self.chosen {
            Chosen::Own { mocks, case } => mocks::results(mocks, case.as_deref(), machine),
            Chosen::MockConfig { config, case } => {
                mock_config_handler::results(config, case, machine)
            }
        }
    }

    /// A handler for one execution of `machine`. `seed` decides where in a range of latencies an answer falls, and what
    /// random functions give.
    pub fn handler(&self, machine: &StateMachine, seed: u64) -> MockHandler {
        self.handler_of(machine, seed, None)
    }

    /// What [`Self::handler`] gives, for the execution that is called `execution` in recordings.
    pub fn handler_of(
        &self,
        machine: &StateMachine,
        seed: u64,
        execution: Option<&str>,
    ) -> MockHandler {
        MockHandler(match &self.chosen {
            Chosen::Own { mocks, case } => {
                let (file, case) = (&self.file, case.as_deref());
                let mut handler = OwnHandler::new(file, mocks, case, execution, machine, seed);
                if let Some(run) = &self.asked_by {
                    handler = handler.replaying(mocks.run(), run, machine);
                }
                if self.leaves_gaps {
                    handler = handler.leaving_gaps();
                }
                Handler::Own(Box::new(handler))
            }
            Chosen::MockConfig { config, case } => Handler::MockConfig(MockConfigHandler::new(
                &self.file,
                Arc::clone(config),
                case.clone(),
            )),
        })
    }
}

impl MockHandler {
    /// Whether there is an answer for a state, as far as that can be told without a request. A recording that leaves gaps
    /// may have none for the next one.
    pub fn answers(&self, state: &State) -> bool {
        match &self.0 {
            Handler::Own(handler) => handler.answers(state.id),
            Handler::MockConfig(handler) => handler.answers(&state.name.value),
        }
    }

    /// Notes on what the mocks said so far and nobody heard: callbacks that come after a time limit or after the answer.
    /// Each is given once.
    pub fn take_notes(&mut self) -> Vec<Diagnostic> {
        match &mut self.0 {
            Handler::Own(handler) => handler.take_notes(),
            Handler::MockConfig(_) => Vec::new(),
        }
    }
}

impl TaskHandler for MockHandler {
    fn start(&mut self, request: &TaskRequest) -> Reply {
        match &mut self.0 {
            Handler::Own(handler) => handler.start(request),
            Handler::MockConfig(handler) => handler.start(request),
        }
    }

    /// A mock has nothing to stop: who plays its script stops playing.
    fn cancel(&mut self, _task: TaskId) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_file_and_case_apart() {
        assert_eq!(split_case("mocks.yaml"), ("mocks.yaml", None));
        assert_eq!(
            split_case("MockConfigFile.json#HappyPath"),
            ("MockConfigFile.json", Some("HappyPath"))
        );
        assert_eq!(split_case("a#b.yaml#late"), ("a#b.yaml", Some("late")));
        assert_eq!(split_case("#x"), ("#x", None));
        assert_eq!(split_case("x#"), ("x#", None));
    }
}
